"""The house: who sits before the screen, and how a node gets its screens."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import trio

from belote_cli.bots import Pace
from belote_cli.invocation import Invocation
from belote_cli.plain.desk import Desk
from belote_cli.plain.lines import StandardInput
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import End, Ending, Manner
from belote_cli.settings import Settings, spoken_language
from belote_cli.tables import Caller, table_config
from belote_cli.tui.keeper import SettingsKeeper
from belote_cli.tui.look import Look, look_for
from belote_cli.tui.screens.lists import BusyScreen, EntryScreen
from belote_cli.tui.session import Session
from belote_cli.tui.stage import Stage
from belote_cli.words import Language
from belote_net.node.games import Config
from belote_net.node.node import Node
from belote_net.node.text import clean_name
from belote_net.table.messages import MAX_NAME_CHARACTERS

Welcome = Callable[[Node, LobbyFace], Awaitable[None]]
"""What is done once a node runs, before anything is shown."""

NO_ENDING = Ending(End.NO_GAME, None)


def screen_look(invocation: Invocation, settings: Settings, encoding: str) -> Look:
    """How screens are written for this player."""
    lang, environ = invocation.arguments.lang, invocation.environ
    language = spoken_language(None if lang is None else Language(lang), settings, environ)
    return look_for(settings, language, encoding, environ)


@dataclass
class House:
    """All that the ways to a table share.

    Attributes:
        name: what the others see; empty until the player was asked.
        ending: how far the last game was when its session ended.
        result: who has won it, in words; empty before its end.
    """

    stage: Stage
    invocation: Invocation
    encoding: str
    keeper: SettingsKeeper
    name: str = ""
    ending: Ending = NO_ENDING
    result: tuple[str, ...] = ()

    @property
    def look(self) -> Look:
        """How screens are written now."""
        return self.stage.look

    @property
    def arguments(self) -> argparse.Namespace:
        """What was written on the command line."""
        return self.invocation.arguments

    def config(self, desk: Desk, *, pace: Pace = Pace.THOUGHTFUL) -> Config:
        """How the player's node is to be."""
        caller = Caller(self.invocation, StandardInput())
        return table_config(caller, self.keeper.profile, self.name, desk, pace=pace)

    def change_settings(self, settings: Settings) -> Look:
        """Keep new settings; returns the look that they give. What is said later is said so too."""
        self.keeper.keep(settings)
        before, self.stage.look = self.look, screen_look(self.invocation, settings, self.encoding)
        if self.look.encoding != before.encoding:
            self.stage.repaint()
        self.invocation.console.adapt(self.look.pen.words, settings)
        return self.stage.look

    async def meet(self) -> bool:
        """Find out what the player is called; False if he does not say it the first time."""
        profile, given = self.keeper.profile, self.arguments.profile
        known = profile.name
        if known is None and given is not None:
            known = profile.rename(given)
        if known is not None:
            self.name = known
            return True
        environ = self.invocation.environ
        system = environ.get("USER") or environ.get("USERNAME") or ""
        return await self.ask_name(self.look.text("Welcome to belote-net"), clean_name(system))

    async def ask_name(self, title: str, offered: str) -> bool:
        """Ask what the player wants to be called; False if he does not say it."""
        answer = await self.stage.show(
            EntryScreen(
                self.look,
                title,
                self.look.text("What is your name? The others at the table will see it."),
                text=offered,
                limit=MAX_NAME_CHARACTERS,
                accepts=lambda text: bool(clean_name(text)),
            )
        )
        if answer is not None:
            self.name = self.keeper.profile.rename(answer)
        return answer is not None

    async def play(
        self,
        opening: AbstractAsyncContextManager[Node],
        desk: Desk,
        config: Config,
        manner: Manner,
        welcome: Welcome | None = None,
    ) -> Ending:
        """Run a node with its screens, until the player leaves or gives up.

        Raises:
            NodeError: the node cannot run, or cannot go on.
        """
        self.ending, self.result = NO_ENDING, ()
        with trio.CancelScope() as scope:
            busy = BusyScreen(self.look, self.look.text("One moment…"), scope.cancel)
            with self.stage.showing(busy):
                async with opening as node:
                    lobby = LobbyFace(node, config, self.look.pen)
                    session = Session(self.stage, self.keeper, desk, node, lobby, manner)
                    try:
                        if welcome is not None:
                            await welcome(node, lobby)
                        await session.run()
                    finally:
                        self.ending, self.result = session.ending, session.result
        return self.ending
