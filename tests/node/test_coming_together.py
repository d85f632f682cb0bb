"""However the four come together, and however often they say ready, it is one game for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.errors import LobbyError
from belote_net.node.lobby import Settings
from belote_net.table.messages import Agree, Call, Seats
from tests.node.spectators import bidding
from tests.node.tables import ONE_DEAL, Four, four_players, wait_for
from tests.node.test_games import assert_same_game

pytestmark = pytest.mark.slow


def order_of_seats(four: Four) -> list[tuple[bytes, ...]]:
    """Who sits where, as each of the four nodes has it."""
    return [
        tuple(bytes(member.identity) for member in player.game.table.members)
        for player in four.players
    ]


@pytest.mark.parametrize("seats", list(Seats))
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)], ids=str)
async def test_all_have_one_order_of_seats_however_they_came(
    tmp_path: Path, order: tuple[int, ...], seats: Seats
) -> None:
    async with four_players(tmp_path) as four:
        await four.open(Settings(ONE_DEAL.options, seats))
        for index in order:
            await four.join(four.players[index])
        await four.start()
        await four.finish()
        came = [bytes(four.players[index].live.identity) for index in (0, *order)]
        assert order_of_seats(four) == [tuple(came)] * 4
        players = {
            tuple(one.name for one in player.live.view.players)
            for player in four.players
            if player.live.view is not None
        }
        assert len(players) == 1
        assert_same_game(four)


async def test_ready_said_twenty_times_starts_one_game_and_not_the_next(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            for _ in range(20):
                player.live.set_ready()
            player.decider.pause = bidding
        first = await four.start()
        await wait_for(lambda: any(player.decider.paused for player in four.players))
        for player in four.players:
            for _ in range(20):
                player.live.set_ready()
            player.decider.pause = lambda view, duty: False
        await four.finish()
        await wait_for(lambda: four.host.lobby is not None and four.host.lobby.previous == first)
        # What was said too often was for the game that is over.
        assert not any(one.ready for one in four.members)
        with pytest.raises(LobbyError, match="not ready"):
            await four.host.start()
        assert four.host.game is not None
        assert four.host.game.replica.game == first
        kinds = [one.entry.kind for one in four.players[0].log]
        assert kinds.count(Agree.kind) == 3
        assert Call.kind in kinds
        assert_same_game(four)
