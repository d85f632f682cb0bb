"""`belote-net watch [CODE|HOST:PORT]`: look on at somebody's table, without any hand."""

from __future__ import annotations

from belote_cli.commands.join import come_to_table
from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_cli.plain.manner import Manner
from belote_cli.surface import Surface, surface_for
from belote_cli.tables import Caller, run_with_lines


def run(invocation: Invocation) -> ExitCode:
    """Watch until the caller leaves."""
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.WATCH)
    return run_with_lines(watch_table, invocation)


async def watch_table(caller: Caller) -> ExitCode:
    """Find the table that was asked for, and watch."""
    return await come_to_table(caller, Manner.SPECTATE)
