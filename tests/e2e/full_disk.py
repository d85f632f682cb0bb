"""The program on a disk that fills up: `python -m tests.e2e.full_disk BYTES ARGUMENT…`."""

from __future__ import annotations

import errno
import os
import sys

from belote_cli.main import run
from belote_net.node.durable import DiskFile

_append = DiskFile.append


def fill_up(room_bytes: int) -> None:
    """Let this process write so much, and no more."""
    left = room_bytes

    def append(self: DiskFile, data: bytes) -> None:
        nonlocal left
        left -= len(data)
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _append(self, data)

    DiskFile.append = append  # type: ignore[method-assign]  # what this module is for


if __name__ == "__main__":
    fill_up(int(sys.argv[1]))
    sys.exit(run(sys.argv[2:]))
