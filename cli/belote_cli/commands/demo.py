"""`belote-net demo`: four real nodes on this computer, you and three bots; or four bots."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import trio

from belote_cli.bots import BOT_NAMES, Pace
from belote_cli.commands.verify import print_audit
from belote_cli.exit_codes import ExitCode
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.lessons import LESSON
from belote_cli.plain.desk import Desk
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import End, Ending, Manner
from belote_cli.rule_arguments import chosen_options
from belote_cli.surface import Surface, surface_for
from belote_cli.tables import Caller, leave, open_profile, run_with_lines, sit_down, table_config
from belote_net.node.lobby import Settings
from belote_net.node.node import LOOPBACK, HostNode, Node
from belote_net.node.start import host
from belote_net.rules.options import Options
from belote_net.table.messages import MemberKind

_BOTS: Final = 3


def run(invocation: Invocation) -> ExitCode:
    """Play the demonstration."""
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.DEMO)
    return run_with_lines(play_demo, invocation)


async def play_demo(caller: Caller) -> ExitCode:
    """A match with three bots; or four bots, to watch."""
    manner = Manner.WATCH if caller.invocation.arguments.watch else Manner.ONE_GAME
    return await _with_bots(caller, chosen_options(caller.invocation), manner)


async def play_lesson(caller: Caller) -> ExitCode:
    """One deal with three bots, and a teacher."""
    return await _with_bots(caller, LESSON, Manner.LESSON)


async def _with_bots(caller: Caller, options: Options, manner: Manner) -> ExitCode:
    """Host a table on the loopback interface, seat three bots and begin at once."""
    pace = Pace.FAST if caller.invocation.arguments.fast else Pace.THOUGHTFUL
    desk = Desk()

    async def welcome(node: Node, lobby: LobbyFace) -> None:
        if not isinstance(node, HostNode):
            raise TypeError("the node of a host expected")
        caller.tell("Four nodes play here over encrypted links, as on four machines.")
        caller.tell("This process holds the secrets of all four: it could see every hand.")
        for _ in range(_BOTS):
            await lobby.seat_bot(node)
        await lobby.take("start")

    async with open_profile(caller) as (profile, name):
        config = table_config(caller, profile, name, desk, pace=pace)
        config = replace(config, bind=LOOPBACK, port=0)
        if manner is Manner.WATCH and config.bot is not None:
            config = replace(
                config, decider=config.bot(), kind=MemberKind.BOT, name=BOT_NAMES[_BOTS]
            )
        ending = await sit_down(
            caller, config, desk, host(config, Settings(options)), welcome, manner
        )
    if manner is Manner.WATCH and ending.end is End.FINISHED:
        return await _verify(caller, ending)
    return leave(caller, ending)


async def _verify(caller: Caller, ending: Ending) -> ExitCode:
    """Read the log that was just written like anybody else's."""
    if ending.path is None:
        raise LookupError("a finished game has a log")
    caller.tell("Verifying the log…")
    found = await trio.to_thread.run_sync(audit_file, ending.path)
    print_audit(caller.invocation, found)
    caller.tell("Log: {path}", path=ending.path)
    return found.code
