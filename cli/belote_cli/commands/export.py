"""`belote-net export FILE`: a game as text that people and programs can read, or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from belote_cli.audit_words import refusal_lines
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_cli.game_files import FileAudit, audit_file
from belote_cli.invocation import Invocation
from belote_cli.written.export_json import export_json
from belote_cli.written.files import exit_code, read_if_written
from belote_cli.written.from_log import day_of, record_of
from belote_net.node.durable import write_whole
from belote_net.notation import GameRecord, tell_game, write
from belote_net.table.audit import Audit


def run(invocation: Invocation) -> ExitCode:
    """Write the game; the exit code is the verdict's. What is refused is not exported."""
    source = Path(invocation.arguments.file)
    target = Path(invocation.arguments.output) if invocation.arguments.output else None
    if target is not None and target.exists() and source.exists() and target.samefile(source):
        raise invocation.usage_error("{path} is the game itself.", path=target)
    written = read_if_written(source)
    if written is not None:
        _write(invocation, written.told.record, target)
        return exit_code(written)
    found = audit_file(source)
    if found.audit.refusal is not None:
        _refuse(invocation, found.audit)
        return found.code
    _write(invocation, _record(invocation, found), target)
    return found.code


def _record(invocation: Invocation, found: FileAudit) -> GameRecord:
    table, began_ms = found.audit.table, found.began_ms
    date = None if began_ms is None else day_of(began_ms)
    record = None if table is None else record_of(table, found.audit.steps, date=date)
    if record is None:
        text = invocation.text("The places are not drawn yet.")
        raise CommandFailed(text, ExitCode.UNFINISHED)
    return record


def _write(invocation: Invocation, record: GameRecord, target: Path | None) -> None:
    text = write(record)
    if invocation.arguments.json:
        told = export_json(tell_game(record))
        text = json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    if target is None:
        invocation.console.lines(text.splitlines())
        return
    write_whole(target, text.encode())
    invocation.console.line(invocation.text("The game is in {path}.", path=target))


def _refuse(invocation: Invocation, audit: Audit) -> None:
    console = invocation.console
    console.error(invocation.text("The file is refused: nothing is exported."))
    if audit.refusal is not None:
        for line in refusal_lines(audit.refusal, audit.table, invocation.pen):
            console.error(line)
