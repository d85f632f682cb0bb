"""Games in memory, for what the faces show of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from belote_cli.card_text import CardText, Faces
from belote_cli.pen import Colour, Pen
from belote_cli.words import Language, Words
from belote_net.node.storage import LogFile
from belote_net.rules.cards import Suit
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, PlaceBid
from belote_net.table.messages import Call, Seats
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats, random_chooser

SHORT = replace(Options(), target=100)


def pen(
    language: Language = Language.ENGLISH,
    faces: Faces = Faces.GLYPHS,
    colour: Colour = Colour.OFF,
) -> Pen:
    """A pen as a reader of that language has it."""
    return Pen(Words(language), CardText(language, faces), colour)


@cache
def finished_game() -> FourSeats:
    """A short game, played to its last signature; nobody may change it."""
    return _played()[0]


@cache
def _played() -> tuple[FourSeats, tuple[tuple[TableView, Decision], ...]]:
    """The game, and every view at which somebody decided in it, with what he decided."""
    seen: list[tuple[TableView, Decision]] = []
    choose = random_chooser("cli")

    def watched(view: TableView, duty: Duty) -> Decision:
        decision = choose(view, duty)
        seen.append((view, decision))
        return decision

    seats = FourSeats(
        options=SHORT,
        seed="cli",
        seats=Seats.CHOSEN,
        choosers=dict.fromkeys(range(4), watched),
    )
    seats.play()
    return seats, tuple(seen)


@cache
def entries() -> tuple[SignedEntry, ...]:
    """All entries of the short game, in order."""
    return tuple(finished_game().table.log)


def table_after(count: int) -> Table:
    """The table of the short game after its first `count` entries; cryptography is checked."""
    first, *rest = entries()[:count]
    table = Table(first)
    for signed in rest:
        table.fold(signed)
    return table


def write_game(path: Path, signed: tuple[SignedEntry, ...], *, began_ms: int = 0) -> Path:
    """A log file with these entries."""
    log = LogFile.create(path)
    for number, entry in enumerate(signed):
        log.append(entry, began_ms + 1_000 * number)
    log.close()
    return path


def decisions() -> tuple[tuple[TableView, Decision], ...]:
    """Every view at which somebody decided in the short game, and what he decided."""
    return _played()[1]


def bidding_views() -> list[TableView]:
    """Views of players who are to bid."""
    return [view for view, _ in decisions() if view.bids]


def playing_views() -> list[TableView]:
    """Views of players who are to play a card."""
    return [view for view, _ in decisions() if view.legal]


def constrained_view() -> TableView:
    """A view in which some card may not be played."""
    return next(view for view in playing_views() if len(view.legal) < len(view.hand))


@cache
def forked() -> tuple[tuple[SignedEntry, ...], tuple[SignedEntry, ...]]:
    """Two logs of one game: the first bidder signed a pass in one and a take in the other."""
    seats = FourSeats(options=SHORT, seed="fork", seats=Seats.CHOSEN)
    duty = seats.play_until(Call.kind)
    view = seats.players[duty.seat].view(seats.table)
    assert view is not None
    common = tuple(seats.table.log)
    one, other = (
        seats.players[duty.seat].answer(seats.table, duty, PlaceBid(bid)) for bid in view.bids[:2]
    )
    return (*common, one), (*common, other)


@cache
def cheated() -> tuple[SignedEntry, ...]:
    """A log whose last entry takes a suit that may not be taken."""
    seats = FourSeats(options=SHORT, seed="fork", seats=Seats.CHOSEN)
    duty = seats.play_until(Call.kind)
    deal = seats.table.state.current_deal
    assert deal.turn_up is not None
    wrong = next(suit for suit in Suit if suit is not deal.turn_up.suit)
    signed = SignedEntry.seal(duty.context, Call(str(wrong)), seats.identities[duty.seat])
    return (*seats.table.log, signed)
