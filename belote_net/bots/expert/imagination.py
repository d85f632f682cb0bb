"""Whole deals as they may be, once a contract is made, for who sees only his own hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from belote_net.bots.dice import Dice
from belote_net.bots.expert.declared import claimed, imagined
from belote_net.bots.expert.hearsay import Hearsay
from belote_net.bots.expert.slots import BELOTE_BITS, pack_bits, slots_for
from belote_net.bots.expert.worlds import Worlds
from belote_net.bots.memory import played_cards, remember
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place, Team
from belote_net.rules.match import Match
from belote_net.rules.variant import Variant
from belote_net.table.view import TableView

TRIES: Final = 8
"""How many deals are drawn, at most, for one that explains what was said."""


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie.

    Attributes:
        hands: by place, the bits of the slots in hand.
        belote: which side has the belote, if one has.
        declared: by team, what its declarations are worth that count; empty if nobody's do.
    """

    hands: tuple[int, ...]
    belote: Team | None
    declared: tuple[int, ...]


def belote_in(hands: tuple[int, ...], variant: Variant) -> Team | None:
    """Return the side of who holds king and queen of trumps; `hands` by place, as slots."""
    for place in variant.order_from(Place(0)):
        if not BELOTE_BITS & ~hands[place]:
            return variant.team_of(place)
    return None


class Imagination:
    """The deals that the player of a view can imagine.

    Attributes:
        is_possible: whether there is one; there is none if what is known contradicts itself.
    """

    def __init__(self, view: TableView, place: Place, contract: Contract, match: Match) -> None:
        """Prepare to imagine for the player at `place`, whose view it is."""
        self._view, self._contract, self._dealer = view, contract, match.dealer
        self._hearsay = Hearsay(view, contract, match)
        self._slots = slots_for(view.options, contract.trump)
        self._worlds = Worlds(remember(view))
        self.is_possible = self._worlds.count > 0
        self._own = {place: pack_bits(view.hand)}
        self._played = [0] * view.variant.places
        for player, card in played_cards(view):
            self._played[player] |= 1 << card.number

    def draw(self, dice: Dice) -> World:
        """Return a deal, there being one: of a few, that in which the least said was strange."""
        best, least = self._own, inf
        for _ in range(TRIES):
            hands = self._worlds.draw(dice) | self._own
            strange = self._hearsay.contradictions(self._whole(hands), dice)
            if strange < least:
                best, least = hands, strange
            if not strange:
                break
        return self._world(best)

    def _whole(self, hands: Mapping[Place, int]) -> tuple[int, ...]:
        """The hands before the first card, by place, in pack bits."""
        return tuple(hands[Place(place)] | played for place, played in enumerate(self._played))

    def _world(self, hands: Mapping[Place, int]) -> World:
        variant, trump = self._view.variant, self._contract.trump
        slots = tuple(self._slots.bits(hands[place]) for place in sorted(hands))
        belote = belote_in(slots, variant)
        if self._slots.bits(sum(self._played)) & BELOTE_BITS:
            # What has not been said with the first of the pair is not said any more.
            said = self._view.belote
            belote = None if said is None else variant.team_of(said)
        said_by_all = self._view.said
        if said_by_all is not None and len(said_by_all.spoken) == variant.places:
            declared = claimed(said_by_all)
        else:
            first = variant.first_place(self._dealer)
            declared = imagined(variant, self._whole(hands), first, trump)
        return World(slots, belote, declared)
