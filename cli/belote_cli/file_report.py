"""All that `verify` says of one file; made in another process when there are several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from belote_cli.audit_json import audit_json, statements_json
from belote_cli.audit_words import VERDICTS, refusal_lines, result_lines, table_lines
from belote_cli.evidence_words import no_proof_lines, proof_json, proof_lines
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import explain
from belote_cli.game_files import FileAudit, audit_file
from belote_cli.pen import Pen
from belote_cli.seat_history import change_lines, people_of
from belote_cli.statement_words import statement_lines
from belote_cli.trust import Trust
from belote_net.errors import NodeError
from belote_net.node.evidence import read_double_signature
from belote_net.table.double_signature import double_signature
from belote_net.table.messages import Member
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidProof, ProtocolError


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is said of a file: plain values, which travel between processes.

    Attributes:
        name: the file as it was asked for.
        json: its verdict for scripts.
        lines: the same in words.
        failure: why it cannot be judged, if that is so.
        entries: those that are right, in the order of the log.
        people: all who ever sat at the table.
        is_deceived: whether a player has the name of an acquaintance, and another key.
    """

    name: str
    code: ExitCode
    json: dict[str, object]
    lines: tuple[str, ...] = ()
    failure: str | None = None
    entries: tuple[SignedEntry, ...] = ()
    people: tuple[Member, ...] = ()
    is_deceived: bool = False

    @property
    def game(self) -> bytes | None:
        """Id of the game, if the file has a first entry that is right."""
        return self.entries[0].head if self.entries else None


def report_on(path: Path, *, pen: Pen, trust: Trust | None = None) -> FileReport:
    """Verify a file and say what there is to say of it; never raises for what is in it."""
    try:
        evidence = read_double_signature(path)
        if evidence is not None:
            return _report_on_evidence(path, [one.signed for one in evidence], pen)
        found = audit_file(path)
    except (NodeError, ProtocolError) as error:
        failure = explain(error, pen.words)
        json: dict[str, object] = {"file": str(path), "verdict": None, "reason": failure.text}
        return FileReport(str(path), failure.code, json, failure=failure.text)
    people = people_of(found.audit.table)
    return FileReport(
        name=str(path),
        code=found.code,
        json={"file": str(path), **found_json(found, trust)},
        lines=found_lines(found, pen, trust),
        entries=tuple(step.signed for step in found.audit.steps),
        people=people,
        is_deceived=trust is not None and trust.is_deceived(people),
    )


def _report_on_evidence(path: Path, entries: Sequence[SignedEntry], pen: Pen) -> FileReport:
    """Raises `UnknownVersion`, like the audit of a log."""
    name = str(path)
    try:
        proof = double_signature(entries)
    except InvalidProof as why:
        json: dict[str, object] = {"file": name, "verdict": "no proof", "reason": str(why)}
        return FileReport(name, ExitCode.ENVIRONMENT, json, no_proof_lines(why, pen))
    json = {"file": name, **proof_json(proof)}
    return FileReport(name, ExitCode.REFUSED, json, proof_lines(proof, pen))


def found_lines(found: FileAudit, pen: Pen, trust: Trust | None = None) -> tuple[str, ...]:
    """All that a file says, or the first thing in it that is wrong."""
    audit, lines = found.audit, list[str]()
    game = audit.table.state if audit.table is not None else None
    if audit.table is not None and game is not None:
        lines += table_lines(game, pen, trust)
        lines += result_lines(game, pen)
        lines += change_lines(audit.table, pen)
        seats = len(game.members)
        lines += statement_lines(found.statements, people_of(audit.table), seats, pen)
    if found.torn_bytes:
        lines.append(
            pen.count(
                "The last record is incomplete ({number} byte): a crash left it, it is ignored.",
                "The last record is incomplete ({number} bytes): a crash left it, it is ignored.",
                found.torn_bytes,
            )
        )
    lines.append(pen.bold(pen.text(VERDICTS[audit.verdict])))
    if audit.refusal is not None:
        lines += refusal_lines(audit.refusal, audit.table, pen, arrival_ms=found.arrival_ms)
    return tuple(lines)


def found_json(found: FileAudit, trust: Trust | None) -> dict[str, object]:
    """The same for scripts."""
    return {
        **audit_json(found.audit, trust, arrival_ms=found.arrival_ms),
        "torn_bytes": found.torn_bytes,
        "statements": statements_json(found.statements),
    }
