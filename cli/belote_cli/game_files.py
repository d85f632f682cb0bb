"""Reading and verifying a game's file, with all that may be wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from belote_cli.exit_codes import ExitCode
from belote_net.node.storage import read_sound_part
from belote_net.table.audit import Audit, Verdict, audit_log

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
    """

    audit: Audit
    torn_bytes: int

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
    return FileAudit(audit, 0 if damage is not None else contents.torn_bytes)
