"""Where an absence may stand: elsewhere who tells it is at fault, whatever all have signed."""

from __future__ import annotations

import pytest

from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Agree, Distribution, Play, Reseat, Result
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import Reveal, completing_seq, deck_chain
from belote_protocol.entry import EntryContext, Seat
from tests.four_seats import FourSeats
from tests.table.leaving import leave, member_for, silent_place, sit_down, taking_game

pytestmark = pytest.mark.usefixtures("toy")


def said_last(game: FourSeats, kind: str) -> SilentPlace:
    """Where the last entry of a kind stands."""
    found = [one for one in game.table.log if one.entry.kind == kind]
    return SilentPlace.of(found[-1].entry.context)


def test_where_a_card_was_played() -> None:
    """Its player may have signed another one there."""
    game = taking_game()
    game.play_until(Play.kind, count=5)
    place = silent_place(game)
    before = game.table.absence_context(place)
    game.deliver(game.answer(game.table.waiting()[0]))
    assert before is not None
    assert game.table.absence_context(place) == before


@pytest.mark.parametrize("is_filled", [False, True])
def test_none_of_another_while_a_seat_is_free(*, is_filled: bool) -> None:
    game = taking_game()
    game.play_until(Play.kind, count=5)
    seat = leave(game)
    duty = game.table.waiting()[0]
    game.deliver(
        game.players[duty.seat].answer(game.table, duty, SeatMember(member_for(game, seat)))
    )
    for _ in range(3 + is_filled):
        game.deliver(game.answer(game.table.waiting()[0]))
    assert game.table.absence_context(said_last(game, Reseat.kind)) is None
    agreed = [one for one in game.table.log if one.entry.kind == Agree.kind][3:]
    free, *others = (SilentPlace.of(one.entry.context) for one in agreed)
    assert free.seat == seat
    assert game.table.absence_context(free) is not None
    assert [game.table.absence_context(one) for one in others] == [None] * len(others)
    assert len(others) == 2 + is_filled


def test_again_once_the_seat_is_filled() -> None:
    game = taking_game()
    game.play_until(Play.kind, count=5)
    sit_down(game, leave(game))
    place = silent_place(game)
    while game.table.log.entry("table", place.seq) is None:
        game.deliver(game.answer(game.table.waiting()[0]))
    assert game.table.absence_context(place) is not None


def test_none_where_the_result_was_signed() -> None:
    game = taking_game(deals=1)
    game.play_until(Result.kind)
    game.deliver(game.answer(game.table.waiting()[0]))
    assert game.table.absence_context(said_last(game, Result.kind)) is None


def test_none_where_seeds_are_due() -> None:
    """The deck is complete, so that no deal waits for what is said on its chain."""
    game = taking_game()
    game.play_until(Distribution.kind)
    chain, seq = deck_chain(1), completing_seq(4)
    last = game.table.log.entry(chain, seq)
    assert last is not None
    assert game.table.absence_context(SilentPlace.of(last.entry.context)) is not None
    after = EntryContext(game.table.game, chain, seq + 1, last.head, Seat(0), Reveal.kind)
    assert game.table.absence_context(SilentPlace.of(after)) is None
