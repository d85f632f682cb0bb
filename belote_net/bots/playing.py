"""Which card to play: the one that brings most, counted in points.

A card is worth what the trick is expected to bring with it, less what the card would still have
been worth in hand. From this follow the habits of the game: aces early, charge the partner's trick,
low when the others win, masters kept, no ruff where the partner wins already. Only the lead of
trumps needs a word of its own: it draws the trumps of the others.

The numbers below are judgements, checked one by one in duels of these bots with themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_net.bots.memory import Memory, open_trick, remember
from belote_net.errors import OutOfTurn
from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import (
    Card,
    Hand,
    Place,
    Suit,
    card_points,
    in_pack_order,
    plain_strength,
    trump_strength,
)
from belote_net.rules.choices import BeloteOrder
from belote_net.rules.trick import Trick
from belote_net.table.view import TableView

EXPECTED_CARD: Final = 4.75
"""Points of a card that nobody has seen yet: 152 points in 32 cards."""

TRICK_TO_COME: Final = 10.0
"""Points that the other cards bring to a trick which a master card wins later."""

NEXT_OF_SUIT: Final = 0.5
"""What is left of a plain master for each round of its suit before its own: ruffs come nearer."""

GUARDED: Final = 0.6
"""Share of its points that a guarded card behind one stronger card is expected to save."""

RUFF: Final = 8.0
"""Points that a low trump is expected to bring by a ruff, beyond its own."""

TRUMP_SAVED: Final = 0.8
"""Share of its points that a trump which is not master is expected to save."""

MASTER_TRUMP: Final = 15.0
"""Points of the trick that a master trump wins later, whenever it likes."""

TRUMP_DRAWN: Final = 12.0
"""Points for the taker's side when an opponent must spend a trump on its lead."""

TRUMP_WASTED: Final = 9.0
"""Points lost when a trump lead takes one from the partner, and by any trump lead of a defender."""

RESCUE: Final = 0.6
"""How often the partner still wins, where he could, after an opponent has played higher."""

OVERTAKEN: Final = 0.5
"""How often an opponent who beats a card also beats what the partner has put above it."""

_DIGITS: Final = 1
"""Values that agree to a tenth of a point are equal: nobody counts more finely."""


def choose_card(view: TableView) -> Card:
    """Return the best card to play: of equal ones, the first of the pack.

    Raises:
        OutOfTurn: no card is to be played from this view.
    """
    return best_cards(view)[0]


def best_cards(view: TableView) -> tuple[Card, ...]:
    """Return the cards than which none is better, in order of the pack; one at least.

    Raises:
        OutOfTurn: no card is to be played from this view.
    """
    if view.place is None or not view.legal:
        raise OutOfTurn("no card is expected from this player")
    situation = _Situation.seen_from(view, view.place)
    values = {card: round(situation.value(card), _DIGITS) for card in situation.candidates()}
    best = max(values.values())
    chosen = {king_first(card, view) for card, value in values.items() if value == best}
    return in_pack_order(chosen)


def king_first(card: Card, view: TableView) -> Card:
    """Return the king for the queen of the pair, where belote counts in this order only."""
    if view.contract is None or view.options.belote_order is not BeloteOrder.KING_FIRST:
        return card
    other = belote_partner(card, view.contract.trump)
    return other if other in view.announceable else card


@dataclass(frozen=True, slots=True)
class _Situation:
    """One player who is to play a card.

    Attributes:
        friends: the places of his side.
        took: whether his side has the contract.
        hand: his cards.
        trick: the trick so far; empty when he leads.
    """

    view: TableView
    memory: Memory
    place: Place
    friends: tuple[Place, ...]
    took: bool
    hand: Hand
    trick: Trick

    @staticmethod
    def seen_from(view: TableView, place: Place) -> _Situation:
        if view.contract is None:
            raise OutOfTurn("no card is expected before a contract is made")
        attack, defence = view.variant.sides(view.contract)
        return _Situation(
            view=view,
            memory=remember(view),
            place=place,
            friends=attack if place in attack else defence,
            took=place in attack,
            hand=frozenset(view.hand),
            trick=open_trick(view) or Trick(place),
        )

    @property
    def trump(self) -> Suit:
        return self.memory.trump

    @property
    def opponents(self) -> tuple[Place, ...]:
        return tuple(place for place in self.memory.possible if place not in self.friends)

    def points(self, card: Card) -> int:
        return card_points(card, self.trump)

    def candidates(self) -> Hand:
        """Return the legal cards but, on lead, masters behind a higher one: the partner must see.

        They would win as well; but who sees a ten led does not know that the ace is behind it.
        """
        if self.trick.cards:
            return self.view.legal
        hidden = {
            low
            for card in self.view.legal
            for low in self.view.legal
            if low in self.below(card) and not self.memory.stronger(low)
        }
        return self.view.legal - hidden

    def below(self, card: Card) -> Hand:
        """Return the cards of the hand that `card` beats in its own suit."""
        rank = trump_strength if card.suit is self.trump else plain_strength
        return frozenset(
            low for low in self.hand if low.suit is card.suit and rank(low) < rank(card)
        )

    def value(self, card: Card) -> float:
        """Return the points that playing `card` now is expected to bring, against not doing so."""
        trick = self.trick.with_card(card)
        to_come = self.view.variant.places - len(trick.cards)
        stake = sum(map(self.points, trick.cards)) + EXPECTED_CARD * to_come
        value = (2 * self.chance_to_win(trick) - 1) * stake - self.worth_in_hand(card)
        if not self.trick.cards and card.suit is self.trump:
            value += self.worth_of_trump_lead()
        return value

    def chance_to_win(self, trick: Trick) -> float:
        """Return the probability that this side wins `trick`, in which its card lies already."""
        variant = self.view.variant
        winner = variant.trick_winner(trick, self.trump)
        best = trick.cards[(winner - trick.leader) % variant.places]
        # The best card so far still wins, or a card that a partner puts above the opponents'.
        stands, regained, attacked = float(winner in self.friends), 0.0, False
        for place in variant.order_from(trick.leader)[len(trick.cards) :]:
            beats = self.chance_to_beat(place, best, led=trick.cards[0].suit)
            if place in self.friends:
                regained += (1 - stands - regained) * beats * (RESCUE if attacked else 1)
            else:
                stands *= 1 - beats
                regained *= 1 - beats * OVERTAKEN
                attacked = True
        return stands + regained

    def chance_to_beat(self, place: Place, best: Card, *, led: Suit) -> float:
        """Return the probability that the player at `place` can beat `best`, having to follow."""
        memory = self.memory
        higher = memory.stronger(best)
        if best.suit is led and led is self.trump:
            return memory.chance_of_any(place, higher)
        void = memory.chance_of_none(place, memory.suit(led))
        if best.suit is self.trump:
            return void * memory.chance_of_any(place, higher)
        ruffs = void * memory.chance_of_any(place, memory.suit(self.trump))
        return memory.chance_of_any(place, higher) + ruffs

    def worth_in_hand(self, card: Card) -> float:
        """Return the points that `card` would bring if it were kept."""
        if len(self.hand) == 1:
            return 0.0
        points, higher = self.points(card), self.memory.stronger(card)
        if card.suit is self.trump:
            return RUFF + TRUMP_SAVED * points if higher else MASTER_TRUMP + points
        mine = [other for other in self.hand if other.suit is card.suit and other != card]
        if higher:
            return GUARDED * points if len(higher) == 1 and mine else 0.0
        return self.chance_to_run(card) * (points + TRICK_TO_COME)

    def chance_to_run(self, card: Card) -> float:
        """Return the probability that a plain master, led later, is not ruffed."""
        memory, chance = self.memory, 1.0
        trumps = memory.suit(self.trump)
        if not any(memory.possible[place] & trumps for place in self.opponents):
            return chance
        for place in self.opponents:
            void = memory.chance_of_none(place, memory.suit(card.suit))
            chance *= 1 - void * memory.chance_of_any(place, trumps)
        rounds = sum(card in self.below(higher) for higher in self.hand)
        rounds += card.suit in {lying.suit for lying in self.trick.cards[:1]}
        return chance * NEXT_OF_SUIT**rounds

    def worth_of_trump_lead(self) -> float:
        """Return the points that a lead of trump brings besides the trick."""
        trumps = self.memory.suit(self.trump)
        drawn = sum(self.memory.chance_of_any(place, trumps) for place in self.opponents)
        wasted = sum(
            self.memory.chance_of_any(place, trumps)
            for place in self.friends
            if place != self.place
        )
        return TRUMP_DRAWN * drawn - TRUMP_WASTED * wasted if self.took else -TRUMP_WASTED
