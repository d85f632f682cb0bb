"""The secrets of one game: seeds by purpose, on the disk before anybody can use them.

A file of framed records like a log, readable by its owner only. A destroyed seed is overwritten
in place with zeros; its purpose stays, so that it never silently gets another seed. (On a disk
that moves blocks the old bytes may survive; no program can help that.)
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import filelock
from msgspec import Meta

from belote_net.node import durable
from belote_net.node.durable import PRIVATE_MODE, ByteFile, DiskFile
from belote_net.node.errors import GameInUse, LogCorrupt, SecretForgotten, StorageFailed
from belote_net.node.storage import PREFIX_BYTES, frame_record, split_records
from belote_protocol.codec import Wire, decode, encode
from belote_protocol.errors import InvalidEncoding
from belote_protocol.seed import SEED_BYTES, Seed
from belote_protocol.transcript import RandomBytes

MAX_PURPOSE_CHARS = 64

MAX_VAULT_BYTES = 4 * 1024 * 1024
"""Largest secrets file that is read; one of an evening has 5 kB."""

_DESTROYED = bytes(SEED_BYTES)


class Secret(Wire):
    """One seed, or 32 zero bytes where it was destroyed. The seed comes last in the record."""

    purpose: Annotated[str, Meta(min_length=1, max_length=MAX_PURPOSE_CHARS)]
    seed_bytes: Annotated[bytes, Meta(min_length=SEED_BYTES, max_length=SEED_BYTES)]

    def __repr__(self) -> str:
        return f"Secret({self.purpose!r}, hidden)"


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a seed is in the file, and the seed."""

    offset: int
    seed_bytes: bytes = field(repr=False)


class Vault:
    """Seeds by purpose, of one seat in one game. Locked: one process at a time has it open.

    Its methods may be called from several threads.
    """

    def __init__(
        self,
        path: Path,
        random_bytes: RandomBytes,
        *,
        open_file: Callable[[Path], ByteFile] = lambda path: DiskFile(path, mode=PRIVATE_MODE),
    ) -> None:
        """Open or create the file at `path`.

        Raises:
            GameInUse: another process has it open.
            StorageFailed: it cannot be read or written.
            LogCorrupt: it holds something that was never written.
        """
        self.path = path
        self._random_bytes = random_bytes
        self._turn = threading.Lock()
        self._lock = lock_file(path, GameInUse("this game is being played in another process"))
        self._slots: dict[str, _Slot] = {}
        try:
            self._file = self._open(open_file)
        except BaseException:
            self._lock.release()
            raise

    def seed(self, purpose: str) -> Seed:
        """The seed of `purpose`, made at the first call. It is on the disk before it returns.

        Raises:
            SecretForgotten: it was destroyed.
            StorageFailed: it could not be stored, so it must not be used.
        """
        with self._turn:
            slot = self._slots.get(purpose)
            if slot is None:
                slot = self._store(purpose, self._random_bytes(SEED_BYTES))
        if slot.seed_bytes == _DESTROYED:
            raise SecretForgotten(f"the secret {purpose!r} was destroyed")
        return Seed(slot.seed_bytes)

    def holds(self, purpose: str) -> bool:
        """Whether the seed of `purpose` was made and not destroyed."""
        with self._turn:
            slot = self._slots.get(purpose)
        return slot is not None and slot.seed_bytes != _DESTROYED

    def forget(self, purpose: str) -> None:
        """Destroy a seed, if there is one.

        Raises:
            StorageFailed: it could not be overwritten.
        """
        with self._turn:
            slot = self._slots.get(purpose)
            if slot is None or slot.seed_bytes == _DESTROYED:
                return
            try:
                self._file.overwrite(slot.offset, _DESTROYED)
                self._file.sync()
            except OSError as cause:
                raise durable.failed("write", self.path, cause) from cause
            self._slots[purpose] = _Slot(slot.offset, _DESTROYED)

    def close(self) -> None:
        """Close the file and let another process have it."""
        self._file.close()
        self._lock.release()

    def _open(self, open_file: Callable[[Path], ByteFile]) -> ByteFile:
        if not self.path.exists():
            durable.write_whole(self.path, b"", mode=PRIVATE_MODE)
        data = durable.read_whole(self.path, limit_bytes=MAX_VAULT_BYTES)
        sound_bytes = 0
        for number, (offset, payload) in enumerate(split_records(data)):
            sound_bytes = offset + PREFIX_BYTES + len(payload)
            try:
                secret = decode(Secret, payload)
            except InvalidEncoding as cause:
                raise LogCorrupt(f"secret {number} is damaged", record=number) from cause
            self._slots[secret.purpose] = _Slot(sound_bytes - SEED_BYTES, secret.seed_bytes)
        try:
            file = open_file(self.path)
            if sound_bytes < len(data):
                # A seed that a crash cut short was never used: it was not durable yet.
                file.truncate(sound_bytes)
                file.sync()
        except OSError as cause:
            raise durable.failed("open", self.path, cause) from cause
        return file

    def _store(self, purpose: str, seed_bytes: bytes) -> _Slot:
        record = frame_record(encode(Secret(purpose, seed_bytes)))
        try:
            size_bytes = self._file.size()
            try:
                self._file.append(record)
                self._file.sync()
            except OSError:
                self._file.truncate(size_bytes)
                raise
        except OSError as cause:
            raise durable.failed("write", self.path, cause) from cause
        slot = _Slot(size_bytes + len(record) - SEED_BYTES, seed_bytes)
        self._slots[purpose] = slot
        return slot


def lock_file(path: Path, refusal: Exception) -> filelock.BaseFileLock:
    """Lock `<path>.lock` for this process.

    Raises:
        StorageFailed: the lock cannot be made.
        Exception: `refusal`, when another process has it.
    """
    # Opened in a worker thread, closed on the loop: one lock for all threads.
    lock = filelock.FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise refusal from None
    except OSError as cause:
        raise StorageFailed(f"cannot lock {path}: {cause.strerror or cause}") from cause
    return lock
