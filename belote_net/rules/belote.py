"""Belote and rebelote: king and queen of trump, played from one hand and said with each.

Who says it depends on the option `belote_call`. With `manual_strict` the player does, and loses the
points if he forgets either word. With `manual_tolerant` he does too, but if he said belote and
forgot rebelote it is forgiven, once for each side in a match; rebelote without belote never counts.
With `auto` the game does: the first card of the pair is announced
if and only if its player holds the other. So who plays it in silence holds the other no more than a
card that he should have followed with: whoever judges plays adds `excluded_by_silence(card)` to the
forbidden cards of that play. And who says it must show that the other card is in his hand: at a
table that proves plays, that is proven with the first card.

Source: Fédération française de belote, "Règles de la belote coinchée" (2015), section 7, in the
edition that tolerates a forgotten rebelote, once for each team in a match, if it is noticed before
the points are counted. Deviation: here it is always noticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from belote_net.errors import IllegalPlay
from belote_net.rules.cards import Card, Place, Rank, Suit
from belote_net.rules.choices import BeloteCall, BeloteOrder
from belote_net.rules.options import Options

BELOTE_POINTS: Final = 20
"""What belote and rebelote are worth together."""

_OTHER: Final = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}


def belote_partner(card: Card, trump: Suit) -> Card | None:
    """Return the other card of the pair if `card` is king or queen of trump, else None."""
    other = _OTHER.get(card.rank)
    return Card(other, trump) if other is not None and card.suit is trump else None


@dataclass(frozen=True, slots=True)
class PairPlay:
    """King or queen of trump as it was played, and whether belote or rebelote was said with it."""

    place: Place
    card: Card
    announced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BeloteCalls:
    """What was said of the pair in this deal, as far as it is played.

    Attributes:
        trump: the trump suit.
        call: who says it.
        order: which card of the pair must come first for it to count.
        plays: king and queen of trump as they were played; none, one or two.
        forgivable: the places where a forgotten rebelote is still forgiven.
    """

    trump: Suit
    call: BeloteCall
    order: BeloteOrder
    plays: tuple[PairPlay, ...] = ()
    forgivable: frozenset[Place] = frozenset()

    @staticmethod
    def start(trump: Suit, options: Options, *, forgivable: Iterable[Place] = ()) -> BeloteCalls:
        """Return the state before the first card of the deal.

        `forgivable` are the places of `Match.forgivable`; they count with `manual_tolerant` only.
        """
        tolerant = options.belote_call is BeloteCall.MANUAL_TOLERANT
        return BeloteCalls(
            trump=trump,
            call=options.belote_call,
            order=options.belote_order,
            forgivable=frozenset(forgivable if tolerant else ()),
        )

    @property
    def holder(self) -> Place | None:
        """Who has the belote: one player played the pair and said both words, in a valid order.

        Or said the first word and is forgiven the second.
        """
        if len(self.plays) < len(_OTHER):
            return None
        first, second = self.plays
        complete = first.announced and (second.announced or first.place in self.forgivable)
        is_pair = first.place == second.place and self._may_open(first.card)
        return first.place if complete and is_pair else None

    @property
    def forgiven(self) -> Place | None:
        """Who has the belote although he forgot rebelote."""
        holder = self.holder
        return None if holder is None or self.plays[-1].announced else holder

    def _may_open(self, card: Card) -> bool:
        """Whether the belote still counts if this card of the pair is played first."""
        return self.order is BeloteOrder.ANY or card.rank is Rank.KING

    def excluded_by_silence(self, card: Card) -> Card | None:
        """Return the card that who plays `card` without a word must not hold, if there is one.

        Only with `belote_call=auto`, for the first card of a pair that would count.
        """
        if self.call is not BeloteCall.AUTO or self.plays or not self._may_open(card):
            return None
        return belote_partner(card, self.trump)

    def may_announce(self, place: Place, card: Card) -> bool:
        """Whether belote or rebelote may be said by the player at `place` with this card."""
        if belote_partner(card, self.trump) is None:
            return False
        if self.plays:
            first = self.plays[0]
            follows = self.call is not BeloteCall.AUTO or first.announced
            return first.place == place and follows
        return self.call is not BeloteCall.AUTO or self._may_open(card)

    def must_announce(self, place: Place, card: Card) -> bool:
        """Whether a word is due whatever else is held: rebelote, with `belote_call=auto`."""
        return self.call is BeloteCall.AUTO and bool(self.plays) and self.may_announce(place, card)

    def with_play(self, place: Place, card: Card, *, announced: bool) -> BeloteCalls:
        """Return the state after `card` was played by the player at `place`.

        Any card of the deal may be fed, in the order of play; those that are not of the pair change
        nothing. A silence that only the hand can prove wrong is not refused here: see
        `excluded_by_silence`.

        Raises:
            IllegalPlay: it was said where it cannot be, or rebelote was withheld in `auto`.
        """
        if announced and not self.may_announce(place, card):
            raise IllegalPlay(f"neither belote nor rebelote can be said with {card} here")
        if not announced and self.must_announce(place, card):
            raise IllegalPlay(f"rebelote expected with {card}, got silence")
        if belote_partner(card, self.trump) is None:
            return self
        play = PairPlay(place=place, card=card, announced=announced)
        return replace(self, plays=(*self.plays, play))
