"""What an attentive player knows of the hidden cards: who may hold what, and how likely.

It follows from the view alone: the own hand, the cards that were played, and the rules, by which
every play tells which cards its player cannot hold (`Variant.forbidden`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import comb
from typing import Final

from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Contract
from belote_net.rules.belote import BeloteCalls, belote_partner
from belote_net.rules.cards import Card, Hand, Place, Suit, plain_strength, trump_strength
from belote_net.rules.trick import Trick
from belote_net.table.view import TableView

_NOTHING: Final[Hand] = frozenset()


@dataclass(frozen=True, slots=True)
class Memory:
    """The hidden cards of the deal, as one player can reason about them.

    Attributes:
        trump: the trump suit.
        unseen: cards in the hands of the others.
        possible: by other player, the unseen cards that he may hold.
        sure: by other player, those of them that nobody else can hold.
        cards_left: by other player, how many cards he holds.
    """

    trump: Suit
    unseen: Hand
    possible: Mapping[Place, Hand]
    sure: Mapping[Place, Hand]
    cards_left: Mapping[Place, int]

    def suit(self, suit: Suit) -> Hand:
        """Return the unseen cards of one suit."""
        return frozenset(card for card in self.unseen if card.suit is suit)

    def stronger(self, card: Card) -> Hand:
        """Return the unseen cards of the same suit that beat `card`."""
        rank = trump_strength if card.suit is self.trump else plain_strength
        return frozenset(other for other in self.suit(card.suit) if rank(other) > rank(card))

    def chance_of_none(self, place: Place, cards: Iterable[Card]) -> float:
        """Return the probability that the player at `place` holds none of `cards`.

        Every hand that agrees with `possible` and `sure` of this player counts alike; what the
        hands of the other two exclude beyond that is left aside.
        """
        wanted = self.possible[place].intersection(cards)
        if wanted & self.sure[place]:
            return 0.0
        open_cards = len(self.possible[place]) - len(self.sure[place])
        # Who says belote without having it makes us expect more than he can hold.
        held = max(0, self.cards_left[place] - len(self.sure[place]))
        return comb(open_cards - len(wanted), held) / max(1, comb(open_cards, held))

    def chance_of_any(self, place: Place, cards: Iterable[Card]) -> float:
        """Return the probability that the player at `place` holds one of `cards` at least."""
        return 1.0 - self.chance_of_none(place, cards)


def remember(view: TableView) -> Memory:
    """Return what the player whose view this is can know during the play.

    Raises:
        OutOfTurn: the view is a spectator's, or nothing is trump yet.
    """
    if view.place is None or view.contract is None:
        raise OutOfTurn("cards are counted by a player, once a contract is made")
    others = [place for place in view.variant.order_from(view.place) if place != view.place]
    played = played_cards(view)
    gone = {card for _, card in played}
    unseen = frozenset(view.variant.pack) - gone - frozenset(view.hand)
    places = [place for place, _ in played]
    cards_left = {place: view.variant.hand_size - places.count(place) for place in others}
    excluded = _excluded(view, view.contract)
    known = _known(view, view.contract)
    possible = {
        place: frozenset(
            card
            for card in unseen - excluded.get(place, _NOTHING)
            if known.get(card, place) == place and cards_left[place]
        )
        for place in others
    }
    sure = {
        place: possible[place].difference(*(possible[other] for other in others if other != place))
        for place in others
    }
    return Memory(view.contract.trump, unseen, possible, sure, cards_left)


def open_trick(view: TableView) -> Trick | None:
    """Return the trick that waits for a card; None when one is to be led."""
    trick = view.trick
    return None if trick is None or len(trick.cards) == view.variant.places else trick


def _tricks(view: TableView) -> tuple[Trick, ...]:
    current = open_trick(view)
    return (*view.tricks, *([current] if current is not None else []))


def played_cards(view: TableView) -> list[tuple[Place, Card]]:
    """Return every card of the deal that was played, with its player, in order."""
    return [
        (place, card)
        for trick in _tricks(view)
        for place, card in zip(view.variant.order_from(trick.leader), trick.cards, strict=False)
    ]


def _excluded(view: TableView, contract: Contract) -> dict[Place, Hand]:
    """By player, cards that he did not hold when he played, since his play was legal.

    And the other card of the pair, where its holder would have said belote.
    """
    excluded: dict[Place, Hand] = {}
    calls = BeloteCalls.start(contract.trump, view.options)
    for trick in _tricks(view):
        so_far = Trick(trick.leader)
        for card in trick.cards:
            place = so_far.turn(view.variant.places)
            barred = view.variant.forbidden(card, so_far, contract.trump)
            unsaid = calls.excluded_by_silence(card) if view.belote is None else None
            silent = _NOTHING if unsaid is None else frozenset((unsaid,))
            excluded[place] = excluded.get(place, _NOTHING) | barred | silent
            so_far = so_far.with_card(card)
    return excluded


def _known(view: TableView, contract: Contract) -> dict[Card, Place]:
    """Cards that all have seen go into a hand, or were shown or promised to be in it."""
    known: dict[Card, Place] = {}
    if view.turn_up is not None:
        known[view.turn_up] = contract.taker
    for one in view.said.spoken if view.said is not None else ():
        for declaration in one.shown or ():
            known |= dict.fromkeys(declaration.cards, one.place)
    if view.absent is not None:
        known |= dict.fromkeys(view.open_hand, view.absent)
    if view.belote is None:
        return known
    for place, card in played_cards(view):
        promised = belote_partner(card, contract.trump)
        if place == view.belote and promised is not None:
            known[promised] = place
    return known
