"""`belote-net replay FILE`: a game told again, after it was verified."""

from __future__ import annotations

import json
from pathlib import Path

from belote_cli.audit_words import refusal_lines
from belote_cli.exit_codes import ExitCode
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.replay_json import replay_json
from belote_cli.replay_words import replay_lines


def run(invocation: Invocation) -> ExitCode:
    """Tell the game as far as it is right, then what is wrong, if something is."""
    found = audit_file(Path(invocation.arguments.file))
    if invocation.arguments.json:
        told = json.dumps(replay_json(found.audit), ensure_ascii=False, indent=2)
        invocation.console.line(told)
        return found.code
    table, refusal = found.audit.table, found.audit.refusal
    if table is not None:
        for line in replay_lines(table, invocation.pen):
            invocation.console.line(line)
    if refusal is not None:
        invocation.console.line(invocation.text("From here on the file is refused."))
        game = table.state if table is not None else None
        invocation.console.lines(refusal_lines(refusal, game, invocation.pen))
    return found.code
