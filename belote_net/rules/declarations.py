"""Declarations (annonces): sequences and fours of a kind, what a hand holds, what may be shown.

A sequence is three cards or more of one suit that follow each other from the seven to the ace, in
the pack's own order (7 8 9 10 J Q K A) and not in that of the tricks: three make a tierce, four a
fifty (cinquante), five or more a hundred (cent), so eight in a row are one hundred. Four of a kind
(carré) count 200 for jacks, 150 for nines, 100 for tens, queens, kings and aces, and nothing for
sevens and eights. A card counts in one declaration only; belote is no declaration, its king and
queen may count in one.

With his first card a player says what he has, not which: a `Claim`. A claim beats another by its
points, then four of a kind a hundred; among equal claims the higher declaration wins, its height
being the best rank in the pack's own order; then the one in trumps (see `declaration_round`).

Source: Fédération française de belote, "Règles de la belote coinchée" (2015), section 8.
Deviation: the order of the four fours that are worth 100 is not in it; we use the only one that it
gives for declarations: aces, kings, queens, tens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, pairwise, product
from typing import Final

from belote_net.errors import IllegalPlay
from belote_net.rules.cards import PACK, Card, Hand, Place, Rank, Suit, in_pack_order


class DeclarationKind(Enum):
    """What a declaration is made of."""

    TIERCE = "tierce"
    FIFTY = "fifty"
    HUNDRED = "hundred"
    FOUR_OF_A_KIND = "four_of_a_kind"


class Claim(Enum):
    """What is said of a declaration with the first card; the weakest first."""

    TIERCE = "tierce"
    FIFTY = "fifty"
    HUNDRED = "hundred"
    FOUR_100 = "four_100"
    FOUR_150 = "four_150"
    FOUR_200 = "four_200"

    @property
    def kind(self) -> DeclarationKind:
        """The kind of declaration that is claimed."""
        return _SAID_OF[self].kind

    @property
    def points(self) -> int:
        """What the declaration is worth."""
        return _SAID_OF[self].points

    @property
    def strength(self) -> int:
        """Which claim wins: the stronger one; 0 for a tierce."""
        return _SAID_OF[self].strength

    @property
    def least_cards(self) -> int:
        """How many cards it takes at least."""
        return _SAID_OF[self].least_cards

    @property
    def heights(self) -> tuple[Rank, ...]:
        """The heights that it may have, in ascending order; if there is one, it goes unsaid."""
        return _SAID_OF[self].heights


@dataclass(frozen=True, slots=True)
class _Facts:
    """See the properties of `Claim`."""

    kind: DeclarationKind
    points: int
    strength: int
    least_cards: int
    heights: tuple[Rank, ...]


_RANKS: Final = tuple(Rank)
_SEQUENCE_LENGTHS: Final = {Claim.TIERCE: 3, Claim.FIFTY: 4, Claim.HUNDRED: 5}
_LONGEST_SAID: Final = max(_SEQUENCE_LENGTHS.values())
_POINTS: Final = {
    Claim.TIERCE: 20,
    Claim.FIFTY: 50,
    Claim.HUNDRED: 100,
    Claim.FOUR_100: 100,
    Claim.FOUR_150: 150,
    Claim.FOUR_200: 200,
}
_FOURS: Final = {
    Rank.NINE: Claim.FOUR_150,
    Rank.TEN: Claim.FOUR_100,
    Rank.JACK: Claim.FOUR_200,
    Rank.QUEEN: Claim.FOUR_100,
    Rank.KING: Claim.FOUR_100,
    Rank.ACE: Claim.FOUR_100,
}


def _facts(claim: Claim, strength: int) -> _Facts:
    length = _SEQUENCE_LENGTHS.get(claim)
    if length is None:
        kind = DeclarationKind.FOUR_OF_A_KIND
        heights = tuple(rank for rank, four in _FOURS.items() if four is claim)
    else:
        kind = DeclarationKind(claim.value)
        heights = _RANKS[length - 1 :]
    return _Facts(
        kind=kind,
        points=_POINTS[claim],
        strength=strength,
        least_cards=len(Suit) if length is None else length,
        heights=heights,
    )


_SAID_OF: Final = {claim: _facts(claim, strength) for strength, claim in enumerate(Claim)}


def rank_order(rank: Rank) -> int:
    """How high a rank is in a declaration: 0 for the seven, up to the ace."""
    return _RANKS.index(rank)


class InTrumps(Enum):
    """Whether a declaration is in trumps."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Declaration:
    """A sequence or four of a kind; made by `Declaration.of`.

    Attributes:
        kind: what it is made of.
        cards: its cards, in pack order.
        height: the best rank among them, in the pack's own order.
    """

    kind: DeclarationKind
    cards: tuple[Card, ...]
    height: Rank

    @staticmethod
    def of(cards: Iterable[Card]) -> Declaration:
        """Return the declaration that exactly these cards make, in any order.

        Raises:
            IllegalPlay: they make none that counts, or a card is there twice.
        """
        ordered = in_pack_order(cards)
        claim = _claim_of(ordered)
        if claim is None:
            raise IllegalPlay(f"no declaration: {' '.join(map(str, ordered)) or 'no cards'}")
        return Declaration(kind=claim.kind, cards=ordered, height=ordered[-1].rank)

    @property
    def suit(self) -> Suit | None:
        """The suit of a sequence; None for four of a kind."""
        return None if self.kind is DeclarationKind.FOUR_OF_A_KIND else self.cards[0].suit

    @property
    def claim(self) -> Claim:
        """What is said of it with the first card."""
        if self.kind is DeclarationKind.FOUR_OF_A_KIND:
            return _FOURS[self.height]
        return Claim(self.kind.value)

    @property
    def points(self) -> int:
        """What it is worth."""
        return self.claim.points

    def is_in(self, trump: Suit) -> bool:
        """Whether it is a sequence in this suit."""
        return self.suit is trump


def _claim_of(cards: Sequence[Card]) -> Claim | None:
    """What these cards, in pack order, make; None if nothing that counts."""
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    if len(ranks) == 1 and len(cards) == len(suits) == len(Suit):
        return _FOURS.get(cards[0].rank)
    follow = all(after.number == before.number + 1 for before, after in pairwise(cards))
    if len(suits) != 1 or not follow:
        return None
    length = min(len(cards), _LONGEST_SAID)
    return next((claim for claim, size in _SEQUENCE_LENGTHS.items() if size == length), None)


def _by_strength(declaration: Declaration) -> tuple[int, int]:
    return declaration.claim.strength, rank_order(declaration.height)


def best_first(declarations: Iterable[Declaration]) -> tuple[Declaration, ...]:
    """Return the declarations sorted: the stronger claim first, then the higher."""
    return tuple(sorted(declarations, key=_by_strength, reverse=True))


def claims_of(declarations: Iterable[Declaration]) -> tuple[Claim, ...]:
    """Return what is said of these declarations with the first card, best first."""
    return tuple(one.claim for one in best_first(declarations))


def height_of(declarations: Iterable[Declaration]) -> Rank:
    """Return the height of the best of these declarations; there must be one."""
    return max(declarations, key=_by_strength).height


def in_trumps(declarations: Iterable[Declaration], trump: Suit) -> InTrumps:
    """Say whether the best of these declarations is in trumps; there must be one.

    Of several that are equal in claim and height, one in trumps is enough.
    """
    some = tuple(declarations)
    best = max(map(_by_strength, some))
    found = any(one.is_in(trump) for one in some if _by_strength(one) == best)
    return InTrumps.YES if found else InTrumps.NO


def detect(hand: Hand) -> tuple[Declaration, ...]:
    """Return the declarations of a hand that are worth most together, best first.

    No card is in two of them, and cards in a row are one sequence, as long as it is: only where a
    card is used in four of a kind does the sequence end. Of sets worth the same, the one with the
    better best declaration is returned.
    """
    fours = [
        Declaration.of(four)
        for rank in _FOURS
        if (four := {Card(rank, suit) for suit in Suit}) <= hand
    ]
    choices = [
        best_first((*used, *_sequences(hand.difference(*(four.cards for four in used)))))
        for count in range(len(fours) + 1)
        for used in combinations(fours, count)
    ]
    return max(choices, key=lambda some: (total_points(some), [*map(_by_strength, some)]))


def total_points(declarations: Iterable[Declaration]) -> int:
    """Return what the declarations are worth together."""
    return sum(one.points for one in declarations)


def _sequences(cards: Hand) -> list[Declaration]:
    """The longest sequences among `cards`: each card of a row belongs to one."""
    found: list[Declaration] = []
    row: list[Card] = []
    for card in PACK:
        if row and (card not in cards or card.suit is not row[0].suit):
            if _claim_of(row) is not None:
                found.append(Declaration.of(row))
            row = []
        if card in cards:
            row.append(card)
    return [*found, Declaration.of(row)] if row and _claim_of(row) is not None else found


def verify_set(declarations: Sequence[Declaration]) -> None:
    """Check that these may all be shown by one player.

    Raises:
        IllegalPlay: one is none, a card is in two, or one sequence was cut into two.
    """
    for one in declarations:
        if Declaration.of(one.cards) != one:
            raise IllegalPlay(f"{one.kind.value} expected, got {' '.join(map(str, one.cards))}")
    for one, other in combinations(declarations, 2):
        if not set(one.cards).isdisjoint(other.cards):
            raise IllegalPlay("each card counts in one declaration only")
        if _touch(one, other):
            raise IllegalPlay("cards in a row are one sequence, got two")


def _touch(one: Declaration, other: Declaration) -> bool:
    """Whether two sequences are one that was cut."""
    if one.suit is None or one.suit is not other.suit:
        return False
    first, second = sorted((one, other), key=lambda some: some.cards[0].number)
    return first.cards[-1].number + 1 == second.cards[0].number


def false_claims(
    claims: Mapping[Place, Sequence[Claim]], hands: Mapping[Place, Hand]
) -> tuple[Place, ...]:
    """Return the places whose claims their whole hands do not justify, in ascending order.

    Both by place; `hands` as they were when the first card was played. Who claims less than he
    holds has said nothing false.
    """
    return tuple(
        place
        for place in sorted(claims)
        if next(justifications(claims[place], hands[place]), None) is None
    )


def justifications(claims: Sequence[Claim], hand: Hand) -> Iterator[tuple[Declaration, ...]]:
    """Yield every way to show these claims from `hand`, in their order."""
    made = [
        Declaration.of(cards)
        for cards in _candidates(hand)
        if hand.issuperset(cards) and _claim_of(cards) is not None
    ]
    for chosen in product(*([one for one in made if one.claim is claim] for claim in claims)):
        pairs = tuple(combinations(chosen, 2))
        if all(set(one.cards).isdisjoint(other.cards) for one, other in pairs) and not any(
            _touch(one, other) for one, other in pairs
        ):
            yield chosen


def _candidates(hand: Hand) -> Iterator[tuple[Card, ...]]:
    """All cards of one rank, and all rows of one suit that begin with a card of `hand`."""
    for rank in _FOURS:
        yield tuple(Card(rank, suit) for suit in Suit)
    for card in in_pack_order(hand):
        following = PACK[card.number :]
        row = [one for one in following if one.suit is card.suit]
        for end in range(1, len(row) + 1):
            yield tuple(row[:end])
