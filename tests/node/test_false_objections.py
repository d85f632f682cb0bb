"""A voter objects to an entry that is right: who has to tell the absence keeps it to himself."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.table.absence import next_seat
from belote_net.table.messages import Distribution, Play
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import Seat
from tests.node.branches import Lone, live
from tests.node.tables import wait_for
from tests.node.test_last_shuffle import LAST, shuffled_twice
from tests.node.test_objections import evidence_in, objection, steward_of, told_by
from tests.table.leaving import silent_place, taking_game, vote_of
from tests.table.stage import Stage
from tests.table.vote_cheats import wrong_entries

pytestmark = pytest.mark.usefixtures("toy")


async def test_an_entry_that_came_late_and_is_right(tmp_path: Path) -> None:
    """He had voted before it came, so that he never tried it; the absence would be his fault."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    place, late = silent_place(game), game.answer(duty)
    assert place == SilentPlace.of(late.entry.context)
    speaker, honest, liar = game.table.state.seats_from(duty.seat)[1:]
    lone = Lone(game, speaker, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        steward = steward_of(lone, replica)
        steward.vote_absent()
        replica.offer_ballot(vote_of(game, honest, place))
        replica.offer_ballot(objection(game, liar, place, late))
        replica.offer(late)
        for _ in range(3):
            steward._tend_votes()
            await wait_for(lambda: told_by(replica) == [])
        assert list(evidence_in(tmp_path)) == []
        assert replica.table.log.count("table") == place.seq
        # With a second entry of that seat it is at fault by itself, whatever the vote names.
        (wrong,) = wrong_entries(Stage(game, duty, late), 1)
        replica.offer(wrong)
        steward._tend_votes()
        await wait_for(lambda: replica.table.state.absent == duty.seat)


async def test_a_deal_of_a_deck_that_is_another_here(tmp_path: Path) -> None:
    """Whether it is right cannot be told here; that its deck was shuffled twice can, in its place.

    The liar is who shuffled twice, and objects to the deal.
    """
    game, dealt, other = shuffled_twice()
    deal = next(one for one in game.table.log if one.entry.kind == Distribution.kind)
    dealer = Seat(deal.entry.seat)
    speaker = next_seat(game.table.state, dealer)
    (honest,) = {0, 1, 2} - {dealer, speaker}
    entries = [one for one in game.table.log if one not in (dealt, deal)]
    lone = Lone(game, speaker, tmp_path / "game.belote")
    place, twice = SilentPlace.of(deal.entry.context), SilentPlace.of(dealt.entry.context)
    async with live(lone.begin([*entries, other])) as replica:
        steward = steward_of(lone, replica)
        assert replica.table.stalled_at() == deal.entry.context
        steward.vote_absent()
        replica.offer_ballot(vote_of(game, honest, place))
        replica.offer_ballot(objection(game, LAST, place, deal))
        replica.offer(deal)
        for _ in range(3):
            steward._tend_votes()
            await wait_for(lambda: told_by(replica) == [])
        replica.offer(dealt)
        for voter in (dealer, honest):
            replica.offer_ballot(objection(game, voter, twice, dealt))
        steward._tend_votes()
        await wait_for(lambda: replica.table.state.absent == LAST)
