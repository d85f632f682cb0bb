"""`belote-net resume [GAME]`: go on with a game that was adjourned."""

from __future__ import annotations

from functools import partial

from belote_cli.exit_codes import ExitCode
from belote_cli.game_choice import choose_game
from belote_cli.game_list import is_watched
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


async def _welcome(caller: Caller, node: Node, lobby: LobbyFace) -> None:
    for address in node.addresses[:1]:
        caller.tell("You listen at {address}", address=address)
