"""What happened in one simulated game, line by line, and a digest of all of it."""

from __future__ import annotations

import hashlib
from collections import deque

import trio

KEPT_LINES = 100
"""Last lines that are shown when a game goes wrong."""


class Trace:
    """A running digest; two runs of one seed must agree in it."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.count = 0

    def note(self, *words: object) -> None:
        """Add a line, with the virtual time."""
        line = f"{trio.current_time():10.4f} " + " ".join(map(str, words))
        self._hash.update(line.encode() + b"\n")
        self.lines.append(line)
        self.count += 1

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()
