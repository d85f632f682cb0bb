"""A spectator turns bad: its link is cut, and nobody else notices."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from belote_net.node.errors import PeerRefused, Refusal
from belote_net.node.events import EntryRefused, OpeningRefused, PeerLeft, Said
from belote_net.node.frames import (
    MAX_WATCHERS,
    EntryFrame,
    Frame,
    Have,
    Here,
    Ping,
    Pong,
    Role,
    Say,
    Whereabouts,
    changed,
)
from belote_net.node.framing import encode_frame
from belote_net.node.handshake import Self, come_back
from belote_net.node.handshake import join as join_room
from belote_net.node.link import FrameStream
from belote_net.node.lobby import opening_of
from belote_net.node.tls import dial_tls
from belote_net.node.transport import Address, dial
from belote_net.table.opening import OPENING_CONTEXT
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import Identity
from tests.node.spectators import (
    bidding,
    go_on,
    has_all,
    open_to_spectators,
    pause,
    shown_names,
    spectator,
)
from tests.node.support import identity, seeded
from tests.node.tables import Four, four_players, wait_for

pytestmark = pytest.mark.slow


class Bad:
    """A spectator's link on which anything can be sent."""

    def __init__(self, stream: trio.abc.Stream, frames: FrameStream) -> None:
        self.stream = stream
        self.frames = frames


@asynccontextmanager
async def knocking(
    address: Address, who: Identity, role: Role
) -> AsyncIterator[tuple[Bad, Self, bytes]]:
    """A stream to a node, secured, and who we say that we are."""
    secured, certificate_hash = await dial_tls(await dial(address))
    try:
        bad = Bad(secured, FrameStream(secured))
        yield bad, Self(who, b"b" * 16, role, seeded("bad")), certificate_hash
    finally:
        await trio.aclose_forcefully(secured)


@asynccontextmanager
async def forced_in(four: Four, who: Identity) -> AsyncIterator[Bad]:
    """The link of a spectator who came with the code."""
    async with knocking(four.host.addresses[0], who, Role.WATCH) as (bad, me, certificate_hash):
        await join_room(bad.frames, certificate_hash, me, four.host.code)
        yield bad


async def come_in_again(four: Four, address: Address, who: Identity, role: Role) -> None:
    """Come back without a code, and leave."""
    async with knocking(address, who, role) as (bad, me, certificate_hash):
        await come_back(bad.frames, certificate_hash, me, four.host.room.room, lambda one: True)


def an_entry(four: Four) -> Frame:
    """A right entry, which every player has already."""
    entry = four.players[0].log[-1]
    return EntryFrame(entry.raw, entry.signature)


def a_say(four: Four) -> Frame:
    return Say(identity("bad").public, 7, "bonjour", bytes(64))


def a_say_of_a_player(four: Four) -> Frame:
    four.players[1].live.say("bonjour")
    return Say(four.players[1].live.identity, 7, "bonjour", bytes(64))


def a_lobby(four: Four) -> Frame:
    assert four.host.lobby is not None
    return four.host.lobby


def whereabouts(four: Four) -> Frame:
    return Here((Whereabouts(four.host.identity, ("10.0.0.66:22032",)),))


@pytest.mark.parametrize("make", [an_entry, a_say, a_say_of_a_player, a_lobby, whereabouts])
async def test_a_spectator_that_says_more_than_what_it_has_read_is_cut_off(
    tmp_path: Path, make: Callable[[Four], Frame]
) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        await pause(four, bidding)
        known, host = identity("bad").public, four.players[0]
        async with forced_in(four, identity("bad")) as bad:
            await wait_for(lambda: known in four.host.linked)
            await bad.stream.send_all(encode_frame(make(four)))
            await wait_for(lambda: known not in four.host.linked)
        reason = next(one.reason for one in host.told(PeerLeft) if one.identity == known)
        assert reason.startswith("no frame of the link of a spectator has tag")
        assert len(four.host.linked) == 3
        go_on(four)
        await four.finish()
        assert all(one.identity != known for one in host.told(Said))
        assert host.told(EntryRefused) == []


async def test_a_game_that_only_a_spectator_has_is_not_asked_for(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        known = identity("bad").public
        async with forced_in(four, identity("bad")) as bad:
            await wait_for(lambda: known in four.host.linked)
            session = four.host.room.links.sessions[known]
            for number in range(20):
                await bad.frames.send(Have(bytes([number]) * 32, ()))
            await bad.frames.send(Ping())
            while not isinstance(frame := await bad.frames.receive(), Pong):
                assert not isinstance(frame, Have)
            assert session.counts == {}


async def test_roles_are_not_exchanged_without_the_code(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        who, address = identity("bad"), four.host.addresses[0]

        async def refusal(key: Identity, role: Role, at: Address) -> Refusal:
            with pytest.raises(PeerRefused) as caught:
                await come_in_again(four, at, key, role)
            return caught.value.reason

        assert await refusal(who, Role.WATCH, address) is Refusal.UNKNOWN
        async with forced_in(four, who):
            pass
        await wait_for(lambda: len(four.host.linked) == 3)
        await come_in_again(four, address, who, Role.WATCH)  # by its key
        await wait_for(lambda: len(four.host.linked) == 3)
        assert await refusal(who, Role.PLAY, address) is Refusal.UNKNOWN
        # Nobody but the host lets spectators in, not even one that the host knows.
        elsewhere = four.players[2].live.addresses[0]
        assert await refusal(who, Role.WATCH, elsewhere) is Refusal.UNKNOWN
        member = four.players[1]
        assert member.config is not None
        key = member.config.profile.identity
        await member.kill()
        assert await refusal(key, Role.WATCH, elsewhere) is Refusal.NO_CODE
        assert await refusal(key, Role.WATCH, address) is Refusal.TWICE
        with pytest.raises(PeerRefused) as caught:
            async with forced_in(four, key):
                raise AssertionError
        assert caught.value.reason is Refusal.TWICE


async def test_who_dies_at_the_door_leaves_its_place(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        for number in range(MAX_WATCHERS + 1):
            async with forced_in(four, identity(f"bad {number}")):
                pass
            await wait_for(lambda: len(four.host.linked) == 3)
        await wait_for(lambda: shown_names(four.players[0]) == [])


async def test_a_spectator_that_reads_nothing_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        honest = spectator(four, tmp_path)
        async with forced_in(four, identity("bad")):
            await four.come(honest)
            await four.start()
            await four.finish()
            await has_all(honest, four)


async def test_a_game_in_which_it_has_a_seat_is_not_watched(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        await wait_for(lambda: watcher.live.lobby is not None)
        lobby, host = four.host.lobby, four.host.config.profile.identity
        assert lobby is not None
        *others, last = lobby.members
        mixed = changed(lobby, members=(*others, changed(last, identity=watcher.live.identity)))
        watcher.live.room.consider(SignedEntry.seal(OPENING_CONTEXT, opening_of(mixed), host))
        await wait_for(lambda: bool(watcher.told(OpeningRefused)))
        assert watcher.told(OpeningRefused) == [OpeningRefused("we have a seat in it")]
        assert list(watcher.root.rglob("*.belote")) == []
