"""`Table`: one game as a fold over signed entries, on all its chains."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from belote_net.errors import RuleError
from belote_net.rules.choices import Audit
from belote_net.table.absence import DECKS_AHEAD, next_seat
from belote_net.table.decisions import Duty
from belote_net.table.events import DealScored, DeckReady, Event, SeedRevealed
from belote_net.table.game import play_game
from belote_net.table.messages import Absence, Distribution, Member
from belote_net.table.opening import TABLE_CHAIN, open_game
from belote_net.table.reveal import check_gather_again
from belote_net.table.state import Game, Phase
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import BadSignature, BrokenChain, InvalidProof, RejectedEntry
from belote_protocol.log import Log
from belote_protocol.machine import Checked, Expect, Machine, NotYet
from belote_protocol.preparation import (
    DeckState,
    Reveal,
    completing_seq,
    deck_chain,
    deck_number,
    prepare_deck,
)
from belote_protocol.seed import Seed

__all__ = ["DECKS_AHEAD", "Duty", "Table"]


class Table:
    """A game: everything that follows from its entries, and nothing else.

    `check` changes nothing and may run in any thread. `advance` cannot refuse. Own and remote
    entries, live ones and those of an old file, take this one path.
    """

    def __init__(self, opening: SignedEntry) -> None:
        """Open a game by its first entry.

        Raises:
            UnknownVersion, RejectedEntry: as `open_game`.
        """
        game = open_game(opening)
        self.game = game.game
        self.log = Log(game.game)
        self.log.append(opening)
        self._main = Machine(
            game=game.game,
            chain=TABLE_CHAIN,
            steps=play_game(game, self),
            identities=lambda state: state.identities,
            first_seq=1,
            first_prev=opening.head,
            refusals=(RuleError,),
        )
        self._decks: dict[int, Machine[DeckState]] = {}
        self._played_out: dict[int, bytes] = {}

    @property
    def state(self) -> Game:
        """The public state after the last entry of the chain `table`."""
        expect = self._main.expect
        public = expect.public if expect is not None else self._main.result
        if not isinstance(public, Game):
            raise LookupError("the chain ended without a state")
        return public

    @property
    def members(self) -> tuple[Member, ...]:
        """Who plays now, in signing order."""
        return self.state.members

    @property
    def is_over(self) -> bool:
        """Whether the match is decided; signatures may still come."""
        return self.state.phase in (Phase.SIGNING, Phase.OVER)

    @property
    def is_void(self) -> bool:
        """Whether somebody left before the places were drawn, so that there is no game."""
        return self.state.phase is Phase.VOID

    @property
    def is_signed(self) -> bool:
        """Whether every seat has signed the result."""
        return self.state.phase is Phase.OVER

    def check(self, signed: SignedEntry) -> Checked:
        """Verify an entry that is next on its chain; change nothing.

        Raises:
            NotYet: it cites an entry, or is on a chain, that has not come so far here.
            RejectedEntry: it is wrong; `.culprit` is the seat at fault, if it is proven.
        """
        machine = self._machine(signed)
        return machine.check(signed)

    def advance(self, checked: Checked) -> tuple[Event, ...]:
        """Apply a checked entry; returns what happened.

        Raises:
            StaleCheck: its chain has moved since it was checked.
        """
        signed = checked.signed
        number = deck_number(signed.entry.chain)
        machine = self._main if number is None else self._decks[number]
        machine.advance(checked)
        events = self.state.events if number is None else self._deck_events(number, signed)
        if any(isinstance(event, DealScored) for event in events):
            deal = self.state.played[-1].deal
            if deal.deck_number is not None:
                # Before the entry can be cited: a reveal may be checked in another thread.
                self._played_out[deal.deck_number] = signed.head
        self.log.append(signed)
        return events

    def fold(self, signed: SignedEntry) -> tuple[Event, ...]:
        """Check and apply in one go, for reading logs."""
        return self.advance(self.check(signed))

    def waiting(self) -> tuple[Duty, ...]:
        """What every chain waits for that ought to go on now, the chain `table` first."""
        state, contexts = self.state, [self._main.context()]
        if self._seating_entry is not None:
            last = state.decks_burnt + (0 if self._is_busy() else 1)
            numbers = [one for one in range(1, last + 1) if one not in state.dead_decks]
            contexts += [self._deck(number).context() for number in numbers]
        return tuple(
            Duty(context) for context in contexts if context is not None and self._is_due(context)
        )

    def stalled_at(self) -> EntryContext | None:
        """The entry without which the game does not go on, if its seat may be declared absent."""
        for duty in self.waiting():
            if duty.chain == TABLE_CHAIN:
                may_go_on = any(one.kind == Absence.kind for one in self._main.contexts())
                return duty.context if may_go_on else None
            if duty.kind != Reveal.kind and self._awaits_deck():
                return duty.context
        return None

    def absence_context(self, place: SilentPlace) -> EntryContext | None:
        """Where an absence at `place` would stand, and who would tell it, if it can come."""
        state, owed, silent = self.state, self._main.context(), Seat(place.seat)
        speaker = next_seat(state, silent)
        if place.chain == TABLE_CHAIN:
            before = self.log.entry(TABLE_CHAIN, place.seq - 1)
            if before is None or before.head != place.prev:
                return None
            kind = Absence.kind
            return EntryContext(self.game, TABLE_CHAIN, place.seq, place.prev, speaker, kind)
        next_deck = deck_chain(state.decks_burnt + 1)
        if owed is None or owed.kind != Distribution.kind or place.chain != next_deck:
            return None
        return replace(owed, seat=speaker if silent == owed.seat else owed.seat, kind=Absence.kind)

    def before(self, place: SilentPlace) -> Table:
        """The same game before an entry that was accepted and stands no more: nothing is trusted.

        Takes as long as reading the log. What other chains built on what is gone, goes too.
        """
        opening, *others = self.log
        table = Table(opening)
        for signed in others:
            entry = signed.entry
            if entry.chain == TABLE_CHAIN and entry.seq >= place.seq:
                continue
            with suppress(NotYet, RejectedEntry):
                table.fold(signed)
        return table

    def duties(self, seat: Seat) -> tuple[Duty, ...]:
        """What `seat` owes now: at most one entry on each chain."""
        return tuple(duty for duty in self.waiting() if duty.seat == seat)

    def deck(self, number: int) -> DeckState | None:
        """How far the preparation of a deck has come, if it has begun."""
        machine = self._decks.get(number)
        if machine is None:
            return None
        state = machine.expect.public if machine.expect is not None else machine.result
        return state if isinstance(state, DeckState) else None

    def played_out(self, number: int) -> bytes | None:
        """Head of the play that opened the last card of this deck, if all were played."""
        return self._played_out.get(number)

    # What the chains cite of one another.

    def completed(self, number: int, head: bytes) -> DeckState:
        """The deck that the entry `head` completed (see `checks.Decks`)."""
        last = self.log.entry(deck_chain(number), completing_seq(len(self.members)))
        state = self.deck(number)
        if last is not None and state is not None and last.head == head:
            return state
        if head in self.log:
            raise InvalidProof(f"the entry that completes deck {number} expected, got another")
        # Even if this deck is complete here: who shuffled last may have signed twice, and the
        # dealer has seen the other entry. Only the entry that is not here can tell.
        raise NotYet(f"the entry that completes deck {number} for its dealer is not here")

    def silent(self, place: SilentPlace) -> Expect[Any, Any] | None:
        """What the next deck's chain expects at `place` (see `absence.SilentDecks`)."""
        number = self.state.decks_burnt + 1
        if place.chain != deck_chain(number) or place.seq > completing_seq(len(self.members)):
            raise InvalidProof(f"a place in the preparation of deck {number} expected")
        machine = self._deck(number)
        before = self.log.entry(place.chain, place.seq - 1)
        head = self._deck_opening if place.seq == 0 else before.head if before else None
        if head is None:
            raise NotYet("the deck has not come so far here")
        if head != place.prev:
            raise NotYet("the deck's chain is another here")
        if machine.seq != place.seq or machine.expect is None:
            if place.seq % len(self.members) != place.seat:
                raise InvalidProof("the seat that is due on the deck's chain expected")
            return None
        if machine.expect.seat != place.seat:
            raise InvalidProof(f"seat {machine.expect.seat} is due on the deck's chain")
        return machine.expect

    def check_reveal(self, number: int, seat: Seat, body: Reveal) -> None:
        """Refuse a seed while its deal has a card unopened (see `preparation.RevealRule`)."""
        if body.played not in self.log:
            raise NotYet("the last play of the deal is not here")
        if self._played_out.get(number) != body.played:
            raise InvalidProof(f"a deal of deck {number} that was played out expected")
        for played in self.state.played:
            if played.deal.deck_number == number:
                check_gather_again(played.deal, seat, Seed(body.seed))

    def _machine(self, signed: SignedEntry) -> Machine[Game] | Machine[DeckState]:
        chain = signed.entry.chain
        if chain == TABLE_CHAIN:
            return self._main
        number = deck_number(chain)
        if number in self.state.dead_decks:
            reason = f"deck {number} was begun with a member who has left"
            raise BrokenChain(reason, culprit=None, head=signed.head)
        if number is not None and 1 <= number <= self.state.decks_burnt + DECKS_AHEAD:
            if self._seating_entry is None:
                raise NotYet("the seating is not here")
            return self._deck(number)
        if number is not None and number > 0:
            raise NotYet(f"deck {number} is too far ahead")
        raise self._no_such_chain(signed)

    def _no_such_chain(self, signed: SignedEntry) -> RejectedEntry:
        seat = signed.entry.seat
        if seat >= len(self.members):
            return BadSignature(f"there is no seat {seat}", culprit=None, head=signed.head)
        signed.verify_signature(self.members[seat].identity)
        reason = f"there is no chain {signed.entry.chain}"
        # In another game, by another version, it may be right.
        culprit = seat if signed.entry.game == self.game else None
        return BrokenChain(reason, culprit=culprit, head=signed.head)

    @property
    def _seating_entry(self) -> SignedEntry | None:
        """The entry that fixed who sits where, on which deck chains open."""
        state = self.state
        if state.seating is None or state.seated_seq is None:
            return None
        return self.log.entry(TABLE_CHAIN, state.seated_seq)

    @property
    def _deck_opening(self) -> bytes:
        """The head that the chain of a new deck opens on."""
        seating_entry = self._seating_entry
        if seating_entry is None:
            raise LookupError("the seating is not fixed yet")
        return seating_entry.head

    def _deck(self, number: int) -> Machine[DeckState]:
        if number not in self._decks:
            variant, identities = self.state.variant, self.state.identities
            reveals = self.state.options.audit is Audit.REVEAL
            machine = Machine(
                game=self.game,
                chain=deck_chain(number),
                steps=prepare_deck(
                    number,
                    seats=len(identities),
                    size=len(variant.pack),
                    reveal_rule=self.check_reveal if reveals else None,
                ),
                identities=lambda _state: identities,
                first_seq=0,
                first_prev=self._deck_opening,
            )
            # Several threads may ask at once; they must all get the same machine.
            self._decks.setdefault(number, machine)
        return self._decks[number]

    def _is_busy(self) -> bool:
        """Whether the next deck ought to wait: there is none, or people wait for their hands."""
        state = self.state
        is_dealt = state.deal is not None and state.deal.deck_number is not None
        over = self.is_over or self.is_void or state.absent is not None
        return over or (state.phase is Phase.DEALING and is_dealt)

    def _awaits_deck(self) -> bool:
        """Whether nothing but the next deck keeps the table waiting."""
        owed = self._main.context()
        return owed is not None and owed.kind == Distribution.kind and not self._is_due(owed)

    def _is_due(self, context: EntryContext) -> bool:
        """Whether the entry that a chain waits for may come now, as the others stand."""
        number = deck_number(context.chain)
        if context.kind == Distribution.kind:
            return self._is_complete(self.state.decks_burnt + 1)
        return context.kind != Reveal.kind or number in self._played_out

    def _is_complete(self, number: int) -> bool:
        return self.log.count(deck_chain(number)) > completing_seq(len(self.members))

    def _deck_events(self, number: int, signed: SignedEntry) -> tuple[Event, ...]:
        if signed.entry.kind == Reveal.kind:
            return (SeedRevealed(number, signed.entry.seat),)
        if signed.entry.seq == completing_seq(len(self.members)):
            return (DeckReady(number),)
        return ()
