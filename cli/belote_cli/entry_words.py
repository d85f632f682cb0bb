"""What one entry says, in words: for a reader who wants to know what was claimed in it."""

from __future__ import annotations

from belote_cli.pen import Pen
from belote_cli.plain.situation import bid_words
from belote_net.errors import NotationError
from belote_net.rules.auction import Bid
from belote_net.rules.cards import PACK
from belote_net.table.messages import (
    Absence,
    Call,
    Cut,
    Distribution,
    Play,
    Reseat,
    Share,
    Show,
)
from belote_protocol.codec import decode
from belote_protocol.entry import Body, Entry
from belote_protocol.errors import InvalidEncoding

_TOLD: tuple[type[Body], ...] = (Absence, Call, Cut, Distribution, Play, Reseat, Share, Show)


def claim_line(entry: Entry, pen: Pen) -> str | None:
    """What an entry claims, whether it is right or not; None where its kind says all.

    Anything may stand in it: whoever signed it may be hostile.
    """
    kind = next((one for one in _TOLD if one.kind == entry.kind), None)
    if kind is None:
        return None
    try:
        words = _words(decode(kind, entry.body), pen)
    except InvalidEncoding:
        return pen.text("It cannot be read as what it says to be.")
    return None if words is None else pen.text("It says: {words}.", words=words)


def _words(body: Body, pen: Pen) -> str | None:
    match body:
        case Call(bid):
            return _bid(bid, pen)
        case Play():
            return _play(body, pen)
        case Cut(lifted):
            return pen.count("{number} card is lifted", "{number} cards are lifted", lifted)
        case Distribution():
            pattern = printable(body.pattern)
            return pen.text("deck {number} is dealt, {pattern}", number=body.deck, pattern=pattern)
        case Share(shares):
            return pen.count("{number} share of a key", "{number} shares of keys", len(shares))
        case Show(declarations):
            return _shown(declarations, pen)
        case Absence(place):
            seat = place.seat + 1
            return pen.text("the table goes on without seat {seat}", seat=seat)
        case Reseat(member):
            return pen.text("{name} sits down", name=printable(member.name))
    return None


def _bid(bid: str, pen: Pen) -> str:
    try:
        return bid_words(Bid.parse(bid), pen)
    except NotationError:
        return printable(bid)


def _play(body: Play, pen: Pen) -> str:
    words = [_card(body.card, pen)]
    if body.announce:
        words.append(pen.text("with belote or rebelote"))
    if body.claims:
        number = len(body.claims)
        words.append(pen.count("with {number} declaration", "with {number} declarations", number))
    return ", ".join(words)


def _shown(declarations: tuple[tuple[int, ...], ...] | None, pen: Pen) -> str:
    if not declarations:
        return pen.text("no declaration")
    return ", ".join(" ".join(_card(card, pen) for card in one) for one in declarations)


def _card(number: int, pen: Pen) -> str:
    if number < len(PACK):
        return pen.card(PACK[number])
    return pen.text("card {number}, which there is not", number=number)


def printable(text: str) -> str:
    """Text that may hold anything, as one line that moves no cursor."""
    return "".join(char if char.isprintable() else "?" for char in text)
