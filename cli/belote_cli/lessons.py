"""A first game with a teacher: one deal, and one thought for every moment. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from belote_cli.pen import Pen
from belote_cli.rule_words import suit_name
from belote_net.bots.bidding import choose_bid
from belote_net.bots.playing import choose_card
from belote_net.rules.cards import Card
from belote_net.rules.choices import End, Tie
from belote_net.rules.options import Options
from belote_net.rules.trick import Illegality, Trick
from belote_net.table.state import Phase
from belote_net.table.view import TableView

_DUTIES: Final = (
    Illegality.MUST_RISE,
    Illegality.MUST_RISE_ON_PARTNER,
    Illegality.MUST_OVERRUFF,
    Illegality.MUST_OVERRUFF_PARTNER,
    Illegality.MUST_UNDERTRUMP,
    Illegality.MUST_NOT_UNDERTRUMP_PARTNER,
    Illegality.MUST_FOLLOW,
    Illegality.MUST_RUFF,
    Illegality.MUST_RUFF_FOR_PARTNER,
)
"""What the rules may ask for, the more special first."""


LESSON: Final = replace(Options(), end=End.FIXED_DEALS, target=0, deals=1, tie=Tie.DRAW)
"""The rules of a first game."""


def hint(view: TableView, pen: Pen) -> str:
    """A hint for what the player sees now; empty when there is nothing to say."""
    if view.bids:
        return _bidding(view, pen)
    if view.legal:
        return f"{_playing(view, pen)} {_advice(view, pen)}"
    if view.phase is Phase.BIDDING:
        return pen.text(
            "The turned card offers trumps. Who takes gets it, and promises that his side makes "
            "more points than the other."
        )
    if view.phase is Phase.PLAYING and not view.tricks and view.contract is not None:
        return pen.text(
            "Trumps rank jack, nine, ace, ten, king, queen, eight, seven; the other suits ace, "
            "ten, king, queen, jack, nine, eight, seven."
        )
    return ""


def _bidding(view: TableView, pen: Pen) -> str:
    bid = choose_bid(view)
    if bid.trump is None:
        return pen.text(
            "Take with a strong hand in trumps: the jack (20 points) and the nine (14) above all. "
            "With this hand, better pass."
        )
    return pen.text(
        "Take with a strong hand in trumps: the jack (20 points) and the nine (14) above all. "
        "This hand is good enough for {suit}.",
        suit=suit_name(bid.trump, pen.words),
    )


def _playing(view: TableView, pen: Pen) -> str:
    """What the rules ask for here."""
    trick = _trick(view)
    if not trick.cards:
        return pen.text("You lead: any card may be played, and its suit must be followed.")
    reason = _constraint(view, trick)
    match reason:
        case Illegality.MUST_FOLLOW:
            return pen.text("You have the suit that was led: follow suit.")
        case Illegality.MUST_RISE | Illegality.MUST_RISE_ON_PARTNER:
            return pen.text("Trump was led: play a higher one if you can.")
        case Illegality.MUST_RUFF | Illegality.MUST_RUFF_FOR_PARTNER:
            return pen.text("You cannot follow suit: you must cut with a trump.")
        case Illegality.MUST_OVERRUFF | Illegality.MUST_OVERRUFF_PARTNER:
            return pen.text("An opponent has cut: cut higher, since you can.")
        case Illegality.MUST_UNDERTRUMP:
            return pen.text("You cannot cut higher, but a trump must be played all the same.")
        case Illegality.MUST_NOT_UNDERTRUMP_PARTNER:
            return pen.text("Your partner has cut: throw a card of another suit.")
    return pen.text("Any card may be played here.")


def _constraint(view: TableView, trick: Trick) -> Illegality | None:
    """Why some card of the hand may not be played: the duty that asks most, if there is one."""
    if view.contract is None:
        return None
    hand, trump = frozenset(view.hand), view.contract.trump
    reasons = {view.variant.why_not(card, hand, trick, trump) for card in view.hand}
    return next((one for one in _DUTIES if one in reasons), None)


def _trick(view: TableView) -> Trick:
    complete = view.trick is None or len(view.trick.cards) == len(view.players)
    if complete or view.trick is None:
        return Trick(view.place or view.players[0].place)
    return view.trick


def _advice(view: TableView, pen: Pen) -> str:
    card = choose_card(view)
    said = _belote(view, card, pen)
    return f"{pen.text('I would play {card}.', card=pen.card(card))} {said}".rstrip()


def _belote(view: TableView, card: Card, pen: Pen) -> str:
    if card not in view.announceable:
        return ""
    return pen.text("King and queen of trumps in one hand are the belote: 20 points.")
