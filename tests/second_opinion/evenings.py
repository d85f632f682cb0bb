"""Evenings with everything: any house rules, liars, the forgetful, people who come and go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from enum import Enum

from msgspec import structs

from belote_net.errors import OptionError
from belote_net.rules.choices import End, OnAbsence
from belote_net.rules.declarations import Claim
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, OpenHand, PlaceBid, PlayCard
from belote_net.table.messages import Height, InTrump, Play, Recover, Reseat, Show
from belote_net.table.view import TableView
from belote_protocol.codec import decode
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.errors import RejectedEntry
from tests.four_seats import FourSeats, random_chooser
from tests.table.leaving import leave, newcomer, sit_down

MAX_DEPARTURES = 3
DEPARTURE = 0.01
"""How likely somebody leaves at each entry."""

LIE = 0.2
"""How likely a player claims with his first card whatever comes to his mind."""


def random_options(dice: random.Random, *, deals: int) -> Options:
    """Any house rules that do not contradict themselves, for a short match."""
    while True:
        chosen: dict[str, object] = {
            one.name: dice.choice(list(type(one.default)))
            for one in fields(Options)
            if isinstance(one.default, Enum)
        }
        chosen |= {
            one.name: dice.choice((True, False))
            for one in fields(Options)
            if isinstance(one.default, bool)
        }
        if chosen["end"] is End.FIXED_DEALS:
            chosen |= {"target": 0, "deals": deals}
        else:
            chosen |= {"target": dice.choice((1, 100, 150 * deals)), "deals": 0}
        try:
            return replace(Options(), **chosen)  # type: ignore[arg-type]  # by name, each its own
        except OptionError:
            continue


@dataclass
class Evening(FourSeats):
    """Four seats, and whoever sits down on them; everything follows from `seed`."""

    departures: int = MAX_DEPARTURES
    dice: random.Random = field(default_factory=random.Random)
    liars: dict[tuple[int, int], list[Claim]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(f"evening/{self.seed}")
        super().__post_init__()
        self.choosers = dict.fromkeys(range(4), self.choose)

    def choose(self, view: TableView, duty: Duty) -> Decision:
        """Legal cards at random; belote and rebelote said or forgotten; a hand opened or not."""
        if duty.kind == Recover.kind:
            return OpenHand(self.dice.random() < 0.9)
        decision = random_chooser(self.dice.random(), eagerness=0.6)(view, duty)
        if isinstance(decision, PlayCard):
            says = decision.card in view.announceable and self.dice.random() < 0.8
            return replace(decision, announce=says, declare=self.dice.random() < 0.9)
        assert isinstance(decision, PlaceBid)
        return decision

    def answer(self, duty: Duty) -> SignedEntry:
        """As always, but that some claim what they do not have, and then go on lying."""
        deal = self.table.state.deal
        if deal is not None and deal.declarations is not None:
            claims = self.liars.get((deal.number, duty.seat))
            if claims and duty.kind == Height.kind:
                return self._seal(duty, Height(self.dice.choice(claims[0].heights).value))
            if claims and duty.kind == InTrump.kind:
                return self._seal(duty, InTrump(self.dice.choice(("yes", "no"))))
            if duty.kind == Play.kind and not deal.tricks and self.dice.random() < LIE:
                return self._lie(duty, deal.number)
        honest = super().answer(duty)
        if duty.kind == Show.kind and not self._is_right(honest):
            return self._seal(duty, Show(None, None))
        return honest

    def _lie(self, duty: Duty, deal: int) -> SignedEntry:
        honest = super().answer(duty)
        words = self.dice.choices(list(Claim), k=self.dice.choice((1, 1, 2)))
        words.sort(key=lambda claim: claim.strength, reverse=True)
        body = structs.replace(
            decode(Play, honest.entry.body), claims=tuple(word.value for word in words)
        )
        lie = self._seal(duty, body)
        if not self._is_right(lie):
            return honest
        self.liars[deal, duty.seat] = words
        return lie

    def _seal(self, duty: Duty, body: Body) -> SignedEntry:
        return SignedEntry.seal(duty.context, body, self.identities[duty.seat])

    def _is_right(self, signed: SignedEntry) -> bool:
        try:
            self.table.check(signed)
        except RejectedEntry:
            return False
        return True

    def steps(self) -> Iterator[SignedEntry]:
        """Pay duties one by one; now and then the seat that is waited for has left."""
        while duties := self.table.waiting():
            before = len(self.table.log)
            self._step(duties[0])
            yield from tuple(self.table.log)[before:]

    def _step(self, duty: Duty) -> None:
        seat = self.table.state.absent
        if duty.kind == Reseat.kind:
            assert seat is not None
            if self.dice.random() < 0.7:
                newcomer(self, seat, f"Newcomer {len(self.table.log)}", seed=len(self.table.log))
            sit_down(self, seat)
        elif self._has_left():
            leave(self)
        else:
            self.deliver(self.answer(duty))

    def _has_left(self) -> bool:
        state = self.table.state
        may = self.departures > 0 and state.absent is None and state.seating is not None
        if not may or self.table.stalled_at() is None or self.dice.random() > DEPARTURE:
            return False
        self.departures -= 1
        return True


def evening(seed: int, *, deals: int = 3) -> Evening:
    """A whole evening, played to its end."""
    dice = random.Random(f"options/{seed}")
    options = random_options(dice, deals=deals)
    if seed % 2:
        options = replace(options, on_absence=OnAbsence.OPEN_HAND)
    game = Evening(options=options, seed=f"evening/{seed}")
    game.play()
    return game
