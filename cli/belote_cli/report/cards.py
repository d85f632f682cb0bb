"""Cards and suits in a page, the red ones red."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from belote_cli.card_text import SUIT_GLYPHS, is_red, sorted_hand
from belote_cli.pen import Pen
from belote_cli.report.markup import Markup, element, joined
from belote_net.rules.cards import Card, Suit

_RED_SIGNS: Final = "".join(glyph for suit, glyph in SUIT_GLYPHS.items() if is_red(suit))
_RED_CARD: Final = re.compile(rf"((?:\b(?:10|[0-9A-Z]))?[{_RED_SIGNS}])")
"""A red suit, with the rank that stands before it."""


def card(shown: Card, pen: Pen) -> Markup:
    """One card, drawn as a card."""
    return element("span", pen.card(shown), class_="card red" if is_red(shown.suit) else "card")


def cards(held: Iterable[Card], trump: Suit | None, pen: Pen) -> Markup:
    """Several, as one holds them."""
    return joined(card(one, pen) for one in sorted_hand(held, trump))


def sentence(text: str) -> Markup:
    """Words with cards and suits in them, the red ones red."""
    return joined(
        element("span", part, class_="red") if index % 2 else part
        for index, part in enumerate(_RED_CARD.split(text))
    )
