"""One link on virtual time, with a node that has nothing but what a test gives it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from belote_net.node.changes import Changes
from belote_net.node.errors import PeerLost
from belote_net.node.frames import (
    LINK,
    Bye,
    ChainHead,
    EntryFrame,
    Frame,
    Have,
    Here,
    LobbyAsk,
    LobbyFrame,
    Ping,
    Pong,
    Role,
    Say,
    Whereabouts,
)
from belote_net.node.handshake import Peer
from belote_net.node.link import DEAD_AFTER_S, PING_EVERY_S, FrameStream
from belote_net.node.replica import Replica
from belote_net.node.session import MAX_SAYS, SAY_BURST, Session
from belote_protocol.entry import SignedEntry
from tests.node.support import chain_of, identity


@dataclass
class Quiet:
    """A node without games, lobby or chat; it notes what it is told."""

    says: list[Say] = field(default_factory=list)
    considered: list[SignedEntry] = field(default_factory=list)
    past: set[bytes] = field(default_factory=set)
    here: Here = field(default_factory=lambda: Here(()))
    role: Role = Role.PLAY

    def replicas(self) -> tuple[Replica, ...]:
        return ()

    def replica(self, game: bytes) -> Replica | None:
        return None

    def is_past(self, game: bytes) -> bool:
        return game in self.past

    def consider(self, opening: SignedEntry) -> None:
        self.considered.append(opening)

    def lobby_for(self, session: Session) -> LobbyFrame | LobbyAsk | None:
        return None

    def whereabouts(self) -> Here:
        return self.here

    def take_lobby(self, session: Session, frame: LobbyFrame | LobbyAsk) -> None:
        raise AssertionError

    def take_here(self, session: Session, frame: Here) -> None:
        raise AssertionError

    def take_say(self, session: Session, frame: Say) -> None:
        self.says.append(frame)


@dataclass
class Scene:
    """A session, and the other end of its stream."""

    session: Session
    other: FrameStream
    hub: Quiet
    changes: Changes
    reasons: list[str] = field(default_factory=list)

    async def run(self) -> None:
        self.reasons.append(await self.session.run())

    async def received(self, *, during_s: float) -> list[Frame]:
        """Frames that come within this time."""
        frames: list[Frame] = []
        with trio.move_on_after(during_s):
            while True:
                frames.append(await self.other.receive())
        return frames


def new_scene(role: Role = Role.PLAY) -> Scene:
    left, right = trio.testing.memory_stream_pair()
    hub, changes = Quiet(), Changes()
    peer = Peer(identity("peer").public, b"i" * 16, role, b"r" * 16, joined=False)
    session = Session(FrameStream(left, LINK), peer, hub, changes, dialled=True, observed_host=None)
    return Scene(session, FrameStream(right, LINK), hub, changes)


def a_say(number: int) -> Say:
    return Say(identity("peer").public, number, "bonjour", bytes(64))


async def test_a_link_that_brings_nothing_is_dead_after_a_while(autojump_clock: MockClock) -> None:
    scene = new_scene()
    start = trio.current_time()
    await scene.run()
    assert scene.reasons == ["nothing came for 20 seconds"]
    assert trio.current_time() - start == DEAD_AFTER_S


async def test_a_quiet_link_is_pinged_and_lives_as_long_as_it_answers(
    autojump_clock: MockClock,
) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        pings = 0
        start = trio.current_time()
        while trio.current_time() - start < 3 * DEAD_AFTER_S:
            frame = await scene.other.receive()
            if isinstance(frame, Ping):
                pings += 1
                await scene.other.send(Pong())
        assert pings == pytest.approx(3 * DEAD_AFTER_S / PING_EVERY_S, abs=1)
        assert scene.reasons == []
        nursery.cancel_scope.cancel()


async def test_a_ping_is_answered(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Ping())
        assert Pong() in await scene.received(during_s=0.1)
        nursery.cancel_scope.cancel()


async def test_a_flood_of_pings_wakes_nothing_but_its_own_link(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.received(during_s=1)
        moved = scene.changes.watch()
        for _ in range(100):
            await scene.other.send(Ping())
        assert Pong() in await scene.received(during_s=1)
        scene.session.probe()
        assert Ping() in await scene.received(during_s=1)
        assert not moved.is_set()
        nursery.cancel_scope.cancel()


async def test_a_link_that_takes_nothing_is_dead_after_a_while(autojump_clock: MockClock) -> None:
    left, right = trio.testing.lockstep_stream_pair()
    hub, changes = Quiet(), Changes()
    peer = Peer(identity("peer").public, b"i" * 16, Role.PLAY, b"r" * 16, joined=False)
    session = Session(FrameStream(left, LINK), peer, hub, changes, dialled=True, observed_host=None)

    async def talk_without_listening() -> None:
        with suppress(PeerLost):
            while True:
                await FrameStream(right, LINK).send(Pong())
                await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(talk_without_listening)
        assert await session.run() == "took nothing for 20 seconds"
        nursery.cancel_scope.cancel()


async def test_what_we_know_is_told_once_until_it_changes(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        assert await scene.received(during_s=1) == [Here(())]
        scene.changes.fire()
        assert await scene.received(during_s=1) == []
        scene.hub.here = Here((Whereabouts(identity("peer").public, ("10.0.0.1:1",)),))
        scene.changes.fire()
        assert await scene.received(during_s=1) == [scene.hub.here]
        nursery.cancel_scope.cancel()


async def test_a_game_that_is_not_here_is_asked_for_and_its_opening_considered(
    autojump_clock: MockClock,
) -> None:
    scene = new_scene()
    opening, second = chain_of(2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Have(opening.head, ()))
        assert Have(opening.head, ()) in await scene.received(during_s=1)
        await scene.other.send(EntryFrame(opening.raw, opening.signature))
        await trio.sleep(1)
        assert scene.hub.considered == [opening]
        await scene.other.send(EntryFrame(second.raw, second.signature))
        await trio.sleep(1)
    assert scene.reasons == ["an entry of a game of this room expected"]


async def test_what_was_on_its_way_of_a_game_that_is_served_no_more_costs_nothing(
    autojump_clock: MockClock,
) -> None:
    scene = new_scene()
    opening, second = chain_of(2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Have(opening.head, ()))
        assert Have(opening.head, ()) in await scene.received(during_s=1)
        scene.hub.past.add(opening.head)
        for signed in (opening, second):
            await scene.other.send(EntryFrame(signed.raw, signed.signature))
        await scene.other.send(Have(opening.head, (ChainHead("table", 2, second.head),)))
        assert await scene.received(during_s=1) == []
        assert scene.hub.considered == []
        assert scene.session.counts == {opening.head: {}}
        assert scene.reasons == []
        nursery.cancel_scope.cancel()


async def test_games_that_are_not_here_are_remembered_one_at_a_time(
    autojump_clock: MockClock,
) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        for number in range(50):
            await scene.other.send(Have(bytes([number]) * 32, ()))
        await trio.sleep(1)
        assert len(scene.session.counts) == 1
        nursery.cancel_scope.cancel()


async def test_chains_that_no_game_has_end_the_link(autojump_clock: MockClock) -> None:
    scene = new_scene()
    (opening,) = chain_of(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Have(opening.head, (ChainHead("what", 1, opening.head),)))
        await trio.sleep(1)
    assert scene.reasons == ["a chain of this game expected, got 'what'"]


async def test_who_watches_is_asked_for_no_game_and_told_no_address(
    autojump_clock: MockClock,
) -> None:
    scene = new_scene(Role.WATCH)
    scene.hub.here = Here((Whereabouts(identity("peer").public, ("10.0.0.1:1",)),))
    (opening,) = chain_of(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Have(opening.head, ()))
        assert await scene.received(during_s=1) == []
        assert scene.session.counts == {}
        nursery.cancel_scope.cancel()


async def test_who_has_no_game_is_asked_for_none(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await scene.other.send(Have(b"", ()))
        assert await scene.received(during_s=1) == [Here(())]
        nursery.cancel_scope.cancel()


async def test_a_flood_of_chat_is_cut_and_later_lines_are_heard(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        for number in range(50):
            await scene.other.send(a_say(number))
        await trio.sleep(2.5)
        assert len(scene.hub.says) == SAY_BURST
        for number in range(50, 60):
            await scene.other.send(a_say(number))
        await trio.sleep(1)
        assert len(scene.hub.says) == SAY_BURST + 2
        nursery.cancel_scope.cancel()


async def test_chat_that_waits_for_a_link_is_bounded(autojump_clock: MockClock) -> None:
    scene = new_scene()
    for number in range(3 * MAX_SAYS):
        scene.session.say(a_say(number))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        frames = await scene.received(during_s=1)
        says = [frame for frame in frames if isinstance(frame, Say)]
        assert says == [a_say(number) for number in range(2 * MAX_SAYS, 3 * MAX_SAYS)]
        nursery.cancel_scope.cancel()


async def test_goodbye_comes_last_and_names_its_reason(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        scene.session.say(a_say(1))
        scene.session.leave("à demain")
        frames = await scene.received(during_s=0.2)
        assert frames == [Here(()), a_say(1), Bye("à demain")]
        await scene.other.aclose()
    assert scene.reasons == ["we left"]


async def test_a_goodbye_from_the_other_side_is_the_reason(autojump_clock: MockClock) -> None:
    scene = new_scene()
    await scene.other.send(Bye("fatigué"))
    await scene.run()
    assert scene.reasons == ["said goodbye: fatigué"]


async def test_a_link_that_is_ended_says_why(autojump_clock: MockClock) -> None:
    scene = new_scene()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.run)
        await trio.sleep(1)
        scene.session.end("a newer link took its place")
    assert scene.reasons == ["a newer link took its place"]
