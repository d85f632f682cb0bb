"""`belote-net join [CODE|HOST:PORT]`: sit down at somebody's table."""

from __future__ import annotations

from functools import partial
from typing import Final

from belote_cli.card_text import typed_number
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed, explain
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
from belote_cli.where import nothing_to_watch, read_where, table_words
from belote_net.node.codes import parse_code
from belote_net.node.discovery import browse
from belote_net.node.errors import BadCode, CodeRefused, TableNotFound
from belote_net.node.frames import Role
from belote_net.node.node import Node
from belote_net.node.start import join
from belote_net.node.transport import Address

_TRIES: Final = 3
"""How often somebody at a terminal may type the code."""


def run(invocation: Invocation) -> ExitCode:
    """Join, and play until the caller leaves."""
    if surface_for(invocation) is Surface.SCREEN:
        from belote_cli.tui.program import Start, run_on_screen

        return run_on_screen(invocation, Start.JOIN)
    return run_with_lines(join_table, invocation)


async def join_table(caller: Caller) -> ExitCode:
    """Find the table that was asked for, and sit down."""
    return await come_to_table(caller, Manner.TABLE)


async def come_to_table(caller: Caller, manner: Manner) -> ExitCode:
    """Find the table that was asked for, and sit down at it, or beside it to watch."""
    address, code = read_where(caller.invocation.arguments.where)
    async with open_profile(caller) as (profile, name):
        addresses = (address,) if address is not None else await _find(caller, manner)
        tries_left = _TRIES if caller.source.is_interactive else 1
        while True:
            desk = Desk()
            config = table_config(caller, profile, name, desk)
            if manner is Manner.SPECTATE:
                config = spectator(config)
            opening = join(config, addresses, code or await _ask_code(caller))
            welcome = partial(_welcome, caller)
            try:
                ending = await sit_down(caller, config, desk, opening, welcome, manner)
                return leave(caller, ending)
            except CodeRefused as refusal:
                tries_left -= 1
                if not tries_left:
                    raise
                console = caller.invocation.console
                console.line(explain(refusal, console.words).text)
                code = None


async def _ask_code(caller: Caller) -> str:
    """The code, as often as it takes to type one.

    Raises:
        BadCode: it is not one, and nobody is there to type it again.
    """
    while True:
        line = await caller.ask("Code of the table: ")
        if line is None:
            raise BadCode("a code expected, got nothing")
        try:
            return parse_code(line)
        except BadCode as cause:
            if not caller.source.is_interactive:
                raise
            console = caller.invocation.console
            console.line(explain(cause, console.words).text)


async def _find(caller: Caller, manner: Manner) -> tuple[Address, ...]:
    """Where the table is that the caller means, of those that announce themselves.

    Raises:
        TableNotFound: there is none, or none is chosen.
        CommandFailed: there is none that may be watched.
    """
    caller.tell("Looking for tables on this network…")
    tables = await browse()
    if manner is Manner.SPECTATE:
        tables = tuple(table for table in tables if table.may_be_watched)
        if not tables:
            raise CommandFailed(nothing_to_watch(caller.invocation.pen), ExitCode.ENVIRONMENT)
    if not tables:
        raise TableNotFound("no table announces itself on this network")
    for number, table in enumerate(tables, start=1):
        line = f"{number}: {table_words(table, caller.invocation.pen)}"
        caller.invocation.console.line(line)
    if len(tables) == 1:
        return tables[0].addresses
    while (typed := await caller.ask("Number of the table: ")) is not None:
        chosen = typed_number(typed, len(tables))
        if chosen is not None:
            return tables[chosen - 1].addresses
    raise TableNotFound("no table was chosen")


async def _welcome(caller: Caller, node: Node, lobby: LobbyFace) -> None:
    if node.config.role is Role.WATCH:
        caller.tell("You watch this table. Type quit to leave, ? for help.")
        return
    caller.tell("You are at the table. Type ready when the rules suit you, ? for help.")
