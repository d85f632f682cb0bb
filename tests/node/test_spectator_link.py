"""The link of a spectator on virtual time: it costs little, whatever the other side does."""

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
    MAX_CHAINS,
    WATCHING,
    ChainHead,
    Frame,
    Have,
    Here,
    LobbyAsk,
    Ping,
    Pong,
    Role,
)
from belote_net.node.handshake import Peer
from belote_net.node.link import DEAD_AFTER_S, FrameStream
from belote_net.node.session import MAX_SAYS, SPECTATOR_PACE_S, Session
from tests.node.support import identity
from tests.node.test_session import Quiet, a_say

FLOOD = 5000
HEADS = tuple(ChainHead(f"deck/{number}", 1, bytes(32)) for number in range(1, MAX_CHAINS + 1))


class Counting(Quiet):
    """A node that counts the wishes of its spectators."""

    def __init__(self) -> None:
        super().__init__()
        self.wishes = 0

    def take_lobby(self, session: Session, frame: object) -> None:
        self.wishes += 1


def session_of(
    stream: trio.abc.Stream, hub: Quiet, changes: Changes, role: Role = Role.WATCH
) -> Session:
    peer = Peer(identity("peer").public, b"i" * 16, role, b"r" * 16, joined=True)
    phase = WATCHING if role is Role.WATCH else LINK
    return Session(
        FrameStream(stream, phase), peer, hub, changes, dialled=False, observed_host=None
    )


async def heard(role: Role, frames: list[Frame]) -> int:
    """How many of these frames, all sent at once, a node has read after a second."""
    left, right = trio.testing.memory_stream_pair()
    hub = Counting()
    session = session_of(left, hub, Changes(), role)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        for frame in frames:
            await FrameStream(right, LINK).send(frame)
        await trio.sleep(1)
        nursery.cancel_scope.cancel()
    return hub.wishes


async def test_a_flood_from_a_spectator_is_read_at_a_walk(autojump_clock: MockClock) -> None:
    wish = LobbyAsk("Zoé", bytes(32), None, None, ())
    assert await heard(Role.PLAY, [wish] * FLOOD) == FLOOD
    assert await heard(Role.WATCH, [wish] * FLOOD) == pytest.approx(1 / SPECTATOR_PACE_S, abs=2)


async def test_what_a_spectator_names_is_paid_for_by_the_chain(autojump_clock: MockClock) -> None:
    wish = LobbyAsk("Zoé", bytes(32), None, None, ())
    flood: list[Frame] = [Have(bytes(32), HEADS), wish]
    assert await heard(Role.PLAY, flood) == 1
    assert await heard(Role.WATCH, flood) == 0
    assert await heard(Role.WATCH, [Have(bytes(32), HEADS[:8]), wish]) == 1


async def test_who_reads_nothing_is_cut_off_and_the_others_are_not_kept_waiting(
    autojump_clock: MockClock,
) -> None:
    hub, changes = Quiet(), Changes()
    left, right = trio.testing.lockstep_stream_pair()
    deaf = session_of(left, hub, changes)
    near, far = trio.testing.memory_stream_pair()
    player = session_of(near, hub, changes, Role.PLAY)
    reasons: list[str] = []

    async def watch() -> None:
        reasons.append(await deaf.run())

    async def talk_without_listening() -> None:
        with suppress(PeerLost):
            while True:
                await FrameStream(right, LINK).send(Pong())
                await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        nursery.start_soon(talk_without_listening)
        nursery.start_soon(player.run)
        for number in range(10 * MAX_SAYS):
            deaf.say(a_say(number))
        player.say(a_say(1))
        frames, other = [], FrameStream(far, LINK)
        with trio.move_on_after(0.1):
            while True:
                frames.append(await other.receive())
        assert a_say(1) in frames
        assert len(deaf._says) <= MAX_SAYS
        with trio.move_on_after(DEAD_AFTER_S + 1):
            while not reasons:
                await other.send(Pong())
                await trio.sleep(1)
        assert reasons == ["took nothing for 20 seconds"]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("ours", "theirs"), [(Role.PLAY, Role.WATCH), (Role.WATCH, Role.PLAY)])
async def test_where_others_live_is_not_told(
    autojump_clock: MockClock, ours: Role, theirs: Role
) -> None:
    left, right = trio.testing.memory_stream_pair()
    hub = Quiet()
    hub.role = ours
    session, other = session_of(left, hub, Changes(), theirs), FrameStream(right, LINK)
    frames: list[Frame] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.run)
        with trio.move_on_after(6):
            while True:
                frames.append(await other.receive())
        nursery.cancel_scope.cancel()
    assert any(isinstance(frame, Ping) for frame in frames)
    assert not any(isinstance(frame, Here) for frame in frames)
