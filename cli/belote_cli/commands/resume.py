"""`belote-net resume [GAME]`: go on with a game that was adjourned."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from belote_cli.commands.games import print_games
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_cli.game_list import Progress, is_watched, list_games
from belote_cli.invocation import Invocation
from belote_cli.plain.desk import Desk
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import Manner
from belote_cli.surface import Surface, surface_for
from belote_cli.tables import (
    Caller,
    leave,
    open_profile,
    run_with_lines,
    sit_down,
    spectator,
    table_config,
)
from belote_net.node.node import Node
from belote_net.node.start import resume
from belote_net.node.transport import Address


def run(invocation: Invocation) -> ExitCode:
    """Resume, and play until the caller leaves."""
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.RESUME)
    return run_with_lines(resume_game, invocation)


async def resume_game(caller: Caller) -> ExitCode:
    """Open the game that was asked for, or the last one, and wait for its players."""
    arguments = caller.invocation.arguments
    path = choose_game(caller.invocation, arguments.game)
    addresses = () if arguments.at is None else (Address.parse(arguments.at),)
    desk = Desk()
    async with open_profile(caller) as (profile, name):
        config, manner = table_config(caller, profile, name, desk), Manner.TABLE
        if is_watched(path):
            config, manner = spectator(config), Manner.SPECTATE
        opening = resume(config, path, addresses)
        ending = await sit_down(caller, config, desk, opening, partial(_welcome, caller), manner)
    return leave(caller, ending)


def choose_game(invocation: Invocation, wanted: str | None) -> Path:
    """The log of the game that `wanted` names, by the first letters or as a file; else the last.

    Raises:
        CommandFailed: there is none, or more than one.
    """
    games = list_games(invocation.games_folder, invocation.console.words)
    if wanted is None:
        found = [game for game in games if game.progress is Progress.UNFINISHED][-1:]
    else:
        found = [
            game
            for game in games
            if game.game.startswith(wanted) or Path(wanted).name == game.path.name
        ]
    if len(found) == 1:
        return found[0].path
    if wanted is None:
        text = invocation.text("There is no game to go on with.")
        raise CommandFailed(text, ExitCode.ENVIRONMENT)
    print_games(invocation, games)
    raise invocation.usage_error("Which game? {wanted} is not one of yours.", wanted=wanted)


async def _welcome(caller: Caller, node: Node, lobby: LobbyFace) -> None:
    for address in node.addresses[:1]:
        caller.tell("You listen at {address}", address=address)
