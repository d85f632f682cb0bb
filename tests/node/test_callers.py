"""Callers at the door, on virtual time: nobody keeps others out, and refusals are told briefly."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from belote_net.node.callers import (
    MAX_CALLERS,
    MAX_OF_ONE_MACHINE,
    MAX_OF_THIS_MACHINE,
    PASSES_WITHIN_S,
    STEP_CREDIT_S,
    TELL_EVERY_S,
    Caller,
    Callers,
    Refusals,
    machine_of,
)
from belote_net.node.events import CallerRefused, NodeEvent
from belote_net.node.link import HANDSHAKE_DEADLINE_S

ANA, BOB = "10.0.0.1", "10.0.0.2"


@dataclass
class Door:
    """Callers who say nothing until somebody ends their handshake."""

    nursery: trio.Nursery
    callers: Callers = field(default_factory=Callers)
    inside: list[str] = field(default_factory=list)
    ended: dict[str, bool] = field(default_factory=dict)

    async def call(self, name: str, host: str | None) -> Caller:
        """A caller comes and stays."""
        caller: Caller = await self.nursery.start(self._stay, name, host)
        await trio.testing.wait_all_tasks_blocked()
        return caller

    async def _stay(
        self, name: str, host: str | None, *, task_status: trio.TaskStatus[Caller]
    ) -> None:
        with self.callers.let_in(host) as caller:
            self.inside.append(name)
            task_status.started(caller)
            await trio.sleep_forever()
        self.inside.remove(name)
        self.ended[name] = caller.was_cut


async def test_a_new_caller_takes_the_room_of_the_one_who_was_quiet_longest() -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        for number in range(MAX_OF_ONE_MACHINE + 3):
            await door.call(f"{number}", ANA)
        assert door.inside == [f"{number}" for number in range(3, MAX_OF_ONE_MACHINE + 3)]
        assert door.ended == {"0": True, "1": True, "2": True}
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("hosts", "limit"),
    [
        (["192.168.1.7"], MAX_OF_ONE_MACHINE),
        (["192.168.1.7", "::ffff:192.168.1.7"], MAX_OF_ONE_MACHINE),
        (["2001:db8::1", "2001:db8::ffff:1", "2001:db8::3:2:1"], MAX_OF_ONE_MACHINE),
        (["127.0.0.1", "::1", "127.0.0.9"], MAX_OF_THIS_MACHINE),
        ([None], MAX_OF_THIS_MACHINE),
    ],
)
async def test_one_machine_has_its_share(hosts: list[str | None], limit: int) -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        await door.call("friend", BOB)
        for number in range(5 * MAX_CALLERS):
            await door.call(f"{number}", hosts[number % len(hosts)])
        assert len(door.inside) == limit + 1
        assert door.inside[0] == "friend"
        nursery.cancel_scope.cancel()


async def test_when_all_room_is_taken_the_largest_crowd_gives_way() -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        await door.call("friend", BOB)
        for machine in range(MAX_CALLERS // 2 + 3):
            for number in range(2):
                await door.call(f"{machine}/{number}", f"10.1.0.{machine}")
        assert len(door.inside) == MAX_CALLERS
        assert "friend" in door.inside
        nursery.cancel_scope.cancel()


async def test_among_crowds_alike_who_came_first_gives_way() -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        for machine in range(MAX_CALLERS + 1):
            await door.call(f"{machine}", f"10.1.0.{machine}")
        assert door.inside == [f"{machine}" for machine in range(1, MAX_CALLERS + 1)]
        nursery.cancel_scope.cancel()


async def test_who_takes_a_step_is_not_cut_for_those_who_take_none(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        friend = await door.call("friend", ANA)
        friend.note_step()
        for number in range(5 * MAX_OF_ONE_MACHINE):
            await door.call(f"{number}", ANA)
        assert "friend" in door.inside
        assert len(door.inside) == MAX_OF_ONE_MACHINE
        # One step is not a place for ever.
        await trio.sleep(STEP_CREDIT_S + 0.1)
        for number in range(100, 100 + MAX_OF_ONE_MACHINE):
            await door.call(f"{number}", ANA)
        assert "friend" not in door.inside
        nursery.cancel_scope.cancel()


async def test_while_all_of_one_machine_take_steps_no_more_of_it_are_let_in(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        busy = [f"{number}" for number in range(MAX_OF_ONE_MACHINE)]
        for name in busy:
            (await door.call(name, ANA)).note_step()
        assert (await door.call("one more", ANA)).was_cut
        assert door.inside == busy
        await door.call("elsewhere", BOB)
        assert door.inside == [*busy, "elsewhere"]
        await trio.sleep(STEP_CREDIT_S + 0.1)
        assert not (await door.call("later", ANA)).was_cut
        nursery.cancel_scope.cancel()


async def test_a_handshake_ends_at_its_deadline(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        door = Door(nursery)
        start = trio.current_time()
        await door.call("slow", ANA)
        await trio.sleep(HANDSHAKE_DEADLINE_S - 0.1)
        assert door.inside == ["slow"]
        await trio.sleep(0.2)
        assert door.ended == {"slow": False}
        assert trio.current_time() - start < HANDSHAKE_DEADLINE_S + 1


async def test_who_is_past_the_handshake_is_never_cut() -> None:
    callers = Callers()
    with callers.let_in(ANA) as member:
        pass
    async with trio.open_nursery() as nursery:
        door = Door(nursery, callers)
        for number in range(2 * MAX_CALLERS):
            await door.call(f"{number}", ANA)
        assert not member.was_cut
        assert not member.scope.cancel_called
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("host", "machine"),
    [("10.0.0.1", "10.0.0.1"), ("fe80::1%eth0", "fe80::/64"), ("fd00::1", "fd00::/64")],
)
def test_machines_are_told_apart(host: str, machine: str) -> None:
    assert machine_of(host) == machine


def test_a_host_that_is_no_address_counts_as_this_machine() -> None:
    assert machine_of("pipe") == machine_of(None) == machine_of("127.0.0.1") == machine_of("::1")


async def test_a_flood_of_refusals_is_told_once_a_minute_with_how_many(
    autojump_clock: MockClock,
) -> None:
    told: list[NodeEvent] = []
    refusals = Refusals(told.append)
    for _ in range(1000):
        refusals.note("code", "no code", ANA)
    refusals.note("tls", "no TLS", BOB)
    await trio.sleep(TELL_EVERY_S)
    refusals.note("code", "no code", BOB)
    refusals.note("code", "no code", BOB)
    assert told == [
        CallerRefused("no code", ANA, 1),
        CallerRefused("no TLS", BOB, 1),
        CallerRefused("no code", BOB, 1000),
    ]


async def test_a_refusal_that_passes_by_itself_is_told_only_if_it_does_not(
    autojump_clock: MockClock,
) -> None:
    """A newcomer calls members who have not heard of him yet; a stranger goes on calling."""
    told: list[NodeEvent] = []
    refusals = Refusals(told.append)

    def call(host: str) -> None:
        refusals.note("unknown", "no member", host, passes_s=PASSES_WITHIN_S)

    call(ANA)
    await trio.sleep(1)
    call(ANA)
    await trio.sleep(10 * TELL_EVERY_S)
    assert told == []
    for _ in range(4):
        call(BOB)
        await trio.sleep(PASSES_WITHIN_S / 2)
    assert told == [CallerRefused("no member", BOB, 3)]
    await trio.sleep(TELL_EVERY_S - 2 * PASSES_WITHIN_S)
    call(BOB)
    await trio.sleep(PASSES_WITHIN_S)
    call(BOB)
    assert told[1:] == [CallerRefused("no member", BOB, 3)]
