"""Bots as hosts seat them: the simple bot, with the time that a player takes to think."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import trio

from belote_net.bots import Bot, Strength
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
        decision = await trio.to_thread.run_sync(self.bot.decide, view)
        if self.dice is not None:
            await trio.sleep(self.dice.uniform(SHORTEST_THOUGHT_S, LONGEST_THOUGHT_S))
        return decision


def bot_maker(
    seed: int, pace: Pace, strength: Strength = Strength.REGULAR
) -> Callable[[], Decider]:
    """A function that makes one bot after another; the n-th of a seed is always the same."""
    made = 0

    def make() -> Decider:
        nonlocal made
        made += 1
        dice = random.Random(seed + made) if pace is Pace.THOUGHTFUL else None
        return SeatedBot(Bot(strength, seed + made), dice)

    return make
