"""`Table`: one game as a fold over signed entries, on all its chains."""

from __future__ import annotations

from belote_net.errors import RuleError
from belote_net.rules.choices import Audit
from belote_net.table.decisions import Duty
from belote_net.table.events import DealScored, DeckReady, Event, SeedRevealed
from belote_net.table.game import play_game
from belote_net.table.messages import Distribution, Member
from belote_net.table.opening import TABLE_CHAIN, open_game
from belote_net.table.reveal import check_gather_again
from belote_net.table.state import Game, Phase
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import BadSignature, BrokenChain, InvalidProof, RejectedEntry
from belote_protocol.log import Log
from belote_protocol.machine import Checked, Machine, NotYet
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

DECKS_AHEAD = 2
"""How many decks beyond the last burnt one may have a chain: bounds what peers can make us keep."""


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
        self._identities = tuple(member.identity for member in game.opening.members)
        self._main = Machine(
            game=game.game,
            chain=TABLE_CHAIN,
            steps=play_game(game, self),
            identities=lambda state: [member.identity for member in state.opening.members],
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
        """Who plays, in signing order."""
        return self.state.opening.members

    @property
    def is_over(self) -> bool:
        """Whether the match is decided; signatures may still come."""
        return self.state.phase in (Phase.SIGNING, Phase.OVER)

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
        contexts = [self._main.context()]
        if self._seating_entry is not None:
            last = self.state.decks_burnt + (0 if self._is_busy() else 1)
            contexts += [self._deck(number).context() for number in range(1, last + 1)]
        return tuple(
            Duty(context) for context in contexts if context is not None and self._is_due(context)
        )

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
        last = self.log.entry(deck_chain(number), completing_seq(len(self._identities)))
        state = self.deck(number)
        if last is not None and state is not None and last.head == head:
            return state
        if head in self.log:
            raise InvalidProof(f"the entry that completes deck {number} expected, got another")
        # Even if this deck is complete here: who shuffled last may have signed twice, and the
        # dealer has seen the other entry. Only the entry that is not here can tell.
        raise NotYet(f"the entry that completes deck {number} for its dealer is not here")

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
        if number is not None and 1 <= number <= self.state.decks_burnt + DECKS_AHEAD:
            if self._seating_entry is None:
                raise NotYet("the seating is not here")
            return self._deck(number)
        if number is not None and number > 0:
            raise NotYet(f"deck {number} is too far ahead")
        raise self._no_such_chain(signed)

    def _no_such_chain(self, signed: SignedEntry) -> RejectedEntry:
        seat = signed.entry.seat
        if seat >= len(self._identities):
            return BadSignature(f"there is no seat {seat}", culprit=None, head=signed.head)
        signed.verify_signature(self._identities[seat])
        reason = f"there is no chain {signed.entry.chain}"
        # In another game, by another version, it may be right.
        culprit = seat if signed.entry.game == self.game else None
        return BrokenChain(reason, culprit=culprit, head=signed.head)

    @property
    def _seating_entry(self) -> SignedEntry | None:
        """The last flip, on which deck chains open: agreements come before coins, then flips."""
        return self.log.entry(TABLE_CHAIN, 3 * len(self._identities) - 1)

    def _deck(self, number: int) -> Machine[DeckState]:
        if number not in self._decks:
            variant = self.state.variant
            seats, seating_entry = len(self._identities), self._seating_entry
            if seating_entry is None:
                raise LookupError("the seating is not fixed yet")
            reveals = self.state.options.audit is Audit.REVEAL
            machine = Machine(
                game=self.game,
                chain=deck_chain(number),
                steps=prepare_deck(
                    number,
                    seats=seats,
                    size=len(variant.pack),
                    reveal_rule=self.check_reveal if reveals else None,
                ),
                identities=lambda _state: self._identities,
                first_seq=0,
                first_prev=seating_entry.head,
            )
            # Several threads may ask at once; they must all get the same machine.
            self._decks.setdefault(number, machine)
        return self._decks[number]

    def _is_busy(self) -> bool:
        """Whether the next deck ought to wait: there is none, or people wait for their hands."""
        state = self.state
        is_dealt = state.deal is not None and state.deal.deck_number is not None
        return self.is_over or (state.phase is Phase.DEALING and is_dealt)

    def _is_due(self, context: EntryContext) -> bool:
        """Whether the entry that a chain waits for may come now, as the others stand."""
        number = deck_number(context.chain)
        if context.kind == Distribution.kind:
            return self._is_complete(self.state.decks_burnt + 1)
        return context.kind != Reveal.kind or number in self._played_out

    def _is_complete(self, number: int) -> bool:
        return self.log.count(deck_chain(number)) > completing_seq(len(self._identities))

    def _deck_events(self, number: int, signed: SignedEntry) -> tuple[Event, ...]:
        if signed.entry.kind == Reveal.kind:
            return (SeedRevealed(number, signed.entry.seat),)
        if signed.entry.seq == completing_seq(len(self._identities)):
            return (DeckReady(number),)
        return ()
