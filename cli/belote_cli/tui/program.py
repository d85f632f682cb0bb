"""The program on the full screen, from the first key to the last hint."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Awaitable, Callable
from enum import Enum
from pathlib import Path
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from belote_cli.commands.verify import print_audit
from belote_cli.exit_codes import ExitCode
from belote_cli.game_choice import choose_game
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.plain.lines import StandardInput
from belote_cli.plain.manner import End, Ending
from belote_cli.settings import load_settings
from belote_cli.tables import Caller, leave, tell_how_to_resume
from belote_cli.tui.house import House, screen_look
from belote_cli.tui.keeper import SettingsKeeper
from belote_cli.tui.menu import show_menu
from belote_cli.tui.stage import Stage
from belote_cli.tui.ways import go_on, join_table, open_table, play_with_bots, watch_table
from belote_net.errors import NodeError
from belote_net.node.profile import Profile


class Start(Enum):
    """Where the program begins."""

    MENU = "menu"
    HOST = "host"
    JOIN = "join"
    WATCH = "watch"
    RESUME = "resume"
    DEMO = "demo"


Way = Callable[[House], Awaitable[Ending]]

_WAYS: Final[dict[Start, Way]] = {
    Start.MENU: show_menu,
    Start.HOST: open_table,
    Start.JOIN: join_table,
    Start.WATCH: watch_table,
    Start.DEMO: play_with_bots,
}


def run_on_screen(
    invocation: Invocation,
    start: Start,
    *,
    keys: Input | None = None,
    screen: Output | None = None,
) -> ExitCode:
    """Run a command with the screen on; what is left to say is printed when it is off again.

    Args:
        invocation: what was asked for.
        start: the command.
        keys: the terminal's keys; by default those of the process.
        screen: the terminal; by default that of the process.

    Raises:
        NodeError, CommandFailed: as the same command in the plain interface.
    """
    path: Path | None = None
    if start is Start.RESUME:
        path = choose_game(invocation, invocation.arguments.game)
    profile = Profile(invocation.profiles_root, invocation.profile_name, secrets.token_bytes)
    try:
        house = _open_house(invocation, profile, keys, screen)

        async def evening() -> Ending | None:
            if not await house.meet():
                return None
            return await (_WAYS[start](house) if path is None else go_on(house, path))

        return _run(house, evening)
    finally:
        profile.close()


def _open_house(
    invocation: Invocation, profile: Profile, keys: Input | None, screen: Output | None
) -> House:
    settings = load_settings(profile.folder)
    encoding = sys.stdout.encoding or "ascii" if screen is None else screen.encoding()
    look = screen_look(invocation, settings, encoding)
    stage = Stage(look, keys=keys, screen=screen)
    return House(stage, invocation, encoding, SettingsKeeper(profile, settings))


def _run(house: House, evening: Callable[[], Awaitable[Ending | None]]) -> ExitCode:
    """Run with the screen on; afterwards say how an adjourned game goes on."""
    caller = Caller(house.invocation, StandardInput())
    try:
        ending = house.stage.run(evening)
    except NodeError:
        if house.ending.path is not None:
            tell_how_to_resume(caller, house.ending.path)
        raise
    ending = house.ending if ending is None else ending
    _tell_ending(house, caller, ending)
    return leave(caller, ending)


def _tell_ending(house: House, caller: Caller, ending: Ending) -> None:
    """Leave a line on the shell: how the game ended, or that there was none."""
    arguments = house.arguments
    if ending.end is End.NO_GAME and arguments.command in ("host", "join", "watch"):
        caller.tell("You have left before a game began.")
    if ending.end is not End.FINISHED or ending.path is None:
        return
    if arguments.command == "demo" and arguments.watch:
        print_audit(caller.invocation, audit_file(ending.path))
    caller.invocation.console.lines(house.result)
    caller.tell("Log: {path}", path=ending.path)
