"""Bots as hosts seat them: the simple bot, with the time that a player takes to think."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum
from typing import Final

import trio

from belote_cli.setting_words import SETTING_VALUES
from belote_cli.settings import BotSkill
from belote_net.bots import Strength
from belote_net.bots.bot import Bot
from belote_net.table.decisions import Decider, Decision, Duty
from belote_net.table.view import TableView

BOT_NAMES: Final = ("Marcel", "Jo", "Inès", "Lucien")
"""What bots are called, in the order in which they sit down."""

SHORTEST_THOUGHT_S: Final = 0.4
LONGEST_THOUGHT_S: Final = 1.2


class Pace(Enum):
    """How long bots take."""

    THOUGHTFUL = "thoughtful"
    """Long enough to follow the game."""
    FAST = "fast"
    """No longer than the machine needs."""


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot at a table: it thinks in a thread, and takes its time if it has a `dice` for it."""

    bot: Bot
    dice: random.Random | None

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        """The decision of the bot, after a while."""
        decision = await trio.to_thread.run_sync(self.bot.choose, view)
        if self.dice is not None:
            await trio.sleep(self.dice.uniform(SHORTEST_THOUGHT_S, LONGEST_THOUGHT_S))
        return decision


@dataclass(slots=True)
class BotMaker:
    """Makes one bot after another; the n-th of a seed is always the same."""

    seed: int
    pace: Pace
    strength: Strength = Strength.REGULAR
    _made: int = 0

    def __call__(self) -> Decider:
        """The next bot."""
        self._made += 1
        seed = self.seed + self._made
        dice = random.Random(seed) if self.pace is Pace.THOUGHTFUL else None
        return SeatedBot(Bot(self.strength, seed), dice)

    @property
    def skill(self) -> str:
        """How well its bots play, as a message."""
        return SETTING_VALUES[BotSkill(self.strength.value)]
