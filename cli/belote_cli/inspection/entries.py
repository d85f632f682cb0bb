"""Reading one record of a log: what it is, who signed it, and whether its check passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from belote_cli.inspection.equations import Equation, equation_of
from belote_cli.seat_history import people_of
from belote_net.node.storage import StoredEntry
from belote_net.table.audit import Refusal, audit_log, signer_of
from belote_net.table.messages import Member
from belote_net.table.table import Table
from belote_protocol.codec import decode
from belote_protocol.entry import Body, Entry, SignedEntry
from belote_protocol.errors import BadSignature, InvalidEncoding, RejectedEntry
from belote_protocol.machine import NotYet


class Finding(Enum):
    """What the check of an entry has found."""

    RIGHT = "right"
    REFUSED = "refused"
    UNJUDGED = "not judged"
    """An entry before it is refused: nothing after it is judged."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """One record, read and checked.

    Attributes:
        record: position in the file, from 1.
        stored: the entry, and when it came.
        signer: who has signed it; None if the seat that it names has not, or is not known.
        previous: the record that holds the entry to which it links, if there is one before it.
        body: what it says; None if it cannot be read as what it says to be.
        equation: what its check computes.
        reason: why it is refused.
        wrong_before: the first record that is refused, if that comes before this one.
    """

    record: int
    stored: StoredEntry
    signer: Member | None
    previous: int | None
    body: Body | None
    equation: Equation
    finding: Finding
    reason: str = ""
    wrong_before: int | None = None

    @property
    def entry(self) -> Entry:
        """The entry."""
        return self.stored.signed.entry


def inspect_record(records: Sequence[StoredEntry], record: int) -> Inspection:
    """Fold the log up to a record, counted from 1, and check its entry.

    Raises:
        UnknownVersion: another version of the program is needed.
    """
    stored = records[record - 1]
    table, wrong = _table_before(records, record)
    entry = stored.signed.entry
    finding, reason = Finding.UNJUDGED, ""
    equation = equation_of(None, entry)
    if wrong is None:
        # Before it is folded: its inputs are what was public then.
        equation = equation_of(table, entry)
        reason = _judge(table, stored.signed)
        finding = Finding.REFUSED if reason else Finding.RIGHT
    return Inspection(
        record=record,
        stored=stored,
        signer=_signer(table, stored.signed),
        previous=_previous(records, record),
        body=_body(entry),
        equation=equation,
        finding=finding,
        reason=reason,
        wrong_before=wrong.record if wrong is not None else None,
    )


def _table_before(
    records: Sequence[StoredEntry], record: int
) -> tuple[Table | None, Refusal | None]:
    """The game before a record; and what is wrong there, if something is."""
    before = [one.signed for one in records[: record - 1]]
    if not before:
        return None, None
    audit = audit_log(before)
    return audit.table, audit.refusal


def _judge(table: Table | None, signed: SignedEntry) -> str:
    """Why an entry is refused; empty if it is right."""
    try:
        if table is None:
            Table(signed)
        else:
            table.check(signed)
    except (RejectedEntry, NotYet) as cause:
        return str(cause)
    return ""


def _signer(table: Table | None, signed: SignedEntry) -> Member | None:
    """Who signed it, of those who had sat at the table by then."""
    if table is not None:
        signer = signer_of(table, signed)
        return next(
            (one for one in (*people_of(table), *table.members) if one.identity == signer), None
        )
    try:
        first = Table(signed).members[signed.entry.seat]
        signed.verify_signature(first.identity)
    except (RejectedEntry, BadSignature):
        return None
    return first


def _previous(records: Sequence[StoredEntry], record: int) -> int | None:
    prev = records[record - 1].signed.entry.prev
    return next(
        (number for number in range(record - 1, 0, -1) if records[number - 1].signed.head == prev),
        None,
    )


def _body(entry: Entry) -> Body | None:
    kind = next((one for one in _bodies(Body) if one.kind == entry.kind), None)
    if kind is None:
        return None
    try:
        return decode(kind, entry.body)
    except InvalidEncoding:
        return None


def _bodies(parent: type[Body]) -> Iterator[type[Body]]:
    """Every message of the protocol, on all chains."""
    for child in parent.__subclasses__():
        if child.__module__.startswith(("belote_net.", "belote_protocol.")):
            yield child
            yield from _bodies(child)
