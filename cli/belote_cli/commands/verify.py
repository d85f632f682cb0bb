"""`belote-net verify FILE [FILE2]`: the verdict on a game, or on two files of it."""

from __future__ import annotations

import json
from pathlib import Path

from belote_cli.audit_words import (
    VERDICTS,
    audit_json,
    comparison_json,
    comparison_lines,
    refusal_lines,
    result_lines,
    table_lines,
)
from belote_cli.exit_codes import ExitCode
from belote_cli.game_files import FileAudit, audit_file
from belote_cli.invocation import Invocation
from belote_cli.seat_history import change_lines
from belote_net.table.audit import Relation, Verdict, compare_logs
from belote_net.table.table import Table


def run(invocation: Invocation) -> ExitCode:
    """Verify one file, or two and how they stand to one another."""
    arguments = invocation.arguments
    first = audit_file(Path(arguments.file))
    if arguments.other is None:
        if arguments.json:
            _print_json(invocation, audit_json(first.audit))
        else:
            print_audit(invocation, first)
        return first.code
    return _compare(invocation, first, audit_file(Path(arguments.other)))


def print_audit(invocation: Invocation, found: FileAudit) -> None:
    """Print all that a file says, or the first thing in it that is wrong."""
    console, pen, audit = invocation.console, invocation.pen, found.audit
    game = audit.table.state if audit.table is not None else None
    if game is not None:
        console.lines(table_lines(game, pen))
        console.lines(result_lines(game, pen))
    if audit.table is not None:
        console.lines(change_lines(audit.table, pen))
    if found.torn_bytes:
        console.line(
            pen.count(
                "The last record is incomplete ({number} byte): a crash left it, it is ignored.",
                "The last record is incomplete ({number} bytes): a crash left it, it is ignored.",
                found.torn_bytes,
            )
        )
    console.line(pen.bold(invocation.text(VERDICTS[audit.verdict])))
    if audit.refusal is not None:
        console.lines(refusal_lines(audit.refusal, game, pen))


def _compare(invocation: Invocation, first: FileAudit, second: FileAudit) -> ExitCode:
    arguments = invocation.arguments
    tables = (first.audit.table, second.audit.table)
    report: dict[str, object] = {}
    for name, found in ((arguments.file, first), (arguments.other, second)):
        if arguments.json:
            report[name] = audit_json(found.audit)
        else:
            invocation.console.line(invocation.text("File {name}", name=name))
            print_audit(invocation, found)
            invocation.console.line()
    code = _worst(first, second)
    if code is not ExitCode.REFUSED and tables[0] is not None and tables[1] is not None:
        code = _tell_relation(invocation, tables[0], tables[1], report, code)
    if arguments.json:
        _print_json(invocation, report)
    return code


def _tell_relation(
    invocation: Invocation, one: Table, other: Table, report: dict[str, object], code: ExitCode
) -> ExitCode:
    comparison = compare_logs(one, other)
    report["comparison"] = comparison_json(comparison)
    if not invocation.arguments.json:
        invocation.console.lines(comparison_lines(comparison, one.state, invocation.pen))
    if comparison.relation is Relation.DIFFERENT_GAMES:
        return ExitCode.USAGE
    return ExitCode.REFUSED if comparison.relation is Relation.FORK else code


def _worst(first: FileAudit, second: FileAudit) -> ExitCode:
    """Refused if one is; fine if one of them tells the game to its end."""
    verdicts = {first.audit.verdict, second.audit.verdict}
    if Verdict.REFUSED in verdicts:
        return ExitCode.REFUSED
    return ExitCode.FINE if Verdict.FINISHED in verdicts else ExitCode.UNFINISHED


def _print_json(invocation: Invocation, value: object) -> None:
    invocation.console.line(json.dumps(value, ensure_ascii=False, indent=2))
