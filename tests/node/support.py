"""What the tests of the node share: seeded randomness, identities, entries, files that fail."""

from __future__ import annotations

import errno
import hashlib
import random
from pathlib import Path
from typing import ClassVar

from belote_net.node.durable import DiskFile
from belote_protocol.entry import NO_GAME, Body, EntryContext, Seat, SignedEntry
from belote_protocol.identity import Identity
from belote_protocol.transcript import RandomBytes


def seeded(seed: int | str) -> RandomBytes:
    """Random bytes that are the same in every run."""
    return random.Random(seed).randbytes


def identity(name: str) -> Identity:
    return Identity(hashlib.sha256(name.encode()).digest())


class Note(Body):
    kind: ClassVar[str] = "note"

    text: str


def chain_of(count: int, *, author: Identity | None = None) -> list[SignedEntry]:
    """A chain of entries that link to each other, by one author."""
    author = author or identity("author")
    entries: list[SignedEntry] = []
    game = prev = NO_GAME
    for seq in range(count):
        context = EntryContext(game, "table", seq, prev, Seat(0), Note.kind)
        entries.append(SignedEntry.seal(context, Note(f"entry {seq}"), author))
        prev = entries[-1].head
        game = game or prev
    return entries


class FailingFile(DiskFile):
    """A file on a disk that fills up.

    Attributes:
        room_bytes: how much more can be written; None: no end.
        sync_fails: whether the disk answers the next sync with an error.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.room_bytes: int | None = None
        self.sync_fails = False
        self.truncate_fails = False

    def append(self, data: bytes) -> None:
        if self.room_bytes is not None and len(data) > self.room_bytes:
            super().append(data[: self.room_bytes])
            self.room_bytes = 0
            raise OSError(errno.ENOSPC, "No space left on device")
        super().append(data)

    def sync(self) -> None:
        if self.sync_fails:
            raise OSError(errno.EIO, "Input/output error")
        super().sync()

    def truncate(self, size_bytes: int) -> None:
        if self.truncate_fails:
            raise OSError(errno.EIO, "Input/output error")
        super().truncate(size_bytes)
