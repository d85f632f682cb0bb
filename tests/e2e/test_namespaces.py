"""Four machines on a switch: a cable is pulled, the host moves, and one player goes for good."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from belote_protocol.entry import SignedEntry
from tests.e2e.namespaces import Machine, address, machines, why_not
from tests.e2e.seats import Seat
from tests.e2e.test_four_processes import in_a_trick, in_the_auction, kill_when, verify

REASON = why_not()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(REASON is not None, reason=str(REASON)),
]

NAMES = ("Lea", "Marcel", "Jo", "Ines")
CABLE_OUT_S = 10.0


async def reach(seat: Seat, moment: Callable[[list[SignedEntry]], bool]) -> None:
    """Wait for a moment that this player's disk shows, in what is played from now on."""
    seen = len(seat.entries())
    while len(entries := seat.entries()) <= seen or not moment(entries):  # noqa: ASYNC110 - a file
        await trio.sleep(0.005)


async def sit_down(seats: list[Seat], nursery: trio.Nursery) -> None:
    """Join by the address of the host's machine, since no name is known on this switch."""
    host, *guests = seats
    await host.start(nursery, "host", "--set", "target=1000")
    for number, guest in enumerate(guests, start=1):
        code, shown = await host.code_and_address(codes=number)
        port = shown.rpartition(":")[2]
        await guest.start(nursery, "join", code, f"{address(1)}:{port}")
        await guest.until("Type ready")
        await guest.type("ready")
        await host.until(rf"{guest.name} \(ready\)")
    await host.type("start")


async def lose_a_cable(seat: Seat, machine: Machine) -> None:
    """Pull a player's cable in the auction for ten seconds; he plays on afterwards."""
    await reach(seat, in_the_auction)
    machine.plug(plugged=False)
    await trio.sleep(CABLE_OUT_S)
    machine.plug(plugged=True)
    await reach(seat, in_a_trick)


async def move_the_host(seat: Seat, machine: Machine, nursery: trio.Nursery) -> None:
    """Kill the host in a trick, and go on with another address."""
    await kill_when(seat, in_a_trick)
    machine.move(1, 101)
    await seat.start(nursery, "resume")
    await seat.until("Your hand")
    await reach(seat, in_the_auction)


async def leave_for_good(seats: list[Seat], leaver: Seat) -> None:
    """Kill a player; the others go on without him, with a bot in his seat."""
    stayed = [seat for seat in seats if seat is not leaver]
    await kill_when(leaver, in_a_trick)
    host, *others = stayed
    for seat in stayed:
        await seat.until(rf"Waiting for {leaver.name} \(not linked")
    await host.type("vote")
    await host.until("A vote cannot be taken back")
    await host.type("vote yes")
    for seat in others:
        # Who is told a moment later may read of two at once.
        await seat.until(rf"Lea.* proposes? to go on without {leaver.name}")
        await seat.type("vote")
        await seat.until("Type vote yes")
        await seat.type("vote yes")
    await host.until("Type bot to give it to a bot")
    await host.type("bot")
    for seat in others:
        await seat.until("Type play on")
        await seat.type("play on")


async def test_a_cable_a_move_and_one_gone_for_good(tmp_path: Path) -> None:
    with trio.fail_after(300), machines(len(NAMES)) as there:
        seats = [
            Seat(tmp_path, name, wrapper=machine.wrapper)
            for name, machine in zip(NAMES, there, strict=True)
        ]
        async with trio.open_nursery() as nursery:
            await sit_down(seats, nursery)
            await lose_a_cable(seats[1], there[1])
            await move_the_host(seats[0], there[0], nursery)
            await leave_for_good(seats, seats[3])
            for seat in seats[:3]:
                await seat.until("The game is kept in")
            for seat in seats[:3]:
                await seat.leave()
            nursery.cancel_scope.cancel()
    heads = [{entry.head for entry in seat.entries()} for seat in seats[:3]]
    assert heads[0] == heads[1] == heads[2]
    verdict = await trio.to_thread.run_sync(verify, seats[0].log)
    assert verdict.returncode == 0, verdict.stdout
