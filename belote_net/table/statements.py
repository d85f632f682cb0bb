"""Statements: what seats have signed about places of a log, judged with that log.

They are the ballots that stand beside the chains in a file, and the votes that an `absence`
carries. None of them changes what the log says; together they tell who saw what, and who voted
twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from belote_net.table.ballots import author_of
from belote_net.table.messages import Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.ballot import Ballot, SignedBallot, SilentPlace, is_double
from belote_protocol.codec import decode
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import PublicIdentity

_ENOUGH_FOR_A_DOUBLE = 3
"""Among so many different ballots of one voter for one place, two are a double vote."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A ballot that a seat of the game has signed.

    Attributes:
        author: who has the seat of the voter, or had it, and signed this.
    """

    ballot: Ballot
    author: PublicIdentity


@dataclass(frozen=True, slots=True)
class Statements:
    """All of a log.

    Attributes:
        signed: each of them once, in the order of the places that they are about.
        foreign: how many ballots of the file nobody at the table has signed: they say nothing.
    """

    signed: tuple[Statement, ...] = ()
    foreign: int = 0

    def by_place(self) -> Mapping[SilentPlace, tuple[Statement, ...]]:
        """What was said about each place."""
        places: dict[SilentPlace, list[Statement]] = {}
        for one in self.signed:
            places.setdefault(one.ballot.place, []).append(one)
        return {place: tuple(found) for place, found in places.items()}

    def doubles(self) -> tuple[tuple[Statement, Statement], ...]:
        """For each voter who voted twice about a place, two ballots that prove it."""
        voters: dict[tuple[SilentPlace, PublicIdentity], list[Statement]] = {}
        for one in self.signed:
            voters.setdefault((one.ballot.place, one.author), []).append(one)
        pairs = (
            next(
                (
                    (one, other)
                    for one, other in combinations(said[:_ENOUGH_FOR_A_DOUBLE], 2)
                    if is_double(one.ballot, other.ballot)
                ),
                None,
            )
            for said in voters.values()
        )
        return tuple(pair for pair in pairs if pair is not None)


def statements_of(table: Table, ballots: Iterable[SignedBallot]) -> Statements:
    """What the seats of a verified log have signed: in its absences, and in ballots beside it."""
    found: dict[tuple[bytes, Ballot], Statement] = {}
    foreign = 0
    for signed in (*_votes(table), *ballots):
        author = _author(table, signed)
        if author is None:
            foreign += 1
        else:
            statement = Statement(signed.ballot, author)
            found.setdefault((bytes(author), signed.ballot), statement)
    ordered = sorted(found.values(), key=_order)
    return Statements(tuple(ordered), foreign)


def _votes(table: Table) -> Iterator[SignedBallot]:
    """The ballots that the entries `absence` of a log carry."""
    for signed in table.log:
        entry = signed.entry
        if entry.chain != TABLE_CHAIN or entry.kind != Absence.kind:
            continue
        body = decode(Absence, entry.body)
        voters = (seat for seat in table.state.seats if seat != body.place.seat)
        for voter, vote in zip(voters, body.votes, strict=False):
            ballot = Ballot(entry.game, body.place, voter, vote.stance, vote.entry, vote.reason)
            yield SignedBallot(ballot, vote.signature)


def _author(table: Table, signed: SignedBallot) -> PublicIdentity | None:
    """Which seat of this game signed a ballot, if one did."""
    if signed.ballot.game != table.game:
        return None
    try:
        return author_of(table, signed)
    except (InvalidEncoding, InvalidProof):
        return None


def _order(statement: Statement) -> tuple[object, ...]:
    """By place, the table's first; then by voter."""
    ballot = statement.ballot
    place = ballot.place
    is_deck = place.chain != TABLE_CHAIN
    return (is_deck, place.chain, place.seq, place.seat, ballot.voter, ballot.stance.value)
