"""`belote-net` alone: a name the first time, then a menu."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from belote_cli.card_text import plain_text, typed_number
from belote_cli.commands import replay, rules
from belote_cli.commands.demo import play_demo, play_lesson
from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.commands.resume import resume_game
from belote_cli.commands.watch import watch_table
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed, explain
from belote_cli.game_choice import summary_line
from belote_cli.game_list import GameSummary, list_games
from belote_cli.invocation import Invocation
from belote_cli.plain.preferences import change_settings
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
    "watchers": False,
    "fast": False,
    "json": False,
    "action": "list",
    "presets": [],
}
"""What the commands are given that the menu starts."""


async def _resume(caller: Caller) -> ExitCode:
    """Go on with a game; which one is asked if there are several."""
    games = [game for game in _listed(caller) if game.goes_on]
    if len(games) > 1:
        _print_numbered(caller, games)
        number = await _choose(caller, msg("Number of the game, or nothing: "), len(games))
        if number is None:
            return ExitCode.FINE
        games = [games[number - 1]]
    wanted = games[0].path.name if games else None
    return await resume_game(_with(caller, game=wanted))


async def _games(caller: Caller) -> ExitCode:
    """List the games, and tell one again if that is wanted."""
    games = _listed(caller)
    if not games:
        caller.tell("No games yet.")
        return ExitCode.FINE
    _print_numbered(caller, games)
    question = msg("Number of a game that is to be told again, or nothing: ")
    number = await _choose(caller, question, len(games))
    if number is None:
        return ExitCode.FINE
    return replay.run(_with(caller, file=str(games[number - 1].path)).invocation)


async def _rules(caller: Caller) -> ExitCode:
    """List the presets, and show one whole if that is wanted."""
    rules.run(caller.invocation)
    line = await caller.ask("Name of the rules to show, or nothing: ")
    if line is None or not line.strip():
        return ExitCode.FINE
    return rules.run(_with(caller, action="show", presets=[line.strip()]).invocation)


async def _settings(caller: Caller) -> ExitCode:
    async with open_profile(caller) as (profile, name):
        await change_settings(caller, profile, name)
    return ExitCode.FINE


def _listed(caller: Caller) -> list[GameSummary]:
    invocation = caller.invocation
    return list_games(invocation.games_folder, invocation.console.words)


def _print_numbered(caller: Caller, games: Sequence[GameSummary]) -> None:
    for number, game in enumerate(games, start=1):
        line = summary_line(game, caller.invocation.pen)
        caller.invocation.console.line(f"{number}: {line}")


async def _choose(caller: Caller, question: str, last: int) -> int | None:
    """The number that the caller types, from 1; None if he wants none."""
    while (line := await caller.ask(question)) is not None:
        if not line.strip() or plain_text(line) in _QUIT:
            break
        number = typed_number(line, last)
        if number is not None:
            return number
        caller.tell("Type a number from 1 to {last}, or nothing.", last=last)
    return None


def _with(caller: Caller, **arguments: object) -> Caller:
    """The same caller, who has also written these arguments."""
    invocation = caller.invocation
    written = argparse.Namespace(**{**vars(invocation.arguments), **arguments})
    return replace(caller, invocation=replace(invocation, arguments=written))


_ENTRIES: Final[tuple[tuple[str, Action], ...]] = (
    (msg("play with three bots"), play_demo),
    (msg("a first deal with hints"), play_lesson),
    (msg("open a table"), host_table),
    (msg("join a table"), join_table),
    (msg("watch a table"), watch_table),
    (msg("resume a game"), _resume),
    (msg("your games"), _games),
    (msg("the rules"), _rules),
    (msg("settings"), _settings),
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
        chosen = typed_number(line, len(_ENTRIES))
        if chosen is not None:
            await _do(caller, _ENTRIES[chosen - 1][1])
        elif line.strip():
            caller.tell("Type a number from 1 to {last}, or q.", last=len(_ENTRIES))


async def _do(caller: Caller, action: Action) -> None:
    """Do it; what goes wrong is told, and the menu comes again."""
    try:
        await action(caller)
    except (BeloteError, CommandFailed, OSError) as error:
        caller.invocation.console.line(explain(error, caller.invocation.console.words).text)
    caller.invocation.console.line()
