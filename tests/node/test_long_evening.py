"""Many games in one room: of those that are served no more nothing is kept but their files."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from belote_net.node.room import MAX_GAMES
from tests.node.tables import Four, four_players, wait_for

pytestmark = pytest.mark.usefixtures("toy")


async def play(four: Four) -> bytes:
    """One game, to its signed end at all four."""
    game = await four.start()
    await wait_for(
        lambda: all(
            player.live.game is not None and player.game.replica.game == game
            for player in four.players
        )
    )
    await four.finish()
    return game


def traces(four: Four) -> list[weakref.ref[object]]:
    """What the four know of the game that is played, and how far each of their links is in it."""
    known: list[weakref.ref[object]] = []
    for player in four.players:
        room, replica = player.live.room, player.game.replica
        known += [weakref.ref(replica), weakref.ref(replica.table)]
        for session in room.links.sessions.values():
            known.append(weakref.ref(session._delivery(replica.game)))
    return known


async def test_a_game_that_is_served_no_more_is_forgotten(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        first = await play(four)
        known = traces(four)
        assert len(known) == 4 * (2 + 3)
        for _ in range(MAX_GAMES + 1):
            await play(four)
        gc.collect()
        assert [one() for one in known if one() is not None] == []
        assert all(player.live.room.is_past(first) for player in four.players)
