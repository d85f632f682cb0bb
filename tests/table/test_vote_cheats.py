"""Cheats with votes and with free seats: refused at every table, and evidence for any reader."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from belote_net.table.absence import members_with
from belote_net.table.messages import Distribution, Play, Result
from belote_protocol.deck_state import Shuffle
from tests.table.leaving import taking_game
from tests.table.seat_cheats import (
    AFTERWARDS,
    AGREEMENTS,
    OPERATORS,
    RESEATS,
    a_free_seat,
    a_seat_filled,
    next_stage,
    somebody_asked,
    the_seat_of_an_operator,
)
from tests.table.stage import Stage, _try, refusal_of
from tests.table.vote_cheats import (
    DECKS,
    NOBODY,
    OBJECTIONS,
    PLACES,
    REVEALS,
    VOTES,
    with_all_votes,
)


def at_a_card() -> Stage:
    """A card is due, and its player may be declared absent."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=7)
    return Stage(game, duty, game.answer(duty))


def at_a_deck() -> Stage:
    """The deal waits for its deck, and the deck for the shuffle of seat 2."""
    game = taking_game()
    while True:
        duty = game.table.waiting()[0]
        if (duty.kind, duty.seat) == (Shuffle.kind, 2) and game.table.stalled_at() == duty.context:
            return Stage(game, duty, game.answer(duty))
        game.deliver(game.answer(duty))


def at_a_deal() -> Stage:
    """The deck is complete, and the dealer is waited for."""
    game = taking_game()
    duty = game.play_until(Distribution.kind)
    return Stage(game, duty, game.answer(duty))


def at_the_end() -> Stage:
    """The match is decided, and the result is signed."""
    game = taking_game(deals=1)
    duty = game.play_until(Result.kind)
    return Stage(game, duty, game.answer(duty))


STAGES = {
    at_a_card: (*VOTES, *OBJECTIONS, *PLACES),
    at_a_deck: DECKS,
    at_a_deal: REVEALS,
    at_the_end: NOBODY,
    a_free_seat: RESEATS,
    the_seat_of_an_operator: OPERATORS,
    somebody_asked: AGREEMENTS,
    a_seat_filled: AFTERWARDS,
}
CHEATS = {cheat.name: (make, cheat) for make, cheats in STAGES.items() for cheat in cheats}


def test_every_cheat_has_a_name_of_its_own() -> None:
    assert len(CHEATS) == sum(len(cheats) for cheats in STAGES.values())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", CHEATS)
def test_refused_and_named(name: str) -> None:
    make, cheat = CHEATS[name]
    stage = make()
    signed = cheat.forge(stage)
    assert signed is not None
    trial = _try(stage, cheat, signed)
    trial.check()
    trial.check_evidence()


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("make", STAGES)
def test_what_is_honest_there_is_accepted(make: Callable[[], Stage]) -> None:
    stage = make()
    stage.table.fold(stage.honest)


@pytest.mark.usefixtures("toy")
def test_who_fills_a_seat_cannot_be_absent() -> None:
    """While one seat is free, only who was to sit down there can be missed."""
    (cheat,) = NOBODY
    stage = a_free_seat()
    refusal = refusal_of(stage.table, with_all_votes(stage))
    assert refusal is not None
    assert cheat.reason in str(refusal)
    asked = somebody_asked()
    assert refusal_of(asked.table, with_all_votes(asked)) is None
    asked.table.fold(asked.honest)
    other = next_stage(asked.game)
    assert refusal_of(other.table, with_all_votes(other)) is not None


@pytest.mark.usefixtures("toy")
def test_nobody_sits_down_where_no_seat_is_free() -> None:
    stage = at_a_card()
    with pytest.raises(LookupError, match="no seat is free"):
        members_with(stage.state, stage.state.members[0])
