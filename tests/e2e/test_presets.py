"""A whole match by every preset, played by four processes, each with its own disk and keys."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import trio

from belote_net.rules.presets import PRESETS
from tests.e2e.seats import PROGRAM, Seat
from tests.e2e.test_four_processes import NAMES, sit_down

DEADLINE_S = 400
"""Real seconds for one match on a busy machine; a minute is usual."""


def check_log(log: Path, name: str) -> None:
    """What `verify` says of a finished game."""
    command = [*PROGRAM, "verify", str(log), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["verdict"] == "finished"
    assert found["options"] == PRESETS[name].to_map()
    assert found["signed"] == len(NAMES)
    scored = [deal["points"] for deal in found["deals"] if deal["points"] is not None]
    assert found["scores"] == [sum(points) for points in zip(*scored, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
async def test_four_processes_play_a_match(tmp_path: Path, name: str) -> None:
    seats = [Seat(tmp_path, player) for player in NAMES]
    host, *guests = seats
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            await sit_down(seats, nursery, "--rules", name)
            for guest in guests:
                assert f"Rules: preset {name}." in guest.output
                assert guest.output.count("(annonce_tie): ") == 1
            await host.type("start")
            for seat in seats:
                await seat.until("The game is kept in")
            for seat in seats:
                await seat.leave()
            nursery.cancel_scope.cancel()
    logs = [{entry.head for entry in seat.entries()} for seat in seats]
    assert all(heads == logs[0] for heads in logs)
    check_log(seats[0].log, name)
