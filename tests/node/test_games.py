from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.events import GameOpened, LobbyChanged, PeerJoined, TableMoved
from belote_net.node.storage import read_log
from tests.node.tables import Four, four_players


async def gather(four: Four) -> None:
    await four.open()
    for player in four.players[1:]:
        await four.join(player)


@pytest.mark.slow
async def test_four_nodes_play_a_game(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await gather(four)
        game = await four.start()
        await four.finish()
        tables = [player.live.game.table for player in four.players if player.live.game]
        assert {table.game for table in tables} == {game}
        assert {table.state.digest() for table in tables} == {tables[0].state.digest()}
        assert len({frozenset(table.log.counts().items()) for table in tables}) == 1
        for player in four.players:
            kinds = {type(event) for event in player.events}
            assert kinds >= {GameOpened, LobbyChanged, PeerJoined, TableMoved}
            assert player.live.game is not None
            stored = read_log(player.live.game.path)
            assert [one.signed for one in stored.records] == player.log
