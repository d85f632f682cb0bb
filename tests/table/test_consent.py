"""Whether people are asked about who is to have a free seat (docs/protocol.md §15.5)."""

from __future__ import annotations

import pytest

from belote_net.node.frames import changed
from belote_net.table.claims import must_be_accepted
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Absence, Call, Member, MemberKind, Play
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.table.leaving import (
    absence_at,
    leave,
    member_for,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
)
from tests.table.open_hands import open_table
from tests.table.test_dead_decks import complain_falsely, go_on_to

pytestmark = pytest.mark.usefixtures("toy")


def offered(game: FourSeats, member: Member) -> bool:
    """The same question, once the seat is offered to him and the others are to agree."""
    duty = game.table.waiting()[0]
    game.deliver(game.players[duty.seat].answer(game.table, duty, SeatMember(member)))
    return must_be_accepted(game.table, member)


def play_until_due(game: FourSeats, seat: int) -> None:
    """Play until a card of this seat is due."""
    while (duty := game.play_until(Play.kind)).seat != seat:
        game.deliver(game.answer(duty))


def left(game: FourSeats) -> int:
    game.play_until(Call.kind)
    return leave(game)


def test_who_was_silent_comes_back_by_himself() -> None:
    game = taking_game()
    member = member_for(game, left(game))
    assert not must_be_accepted(game.table, member)
    assert not offered(game, member)


def test_a_stranger_does_not() -> None:
    game = taking_game()
    seat = left(game)
    newcomer(game, seat, "Odile")
    member = member_for(game, seat)
    assert must_be_accepted(game.table, member)
    assert offered(game, member)


@pytest.mark.parametrize(
    "changes",
    [{"name": "Odile"}, {"kind": MemberKind.BOT}, {"kind": MemberKind.BOT, "operator": None}],
    ids=["name", "a bot", "a bot of another"],
)
def test_nor_does_who_comes_back_as_another(changes: dict[str, object]) -> None:
    """He would say of somebody that his machine runs this seat, and nobody were asked."""
    game = taking_game()
    seat = left(game)
    if "operator" in changes:
        changes = {**changes, "operator": (seat + 2) % 4}
    member: Member = changed(member_for(game, seat), **changes)
    assert must_be_accepted(game.table, member)
    assert offered(game, member)


def test_nor_does_who_leaves_his_seat_for_the_second_time() -> None:
    game = taking_game(deals=4)
    seat = left(game)
    sit_down(game, seat)
    play_until_due(game, seat)
    assert leave(game) == seat
    member = member_for(game, seat, seed="and again")
    assert must_be_accepted(game.table, member)
    assert offered(game, member)


def test_another_who_sits_there_now_does() -> None:
    """What one before him has done is not his fault."""
    game = taking_game(deals=4)
    seat = left(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    play_until_due(game, seat)
    assert leave(game) == seat
    member = member_for(game, seat, seed="and again")
    assert not must_be_accepted(game.table, member)
    assert not offered(game, member)


def test_nor_does_whom_all_have_refused() -> None:
    game = taking_game()
    duty = game.play_until(Play.kind)
    wrong = SignedEntry.seal(duty.context, Call("Z"), game.identities[duty.seat])
    context, absence = absence_at(game, silent_place(game), (wrong,))
    game.deliver(game.players[context.seat].tell_absence(context, absence))
    member = member_for(game, duty.seat)
    assert must_be_accepted(game.table, member)
    assert offered(game, member)


def test_nor_does_who_has_killed_a_deck() -> None:
    """Nobody had to vote about it: the chain of the deck proves it."""
    game = open_table(1)
    complain_falsely(game, accuser=2, accused=3)
    go_on_to(game, Absence.kind)
    game.deliver(game.answer(game.table.waiting()[0]))
    member = member_for(game, 2)
    assert must_be_accepted(game.table, member)
    assert offered(game, member)


def test_nobody_is_asked_while_no_seat_is_free() -> None:
    game = taking_game()
    game.play_until(Call.kind)
    assert not must_be_accepted(game.table, member_for(game, 0))
