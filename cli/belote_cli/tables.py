"""Sitting at a table: the profile, the node and its face, from the first line to the last hint."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import trio

from belote_cli.bots import BotMaker, Pace
from belote_cli.exit_codes import ExitCode
from belote_cli.game_list import is_watched, summarize
from belote_cli.invocation import Invocation
from belote_cli.plain.desk import Desk
from belote_cli.plain.face import Face
from belote_cli.plain.lines import LineSource, StandardInput
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import End, Ending, Manner
from belote_cli.settings import load_settings
from belote_net.bots import Strength
from belote_net.errors import NodeError
from belote_net.node.frames import Role
from belote_net.node.games import Config
from belote_net.node.node import Node
from belote_net.node.profile import Profile
from belote_net.node.text import clean_name
from belote_net.table.decisions import Decider

_ENDING_CODES: Final = {
    End.NO_GAME: ExitCode.FINE,
    End.FINISHED: ExitCode.FINE,
    End.ADJOURNED: ExitCode.UNFINISHED,
    End.REFUSED: ExitCode.REFUSED,
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who called the program, and where his lines come from."""

    invocation: Invocation
    source: LineSource

    def tell(self, message: str, /, **fields: object) -> None:
        """Print one message."""
        self.invocation.console.line(self.invocation.text(message, **fields))

    async def ask(self, message: str) -> str | None:
        """Ask a question and wait for the line that answers; None when none will come."""
        console = self.invocation.console
        if self.source.is_interactive and console.is_terminal:
            console.prompt(self.invocation.text(message))
        else:
            console.line(self.invocation.text(message).rstrip())
        return await self.source.next_line()


@asynccontextmanager
async def open_profile(caller: Caller) -> AsyncIterator[tuple[Profile, str]]:
    """The caller's profile and the name that others see; it is asked for the first time.

    Raises:
        ProfileInUse, StorageFailed, LogCorrupt: as `Profile`.
    """
    invocation = caller.invocation
    profile = Profile(invocation.profiles_root, invocation.profile_name, secrets.token_bytes)
    try:
        yield profile, profile.name or await _choose_name(caller, profile)
    finally:
        profile.close()


async def _choose_name(caller: Caller, profile: Profile) -> str:
    """The name given with `--as`, else what the caller answers, else what the system calls him."""
    given: str | None = caller.invocation.arguments.profile
    if given is not None:
        return profile.rename(given)
    if caller.source.is_interactive:
        while (line := await caller.ask("What is your name? ")) is not None:
            if clean_name(line):
                return profile.rename(line)
    environ = caller.invocation.environ
    return environ.get("USER") or environ.get("USERNAME") or caller.invocation.text("Player")


def table_config(
    caller: Caller, profile: Profile, name: str, decider: Decider, *, pace: Pace = Pace.THOUGHTFUL
) -> Config:
    """How the caller's node is to be, bots included."""
    arguments = caller.invocation.arguments
    return Config(
        profile=profile,
        name=name,
        decider=decider,
        bot=BotMaker(getattr(arguments, "seed", 0), pace, bot_strength(caller, profile)),
        deals_by_hand=getattr(arguments, "by_hand", False),
        port=getattr(arguments, "port", None),
        random_bytes=os.urandom,
    )


def bot_strength(caller: Caller, profile: Profile) -> Strength:
    """How well the caller's bots play: as `--strength` says, else as his settings do."""
    asked: str | None = getattr(caller.invocation.arguments, "strength", None)
    return Strength(asked or load_settings(profile.folder).bots.value)


def spectator(config: Config) -> Config:
    """The same node, if its owner only watches."""
    return replace(config, role=Role.WATCH, decider=None, bot=None)


Opening = AbstractAsyncContextManager[Node]
Welcome = Callable[[Node, LobbyFace], Awaitable[None]]
"""What is done once the node runs, before anything is told."""


async def sit_down(
    caller: Caller, config: Config, desk: Desk, opening: Opening, welcome: Welcome, manner: Manner
) -> Ending:
    """Run a node with its face until the reader leaves or the game is over."""
    console = caller.invocation.console
    node: Node | None = None
    try:
        async with opening as node:
            lobby = LobbyFace(node, config, console.pen)
            await welcome(node, lobby)
            return await Face(console, caller.source, desk, node, lobby, manner).run()
    except NodeError:
        if node is not None and node.game is not None:
            tell_how_to_resume(caller, node.game.path)
        raise


def leave(caller: Caller, ending: Ending) -> ExitCode:
    """Say how an adjourned game goes on; returns how the program ends."""
    if ending.end is End.ADJOURNED and ending.path is not None:
        tell_how_to_resume(caller, ending.path)
    return _ENDING_CODES[ending.end]


def tell_how_to_resume(caller: Caller, path: Path) -> None:
    """The command that goes on with the game in `path`."""
    name = caller.invocation.arguments.profile
    words = ["belote-net resume", summarize(path, caller.invocation.console.words).game]
    if name is not None:
        words.append(f"--as {name}")
    command = " ".join(words)
    if is_watched(path):
        caller.tell("You watch this game no longer. To watch on: {command}", command=command)
    else:
        caller.tell("The game is adjourned. To go on: {command}", command=command)


def run_with_lines(
    work: Callable[[Caller], Awaitable[ExitCode]], invocation: Invocation
) -> ExitCode:
    """Run an asynchronous command that reads standard input."""

    async def main() -> ExitCode:
        return await work(Caller(invocation, StandardInput()))

    return trio.run(main)
