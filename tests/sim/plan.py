"""What goes wrong in one game, and when: drawn from its seed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from enum import Enum

from belote_net.table.messages import Cut, Distribution
from tests.sim.catalogue import COLLUSIONS, GAME
from tests.sim.catalogue import LINK as LINK_LIES
from tests.sim.disk import BALLOT, LOG, PEERS, REWRITE, SECRETS, Moment
from tests.sim.room import Bomb

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
    VOTED = "voted"
    """One player is away or off for a while, and the others lose patience before or after that."""
    GONE = "gone"
    """One player never comes back; the others go on with somebody else, or a bot."""
    SPLIT_VOTE = "split vote"
    """The network falls apart, and people lose patience on both sides."""
    RESEATED = "reseated"
    """Two players are voted out one after the other, or one of them twice."""
    UNVOTED = "unvoted"
    """One who has voted gets back his folder as it was before he did."""
    HOSTILE = "hostile"
    """One player's node lies, or those of two players do together."""


_WEIGHTS = {
    Story.CALM: 1,
    Story.ROUGH: 12,
    Story.LEFT: 3,
    Story.BACKUP: 2,
    Story.COPIED: 2,
    Story.GATHERED: 3,
    Story.VOTED: 5,
    Story.GONE: 4,
    Story.SPLIT_VOTE: 4,
    Story.RESEATED: 4,
    Story.UNVOTED: 2,
    Story.HOSTILE: 0,
}
"""How often a seed draws each; liars come only when they are asked for."""

VOTERS = (Story.VOTED, Story.GONE, Story.SPLIT_VOTE, Story.RESEATED, Story.UNVOTED)
"""Stories in which people do something about a seat that does not speak."""


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


@dataclass(frozen=True, slots=True)
class Away:
    """A player is not at the table for a while; his machine goes on without him."""

    at_s: float
    machine: int
    for_s: float


Fault = Stop | Leave | Split | Drop | Stall | Move | Backup | Copy | Away


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player bears with the others.

    Attributes:
        patience_s: how long the game waits for somebody before he votes: the first time, the
            second …; and then always so long, if `for_ever`, or no more.
        bot_after_s: how long a seat is free, if he has to fill it, before he brings a bot.
    """

    patience_s: tuple[float, ...] = ()
    for_ever: bool = False
    bot_after_s: float = math.inf

    def patience(self, votes: int) -> float:
        """How long he waits after so many votes."""
        if votes < len(self.patience_s):
            return self.patience_s[votes]
        return self.patience_s[-1] if self.for_ever else math.inf


AMONG_LIARS = Habits((5.0,), for_ever=True, bot_after_s=1.0)
"""Of honest players when somebody lies: they wait a little, and go on with a bot."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One evening.

    Attributes:
        bombs: by machine, where in its order of work it stops.
        deals: how many are played.
        habits: of each player; nothing for who only plays.
        has_newcomer: whether somebody else comes with the code when a seat is free.
        lies: by seat, the names of the deviations of who plays it, if he is a liar.
    """

    seed: int
    story: Story
    deals: int
    faults: tuple[Fault, ...]
    bombs: tuple[tuple[int, Bomb], ...]
    habits: tuple[Habits, ...] = ()
    has_newcomer: bool = False
    lies: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def settled_at_s(self) -> float:
        """From when on the network is whole, and nothing more is planned but bombs."""
        ends = [fault.at_s + getattr(fault, "heals_after_s", 0.0) for fault in self.faults]
        ends += [
            fault.at_s + fault.for_s for fault in self.faults if isinstance(fault, Stall | Away)
        ]
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
    if story in VOTERS:
        return _vote_plan(dice, seed, story)
    if story is Story.HOSTILE:
        return _hostile_plan(dice, seed)
    return Plan(seed, story, deals, tuple(faults), tuple(bombs))


def hostile(seed: int, *lies: tuple[int, tuple[str, ...]]) -> Plan:
    """An evening with these liars and no other fault; so many deals that they have an occasion."""
    said = {name.partition(":")[0] for _, names in lies for name in names}
    deals = SEATS if said & {Cut.kind, Distribution.kind} else 1
    return Plan(seed, Story.HOSTILE, deals, (), (), (AMONG_LIARS,) * SEATS, lies=lies)


def _hostile_plan(dice: random.Random, seed: int) -> Plan:
    if dice.random() < 0.2:
        seats = dice.sample(range(SEATS), 2)
        together = dice.choice(COLLUSIONS)
        return hostile(seed, *((seat, (name,)) for seat, name in zip(seats, together, strict=True)))
    seat = dice.randrange(SEATS)
    if dice.random() < 0.2:
        return hostile(seed, (seat, tuple(one.name for one in dice.sample(LINK_LIES, 8))))
    return hostile(seed, (seat, (dice.choice(GAME).name,)))


def _vote_plan(dice: random.Random, seed: int, story: Story) -> Plan:
    """An evening on which people lose patience with somebody."""
    faults: list[Fault] = []
    habits = tuple(_any_habits(dice) for _ in range(SEATS))
    victim = dice.randrange(SEATS)
    at_s = dice.uniform(1.5, BUSY_S)
    if story is Story.VOTED:
        faults.append(_any_silence(dice, at_s, victim))
    elif story is Story.GONE:
        faults.append(Leave(at_s, victim, dice.random() < 0.5))
        patience_s = dice.uniform(1, 20)
        bots_after_s = [dice.uniform(0, 8) for _ in habits]
        habits = tuple(Habits((patience_s,), for_ever=True, bot_after_s=s) for s in bots_after_s)
    elif story is Story.SPLIT_VOTE:
        faults += _splits(dice) or [_any_split(dice, at_s)]
        habits = tuple(_hasty_habits(dice) for _ in habits)
    elif story is Story.RESEATED:
        again = dice.choice((victim, dice.randrange(SEATS)))
        faults.append(_any_silence(dice, dice.uniform(1.5, 6), victim))
        faults.append(_any_silence(dice, dice.uniform(20, 40), again))
        habits = tuple(_hasty_habits(dice) for _ in habits)
    elif story is Story.UNVOTED:
        voter = (victim + dice.randint(1, SEATS - 1)) % SEATS
        faults.append(Away(at_s, victim, dice.uniform(20, 50)))
        back_s = at_s + dice.uniform(2, 25)
        faults.append(Backup(back_s, voter, dice.uniform(at_s, back_s), dice.uniform(0, 5)))
    bombs = [(dice.randrange(SEATS), _any_bomb(dice)) for _ in range(dice.choice((0, 0, 1, 1, 2)))]
    bombs += [(dice.randrange(SEATS), _vote_bomb(dice)) for _ in range(dice.choice((0, 1, 1, 2)))]
    if story is Story.UNVOTED:
        bombs = []
    deals = 3 if story is Story.RESEATED else dice.choice((1, 2))
    has_newcomer = story is Story.GONE and dice.random() < 0.5
    return Plan(seed, story, deals, tuple(faults), tuple(bombs), habits, has_newcomer)


def _any_habits(dice: random.Random) -> Habits:
    patience_s = [dice.choice((0.5, 2.0, 6.0, 15.0)) for _ in range(dice.randint(1, 4))]
    return Habits(tuple(one * dice.uniform(0.7, 1.3) for one in patience_s))


def _hasty_habits(dice: random.Random) -> Habits:
    """Of who votes soon, and again and again."""
    return Habits((dice.uniform(0.5, 5),), for_ever=True)


def _any_silence(dice: random.Random, at_s: float, machine: int) -> Fault:
    """A player does nothing for a while: he is away, off, or cannot be reached."""
    lasts_s = dice.choice((2.0, 6.0, 15.0, 40.0)) * dice.uniform(0.7, 1.3)
    kind = dice.choice((Away, Away, Stop, Split))
    if kind is Away:
        return Away(at_s, machine, lasts_s)
    if kind is Stop:
        return Stop(at_s, machine, dice.random() < 0.5, lasts_s)
    others = tuple(one for one in range(SEATS) if one != machine)
    return Split(at_s, ((machine,), others), dice.random() < 0.5, lasts_s)


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
        split = _any_split(dice, at_s)
        faults.append(split)
        at_s += split.heals_after_s + dice.uniform(0, 5)
    return faults


def _any_split(dice: random.Random, at_s: float) -> Split:
    """One against three, or two against two."""
    order = dice.sample(range(SEATS), SEATS)
    cut = dice.choice((1, 2))
    lasts_s = dice.choice((1.0, 6.0, 30.0))
    groups = (tuple(order[:cut]), tuple(order[cut:]))
    return Split(at_s, groups, dice.random() < 0.5, lasts_s)


def _any_bomb(dice: random.Random) -> Bomb:
    moment = dice.choice(list(Moment))
    suffix = LOG if moment is Moment.SENT else dice.choice((LOG, LOG, LOG, SECRETS, PEERS))
    most = {LOG: 80, SECRETS: 4, PEERS: 4}[suffix]
    power_is_lost = moment is not Moment.SENT and dice.random() < 0.7
    return Bomb(moment, suffix, dice.randint(1, most), power_is_lost, dice.choice((0.0, 2.0, 25.0)))


def _vote_bomb(dice: random.Random) -> Bomb:
    """A machine stops while it stores or sends a ballot, or while it goes back."""
    moment = dice.choice(list(Moment))
    what = BALLOT if moment is Moment.SENT else dice.choice((BALLOT, BALLOT, REWRITE))
    most = {BALLOT: 8, REWRITE: 2}[what]
    power_is_lost = moment is not Moment.SENT and dice.random() < 0.7
    return Bomb(moment, what, dice.randint(1, most), power_is_lost, dice.choice((0.0, 2.0, 25.0)))
