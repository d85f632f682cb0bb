"""One of four processes is killed for good: the others vote, a bot sits down, the game ends."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import trio

from tests.e2e.seats import PROGRAM, Seat
from tests.e2e.test_four_processes import NAMES, in_a_trick, kill_when, sit_down

DEADLINE_S = 200
"""Real seconds on a busy machine; ten of them pass before a lost link is told."""


def verified(log: Path) -> dict[str, object]:
    """What `verify` finds in a log."""
    command = [*PROGRAM, "verify", str(log), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    found: dict[str, object] = json.loads(done.stdout)
    # What came late for a deck that is dead already is kept by some and dropped by others.
    return {name: value for name, value in found.items() if name not in ("file", "records")}


async def test_a_bot_takes_the_seat_of_who_was_killed(tmp_path: Path) -> None:
    seats = [Seat(tmp_path, name) for name in NAMES]
    host, marcel, jo, ines = seats
    others = (host, jo, ines)
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            await sit_down(seats, nursery, "--set", "target=300")
            await host.type("start")
            await marcel.until(r"Deal \d+\.")
            await kill_when(marcel, in_a_trick)
            for seat in others:
                await seat.until(r"Waiting for Marcel \(not linked for \d+ s\)\.")
            await host.type("vote")
            await host.until("A vote cannot be taken back")
            await host.type("vote yes")
            for seat in (jo, ines):
                # Who is told a moment later may read of two at once.
                await seat.until("Lea.* proposes? to go on without Marcel")
                await seat.type("vote")
                await seat.until("Type vote yes")
                await seat.type("vote yes")
            for seat in others:
                await seat.until("Marcel does not answer: the table goes on without Marcel")
                await seat.until("Marcel has forfeited deal")
            await jo.until("Type bot to give it to a bot")
            await jo.type("bot")
            for seat in (ines, host):  # in the order in which their word is due
                await seat.until(r"bot \(on Jo's machine: it will see seats 2 and 3\) is to take")
                await seat.until("Type play on")
                await seat.type("play on")
            for seat in others:
                await seat.until("has taken the free seat")
            for seat in others:
                await seat.until("The game is kept in")
            for seat in others:
                await seat.leave()
            nursery.cancel_scope.cancel()
    found = [verified(seat.log) for seat in others]
    assert found[0] == found[1] == found[2]
    assert found[0]["verdict"] == "finished"
    assert found[0]["signed"] == len(NAMES)
    assert any(
        deal["outcome"] == "forfeit"
        for deal in found[0]["deals"]  # type: ignore[attr-defined]  # a list of deals
    )
