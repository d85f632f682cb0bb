"""How the own hand lies on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from belote_cli.card_text import sorted_hand
from belote_cli.settings import HandOrder
from belote_net.rules.cards import Card, Suit, in_pack_order

_ORDERS: Final = tuple(HandOrder)


def ordered_hand(cards: Iterable[Card], trump: Suit | None, order: HandOrder) -> tuple[Card, ...]:
    """The cards in the order in which they lie, from the left."""
    if order is HandOrder.BY_SUIT:
        return in_pack_order(cards)
    hand = sorted_hand(cards, trump)
    return hand if order is HandOrder.TRUMPS_FIRST else hand[::-1]


def next_order(order: HandOrder) -> HandOrder:
    """The order that comes after this one when the player changes it."""
    return _ORDERS[(_ORDERS.index(order) + 1) % len(_ORDERS)]
