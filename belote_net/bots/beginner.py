"""How a beginner bids and plays: by the cards in hand and on the table, and by nothing else.

He knows that aces win, that the jack of trumps makes a hand, and that the partner's trick wants
points. He remembers no card, draws no trumps, and does not look at the score.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from belote_net.bots.memory import open_trick
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import Card, Hand, Rank, Suit, card_points, in_pack_order
from belote_net.table.view import TableView

ENOUGH_TRUMPS: Final = 3
"""With so many trumps and the jack among them he takes, the turned card counted."""


def choose_bid(view: TableView) -> Bid:
    """Return what to say: the first suit in which he has enough trumps, if there is one.

    Raises:
        OutOfTurn: no bid is expected from this view.
    """
    if view.place is None or not view.bids or view.turn_up is None:
        raise OutOfTurn("no bid is expected from this player")
    hand = frozenset({*view.hand, view.turn_up})
    return next((bid for bid in view.bids if bid.trump and _is_enough(hand, bid.trump)), PASS)


def _is_enough(hand: Hand, trump: Suit) -> bool:
    trumps = [card for card in hand if card.suit is trump]
    return Card(Rank.JACK, trump) in trumps and len(trumps) >= ENOUGH_TRUMPS


def best_cards(view: TableView) -> tuple[Card, ...]:
    """Return the cards that seem equally good to him, in order of the pack; one at least.

    Raises:
        OutOfTurn: no card is to be played from this view.
    """
    if view.place is None or view.contract is None or not view.legal:
        raise OutOfTurn("no card is expected from this player")
    legal, trump = view.legal, view.contract.trump
    trick = open_trick(view)
    if trick is None:
        aces = [card for card in legal if card.rank is Rank.ACE and card.suit is not trump]
        return in_pack_order(aces) or _cheapest(legal, trump)
    variant = view.variant
    if variant.trick_winner(trick, trump) == variant.partner_of(view.place):
        return _dearest(legal, trump)
    winning = [
        card for card in legal if variant.trick_winner(trick.with_card(card), trump) == view.place
    ]
    plain = [card for card in winning if card.suit is not trump]
    return _dearest(plain, trump) if plain else _cheapest(winning or legal, trump)


def _cheapest(cards: Collection[Card], trump: Suit) -> tuple[Card, ...]:
    least = min(card_points(card, trump) for card in cards)
    return in_pack_order(card for card in cards if card_points(card, trump) == least)


def _dearest(cards: Collection[Card], trump: Suit) -> tuple[Card, ...]:
    most = max(card_points(card, trump) for card in cards)
    return in_pack_order(card for card in cards if card_points(card, trump) == most)
