"""Decks of those who sat there before: judged as they were begun, in whatever order they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.node.frames import changed
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Agree, MemberKind, Play, Recover
from belote_protocol.deck_state import DeckState, deck_chain
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry
from belote_protocol.machine import Machine
from tests.four_seats import FourSeats
from tests.table.leaving import leave, member_for, newcomer
from tests.table.open_hands import open_table

pytestmark = pytest.mark.usefixtures("toy")

NEXT = deck_chain(2)
"""The deck that is prepared while the first one is played with."""


def offered_to_a_bot(*, leaver_is_first: bool) -> FourSeats:
    """The seat of who has left is offered to a bot of another: so there is no escrow any more."""
    game = open_table(unwilling=range(4))
    while (game.play_until(Play.kind).seat == 0) is not leaver_is_first:
        game.deliver(game.answer(game.table.waiting()[0]))
    while game.table.log.count(NEXT) == 0:
        (duty,) = (one for one in game.table.waiting() if one.chain == NEXT)
        game.deliver(game.answer(duty))
    seat = leave(game)
    while (duty := game.table.waiting()[0]).kind == Recover.kind:
        game.deliver(game.answer(duty))
    newcomer(game, seat, "Robot")
    bot = changed(member_for(game, seat), kind=MemberKind.BOT, operator=(seat + 1) % 4)
    game.deliver(game.players[duty.seat].answer(game.table, duty, SeatMember(bot)))
    return game


def told_late(game: FourSeats) -> list[SignedEntry]:
    """The log, with what was said on the next deck's chain behind all that came after it."""
    before = [one for one in game.table.log if one.entry.chain == NEXT]
    return [*(one for one in game.table.log if one not in before), *before]


@pytest.mark.parametrize("leaver_is_first", [False, True])
def test_what_was_said_before_is_right_whenever_it_comes(*, leaver_is_first: bool) -> None:
    """Who puts it behind the change in a file, or hears of it then, blames nobody."""
    found = audit_log(told_late(offered_to_a_bot(leaver_is_first=leaver_is_first)))
    assert found.refusal is None
    assert found.verdict is Verdict.UNFINISHED


def test_one_that_is_checked_while_a_seat_is_filled_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Entries are checked in threads, and the last of those who agree counts in another one."""
    game = offered_to_a_bot(leaver_is_first=False)
    for _ in range(3):
        game.deliver(game.answer(game.table.waiting()[0]))
    table = game.table
    agreed = table.check(game.answer(table.waiting()[0]))
    begun = table.log.entry(NEXT, 0)
    assert begun is not None
    context = replace(begun.entry.context, chain=deck_chain(3))
    early = SignedEntry.seal(context, Agree(), game.identities[context.seat])
    begin = table.decks._new_chain

    def count_in_and_begin(number: int, opening: bytes) -> Machine[DeckState]:
        table._main.advance(agreed)
        return begin(number, opening)

    monkeypatch.setattr(table.decks, "_new_chain", count_in_and_begin)
    with pytest.raises(RejectedEntry, match="not a EscrowCommit"):
        table.check(early)
