"""What must hold when a simulated game has come to its end, or to a stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from itertools import combinations

from belote_net.node.storage import read_log
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.messages import Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.statements import statements_of
from belote_net.table.table import Table
from belote_protocol.ballot import AGAINST, Ballot, SilentPlace, Stance
from belote_protocol.codec import decode
from belote_protocol.deck_state import deck_number
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity
from tests.sim.machine import Machine
from tests.sim.plan import Plan, Story
from tests.sim.room import Broken, Room


class Ending:
    """How all machines stand at one moment.

    Attributes:
        up: those that have a seat and run.
        missing: those that have a seat, as far as any of those knows, and do not run.
        outside: those whose seat belongs to somebody else now, or that never had one.
    """

    def __init__(self, room: Room, machines: Sequence[Machine]) -> None:
        self.room = room
        self.machines = machines
        running = [machine for machine in machines if machine.has_table]
        self._tables = [machine.game.table for machine in running]
        self.up = [machine for machine in running if machine.identity in self.members]
        seated = [machine for machine in machines if machine.identity in self.members]
        self.missing = [one for one in seated if one not in self.up]
        self.outside = [one for one in machines if one not in seated]

    @cached_property
    def table(self) -> Table:
        """The table that has come furthest."""
        if not self._tables:
            raise Broken("nobody has a table")
        return max(self._tables, key=lambda table: (table.log.count(TABLE_CHAIN), len(table.log)))

    @cached_property
    def members(self) -> frozenset[PublicIdentity]:
        """Who plays now."""
        known = [machine.identity for machine in self.machines[:4] if machine.identity]
        if not self._tables:
            return frozenset(known)
        return frozenset(member.identity for member in self.table.members)

    @property
    def is_complete(self) -> bool:
        """Whether all who play have all of a game that is over on their disks."""
        here = [machine for machine in self.up if is_finished(machine)]
        return bool(here) and all(one in here or one.gone for one in (*self.up, *self.missing))

    @property
    def absences(self) -> Iterator[tuple[SignedEntry, SilentPlace]]:
        """Where the table has gone on without a seat."""
        for signed in self.table.log:
            if signed.entry.kind == Absence.kind:
                yield signed, decode(Absence, signed.entry.body).place

    @cached_property
    def absent(self) -> frozenset[int]:
        """Seats for which nobody speaks who runs: neither their machine nor a bot on another."""
        here = frozenset[PublicIdentity]().union(*(machine.identities for machine in self.up))
        members = enumerate(self.table.members)
        return frozenset(seat for seat, member in members if member.identity not in here)

    @cached_property
    def locked(self) -> frozenset[SilentPlace]:
        """Places at which some have voted, and the seat that is silent may be back, but one is
        missing who has not said what he has seen there, so that only he can tell whether it counts;
        or all have, and who has to tell the absence is missing."""
        replicas = [machine.game.replica for machine in self.up]
        return frozenset(
            place
            for replica in replicas
            for place in replica.box.places()
            if (against := replica.box.ballots_at(place))
            and self.absent & _awaited(replica.table, place, against.keys())
            # Somebody still waits there: who is back may have spoken more than once since.
            and any(one.table.log.count(place.chain) <= place.seq + 1 for one in replicas)
        )


def _awaited(table: Table, place: SilentPlace, voters: Set[int]) -> Set[int]:
    """Who has to vote about a place, or to tell the absence once all have."""
    others = set(table.state.seats) - {place.seat} - voters
    telling = table.absence_context(place)
    return others or ({telling.seat} if telling is not None else set())


def is_finished(machine: Machine) -> bool:
    """Whether this machine has all of a signed game on its disk, or of one that cannot be."""
    if not machine.has_table:
        return False
    replica, table = machine.game.replica, machine.game.table
    stored = sum(replica.durable.values()) == len(table.log)
    return (table.is_signed or table.is_void) and not table.waiting() and stored


def check_ending(plan: Plan, ending: Ending) -> None:
    """All promises at once.

    Raises:
        Broken: one of them was broken.
    """
    may_fail = plan.story in (Story.BACKUP, Story.UNVOTED)
    check_speech(ending.room)
    for machine in ending.machines:
        _check_nobody_is_blamed(machine)
        if machine.failure is not None and not may_fail:
            raise Broken(f"node {machine.index} cannot go on: {machine.failure!r}")
    check_logs(ending)
    if ending.missing or not ending.is_complete:
        check_waiting(ending)


def check_logs(ending: Ending) -> None:
    """Every honest machine has the same history, and nothing is lost but what may be.

    Raises:
        Broken: they differ.
    """
    up = ending.up
    for one, other in combinations(up, 2):
        who = f"machines {one.index} and {other.index}"
        _check_prefixes(ending, list(one.game.table.log), list(other.game.table.log), who)
    for machine in ending.machines:
        if machine not in up and machine.has_game:
            stored = [one.signed for one in read_log(machine.log_path).records]
            who = f"the file of machine {machine.index} and the table"
            _check_prefixes(ending, stored, list(ending.table.log), who)
    for machine in up:
        _check_file(machine)
    _check_nothing_is_lost(ending)
    _check_votes_are_kept(ending)
    _check_agreement(ending)


def check_copy(copy: Machine) -> None:
    """The same identity on another machine was turned away, and never said a word."""
    if not copy.is_up:
        raise Broken(f"the copy stopped: {copy.failure!r}")
    steward = copy.game.steward
    if not copy.turned_away or steward is None or steward.may_speak or copy.live_node.linked:
        raise Broken("a copy of a player was let in")


def check_speech(room: Room) -> None:
    """No honest seat has said two things in one place, or voted twice about one."""
    if room.twice:
        raise Broken(f"seat {room.twice[0].entry.seat} spoke twice: {room.twice[0].entry.context}")
    if room.doubles:
        raise Broken(f"seat {room.doubles[0].voter} voted twice: {room.doubles[0]}")


def _check_nobody_is_blamed(machine: Machine) -> None:
    evidence = list(machine.log_path.parent.glob("*evidence*"))
    replica = machine.game.replica if machine.has_table else None
    stopped = replica.stopped if replica else {}
    doubles = statements_of(replica.table, replica.box).doubles() if replica else ()
    if evidence or stopped or machine.refusals or doubles:
        reasons = [one.reason for one in machine.refusals]
        what = f"{reasons}, {list(stopped)} stopped, {doubles} voted twice"
        raise Broken(f"machine {machine.index} blames: {what}")


def _check_prefixes(
    ending: Ending, one: Iterable[SignedEntry], other: Iterable[SignedEntry], who: str
) -> None:
    """What stands in one place is the same, or was superseded by an absence."""
    places = {(signed.entry.chain, signed.entry.seq): signed for signed in one}
    for signed in other:
        ours = places.get((signed.entry.chain, signed.entry.seq))
        if ours is None or ours == signed:
            continue
        if not any(_is_superseded(ending, each) for each in (ours, signed)):
            raise Broken(f"{who} differ on {signed.entry.chain} at {signed.entry.seq}")


def _is_superseded(ending: Ending, signed: SignedEntry) -> bool:
    """Whether an entry counts no more: by the silent seat, at the place of an absence or after.

    What others have built on one of two entries of a liar goes with it.
    """
    entry = signed.entry
    if signed.head in ending.table.log:
        return False
    if deck_number(entry.chain) in ending.table.state.dead_decks:
        return True
    return any(
        entry.seat == place.seat or place.seat in ending.room.liars
        for signed, place in ending.absences
        # An absence about a deck stands on the table: so does what a dealer said of that deck.
        for told in (place, signed.entry)
        if entry.chain == told.chain and entry.seq >= told.seq
    )


def _check_file(machine: Machine) -> None:
    """The file holds what the node applied, in that order, and stands up to an audit."""
    stored = [one.signed for one in read_log(machine.log_path).records]
    if stored != list(machine.game.table.log):
        raise Broken(f"the file of machine {machine.index} is not its log")
    if machine.index == 0:
        verdict = audit_log(stored).verdict
        expected = Verdict.FINISHED if machine.game.table.is_over else Verdict.UNFINISHED
        if verdict is not expected:
            raise Broken(f"the audit says {verdict}")


def _check_nothing_is_lost(ending: Ending) -> None:
    """What was sent is where it was said; what one survivor has, all have."""
    for signed in ending.room.sent.values():
        entry = signed.entry
        if entry.seat in ending.room.liars or _is_superseded(ending, signed):
            continue
        for machine in ending.up:
            ours = machine.game.table.log.entry(entry.chain, entry.seq)
            if ours is not None and ours.head != signed.head:
                raise Broken(f"another entry than {entry.context} was kept")
    counts = [_living_counts(machine.game.table) for machine in ending.up]
    if not ending.locked and any(one != counts[0] for one in counts):
        raise Broken(f"survivors differ: {counts}")


def _living_counts(table: Table) -> dict[str, tuple[int, bytes]]:
    """How far every chain has come, but those of decks that are never dealt."""
    dead = table.state.dead_decks
    counts = table.log.counts()
    return {chain: counts[chain] for chain in sorted(counts) if deck_number(chain) not in dead}


def _check_votes_are_kept(ending: Ending) -> None:
    """Who has voted against a seat has built on what it said there only if others had seen it."""
    log, votes = ending.table.log, ending.room.votes
    for (place, voter), cast in votes.items():
        entry = log.entry(place.chain, place.seq)
        if ending.room.liars & {place.seat, voter}:
            continue  # who has objected to two entries may go on with one that all have built on
        if entry is None or entry.entry.seat != place.seat or entry.entry.prev != place.prev:
            continue
        later = range(place.seq + 1, log.count(place.chain))
        spoke = [seq for seq in later if (one := log.entry(place.chain, seq)) and _by(one, voter)]
        against = any(one.stance in AGAINST for one in cast)
        if against and spoke and not _was_seen(votes.items(), place, voter, entry.head):
            raise Broken(f"seat {voter} has built on what it had voted against: {place}")


def _by(signed: SignedEntry, seat: int) -> bool:
    return signed.entry.seat == seat


def _was_seen(
    votes: Iterable[tuple[tuple[SilentPlace, int], list[Ballot]]],
    place: SilentPlace,
    voter: int,
    head: bytes,
) -> bool:
    return any(
        about == place and other != voter and one.stance is Stance.SEEN and one.entry == head
        for (about, other), cast in votes
        for one in cast
    )


def _check_agreement(ending: Ending) -> None:
    states = [machine.game.table.state for machine in ending.up if not ending.locked]
    # Before the coins are flipped there is nothing to digest but the log.
    if len({state.digest() if state.seating else b"" for state in states}) > 1:
        raise Broken("state digests differ")


def check_waiting(ending: Ending) -> None:
    """Whoever is waited for is one of those who are missing."""
    if any(not (machine.gone or machine.failure) for machine in ending.missing):
        raise Broken("a machine that ought to come back did not")
    absent = ending.absent | {place.seat for place in ending.locked}
    for machine in ending.up:
        table = machine.game.table
        owing = {int(duty.seat) for duty in table.waiting()}
        if table.state.absent in absent:
            continue  # the seat that is free waits for whoever left it, or for somebody new
        if not owing <= absent or not (owing or is_finished(machine)):
            raise Broken(f"seats {owing} are waited for, and {absent} are missing")
