"""Four processes that trust nobody play a whole game; three are killed on the way."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from belote_net.table.messages import Call, Play
from belote_protocol.deck_state import completing_seq
from belote_protocol.entry import SignedEntry
from tests.e2e.seats import PROGRAM, Seat

NAMES = ("Lea", "Marcel", "Jo", "Ines")


def in_the_auction(entries: list[SignedEntry]) -> bool:
    return entries[-1].entry.kind == Call.kind


def in_a_trick(entries: list[SignedEntry]) -> bool:
    return sum(entry.entry.kind == Play.kind for entry in entries) % 4 == 2


def in_deck_preparation(entries: list[SignedEntry]) -> bool:
    last = entries[-1].entry
    return last.chain.startswith("deck/") and 0 < last.seq < completing_seq(len(NAMES))


async def kill_when(seat: Seat, moment: Callable[[list[SignedEntry]], bool]) -> None:
    """Kill a player at the first look at his disk that shows this moment, in a later deal."""
    seen = len(seat.entries())
    while True:
        entries = seat.entries()
        if len(entries) > seen and moment(entries):
            await seat.kill()
            return
        await trio.sleep(0.005)


async def sit_down(seats: list[Seat], nursery: trio.Nursery, *arguments: str) -> None:
    """Open a table, join it by its codes one after another, and make everybody ready."""
    host, *guests = seats
    await host.start(nursery, "host", *arguments)
    for number, guest in enumerate(guests, start=1):
        # Each seat that is taken changes the code.
        code, address = await host.code_and_address(codes=number)
        await guest.start(nursery, "join", code, address)
        await guest.until("Type ready")
        await guest.type("ready")
        await host.until(rf"{guest.name} \(ready\)")


async def play(home: Path, *, target: int, kills: bool) -> list[Seat]:
    """Four processes play a whole game; three of them are killed on the way, if told so."""
    seats = [Seat(home, name) for name in NAMES]
    host, *guests = seats
    async with trio.open_nursery() as nursery:
        await sit_down(seats, nursery, "--set", f"target={target}")
        await host.type("start")
        moments = (in_the_auction, in_a_trick, in_deck_preparation) if kills else ()
        for victim, moment in zip((guests[0], host, guests[2]), moments, strict=False):
            await victim.until(r"Deal \d+\.")
            await kill_when(victim, moment)
            await victim.start(nursery, "resume")
            await victim.until("Your hand")
        for seat in seats:
            await seat.until("The game is kept in")
        for seat in seats:
            await seat.leave()
        nursery.cancel_scope.cancel()
    return seats


def verify(*paths: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "verify", *map(str, paths)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("kills", [False, True])
async def test_a_whole_game(tmp_path: Path, kills: bool) -> None:  # noqa: FBT001 - a parameter
    with trio.fail_after(240):
        seats = await play(tmp_path, target=500, kills=kills)
    heads = [{entry.head for entry in seat.entries()} for seat in seats]
    for entries, seat in zip(heads, seats, strict=True):
        assert entries == heads[0], f"the log of {seat.name} differs"
    verdict = await trio.to_thread.run_sync(verify, seats[0].log)
    assert verdict.returncode == 0, verdict.stdout
    comparison = await trio.to_thread.run_sync(verify, seats[0].log, seats[3].log)
    assert comparison.returncode == 0, comparison.stdout
