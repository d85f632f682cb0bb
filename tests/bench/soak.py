"""Tables of bots for a long time: `python -m tests.bench.soak --minutes 10 --tables 8`.

All tables are in one process, each with four real nodes over loopback; when a game is over, the
next one begins. Memory and open descriptors are sampled; once every table has played its first
games they must not grow any more. Linux only: the figures come from /proc.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import trio

from belote_net.node.errors import LobbyError
from belote_net.node.games import Config
from belote_net.node.lobby import Settings
from belote_net.node.node import LOOPBACK, HostNode, Node
from belote_net.node.profile import Profile
from belote_net.node.start import add_bot, host
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.messages import MemberKind
from tests.node.tables import RandomDecider

SAMPLE_EVERY_S = 10.0
LOOK_EVERY_S = 0.2
BOTS = 3

WARM_UP = 0.4
"""The part of the time in which tables open and keep their first two games."""

MEMORY_SLACK = 1.05
"""How much more the last samples may be than those after the warm-up: what an allocator keeps."""

DESCRIPTOR_SLACK = 8
"""Links and files that come and go at the moment of a sample."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process uses at one moment.

    Attributes:
        memory_kb: resident.
        descriptors: open ones.
        games: that were played to their end so far, at all tables.
    """

    at_s: float
    memory_kb: int
    descriptors: int
    games: int

    @classmethod
    def take(cls, at_s: float, games: int) -> Sample:
        """Measure now."""
        gc.collect()
        status = Path("/proc/self/status").read_text()
        line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
        return cls(at_s, int(line.split()[1]), len(os.listdir("/proc/self/fd")), games)

    def __str__(self) -> str:
        return (
            f"{self.at_s:6.0f} s  {self.memory_kb / 1024:7.1f} MB  "
            f"{self.descriptors:5} descriptors  {self.games:5} games"
        )


class Soak:
    """So many tables, and how many games they have played.

    Attributes:
        games: that are over, by table.
    """

    def __init__(self, root: Path, tables: int) -> None:
        self.games = [0] * tables
        self._root = root

    async def play(self, table: int) -> None:
        """Play one game after the other at one table, until cancelled."""
        profile = Profile(self._root / f"table {table}", "host", os.urandom)
        config = Config(
            profile,
            "host",
            RandomDecider(f"host {table}"),
            kind=MemberKind.BOT,
            bot=lambda: RandomDecider("bot"),
            port=0,
            bind=LOOPBACK,
        )
        settings = Settings(Options(end=End.FIXED_DEALS, target=0, deals=2))
        try:
            async with host(config, settings) as node, trio.open_nursery() as nursery:
                nursery.start_soon(_listen_to, node)
                for number in range(BOTS):
                    await add_bot(node, config, f"bot {number}")
                while True:
                    await self._play_once(table, node)
        finally:
            profile.close()

    async def _play_once(self, table: int, node: HostNode) -> None:
        before = node.game
        while node.game is before:
            node.set_ready()
            with suppress(LobbyError):  # not everybody is ready yet
                await node.start()
            await trio.sleep(LOOK_EVERY_S)
        game = node.game
        while game is None or not game.table.is_signed:  # noqa: ASYNC110 - nothing to wait on
            await trio.sleep(LOOK_EVERY_S)
        self.games[table] += 1


async def _listen_to(node: Node) -> None:
    async for _ in node.events:
        pass


def is_flat(samples: Sequence[Sample]) -> bool:
    """Whether neither memory nor descriptors grew once everything had its size."""
    settled = samples[int(len(samples) * WARM_UP) :]
    half = len(settled) // 2
    early, late = settled[:half], settled[half:]
    if not early:
        raise ValueError("too few samples: let it run for two minutes at least")

    def grown(values: tuple[Sequence[int], Sequence[int]]) -> tuple[float, float]:
        return statistics.median(values[0]), statistics.median(values[1])

    memory = grown(([one.memory_kb for one in early], [one.memory_kb for one in late]))
    files = grown(([one.descriptors for one in early], [one.descriptors for one in late]))
    return memory[1] <= memory[0] * MEMORY_SLACK and files[1] <= files[0] + DESCRIPTOR_SLACK


async def run(minutes: float, tables: int, root: Path) -> tuple[list[Sample], list[int]]:
    """The samples, and the games that each table has played."""
    soak, samples = Soak(root, tables), list[Sample]()
    begun = trio.current_time()
    with trio.move_on_after(60 * minutes):
        async with trio.open_nursery() as nursery:
            for table in range(tables):
                nursery.start_soon(soak.play, table)
            while True:
                await trio.sleep(SAMPLE_EVERY_S)
                samples.append(Sample.take(trio.current_time() - begun, sum(soak.games)))
                print(samples[-1], flush=True)
    return samples, soak.games


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, sample, say whether it is flat: 0 if so, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=8)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="belote-soak-") as root:
        samples, games = trio.run(run, options.minutes, options.tables, Path(root))
    flat = is_flat(samples)
    print(f"games by table: {games}")
    print("flat" if flat else "it grows")
    return int(not flat or not all(games))


if __name__ == "__main__":
    sys.exit(main())
