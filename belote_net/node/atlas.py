"""Where the members of a room listen, as far as this node has heard."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from belote_net.node import durable
from belote_net.node.errors import BadAddress
from belote_net.node.frames import MAX_ADDRESSES, Here, Whereabouts
from belote_net.node.transport import Address
from belote_protocol.entry import MAX_SEATS
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity

MAX_FILE_BYTES = 16 * 1024

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Another machine would find itself there. Told only of who has nothing else."""


class Atlas:
    """Addresses by member, the one heard of last first. Nothing of it is proven: links are."""

    def __init__(self) -> None:
        self._addresses: dict[PublicIdentity, tuple[Address, ...]] = {}

    def learn(self, identity: PublicIdentity, texts: Iterable[str]) -> bool:
        """Hear where a member listens; what is no address is skipped. Returns if it was news."""
        if identity not in self._addresses and len(self._addresses) >= 2 * MAX_SEATS:
            return False
        before = self._addresses.get(identity, ())
        fresh = [address for text in texts if (address := _parsed(text)) is not None]
        known = tuple(dict.fromkeys((*fresh, *before)))[:MAX_ADDRESSES]
        if set(known) == set(before):
            return False
        self._addresses[identity] = known
        return True

    def prefer(self, identity: PublicIdentity, address: Address) -> None:
        """This address has just worked: try it first the next time."""
        others = [one for one in self._addresses.get(identity, ()) if one != address]
        self._addresses[identity] = (address, *others)[:MAX_ADDRESSES]

    def of(self, identity: PublicIdentity) -> tuple[Address, ...]:
        """Where this member may be found, in the order in which to try."""
        return self._addresses.get(identity, ())

    def here(self, members: Iterable[PublicIdentity]) -> Here:
        """What to tell others about these members: of each, what makes sense elsewhere."""
        found = []
        for member in members:
            known = self._addresses.get(member, ())
            useful = [one for one in known if one.host not in _LOOPBACK] or known
            if useful:
                found.append(Whereabouts(member, tuple(sorted(map(str, useful)))))
        return Here(tuple(found[:MAX_SEATS]))

    def text(self) -> str:
        """What to store: a line for each member, its key and then its addresses."""
        return "".join(
            " ".join((bytes(identity).hex(), *map(str, addresses))) + "\n"
            for identity, addresses in self._addresses.items()
        )

    def load(self, path: Path) -> None:
        """Read what was stored; a line that makes no sense is skipped: it is only a hint.

        Raises:
            StorageFailed: the file is there and cannot be read.
        """
        if not path.exists():
            return
        text = durable.read_whole(path, limit_bytes=MAX_FILE_BYTES).decode(errors="replace")
        for line in text.splitlines():
            key, *addresses = line.split(" ")
            try:
                identity = PublicIdentity.from_bytes(bytes.fromhex(key))
            except (ValueError, InvalidEncoding):
                continue
            self.learn(identity, addresses)


def _parsed(text: str) -> Address | None:
    try:
        return Address.parse(text)
    except BadAddress:
        return None
