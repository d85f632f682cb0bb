"""Where a player's things are: one folder per profile, with a key, a name and the games.

<root>/<profile>/identity.key   the private key, 32 bytes, readable by its owner only
<root>/<profile>/name           the name that others see
<root>/<profile>/known          players met: key, date, name
<root>/<profile>/games/         logs and secrets
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from pathlib import Path

from belote_net.node import durable
from belote_net.node.errors import TWICE_HINT, LogCorrupt, ProfileInUse, StorageFailed
from belote_net.node.identity_file import Rotation, sign_rotation
from belote_net.node.text import clean_name
from belote_net.node.vault import lock_file
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import IDENTITY_BYTES, Identity, PublicIdentity
from belote_protocol.transcript import RandomBytes

_PROFILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""A folder name that is safe on every system."""

_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Names that Windows keeps for devices."""

_KEY_FILE = "identity.key"

MAX_KNOWN = 4096
"""Players remembered; the first met are forgotten first."""

MAX_KNOWN_BYTES = 1024 * 1024
MAX_NAME_BYTES = 1024


class Meeting(Enum):
    """What a player's key tells about him."""

    FIRST = "first"
    """Neither key nor name was met before."""
    KNOWN = "known"
    """The key was met before."""
    NAME_OF_ANOTHER = "name-of-another"
    """The name was met before, under another key: compare the fingerprint words."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A player met before."""

    identity: PublicIdentity
    name: str
    first_seen: date


class Profile:
    """One player on this machine. Locked: one process at a time plays under it."""

    def __init__(self, root: Path, name: str, random_bytes: RandomBytes) -> None:
        """Open or create the profile `name` under `root`.

        Raises:
            StorageFailed: the name is no profile name, or a file cannot be read or written.
            ProfileInUse: another process plays under it.
            LogCorrupt: the key or the list of acquaintances is damaged.
        """
        if not _PROFILE_NAME.fullmatch(name) or _RESERVED.fullmatch(name):
            raise StorageFailed(
                f"a profile name of letters, digits, - and _ expected, at most 32, got {name!r}"
            )
        self.folder = root / name
        self.games = self.folder / "games"
        durable.make_folder(self.games)
        self._lock = lock_file(
            self.folder / "profile",
            ProfileInUse(f"the profile {name!r} is in use: {TWICE_HINT}"),
        )
        try:
            self.identity = self._load_identity(random_bytes)
            self._known = {known.identity: known for known in self._load_known()}
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let another process have the profile."""
        self._lock.release()

    @property
    def name(self) -> str | None:
        """The name that others see, or None as long as none was chosen."""
        path = self.folder / "name"
        if not path.exists():
            return None
        text = durable.read_whole(path, limit_bytes=MAX_NAME_BYTES).decode(errors="replace")
        return clean_name(text) or None

    def rename(self, name: str) -> str:
        """Choose the name that others see; returns it, cleaned.

        Raises:
            StorageFailed: nothing is left of it, or it cannot be stored.
        """
        cleaned = clean_name(name)
        if not cleaned:
            raise StorageFailed("a name needs at least one visible character")
        durable.write_whole(self.folder / "name", f"{cleaned}\n".encode())
        return cleaned

    @property
    def known(self) -> tuple[Acquaintance, ...]:
        """Players met before, in the order of first meeting."""
        return tuple(self._known.values())

    def meet(self, identity: PublicIdentity, name: str, today: date) -> Meeting:
        """Say whether this player was met before, and remember him.

        Raises:
            StorageFailed: he could not be remembered.
        """
        if identity in self._known:
            return Meeting.KNOWN
        while len(self._known) >= MAX_KNOWN:
            self._known.pop(next(iter(self._known)))
        shared = any(known.name == name for known in self._known.values())
        self._known[identity] = Acquaintance(identity, clean_name(name), today)
        self._store_known()
        return Meeting.NAME_OF_ANOTHER if shared else Meeting.FIRST

    def forget(self, identity: PublicIdentity) -> None:
        """Remember a player no more.

        Raises:
            StorageFailed: the list could not be stored.
        """
        self._known.pop(identity, None)
        self._store_known()

    def accept(self, rotation: Rotation) -> bool:
        """Know a player by the new key that follows the one he is known by; whether he was known.

        Raises:
            StorageFailed: the list could not be stored.
        """
        before = self._known.get(rotation.old)
        if before is None:
            return False
        self._known = {
            (rotation.new if identity == rotation.old else identity): (
                replace(known, identity=rotation.new) if identity == rotation.old else known
            )
            for identity, known in self._known.items()
            if identity != rotation.new
        }
        self._store_known()
        return True

    def rotate(self, random_bytes: RandomBytes, today: date) -> Path:
        """Take a new key; the old one and the word of both stay in the folder. Returns the latter.

        Raises:
            StorageFailed: a file could not be written; the old key is still in use then.
        """
        old, new = self.identity, Identity.generate(random_bytes)
        statement = self.folder / f"rotation-{today.isoformat()}-{bytes(new.public).hex()[:8]}"
        kept = self.folder / f"identity.key.until-{today.isoformat()}-{bytes(old.public).hex()[:8]}"
        durable.write_whole(kept, old.private_bytes(), mode=durable.PRIVATE_MODE)
        durable.write_whole(statement, sign_rotation(old, new, today))
        self.take_identity(new)
        return statement

    def take_identity(self, identity: Identity) -> None:
        """Be this player from now on.

        Raises:
            StorageFailed: the key could not be stored; the old one is still in use then.
        """
        path = self.folder / _KEY_FILE
        durable.write_whole(path, identity.private_bytes(), mode=durable.PRIVATE_MODE)
        self.identity = identity

    def _store_known(self) -> None:
        lines = (
            f"{bytes(known.identity).hex()} {known.first_seen.isoformat()} {known.name}\n"
            for known in self._known.values()
        )
        durable.write_whole(self.folder / "known", "".join(lines).encode())

    def _load_identity(self, random_bytes: RandomBytes) -> Identity:
        path = self.folder / _KEY_FILE
        if not path.exists():
            fresh = Identity.generate(random_bytes)
            durable.write_whole(path, fresh.private_bytes(), mode=durable.PRIVATE_MODE)
            return fresh
        return _read_key(path)

    def _load_known(self) -> list[Acquaintance]:
        path = self.folder / "known"
        return list(read_known(path)) if path.exists() else []


def has_key(root: Path, name: str) -> bool:
    """Whether there is a profile of this name already: it has a key that must not be lost."""
    return (root / name / _KEY_FILE).exists()


def own_key(folder: Path) -> PublicIdentity | None:
    """The public key of a profile that another process may be using; None if it has none yet.

    Raises:
        StorageFailed, LogCorrupt: the key cannot be read.
    """
    path = folder / _KEY_FILE
    return _read_key(path).public if path.exists() else None


def _read_key(path: Path) -> Identity:
    data = durable.read_whole(path, limit_bytes=MAX_NAME_BYTES)
    if len(data) != IDENTITY_BYTES:
        raise LogCorrupt(f"{path} is no key: {IDENTITY_BYTES} bytes expected", record=0)
    return Identity(data)


def read_known(path: Path) -> tuple[Acquaintance, ...]:
    """The players in a file of acquaintances, of this profile or of another.

    Raises:
        StorageFailed: it cannot be read.
        LogCorrupt: a line of it is damaged.
    """
    lines = durable.read_whole(path, limit_bytes=MAX_KNOWN_BYTES).decode(errors="replace")
    return tuple(_parse_known(line, number) for number, line in enumerate(lines.splitlines()))


def _parse_known(line: str, number: int) -> Acquaintance:
    try:
        key, seen, name = line.split(" ", 2)
        identity = PublicIdentity.from_bytes(bytes.fromhex(key))
        return Acquaintance(identity, name, date.fromisoformat(seen))
    except (ValueError, InvalidEncoding) as cause:
        raise LogCorrupt(f"line {number + 1} of the known players is damaged", record=number) from (
            cause
        )
