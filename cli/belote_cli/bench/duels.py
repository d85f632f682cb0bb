"""How well the bots play: pairs of them against each other, over mirrored deals.

Each pack is dealt twice, and the pairs change seats in between, so that nobody has the better
cards. Every deal is the first of a match; the dealers take turns.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from belote_cli.bench.arena import Decide, at_random, play_deal
from belote_cli.cores import on_all_cores
from belote_net.bots.bot import Bot
from belote_net.bots.dice import Dice
from belote_net.bots.strength import Strength
from belote_net.rules.cards import PACK, Place
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView

PAIRINGS: Final[tuple[tuple[Strength, Strength | None], ...]] = (
    (Strength.EXPERT, None),
    (Strength.REGULAR, None),
    (Strength.BEGINNER, None),
    (Strength.EXPERT, Strength.REGULAR),
    (Strength.REGULAR, Strength.BEGINNER),
)
"""Who plays against whom; None plays legal bids and cards at random."""

_CERTAINTY: Final = 1.96
"""Standard errors to either side of a mean that hold 95 of 100 times."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One pack, played twice by the same two pairs.

    Attributes:
        difference: points that the first pair writes more than the second, per deal.
        decisions_s: how long each decision of the first pair took, in seconds of one core.
    """

    difference: float
    decisions_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DuelFigure:
    """What many duels say.

    Attributes:
        mean: points per deal that the first pair writes more; `margin` to either side of it is
            the interval of 95 %.
        median_s: how long a decision of the first pair takes, and `worst_s` the longest one.
    """

    deals: int
    mean: float
    margin: float
    median_s: float
    worst_s: float


@dataclass(slots=True)
class _Timed:
    """A player, and how long his decisions take."""

    player: Decide
    took_s: list[float] = field(default_factory=list)

    def decide(self, view: TableView) -> Decision:
        start = time.thread_time()
        decision = self.player(view)
        self.took_s.append(time.thread_time() - start)
        return decision


def play_duel(
    ours: Strength, theirs: Strength | None, options: Options, seed: int, number: int
) -> Duel:
    """Play the pack with this number, twice."""
    variant = variant_for(options)
    match = Match.start(options, Place(number % variant.places))
    pack = Dice(f"{seed}/{number}").shuffled(PACK)
    timed, difference = _Timed(_player(ours, seed, number)), 0
    for first in range(len(variant.teams)):
        other = _player(theirs, seed, number)
        players = {
            place: timed.decide if team == first else other
            for team, places in enumerate(variant.teams)
            for place in places
        }
        _, score = play_deal(match, pack, players)
        if score is not None:
            difference += score.points[first] - (sum(score.points) - score.points[first])
    return Duel(difference / len(variant.teams), tuple(timed.took_s))


def play_duels(
    ours: Strength,
    theirs: Strength | None,
    options: Options,
    *,
    pairs: int,
    seed: int,
    workers: int | None = None,
) -> Iterator[Duel]:
    """So many duels, in the order of their packs: on all cores, or on so many processes."""
    play = partial(play_duel, ours, theirs, options, seed)
    return on_all_cores(play, range(pairs), workers=workers)


def _player(strength: Strength | None, seed: int, number: int) -> Decide:
    if strength is None:
        return at_random(Dice(f"random/{seed}/{number}"))
    return Bot(strength, seed).choose


def figure_of(duels: Sequence[Duel]) -> DuelFigure:
    """What these duels say; two at least."""
    found = [duel.difference for duel in duels]
    times = [seconds for duel in duels for seconds in duel.decisions_s]
    return DuelFigure(
        deals=len(duels),
        mean=statistics.mean(found),
        margin=_CERTAINTY * statistics.stdev(found) / len(found) ** 0.5,
        median_s=statistics.median(times),
        worst_s=max(times),
    )
