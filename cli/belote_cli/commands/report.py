"""`belote-net report FILE`: a game as one page, after it was verified."""

from __future__ import annotations

from pathlib import Path

from belote_cli.exit_codes import ExitCode
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.report import report_page
from belote_net.node.durable import write_whole


def run(invocation: Invocation) -> ExitCode:
    """Write the page, and say where it is; the exit code is the verdict's."""
    source = Path(invocation.arguments.file)
    target = Path(invocation.arguments.output or f"{source.stem}.html")
    if target.exists() and source.exists() and target.samefile(source):
        raise invocation.usage_error("{path} is the game itself.", path=target)
    found = audit_file(source)
    page = report_page(found, invocation.console.words)
    write_whole(target, page.encode())
    invocation.console.line(invocation.text("The report is in {path}.", path=target))
    return found.code
