"""Players in processes of their own, driven as a script drives the plain interface: by lines."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import trio

from belote_net.errors import NodeError
from belote_net.node.storage import read_log
from belote_protocol.entry import SignedEntry

PROGRAM = (sys.executable, "-m", "belote_cli", "--lang", "en", "--plain")

_PLAYING = re.compile(r"^Your hand \((?:all|\*) may be played\): (.*)$", re.MULTILINE)
_TURN = re.compile(r"^Your (bid|card) \(\? for help\) >", re.MULTILINE)
_CODE = re.compile(
    r"(?:The next player types: belote-net join|The code of the table is now) (\S+)\n"
)
_ADDRESS = re.compile(r"in another window here: belote-net join (\S+) --as")
_PLAYABLE = re.compile(r"(\d+):\S+\*")


class Seat:
    """One player's process, its output, and the fingers that answer when it is his turn."""

    def __init__(self, home: Path, name: str, *, wrapper: tuple[str, ...] = ()) -> None:
        """`wrapper` is the command, with its arguments, that starts the program elsewhere."""
        self.home = home
        self.name = name
        self.wrapper = wrapper
        self.output = ""
        self.bids: Callable[[], str] = lambda: "2"
        self._process: trio.Process | None = None
        self._grown = trio.Event()

    async def start(self, nursery: trio.Nursery, *arguments: str) -> None:
        """Start the program with these arguments, and answer whenever it asks."""
        environment = os.environ | {"BELOTE_NET_HOME": str(self.home), "PYTHONUTF8": "1"}
        self.output = ""
        self._process = await trio.lowlevel.open_process(
            [*self.wrapper, *PROGRAM, "--as", self.name, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        nursery.start_soon(self._read, self._process)

    async def type(self, line: str) -> None:
        """Type one line."""
        assert self._process is not None
        assert self._process.stdin is not None
        await self._process.stdin.send_all(f"{line}\n".encode())

    async def until(self, pattern: str | re.Pattern[str]) -> re.Match[str]:
        """Wait until the output has this; the match."""
        while (match := re.search(pattern, self.output)) is None:
            await self._grown.wait()
        return match

    async def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def leave(self) -> int:
        """Close the standard input, as a script does at its end; the exit code."""
        assert self._process is not None
        assert self._process.stdin is not None
        await self._process.stdin.aclose()
        return await self._process.wait()

    async def code_and_address(self, *, codes: int) -> tuple[str, str]:
        """What a host's screen tells the others, once it has told `codes` codes."""
        while len(told := _CODE.findall(self.output)) < codes:
            await self._grown.wait()
        return told[-1], (await self.until(_ADDRESS)).group(1)

    def entries(self) -> list[SignedEntry]:
        """The entries that this player's disk holds now."""
        games = sorted((self.home / self.name / "games").glob("*.belote"))
        try:
            return [stored.signed for stored in read_log(games[-1]).records] if games else []
        except NodeError:
            return []

    @property
    def log(self) -> Path:
        """The log of the game."""
        (path,) = (self.home / self.name / "games").glob("*.belote")
        return path

    async def _read(self, process: trio.Process) -> None:
        assert process.stdout is not None
        answered = 0
        async for chunk in process.stdout:
            self.output += chunk.decode(errors="replace")
            self._grown.set()
            self._grown = trio.Event()
            for turn in _TURN.finditer(self.output, answered):
                answered = turn.end()
                await self._answer(turn)

    async def _answer(self, turn: re.Match[str]) -> None:
        line = self.bids() if turn.group(1) == "bid" else self._card(self.output[: turn.start()])
        try:
            await self.type(line)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return

    def _card(self, shown: str) -> str:
        hand = _PLAYING.findall(shown)[-1]
        playable = _PLAYABLE.findall(hand)
        return playable[0] if playable else "1"
