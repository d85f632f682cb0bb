"""The door of one node, with TLS and handshakes, on virtual time: silence, trickles, overload."""

from __future__ import annotations

import errno
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest
import trio
import trio.testing
from trio.testing import MemoryReceiveStream, MemorySendStream, MockClock

from belote_net.node.atlas import Atlas
from belote_net.node.callers import MAX_OF_THIS_MACHINE, PASSES_WITHIN_S, STEP_CREDIT_S
from belote_net.node.changes import Changes
from belote_net.node.errors import PeerLost, PeerRefused, Refusal
from belote_net.node.events import CallerRefused, CodeTried, NodeEvent
from belote_net.node.frames import JoinHello, Role
from belote_net.node.guard import MAX_ATTEMPTS, CodeGuard
from belote_net.node.handshake import Peer, come_back, join
from belote_net.node.link import HANDSHAKE_DEADLINE_S, FrameStream
from belote_net.node.links import ACCEPT_PAUSE_S, Links
from belote_net.node.pake import PakeSide, begin
from belote_net.node.tls import dial_tls, new_credentials
from belote_net.node.transport import Stream, dial
from belote_protocol.identity import PublicIdentity
from tests.node.support import identity, seeded
from tests.node.test_handshake import ROOM, who
from tests.node.test_session import Quiet

MemoryStream = trio.StapledStream[MemorySendStream, MemoryReceiveStream]


@dataclass
class StillHouse(Quiet):
    """A node that lets all members in and calls nobody."""

    room: bytes = ROOM
    host: PublicIdentity = identity("host").public
    guard: CodeGuard | None = None
    knows_all: bool = True

    def is_member(self, identity: PublicIdentity) -> bool:
        return True

    def may_return(self, identity: PublicIdentity) -> bool:
        return self.knows_all

    def reserve(self, peer: Peer) -> bool:
        return True

    def release(self, identity: PublicIdentity) -> None:
        return

    def others(self) -> tuple[tuple[PublicIdentity, bool], ...]:
        return ()

    def note_presence(self, identity: PublicIdentity, *, left: str | None) -> None:
        return


class Ear(trio.abc.Listener[Stream]):
    """Where callers come in; the system may have no room for more.

    Attributes:
        limit: how many streams may be open at once.
        overload: how often accepting fails whatever is open.
        failures: how often it has failed.
    """

    def __init__(self) -> None:
        self.limit = 1000
        self.overload = 0
        self.failures = 0
        self._open: set[MemoryStream] = set()
        self._send, self._receive = trio.open_memory_channel[MemoryStream](1000)

    def call(self) -> Stream:
        ours, theirs = trio.testing.memory_stream_pair()
        self._send.send_nowait(theirs)
        return ours

    async def accept(self) -> Stream:
        stream = await self._receive.receive()
        if self.failures < self.overload or len(self._open) >= self.limit:
            self.failures += 1
            self._send.send_nowait(stream)
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        self._open.add(stream)
        stream.receive_stream.close_hook = lambda: self._open.discard(stream)
        return stream

    async def aclose(self) -> None:
        await self._receive.aclose()


@dataclass
class Door:
    """A node's links, whose only way in is `ear`."""

    ear: Ear
    links: Links
    house: StillHouse
    told: list[NodeEvent] = field(default_factory=list)

    async def friend(self, *, after_tls: Callable[[], None] = lambda: None) -> Peer:
        """A member comes back; something may happen while he is on the way."""
        secured, certificate_hash = await dial_tls(self.ear.call())
        after_tls()
        await trio.testing.wait_all_tasks_blocked()
        frames = FrameStream(secured)
        return await come_back(frames, certificate_hash, who("lea"), ROOM, lambda one: True)

    async def through_tls(self) -> FrameStream:
        secured, _ = await dial_tls(self.ear.call())
        return FrameStream(secured)

    def refusals(self) -> list[CallerRefused]:
        return [event for event in self.told if isinstance(event, CallerRefused)]


@asynccontextmanager
async def open_door() -> AsyncIterator[Door]:
    told: list[NodeEvent] = []
    guard = CodeGuard(seeded("door"), lambda left: told.append(CodeTried(left)))
    house, ear = StillHouse(guard=guard), Ear()
    links = Links(who("host"), house, Atlas(), dial, told.append, Changes())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(links.serve, [ear], new_credentials(), nursery)
        yield Door(ear, links, house, told)
        nursery.cancel_scope.cancel()


async def test_silent_callers_do_not_keep_a_friend_out(autojump_clock: MockClock) -> None:
    async with open_door() as door:
        silent = [door.ear.call() for _ in range(4 * MAX_OF_THIS_MACHINE)]
        await trio.testing.wait_all_tasks_blocked()
        start = trio.current_time()
        with trio.fail_after(1):
            await door.friend()
        assert trio.current_time() - start < 1
        assert identity("lea").public in door.links.sessions
        assert [event.reason for event in door.refusals()] == [
            "more callers at once than there is room for"
        ]
        assert len(silent) == 4 * MAX_OF_THIS_MACHINE


async def test_callers_who_stop_after_tls_do_not_keep_a_friend_out_for_long(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:
        for _ in range(MAX_OF_THIS_MACHINE):
            await door.through_tls()
        with pytest.raises(PeerLost):
            await door.friend()
        await trio.sleep(STEP_CREDIT_S)
        await door.friend()


async def test_a_flood_of_new_callers_does_not_cut_a_friend_who_is_on_the_way(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:

        def flood() -> None:
            for _ in range(10 * MAX_OF_THIS_MACHINE):
                door.ear.call()

        await door.friend(after_tls=flood)


async def test_a_newcomer_who_is_not_known_yet_is_no_news_and_a_stranger_is(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:
        door.house.knows_all = False
        for told in (0, 0, 1):
            with pytest.raises(PeerRefused):
                await door.friend()
            assert len(door.refusals()) == told
            await trio.sleep(PASSES_WITHIN_S / 2)
        assert door.refusals()[0].times == 3


async def test_a_door_that_the_system_cannot_open_is_tried_again_and_told_of_once(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:
        door.ear.overload = 40
        start = trio.current_time()
        await door.friend()
        assert trio.current_time() - start == pytest.approx(40 * ACCEPT_PAUSE_S, abs=0.1)
        (refusal,) = door.refusals()
        assert "Too many open files" in refusal.reason


async def test_silent_callers_give_their_descriptors_to_a_friend(
    autojump_clock: MockClock,
) -> None:
    """The system has fewer descriptors than we would let callers in."""
    async with open_door() as door:
        door.ear.limit = 4
        for _ in range(20):
            door.ear.call()
        with trio.fail_after(21 * ACCEPT_PAUSE_S):
            await door.friend()
        assert 0 < door.ear.failures <= 20
        reasons = [event.reason for event in door.refusals()]
        assert len([one for one in reasons if "Too many open files" in one]) == 1


async def test_a_trickle_of_bytes_is_no_handshake(autojump_clock: MockClock) -> None:
    """One byte a second, of TLS or of a frame behind it, lasts no longer than silence."""
    async with open_door() as door:
        plain, frames = door.ear.call(), await door.through_tls()
        behind_tls = frames._stream
        start = trio.current_time()

        async def trickle(stream: trio.abc.Stream, data: bytes) -> None:
            with suppress(trio.BrokenResourceError):
                for byte in data:
                    await stream.send_all(bytes([byte]))
                    await trio.sleep(1)

        async with trio.open_nursery() as nursery:
            # A record of TLS, and a frame, that say they are 4,000 bytes long.
            nursery.start_soon(trickle, plain, b"\x16\x03\x01\x0f\xa0" + b"\x01" * 4000)
            nursery.start_soon(trickle, behind_tls, b"\x00\x00\x0f\xa0" + b"\x96" * 4000)
        assert trio.current_time() - start == pytest.approx(HANDSHAKE_DEADLINE_S, abs=1.1)
        assert [event.reason for event in door.refusals()] == ["who called did not say who it is"]


async def test_an_oversized_frame_ends_the_call_before_it_is_read(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:
        frames = await door.through_tls()
        await frames._stream.send_all((4097).to_bytes(4, "big"))
        with pytest.raises(PeerLost):
            await frames.receive()
        assert [event.reason for event in door.refusals()] == [
            "frame of at most 4096 bytes expected, got 4097"
        ]


def hello(message: bytes) -> JoinHello:
    me = who("mallory")
    return JoinHello(1, Role.PLAY, me.identity.public, me.instance, bytes(32), message)


Try = Callable[[Door, MockClock], Awaitable[None]]


async def hang_up(door: Door, clock: MockClock) -> None:
    frames = await door.through_tls()
    await frames.send(hello(begin(PakeSide.GUEST, "0-zebre-zebre", seeded("x")).message))
    await frames.receive()
    await frames.aclose()


async def send_nonsense(door: Door, clock: MockClock) -> None:
    frames = await door.through_tls()
    await frames.send(hello(b"A" + b"\xff" * 32))
    with pytest.raises(PeerLost):
        await frames.receive()


async def fall_silent(door: Door, clock: MockClock) -> None:
    frames = await door.through_tls()
    await frames.send(hello(begin(PakeSide.GUEST, "0-zebre-zebre", seeded("x")).message))
    await frames.receive()
    clock.jump(HANDSHAKE_DEADLINE_S)


async def speak_out_of_turn(door: Door, clock: MockClock) -> None:
    frames = await door.through_tls()
    one = hello(begin(PakeSide.GUEST, "0-zebre-zebre", seeded("x")).message)
    await frames.send(one)
    await frames.receive()
    await frames.send(one)
    with pytest.raises(PeerLost):
        await frames.receive()


@pytest.mark.parametrize("try_once", [hang_up, send_nonsense, fall_silent, speak_out_of_turn])
async def test_the_host_hears_of_every_try_however_it_ends(
    mock_clock: MockClock, try_once: Try
) -> None:
    async with open_door() as door:
        for _ in range(MAX_ATTEMPTS):
            await try_once(door, mock_clock)
            await trio.testing.wait_all_tasks_blocked()
        tried = [event.attempts_left for event in door.told if isinstance(event, CodeTried)]
        assert tried == [4, 3, 2, 1, 0]
        guard = door.house.guard
        assert guard is not None
        secured, certificate_hash = await dial_tls(door.ear.call())
        with pytest.raises(PeerRefused) as caught:
            await join(FrameStream(secured), certificate_hash, who("paul"), guard.code)
        assert caught.value.reason is Refusal.LOCKED
        guard.renew()
        secured, certificate_hash = await dial_tls(door.ear.call())
        await join(FrameStream(secured), certificate_hash, who("paul"), guard.code)
        assert tried == [event.attempts_left for event in door.told if isinstance(event, CodeTried)]


async def test_a_try_at_the_old_code_is_none_at_the_new_one(mock_clock: MockClock) -> None:
    async with open_door() as door:
        guard = door.house.guard
        assert guard is not None
        frames = await door.through_tls()
        await frames.send(hello(begin(PakeSide.GUEST, guard.code, seeded("x")).message))
        await frames.receive()
        guard.renew()
        await frames.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert guard.attempts_left == MAX_ATTEMPTS
        assert not any(isinstance(event, CodeTried) for event in door.told)
