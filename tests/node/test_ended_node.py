"""A node that ends while something is still on its way."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.node.games import Config, GameFiles, create_files
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from tests.node.tables import four_players

pytestmark = pytest.mark.usefixtures("toy")


async def test_a_game_that_is_opened_while_its_host_ends_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        host, node = four.players[0], four.host

        def create_and_end(signed: SignedEntry, table: Table, config: Config) -> GameFiles:
            files = create_files(signed, table, config)
            trio.from_thread.run(host.kill)
            return files

        monkeypatch.setattr("belote_net.node.node.create_files", create_and_end)
        game = await four.start()
        assert node.game is not None
        await four.resume(host, node.game.path)
        assert host.game.replica.game == game
