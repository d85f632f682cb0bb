"""Chance that is the same in every run, and fair enough."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from belote_net.bots.dice import Dice


def test_the_same_text_gives_the_same_draws_for_ever() -> None:
    """Written down once: a bot plays alike on every machine and with every Python."""
    dice = Dice("marcel")
    assert [dice.below(1000) for _ in range(6)] == [380, 370, 979, 148, 311, 749]
    assert "".join(Dice("marcel").shuffled("ABCDEFGH")) == "DAHBFCEG"


def test_another_text_gives_other_draws() -> None:
    dice = [Dice(f"{seed}") for seed in range(50)]
    assert len({(one.below(100), one.below(100), one.below(100)) for one in dice}) == len(dice)


def test_every_number_below_the_limit_comes_as_often() -> None:
    dice = Dice("fair")
    counts = Counter(dice.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_limit_of_one_and_large_limits() -> None:
    dice = Dice("limits")
    assert {dice.below(1) for _ in range(20)} == {0}
    assert all(0 <= dice.below(10**30) < 10**30 for _ in range(1000))


def test_every_order_comes_as_often() -> None:
    dice = Dice("orders")
    items = ("a", "b", "c", "d")
    counts = Counter("".join(dice.shuffled(items)) for _ in range(4800))
    assert set(counts) == {"".join(order) for order in permutations(items)}
    assert all(140 < count < 260 for count in counts.values())
    assert items == ("a", "b", "c", "d")


def test_one_of_takes_each() -> None:
    dice = Dice("choice")
    assert {dice.one_of("xyz") for _ in range(50)} == set("xyz")
