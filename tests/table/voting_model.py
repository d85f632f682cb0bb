"""An exhaustive model of the votes about a silent seat: every order of everything that can happen.

Three voters and the silent seat stand before one place of a chain. A state says, for every honest
node, what it has there and which messages it knows; each step signs a message, or brings one to
one node. Whoever lies signs anything, to anybody, and nothing where silence serves him. Messages
are bits, so that a state is a few integers and all of them can be walked through.

`Rules` are those of docs/protocol.md §15; each can be left out, to see what it prevents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

VOTERS = (0, 1, 2)
SILENT = 3
SPEAKER = 0
"""The next seat in signing order after the silent one: it tells the absence."""

NOTHING, ENTRY, OTHER_ENTRY, ABSENCE, OTHER_ABSENCE = STANDS = range(5)
"""What can stand at the place on a node: entries of the silent seat, or absences of the speaker."""
ENTRIES = (ENTRY, OTHER_ENTRY)
ABSENCES = (ABSENCE, OTHER_ABSENCE)

# Messages. `SIGNED[stand]` is the entry itself, `BUILT[stand][voter]` what a voter says after it.
SIGNED = (0, *(1 << bit for bit in range(4)))
BUILT = tuple(tuple(1 << 4 + 3 * stand + voter for voter in VOTERS) for stand in STANDS)
ABSENT = tuple(1 << 19 + voter for voter in VOTERS)
REFUSED = tuple(1 << 22 + voter for voter in VOTERS)
SEEN = tuple(tuple(1 << 25 + 3 * stand + voter for voter in VOTERS) for stand in STANDS)

BOTH_ENTRIES = SIGNED[ENTRY] | SIGNED[OTHER_ENTRY]
ANY_ABSENCE = SIGNED[ABSENCE] | SIGNED[OTHER_ABSENCE]
AGAINST = tuple(ABSENT[voter] | REFUSED[voter] for voter in VOTERS)
ALL_BUILT = sum(sum(BUILT[stand]) for stand in STANDS)
ALL_SEEN = sum(sum(SEEN[stand]) for stand in STANDS)


class Back(Enum):
    """When a node takes back what it has accepted."""

    NEVER = "never"
    FOR_AN_ABSENCE = "for an absence"
    """Always, however much was built on it."""
    UNLESS_SETTLED = "for an absence, unless all others have built on it"
    TO_WHAT_IS_SETTLED = "likewise, and an absence for what all others have built on"
    """So what stands depends on what is known, and not on what came first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What honest nodes keep to.

    Attributes:
        locks: who voted against takes no entry there but what another has seen.
        back: when a node takes back what it has accepted.
        orders_absences: of two absences in one place the one with the smaller hash stands.
        shows_held: a speaker who has voted also shows entries that he holds and never tried.
        stores_proofs: what a seat objects to is on its disk before its objection is sent.
        keeps_on: a speaker who has gone on with an entry does not tell an absence there.
    """

    locks: bool = True
    back: Back = Back.TO_WHAT_IS_SETTLED
    orders_absences: bool = True
    shows_held: bool = True
    stores_proofs: bool = True
    keeps_on: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Who is there, and what may happen.

    Attributes:
        entries: how many different entries the silent seat signs at most.
        wrong: those of them that break a rule.
        liars: seats that lie, together; only a lying seat signs two entries.
        goes_on: the order in which voters speak after the place; empty: nobody does.
        crash: one node loses, once, all that it had not stored.
        lost: a pair of nodes whose link is cut for ever.
        two_absences: a lying speaker signs two.
    """

    entries: int = 1
    wrong: frozenset[int] = frozenset()
    liars: frozenset[int] = frozenset()
    goes_on: tuple[int, ...] = VOTERS
    crash: bool = False
    lost: tuple[int, int] | None = None
    two_absences: bool = False


Node = tuple[int, int]
"""What stands at the place here, and the messages that are known."""

State = tuple[tuple[Node, ...], bool]
"""All honest nodes, and whether one may still crash."""


@dataclass
class Findings:
    """What a search found.

    Attributes:
        states: that can be reached.
        ends: states in which honest nodes have nothing left to do, unless a person acts.
        parted: ends in which two honest nodes go on with different things.
        waiting: ends in which they hold different things, but know it and do not go on.
        stuck: ends in which all have voted and the place is still open for somebody.
        undone: steps that take back what all others had built on, by who had built on nothing else.
        lost: steps that take back what an honest voter had built on.
        examples: of each, the first state.
    """

    states: int = 0
    ends: int = 0
    parted: int = 0
    waiting: int = 0
    stuck: int = 0
    undone: int = 0
    lost: int = 0
    examples: dict[str, State] = field(default_factory=dict)

    def count(self, name: str, state: State) -> None:
        """One more of a kind."""
        setattr(self, name, getattr(self, name) + 1)
        self.examples.setdefault(name, state)

    def __str__(self) -> str:
        names = ("states", "ends", "parted", "waiting", "stuck", "undone", "lost")
        return ", ".join(f"{getattr(self, name)} {name}" for name in names)


class Model:
    """One set of rules in one scene."""

    def __init__(self, rules: Rules, scene: Scene) -> None:
        self.rules = rules
        self.scene = scene
        self.honest = tuple(seat for seat in (*VOTERS, SILENT) if seat not in scene.liars)
        self.wrong = sum(SIGNED[stand] for stand in scene.wrong)
        self._voters = tuple(seat for seat in self.honest if seat != SILENT)
        cut = {scene.lost, scene.lost[::-1]} if scene.lost else set()
        self._honest_votes = sum(AGAINST[voter] for voter in self._voters)
        self._index = {seat: index for index, seat in enumerate(self.honest)}
        self._useful = {seat: self._useful_to(seat) for seat in self.honest}
        self._neighbours = {
            seat: [
                self._index[one] for one in self.honest if one != seat and (one, seat) not in cut
            ]
            for seat in self.honest
        }

    def search(self) -> Findings:
        """Walk through every state that can be reached."""
        start: State = (tuple((NOTHING, 0) for _ in self.honest), self.scene.crash)
        found, seen, todo = Findings(), {start}, [start]
        while todo:
            state = todo.pop()
            found.states += 1
            must = list(self.due_steps(state))
            may = list(self.free_steps(state))
            for following in (*must, *may, *self.lies(state), *self.crashes(state)):
                self._compare(found, state, following)
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
            if not must:
                self._judge(found, state, is_final=not may)
        return found

    # What a node makes of what it knows.

    def builders(self, stand: int) -> tuple[int, ...]:
        """Who speaks after it, in order; by an absence its author has spoken already."""
        order = self.scene.goes_on
        return order if stand in ENTRIES else tuple(one for one in order if one != SPEAKER)

    def is_settled(self, stand: int, known: int) -> bool:
        """Whether all others have built on it."""
        order = self.builders(stand)
        return bool(order and known & SIGNED[stand]) and all(
            known & BUILT[stand][voter] for voter in order
        )

    def is_stopped(self, stand: int, known: int) -> bool:
        """Whether a node says nothing after it: there are two of them, and it may not stand."""
        if stand in ENTRIES:
            is_double = known & BOTH_ENTRIES == BOTH_ENTRIES
        else:
            is_double = known & ANY_ABSENCE == ANY_ABSENCE and not self.rules.orders_absences
        return is_double and not self.is_settled(stand, known)

    def may_take(self, seat: int, stand: int, known: int) -> bool:
        """Whether a node accepts an entry of the silent seat that it knows."""
        if seat == SILENT or stand in self.scene.wrong:
            return False
        if known & self.wrong and not known & ABSENT[seat]:
            return False  # it has seen this seat do wrong, and waits for the others
        if not self.rules.locks:
            return True
        return may_build_on(seat, stand, known)

    def stand_of(self, seat: int, stand: int, known: int) -> int:
        """What stands at the place on a node that knew less before."""
        back = self.rules.back
        if back is Back.TO_WHAT_IS_SETTLED:
            for one in (*ABSENCES, *ENTRIES):
                if self.is_settled(one, known):
                    return one
        if known & ANY_ABSENCE and stand not in ABSENCES:
            is_kept = stand != NOTHING and (
                back is Back.NEVER
                or (back is Back.UNLESS_SETTLED and self.is_settled(stand, known))
            )
            return stand if is_kept else ABSENCE if known & SIGNED[ABSENCE] else OTHER_ABSENCE
        if stand == OTHER_ABSENCE and known & SIGNED[ABSENCE] and self.rules.orders_absences:
            return ABSENCE
        if stand == NOTHING:
            for one in ENTRIES:
                if known & SIGNED[one] and self.may_take(seat, one, known):
                    return one
        return stand

    # Steps.

    def due_steps(self, state: State) -> Iterator[State]:
        """What honest nodes do of themselves, and what links bring."""
        nodes, _ = state
        public = _union(nodes)
        for seat, (stand, known) in zip(self.honest, nodes, strict=True):
            if seat != SILENT:
                for message in self._says(seat, stand, known, public):
                    yield self._learn(state, seat, message)
            there = _union(nodes[index] for index in self._neighbours[seat])
            for message in _bits(there & ~known & self._useful[seat]):
                yield self._learn(state, seat, message)

    def _says(self, seat: int, stand: int, known: int, public: int) -> Iterator[int]:
        is_stopped = self.is_stopped(stand, known)
        has_entry = stand in ENTRIES
        if not known & AGAINST[seat]:
            is_asked = any(public & against for against in AGAINST)
            has_said = any(known & SEEN[one][seat] for one in ENTRIES)
            if self.rules.locks and has_entry and is_asked and not is_stopped and not has_said:
                yield SEEN[stand][seat]
            if (has_entry and is_stopped) or (stand == NOTHING and known & self.wrong):
                yield REFUSED[seat]
        if seat == SPEAKER and not known & ANY_ABSENCE:
            may_tell = not (has_entry and self.rules.keeps_on) or is_stopped
            if may_tell and self._can_prove(seat, stand, known | public & self._honest_votes):
                yield SIGNED[ABSENCE]
        order = self.builders(stand)
        if stand != NOTHING and seat in order and not is_stopped and not known & BUILT[stand][seat]:
            before = order[: order.index(seat)]
            if all(known & BUILT[stand][one] for one in before):
                yield BUILT[stand][seat]

    def _can_prove(self, seat: int, stand: int, known: int) -> bool:
        """Whether a speaker has all votes, and can show what they object to."""
        if not self.rules.locks and stand != NOTHING:
            return False
        if not is_certified(known, known & BOTH_ENTRIES, self.wrong):
            return False
        has_tried = stand in ENTRIES or not known & ABSENT[seat]
        return self.rules.shows_held or has_tried or is_certified(known, 0, 0)

    def free_steps(self, state: State) -> Iterator[State]:
        """What people do, if they like: the silent one plays at last, another asks for a vote."""
        for seat, (stand, known) in zip(self.honest, state[0], strict=True):
            if seat == SILENT and stand == NOTHING and self.scene.entries:
                yield self._replace(state, seat, (ENTRY, known | SIGNED[ENTRY]))
            if seat != SILENT and stand == NOTHING and not known & (AGAINST[seat] | BOTH_ENTRIES):
                yield self._learn(state, seat, ABSENT[seat])

    def lies(self, state: State) -> Iterator[State]:
        """Any message that liars can make, to any one honest node."""
        public = _union(state[0])
        for message in self._lies(public):
            for seat, (_, known) in zip(self.honest, state[0], strict=True):
                if message & self._useful[seat] & ~known:
                    yield self._learn(state, seat, message)

    def _lies(self, public: int) -> Iterator[int]:
        liars, entries = self.scene.liars, ENTRIES[: self.scene.entries]
        signed = [one for one in entries if SILENT in liars or public & SIGNED[one]]
        if SILENT in liars:
            yield from (SIGNED[one] for one in entries)
        for liar in liars - {SILENT}:
            yield from (ABSENT[liar], REFUSED[liar], *(SEEN[one][liar] for one in signed))
            told = (
                ABSENCES if liar == SPEAKER else [one for one in ABSENCES if public & SIGNED[one]]
            )
            for stand in (*signed, *told):
                order = self.builders(stand)
                before = order[: order.index(liar)] if liar in order else order
                if liar in order and all(public & BUILT[stand][one] for one in before):
                    yield BUILT[stand][liar]
            others = (AGAINST[voter] for voter in VOTERS if voter not in liars)
            if liar == SPEAKER and all(public & against for against in others):
                yield from (SIGNED[one] for one in ABSENCES[: 1 + self.scene.two_absences])

    def crashes(self, state: State) -> Iterator[State]:
        """One node keeps what is on its disk: what it signed, and what it has accepted."""
        nodes, may_crash = state
        for seat in self._voters if may_crash else ():
            stand, known = nodes[self._index[seat]]
            own = AGAINST[seat] | sum(row[seat] for row in (*SEEN, *BUILT))
            if self.rules.stores_proofs and known & REFUSED[seat]:
                own |= BOTH_ENTRIES
            stored = known & (own | SIGNED[stand] | sum(BUILT[stand]))
            after, _ = self._replace(state, seat, (stand, stored))
            yield after, False

    def _useful_to(self, seat: int) -> int:
        """What a node has a use for; where a link is cut, it passes everything on.

        Votes of honest seats are at the speaker when they are signed: they only allow it to tell
        the absence, which it does at any time after that.
        """
        votes = sum(AGAINST[liar] for liar in VOTERS if liar in self.scene.liars)
        everything = sum(SIGNED) | ALL_BUILT | ALL_SEEN
        if self.scene.lost or seat == SPEAKER:
            return everything | votes
        return ANY_ABSENCE | ALL_BUILT if seat == SILENT else everything

    def _learn(self, state: State, seat: int, message: int) -> State:
        stand, known = state[0][self._index[seat]]
        known |= message
        return self._replace(state, seat, (self.stand_of(seat, stand, known), known))

    def _replace(self, state: State, seat: int, node: Node) -> State:
        nodes, may_crash = state
        index = self._index[seat]
        return (*nodes[:index], node, *nodes[index + 1 :]), may_crash

    # What must not happen.

    def _compare(self, found: Findings, state: State, following: State) -> None:
        honest = zip(self.honest, state[0], following[0], strict=True)
        for seat, (stand, known), (after, _) in honest:
            if seat != SILENT and stand in ENTRIES and after in ABSENCES:
                if self.is_settled(stand, known) and not known & BUILT[after][seat]:
                    found.count("undone", state)
                if any(known & BUILT[stand][voter] for voter in self._voters):
                    found.count("lost", state)

    def _judge(self, found: Findings, state: State, *, is_final: bool) -> None:
        found.ends += 1
        stands = {stand for stand, _ in state[0]} - {NOTHING}
        stopped = [self.is_stopped(stand, known) for stand, known in state[0]]
        going = {
            node[0] for node, is_stopped in zip(state[0], stopped, strict=True) if not is_stopped
        }
        if len(going - {NOTHING}) > 1:
            found.count("parted", state)
        elif len(stands) > 1:
            found.count("waiting", state)
        if is_final and (any(stopped) or len({stand for stand, _ in state[0]}) > 1 or not stands):
            found.count("stuck", state)


def may_build_on(voter: int, stand: int, known: int) -> bool:
    """`BallotBox.may_build_on`, of one entry of the silent seat."""
    seen = (SEEN[stand][other] for other in VOTERS if other != voter)
    return not known & AGAINST[voter] or any(known & one for one in seen)


def is_certified(known: int, entries: int, wrong: int) -> bool:
    """Whether `BallotBox.certificate` gives an absence that is right, showing these entries.

    Of a liar's two votes the one counts that came first: here, the one that needs no proof.
    """
    if not all(known & against for against in AGAINST):
        return False
    objected = any(known & AGAINST[voter] == REFUSED[voter] for voter in VOTERS)
    return not objected or entries == BOTH_ENTRIES or bool(entries & wrong)


def _union(nodes: Iterable[Node]) -> int:
    known = 0
    for _, more in nodes:
        known |= more
    return known


def _bits(messages: int) -> Iterator[int]:
    while messages:
        lowest = messages & -messages
        yield lowest
        messages ^= lowest
