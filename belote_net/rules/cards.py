"""Places at the table, and the pack: suits, ranks, cards, what each is worth and which is stronger.

Every card exists once. `Card(rank, suit)`, `Card.parse`, copying and unpickling all give the same
object, so cards compare and hash by identity and sets of them work at the speed of C.

The rules only know the *turn order*: whoever sits at place p is followed by place p + 1, and the
last place by place 0. Whether that is clockwise on the screen is for those who draw the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final, NewType, NoReturn, final

from belote_net.errors import NotationError

Place = NewType("Place", int)
"""A place at the table, 0 and up in turn order."""

Team = NewType("Team", int)
"""A side that writes points together (équipe), 0 and up; which places it has, the variant says."""


class Suit(Enum):
    """A suit (couleur); the value is its letter in notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    # Members are singletons, so identity will do; Enum's own hash runs in Python for each look-up.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def parse(text: str) -> Suit:
        """Read "S", "H", "D" or "C".

        Raises:
            NotationError: any other text.
        """
        try:
            return Suit(text)
        except ValueError:
            raise NotationError(f"a suit is S, H, D or C, got {text!r}") from None


class Rank(Enum):
    """A rank (hauteur), from the seven to the ace in the pack's own order."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


@final
class Card:
    """One card of the pack, immutable and unique.

    Attributes:
        rank: its rank.
        suit: its suit.
        number: its place in `PACK`, 0 and up: suit by suit, each from the seven to the ace.

    A set of cards has no order that may be relied on: sort with `in_pack_order`.
    """

    __slots__ = ("number", "rank", "suit")

    rank: Rank
    suit: Suit
    number: int

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        """Return the one card of this rank and suit."""
        return _BY_FACE[rank, suit]

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card as `str` writes it, such as "10H" or "JS".

        Raises:
            NotationError: any other text.
        """
        card = _BY_TEXT.get(text)
        if card is None:
            raise NotationError(f"a card is a rank and a suit such as 10H, got {text!r}")
        return card

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card never changes: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card never changes: cannot delete {name}")


Hand = frozenset[Card]
"""The cards that one player holds (main, jeu)."""


def _make_pack() -> tuple[Card, ...]:
    pack: list[Card] = []
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            for name, value in (("rank", rank), ("suit", suit), ("number", len(pack))):
                object.__setattr__(card, name, value)
            pack.append(card)
    return tuple(pack)


PACK: Final = _make_pack()
"""Every card once: `PACK[n].number == n`."""

_BY_FACE: Final = {(card.rank, card.suit): card for card in PACK}
_BY_TEXT: Final = {str(card): card for card in PACK}

_PLAIN_ORDER: Final = (
    *(Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK),
    *(Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE),
)
_TRUMP_ORDER: Final = (
    *(Rank.SEVEN, Rank.EIGHT, Rank.QUEEN, Rank.KING),
    *(Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK),
)
_PLAIN_POINTS: Final = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
_TRUMP_POINTS: Final = _PLAIN_POINTS | {Rank.NINE: 14, Rank.JACK: 20}

_PLAIN_STRENGTH: Final = tuple(_PLAIN_ORDER.index(card.rank) for card in PACK)
_TRUMP_STRENGTH: Final = tuple(_TRUMP_ORDER.index(card.rank) for card in PACK)
_POINTS: Final = {
    trump: tuple(
        (_TRUMP_POINTS if card.suit is trump else _PLAIN_POINTS).get(card.rank, 0) for card in PACK
    )
    for trump in Suit
}


def plain_strength(card: Card) -> int:
    """How strong the card is among its suit when that is not trump: 0 for the seven, up to the ace.

    >>> [str(card) for card in sorted(PACK[:8], key=plain_strength)]
    ['7S', '8S', '9S', 'JS', 'QS', 'KS', '10S', 'AS']
    """
    return _PLAIN_STRENGTH[card.number]


def trump_strength(card: Card) -> int:
    """How strong the card is among its suit when that is trump: 0 for the seven, up to the jack.

    >>> [str(card) for card in sorted(PACK[:8], key=trump_strength)]
    ['7S', '8S', 'QS', 'KS', '10S', 'AS', '9S', 'JS']
    """
    return _TRUMP_STRENGTH[card.number]


def card_points(card: Card, trump: Suit) -> int:
    """Points of one card; the pack adds to 152, the deal to 162 (last trick: 10).

    >>> sum(card_points(card, trump=Suit.HEARTS) for card in PACK)
    152
    """
    return _POINTS[trump][card.number]


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards sorted by `number`: the order to use wherever an order can be seen."""
    return tuple(sorted(cards, key=lambda card: card.number))
