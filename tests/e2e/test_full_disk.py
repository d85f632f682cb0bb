"""The disk of one of four processes fills up: it says so and ends, and can come back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from belote_cli.exit_codes import ExitCode
from tests.e2e import seats as seats_module
from tests.e2e.seats import Seat
from tests.e2e.test_four_processes import NAMES, sit_down

ROOM_BYTES = 60_000
"""Enough for the first deck and some tricks."""


@pytest.mark.slow
async def test_who_has_a_full_disk_leaves_with_a_sentence_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = [Seat(tmp_path, name) for name in NAMES]
    host, *guests = table
    victim = guests[1]
    roomy: tuple[str, ...] = seats_module.PROGRAM
    small: tuple[str, ...] = (
        sys.executable,
        "-m",
        "tests.e2e.full_disk",
        f"{ROOM_BYTES}",
        *roomy[3:],
    )
    start = Seat.start

    async def start_somewhere(seat: Seat, nursery: trio.Nursery, *arguments: str) -> None:
        monkeypatch.setattr(seats_module, "PROGRAM", small if seat is victim else roomy)
        await start(seat, nursery, *arguments)

    monkeypatch.setattr(Seat, "start", start_somewhere)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            await sit_down(table, nursery, "--set", "target=300")
            await host.type("start")
            await victim.until("The disk is full. What was written before is safe.")
            assert await victim.leave() == ExitCode.ENVIRONMENT
            for seat in (host, guests[0], guests[2]):
                await seat.until(f"The connection with {victim.name} is lost; the game waits.")
            small = roomy
            await victim.start(nursery, "resume")
            for seat in table:
                await seat.until("The game is kept in")
            for seat in table:
                await seat.leave()
            nursery.cancel_scope.cancel()
    heads = [{entry.head for entry in seat.entries()} for seat in table]
    assert all(one == heads[0] for one in heads)
