"""The chains on which the decks of one game are prepared, each on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from belote_net.rules.choices import Audit
from belote_net.table.events import DeckDied, DeckReady, Event, SeedRevealed
from belote_net.table.messages import Member
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.reveal import check_gather_again
from belote_net.table.state import Game
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import DeckState, Expose, Reveal, completing_seq, deck_chain
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import InvalidProof
from belote_protocol.log import Log
from belote_protocol.machine import Checked, Expect, Machine, NotYet
from belote_protocol.preparation import prepare_deck
from belote_protocol.seed import Seed


class DeckChains:
    """How far every deck is, and what the chain `table` asks of them (`checks.Decks`).

    Several threads may ask while one entry is checked; only `advance` and `follow` change anything.
    """

    def __init__(self, log: Log, seated: tuple[Member, ...], state: Callable[[], Game]) -> None:
        """No deck has begun.

        Args:
            log: of the game; its owner appends to it.
            seated: who sits there, in signing order.
            state: after the last entry of the chain `table`.
        """
        self._log = log
        self._seated = seated
        self._state = state
        self._chains: dict[int, Machine[DeckState]] = {}
        self._played_out: dict[int, bytes] = {}

    def chain(self, number: int) -> Machine[DeckState] | None:
        """The chain of a deck, which begins here if it has not yet; None before the seating."""
        # Looked up once: the last of those who agree may just be counted in, in another thread.
        opening = self._opening
        if opening is None:
            return None
        if number not in self._chains:
            # Several threads may ask at once; they must all get the same machine.
            self._chains.setdefault(number, self._new_chain(number, opening))
        return self._chains[number]

    def due(self, number: int) -> EntryContext | None:
        """The entry that is next on the chain of a deck that has begun."""
        machine = self._chains.get(number)
        return machine.context() if machine is not None else None

    def advance(self, number: int, checked: Checked) -> tuple[Event, ...]:
        """Apply a checked entry of a deck's chain; returns what happened.

        Raises:
            StaleCheck: the chain has moved since it was checked.
        """
        self._chains[number].advance(checked)
        signed = checked.signed
        if signed.entry.kind == Reveal.kind:
            return (SeedRevealed(number, signed.entry.seat),)
        state = self.deck(number)
        if state is not None and state.dead is not None:
            return (DeckDied(number, state.dead.culprit, state.dead.reason),)
        return (DeckReady(number),) if self.is_complete(number) else ()

    def follow(self, signed: SignedEntry, *, deal_is_over: bool) -> None:
        """Note what an entry of the chain `table` means for the decks, before it can be cited.

        Args:
            signed: the entry, which was applied and is not in the log yet.
            deal_is_over: with it the last deal was scored.
        """
        state = self._state()
        if deal_is_over:
            deal = state.played[-1].deal
            if deal.deck_number is not None and deal.opened is None:
                self._played_out[deal.deck_number] = signed.head
        if state.seated_seq == signed.entry.seq:
            self._seated = state.members

    def deck(self, number: int) -> DeckState | None:
        """How far the preparation of a deck has come, if it has begun."""
        machine = self._chains.get(number)
        if machine is None:
            return None
        state = machine.expect.public if machine.expect is not None else machine.result
        return state if isinstance(state, DeckState) else None

    def is_complete(self, number: int) -> bool:
        """Whether a deck can be dealt."""
        state = self.deck(number)
        return state is not None and state.is_complete

    def prepared_by(self, seat: Seat) -> tuple[int, ...]:
        """Decks that who sits on a seat now has helped to prepare: not those of one before him."""
        identity = self._state().members[seat].identity
        return tuple(
            number
            for number, machine in self._chains.items()
            if machine.identities[seat] == identity
        )

    def played_out(self, number: int) -> bytes | None:
        """Head of the play that opened the last card of this deck, if all were played."""
        return self._played_out.get(number)

    def killer(self) -> SilentPlace | None:
        """Who killed the deck that is to be dealt next, at the end of its chain."""
        number = self._next
        machine, state = self._chains.get(number), self.deck(number)
        if machine is None or state is None or state.dead is None:
            return None
        return SilentPlace(machine.chain, machine.seq, machine.head, state.dead.culprit)

    # What the chains cite of one another.

    def completed(self, number: int, head: bytes) -> DeckState:
        """The deck that the entry `head` completed (see `checks.Decks`)."""
        last = self._log.entry(deck_chain(number), completing_seq(len(self._seated)))
        state = self.deck(number)
        if state is not None and state.is_complete and last is not None and last.head == head:
            return state
        if head in self._log:
            raise InvalidProof(f"the entry that completes deck {number} expected, got another")
        # Even if this deck is complete here: who shuffled last may have signed twice, and the
        # dealer has seen the other entry. Only the entry that is not here can tell.
        raise NotYet(f"the entry that completes deck {number} for its dealer is not here")

    def silent(self, place: SilentPlace) -> Expect[Any, Any]:
        """What the next deck's chain expects at `place`, or did (see `absence.SilentDecks`).

        Read again from the chain's beginning: what is right at a place does not depend on whether
        this node has gone on from there.
        """
        number = self._next
        # After a complaint by the last to shuffle, there is one entry more.
        if place.chain != deck_chain(number) or place.seq > completing_seq(len(self._seated)) + 1:
            raise InvalidProof(f"a place in the preparation of deck {number} expected")
        opening = self._opening
        if opening is None:
            raise LookupError("the seating is not fixed yet")
        machine = self._new_chain(number, opening)
        for seq in range(place.seq):
            signed = self._log.entry(place.chain, seq)
            if signed is None:
                raise NotYet("the deck has not come so far here")
            machine.advance(machine.check(signed))
        if machine.head != place.prev:
            raise NotYet("the deck's chain is another here")
        if machine.expect is None or machine.expect.seat != place.seat:
            raise InvalidProof(f"the seat that is due on the chain {place.chain} expected")
        if machine.expect.body is Reveal:
            raise InvalidProof(f"a place in the preparation of deck {number} expected")
        return machine.expect

    def verify_end(self, place: SilentPlace) -> None:
        """Check who killed the next deck (see `absence.SilentDecks`)."""
        number = self._next
        if place.chain != deck_chain(number):
            raise InvalidProof(f"the end of deck {number} expected")
        last, state = self._log.entry(place.chain, place.seq - 1), self.deck(number)
        if last is None or last.head != place.prev:
            raise NotYet(f"the end of deck {number} is not here")
        dead = state.dead if state is not None and last.entry.kind == Expose.kind else None
        if dead is None or dead.culprit != place.seat:
            raise InvalidProof(f"the seat that killed deck {number} expected, got {place.seat}")

    def check_reveal(self, number: int, seat: Seat, body: Reveal) -> None:
        """Refuse a seed while its deal has a card unopened (see `preparation.RevealRule`)."""
        if body.played not in self._log:
            raise NotYet("the last play of the deal is not here")
        if self._played_out.get(number) != body.played:
            raise InvalidProof(f"a deal of deck {number} that was played out expected")
        for played in self._state().played:
            if played.deal.deck_number == number:
                check_gather_again(played.deal, seat, Seed(body.seed))

    @property
    def _next(self) -> int:
        """The deck that is to be dealt next."""
        return self._state().decks_burnt + 1

    @property
    def _opening(self) -> bytes | None:
        """The head that the chain of a new deck opens on: of what fixed who sits where."""
        state = self._state()
        if state.seating is None or state.seated_seq is None:
            return None
        signed = self._log.entry(TABLE_CHAIN, state.seated_seq)
        return signed.head if signed is not None else None

    def _new_chain(self, number: int, opening: bytes) -> Machine[DeckState]:
        """The chain of a deck that opens on this head, for those who sat there when it was fixed.

        While a seat is offered to somebody else, what was said on it before may still come.
        """
        state = self._state()
        identities = tuple(one.identity for one in self._seated)
        reveals = state.options.audit is Audit.REVEAL
        return Machine(
            game=self._log.game,
            chain=deck_chain(number),
            steps=prepare_deck(
                number,
                seats=len(identities),
                size=len(state.variant.pack),
                reveal_rule=self.check_reveal if reveals else None,
                escrow=state.keeps_escrow(self._seated),
            ),
            identities=lambda _state: identities,
            first_seq=0,
            first_prev=opening,
        )
