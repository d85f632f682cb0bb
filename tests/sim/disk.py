"""A disk that forgets: what was not synced may be lost, in part, when the power goes.

The files are real ones in a scratch folder, so that all of the node's own code runs; only
`durable.DiskFile` is replaced. Each step of a write is a place where a machine can stop.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from belote_net.node.durable import PUBLIC_MODE, DiskFile
from belote_net.node.storage import PREFIX_BYTES

LOG, SECRETS, PEERS = ".belote", ".secrets", ".new"
"""Suffixes of the files that faults aim at; `.new` is the draft of any file written whole."""

BALLOT, REWRITE = "ballot", "rewrite"
"""What else they aim at: a ballot's record in a log, and a log that is written again as a whole."""

_BALLOT_TAG = 2


class Moment(Enum):
    """Where in the order of work a machine stops, or its disk is full."""

    BEFORE_WRITE = "before write"
    HALF_WRITTEN = "half written"
    WRITTEN = "after write"
    SYNCED = "after fsync"
    SENT = "after send"
    FULL = "disk full"


class PowerCut(BaseException):
    """The machine stops in the middle of a write. Nothing in the node may catch it."""


class Disk:
    """One machine's files.

    Attributes:
        at: called at each moment of a write with what is written; whether it happens there.
    """

    def __init__(self, root: Path, dice: random.Random) -> None:
        self.root = root
        self.at: Callable[[Moment, str], bool] = lambda moment, what: False
        self._dice = dice
        self._files: list[ForgetfulFile] = []

    def open(self, path: Path, *, mode: int = PUBLIC_MODE) -> ForgetfulFile:
        file = ForgetfulFile(self, path, mode)
        self._files.append(file)
        return file

    def stop(self, *, power_is_lost: bool) -> None:
        """The machine stopped; without power, what was not synced is lost from some point on."""
        for file in self._files:
            if power_is_lost:
                file.forget(self._dice)
        self._files.clear()

    def has_synced(self, suffix: str, data: bytes) -> bool:
        """Whether these bytes are in an open file with this suffix and would survive."""
        return any(data in file.synced for file in self._files if file.path.suffix == suffix)


class ForgetfulFile(DiskFile):
    """A `ByteFile` that remembers how it was before each write since the last sync."""

    def __init__(self, disk: Disk, path: Path, mode: int) -> None:
        super().__init__(path, mode=mode)
        self.path = path
        self.synced = path.read_bytes()
        self._disk = disk
        self._what = path.suffix
        self._earlier: list[bytes] = []

    def append(self, data: bytes) -> None:
        self._what = _what_is(self.path, data)
        self._reach(Moment.BEFORE_WRITE)
        self._earlier.append(self.path.read_bytes())
        if self._disk.at(Moment.FULL, self._what):
            super().append(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        if self._disk.at(Moment.HALF_WRITTEN, self._what):
            super().append(data[: len(data) // 2])
            raise PowerCut
        super().append(data)
        self._reach(Moment.WRITTEN)

    def overwrite(self, offset: int, data: bytes) -> None:
        self._reach(Moment.BEFORE_WRITE)
        self._earlier.append(self.path.read_bytes())
        super().overwrite(offset, data)
        self._reach(Moment.WRITTEN)

    def truncate(self, size_bytes: int) -> None:
        self._earlier.append(self.path.read_bytes())
        super().truncate(size_bytes)

    def sync(self) -> None:
        self.synced = self.path.read_bytes()
        self._earlier.clear()
        self._reach(Moment.SYNCED)

    def forget(self, dice: random.Random) -> None:
        """Keep a part of what was written since the last sync, perhaps half of one write."""
        if not self._earlier or not self.path.exists():
            return
        versions = [*self._earlier, self.path.read_bytes()]
        kept = dice.randrange(len(versions))
        content = versions[kept]
        following = versions[kept + 1] if kept + 1 < len(versions) else content
        if following.startswith(content) and dice.random() < 0.5:
            content = following[: dice.randint(len(content), len(following))]
        self.path.write_bytes(content)

    def _reach(self, moment: Moment) -> None:
        if self._disk.at(moment, self._what):
            raise PowerCut


def _what_is(path: Path, data: bytes) -> str:
    """The name under which a fault can aim at this write."""
    if path.name.endswith(f"{LOG}{PEERS}"):
        return REWRITE
    if path.suffix == LOG and data[PREFIX_BYTES + 1] == _BALLOT_TAG:
        return BALLOT
    return path.suffix
