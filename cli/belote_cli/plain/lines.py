"""Where typed lines come from: the terminal or a pipe, one at a time, without blocking the game."""

from __future__ import annotations

import codecs
import sys
import threading
from collections.abc import Iterator
from typing import Final, Protocol

import trio

_CHUNK_BYTES: Final = 4096
_MAX_WAITING_LINES: Final = 100
"""Lines that are read ahead of the game; the pipe keeps the rest."""

_MAX_LINE_CHARACTERS: Final = 10_000
"""A line that is longer is cut: nobody types it."""


class LineSource(Protocol):
    """Typed lines, in order."""

    @property
    def is_interactive(self) -> bool:
        """Whether a person types, who reads the prompt and may speak at any time."""

    async def next_line(self) -> str | None:
        """The next line without its end; None when no more will come."""


class StandardInput:
    """Lines of standard input.

    They are read in a thread of its own that ends with the process: there is no way to interrupt
    a read on every system. It reads from the raw file, so that no lock is held when Python ends.
    """

    def __init__(self) -> None:
        self._send, self._receive = trio.open_memory_channel[str](_MAX_WAITING_LINES)
        self._is_started = False

    @property
    def is_interactive(self) -> bool:
        """Whether standard input is a terminal."""
        return sys.stdin.isatty()

    async def next_line(self) -> str | None:
        """The next line without its end; None when standard input is closed."""
        if not self._is_started:
            self._is_started = True
            token = trio.lowlevel.current_trio_token()
            threading.Thread(target=self._read, args=(token,), daemon=True).start()
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            return None

    def _read(self, token: trio.lowlevel.TrioToken) -> None:
        try:
            for line in _raw_lines():
                trio.from_thread.run(self._send.send, line, trio_token=token)
            trio.from_thread.run_sync(self._send.close, trio_token=token)
        except (trio.RunFinishedError, trio.Cancelled):
            return  # the game is over, and nobody reads any more


def _raw_lines() -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")(errors="replace")
    raw, text = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer), ""
    while True:
        try:
            data = raw.read(_CHUNK_BYTES)
        except OSError:  # the terminal has gone
            data = b""
        text += decoder.decode(data or b"", final=not data)
        *lines, text = text.replace("\r\n", "\n").split("\n")
        for line in lines:
            yield line[:_MAX_LINE_CHARACTERS]
        if not data:
            break
        text = text[:_MAX_LINE_CHARACTERS]
    if text:
        yield text
