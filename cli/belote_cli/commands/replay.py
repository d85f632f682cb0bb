"""`belote-net replay FILE`: a game told again, after its log was verified or its text read."""

from __future__ import annotations

from pathlib import Path

from belote_cli.audit_words import refusal_lines
from belote_cli.exit_codes import ExitCode
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.replay_json import replay_json, written_replay_json
from belote_cli.replay_words import replay_lines, tale_lines
from belote_cli.written.files import exit_code, read_if_written
from belote_cli.written.tale import tale_of
from belote_net.notation import WrittenGame


def run(invocation: Invocation) -> ExitCode:
    """Tell the game as far as it is right, then what is wrong, if something is."""
    path = Path(invocation.arguments.file)
    written = read_if_written(path)
    if written is not None:
        _tell_written(invocation, written)
        return exit_code(written)
    found = audit_file(path)
    if invocation.arguments.json:
        invocation.console.json(replay_json(found.audit))
        return found.code
    table, refusal = found.audit.table, found.audit.refusal
    if table is not None:
        for line in replay_lines(table, invocation.pen):
            invocation.console.line(line)
    if refusal is not None:
        invocation.console.line(invocation.text("From here on the file is refused."))
        invocation.console.lines(refusal_lines(refusal, table, invocation.pen))
    return found.code


def _tell_written(invocation: Invocation, game: WrittenGame) -> None:
    """Tell a game that was read as text; something wrong in it has ended the reading."""
    if invocation.arguments.json:
        invocation.console.json(written_replay_json(game))
        return
    for line in tale_lines(tale_of(game.told, invocation.pen), invocation.pen):
        invocation.console.line(line)
