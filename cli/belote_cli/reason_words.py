"""Reasons of refused entries in the reader's language.

The protocol gives its reasons in English, for logs and for developers. Those that a whole, well
signed log can contain are known here; any other is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from belote_cli.declaration_words import CLAIMS
from belote_cli.entry_words import printable
from belote_cli.pen import Pen
from belote_cli.rule_words import suit_name
from belote_cli.templates import fields_in
from belote_cli.words import msg
from belote_net.errors import NotationError
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import PACK, Card
from belote_net.rules.declarations import Claim

_WHOLE: Final = (
    msg("chain {chain} is closed"),
    msg("there is no chain {chain}"),
    msg("there is no seat {seat}"),
    msg("not signed by seat {seat}"),
    msg("signed two different entries in one place"),
    msg("record {record} has a damaged length"),
    msg("the seating is not here"),
    msg("the last play of the deal is not here"),
    msg("the shuffle argument does not hold"),
    msg("the proof about the hand does not hold"),
    msg("the proof of knowledge of a secret key does not hold"),
    msg("the proof that every share uses the author's key does not hold"),
    msg("the opening of seat {seat} does not match its commitment"),
    msg("neither belote nor rebelote can be said with {card} here"),
    msg("no proof expected, since there is nothing to prove"),
    msg("card {card} is illegal here, whatever else is in the hand"),
    msg("card {card} is proven not to be in this hand"),
    msg("card {card} has been located elsewhere"),
    msg("card {card} lies in the open and forbids this play"),
    msg("card {card} is known and forbids this play"),
    msg("card {card} lies in the open: it is played by name"),
    msg("card {card} does not lie in the open in this hand"),
    msg("card {card} cannot be in this hand"),
    msg("position {position} has been opened already"),
    msg("the auction is over, got {bid}"),
    msg("there was no lobby before it"),
    msg("its {part} are not those of the lobby"),
    msg("it is for another room"),
    msg("we play another one"),
    msg("no more than {number} games of others expected"),
    msg("its file would be that of another game"),
    msg("it is not by the host of this room"),
    msg("declarations are made with the first card, at tables that play them"),
    msg("no proof expected, since nothing is shown"),
    msg("the cards of a declaration expected once each, in order of the pack"),
    msg("the declarations shown are not those that were claimed"),
    msg("each card counts in one declaration only"),
    msg("cards in a row are one sequence, got two"),
    msg("no declaration: {cards}"),
    msg("claims expected best first"),
    msg("{claim} claimed too often"),
    msg("claims of {number} cards at most expected"),
    msg("a height expected, none was told before"),
    msg("{claim} has no height {height}"),
    msg("not a {kind}: {detail}"),
    msg("not the one encoding of a {kind}"),
    msg("not the encoding of a group element other than the identity"),
    msg("bytes expected for {kind}"),
    msg("it is for terms that we were not ready for"),
    msg("frame of at most {limit} bytes expected, got {size}"),
)
_PARTS: Final = (
    msg("game {head}"),
    msg("seq {number}"),
    msg("prev {head}"),
    msg("seat {seat}"),
    msg("kind {kind}"),
    msg("chain {chain}"),
    msg("deck {number}"),
    msg("number {number}"),
    msg("{number} shares"),
    msg("at most {number} bytes"),
    msg("{thing} of {number} bytes"),
    msg("a first entry"),
    msg("a first entry and two others"),
    msg("the first entry of a game"),
    msg("two different entries"),
    msg("one twice"),
    msg("two entries in one place"),
    msg("them in two"),
    msg("two entries signed by one player of this game"),
    msg("an entry by which somebody sat down"),
    msg("a proof"),
    msg("a commitment of one's own"),
    msg("a copy"),
    msg("a card in hand"),
    msg("a card of the pack"),
    msg("a way of dealing of this table"),
    msg("rebelote with {card}"),
    msg("silence"),
    msg("another"),
    msg("the own fresh nonce"),
    msg("the digest of the public state"),
    msg("the digest of the final state"),
    msg("the entry that completes deck {number}"),
    msg("the key of the revealed seed"),
    msg("the shuffle of the revealed seed"),
    msg("the gather of the revealed seed"),
    msg("a declaration"),
    msg("a rank"),
    msg("yes or no"),
    msg("cards of the pack"),
    msg("{kind} by seat {seat}"),
)
_CLAIMS: Final = {claim.value: claim for claim in Claim}
_SEAT: Final = re.compile(r"(?<=\bseat )\d{1,9}\b")
_EXPECTED: Final = re.compile(
    r"(?P<expected>.+?) expected(?P<rest> with [^,]+)?(, (?:but )?got (?P<got>.+))?"
)


def reason_lines(reason: str, pen: Pen) -> tuple[str, ...]:
    """What was expected and what came, one line each; or the reason on one line.

    A reason may quote what a hostile seat has signed: nothing in it moves a cursor.
    """
    reason = _for_people(reason)
    whole = _translated(reason, _WHOLE, pen)
    if whole is not None:
        return (pen.text("Reason: {reason}.", reason=whole),)
    found = _EXPECTED.fullmatch(reason)
    if found is None:
        return (pen.text("Reason, in the words of the protocol: {reason}.", reason=reason),)
    expected = _part(found["expected"] + (found["rest"] or ""), pen)
    lines = (pen.text("Expected: {expected}.", expected=expected),)
    if found["got"] is None:
        return lines
    return (*lines, pen.text("Came: {got}.", got=_part(found["got"], pen)))


def reason_text(reason: str, pen: Pen) -> str:
    """A reason on one line; nothing in it moves a cursor."""
    reason = _for_people(reason)
    return _translated(reason, _WHOLE, pen) or reason


def _for_people(reason: str) -> str:
    """A reason as it may be shown: seats are counted from 1, in the protocol from 0."""
    return _SEAT.sub(lambda seat: str(int(seat[0]) + 1), printable(reason))


def _part(text: str, pen: Pen) -> str:
    if text == "none":
        return pen.text("nothing")
    known = _translated(text, _PARTS, pen) or _bids(text, pen)
    # A bare number is a count or a place; only where a card is named it is the number of one.
    return known or (text if text.isdigit() else _card(text, pen) or text)


def _translated(text: str, templates: Sequence[str], pen: Pen) -> str | None:
    for template in templates:
        found = fields_in(text, template)
        if found is not None:
            fields = {name: _field(name, value, pen) for name, value in found.items()}
            return pen.text(template, **fields)
    return None


def _field(name: str, value: str, pen: Pen) -> str:
    match name:
        case "bid":
            return _bids(value, pen) or value
        case "card":
            return _card(value, pen) or value
        case "cards":
            return " ".join(_card(word, pen) or word for word in value.split())
        case "claim" if value in _CLAIMS:
            return pen.text(CLAIMS[_CLAIMS[value]][0])
    return value


def _card(text: str, pen: Pen) -> str | None:
    """A card that is named by its number in the pack, or as the rules write it."""
    if text.isascii() and text.isdigit() and int(text) < len(PACK):
        return pen.card(PACK[int(text)])
    try:
        return pen.card(Card.parse(text))
    except NotationError:
        return None


def _bids(text: str, pen: Pen) -> str | None:
    """Bids as the rules write them: `pass or H`."""
    try:
        bids = [Bid.parse(word) for word in text.split(" or ")]
    except NotationError:
        return None
    return ", ".join(
        pen.text("pass") if bid == PASS or bid.trump is None else suit_name(bid.trump, pen.words)
        for bid in bids
    )
