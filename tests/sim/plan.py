"""What goes wrong in one game, and when: drawn from its seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum

from tests.sim.disk import Moment
from tests.sim.machine import LOG, PEERS, SECRETS, Bomb

SEATS = 4
BUSY_S = 12.0
"""Faults begin within this time; a game without any takes about so long."""


class Story(Enum):
    """What kind of evening it is."""

    CALM = "calm"
    """Slow links, and nothing else."""
    ROUGH = "rough"
    """Everything at once: crashes, broken and silent links, splits, full disks, new addresses."""
    LEFT = "left"
    """The same, and one player never comes back."""
    BACKUP = "backup"
    """One player's folder is replaced by an older copy of itself."""
    GATHERED = "gathered"
    """Everybody comes with the code, over links that break; machines stop later."""
    COPIED = "copied"
    """One player's folder runs on a second machine as well."""


_WEIGHTS = {
    Story.CALM: 1,
    Story.ROUGH: 12,
    Story.LEFT: 3,
    Story.BACKUP: 2,
    Story.COPIED: 2,
    Story.GATHERED: 3,
}


@dataclass(frozen=True, slots=True)
class Stop:
    """A machine stops at some time."""

    at_s: float
    machine: int
    power_is_lost: bool
    down_s: float


@dataclass(frozen=True, slots=True)
class Leave:
    """A machine stops and never comes back."""

    at_s: float
    machine: int
    says_goodbye: bool


@dataclass(frozen=True, slots=True)
class Split:
    """The machines fall into groups that do not reach each other."""

    at_s: float
    groups: tuple[tuple[int, ...], ...]
    is_noticed: bool
    heals_after_s: float


@dataclass(frozen=True, slots=True)
class Drop:
    """The link of two machines breaks."""

    at_s: float
    pair: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stall:
    """The link of two machines brings nothing for a while."""

    at_s: float
    pair: tuple[int, int]
    for_s: float


@dataclass(frozen=True, slots=True)
class Move:
    """A machine stops and has another address when it comes back."""

    at_s: float
    machine: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A machine stops, and comes back with its folder as it was at an earlier time."""

    at_s: float
    machine: int
    taken_at_s: float
    down_s: float


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a machine's folder runs somewhere else."""

    at_s: float
    machine: int


Fault = Stop | Leave | Split | Drop | Stall | Move | Backup | Copy


@dataclass(frozen=True, slots=True)
class Plan:
    """One evening.

    Attributes:
        bombs: by machine, where in its order of work it stops.
        deals: how many are played.
    """

    seed: int
    story: Story
    deals: int
    faults: tuple[Fault, ...]
    bombs: tuple[tuple[int, Bomb], ...]

    @property
    def settled_at_s(self) -> float:
        """From when on the network is whole, and nothing more is planned but bombs."""
        ends = [fault.at_s + getattr(fault, "heals_after_s", 0.0) for fault in self.faults]
        ends += [fault.at_s + fault.for_s for fault in self.faults if isinstance(fault, Stall)]
        return max(ends, default=0.0)


def plan_of(seed: int, story: Story | None = None) -> Plan:
    """The evening of this seed, of the kind `story` if one is given."""
    dice = random.Random(f"plan/{seed}")
    drawn = dice.choices(list(_WEIGHTS), weights=list(_WEIGHTS.values()))[0]
    story = story or drawn
    deals = dice.choice((1, 1, 2))
    faults: list[Fault] = []
    bombs: list[tuple[int, Bomb]] = []
    if story in (Story.ROUGH, Story.LEFT):
        faults = [_any_fault(dice) for _ in range(dice.randint(0, 5))]
        faults += _splits(dice)
        bombs = [(dice.randrange(SEATS), _any_bomb(dice)) for _ in range(dice.randint(0, 3))]
    if story is Story.LEFT:
        faults.append(Leave(dice.uniform(0, BUSY_S), dice.randrange(SEATS), dice.random() < 0.5))
    if story is Story.BACKUP:
        at_s = dice.uniform(2, BUSY_S)
        taken_at_s = dice.uniform(0, at_s)
        faults.append(Backup(at_s, dice.randrange(SEATS), taken_at_s, dice.uniform(3, 10)))
    if story is Story.COPIED:
        faults.append(Copy(dice.uniform(1, BUSY_S), dice.randrange(SEATS)))
    if story is Story.GATHERED:
        faults = [_any_drop(dice, dice.uniform(0, 6)) for _ in range(dice.randint(0, 6))]
        faults += _splits(dice)
        stop = Stop(dice.uniform(60, 70), dice.randrange(SEATS), dice.random() < 0.5, 1.0)
        faults.append(stop)
    return Plan(seed, story, deals, tuple(faults), tuple(bombs))


def _any_fault(dice: random.Random) -> Fault:
    at_s, machine = dice.uniform(0, BUSY_S), dice.randrange(SEATS)
    kind = dice.choice((Stop, Stop, Drop, Drop, Move))
    if kind is Stop:
        return Stop(at_s, machine, dice.random() < 0.5, dice.choice((0.0, 1.0, 5.0, 40.0)))
    return Move(at_s, machine) if kind is Move else _any_drop(dice, at_s)


def _any_drop(dice: random.Random, at_s: float) -> Drop | Stall:
    """A link breaks, or is silent for a while."""
    one, other = dice.sample(range(SEATS), 2)
    if dice.random() < 0.5:
        return Drop(at_s, (one, other))
    return Stall(at_s, (one, other), dice.choice((1.0, 8.0, 30.0)))


def _splits(dice: random.Random) -> list[Fault]:
    """At most two splits, one after the other."""
    faults: list[Fault] = []
    at_s = dice.uniform(0, BUSY_S)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        order = dice.sample(range(SEATS), SEATS)
        cut = dice.choice((1, 2))
        lasts_s = dice.choice((1.0, 6.0, 30.0))
        groups = (tuple(order[:cut]), tuple(order[cut:]))
        faults.append(Split(at_s, groups, dice.random() < 0.5, lasts_s))
        at_s += lasts_s + dice.uniform(0, 5)
    return faults


def _any_bomb(dice: random.Random) -> Bomb:
    moment = dice.choice(list(Moment))
    suffix = LOG if moment is Moment.SENT else dice.choice((LOG, LOG, LOG, SECRETS, PEERS))
    most = {LOG: 80, SECRETS: 4, PEERS: 4}[suffix]
    power_is_lost = moment is not Moment.SENT and dice.random() < 0.7
    return Bomb(moment, suffix, dice.randint(1, most), power_is_lost, dice.choice((0.0, 2.0, 25.0)))
