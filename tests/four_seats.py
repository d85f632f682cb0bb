"""Four real players and a fake wire: one table each, or one for all, in memory."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.events import Event
from belote_net.table.messages import (
    RULES_VERSION,
    Call,
    Member,
    MemberKind,
    Opening,
    Seats,
)
from belote_net.table.opening import OPENING_CONTEXT
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.entry import NO_GAME, Seat, SignedEntry
from belote_protocol.identity import Identity
from belote_protocol.seed import Seed
from belote_protocol.transcript import RandomBytes
from belote_protocol.version import PROTOCOL_LABEL

NAMES = ("Léa", "Marcel", "Jo", "Inès")


def short_game(options: Options | None = None, *, deals: int = 1) -> Options:
    """The same house rules, for a game of so many deals."""
    return replace(options or Options(), end=End.FIXED_DEALS, target=0, deals=deals)


def seeded_bytes(seed: object) -> RandomBytes:
    """Random bytes that are the same in every run: SHAKE-256 of a counter."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{seed}/{count}".encode()).digest(size)

    return draw


class MemoryVault:
    """Seeds of one seat, in memory."""

    def __init__(self, random_bytes: RandomBytes) -> None:
        self._random_bytes = random_bytes
        self.seeds: dict[str, Seed] = {}
        self.forgotten: set[str] = set()

    def seed(self, purpose: str) -> Seed:
        assert purpose not in self.forgotten, f"the seed for {purpose} was forgotten"
        if purpose not in self.seeds:
            self.seeds[purpose] = Seed.fresh(self._random_bytes)
        return self.seeds[purpose]

    def holds(self, purpose: str) -> bool:
        return purpose in self.seeds

    def forget(self, purpose: str) -> None:
        self.seeds.pop(purpose, None)
        self.forgotten.add(purpose)


Chooser = Callable[[TableView, Duty], Decision]


def random_chooser(seed: object, *, eagerness: float = 0.3) -> Chooser:
    """Legal bids and cards at random; takes with probability `eagerness`."""
    dice = random.Random(f"{seed}")

    def choose(view: TableView, duty: Duty) -> Decision:
        if duty.kind == Call.kind:
            takes = [bid for bid in view.bids if bid.trump is not None]
            return PlaceBid(dice.choice(takes) if dice.random() < eagerness else view.bids[0])
        return PlayCard(dice.choice(sorted(view.legal, key=lambda card: card.number)))

    return choose


@dataclass
class FourSeats:
    """Four players at one table; `kept_seeds` are what a cheat has who never forgets.

    Everybody's entry is folded by every table of `tables`; with one table for all, which is
    faster, it still goes through the same check that four would make. Two games that differ only
    in their room have the same people and the same secrets to begin with.
    """

    options: Options = field(default_factory=Options)
    seed: object = 0
    room: bytes = bytes(16)
    seats: Seats = Seats.DRAWN
    private_tables: bool = False
    choosers: Mapping[int, Chooser] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.identities = [Identity.generate(seeded_bytes(f"{self.seed}/id/{i}")) for i in range(4)]
        self.names = list(NAMES)
        opening = self.opening_body()
        self.opening = SignedEntry.seal(OPENING_CONTEXT, opening, self.identities[0])
        self.tables = [Table(self.opening) for _ in range(4 if self.private_tables else 1)]
        self.vaults = [MemoryVault(seeded_bytes(f"{self.seed}/vault/{i}")) for i in range(4)]
        self.players = [
            Player(
                Seat(i), self.identities[i], self.vaults[i], seeded_bytes(f"{self.seed}/rng/{i}")
            )
            for i in range(4)
        ]
        default = random_chooser(self.seed)
        self.choosers = {seat: self.choosers.get(seat, default) for seat in range(4)}
        self.events: list[Event] = []
        self.kept_seeds: list[dict[str, Seed]] = [{} for _ in range(4)]

    def opening_body(self) -> Opening:
        nonces = seeded_bytes(f"{self.seed}/nonce")
        return Opening(
            PROTOCOL_LABEL,
            RULES_VERSION,
            self.room,
            NO_GAME,
            self.seats,
            dict(self.options.to_map()),
            tuple(
                Member(identity.public, name, MemberKind.PERSON, seat, nonces(32))
                for seat, (identity, name) in enumerate(zip(self.identities, NAMES, strict=True))
            ),
        )

    @property
    def table(self) -> Table:
        return self.tables[0]

    def table_of(self, seat: int) -> Table:
        return self.tables[seat if self.private_tables else 0]

    def answer(self, duty: Duty) -> SignedEntry:
        """What the seat that owes `duty` honestly says."""
        player, table = self.players[duty.seat], self.table_of(duty.seat)
        decision = None
        if player.needs_decision(duty):
            view = player.view(table)
            assert view is not None
            decision = self.choosers[duty.seat](view, duty)
        return player.answer(table, duty, decision)

    def deliver(self, signed: SignedEntry) -> None:
        """Everybody checks and applies an entry."""
        for index, table in enumerate(self.tables):
            events = table.fold(signed)
            if index == 0:
                self.events.extend(events)
        for seat, player in enumerate(self.players):
            for purpose in player.spent_purposes(self.table_of(seat)):
                vault = self.vaults[seat]
                if purpose in vault.seeds:
                    self.kept_seeds[seat][purpose] = vault.seeds[purpose]
                vault.forget(purpose)

    def steps(self) -> Iterator[SignedEntry]:
        """Pay duties one by one, the chain `table` first; stop when nobody owes anything."""
        while duties := self.table.waiting():
            signed = self.answer(duties[0])
            self.deliver(signed)
            yield signed

    def play_until(self, kind: str, *, count: int = 1) -> Duty:
        """Play until the `count`-th time that an entry of this kind is due, and return the duty."""
        while True:
            duty = self.table.waiting()[0]
            if duty.kind == kind:
                count -= 1
                if count == 0:
                    return duty
            self.deliver(self.answer(duty))

    def advance_to(self, count: int) -> None:
        """Play until the log has `count` entries."""
        while len(self.table.log) < count:
            self.deliver(self.answer(self.table.waiting()[0]))

    def play(self) -> None:
        """Play the whole game."""
        for _ in self.steps():
            pass
