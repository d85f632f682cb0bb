"""Files that survive a crash: what `sync` returned from is on the disk.

The one place that knows how the three systems differ.
"""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path
from typing import Protocol

from belote_net.node.errors import StorageFailed

if sys.platform == "darwin":
    import fcntl

    def _flush_to_disk(descriptor: int) -> None:
        # On macOS fsync only reaches the drive's cache.
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:  # a network folder has no such call
            os.fsync(descriptor)

else:

    def _flush_to_disk(descriptor: int) -> None:
        os.fsync(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would translate line ends without it."""

_PIECE_BYTES = 64 * 1024
"""How much is read at once: a log of one deal."""

_CLOSED = -1
"""In the place of a descriptor that was given back: closing it again could close another file."""

PRIVATE_MODE = 0o600
PUBLIC_MODE = 0o644


class ByteFile(Protocol):
    """What a log or a vault needs of an open file. Every method may raise OSError."""

    def append(self, data: bytes) -> None:
        """Write all of `data` at the end."""

    def overwrite(self, offset: int, data: bytes) -> None:
        """Write all of `data` over what is at `offset`."""

    def truncate(self, size_bytes: int) -> None:
        """Cut the file to this size."""

    def sync(self) -> None:
        """Return when all that was written is on the disk."""

    def size(self) -> int:
        """Bytes in the file."""

    def close(self) -> None:
        """Give the file back to the system."""


class DiskFile:
    """A `ByteFile` on a disk."""

    def __init__(self, path: Path, *, mode: int = PUBLIC_MODE) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, mode)

    def append(self, data: bytes) -> None:
        """Write all of `data` at the end."""
        os.lseek(self._descriptor, 0, os.SEEK_END)
        self._write_all(data)

    def overwrite(self, offset: int, data: bytes) -> None:
        """Write all of `data` over what is at `offset`."""
        os.lseek(self._descriptor, offset, os.SEEK_SET)
        self._write_all(data)

    def truncate(self, size_bytes: int) -> None:
        """Cut the file to this size."""
        os.ftruncate(self._descriptor, size_bytes)

    def sync(self) -> None:
        """Return when all that was written is on the disk."""
        _flush_to_disk(self._descriptor)

    def size(self) -> int:
        """Bytes in the file."""
        return os.fstat(self._descriptor).st_size

    def close(self) -> None:
        """Give the file back to the system; a second time does nothing."""
        descriptor, self._descriptor = self._descriptor, _CLOSED
        if descriptor != _CLOSED:
            os.close(descriptor)

    def _write_all(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable. Windows keeps them with the file and has no call."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes, *, mode: int = PUBLIC_MODE) -> None:
    """Create or replace a file: after a crash it holds all of the old bytes or all of the new.

    Raises:
        StorageFailed: the old file, if any, is untouched.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        draft.unlink(missing_ok=True)  # an older crash may have left one, with another mode
        file = DiskFile(draft, mode=mode)
        try:
            file.append(data)
            file.sync()
        finally:
            file.close()
        os.replace(draft, path)
        sync_folder(path.parent)
    except OSError as cause:
        raise failed("write", path, cause) from cause


def read_whole(path: Path, *, limit_bytes: int) -> bytes:
    """All bytes of a file.

    Raises:
        StorageFailed: it is missing, unreadable, or larger than `limit_bytes`.
    """
    try:
        with path.open("rb") as file:
            # In pieces: one read of so many bytes takes the memory for all of them at once.
            pieces = iter(lambda: file.read(_PIECE_BYTES), b"")
            data = b"".join(islice(pieces, limit_bytes // _PIECE_BYTES + 1))
    except OSError as cause:
        raise failed("read", path, cause) from cause
    if len(data) > limit_bytes:
        raise StorageFailed(f"{path} is larger than {limit_bytes} bytes")
    return data


def make_folder(path: Path) -> None:
    """Create a folder, readable by its owner only, and those above it.

    Raises:
        StorageFailed: it cannot be created.
    """
    try:
        for folder in [*reversed([one for one in path.parents if not one.exists()]), path]:
            folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(path.parent)
    except OSError as cause:
        raise failed("create", path, cause) from cause


def failed(verb: str, path: Path, cause: OSError) -> StorageFailed:
    """The error for one system error, in one sentence."""
    return StorageFailed(f"cannot {verb} {path}: {cause.strerror or cause}")
