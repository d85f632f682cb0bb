"""Cards and suits as people read and type them: `V♥`, `10P`, `JH`, "dame de cœur"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeVar

from belote_cli.words import Language
from belote_net.rules.cards import Card, Rank, Suit, plain_strength, trump_strength

SUIT_GLYPHS: Final[Mapping[Suit, str]] = MappingProxyType(
    {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
)
_OUTLINED: Final = {"♤": Suit.SPADES, "♡": Suit.HEARTS, "♢": Suit.DIAMONDS, "♧": Suit.CLUBS}
_RED: Final = frozenset((Suit.HEARTS, Suit.DIAMONDS))

_SUIT_LETTERS: Final = {
    Language.FRENCH: {
        Suit.SPADES: "P",
        Suit.HEARTS: "C",
        Suit.DIAMONDS: "K",
        Suit.CLUBS: "T",
    },
    Language.ENGLISH: {suit: suit.value for suit in Suit},
}
_RANK_LETTERS: Final = {
    Language.FRENCH: {Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R", Rank.ACE: "A"},
    Language.ENGLISH: {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K", Rank.ACE: "A"},
}
_SUIT_WORDS: Final = {
    "pique": Suit.SPADES,
    "coeur": Suit.HEARTS,
    "carreau": Suit.DIAMONDS,
    "trefle": Suit.CLUBS,
    "spade": Suit.SPADES,
    "heart": Suit.HEARTS,
    "diamond": Suit.DIAMONDS,
    "club": Suit.CLUBS,
}
_RANK_WORDS: Final = {
    "sept": Rank.SEVEN,
    "huit": Rank.EIGHT,
    "neuf": Rank.NINE,
    "dix": Rank.TEN,
    "valet": Rank.JACK,
    "dame": Rank.QUEEN,
    "roi": Rank.KING,
    "as": Rank.ACE,
    "seven": Rank.SEVEN,
    "eight": Rank.EIGHT,
    "nine": Rank.NINE,
    "ten": Rank.TEN,
    "jack": Rank.JACK,
    "queen": Rank.QUEEN,
    "king": Rank.KING,
    "ace": Rank.ACE,
}
_FILLERS: Final = frozenset(("de", "d", "du", "le", "la", "l", "un", "une", "the", "of", "a"))
_Value = TypeVar("_Value")

_MAX_DIGITS: Final = 9
"""Of a number that somebody types; Python refuses to read very long ones."""

_SHORTEST_WORD: Final = 2
"""From here on the beginning of a word will do."""


class Faces(Enum):
    """How suits are drawn."""

    GLYPHS = "glyphs"
    LETTERS = "letters"


def plain_text(text: str) -> str:
    """`text` in lower case without accents, for comparing with what is expected."""
    unjoined = text.casefold().replace("œ", "oe").replace("æ", "ae")
    decomposed = unicodedata.normalize("NFKD", unjoined)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).strip()


def typed_number(text: str, last: int) -> int | None:
    """The number from 1 to `last` that somebody has typed; None if it is none."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS):
        return None
    return int(digits) if 1 <= int(digits) <= last else None


@dataclass(frozen=True, slots=True)
class CardText:
    """Writes and reads cards in one language.

    The letters of the other language are read too, where they mean nothing else: `9S` is the nine
    of spades in French, but `9C` is the nine of hearts (cœur), and of clubs in English.
    """

    language: Language
    faces: Faces = Faces.GLYPHS

    @property
    def letter_of(self) -> Mapping[int, str]:
        """For `str.translate`: the letters of this language for the signs of suits."""
        letters = _SUIT_LETTERS[self.language]
        return {ord(glyph): letters[suit] for suit, glyph in SUIT_GLYPHS.items()}

    def suit(self, suit: Suit) -> str:
        """One sign for a suit; never followed by a variation selector."""
        if self.faces is Faces.GLYPHS:
            return SUIT_GLYPHS[suit]
        return _SUIT_LETTERS[self.language][suit]

    def card(self, card: Card) -> str:
        """A card such as `10♥`, `V♠` or `JS`."""
        return self._rank_sign(card) + self.suit(card.suit)

    def letters(self, card: Card) -> str:
        """A card as it can be typed on any keyboard: `10C`, `VP` or `JS`."""
        return self._rank_sign(card) + _SUIT_LETTERS[self.language][card.suit]

    def _rank_sign(self, card: Card) -> str:
        return _RANK_LETTERS[self.language].get(card.rank, card.rank.value)

    def read_suit(self, text: str) -> Suit | None:
        """The suit that `text` names, by sign, letter, word or beginning of a word."""
        return self._suit(plain_text(text))

    def read_card(self, text: str) -> Card | None:
        """The card that `text` names: `9♠`, `9s`, `9 P`, `as de pique`; None if it is none."""
        words = [word for word in re.split(r"[\s'’]+", plain_text(text)) if word]
        if len(words) > 1:
            words = [words[0], *(word for word in words[1:] if word not in _FILLERS)]
        if len(words) == 1:
            return self._short_card(words[0])
        if len(words) != len(("rank", "suit")):
            return None
        rank, suit = self._rank(words[0]), self._suit(words[1])
        return Card(rank, suit) if rank and suit else None

    def _short_card(self, text: str) -> Card | None:
        found = re.fullmatch(r"(10|[7-9a-z])(.)", text)
        if found is None:
            return None
        rank, suit = self._rank(found[1]), self._suit(found[2])
        return Card(rank, suit) if rank and suit else None

    def _suit(self, text: str) -> Suit | None:
        for suit, glyph in SUIT_GLYPHS.items():
            if text == glyph:
                return suit
        if text in _OUTLINED:
            return _OUTLINED[text]
        for language in (self.language, *Language):
            for suit, letter in _SUIT_LETTERS[language].items():
                if text == letter.casefold():
                    return suit
        return _by_beginning(re.sub("[sx]$", "", text), _SUIT_WORDS)

    def _rank(self, text: str) -> Rank | None:
        for rank in Rank:
            if text == rank.value:
                return rank
        for language in (self.language, *Language):
            for rank, letter in _RANK_LETTERS[language].items():
                if text == letter.casefold():
                    return rank
        return _RANK_WORDS.get(text) or _by_beginning(text, _RANK_WORDS)


def _by_beginning(text: str, words: Mapping[str, _Value]) -> _Value | None:
    if len(text) < _SHORTEST_WORD:
        return None
    found = {value for word, value in words.items() if word.startswith(text)}
    return found.pop() if len(found) == 1 else None


def is_red(suit: Suit) -> bool:
    """Whether a suit is printed red."""
    return suit in _RED


def sorted_hand(cards: Iterable[Card], trump: Suit | None) -> tuple[Card, ...]:
    """A hand as one holds it: trumps first, colours alternating, the strongest of a suit first."""
    hand = tuple(cards)
    order = _suit_order({card.suit for card in hand}, trump)
    return tuple(
        sorted(
            hand,
            key=lambda card: (
                order.index(card.suit),
                -(trump_strength(card) if card.suit is trump else plain_strength(card)),
            ),
        )
    )


def _suit_order(held: set[Suit], trump: Suit | None) -> tuple[Suit, ...]:
    """The suits that are held, trump first, red and black in turn as long as both are left."""
    reds = [suit for suit in Suit if suit in held and suit in _RED]
    blacks = [suit for suit in Suit if suit in held and suit not in _RED]
    if trump in held:
        for colour in (reds, blacks):
            colour.sort(key=lambda suit: suit is not trump)
        red_next = trump in _RED
    else:
        red_next = len(reds) > len(blacks)
    order: list[Suit] = []
    while reds or blacks:
        colour = reds if (red_next and reds) or not blacks else blacks
        order.append(colour.pop(0))
        red_next = colour is blacks
    return tuple(order)
