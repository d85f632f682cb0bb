"""Who left a seat of a game, and who sat down there: read from the entries, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from belote_cli.pen import Pen
from belote_net.table.events import Cause
from belote_net.table.messages import Absence, Agree, Member, Reseat
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.codec import decode
from belote_protocol.entry import Seat, SignedEntry


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat that somebody left.

    Attributes:
        left: who it was.
        place: where the entry stands that goes on without him, on the chain of the table.
        taken_by: who has the seat since; None as long as it is free.
    """

    seat: Seat
    left: Member
    cause: Cause
    place: int
    taken_by: Member | None = None

    @property
    def is_return(self) -> bool:
        """Whether who had left came back."""
        return self.taken_by is not None and self.taken_by.identity == self.left.identity


def seat_changes(
    first_members: Sequence[Member], entries: Iterable[SignedEntry]
) -> tuple[SeatChange, ...]:
    """All of a game, in order; who was offered a seat and did not agree is not among them.

    Nothing is verified.

    Raises:
        InvalidEncoding: one of the entries that tell it cannot be read.
    """
    members, found = list(first_members), list[SeatChange]()
    offered: Member | None = None
    agreed = 0
    for signed in entries:
        entry = signed.entry
        if entry.chain != TABLE_CHAIN:
            continue
        if entry.kind == Absence.kind:
            body = decode(Absence, entry.body)
            if offered is None and body.place.seat < len(members):
                seat = Seat(body.place.seat)
                cause = Cause.FAULT if body.refused else Cause.ABSENT
                found.append(SeatChange(seat, members[seat], cause, entry.seq))
            offered = None
        elif entry.kind == Reseat.kind and found:
            offered, agreed = decode(Reseat, entry.body).member, 0
        elif entry.kind == Agree.kind and offered is not None:
            agreed += 1
            if agreed == len(members):
                last = found[-1] = replace(found[-1], taken_by=offered)
                members[last.seat], offered = offered, None
    return tuple(found)


def changes_of(table: Table) -> tuple[SeatChange, ...]:
    """Those of a game that was verified."""
    return seat_changes(table.state.opening.members, table.log)


def people_of(table: Table | None) -> tuple[Member, ...]:
    """All who ever sat at a table, the first ones first."""
    if table is None:
        return ()
    later = (change.taken_by for change in changes_of(table))
    return (*table.state.opening.members, *(one for one in later if one is not None))


def who_left(table: Table) -> Member | None:
    """Who had the seat that is free."""
    changes = changes_of(table)
    return changes[-1].left if changes and changes[-1].taken_by is None else None


def change_line(change: SeatChange, pen: Pen) -> str:
    """One of them, for who reads the log."""
    left, seat = change.left.name, change.seat + 1
    if change.cause is Cause.FAULT:
        text = pen.text(
            "Seat {seat}: {name} left it, all others refused what came (entry {place}).",
            seat=seat,
            name=left,
            place=change.place,
        )
    else:
        text = pen.text(
            "Seat {seat}: {name} left it, there was no answer (entry {place}).",
            seat=seat,
            name=left,
            place=change.place,
        )
    if change.taken_by is None:
        return text
    if change.is_return:
        return f"{text} {pen.text('{name} came back.', name=left)}"
    return f"{text} {pen.text('{name} took it.', name=change.taken_by.name)}"


def change_lines(table: Table, pen: Pen) -> tuple[str, ...]:
    """All of them."""
    return tuple(change_line(change, pen) for change in changes_of(table))
