"""`belote-net host`: open a table, show its code, wait for the others."""

from __future__ import annotations

from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_cli.plain.desk import Desk
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import Manner
from belote_cli.rule_arguments import chosen_options
from belote_cli.surface import Surface, surface_for
from belote_cli.tables import Caller, leave, open_profile, run_with_lines, sit_down, table_config
from belote_net.node.lobby import Settings
from belote_net.node.node import HostNode, Node
from belote_net.node.start import host


def run(invocation: Invocation) -> ExitCode:
    """Host until the caller leaves."""
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.HOST)
    return run_with_lines(host_table, invocation)


async def host_table(caller: Caller) -> ExitCode:
    """Open a table with the rules that were asked for."""
    options = chosen_options(caller.invocation)
    pen, desk = caller.invocation.pen, Desk()

    async def welcome(node: Node, lobby: LobbyFace) -> None:
        if not isinstance(node, HostNode):
            raise TypeError("the node of a host expected")
        if caller.invocation.arguments.watchers:
            node.let_watch(allowed=True)
        tell_how_to_join(caller, node)
        node.announce(pen.text("{name}'s table", name=name))
        for _ in range(caller.invocation.arguments.bots):
            await lobby.seat_bot(node)

    async with open_profile(caller) as (profile, name):
        config = table_config(caller, profile, name, desk)
        opening = host(config, Settings(options))
        ending = await sit_down(caller, config, desk, opening, welcome, Manner.TABLE)
    return leave(caller, ending)


def tell_how_to_join(caller: Caller, node: HostNode) -> None:
    """The code, and the line that each of the others types."""
    pen = caller.invocation.pen
    caller.tell("Code of the table: {code}", code=pen.bold(node.code))
    caller.tell("The next player types: belote-net join {code}", code=node.code)
    for address in node.addresses[:-1]:
        caller.tell("or, if that finds nothing: belote-net join {address}", address=address)
    loopback = node.addresses[-1]
    caller.tell("in another window here: belote-net join {address} --as NAME", address=loopback)
    if node.lobby is not None and node.lobby.watchers is not None:
        caller.tell("Who wants to watch types: belote-net watch {code}", code=node.code)
    caller.tell("Type start when everybody is here, bot for a bot, ? for help.")
