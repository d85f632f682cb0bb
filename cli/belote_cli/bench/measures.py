"""What is measured, and the bound that each figure has to hold."""

from __future__ import annotations

import itertools
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from belote_cli.bench.memory_table import MemoryTable, StepTime
from belote_cli.words import msg
from belote_net.node.storage import PREFIX_BYTES
from belote_net.rules.auction import Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import PACK, Hand, Place, Suit
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick, legal_cards
from belote_net.rules.variants import variant_for
from belote_net.table.audit import audit_log
from belote_net.table.messages import Cut, Distribution, Gather, Share
from belote_protocol.deck_state import Reveal, Shuffle, deck_number
from belote_protocol.holding import HoldingMode

DEALS: Final = 5
"""Deals that are played and verified: medians settle, and it takes a few seconds."""

HELP_RUNS: Final = 5
LEGAL_CALLS: Final = 60_000
RANDOM_DEALS: Final = 200
_RECORD_BYTES: Final = PREFIX_BYTES + 14
"""What a record of the file adds to an entry and its signature, within two bytes."""


class Holds(Enum):
    """On which side of its bound a figure has to be."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit that the program promises, in the unit of the figure."""

    side: Holds
    limit: float

    def is_held(self, value: float) -> bool:
        """Whether `value` keeps the promise."""
        return value <= self.limit if self.side is Holds.AT_MOST else value >= self.limit


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    Attributes:
        name: a message.
        unit: ms, s, kB, MB or /s.
        operations: group multiplications that it took, where it is cryptography.
        bound: None where nothing is promised.
    """

    name: str
    value: float
    unit: str
    operations: int | None = None
    bound: Bound | None = None


def most(limit: float) -> Bound:
    """A figure has to be this at most."""
    return Bound(Holds.AT_MOST, limit)


def least(limit: float) -> Bound:
    """A figure has to be this at least."""
    return Bound(Holds.AT_LEAST, limit)


def play_deals(count: int = DEALS) -> tuple[StepTime, ...]:
    """Play `count` deals to their last card, with all their entries; no half deal at the end."""
    table = MemoryTable()
    steps: list[StepTime] = []
    left = count
    for step in table.steps():
        steps.append(step)
        left -= step.ends_deal
        if left == 0:
            break
    # The secrets of the last deal are still due; what comes after it is not counted.
    while duties := [duty for duty in table.table.waiting() if duty.kind == Reveal.kind]:
        steps.append(table.pay(duties[0]))
    return (_first(table), *steps)


def _first(table: MemoryTable) -> StepTime:
    """The opening, which nobody had to make or to wait for."""
    return StepTime(
        signed=table.opening,
        kind=table.opening.entry.kind,
        answer_s=0.0,
        check_s=0.0,
        multiplications=0,
        check_multiplications=0,
        proves=None,
        ends_deal=False,
    )


def entry_figures(steps: Sequence[StepTime]) -> tuple[Figure, ...]:
    """What single entries cost to make and to verify."""
    plays = {mode: [step for step in steps if step.proves is mode] for mode in HoldingMode}
    return (
        *_pair(msg("shuffle, to make"), msg("shuffle, to verify"), _of(steps, Shuffle.kind)),
        *_pair(msg("shares, to make"), msg("shares, to verify"), _of(steps, Share.kind)),
        *_pair(msg("gather, to make"), msg("gather, to verify"), _of(steps, Gather.kind)),
        *_pair(
            msg("play of a card, to make"),
            msg("play of a card, to verify"),
            plays[HoldingMode.PLAIN],
        ),
        *_pair(
            msg("play with proof of a void, to make"),
            msg("play with proof of a void, to verify"),
            plays[HoldingMode.VOID],
        ),
    )


def _of(steps: Sequence[StepTime], kind: str) -> list[StepTime]:
    return [step for step in steps if step.kind == kind]


def _pair(made: str, verified: str, steps: Sequence[StepTime]) -> tuple[Figure, ...]:
    if not steps:
        return ()
    operations = round(statistics.median(step.multiplications for step in steps))
    checks = round(statistics.median(step.check_multiplications for step in steps))
    return (
        Figure(made, _ms(step.answer_s for step in steps), "ms", operations),
        Figure(verified, _ms(step.check_s for step in steps), "ms", checks),
    )


def _ms(seconds: Iterable[float]) -> float:
    return statistics.median(seconds) * 1000


def deal_figures(steps: Sequence[StepTime], seats: int) -> tuple[Figure, ...]:
    """What a whole deal costs, spread over the deals that were played."""
    deals = sum(step.ends_deal for step in steps)
    checks = sum(step.check_s for step in steps)
    answers = sum(step.answer_s for step in steps) / seats
    operations = sum(step.check_multiplications for step in steps)
    operations += sum(step.multiplications for step in steps) // seats
    size = sum(len(step.signed.raw) + len(step.signed.signature) + _RECORD_BYTES for step in steps)
    preparation = [step for step in steps if deck_number(step.signed.entry.chain) is not None]
    making = [step for step in preparation if step.kind != Reveal.kind]
    decks = len({step.signed.entry.chain for step in making})
    return (
        Figure(
            msg("a deck prepared by four, one after another"),
            _sum_s(making) / decks,
            "s",
            bound=most(1.0),
        ),
        Figure(
            msg("a prepared deck, from the cut to readable hands"),
            _first_hands_s(steps),
            "s",
            bound=most(0.15),
        ),
        Figure(
            msg("CPU of one node for a whole deal"),
            (checks + answers) * 1000 / deals,
            "ms",
            operations // deals,
            most(250),
        ),
        Figure(msg("log of a deal"), size / 1000 / deals, "kB", bound=most(60)),
    )


def _sum_s(steps: Iterable[StepTime]) -> float:
    return sum(step.answer_s + step.check_s for step in steps)


def _first_hands_s(steps: Sequence[StepTime]) -> float:
    """Median over the deals: cut, distribution and the first share of each seat."""
    table = [step for step in steps if deck_number(step.signed.entry.chain) is None]
    times = []
    for index, step in enumerate(table):
        if step.kind == Cut.kind:
            rest = itertools.takewhile(
                lambda one: one.kind in (Cut.kind, Distribution.kind, Share.kind), table[index:]
            )
            times.append(_sum_s(rest))
    return statistics.median(times)


def audit_figure(steps: Sequence[StepTime]) -> Figure:
    """How long it takes to verify the log of one deal, offline."""
    entries = [step.signed for step in steps]
    start = time.perf_counter()
    audit_log(entries)
    seconds = time.perf_counter() - start
    deals = sum(step.ends_deal for step in steps)
    return Figure(msg("verifying the log of a deal"), seconds / deals, "s", bound=most(0.35))


def rules_figures() -> tuple[Figure, ...]:
    """How fast the rules are, without any cryptography."""
    dice, options = random.Random(0), Options()
    hands = [frozenset(dice.sample(PACK, 8)) for _ in range(100)]
    trick = Trick(Place(0), (PACK[0], PACK[3]))
    start = time.perf_counter()
    for number in range(LEGAL_CALLS):
        legal_cards(hands[number % len(hands)], trick, Suit.HEARTS, options)
    rate = LEGAL_CALLS / (time.perf_counter() - start)
    deals = [_seconds(lambda: random_deal(dice, options)) for _ in range(RANDOM_DEALS)]
    return (
        Figure(msg("legal cards of a hand"), rate, "/s", bound=least(300_000)),
        Figure(msg("a random deal with its score"), _ms(deals), "ms", bound=most(1.0)),
    )


def random_deal(dice: random.Random, options: Options) -> int:
    """Play and score a deal at random, in pure rules; returns the points written."""
    variant = variant_for(options)
    cards = dice.sample(variant.pack, len(variant.pack))
    size = variant.hand_size
    hands: list[Hand] = [
        frozenset(cards[place * size : (place + 1) * size]) for place in range(variant.places)
    ]
    contract = Contract(Place(0), dice.choice(tuple(Suit)))
    calls, tricks, leader = BeloteCalls.start(contract.trump, options), [], Place(0)
    for _ in range(size):
        trick = Trick(leader)
        for place in variant.order_from(leader):
            legal = variant.legal_cards(hands[place], trick, contract.trump)
            card = dice.choice(tuple(legal))
            hands[place] -= {card}
            trick = trick.with_card(card)
            announced = calls.must_announce(place, card)
            calls = calls.with_play(place, card, announced=announced)
        tricks.append(trick)
        leader = variant.trick_winner(trick, contract.trump)
    score = variant.score(tricks, contract, belote=calls.holder, held_points=0, is_last_deal=False)
    return sum(score.points)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def help_figure() -> Figure:
    """How long `belote-net --help` takes, in a process of its own."""
    command = [sys.executable, "-m", "belote_cli", "--help"]
    runs = [
        _seconds(lambda: subprocess.run(command, check=True, capture_output=True))
        for _ in range(HELP_RUNS)
    ]
    return Figure(msg("belote-net --help"), statistics.median(runs), "s", bound=most(0.15))


def memory_figure() -> Figure | None:
    """The most memory that this process has had, four players in it; None where unknown."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    return Figure(msg("memory of this process"), peak * unit / 1_000_000, "MB", bound=most(80))
