"""Reading and verifying a game's file, with all that may be wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from belote_cli.exit_codes import ExitCode
from belote_net.node.storage import read_sound_part
from belote_net.table.audit import Audit, Verdict, audit_log
from belote_net.table.statements import Statements, statements_of

VERDICT_CODES = {
    Verdict.FINISHED: ExitCode.FINE,
    Verdict.UNFINISHED: ExitCode.UNFINISHED,
    Verdict.REFUSED: ExitCode.REFUSED,
}


@dataclass(frozen=True, slots=True)
class FileAudit:
    """A file that was verified.

    Attributes:
        torn_bytes: size of what a crash left of a last record; 0 normally.
        statements: what seats have signed about places, in absences and beside the chains.
        arrival_ms: when the first wrong entry came, by the clock of the machine that kept the
            file, which nobody signed; None if nothing is wrong, or it cannot be read.
        began_ms: when the first entry came, by the same clock; None if there is none.
    """

    audit: Audit
    torn_bytes: int
    statements: Statements
    arrival_ms: int | None
    began_ms: int | None

    @property
    def code(self) -> ExitCode:
        """How a program ends that found this."""
        return VERDICT_CODES[self.audit.verdict]


def audit_file(path: Path) -> FileAudit:
    """Verify a file. A damaged record is part of the finding, a file that is no log is not.

    Raises:
        StorageFailed: it cannot be read.
        LogCorrupt: it is no log of this program.
        UnknownVersion: another version of the program is needed.
    """
    contents, damage = read_sound_part(path)
    if damage is not None and damage.record == 0:
        raise damage
    entries = [stored.signed for stored in contents.records]
    audit = audit_log(entries, unreadable=None if damage is None else str(damage))
    wrong = contents.records[len(audit.steps) :] if audit.refusal is not None else ()
    return FileAudit(
        audit,
        torn_bytes=0 if damage is not None else contents.torn_bytes,
        statements=(
            statements_of(audit.table, contents.ballots)
            if audit.table is not None
            else Statements(foreign=len(contents.ballots))
        ),
        arrival_ms=wrong[0].arrival_ms if wrong else None,
        began_ms=contents.records[0].arrival_ms if contents.records else None,
    )
