"""What tests of hands that the others open share: tables that may, and who is willing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from belote_net.rules.choices import OnAbsence
from belote_net.rules.options import Options
from belote_net.table.deal import Deal
from belote_net.table.decisions import Decision, Duty, OpenHand
from belote_net.table.messages import Play, Recover, Seats
from belote_net.table.view import TableView
from belote_protocol.entry import Seat
from tests.four_seats import Chooser, FourSeats, random_chooser, short_game
from tests.table.games import announcing
from tests.table.leaving import leave

OPEN_HAND = replace(short_game(deals=2), on_absence=OnAbsence.OPEN_HAND)
"""Two deals, and the hand of who leaves may be opened."""


def helping(choose: Chooser, *, is_willing: bool = True) -> Chooser:
    """The same choices; helps to open a hand, or does not."""

    def decide(view: TableView, duty: Duty) -> Decision:
        return OpenHand(is_willing) if duty.kind == Recover.kind else choose(view, duty)

    return decide


def open_table(
    seed: object = 1,
    options: Options = OPEN_HAND,
    *,
    seats: Seats = Seats.DRAWN,
    unwilling: Collection[int] = (),
    private_tables: bool = False,
) -> FourSeats:
    """Four seats at which somebody always takes; `unwilling` do not help to open a hand."""
    chooser = announcing(random_chooser(seed, eagerness=1.0))
    return FourSeats(
        options=options,
        seed=seed,
        seats=seats,
        private_tables=private_tables,
        choosers={seat: helping(chooser, is_willing=seat not in unwilling) for seat in range(4)},
    )


def leave_at(game: FourSeats, cards: int) -> Seat:
    """Play until so many cards of a deal lie on the table; who is to play the next one leaves."""
    game.play_until(Play.kind, count=cards + 1)
    return leave(game)


def help_open(game: FourSeats) -> None:
    """Whoever is asked to help open a hand answers."""
    while game.table.waiting() and game.table.waiting()[0].kind == Recover.kind:
        game.deliver(game.answer(game.table.waiting()[0]))


def left_deal(game: FourSeats) -> Deal:
    """The deal that somebody has left: in progress, or the last one."""
    deal = game.table.state.deal
    assert deal is not None
    return deal
