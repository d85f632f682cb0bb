"""Paying one seat's duties: what is automatic at once, the rest as its decider says."""

from __future__ import annotations

import trio

from belote_net.errors import RuleError
from belote_net.node.errors import LobbyError, SecretForgotten
from belote_net.node.events import DecisionRefused, Tell
from belote_net.node.replica import Replica
from belote_net.node.vault import Vault
from belote_net.table.claims import must_be_accepted
from belote_net.table.decisions import Decider, Decision, Duty, OpenHand, SeatMember
from belote_net.table.messages import Agree, Member, MemberKind, Recover, Reseat
from belote_net.table.player import COIN_PURPOSE, Player
from belote_net.table.rewind import is_open
from belote_protocol.ballot import (
    AGAINST,
    MAX_REASON_CHARACTERS,
    NO_ENTRY,
    Ballot,
    SilentPlace,
    Stance,
)
from belote_protocol.deck_state import deck_chain
from belote_protocol.entry import EntryContext
from belote_protocol.identity import PublicIdentity


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
        self._chosen: PublicIdentity | None = None
        self._accepted: bytes | None = None
        self._asks_consent = False
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
                self._tend_votes()
                await self._forget_spent()
                due = {duty.context: duty for duty in self._due()}
                for context in [one for one in self._at_work if one not in due]:
                    self._at_work.pop(context).cancel()
                for context in [one for one in due if one not in self._at_work]:
                    scope = self._at_work[context] = trio.CancelScope()
                    nursery.start_soon(self._pay, due[context], scope)
                await moved.wait()

    def vote_absent(self) -> None:
        """Sign that the seat that is waited for does not speak. It cannot be taken back.

        Raises:
            LobbyError: nobody is waited for who can be declared absent, or it is ourselves.
        """
        stalled = self._replica.table.stalled_at()
        if stalled is None or not self._has_seat or stalled.seat == self.player.seat:
            raise LobbyError("nobody is waited for who could be declared absent")
        if not self.may_speak:
            raise LobbyError("this node has not heard yet what the others have")
        self._say_absent(SilentPlace.of(stalled))

    def seat_claimant(self, identity: PublicIdentity) -> None:
        """Fill the free seat with this claimant, if it is for us to fill."""
        self._chosen = identity
        self._replica.changes.fire()

    def play_on(self) -> None:
        """Agree to play on with the member who is to have the free seat."""
        self._accepted = self._newcomer_nonce()
        self._replica.changes.fire()

    @property
    def must_consent(self) -> bool:
        """Whether a person has to say whether he plays on with a new member."""
        return self._asks_consent and self._accepted != self._newcomer_nonce()

    async def _new_member(self) -> Member:
        """Who is to have the free seat: who may come back to it, at once; else as we are told."""
        while True:
            moved, table = self._replica.changes.watch(), self._replica.table
            for signed in self._replica.claims:
                member = signed.claim.member
                if not must_be_accepted(table, member) or member.identity == self._chosen:
                    return member
            await moved.wait()

    async def _consent(self) -> None:
        """Wait until our person agrees to play with a member; bots do as they are told."""
        table, seat = self._replica.table, self.player.seat
        absent = table.state.absent
        if absent in (None, seat) or table.members[seat].kind is MemberKind.BOT:
            return
        if not must_be_accepted(table, table.members[absent]):
            return
        self._asks_consent = True
        try:
            while self.must_consent:
                moved = self._replica.changes.watch()
                await moved.wait()
        finally:
            self._asks_consent = False

    def _newcomer_nonce(self) -> bytes | None:
        state = self._replica.table.state
        return state.members[state.absent].nonce if state.absent is not None else None

    @property
    def _has_seat(self) -> bool:
        """Whether our seat is still ours: while we were away it may have been given to another."""
        return self._replica.seat == self.player.seat

    def _due(self) -> tuple[Duty, ...]:
        if not self.may_speak or not self._has_seat:
            return ()
        replica = self._replica
        return tuple(
            duty
            for duty in replica.table.duties(self.player.seat)
            if duty.chain not in replica.stopped and not replica.has_said(duty.context)
        )

    # Votes about seats that do not speak (docs/protocol.md §15).

    def _tend_votes(self) -> None:
        """Say what we have seen or refuse, vote as our operator does, and tell an absence."""
        if not self.may_speak or not self._has_seat:
            return
        for accusation in self._replica.stopped.values():
            place = accusation.place
            if place.seat != self.player.seat and not self._has_voted(place):
                reason = str(accusation.refusal)[:MAX_REASON_CHARACTERS]
                self._cast(place, Stance.REFUSED, accusation.signed.head, reason)
        for place in self._replica.box.places():
            self._answer_votes(place)
            self._tell_absence(place)

    def _answer_votes(self, place: SilentPlace) -> None:
        """If others vote against a seat that we have heard, say so; a bot votes as its operator."""
        box, table, me = self._replica.box, self._replica.table, self.player.seat
        against = box.ballots_at(place)
        if not against or place.seat == me or self._has_voted(place):
            return
        seen = table.log.entry(place.chain, place.seq)
        if seen is not None:
            is_it = (seen.entry.seat, seen.entry.prev) == (place.seat, place.prev)
            is_stored = self._replica.durable.get(place.chain, 0) > place.seq
            if is_it and is_stored and not box.has_spoken(me, place, [Stance.SEEN]):
                self._cast(place, Stance.SEEN, seen.head)
            return
        stalled = table.stalled_at()
        operator = table.members[me].operator
        is_open = stalled is not None and SilentPlace.of(stalled) == place
        if operator != me and operator in against and is_open:
            self._say_absent(place)

    def _tell_absence(self, place: SilentPlace) -> None:
        """Go on without a seat, once all others have voted against it, if that is for us to say."""
        table, log = self._replica.table, self._replica.table.log
        if len(self._replica.box.ballots_at(place)) < len(table.members) - 1:
            return
        context = table.absence_context(place)
        if context is None or context.seat != self.player.seat or self._replica.has_said(context):
            return
        accusation = self._replica.stopped.get(place.chain)
        if accusation is None or accusation.place != place:
            for chain, seq in ((context.chain, context.seq), (place.chain, place.seq)):
                if log.entry(chain, seq) is not None:
                    return  # it is told already, or we have gone on with what the seat said
        absence = self._replica.box.certificate(table, place, self._replica.refused_at(place))
        if absence is None:
            return
        signed = self.player.tell_absence(context, absence)
        if self._replica.may_tell(signed):
            self._replica.offer(signed)

    def _has_voted(self, place: SilentPlace) -> bool:
        return self._replica.box.has_spoken(self.player.seat, place, AGAINST)

    def _say_absent(self, place: SilentPlace) -> None:
        """Say that no entry is here, unless we have said something else about the place before."""
        if not self._replica.box.has_spoken(self.player.seat, place, Stance):
            self._cast(place, Stance.ABSENT)

    def _cast(
        self, place: SilentPlace, stance: Stance, entry: bytes = NO_ENTRY, reason: str = ""
    ) -> None:
        me = self.player.seat
        ballot = Ballot(self._replica.game, place, me, stance, entry, reason)
        self._replica.offer_ballot(self.player.vote(ballot))

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
        if duty.kind == Reseat.kind:
            return SeatMember(await self._new_member())
        if duty.kind == Agree.kind:
            await self._consent()
        if duty.kind == Recover.kind and self._replica.may_come_back():
            return OpenHand(is_willing=False)  # he would play on with a hand that others can read
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
        if not self._has_seat or table.is_void:
            return  # nothing is said there any more, or by another
        spent = self.player.spent_purposes(table)
        is_first = table.state.opening.members[seat].identity == table.members[seat].identity
        said = [COIN_PURPOSE] if is_first and len(table.state.coins) > seat else []
        for number in table.decks.prepared_by(seat):
            deck = table.decks.deck(number)
            if deck is not None and len(deck.commitments) > seat:
                said.append(deck_chain(number))
        for purpose in said:
            if purpose not in spent and not self._vault.holds(purpose):
                raise SecretForgotten(f"the secret {purpose!r} is not in the secrets file any more")

    async def _forget_spent(self) -> None:
        """Destroy what is not needed any more, once the entries that say so are on the disk."""
        if sum(self._replica.durable.values()) < len(self._replica.table.log):
            return
        spent = set(self.player.spent_purposes(self._replica.table)) - self._forgotten
        if not spent or is_open(self._replica.table):
            return  # where a seat was left, the deal may still go on after all
        for purpose in sorted(spent):
            self._forgotten.add(purpose)
            await trio.to_thread.run_sync(self._vault.forget, purpose)
