"""What is wrong on the chain of a deck after its last shuffle, or in place of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.table.absence import speaker_about
from belote_net.table.messages import Distribution
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import Reveal, completing_seq, deck_chain
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, table_of
from tests.node.tables import wait_for
from tests.node.test_objections import objection, steward_of, told_by
from tests.table.leaving import taking_game

pytestmark = pytest.mark.usefixtures("toy")

LAST = 3
"""Who shuffles last."""


def shuffled_twice() -> tuple[FourSeats, SignedEntry, SignedEntry]:
    """A game in which a deck is dealt whose last shuffle there is twice: the one dealt, the other.

    Who shuffled last does not deal it, nor sits behind the dealer.
    """
    for seed in range(1, 20):
        game = taking_game(seed=seed)
        deal = game.play_until(Distribution.kind)
        if deal.seat not in (LAST, LAST - 1):
            break
    dealt = game.table.log.entry(deck_chain(1), completing_seq(4))
    assert dealt is not None
    before = table_of([one for one in game.table.log if one.head != dealt.head])
    (duty,) = (one for one in before.waiting() if one.chain == deck_chain(1))
    other = game.players[LAST].answer(before, duty)
    game.deliver(game.answer(deal))
    return game, dealt, other


async def test_who_has_gone_on_with_a_deal_tells_that_its_deck_was_shuffled_twice(
    tmp_path: Path,
) -> None:
    """A third seat has the other shuffle, and waits for the deck that was dealt for ever."""
    game, dealt, other = shuffled_twice()
    assert game.table.state.deal is not None
    dealer = game.table.state.seated.seat_at(game.table.state.deal.dealer)
    speaker = speaker_about(game.table.state, Seat(LAST), dealer)
    place = SilentPlace.of(dealt.entry.context)
    lone = Lone(game, speaker, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        steward = steward_of(lone, replica)
        replica.offer(other)
        for voter in set(range(4)) - {LAST, speaker}:
            replica.offer_ballot(objection(game, voter, place, other))
        steward._tend_votes()
        assert [one.place for one in told_by(replica)] == [place]
        await wait_for(lambda: replica.table.state.absent == LAST)


async def test_a_seed_that_is_shown_too_early_makes_nobody_tell_an_absence(tmp_path: Path) -> None:
    """No deal waits for it: who told one there would be at fault himself."""
    game = taking_game(deals=3)
    game.deliver(game.answer(game.play_until(Distribution.kind)))
    deal = game.play_until(Distribution.kind)
    last = game.table.log.entry(deck_chain(2), completing_seq(4))
    played = game.table.decks.played_out(1)
    assert last is not None
    assert played is not None
    seq, me = last.entry.seq + 1, Seat(0)
    context = EntryContext(game.table.game, deck_chain(2), seq, last.head, me, Reveal.kind)
    body = Reveal(bytes(game.vaults[me].seed(deck_chain(2))), played)
    early = SignedEntry.seal(context, body, game.identities[me])
    speaker = speaker_about(game.table.state, me, deal.seat)
    lone = Lone(game, speaker, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        steward = steward_of(lone, replica)
        replica.offer(early)
        await wait_for(lambda: deck_chain(2) in replica.stopped)
        for voter in {1, 2, 3} - {speaker}:
            replica.offer_ballot(objection(game, voter, SilentPlace.of(context), early))
        steward._tend_votes()
        assert told_by(replica) == []
        await trio.testing.wait_all_tasks_blocked(0.01)
