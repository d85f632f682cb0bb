"""How the hidden cards may lie: every way, and each as likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.expert.slots import cards_of, pack_bits
from belote_net.bots.expert.worlds import Worlds
from belote_net.bots.memory import Memory, remember
from belote_net.errors import OutOfTurn
from belote_net.rules.cards import Hand, Place, Suit, in_pack_order
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView
from tests.bots.positions import EVERYBODY, LEFT, PARTNER, RIGHT, mixed
from tests.rules.playing import hand


def memory_of(left: str, partner: str, right: str, *, sizes: tuple[int, int, int]) -> Memory:
    """A memory in which each of the others may hold these cards, and holds so many."""
    nobody: Hand = frozenset()
    possible = {LEFT: hand(left), PARTNER: hand(partner), RIGHT: hand(right)}
    return Memory(
        trump=Suit.HEARTS,
        unseen=nobody.union(*possible.values()),
        possible=possible,
        sure=dict.fromkeys(possible, nobody),
        cards_left=dict(zip(possible, sizes, strict=True)),
    )


SMALL = {
    "anything": memory_of("7S 8S 9S", "7S 8S 9S", "7S 8S 9S", sizes=(1, 1, 1)),
    "a void": memory_of("7S 8S 9S JS", "7S 8S", "7S 8S 9S JS", sizes=(1, 1, 2)),
    "known": memory_of("7S", "8S 9S JS QS", "8S 9S JS QS", sizes=(1, 2, 2)),
    "three classes": memory_of("7S 8S 9S JS QS", "7S 8S KS", "9S JS KS QS 7S", sizes=(2, 2, 2)),
    "one is through": memory_of("", "8S 9S JS", "8S 9S JS", sizes=(0, 1, 2)),
}


def all_ways(memory: Memory) -> set[tuple[int, ...]]:
    """Every way to deal the unseen cards, found by trying all orders."""
    ways = set()
    for order in permutations(in_pack_order(memory.unseen)):
        cards, hands = iter(order), {}
        for place, size in memory.cards_left.items():
            hands[place] = frozenset(next(cards) for _ in range(size))
        if all(held <= memory.possible[place] for place, held in hands.items()):
            ways.add(tuple(pack_bits(held) for held in hands.values()))
    return ways


@pytest.mark.parametrize("memory", SMALL.values(), ids=SMALL.keys())
def test_every_way_is_drawn_as_often(memory: Memory) -> None:
    worlds, dice, expected = Worlds(memory), Dice("worlds"), all_ways(memory)
    assert worlds.count == len(expected)
    draws = 200 * len(expected)
    counts = Counter(tuple(worlds.draw(dice).values()) for _ in range(draws))
    assert set(counts) == expected
    assert all(130 < count < 270 for count in counts.values())


def test_what_contradicts_itself_has_no_way() -> None:
    worlds = Worlds(memory_of("7S", "7S", "7S 8S", sizes=(1, 1, 0)))
    assert worlds.count == 0
    with pytest.raises(OutOfTurn):
        worlds.draw(Dice("none"))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(list(PRESETS.values())))
def test_drawn_hands_agree_with_what_is_known(seed: int, options: Options) -> None:
    dice = Dice(f"{seed}")
    random = at_random(dice, eagerness=0.6)
    seen: list[TableView] = []

    def watcher(view: TableView) -> Decision:
        if view.legal and view.place == seed % 4:
            seen.append(view)
        return random(view)

    match = Match.start(options, Place(seed % 4))
    play_deal(match, mixed(seed), dict.fromkeys(EVERYBODY, watcher))
    for view in seen:
        memory = remember(view)
        worlds = Worlds(memory)
        assert worlds.count >= 1
        hands = worlds.draw(dice)
        assert sum(hands.values()) == pack_bits(memory.unseen)
        for place, bits in hands.items():
            drawn = frozenset(cards_of(bits))
            assert len(drawn) == memory.cards_left[place]
            assert memory.sure[place] <= drawn <= memory.possible[place]
