"""Every way to a table: open one, join one, go on with a game, play alone with bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

from belote_cli.bots import BOT_NAMES, Pace
from belote_cli.failures import explain
from belote_cli.game_list import is_watched
from belote_cli.lessons import LESSON
from belote_cli.plain.desk import Desk
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import Ending, Manner
from belote_cli.rule_arguments import chosen_options
from belote_cli.tables import spectator
from belote_cli.tui.house import NO_ENDING, House
from belote_cli.tui.screens.join import JoinScreen, Wanted
from belote_cli.tui.screens.lists import EntryScreen
from belote_cli.where import read_where
from belote_net.errors import NodeError
from belote_net.node.codes import parse_code
from belote_net.node.discovery import browse
from belote_net.node.errors import BadCode, CodeRefused
from belote_net.node.lobby import Settings as TableSettings
from belote_net.node.node import LOOPBACK, HostNode, Node
from belote_net.node.start import host, join, resume
from belote_net.node.transport import Address
from belote_net.rules.options import Options
from belote_net.table.messages import MemberKind

_BOTS: Final = 3
_CODE_TRIES: Final = 3
_MAX_CODE: Final = 60

LOOK_AGAIN_S: Final = 1.0
"""Pause between two looks for tables."""


async def open_table(house: House) -> Ending:
    """Open a table with the rules that were asked for, and wait for the others."""
    desk = Desk()
    config = house.config(desk)
    settings = TableSettings(chosen_options(house.invocation))

    async def welcome(node: Node, lobby: LobbyFace) -> None:
        hosting = _hosting(node)
        if house.arguments.watchers:
            hosting.let_watch(allowed=True)
        hosting.announce(house.look.text("{name}'s table", name=house.name))
        for _ in range(house.arguments.bots):
            await lobby.seat_bot(hosting)

    return await house.play(host(config, settings), desk, config, Manner.TABLE, welcome)


async def play_with_bots(house: House) -> Ending:
    """Three bots and the player, at once; or four bots, to watch."""
    manner = Manner.WATCH if house.arguments.watch else Manner.ONE_GAME
    return await _with_bots(house, chosen_options(house.invocation), manner)


async def first_lesson(house: House) -> Ending:
    """One deal with three bots, and a teacher."""
    return await _with_bots(house, LESSON, Manner.LESSON)


async def _with_bots(house: House, options: Options, manner: Manner) -> Ending:
    desk = Desk()
    pace = Pace.FAST if house.arguments.fast else Pace.THOUGHTFUL
    config = replace(house.config(desk, pace=pace), bind=LOOPBACK, port=0)
    if manner is Manner.WATCH and config.bot is not None:
        config = replace(config, decider=config.bot(), kind=MemberKind.BOT, name=BOT_NAMES[_BOTS])

    async def welcome(node: Node, lobby: LobbyFace) -> None:
        for _ in range(_BOTS):
            await lobby.seat_bot(_hosting(node))

    opening = host(config, TableSettings(options))
    return await house.play(opening, desk, config, manner, welcome)


async def go_on(house: House, path: Path) -> Ending:
    """Go on with a game."""
    desk = Desk()
    config = house.config(desk)
    at = house.arguments.at
    addresses = () if at is None else (Address.parse(at),)
    manner = Manner.TABLE
    if is_watched(path):
        config, manner = spectator(config), Manner.SPECTATE
    return await house.play(resume(config, path, addresses), desk, config, manner)


async def join_table(house: House) -> Ending:
    """Find the table that the player means, and sit down. Raises as `come_to_table`."""
    return await come_to_table(house, Manner.TABLE)


async def watch_table(house: House) -> Ending:
    """Find the table that the player means, and watch it. Raises as `come_to_table`."""
    return await come_to_table(house, Manner.SPECTATE)


async def come_to_table(house: House, manner: Manner) -> Ending:
    """Find the table that the player means, and sit down at it, or beside it to watch.

    Raises:
        BadCode, BadAddress: the command line names neither code nor address.
        TableNotFound, CodeRefused, PeerRefused: nobody answers there, or not to us.
    """
    address, code = read_where(house.arguments.where)
    found: tuple[Address, ...] = () if address is None else (address,)
    notice = ""
    for _ in range(_CODE_TRIES):
        if not found:
            wanted = await _choose_table(house, manner, code, notice)
            if wanted is None:
                return NO_ENDING
            found, code = wanted[0], wanted[1] or code
        code = code or await _ask_code(house, manner, notice)
        if code is None:
            return NO_ENDING
        desk = Desk()
        config = house.config(desk)
        if manner is Manner.SPECTATE:
            config = spectator(config)
        try:
            return await house.play(join(config, found, code), desk, config, manner)
        except CodeRefused as refusal:
            notice, code = explain(refusal, house.look.pen.words).text, None
    return NO_ENDING


async def _choose_table(
    house: House, manner: Manner, code: str | None, notice: str
) -> tuple[tuple[Address, ...], str | None] | None:
    """Where the table is that the player means, and its code if he typed it; None: he goes."""
    while True:
        screen = JoinScreen(house.look, code=code, notice=notice, watches=manner.watches)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_keep_looking, house, screen)
            wanted = await house.stage.show(screen)
            nursery.cancel_scope.cancel()
        if wanted is None:
            return None
        try:
            addresses, typed = _read_wanted(wanted)
        except NodeError as error:
            notice = explain(error, house.look.pen.words).text
            continue
        code = typed or code
        if addresses:
            return addresses, code
        notice = house.look.text("No table was found here. Type its address too.")


async def _keep_looking(house: House, screen: JoinScreen) -> None:
    while True:
        screen.found(await browse())
        house.stage.refresh()
        await trio.sleep(LOOK_AGAIN_S)


def _read_wanted(wanted: Wanted) -> tuple[tuple[Address, ...], str | None]:
    address, code = read_where(wanted.typed.split())
    if address is not None:
        return (address,), code
    return (wanted.table.addresses if wanted.table is not None else ()), code


async def _ask_code(house: House, manner: Manner, notice: str) -> str | None:
    """The code, as often as it takes to type one; None when the player goes."""
    look = house.look
    title = look.text("Watch a table") if manner.watches else look.text("Join a table")
    while True:
        typed = await house.stage.show(
            EntryScreen(
                look,
                title,
                look.text("Code of the table: "),
                limit=_MAX_CODE,
                notice=notice,
            )
        )
        if typed is None:
            return None
        try:
            return parse_code(typed)
        except BadCode as error:
            notice = explain(error, house.look.pen.words).text


def _hosting(node: Node) -> HostNode:
    if not isinstance(node, HostNode):
        raise TypeError("the node of a host expected")
    return node
