"""Paying one seat's duties: what is automatic at once, the rest as its decider says."""

from __future__ import annotations

import trio

from belote_net.errors import RuleError
from belote_net.node.errors import SecretForgotten
from belote_net.node.events import DecisionRefused, Tell
from belote_net.node.replica import Replica
from belote_net.node.vault import Vault
from belote_net.table.decisions import Decider, Decision, Duty
from belote_net.table.player import COIN_PURPOSE, Player
from belote_protocol.entry import EntryContext
from belote_protocol.preparation import deck_number


class Steward:
    """Speaks for one seat: at most one task per chain, and only once it may speak.

    Attributes:
        may_speak: whether this node has heard what the others have. A restored old file must not
            make an honest player sign twice.
    """

    def __init__(
        self,
        replica: Replica,
        player: Player,
        vault: Vault,
        decider: Decider,
        tell: Tell,
        *,
        fresh: bool,
    ) -> None:
        """Speak for `player` in the game of `replica`.

        Args:
            replica: the game.
            player: the private half of the seat.
            vault: its secrets; spent ones are destroyed.
            decider: who decides on bids and cards.
            tell: takes events.
            fresh: the game began in this process, so nothing can have been said before.
        """
        self.may_speak = fresh
        self.player = player
        self._replica = replica
        self._vault = vault
        self._decider = decider
        self._tell = tell
        self._forgotten: set[str] = set()
        self._at_work: dict[EntryContext, trio.CancelScope] = {}

    def allow(self) -> None:
        """Speak from now on."""
        if not self.may_speak:
            self.may_speak = True
            self._replica.changes.fire()

    async def run(self) -> None:
        """Pay duties as they fall due, until cancelled.

        Raises:
            StorageFailed, SecretForgotten: a secret is not there; nothing was said.
        """
        async with trio.open_nursery() as nursery:
            while True:
                moved = self._replica.changes.watch()
                self._check_secrets()
                await self._forget_spent()
                due = {duty.context: duty for duty in self._due()}
                for context in [one for one in self._at_work if one not in due]:
                    self._at_work.pop(context).cancel()
                for context in [one for one in due if one not in self._at_work]:
                    scope = self._at_work[context] = trio.CancelScope()
                    nursery.start_soon(self._pay, due[context], scope)
                await moved.wait()

    def _due(self) -> tuple[Duty, ...]:
        if not self.may_speak:
            return ()
        table, stopped = self._replica.table, self._replica.stopped
        return tuple(duty for duty in table.duties(self.player.seat) if duty.chain not in stopped)

    async def _pay(self, duty: Duty, scope: trio.CancelScope) -> None:
        table = self._replica.table
        with scope:
            while True:
                decision = await self._decide(duty)
                try:
                    signed = await trio.to_thread.run_sync(
                        self.player.answer, table, duty, decision
                    )
                    break
                except RuleError as reason:
                    if decision is None:
                        raise
                    self._tell(DecisionRefused(reason))
                except LookupError:
                    if self._is_due(duty):
                        raise
                    return  # the table moved while we were at it
            # What is not due any more is never said.
            if self._is_due(duty):
                self._replica.offer(signed)

    def _is_due(self, duty: Duty) -> bool:
        return any(one.context == duty.context for one in self._due())

    async def _decide(self, duty: Duty) -> Decision | None:
        view = self.player.view(self._replica.table)
        if view is None or not self.player.needs_decision(duty):
            return None
        return await self._decider.decide(view, duty)

    def _check_secrets(self) -> None:
        """Refuse to go on without a seed that this seat has committed itself to.

        Then the secrets file is older than the log: an old copy was put back. Another seed would
        contradict what was said.

        Raises:
            SecretForgotten: such a seed is not there.
        """
        table, seat = self._replica.table, self.player.seat
        spent = self.player.spent_purposes(table)
        said = [COIN_PURPOSE] if len(table.state.coins) > seat else []
        for chain in table.log.chains:
            number = deck_number(chain)
            deck = table.deck(number) if number is not None else None
            if deck is not None and len(deck.commitments) > seat:
                said.append(chain)
        for purpose in said:
            if purpose not in spent and not self._vault.holds(purpose):
                raise SecretForgotten(f"the secret {purpose!r} is not in the secrets file any more")

    async def _forget_spent(self) -> None:
        """Destroy what is not needed any more, once the entries that say so are on the disk."""
        if sum(self._replica.durable.values()) < len(self._replica.table.log):
            return
        spent = self.player.spent_purposes(self._replica.table)
        for purpose in spent:
            if purpose not in self._forgotten:
                self._forgotten.add(purpose)
                await trio.to_thread.run_sync(self._vault.forget, purpose)
