"""Whoever is wrong again and again is named once, and fills no disk."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.node.events import EntryRefused, EventsMissed
from belote_net.node.evidence import MAX_EVIDENCE_OF_SEAT
from belote_protocol.deck_state import Key
from tests.node.support import Note
from tests.node.tables import four_players, wait_for
from tests.node.test_hostile import culprit_in_the_deck

pytestmark = pytest.mark.slow


async def test_a_flood_of_wrong_entries_is_one_refusal_and_one_proof(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        raw, honest, host = await scene.raw(), scene.answer(Key), four.players[0]
        flood = [scene.seal(honest, Note(f"wrong {number}")) for number in range(200)]
        await raw.send_entries(game, *flood)
        await wait_for(lambda: bool(host.told(EntryRefused)))
        await raw.send_entries(game, *flood)
        await trio.sleep(0.2)
        assert len(host.told(EntryRefused)) == 1
        assert len(list(host.game.path.parent.glob("*evidence*"))) == 1 <= MAX_EVIDENCE_OF_SEAT
        assert host.told(EventsMissed) == []
        assert host.failure is None
        await raw.frames.aclose()
