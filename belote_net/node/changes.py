"""Waking whoever waits for something to change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import trio


class Changes:
    """Tells all who watch that something changed. They look again at what it is.

    Use: `moved = changes.watch()`, look, and if there is nothing to do `await moved.wait()`.
    A change between `watch` and `wait` is not missed.
    """

    def __init__(self) -> None:
        self._event = trio.Event()
        self._parts: dict[Changes, None] = {}  # woken in the order in which they came

    @contextmanager
    def wake(self, part: Changes) -> Iterator[None]:
        """Wake who watches only a part of it, too, with each change here; not the other way."""
        self._parts[part] = None
        try:
            yield
        finally:
            del self._parts[part]

    def watch(self) -> trio.Event:
        """An event that the next change sets."""
        return self._event

    def fire(self) -> None:
        """Wake all who watch."""
        self._event.set()
        self._event = trio.Event()
        for part in self._parts:
            part.fire()
