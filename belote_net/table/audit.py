"""Verify a whole log, and compare two: the verdict, as a value that faces put into words.

A log is read through the very `Table` that played it. What a log proves against somebody is only
what he signed on top of this very history; a gap or a cut proves nothing against anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from belote_net.table.events import Event
from belote_net.table.opening import UnknownVersion
from belote_net.table.table import Table
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import BadSignature, RejectedEntry
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Log, is_equivocation
from belote_protocol.machine import NotYet


class Verdict(Enum):
    """What a log is worth."""

    FINISHED = "finished"
    """Every entry is right, and the match is decided."""
    UNFINISHED = "unfinished"
    """Every entry is right, and the game could go on."""
    REFUSED = "refused"
    """An entry is wrong."""


class Fault(Enum):
    """What is wrong with an entry."""

    FORGED = "forged"
    """It is not signed by the seat it names, or cannot be read: nobody's doing is proven."""
    GAP = "gap"
    """It follows entries that are not in this log: damage, nobody's doing is proven."""
    BROKEN = "broken"
    """Its author signed, on top of this very history, what the rules or a proof refuse."""
    EQUIVOCATION = "equivocation"
    """Its author signed two different entries in one place."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first thing that is wrong.

    Attributes:
        record: position in the log, from 1.
        fault: what kind of wrong it is.
        signed: the entry, if it could be read.
        seat: the seat that the entry names, or that was due if it could not be read.
        culprit: the seat that is proven to be at fault, if one is.
        reason: what was expected and what came.
        other: of two entries in one place, the one that came first.
    """

    record: int
    fault: Fault
    signed: SignedEntry | None
    seat: Seat | None
    culprit: Seat | None
    reason: str
    other: SignedEntry | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted entry and what it brought about."""

    signed: SignedEntry
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """A log that was read to its end, or to the first entry that is wrong.

    Attributes:
        table: the game as far as it is right; None if not even the first entry is.
        steps: the accepted entries in the order of the log.
    """

    verdict: Verdict
    table: Table | None
    steps: tuple[Step, ...]
    refusal: Refusal | None


def audit_log(entries: Sequence[SignedEntry], *, unreadable: str | None = None) -> Audit:
    """Verify `entries` in the order of a log; stop at the first that is wrong.

    Args:
        entries: what could be read of the log.
        unreadable: why the record after them could not be read, if there is one.

    Raises:
        UnknownVersion: another version of the program is needed.
    """
    steps: list[Step] = []
    table: Table | None = None
    for record, signed in enumerate(entries, start=1):
        try:
            if table is None:
                table = Table(signed)
                steps.append(Step(signed, ()))
            else:
                steps.append(Step(signed, table.fold(signed)))
        except UnknownVersion:
            raise
        except (RejectedEntry, NotYet) as cause:
            refusal = _refusal(table, record, signed, cause)
            return Audit(Verdict.REFUSED, table, tuple(steps), refusal)
    if unreadable is not None or table is None:
        reason = unreadable or "a first entry expected, got none"
        seat = _due_seat(table)
        refusal = Refusal(len(steps) + 1, Fault.FORGED, None, seat, None, reason)
        return Audit(Verdict.REFUSED, table, tuple(steps), refusal)
    verdict = Verdict.FINISHED if table.is_over else Verdict.UNFINISHED
    return Audit(verdict, table, tuple(steps), None)


def _due_seat(table: Table | None) -> Seat | None:
    """Who would have spoken next on the chain `table`."""
    waiting = table.waiting() if table is not None else ()
    return waiting[0].seat if waiting else None


def _refusal(
    table: Table | None, record: int, signed: SignedEntry, cause: RejectedEntry | NotYet
) -> Refusal:
    """Tell damage, forgery, a broken rule and a double signature from one another."""
    seat = Seat(signed.entry.seat)
    if table is not None and (other := _other_in_place(table, signed)) is not None:
        reason = "signed two different entries in one place"
        return Refusal(record, Fault.EQUIVOCATION, signed, seat, seat, reason, other)
    culprit = None if isinstance(cause, NotYet) else cause.culprit
    if culprit is not None:
        return Refusal(record, Fault.BROKEN, signed, seat, Seat(culprit), str(cause))
    foreign = table is None or not is_signed(table, signed)
    fault = Fault.FORGED if foreign else Fault.GAP
    return Refusal(record, fault, signed, seat, None, str(cause))


def is_signed(table: Table, signed: SignedEntry) -> bool:
    """Whether somebody who has, or had, the seat that an entry names did sign it."""
    return signer_of(table, signed) is not None


def signer_of(table: Table, signed: SignedEntry) -> PublicIdentity | None:
    """Who signed an entry, of those who have, or had, the seat that it names."""
    for identity in table.signers(Seat(signed.entry.seat)):
        try:
            signed.verify_signature(identity)
        except BadSignature:
            continue
        return identity
    return None


def _other_in_place(table: Table, signed: SignedEntry) -> SignedEntry | None:
    """The accepted entry that proves, with `signed`, that one player spoke twice in one place."""
    other, signer = table.log.beside(signed), signer_of(table, signed)
    if other is None or signer is None or not is_equivocation(other, signed):
        return None
    return other if signer_of(table, other) == signer else None


class Relation(Enum):
    """How two logs of one game stand to one another."""

    SAME = "same"
    PREFIX = "prefix"
    """One is the beginning of the other, on every chain that they share."""
    FORK = "fork"
    """They hold different entries in one place."""
    DIFFERENT_GAMES = "different games"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two logs, compared chain by chain.

    Attributes:
        one, other: at a fork, the two entries in one place.
        culprit: at a fork, the seat that signed both; None if two seats spoke there.
    """

    relation: Relation
    one: SignedEntry | None = None
    other: SignedEntry | None = None
    culprit: Seat | None = None


def compare_logs(one: Log, other: Log) -> Comparison:
    """Compare two verified logs, whatever the order in which their entries arrived."""
    if one.game != other.game:
        return Comparison(Relation.DIFFERENT_GAMES)
    for first, second in _same_places(one, other):
        if first.head != second.head:
            culprit = Seat(first.entry.seat) if is_equivocation(first, second) else None
            return Comparison(Relation.FORK, first, second, culprit)
    same = one.counts() == other.counts()
    return Comparison(Relation.SAME if same else Relation.PREFIX)


def _same_places(one: Log, other: Log) -> Iterator[tuple[SignedEntry, SignedEntry]]:
    for chain in one.chains:
        for seq in range(min(one.count(chain), other.count(chain))):
            first, second = one.entry(chain, seq), other.entry(chain, seq)
            if first is not None and second is not None:
                yield first, second
