"""`Table`: one game as a fold over signed entries, on all its chains."""

from __future__ import annotations

from dataclasses import replace

from belote_net.errors import RuleError
from belote_net.table.absence import (
    DECKS_AHEAD,
    free_after,
    next_seat,
    speaker_about,
    speaker_about_end,
)
from belote_net.table.decisions import Duty
from belote_net.table.decks import DeckChains
from belote_net.table.events import DealScored, Event
from belote_net.table.game import play_game
from belote_net.table.messages import Absence, Distribution, Member, Reseat, Result
from belote_net.table.opening import TABLE_CHAIN, open_game
from belote_net.table.state import Game, Phase
from belote_protocol.ballot import SilentPlace
from belote_protocol.codec import decode
from belote_protocol.deck_state import (
    DeckState,
    Reveal,
    completing_seq,
    deck_number,
)
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import (
    BadSignature,
    BrokenChain,
    RejectedEntry,
)
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Log
from belote_protocol.machine import Checked, Machine, NotYet


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
        self.decks = DeckChains(self.log, game.members, lambda: self.state)
        self._main = Machine(
            game=game.game,
            chain=TABLE_CHAIN,
            steps=play_game(game, self.decks),
            identities=lambda state: state.identities,
            first_seq=1,
            first_prev=opening.head,
            refusals=(RuleError,),
        )

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
        if number is not None:
            events = self.decks.advance(number, checked)
        else:
            self._main.advance(checked)
            events = self.state.events
            is_over = any(isinstance(event, DealScored) for event in events)
            self.decks.follow(signed, deal_is_over=is_over)
        self.log.append(signed)
        return events

    def fold(self, signed: SignedEntry) -> tuple[Event, ...]:
        """Check and apply in one go, for reading logs."""
        return self.advance(self.check(signed))

    def waiting(self) -> tuple[Duty, ...]:
        """What every chain waits for that ought to go on now, the chain `table` first."""
        state, contexts = self.state, [self._next_on_table()]
        last = state.decks_burnt + (0 if self._is_busy() else 1)
        for number in range(1, last + 1):
            machine = self.decks.chain(number) if number not in state.dead_decks else None
            contexts.append(machine.context() if machine is not None else None)
        return tuple(
            Duty(context) for context in contexts if context is not None and self._is_due(context)
        )

    def stalled_at(self) -> EntryContext | None:
        """The entry without which the game does not go on, if its seat may be declared absent."""
        for duty in self.waiting():
            if duty.chain == TABLE_CHAIN:
                may_go_on = any(one.kind == Absence.kind for one in self._main.contexts())
                return self._main.context() if may_go_on else None
            if duty.kind != Reveal.kind and self._awaits_deck():
                return duty.context
        return None

    def absence_context(self, place: SilentPlace) -> EntryContext | None:
        """Where an absence at `place` would stand, and who would tell it, if it can come."""
        silent, kind = Seat(place.seat), Absence.kind
        if place.chain == TABLE_CHAIN:
            before = self.log.entry(TABLE_CHAIN, place.seq - 1)
            if before is None or before.head != place.prev:
                return None
            is_next = place.seq == self.log.count(TABLE_CHAIN)
            may_come = any(one.kind == kind for one in self._main.contexts())
            if not (may_come if is_next else self._may_have_come(place)):
                return None  # the match is decided, or another seat is free
            speaker = next_seat(self.state, silent)
            return EntryContext(self.game, TABLE_CHAIN, place.seq, place.prev, speaker, kind)
        dealing = self.dealing(place.chain)
        if dealing is None or self._is_after_shuffles(place):
            return None
        speaker = speaker_about(self.state, silent, dealing.seat)
        return replace(dealing, seat=speaker, kind=kind)

    def _may_have_come(self, place: SilentPlace) -> bool:
        """Whether an absence could have come where something else stands by now."""
        said, seqs = self.log.entry(TABLE_CHAIN, place.seq), range(place.seq)
        if said is None or said.entry.kind == Result.kind:
            return False
        before = filter(None, (self.log.entry(TABLE_CHAIN, seq) for seq in seqs))
        return free_after(before, len(self.members)) in (None, place.seat)

    def _is_after_shuffles(self, place: SilentPlace) -> bool:
        """Whether only seeds are due at a place of a deck's chain: no deal waits for them."""
        number = deck_number(place.chain)
        is_last = place.seq > completing_seq(len(self.members))
        return is_last and number is not None and self.decks.is_complete(number)

    def dealing(self, chain: str) -> EntryContext | None:
        """Where the deck of a chain is dealt next, or was if it is the last that has been."""
        state, owed, number = self.state, self._main.context(), deck_number(chain)
        if number == state.decks_burnt + 1:
            return owed if owed is not None and owed.kind == Distribution.kind else None
        if number == state.decks_burnt and number not in state.dead_decks:
            for seq in reversed(range(self.log.count(TABLE_CHAIN))):
                signed = self.log.entry(TABLE_CHAIN, seq)
                if signed is not None and signed.entry.kind == Distribution.kind:
                    return signed.entry.context
        return None

    def due(self, chain: str) -> EntryContext | None:
        """The entry that is next on a chain, whether it may come now or not."""
        number = deck_number(chain)
        if number is None:
            return self._main.context()
        return self.decks.due(number)

    def seat_of(self, identity: PublicIdentity) -> Seat | None:
        """The seat that this key signs for now, if it has one."""
        found = (Seat(seat) for seat, one in enumerate(self.members) if one.identity == identity)
        return next(found, None)

    def signers(self, seat: Seat) -> tuple[PublicIdentity, ...]:
        """Everybody who has ever signed for a seat of this game, the present one first."""
        state = self.state
        if seat >= len(state.members):
            return ()
        before = (state.opening.members[seat].identity, *state.former.get(seat, ()))
        return tuple(dict.fromkeys((state.members[seat].identity, *before)))

    def seated_at(self, identity: PublicIdentity) -> int | None:
        """Place of the entry of the chain `table` by which somebody sat down first, if he did."""
        if any(one.identity == identity for one in self.state.opening.members):
            return 0
        for seq in range(self.log.count(TABLE_CHAIN)):
            signed = self.log.entry(TABLE_CHAIN, seq)
            if signed is None or signed.entry.kind != Reseat.kind:
                continue
            if decode(Reseat, signed.entry.body).member.identity == identity:
                return seq
        return None

    def duties(self, seat: Seat) -> tuple[Duty, ...]:
        """What `seat` owes now: at most one entry on each chain."""
        return tuple(duty for duty in self.waiting() if duty.seat == seat)

    def _machine(self, signed: SignedEntry) -> Machine[Game] | Machine[DeckState]:
        chain = signed.entry.chain
        if chain == TABLE_CHAIN:
            return self._main
        number = deck_number(chain)
        if number in self.state.dead_decks:
            reason = f"deck {number} was begun with a member who has left"
            raise BrokenChain(reason, culprit=None, head=signed.head)
        if number is not None and 1 <= number <= self.state.decks_burnt + DECKS_AHEAD:
            machine = self.decks.chain(number)
            if machine is None:
                raise NotYet("the seating is not here")
            return machine
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

    def _is_busy(self) -> bool:
        """Whether the next deck ought to wait: there is none, or people wait for their hands."""
        state = self.state
        is_dealt = state.deal is not None and state.deal.deck_number is not None
        over = self.is_over or self.is_void or state.absent is not None
        return over or (state.phase is Phase.DEALING and is_dealt)

    def _next_on_table(self) -> EntryContext | None:
        """What the chain `table` waits for: if the deck is dead, to be told whose fault it is."""
        owed, killer = self._main.context(), self.decks.killer()
        if owed is None or owed.kind != Distribution.kind or killer is None:
            return owed
        speaker = speaker_about_end(self.state, Seat(killer.seat), owed.seat)
        return replace(owed, seat=speaker, kind=Absence.kind)

    def _awaits_deck(self) -> bool:
        """Whether nothing but the next deck keeps the table waiting."""
        owed = self._main.context()
        return owed is not None and owed.kind == Distribution.kind and not self._is_due(owed)

    def _is_due(self, context: EntryContext) -> bool:
        """Whether the entry that a chain waits for may come now, as the others stand."""
        number = deck_number(context.chain)
        if context.kind == Distribution.kind:
            return self.decks.is_complete(self.state.decks_burnt + 1)
        if context.kind != Reveal.kind or number is None:
            return True
        has_seed = number in self.decks.prepared_by(context.seat)  # it goes with whoever leaves
        return has_seed and self.decks.played_out(number) is not None
