"""A moment of a game at which somebody may cheat, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from belote_net.rules.cards import Card, Place
from belote_net.table.audit import Fault, Verdict, audit_log
from belote_net.table.deal import Deal
from belote_net.table.decisions import Duty
from belote_net.table.state import Game
from belote_net.table.table import Table
from belote_protocol.codec import decode, encode
from belote_protocol.entry import (
    _SIGNATURE_PREFIX,
    Body,
    Entry,
    EntryContext,
    Seat,
    SignedEntry,
    hash_entry,
)
from belote_protocol.errors import RejectedEntry
from belote_protocol.group import Scalar
from belote_protocol.machine import NotYet
from belote_protocol.transcript import RandomBytes
from tests.four_seats import FourSeats
from tests.protocol.seeded import seeded

B = TypeVar("B", bound=Body)


@dataclass(frozen=True)
class Stage:
    """An entry is due, and this is what its author would honestly say.

    Attributes:
        game: the four seats, with everybody's secrets.
        duty: the first thing that is due.
        honest: the entry that pays it.
    """

    game: FourSeats
    duty: Duty
    honest: SignedEntry

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def state(self) -> Game:
        return self.game.table.state

    @property
    def deal(self) -> Deal:
        return self.state.current_deal

    @property
    def context(self) -> EntryContext:
        return self.duty.context

    @property
    def seat(self) -> Seat:
        return self.duty.seat

    @property
    def place(self) -> Place:
        return self.state.seated.place_of(self.seat)

    @property
    def random_bytes(self) -> RandomBytes:
        return seeded(f"cheat/{self.honest.head.hex()}")

    def body(self, kind: type[B]) -> B:
        """The body of the honest entry."""
        return decode(kind, self.honest.entry.body)

    def seal(
        self,
        body: Body,
        *,
        context: EntryContext | None = None,
        seat: int | None = None,
        signer: int | None = None,
    ) -> SignedEntry:
        """Sign a body at the place that is due, or at another."""
        context = context or replace(self.context, kind=body.kind)
        if seat is not None:
            context = replace(context, seat=Seat(seat))
        signer = context.seat if signer is None else signer
        return SignedEntry.seal(context, body, self.game.identities[signer])

    def seal_bytes(self, body: bytes) -> SignedEntry:
        """Sign any bytes as the body that is due."""
        entry = self.honest.entry
        values = (entry.game, entry.chain, entry.seq, entry.prev, entry.seat, entry.kind, body)
        return resealed(Entry(*values), self.game)

    def secret(self, seat: int, number: int | None = None) -> Scalar:
        """A seat's secret key of a deck, by default of the one in play."""
        chosen = self.deal.deck_number if number is None else number
        return self.game.vaults[seat].seed(f"deck/{chosen}").key()

    def hand(self, seat: int) -> frozenset[Card]:
        """The cards that a seat has left."""
        return self.game.players[seat].hand(self.game.table_of(seat))

    def hidden(self, seat: int) -> tuple[Card, ...]:
        """A seat's hidden cards by position, those played included."""
        return self.game.players[seat]._hidden_cards(self.state)

    def others(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.state.seats if seat != self.seat)


def resealed(entry: Entry, game: FourSeats) -> SignedEntry:
    """Sign an entry as it stands, whatever it says, by the seat that it names."""
    raw = encode(entry)
    signature = game.identities[entry.seat].sign(_SIGNATURE_PREFIX + raw)
    return SignedEntry(raw, signature, entry, hash_entry(raw))


class Blame(Enum):
    """What an entry must lead to."""

    AUTHOR = "author"
    """It proves that its author cheated."""
    NOBODY = "nobody"
    """It is refused, and proves nothing."""
    HELD = "held"
    """It cites what is not here: held, and nobody is at fault."""
    TWICE = "twice"
    """Alone it proves nothing; with the entry that was there first, that its author lied."""


@dataclass(frozen=True)
class Cheat:
    """A way to cheat.

    Attributes:
        name: what it is called in the tests.
        kind: the kind of entry in whose place it is tried; None for any.
        forge: makes the entry; None if there is no occasion now.
        blame: what it leads to.
        reason: part of why it is refused.
    """

    name: str
    kind: str | None
    forge: Callable[[Stage], SignedEntry | None]
    blame: Blame = Blame.AUTHOR
    reason: str = ""


@dataclass(frozen=True)
class Trial:
    """What came of a cheat, at every table."""

    cheat: Cheat
    signed: SignedEntry
    refusals: tuple[RejectedEntry | NotYet | None, ...]
    unchanged: bool
    prefix: tuple[SignedEntry, ...]

    def check(self) -> None:
        """Every table refuses it at the same place, for the same reason, and nothing moved."""
        author = self.signed.entry.seat
        assert self.unchanged
        for refusal in self.refusals:
            assert refusal is not None, "accepted"
            assert self.cheat.reason in str(refusal)
            if self.cheat.blame is Blame.HELD:
                assert isinstance(refusal, NotYet)
                continue
            assert isinstance(refusal, RejectedEntry), refusal
            expected = author if self.cheat.blame is Blame.AUTHOR else None
            assert refusal.culprit == expected, str(refusal)
            assert refusal.head == self.signed.head
        assert len({str(refusal) for refusal in self.refusals}) == 1

    def check_evidence(self) -> None:
        """A log that ends with the cheat says who did it, to whoever reads it."""
        audit = audit_log((*self.prefix, self.signed))
        assert audit.verdict is Verdict.REFUSED
        assert audit.refusal is not None
        assert audit.refusal.record == len(self.prefix) + 1
        assert audit.refusal.signed == self.signed
        proven = self.cheat.blame in (Blame.AUTHOR, Blame.TWICE)
        assert audit.refusal.culprit == (self.signed.entry.seat if proven else None)
        if self.cheat.blame is Blame.AUTHOR:
            assert audit.refusal.fault is Fault.BROKEN
        elif self.cheat.blame is Blame.TWICE:
            assert audit.refusal.fault is Fault.EQUIVOCATION
            assert audit.refusal.other in self.prefix
        else:
            assert audit.refusal.fault in (Fault.FORGED, Fault.GAP)


def try_all(game: FourSeats, cheats: Iterable[Cheat], *, times: int = 1) -> dict[str, list[Trial]]:
    """Play a whole game; at every entry, try each cheat that has an occasion, so many times."""
    trials: dict[str, list[Trial]] = {cheat.name: [] for cheat in cheats}
    cheats = tuple(cheats)
    while duties := game.table.waiting():
        stage = Stage(game, duties[0], game.answer(duties[0]))
        for cheat in cheats:
            if len(trials[cheat.name]) >= times or cheat.kind not in (None, stage.duty.kind):
                continue
            signed = cheat.forge(stage)
            if signed is not None:
                trials[cheat.name].append(_try(stage, cheat, signed))
        game.deliver(stage.honest)
    return trials


def _try(stage: Stage, cheat: Cheat, signed: SignedEntry) -> Trial:
    tables = stage.game.tables
    before = [_snapshot(table) for table in tables]
    refusals = tuple(refusal_of(table, signed) for table in tables)
    after = [_snapshot(table) for table in tables]
    # The state is the same object, not only an equal one.
    same = all(old[0] is new[0] for old, new in zip(before, after, strict=True))
    prefix = tuple(stage.table.log)
    return Trial(cheat, signed, refusals, same and before == after, prefix)


def refusal_of(table: Table, signed: SignedEntry) -> RejectedEntry | NotYet | None:
    """Why a table refuses an entry; None if it accepts it."""
    try:
        table.check(signed)
    except (RejectedEntry, NotYet) as refusal:
        return refusal
    return None


def _snapshot(table: Table) -> Sequence[object]:
    return (table.state, table.waiting(), len(table.log), table.log.counts())
