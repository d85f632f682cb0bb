"""Going on without a seat: at every place of a game, and filling it again."""

from __future__ import annotations

import pytest
from msgspec import structs

from belote_net.rules.scoring import Outcome
from belote_net.table.audit import audit_log
from belote_net.table.ballots import BallotBox
from belote_net.table.events import DealAnnulled, DealForfeited, SeatFilled, SeatLeft
from belote_net.table.messages import Call, Distribution, Play, Reseat
from belote_net.table.rewind import going_back
from belote_net.table.state import Phase
from belote_net.table.table import Table
from belote_protocol.ballot import SilentPlace, Stance
from belote_protocol.deck_state import Commit, Shuffle, completing_seq
from belote_protocol.entry import Entry, EntryContext, Seat, SignedEntry
from belote_protocol.errors import BrokenChain
from belote_protocol.log import is_equivocation
from belote_protocol.machine import NotYet
from tests.four_seats import FourSeats, short_game
from tests.table.leaving import (
    absence_at,
    leave,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
    vote_of,
)
from tests.table.stage import refusal_of, resealed

pytestmark = pytest.mark.usefixtures("toy")


def test_who_leaves_in_a_trick_forfeits_the_deal() -> None:
    game = taking_game()
    game.play_until(Play.kind, count=7)
    seat = leave(game)
    state = game.table.state
    assert state.absent == seat
    assert state.phase is Phase.FILLING
    score = state.played[-1].score
    assert score is not None
    assert score.outcome is Outcome.FORFEITED
    place = state.seated.place_of(seat)
    assert score.points[state.variant.team_of(place)] == 0
    assert sum(score.points) >= 162
    assert {type(one) for one in game.events} >= {SeatLeft, DealForfeited}


def test_who_leaves_before_the_cards_are_seen_annuls_the_deal() -> None:
    game = taking_game()
    game.play_until(Distribution.kind)
    leave(game)
    played = game.table.state.played[-1]
    assert (played.score, played.is_annulled) == (None, True)
    assert any(isinstance(one, DealAnnulled) for one in game.events)
    assert game.table.state.current_match.scores == (0, 0)


def test_the_same_player_comes_back_and_the_game_is_played_to_its_end() -> None:
    game = taking_game(deals=3)
    game.play_until(Play.kind, count=3)
    seat = leave(game)
    sit_down(game, seat)
    filled = [one for one in game.events if isinstance(one, SeatFilled)]
    assert [one.is_return for one in filled] == [True]
    game.play()
    assert game.table.is_signed
    assert game.table.state.current_match.deals_played == 3


def test_another_player_takes_the_seat() -> None:
    game = taking_game(deals=3)
    game.play_until(Play.kind, count=3)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    game.play()
    assert game.table.is_signed
    assert game.table.members[seat].name == "Odile"
    assert game.table.members[seat].identity != game.table.state.opening.members[seat].identity


@pytest.mark.parametrize("kind", [Commit.kind, Shuffle.kind])
def test_a_seat_that_keeps_the_deck_waiting(kind: str) -> None:
    game = taking_game(deals=2)
    waiting = game.table.waiting
    while True:
        stalled = game.table.stalled_at()
        duty = waiting()[0]
        if duty.kind == kind and stalled == duty.context and duty.seat == 2:
            break
        game.deliver(game.answer(duty))
    seat = leave(game)
    assert seat == 2
    assert game.table.state.played[-1].is_annulled
    sit_down(game, seat)
    game.play()
    assert game.table.is_signed


@pytest.mark.parametrize("entries", range(4, 200, 3))
def test_absence_at_every_place(entries: int) -> None:
    game = taking_game(deals=1)
    while len(game.table.log) < entries and game.table.waiting():
        game.deliver(game.answer(game.table.waiting()[0]))
    if game.table.stalled_at() is None:
        assert game.table.is_over or game.table.waiting()[0].kind == Reseat.kind
        return
    place = silent_place(game)
    seat = leave(game)
    state = game.table.state
    if place.chain == "table" and state.seating is None:
        assert game.table.is_void
        return
    assert state.absent == seat
    if not game.table.is_over:
        sit_down(game, seat)
    game.play()
    assert game.table.is_signed
    sums = sum(state.current_match.scores)
    assert sums >= 0


def test_who_leaves_in_the_auction_forfeits_it() -> None:
    game = taking_game()
    game.play_until(Call.kind)
    leave(game)
    score = game.table.state.played[-1].score
    assert score is not None
    assert score.outcome is Outcome.FORFEITED


def test_who_speaks_too_late_is_not_at_fault() -> None:
    game = taking_game()
    duty = game.play_until(Play.kind, count=7)
    late = game.answer(duty)
    leave(game)
    refusal = refusal_of(game.table, late)
    assert isinstance(refusal, BrokenChain)
    assert refusal.culprit is None


@pytest.mark.parametrize("others", range(4))
def test_what_was_accepted_goes_where_all_others_went_on_without_it(others: int) -> None:
    """The silent seat, a spectator and who was lied to go back, however far they have come."""
    game = taking_game()
    game.play_until(Play.kind, count=7)
    context, absence = absence_at(game, silent_place(game))
    before = tuple(game.table.log)
    for _ in range(others):
        game.deliver(game.answer(game.table.waiting()[0]))
    told = game.players[context.seat].tell_absence(context, absence)
    back, _ = going_back(game.table, (told,))
    expected = Table(before[0])
    for signed in (*before[1:], told):
        expected.fold(signed)
    assert back.log.counts() == expected.log.counts()
    assert back.state.digest() == expected.state.digest()
    assert back.waiting() == expected.waiting()


class TestTwoShuffles:
    """The last to shuffle says two things; who deals has heard another than the others."""

    LAST = 3

    def game(self) -> FourSeats:
        """Four private tables; the last shuffle of the first deck is due, by who does not deal."""
        for seed in range(20):
            game = FourSeats(options=short_game(deals=2), seed=seed, private_tables=True)
            while True:
                duty = game.table.waiting()[0]
                if duty.kind == Shuffle.kind and duty.seat == self.LAST:
                    break
                game.deliver(game.answer(duty))
            if self.dealer(game) != self.LAST:
                return game
        raise LookupError("seat 3 deals first in all of them")

    def dealer(self, game: FourSeats) -> Seat:
        state = game.table.state
        return state.seated.seat_at(state.current_deal.dealer)

    def shuffles(self, game: FourSeats) -> tuple[SignedEntry, SignedEntry]:
        duty = game.table.waiting()[0]
        one, other = (game.answer(duty) for _ in range(2))
        assert is_equivocation(one, other)
        return one, other

    def absence(self, game: FourSeats, place: SilentPlace, *shown: SignedEntry) -> SignedEntry:
        """What is told when the three others object to the first of these, each in his own box."""
        contexts = set[EntryContext | None]()
        for seat in game.table.state.seats:
            if seat == self.LAST:
                continue
            box = BallotBox()
            for voter in game.table.state.seats:
                if voter != self.LAST:
                    head = shown[0].head
                    vote = vote_of(game, voter, place, Stance.REFUSED, head, "it is not one")
                    assert box.add(game.table_of(seat), vote)
            contexts.add(game.table_of(seat).absence_context(place))
        (context,) = contexts
        assert context is not None
        absence = box.certificate(game.table_of(context.seat), place, shown)
        assert absence is not None
        return game.players[context.seat].tell_absence(context, absence)

    def test_who_has_dealt_already_does_not_speak_twice(self) -> None:
        game = self.game()
        dealer = self.dealer(game)
        ours, theirs = self.shuffles(game)
        place = SilentPlace.of(ours.entry.context)
        for seat, table in enumerate(game.tables):
            table.fold(theirs if seat == dealer else ours)
        duty = next(one for one in game.tables[dealer].waiting() if one.seat == dealer)
        deal = game.answer(duty)
        game.tables[dealer].fold(deal)
        others = [
            table for seat, table in enumerate(game.tables) if seat not in (dealer, self.LAST)
        ]
        assert all(isinstance(refusal_of(table, deal), NotYet) for table in others)

        told = self.absence(game, place, ours, theirs)
        assert told.entry.seat not in (dealer, self.LAST)
        assert (told.entry.seq, told.entry.prev) == (deal.entry.seq, deal.entry.prev)
        back, _ = going_back(game.tables[dealer], (told,))
        for table in others:
            table.fold(told)
        assert {table.state.digest() for table in (*others, back)} == {back.state.digest()}
        assert back.state.absent == self.LAST

    def test_a_wrong_one_is_wrong_for_who_has_accepted_the_right_one(self) -> None:
        """What is right depends on no node's own progress: nobody blames the speaker."""
        game = self.game()
        right, _ = self.shuffles(game)
        wrong = resealed(_with_body(right, b"no shuffle"), game)
        place = SilentPlace.of(wrong.entry.context)
        accepted, *others = game.tables
        accepted.fold(right)
        assert accepted.log.count("deck/1") == completing_seq(4) + 1
        told = self.absence(game, place, wrong)
        for table in (accepted, *others):
            table.fold(told)
            assert table.state.absent == self.LAST
            assert audit_log(tuple(table.log)).refusal is None

    def test_a_right_one_is_right_for_who_has_gone_on_from_there(self) -> None:
        game = self.game()
        right, other = self.shuffles(game)
        accepted, *others = game.tables
        accepted.fold(right)
        context = accepted.absence_context(SilentPlace.of(right.entry.context))
        assert context is not None
        for signed in (right, other):
            told = self.absence(game, SilentPlace.of(signed.entry.context), signed)
            reasons = {str(refusal_of(table, told)) for table in (accepted, *others)}
            assert reasons == {"an entry that is wrong expected, but this one is right"}


def _with_body(signed: SignedEntry, body: bytes) -> Entry:
    return structs.replace(signed.entry, body=body)
