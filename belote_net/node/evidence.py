"""What proves that a seat is at fault, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from belote_net.node.storage import StoredEntry, read_log, write_evidence
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry


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
        LogCorrupt: the log, or evidence that was kept before, is damaged.
    """
    arrived = {one.signed.head: one.arrival_ms for one in read_log(log).records}
    known = [StoredEntry(signed, arrived.get(signed.head, now_ms)) for signed in accusation.history]
    return write_evidence(log, known, StoredEntry(accusation.signed, now_ms))
