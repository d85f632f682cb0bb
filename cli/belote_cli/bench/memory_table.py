"""Four players at one table in memory, each step timed: the work of four nodes, without links."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.events import DealScored
from belote_net.table.messages import (
    RULES_VERSION,
    Call,
    Member,
    MemberKind,
    Opening,
    Play,
    Seats,
)
from belote_net.table.opening import OPENING_CONTEXT
from belote_net.table.player import Player
from belote_net.table.plays import play_claim
from belote_net.table.table import Table
from belote_protocol.backend import OperationCounts
from belote_protocol.codec import decode
from belote_protocol.entry import NO_GAME, Seat, SignedEntry
from belote_protocol.group import counting
from belote_protocol.holding import HoldingMode
from belote_protocol.identity import Identity
from belote_protocol.seed import Seed
from belote_protocol.version import PROTOCOL_LABEL

_NAMES = ("North", "East", "South", "West")
_ROOM = bytes(16)
_NONCE_BYTES = 32
_EAGERNESS = 0.4
"""How readily these players take, so that few deals are passed out."""


@dataclass(frozen=True, slots=True)
class StepTime:
    """One entry, timed.

    Attributes:
        answer_s: to make it, proofs included.
        check_s: for one node to verify it.
        multiplications: group multiplications in `answer_s`, and `check_multiplications` in
            `check_s`, by the generator or not.
        proves: for a play, what it had to prove; None if nothing, or for another kind.
        ends_deal: whether a deal was scored with it.
    """

    signed: SignedEntry
    kind: str
    answer_s: float
    check_s: float
    multiplications: int
    check_multiplications: int
    proves: HoldingMode | None
    ends_deal: bool


class MemoryVault:
    """Seeds of one seat that last as long as the measurement."""

    def __init__(self) -> None:
        self._seeds: dict[str, Seed] = {}

    def seed(self, purpose: str) -> Seed:
        """The seed for this purpose."""
        if purpose not in self._seeds:
            self._seeds[purpose] = Seed.fresh(secrets.token_bytes)
        return self._seeds[purpose]

    def forget(self, purpose: str) -> None:
        """Drop a seed."""
        self._seeds.pop(purpose, None)


@dataclass
class MemoryTable:
    """A table whose four players answer at once."""

    options: Options = field(default_factory=Options)
    dice: random.Random = field(default_factory=lambda: random.Random(0))

    def __post_init__(self) -> None:
        identities = [Identity.generate(secrets.token_bytes) for _ in _NAMES]
        members = tuple(
            Member(identity.public, name, MemberKind.BOT, seat, secrets.token_bytes(_NONCE_BYTES))
            for seat, (identity, name) in enumerate(zip(identities, _NAMES, strict=True))
        )
        opening = Opening(
            PROTOCOL_LABEL,
            RULES_VERSION,
            _ROOM,
            NO_GAME,
            Seats.CHOSEN,
            dict(self.options.to_map()),
            members,
        )
        self.opening = SignedEntry.seal(OPENING_CONTEXT, opening, identities[0])
        self.table = Table(self.opening)
        self.players = tuple(
            Player(Seat(seat), identity, MemoryVault(), secrets.token_bytes)
            for seat, identity in enumerate(identities)
        )

    def steps(self) -> Iterator[StepTime]:
        """Play on, entry by entry, until nobody owes anything."""
        while duties := self.table.waiting():
            yield self.pay(duties[0])

    def pay(self, duty: Duty) -> StepTime:
        """Make, verify and apply the entry that is due."""
        player = self.players[duty.seat]
        decision = self._decide(player, duty) if player.needs_decision(duty) else None
        with counting() as made:
            start = time.thread_time()
            signed = player.answer(self.table, duty, decision)
            answered = time.thread_time()
        proves = self._proves(signed)
        with counting() as checked:
            verify_start = time.thread_time()
            value = self.table.check(signed)
            verified = time.thread_time()
        events = self.table.advance(value)
        return StepTime(
            signed=signed,
            kind=duty.kind,
            answer_s=answered - start,
            check_s=verified - verify_start,
            multiplications=_multiplications(made),
            check_multiplications=_multiplications(checked),
            proves=proves,
            ends_deal=any(isinstance(event, DealScored) for event in events),
        )

    def _decide(self, player: Player, duty: Duty) -> Decision:
        view = player.view(self.table)
        if view is None:
            raise LookupError("a decision is due before the places are drawn")
        if duty.kind == Call.kind:
            takes = [bid for bid in view.bids if bid.trump is not None]
            eager = self.dice.random() < _EAGERNESS
            return PlaceBid(self.dice.choice(takes) if eager else view.bids[0])
        return PlayCard(self.dice.choice([card for card in view.hand if card in view.legal]))

    def _proves(self, signed: SignedEntry) -> HoldingMode | None:
        if signed.entry.kind != Play.kind:
            return None
        game, play = self.table.state, decode(Play, signed.entry.body)
        place = game.seated.place_of(Seat(signed.entry.seat))
        card = game.variant.pack[play.card]
        claim = play_claim(game, place, play.position, card, announce=play.announce)
        return claim.statement.mode if claim.statement is not None else None


def _multiplications(counts: OperationCounts) -> int:
    return counts.multiplications + counts.generator_multiplications
