"""The hidden hands as they may be, drawn so that every way to deal them is as likely.

The unseen cards fall into classes: those that only one player may hold, those that two certain
players may hold, and so on. How many cards of each class go to whom is drawn first, in proportion
to the number of ways in which that can be dealt; then the cards themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod

from belote_net.bots.dice import Dice
from belote_net.bots.memory import Memory
from belote_net.errors import OutOfTurn
from belote_net.rules.cards import Card, Place, in_pack_order

Shares = tuple[int, ...]
"""By player, how many cards."""


@dataclass(frozen=True, slots=True)
class _Split:
    """One way to share out the cards of a class, and how many deals of all the rest it leaves."""

    shares: Shares
    ways: int


class Worlds:
    """All the ways in which the unseen cards can lie."""

    def __init__(self, memory: Memory) -> None:
        """Prepare to draw hands that agree with `memory`."""
        self._places = tuple(memory.cards_left)
        self._room: Shares = tuple(memory.cards_left.values())
        classes: dict[tuple[bool, ...], list[Card]] = {}
        for card in in_pack_order(memory.unseen):
            holders = tuple(card in memory.possible[place] for place in self._places)
            classes.setdefault(holders, []).append(card)
        self._classes = tuple(classes.items())
        self._splits_of: dict[tuple[int, Shares], tuple[_Split, ...]] = {}

    @property
    def count(self) -> int:
        """In how many ways the cards can lie; 0 if what is known contradicts itself."""
        return self._ways(0, self._room)

    def draw(self, dice: Dice) -> dict[Place, int]:
        """Return one of the ways: by player, the pack bits of his hand.

        Raises:
            OutOfTurn: there is none.
        """
        hands, room = dict.fromkeys(self._places, 0), self._room
        for number, (_, cards) in enumerate(self._classes):
            shares = _drawn(self._splits(number, room), dice)
            mixed = dice.shuffled(cards)
            for place, share in zip(self._places, shares, strict=True):
                for _ in range(share):
                    hands[place] |= 1 << mixed.pop().number
            room = _less(room, shares)
        return hands

    def _ways(self, number: int, room: Shares) -> int:
        """In how many ways the classes from `number` fill this room."""
        if number == len(self._classes):
            return int(not any(room))
        return sum(split.ways for split in self._splits(number, room))

    def _splits(self, number: int, room: Shares) -> tuple[_Split, ...]:
        key = (number, room)
        if key not in self._splits_of:
            holders, cards = self._classes[number]
            self._splits_of[key] = tuple(
                _Split(shares, _arrangements(shares) * self._ways(number + 1, _less(room, shares)))
                for shares in _shares(len(cards), holders, room)
            )
        return self._splits_of[key]


def _shares(cards: int, holders: tuple[bool, ...], room: Shares) -> Iterator[Shares]:
    """Every way to hand out so many cards to the holders, as far as they have room."""
    if not room:
        if not cards:
            yield ()
        return
    most = min(cards, room[0]) if holders[0] else 0
    for share in range(most + 1):
        for rest in _shares(cards - share, holders[1:], room[1:]):
            yield (share, *rest)


def _arrangements(shares: Shares) -> int:
    """In how many ways as many cards can be told apart into these shares."""
    return factorial(sum(shares)) // prod(map(factorial, shares))


def _less(room: Shares, shares: Shares) -> Shares:
    return tuple(left - share for left, share in zip(room, shares, strict=True))


def _drawn(splits: Sequence[_Split], dice: Dice) -> Shares:
    """One of the splits, in proportion to its ways."""
    if len(splits) == 1:
        return splits[0].shares
    left = dice.below(sum(split.ways for split in splits))
    for split in splits:
        left -= split.ways
        if left < 0:
            return split.shares
    raise OutOfTurn("the hidden cards cannot lie in any way")
