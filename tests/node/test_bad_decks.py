"""One seat tampers with the deck that passes through its hands: its node is named by all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.events import EntryRefused
from belote_net.table.messages import Distribution
from belote_protocol.codec import decode
from belote_protocol.deck_state import Shuffle
from belote_protocol.group import sum_of_elements
from tests.node.culprits import culprit_of
from tests.node.tables import four_players, wait_for
from tests.node.test_hostile import CULPRIT, culprit_in_the_deck
from tests.table.deck_cheats import CHANGES, DeckChange

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
async def test_a_deck_that_is_not_the_one_before_is_refused_and_its_author_named(
    tmp_path: Path, change: DeckChange
) -> None:
    """A card replaced, doubled, left out or made up, with a proof that would be right without."""
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four, Shuffle)
        raw = await scene.raw()
        honest = scene.answer(Shuffle)
        body = decode(Shuffle, honest.entry.body)
        deck, state = list(body.deck), scene.deck
        change(deck, sum_of_elements(state.keys))
        forged = scene.seal(honest, Shuffle(body.salt, tuple(deck), body.proof))
        await raw.send_entries(game, forged)
        await wait_for(lambda: all(player.told(EntryRefused) for player in scene.honest))
        for player in scene.honest:
            refused = player.told(EntryRefused)[0]
            assert (refused.chain, refused.seat) == ("deck/1", CULPRIT)
            assert culprit_of(refused.evidence) == CULPRIT
        assert not any(one.entry.kind == Distribution.kind for one in scene.stored())
        # The others lose nothing: with his honest deck they would be dealt cards.
        assert {one.game.table.decks.deck(1) for one in scene.honest} == {state}
        await raw.frames.aclose()
