"""Tables are found without an address: on networks of any size, on one machine, past bridges."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.e2e.namespaces import BRIDGE_ADDRESS, Machine, address, machines, why_not
from tests.e2e.seats import PROGRAM, Seat
from tests.e2e.test_four_processes import NAMES

REASON = why_not()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(REASON is not None, reason=str(REASON)),
]

DEADLINE_S = 120
"""Real seconds on a busy machine: an announcement takes 1.7, a search 2."""


@asynccontextmanager
async def hosting(host: Seat, *guests: Seat) -> AsyncIterator[trio.Nursery]:
    """The host's table, which has announced itself; at the end all programs are ended."""
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            await host.start(nursery, "host")
            await host.until("in another window here")
            await trio.sleep(3)
            yield nursery
            for seat in (host, *guests):
                await seat.kill()
            nursery.cancel_scope.cancel()


async def find_and_join(host: Seat, guests: list[Seat], nursery: trio.Nursery) -> None:
    """Let each guest find the table by the code alone."""
    for number, guest in enumerate(guests, start=1):
        code, _ = await host.code_and_address(codes=number)
        await guest.start(nursery, "join", code)
        await guest.until("Type ready")
        assert "Lea's table" in guest.output
        await host.until(f"{guest.name}, met for the first time")


def seats_at(home: Path, there: list[Machine]) -> list[Seat]:
    return [
        Seat(home, name, wrapper=machine.wrapper)
        for name, machine in zip(NAMES, there, strict=False)
    ]


@pytest.mark.parametrize("prefix_length", [16, 24])
async def test_on_a_network_of_any_size(tmp_path: Path, prefix_length: int) -> None:
    with machines(2, prefix_length=prefix_length) as there:
        host, guest = seats_at(tmp_path, there)
        async with hosting(host, guest) as nursery:
            assert f"belote-net join {address(1)}:" in host.output  # where multicast is blocked
            await find_and_join(host, [guest], nursery)


async def test_four_on_one_machine(tmp_path: Path) -> None:
    with machines(1) as there:
        host, *guests = seats_at(tmp_path, there * 4)
        async with hosting(host, *guests) as nursery:
            await find_and_join(host, guests, nursery)


async def test_past_the_bridge_of_a_program_for_containers(tmp_path: Path) -> None:
    """Both machines have one: its address is the same on both, and leads nowhere."""
    with machines(2) as there:
        for machine in there:
            machine.add_bridge()
            machine.lead_outward(address(254))
        host, guest = seats_at(tmp_path, there)
        async with hosting(host, guest) as nursery:
            shown = [line for line in host.output.splitlines() if "finds nothing" in line]
            assert f" {address(1)}:" in shown[0]
            assert f" {BRIDGE_ADDRESS}:" in shown[1]
            await find_and_join(host, [guest], nursery)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)], ids=str)
async def test_four_machines_have_one_order_of_play_whoever_came_first(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    with machines(4) as there:
        seats = seats_at(tmp_path, there)
        host, guests = seats[0], [seats[index] for index in order]
        async with hosting(*seats) as nursery:
            await find_and_join(host, guests, nursery)
            for guest in guests:
                await guest.type("ready")
                await host.until(rf"{guest.name} \(ready\)")
            await host.type("start")
            shown = [(await seat.until(r"In order of play: .*\.")).group() for seat in seats]
            assert len(set(shown)) == 1
            assert all(seat.name in shown[0] for seat in seats)


def test_a_machine_that_drops_what_comes_is_called_a_firewall(tmp_path: Path) -> None:
    with machines(2) as there:
        there[1].plug(plugged=False)  # nothing that is sent there is ever answered
        there[0].learn_neighbour(address(2))
        command = (*there[0].wrapper, *PROGRAM, "--as", "Bob", "join", f"{address(2)}:22032")
        done = subprocess.run(
            [*command, "7-trefle-capot"],
            env=os.environ | {"BELOTE_NET_HOME": str(tmp_path), "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert f"{address(2)}:22032 does not answer: a firewall" in done.stderr
