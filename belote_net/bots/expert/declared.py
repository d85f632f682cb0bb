"""What the declarations of an imagined deal are worth to each side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from belote_net.bots.expert.slots import RANKS, WHOLE_SUIT, cards_of
from belote_net.rules.cards import Place, Suit
from belote_net.rules.choices import Annonces, AnnonceTie
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.declarations import (
    Declaration,
    InTrumps,
    best_first,
    detect,
    in_trumps,
    rank_order,
    total_points,
)
from belote_net.rules.variant import Variant

_SHORTEST_ROW: Final = 3
_ROW_STARTS: Final = sum(
    (WHOLE_SUIT >> _SHORTEST_ROW - 1) << RANKS * number for number in range(len(Suit))
)
"""The cards with which a sequence may begin, in pack bits."""


@lru_cache(maxsize=4096)
def declarations_in(hand: int) -> tuple[Declaration, ...]:
    """Return the declarations of a whole hand, given in pack bits."""
    rows = _ROW_STARTS & hand & hand >> 1 & hand >> 2
    fours = WHOLE_SUIT
    for number in range(len(Suit)):
        fours &= hand >> RANKS * number
    return detect(frozenset(cards_of(hand))) if rows or fours else ()


def imagined(variant: Variant, hands: Sequence[int], first: Place, trump: Suit) -> tuple[int, ...]:
    """Return by team what its declarations are worth if all declare; empty if nobody's count.

    `hands`: by place, the pack bits of the hand before the first card, which `first` plays.
    """
    if variant.options.annonces is Annonces.OFF:
        return ()
    declared = [(place, declarations_in(hands[place])) for place in variant.order_from(first)]
    best = max((_strength(some, trump) for _, some in declared if some), default=None)
    ahead = [
        variant.team_of(place)
        for place, some in declared
        if some and _strength(some, trump) == best
    ]
    cancelled = variant.options.annonce_tie is AnnonceTie.CANCEL and len(set(ahead)) > 1
    if not ahead or cancelled:
        return ()
    return tuple(
        sum(
            total_points(some)
            for place, some in declared
            if variant.team_of(place) == team == ahead[0]
        )
        for team in range(len(variant.teams))
    )


def claimed(said: DeclarationRound) -> tuple[int, ...]:
    """Return by team what its declarations are worth that count, shown or not; all have spoken."""
    if said.scoring_team is None:
        return ()
    return tuple(
        sum(
            claim.points
            for one in said.spoken
            if one.stands and one.team == team == said.scoring_team
            for claim in one.claims
        )
        for team in range(len(said.teams))
    )


def _strength(some: Sequence[Declaration], trump: Suit) -> tuple[int, int, bool]:
    """Which declarations win: the stronger claim, then the higher, then the one in trumps."""
    best = best_first(some)[0]
    return (
        best.claim.strength,
        rank_order(best.height),
        in_trumps(some, trump) is InTrumps.YES,
    )
