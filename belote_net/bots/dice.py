"""Chance that comes out the same in every run and on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

_Item = TypeVar("_Item")

# A linear congruential generator modulo 2**64, of which the upper half is used.
# Source: Knuth, "The Art of Computer Programming", volume 2, 3.3.4, table 1, line 26.
_MULTIPLIER: Final = 6_364_136_223_846_793_005
_INCREMENT: Final = 1_442_695_040_888_963_407
_STATE_MASK: Final = (1 << 64) - 1
_UPPER_BITS: Final = 31
"""How many of the upper bits make a draw."""
_SHIFT: Final = 64 - _UPPER_BITS


class Dice:
    """A sequence of draws that follows from a text. Good enough for play, never for keys."""

    def __init__(self, text: str) -> None:
        """Make dice; those of the same text fall alike."""
        self._state = int.from_bytes(hashlib.sha256(text.encode()).digest()) & _STATE_MASK

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1."""
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _STATE_MASK
        return (self._state >> _SHIFT) * limit >> _UPPER_BITS

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """Return one of `items`; there must be one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[_Item]) -> list[_Item]:
        """Return `items` in an order of which each is as likely."""
        return self.some(items, len(items))

    def some(self, items: Sequence[_Item], count: int) -> list[_Item]:
        """Return `count` of `items`, each choice and each order of them as likely as another."""
        mixed, state = list(items), self._state
        size = len(mixed)
        for place in range(min(count, size - 1)):
            # As in `below`, of which thousands of calls for one decision would take their time.
            state = (state * _MULTIPLIER + _INCREMENT) & _STATE_MASK
            other = place + ((state >> _SHIFT) * (size - place) >> _UPPER_BITS)
            mixed[place], mixed[other] = mixed[other], mixed[place]
        self._state = state
        return mixed[:count]
