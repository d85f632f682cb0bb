"""What proves that a seat is at fault, and where it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from belote_net.node import durable
from belote_net.node.errors import LogCorrupt
from belote_net.node.storage import (
    MAX_LOG_BYTES,
    PREFIX_BYTES,
    StoredEntry,
    check_header,
    has_format,
    read_log,
    read_record,
    split_records,
    whole_log,
)
from belote_net.table.messages import Reseat
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry

EVIDENCE_FORMAT = "belote-net evidence"

MAX_EVIDENCE_OF_SEAT = 2
"""Most proofs against one seat that one game keeps, each with the whole log at worst: the first
ones say all, and a seat that is wrong on every chain must not fill the disk."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """A well-signed entry that is wrong, and why.

    Attributes:
        history: all that was accepted here when it was refused.
        other: of two different entries in one place, the one that was accepted here.
    """

    signed: SignedEntry
    refusal: RejectedEntry
    history: tuple[SignedEntry, ...]
    other: SignedEntry | None = None

    @property
    def place(self) -> SilentPlace:
        """Where it stands."""
        return SilentPlace.of(self.signed.entry.context)

    @property
    def entries(self) -> tuple[SignedEntry, ...]:
        """All that proves it."""
        return (self.signed,) if self.other is None else (self.signed, self.other)


def keep_evidence(log: Path, accusation: Accusation, now_ms: int) -> Path:
    """Write down what proves an accusation, beside the log file of its game. Blocks.

    It is what was known when the entry was refused. The table may have gone on without the seat
    since: after that the entry would prove nothing.

    Raises:
        StorageFailed: it cannot be written.
        LogCorrupt: the log is damaged.
    """
    arrived = {one.signed.head: one.arrival_ms for one in read_log(log).records}
    refused = StoredEntry(accusation.signed, now_ms)

    def stored(signed: SignedEntry) -> StoredEntry:
        return StoredEntry(signed, arrived.get(signed.head, now_ms))

    if accusation.other is None:
        return write_evidence(log, [stored(one) for one in accusation.history], refused)
    # Two entries in one place prove it by themselves; the rest only tells whose key it is.
    first, *later = accusation.history
    people = [first, *(one for one in later if _seats_somebody(one))]
    other = stored(accusation.other)
    return write_double_signature(log, [stored(one) for one in people], other, refused)


def _seats_somebody(signed: SignedEntry) -> bool:
    return signed.entry.chain == TABLE_CHAIN and signed.entry.kind == Reseat.kind


def write_evidence(log_path: Path, records: Sequence[StoredEntry], refused: StoredEntry) -> Path:
    """Keep a refused entry with all that led to it, as a log whose last record it is.

    Returns the file, `<log>.evidence-<seat>-<n>.belote`. An entry that comes again after a
    restart is kept once; when there are `MAX_EVIDENCE_OF_SEAT` proofs against its seat already,
    they stay as they are and the last of them is returned. What is damaged proves nothing, and
    gives way.

    Raises:
        StorageFailed: it cannot be written.
    """
    return _keep_evidence(log_path, refused, whole_log((*records, refused)))


def write_double_signature(
    log_path: Path, people: Sequence[StoredEntry], other: StoredEntry, refused: StoredEntry
) -> Path:
    """Keep two entries of one player in one place, as `write_evidence` does, without a history.

    Args:
        log_path: the log of the game.
        people: the entries that tell who plays: the first one, and those of newcomers.
        other: of the two, the one that was accepted.
        refused: the one that was not.

    Raises:
        StorageFailed: it cannot be written.
    """
    data = whole_log((*people, other, refused), form=EVIDENCE_FORMAT)
    return _keep_evidence(log_path, refused, data)


def read_double_signature(path: Path) -> tuple[StoredEntry, ...] | None:
    """What `write_double_signature` kept in a file, not verified; None if it is no such file.

    Raises:
        StorageFailed: it cannot be read.
        LogCorrupt: a record is damaged or incomplete.
    """
    data = durable.read_whole(path, limit_bytes=MAX_LOG_BYTES)
    found, end = list[StoredEntry](), 0
    for number, (offset, payload) in enumerate(split_records(data)):
        end = offset + PREFIX_BYTES + len(payload)
        if number == 0:
            if not has_format(payload, EVIDENCE_FORMAT):
                return None
            check_header(payload, EVIDENCE_FORMAT)
            continue
        read = read_record(payload, number)
        if not isinstance(read, StoredEntry):
            raise LogCorrupt(f"record {number} is damaged: no entry", record=number)
        found.append(read)
    if end < len(data) and found:
        raise LogCorrupt("the last record is incomplete", record=len(found) + 1)
    return tuple(found) if end else None


def _keep_evidence(log_path: Path, refused: StoredEntry, data: bytes) -> Path:
    stem = f"{log_path.stem}.evidence-{refused.signed.entry.seat}"
    for number in range(1, MAX_EVIDENCE_OF_SEAT + 1):
        path = log_path.with_name(f"{stem}-{number}.belote")
        kept = _refused_in(path)
        if kept is None:
            durable.write_whole(path, data)
        if kept is None or kept == refused.signed.head:
            break
    return path


def _refused_in(path: Path) -> bytes | None:
    """Head of the entry that is refused in a file of evidence; None if it proves nothing."""
    if not path.exists():
        return None
    try:
        kept = read_double_signature(path) or read_log(path).records
    except LogCorrupt:
        return None
    return kept[-1].signed.head if kept else None
