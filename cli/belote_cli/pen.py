"""How text is written for one reader: language, signs for the suits, colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from belote_cli.card_text import CardText, is_red
from belote_cli.words import Words
from belote_net.rules.cards import Card, Suit


class Colour(Enum):
    """Whether text is coloured."""

    ON = "on"
    OFF = "off"


_RESET: Final = "\x1b[0m"
_RED: Final = "\x1b[31m"
_BOLD: Final = "\x1b[1m"
_DIM: Final = "\x1b[2m"


@dataclass(frozen=True, slots=True)
class Pen:
    """Everything that turns values into text for one reader."""

    words: Words
    cards: CardText
    colour: Colour = Colour.OFF

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language."""
        return self.words.text(message, **fields)

    def count(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """The message that fits a number."""
        return self.words.count(one, many, number, **fields)

    def listed(self, parts: Sequence[str]) -> str:
        """Parts of a sentence, at least one: `Léa`, or `Léa, Jo and Inès`."""
        *first, last = parts
        if not first:
            return last
        return self.text("{one} and {other}", one=", ".join(first), other=last)

    def card(self, card: Card) -> str:
        """A card, red where it is red."""
        return self._red(self.cards.card(card), card.suit)

    def suit(self, suit: Suit) -> str:
        """A suit's sign, red where it is red."""
        return self._red(self.cards.suit(suit), suit)

    def bold(self, text: str) -> str:
        """Text that asks for attention."""
        return self._painted(_BOLD, text)

    def dim(self, text: str) -> str:
        """Text of which less is expected."""
        return self._painted(_DIM, text)

    def _red(self, text: str, suit: Suit) -> str:
        return self._painted(_RED, text) if is_red(suit) else text

    def _painted(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.colour is Colour.ON else text
