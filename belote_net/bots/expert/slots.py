"""Cards as bits, in two orders, and what a trump makes of them.

*Pack bits*: bit n is the card with number n. Hands that nobody has a contract for yet, and what was
declared, are told in them.

*Slots*: with a trump, every card has a slot: suit by suit, the trumps last, in each suit the
weakest card first. So a higher slot of the same suit beats a lower one, any trump beats any plain
card, and what a card is worth, and what it beats, is the same for every trump.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from belote_net.rules.cards import (
    PACK,
    Card,
    Place,
    Rank,
    Suit,
    card_points,
    plain_strength,
    trump_strength,
)
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant
from belote_net.rules.variants import variant_for

RANKS: Final = len(Rank)
WHOLE_SUIT: Final = (1 << RANKS) - 1
"""The bits of one suit, shifted to the lowest."""

PLAIN_SUITS: Final = range(len(Suit) - 1)
TRUMPS: Final = len(PLAIN_SUITS)
"""The number of the trump suit, in slots."""

FIRST_TRUMP: Final = TRUMPS * RANKS
"""The lowest slot of a trump."""

SUITS: Final = tuple(WHOLE_SUIT << number * RANKS for number in range(len(Suit)))
"""By number of the suit, the bits of its slots."""

TRUMP_BITS: Final = SUITS[TRUMPS]
SUIT_OF: Final = tuple(slot // RANKS for slot in range(len(PACK)))
ABOVE: Final = tuple(SUITS[SUIT_OF[slot]] >> slot + 1 << slot + 1 for slot in range(len(PACK)))
"""By slot, the bits of the slots of the same suit that beat it."""


def order_of_slots(trump: Suit) -> tuple[Card, ...]:
    """Return the pack in the order of its slots."""
    suits = sorted(Suit, key=lambda suit: suit is trump)
    return tuple(
        sorted(
            PACK,
            key=lambda card: (
                suits.index(card.suit),
                trump_strength(card) if card.suit is trump else plain_strength(card),
            ),
        )
    )


_ANY_TRUMP: Final = next(iter(Suit))
_ORDER: Final = order_of_slots(_ANY_TRUMP)
POINTS: Final = tuple(card_points(card, _ANY_TRUMP) for card in _ORDER)
"""By slot, what the card is worth."""


def slots_of(suits: Iterable[int], *ranks: Rank) -> int:
    """Return the bits of the cards of these ranks in these suits, by their numbers."""
    return sum(
        1 << slot
        for slot, card in enumerate(_ORDER)
        if card.rank in ranks and SUIT_OF[slot] in suits
    )


BELOTE_BITS: Final = slots_of((TRUMPS,), Rank.KING, Rank.QUEEN)

Groups = tuple[tuple[int, int], ...]
"""What may be played: pairs of cards that are judged alike, and of those that bar them."""


def pack_bits(cards: Iterable[Card]) -> int:
    """Return the pack bits of `cards`."""
    return sum(1 << card.number for card in cards)


def cards_of(bits: int) -> Iterable[Card]:
    """Return the cards of these pack bits, in order of the pack."""
    return (card for card in PACK if bits >> card.number & 1)


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of one trump at a table with some house rules.

    Attributes:
        cards: by slot, the card.
        duties: whether the partner is winning; the suit led; the slot that is winning: what the
            rules then allow.
        by_suit: by suit in order of the pack, and by the bits of its cards: their slots.
    """

    cards: tuple[Card, ...]
    duties: tuple[tuple[tuple[Groups, ...], ...], ...]
    by_suit: tuple[tuple[int, ...], ...]

    def slot(self, card: Card) -> int:
        """Return the slot of a card."""
        return self.cards.index(card)

    def bits(self, pack: int) -> int:
        """Return pack bits as the bits of slots."""
        bits = 0
        for slots in self.by_suit:
            bits |= slots[pack & WHOLE_SUIT]
            pack >>= RANKS
        return bits


@lru_cache(maxsize=64)
def slots_for(options: Options, trump: Suit) -> Slots:
    """Return the slots of a trump; what may be played is asked of the rules of the variant."""
    variant, cards = variant_for(options), order_of_slots(trump)
    duties = tuple(
        tuple(
            tuple(
                _groups(variant, cards, _example(variant, cards, led, best, partner=partner))
                for best in range(len(cards))
            )
            for led in range(len(Suit))
        )
        for partner in (False, True)
    )
    by_suit = tuple(
        tuple(
            sum(1 << cards.index(card) for card in cards_of(bits << RANKS * number))
            for bits in range(WHOLE_SUIT + 1)
        )
        for number in range(len(Suit))
    )
    return Slots(cards, duties, by_suit)


def _example(
    variant: Variant, cards: Sequence[Card], led: int, best: int, *, partner: bool
) -> Trick | None:
    """A trick in which this suit was led and this slot is winning, for the partner of who plays.

    Or for an opponent. None if there is no such trick.
    """
    if SUIT_OF[best] not in (led, TRUMPS):
        return None
    lowest = [cards[suit * RANKS] for suit in range(len(Suit))]
    other = lowest[next(suit for suit in PLAIN_SUITS if suit != led)]
    lead = [cards[best]] if SUIT_OF[best] == led else [lowest[led], cards[best]]
    trick, trump = Trick(Place(0), tuple(lead)), cards[FIRST_TRUMP].suit
    while len(trick.cards) < variant.places:
        to_play = variant.partner_of(trick.turn(variant.places))
        if (variant.trick_winner(trick, trump) == to_play) is partner:
            return trick
        trick = trick.with_card(other)
    return None


def _groups(variant: Variant, cards: Sequence[Card], trick: Trick | None) -> Groups:
    if trick is None:
        return ()
    groups: dict[int, int] = {}
    for slot, card in enumerate(cards):
        barring = variant.forbidden(card, trick, cards[FIRST_TRUMP].suit)
        barred_by = sum(1 << cards.index(one) for one in barring)
        groups[barred_by] = groups.get(barred_by, 0) | 1 << slot
    return tuple((members, barred_by) for barred_by, members in groups.items())
