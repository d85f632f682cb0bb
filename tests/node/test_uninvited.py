"""A game of the room without us: whoever came in for a seat looks on, who plays goes on playing."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.node.events import OpeningRefused
from belote_net.node.frames import changed
from belote_net.node.openings import Openings
from belote_net.node.room import MAX_GAMES
from belote_net.table.messages import Member, MemberKind, Opening
from belote_net.table.opening import OPENING_CONTEXT
from belote_protocol.codec import decode
from belote_protocol.entry import SignedEntry
from tests.four_seats import seeded_bytes
from tests.node.spectators import open_to_spectators, spectator
from tests.node.support import identity
from tests.node.tables import Four, four_players, wait_for
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick

pytestmark = pytest.mark.usefixtures("toy")


def without_us(four: Four, number: int) -> SignedEntry:
    """The host's first entry of a game with three that nobody knows."""
    host, opening = four.players[0], four.players[0].game.table.state.opening
    assert host.config is not None
    nonces = seeded_bytes(f"nobody/{number}")
    strangers = tuple(
        Member(identity(f"nobody {seat}").public, f"n{seat}", MemberKind.PERSON, seat, nonces(32))
        for seat in range(1, 4)
    )
    first = changed(opening.members[0], nonce=nonces(32))
    body: Opening = changed(opening, members=(first, *strangers))
    return SignedEntry.seal(OPENING_CONTEXT, body, host.config.profile.identity)


async def test_a_host_cannot_take_his_guests_out_of_the_game_that_they_play(
    tmp_path: Path,
) -> None:
    """He shows them a lobby without them, and opens games for others until theirs is closed."""
    async with four_players(tmp_path) as four:
        guest = four.players[1]
        await four.gather(TWO_DEALS)
        game = await four.start()
        await play_until_in_trick(four, guest)
        room = guest.live.room
        lobby = guest.live.lobby
        assert lobby is not None
        room.desk._last = changed(lobby, members=lobby.members[:1])  # type: ignore[attr-defined] # a guest's
        for number in range(MAX_GAMES):
            room.consider(without_us(four, number))
            await wait_for(lambda: not room._openings.is_pending)
        assert [one.replica.game for one in room.games] == [game]
        assert {one.reason for one in guest.told(OpeningRefused)} == {"we play another one"}
        said = guest.game.table.log.count("table")
        guest.decider.pause = lambda view, duty: False
        await wait_for(lambda: four.players[0].game.table.log.count("table") > said)


async def test_a_host_cannot_fill_the_disk_of_who_watches_with_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_net.node.openings.MAX_LOOKED_ON", 2)
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        await four.start()
        await wait_for(lambda: watcher.live.game is not None)
        room = watcher.live.room
        for number in range(3):
            room.consider(without_us(four, number))
            await wait_for(lambda: not room._openings.is_pending)
        (refused,) = watcher.told(OpeningRefused)
        assert refused.reason == "no more than 2 games of others expected"
        assert len(list(watcher.root.rglob("*.belote"))) == 2


async def test_two_games_that_are_made_up_to_have_one_name_harm_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log of the other one was opened a second time, and ended who watches when both closed."""
    monkeypatch.setattr("belote_net.node.games._NAME_HEX_CHARS", 1)
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        game = await four.start()
        await wait_for(lambda: watcher.live.game is not None)
        room, made_up = watcher.live.room, (without_us(four, number) for number in range(1000))
        room.consider(next(one for one in made_up if one.head.hex()[0] == game.hex()[0]))
        await wait_for(lambda: not room._openings.is_pending)
        assert [one.replica.game for one in room.games] == [game]
        await wait_for(lambda: bool(watcher.told(OpeningRefused)))
        (refused,) = watcher.told(OpeningRefused)
        assert refused.reason == "its file would be that of another game"


async def test_a_game_of_another_room_begins_nowhere_in_this_one(tmp_path: Path) -> None:
    """Its host may be the same: he has opened two rooms."""
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        game = await four.start()
        await wait_for(lambda: watcher.live.game is not None)
        room, host = watcher.live.room, four.players[0]
        assert host.config is not None
        body = changed(host.game.table.state.opening, room=bytes(16))
        room.consider(SignedEntry.seal(OPENING_CONTEXT, body, host.config.profile.identity))
        await wait_for(lambda: not room._openings.is_pending)
        assert [one.replica.game for one in room.games] == [game]
        await wait_for(lambda: bool(watcher.told(OpeningRefused)))
        assert [one.reason for one in watcher.told(OpeningRefused)] == ["it is for another room"]


async def test_who_only_watches_takes_no_seat_that_a_host_has_given_him(tmp_path: Path) -> None:
    """He has agreed to nothing; and what he was sent of the hands would be his own."""
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        game = await four.start()
        await wait_for(lambda: watcher.live.game is not None)
        room, host, strangers = watcher.live.room, four.players[0], without_us(four, 0)
        assert host.config is not None
        opening = decode(Opening, strangers.entry.body)
        first, second, *others = opening.members
        seated = changed(second, identity=watcher.live.identity)
        body = changed(opening, members=(first, seated, *others))
        room.consider(SignedEntry.seal(OPENING_CONTEXT, body, host.config.profile.identity))
        await wait_for(lambda: not room._openings.is_pending)
        assert [one.replica.game for one in room.games] == [game]
        await wait_for(lambda: bool(watcher.told(OpeningRefused)))
        assert [one.reason for one in watcher.told(OpeningRefused)] == ["we have a seat in it"]


async def test_what_is_heard_of_while_another_is_looked_at_is_looked_at_too(tmp_path: Path) -> None:
    """A peer asks for each game once, so it would not be sent again."""
    async with four_players(tmp_path) as four:
        guest = four.players[1]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, guest)
        assert guest.config is not None
        first, second = (without_us(four, number) for number in range(2))
        # In another room each of them is refused for good.
        room, told = guest.live.room, list[object]()
        openings = Openings(guest.config, bytes(16), room.desk, room.games, told.append)
        openings.consider(first)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(openings.take)
            for _ in range(2):
                await trio.lowlevel.checkpoint()
            openings.consider(second)
        assert openings.is_pending
        await openings.take()
        assert not openings.is_pending
        assert told == [OpeningRefused("it is for another room")]
