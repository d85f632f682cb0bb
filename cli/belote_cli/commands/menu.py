"""`belote-net` alone: a name the first time, then a menu."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from belote_cli.card_text import plain_text
from belote_cli.commands import games, rules
from belote_cli.commands.demo import play_demo
from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.commands.resume import resume_game
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed, explain
from belote_cli.invocation import Invocation
from belote_cli.surface import Surface, surface_for
from belote_cli.tables import Caller, open_profile, run_with_lines
from belote_cli.words import msg
from belote_net.errors import BeloteError

Action = Callable[[Caller], Awaitable[ExitCode]]

DEFAULTS: Final[Mapping[str, object]] = {
    "rules": None,
    "changes": [],
    "bots": 0,
    "port": None,
    "seed": 0,
    "where": [],
    "game": None,
    "at": None,
    "watch": False,
    "fast": False,
    "json": False,
    "action": "list",
    "presets": [],
}
"""What the commands are given that the menu starts."""


async def _games(caller: Caller) -> ExitCode:
    return games.run(caller.invocation)


async def _rules(caller: Caller) -> ExitCode:
    return rules.run(caller.invocation)


_ENTRIES: Final[tuple[tuple[str, Action], ...]] = (
    (msg("play with three bots"), play_demo),
    (msg("open a table"), host_table),
    (msg("join a table"), join_table),
    (msg("resume a game"), resume_game),
    (msg("your games"), _games),
    (msg("the rules"), _rules),
)
_QUIT: Final = frozenset(("q", "quit", "quitter", "exit"))


def run(invocation: Invocation) -> ExitCode:
    """Show the menu until the caller quits."""
    arguments = argparse.Namespace(**{**DEFAULTS, **vars(invocation.arguments)})
    invocation = replace(invocation, arguments=arguments)
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.MENU)
    return run_with_lines(show_menu, invocation)


async def show_menu(caller: Caller) -> ExitCode:
    """Ask, do, and ask again."""
    async with open_profile(caller) as (_, name):
        caller.tell("Good evening, {name}.", name=name)
    while True:
        for number, (title, _) in enumerate(_ENTRIES, start=1):
            caller.invocation.console.line(f"{number}: {caller.invocation.text(title)}")
        caller.invocation.console.line(f"q: {caller.invocation.text('quit')}")
        line = await caller.ask("Your choice: ")
        if line is None or plain_text(line) in _QUIT:
            return ExitCode.FINE
        text = line.strip()
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(_ENTRIES):
            await _do(caller, _ENTRIES[int(text) - 1][1])
        elif text:
            caller.tell("Type a number from 1 to {last}, or q.", last=len(_ENTRIES))


async def _do(caller: Caller, action: Action) -> None:
    """Do it; what goes wrong is told, and the menu comes again."""
    try:
        await action(caller)
    except (BeloteError, CommandFailed, OSError) as error:
        caller.invocation.console.line(explain(error, caller.invocation.console.words).text)
    caller.invocation.console.line()
