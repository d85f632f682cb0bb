"""Going on without a seat: at every place of a game, and filling it again."""

from __future__ import annotations

import pytest

from belote_net.rules.scoring import Outcome
from belote_net.table.events import DealAnnulled, DealForfeited, SeatFilled, SeatLeft
from belote_net.table.messages import Call, Distribution, Play, Reseat
from belote_net.table.state import Phase
from belote_protocol.preparation import Commit, Shuffle
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.table.leaving import leave, newcomer, silent_place, sit_down

pytestmark = pytest.mark.usefixtures("toy")


def taking_game(seed: int = 1, deals: int = 2) -> FourSeats:
    chooser = random_chooser(seed, eagerness=1.0)
    return FourSeats(
        options=short_game(deals=deals), seed=seed, choosers=dict.fromkeys(range(4), chooser)
    )


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
