"""What people do beside bidding and playing: lose patience, fill seats, play on with others."""

from __future__ import annotations

import random
from contextlib import suppress

import trio

from belote_net.errors import NodeError
from belote_net.node.start import seat_bot
from belote_net.node.votes import Votes
from belote_protocol.entry import EntryContext
from tests.sim.machine import Machine
from tests.sim.plan import Habits

LOOK_EVERY_S = 0.3


class Person:
    """Who sits at a machine; what he has done so far survives its restarts."""

    def __init__(self, machine: Machine, habits: Habits, dice: random.Random) -> None:
        self._machine = machine
        self._habits = habits
        self._dice = dice
        self._votes_cast = 0
        self._stalled: tuple[EntryContext, float] | None = None
        self._free_since: float | None = None

    async def live(self) -> None:
        """Look at the table from time to time, as long as the node is up."""
        while True:
            await trio.sleep(LOOK_EVERY_S * (0.5 + self._dice.random()))
            if self._machine.is_up and not self._machine.is_away and self._machine.has_table:
                votes = self._machine.live_node.votes
                self._lose_patience(votes)
                if votes.newcomer is not None:
                    votes.play_on()
                await self._fill(votes)

    def _lose_patience(self, votes: Votes) -> None:
        """Vote once the game has waited for too long in one place."""
        stall, now = votes.stall, trio.current_time()
        if stall is None or stall.context.seat == self._machine.seat:
            return
        if self._stalled is None or self._stalled[0] != stall.context:
            self._stalled = (stall.context, now)
        waited_s = now - self._stalled[1]
        if waited_s >= self._habits.patience(self._votes_cast):
            with suppress(NodeError):
                votes.vote_absent()
                self._votes_cast += 1
                self._stalled = None
                self._machine.room.trace.note("vote", self._machine.index, stall.context.seat)

    async def _fill(self, votes: Votes) -> None:
        """Seat whoever claims the seat that is free, or bring a bot."""
        free, now = votes.free_seat, trio.current_time()
        if free is None or free.filler != self._machine.seat:
            self._free_since = None
            return
        if self._free_since is None:
            self._free_since = now
        shunned = self._machine.room.shunned
        welcome = [one.identity for one in votes.claimants if one.identity not in shunned]
        if welcome:
            votes.fill_seat(self._dice.choice(welcome))
        elif now - self._free_since >= self._habits.bot_after_s and self._machine.config:
            self._free_since = now + 20.0
            self._machine.room.trace.note("bot", self._machine.index)
            await seat_bot(self._machine.live_node, self._machine.config, "robot")
