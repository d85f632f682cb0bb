"""What all machines of one simulated game share, and what each of them has said in it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from belote_protocol.ballot import Ballot, SilentPlace, is_double
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity
from tests.sim.disk import Moment
from tests.sim.network import Network
from tests.sim.trace import Trace


class Broken(AssertionError):
    """A promise of the node was broken."""


@dataclass
class Bomb:
    """A machine stops at the `countdown`-th such moment of a write of this kind."""

    moment: Moment
    what: str
    countdown: int
    power_is_lost: bool
    down_s: float


@dataclass
class Room:
    """What all machines of one game share.

    Attributes:
        liars: seats that somebody plays who keeps to nothing; all others are honest.
        shunned: with whom nobody wishes to play on.
        sent: every entry that was on any link, by place; `twice`: those of honest seats that were
            not the only ones in theirs.
        votes: every ballot that was on any link, by place and voter; `doubles`: those of honest
            voters that contradict another one.
    """

    network: Network
    trace: Trace
    dice: random.Random
    liars: frozenset[int] = frozenset()
    shunned: set[PublicIdentity] = field(default_factory=set)
    sent: dict[tuple[str, bytes, int], SignedEntry] = field(default_factory=dict)
    twice: list[SignedEntry] = field(default_factory=list)
    votes: dict[tuple[SilentPlace, int], list[Ballot]] = field(default_factory=dict)
    doubles: list[Ballot] = field(default_factory=list)

    def note_entry(self, signed: SignedEntry) -> None:
        """An entry was on a link."""
        entry = signed.entry
        place = (entry.chain, entry.prev, entry.seat)
        if self.sent.setdefault(place, signed).head != signed.head and entry.seat not in self.liars:
            self.twice.append(signed)

    def note_ballot(self, ballot: Ballot) -> None:
        """A ballot was on a link."""
        cast = self.votes.setdefault((ballot.place, ballot.voter), [])
        if ballot in cast:
            return
        if ballot.voter not in self.liars and any(is_double(ballot, one) for one in cast):
            self.doubles.append(ballot)
        cast.append(ballot)
