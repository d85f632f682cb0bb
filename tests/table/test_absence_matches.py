"""A match that somebody has left: how it ends, or goes on with who sits down instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.events import Cause, GameOver, ResultSigned, SeatLeft
from belote_net.table.messages import Agree, Play, Reseat, Result
from belote_net.table.state import Phase
from belote_protocol.entry import Seat
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.seat_cheats import somebody_asked
from tests.table.test_absence_scores import other_side, team_of, verified

pytestmark = pytest.mark.usefixtures("toy")


def test_the_last_deal() -> None:
    """Nobody is asked to sit down any more; who is present signs the result."""
    game = taking_game(deals=1)
    game.play_until(Play.kind, count=5)
    seat = leave(game)
    assert game.table.is_over
    assert game.table.state.phase is Phase.SIGNING
    game.play()
    assert game.table.is_signed
    signers = [one.seat for one in game.events if isinstance(one, ResultSigned)]
    assert signers == [other for other in range(4) if other != seat]
    verified(game)


def test_a_forfeit_decides_it() -> None:
    options = replace(Options(), target=150)
    chooser = random_chooser(1, eagerness=1.0)
    game = FourSeats(options=options, seed=1, choosers=dict.fromkeys(range(4), chooser))
    game.play_until(Play.kind, count=5)
    winner = other_side(team_of(game, leave(game)))
    (over,) = [one for one in game.events if isinstance(one, GameOver)]
    assert over.winner == winner
    game.play()
    assert game.table.is_signed
    verified(game)


def test_a_match_to_a_score_goes_on() -> None:
    chooser = random_chooser(1, eagerness=1.0)
    options = replace(Options(), end=End.TARGET, target=400)
    game = FourSeats(options=options, seed=1, choosers=dict.fromkeys(range(4), chooser))
    game.play_until(Play.kind, count=5)
    sit_down(game, leave(game))
    game.play()
    assert max(game.table.state.current_match.scores) >= 400
    verified(game)


@pytest.mark.parametrize("same", [True, False])
def test_two_absences(*, same: bool) -> None:
    """Of one seat twice, or of two; every deck since then has a number of its own."""
    game = taking_game(deals=4)
    seats: list[Seat] = []
    game.play_until(Play.kind, count=3)
    for time in range(2):
        while same and seats and game.table.waiting()[0].seat != seats[0]:
            game.deliver(game.answer(game.table.waiting()[0]))
        while not same and seats and game.table.waiting()[0].seat == seats[0]:
            game.deliver(game.answer(game.table.waiting()[0]))
        seats.append(leave(game))
        sit_down(game, seats[-1], seed=f"time {time}")
        game.play_until(Play.kind, count=3)
    assert (seats[0] == seats[1]) is same
    assert game.table.state.dead_decks == {2, 3, 5, 6}
    game.play()
    assert game.table.state.current_match.deals_played == 4
    decks = [played.deal.deck_number for played in game.table.state.played]
    assert decks == [1, 4, 7, 8]
    verified(game)


def test_two_absences_in_one_evening_of_newcomers() -> None:
    """A newcomer leaves as well, and who sat there first comes back."""
    game = taking_game(deals=4)
    game.play_until(Play.kind, count=3)
    seat = leave(game)
    first = game.players[seat], game.identities[seat], game.vaults[seat], game.names[seat]
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    while game.table.waiting()[0].seat != seat or game.table.stalled_at() is None:
        game.deliver(game.answer(game.table.waiting()[0]))
    assert leave(game) == seat
    game.players[seat], game.identities[seat], game.vaults[seat], game.names[seat] = first
    sit_down(game, seat, seed="back")
    game.play()
    state = game.table.state
    assert state.members[seat].identity == state.opening.members[seat].identity
    verified(game)


def test_a_newcomer_who_does_not_agree() -> None:
    """The seat is free again, and who left it may come back."""
    stage = somebody_asked()
    game, before = stage.game, stage.table.state.played
    seat = leave(game)
    assert (game.table.state.absent, game.table.state.phase) == (seat, Phase.FILLING)
    assert game.table.state.played == before
    assert game.table.waiting()[0].kind == Reseat.kind
    newcomer(game, seat, "Paul", seed="second newcomer")
    sit_down(game, seat, seed="third")
    game.play()
    assert game.table.members[seat].name == "Paul"
    verified(game)


def test_before_the_places_are_drawn_there_is_no_game() -> None:
    game = FourSeats(options=short_game())
    game.play_until(Agree.kind, count=2)
    leave(game)
    assert game.table.is_void
    assert not game.table.waiting()
    (left,) = [one for one in game.events if isinstance(one, SeatLeft)]
    assert left.cause is Cause.ABSENT


def test_nobody_is_missed_once_all_is_decided() -> None:
    game = taking_game(deals=1)
    game.play_until(Result.kind, count=2)
    assert game.table.stalled_at() is None
