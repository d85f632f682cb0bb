"""How the players of an imagined deal play: fast, sound habits.

A player knows his hand and which cards are still out, not who has them; only whether the opponents
have trumps left is told to who leads. Habits that look into the hands of the others play such deals
better, and choose worse in the real one, where nobody can.
"""

from __future__ import annotations

from typing import Final

from belote_net.bots.expert.slots import (
    ABOVE,
    FIRST_TRUMP,
    PLAIN_SUITS,
    POINTS,
    SUITS,
    TRUMP_BITS,
    TRUMPS,
    slots_of,
)
from belote_net.rules.cards import Rank

_BEATEN_BY: Final = tuple(
    ABOVE[slot] | (TRUMP_BITS if slot < FIRST_TRUMP else 0) for slot in range(len(POINTS))
)
"""By slot that is winning, the bits that beat it."""

_PLAIN_BITS: Final = sum(SUITS[suit] for suit in PLAIN_SUITS)
_CHEAP_FIRST: Final = (
    slots_of(PLAIN_SUITS, Rank.SEVEN, Rank.EIGHT, Rank.NINE),
    *(slots_of(PLAIN_SUITS, rank) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN)),
)
"""What to throw on a trick that the opponents win; aces come last."""

_DEAR_FIRST: Final = tuple(
    slots_of(PLAIN_SUITS, rank) for rank in (Rank.TEN, Rank.KING, Rank.QUEEN, Rank.ACE, Rank.JACK)
)
"""What to put on a trick of the partner; an ace would win another one."""


def lead(hand: int, others: int, trumps_against: int, *, took: bool) -> int:
    """Return the slot to lead: trumps for the taker's side, a master, or something cheap.

    `hand` are the own cards, `others` those of all the others, `trumps_against` the trumps of the
    opponents; `took`: whether the own side has the contract.
    """
    trumps = hand & TRUMP_BITS
    if took and trumps and trumps_against:
        # Of two sets of cards of a suit, the one with the highest card is the greater number.
        return _highest(trumps) if trumps > others & TRUMP_BITS else _lowest(trumps)
    masters, most = 0, 0
    for suit in PLAIN_SUITS:
        mine, out = hand & SUITS[suit], others & SUITS[suit]
        if mine > out:
            # The more of its suit are out, the less likely is a ruff.
            safe = out.bit_count() + (not trumps_against)
            if safe > most:
                masters, most = mine, safe
    return _highest(masters) if most else _cheapest(hand)


def follow(legal: int, others: int, led: int, best: int, *, partner_wins: bool) -> int:
    """Return the slot to play, of those in `legal`.

    `others` are the cards of all the others, 0 if nobody plays to this trick any more; `led` is the
    suit that was led, `best` the slot that is winning.
    """
    if partner_wins:
        if not others & ABOVE[best]:
            for dear in _DEAR_FIRST:
                if legal & dear:
                    return _highest(legal & dear)
            return _lowest(legal)
    elif winning := legal & _BEATEN_BY[best]:
        plain = winning & _PLAIN_BITS
        top = _highest(plain or winning)
        is_master = not others & ABOVE[top]
        if not plain:
            return top if is_master and others and led == TRUMPS else _lowest(winning)
        if is_master:
            return top
    return _cheapest(legal)


def _cheapest(cards: int) -> int:
    for cheap in _CHEAP_FIRST:
        if cards & cheap:
            return _lowest(cards & cheap)
    return _lowest(cards)


def _highest(cards: int) -> int:
    return cards.bit_length() - 1


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
