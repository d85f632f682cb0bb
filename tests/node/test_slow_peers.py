"""Peers who read or write slowly, or vanish: each costs its own link, and only that."""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from belote_net.node.changes import Changes
from belote_net.node.errors import PeerLost
from belote_net.node.frames import (
    LINK,
    Ping,
    Pong,
    Role,
    Say,
)
from belote_net.node.framing import encode_frame
from belote_net.node.handshake import Peer
from belote_net.node.link import DEAD_AFTER_S, FrameStream
from belote_net.node.session import MAX_SAYS, Session
from tests.node.support import identity
from tests.node.test_open_doors import open_door
from tests.node.test_session import Quiet, a_say

LEA = identity("lea").public


def session_on(stream: trio.abc.Stream, name: str, hub: Quiet, changes: Changes) -> Session:
    peer = Peer(identity(name).public, b"i" * 16, Role.PLAY, b"r" * 16, joined=False)
    return Session(FrameStream(stream, LINK), peer, hub, changes, dialled=True, observed_host=None)


async def test_an_endless_frame_is_silence(autojump_clock: MockClock) -> None:
    """Bytes come all the time, one a second, and never a frame."""
    left, right = trio.testing.memory_stream_pair()
    session = session_on(left, "peer", Quiet(), Changes())
    frame = encode_frame(a_say(1))
    start = trio.current_time()

    async def trickle() -> None:
        for byte in frame:
            await right.send_all(bytes([byte]))
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trickle)
        assert await session.run() == "nothing came for 20 seconds"
        assert trio.current_time() - start == DEAD_AFTER_S < len(frame)
        nursery.cancel_scope.cancel()


async def test_who_does_not_read_is_cut_and_slows_nobody(autojump_clock: MockClock) -> None:
    """A lockstep stream has no buffer at all: whoever sends on it waits for its reader."""
    hub, changes = Quiet(), Changes()
    slow_end, nobody_reads = trio.testing.lockstep_stream_pair()
    good_end, reader_end = trio.testing.memory_stream_pair()
    slow = session_on(slow_end, "slow", hub, changes)
    good = session_on(good_end, "good", hub, changes)
    reader = FrameStream(reader_end, LINK)
    heard: list[Say] = []
    reasons: list[str] = []

    async def listen() -> None:
        while True:
            frame = await reader.receive()
            if isinstance(frame, Ping):
                await reader.send(Pong())
            elif isinstance(frame, Say):
                heard.append(frame)

    async def talk_on() -> None:
        # Whoever does not read may still write, so that it does not count as silent.
        with suppress(PeerLost):
            while True:
                await FrameStream(nobody_reads, LINK).send(Pong())
                await trio.sleep(1)

    async def run_slow() -> None:
        reasons.append(await slow.run())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen)
        nursery.start_soon(run_slow)
        nursery.start_soon(good.run)
        nursery.start_soon(talk_on)
        for number in range(500):
            for session in (slow, good):
                session.say(a_say(number))
            await trio.sleep(0.01)
            assert heard[-1].number == number
        assert len(heard) == 500
        assert len(slow._says) == MAX_SAYS
        await trio.sleep(DEAD_AFTER_S)
        assert reasons == ["took nothing for 20 seconds"]
        nursery.cancel_scope.cancel()


async def test_a_peer_that_vanished_is_noticed_and_can_come_again(
    autojump_clock: MockClock,
) -> None:
    """No end of the stream ever comes: somebody pulled the cable."""
    async with open_door() as door:
        await door.friend()
        await trio.sleep(DEAD_AFTER_S - 1)
        assert LEA in door.links.sessions
        await trio.sleep(2)
        assert door.links.sessions == {}
        await door.friend()
        assert LEA in door.links.sessions


async def test_a_peer_that_vanished_need_not_wait_to_come_again(
    autojump_clock: MockClock,
) -> None:
    async with open_door() as door:
        await door.friend()
        half_open = door.links.sessions[LEA]
        with trio.fail_after(0.1):
            await door.friend()
        await trio.testing.wait_all_tasks_blocked()
        assert door.links.sessions[LEA] is not half_open


async def test_what_comes_after_an_oversized_length_is_not_read(
    autojump_clock: MockClock,
) -> None:
    left, right = trio.testing.memory_stream_pair()
    session = session_on(left, "peer", Quiet(), Changes())
    await right.send_all((65_537).to_bytes(4, "big") + bytes(1000))
    assert await session.run() == "frame of at most 65536 bytes expected, got 65537"
    with pytest.raises(PeerLost):
        await FrameStream(right, LINK).send(Ping())
