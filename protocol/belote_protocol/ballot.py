"""Ballots: what seats sign about a place of a chain whose seat does not speak (protocol.md §15).

A ballot is no entry: several seats may sign one at any time, each for itself, and it moves no
chain. Those of all other seats together are what an entry that goes on without the silent seat
must carry.

One *against* ballot of each other seat ends the wait at a place, and every seat signs at most one
for any place. Whoever has signed one builds on no entry of the silent seat there, unless another
seat signs that it has seen that very entry; whoever has accepted an entry there never signs that
the seat is absent. So it cannot be that some go on with the entry and others without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from msgspec import Meta

from belote_protocol.codec import Wire, encode
from belote_protocol.entry import (
    HEAD_BYTES,
    ChainName,
    EntryContext,
    Head,
    HeadOrNone,
    Seat,
    SeatNumber,
    SeqNumber,
)
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import SIGNATURE_BYTES, Identity, PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

_SIGNATURE_PREFIX = f"{PROTOCOL_LABEL}/ballot\x00".encode()

MAX_REASON_CHARACTERS = 200
"""Why an entry is refused, in words: one line on a screen."""

NO_ENTRY = b""
"""The entry of a ballot that has none to name."""

Signature = Annotated[bytes, Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]
Reason = Annotated[str, Meta(max_length=MAX_REASON_CHARACTERS)]


class Stance(Enum):
    """What a seat says about a place."""

    ABSENT = "absent"
    """No entry of the seat that is due is here."""
    REFUSED = "refused"
    """The seat that is due has signed what cannot be accepted: an objection."""
    SEEN = "seen"
    """An entry of the seat that is due was accepted here."""


AGAINST = (Stance.ABSENT, Stance.REFUSED)
"""What ends the wait for a seat, if all others say one of it."""


class SilentPlace(Wire):
    """A place of a chain, and the seat that is due there."""

    chain: ChainName
    seq: SeqNumber
    prev: Head
    seat: SeatNumber

    @classmethod
    def of(cls, context: EntryContext) -> SilentPlace:
        """The place of an entry that is due."""
        return cls(context.chain, context.seq, context.prev, context.seat)


class Ballot(Wire):
    """What one seat says about one place.

    Attributes:
        entry: hash of the entry that was seen or refused; nothing for an absence.
        reason: of an objection, in words; the entry itself is what is judged.
    """

    game: Head
    place: SilentPlace
    voter: SeatNumber
    stance: Stance
    entry: HeadOrNone
    reason: Reason


@dataclass(frozen=True, slots=True)
class SignedBallot:
    """A ballot and the signature over it, which may not be verified yet."""

    ballot: Ballot
    signature: bytes

    @classmethod
    def seal(cls, ballot: Ballot, identity: Identity) -> SignedBallot:
        """Sign a ballot."""
        return cls(ballot, identity.sign(_SIGNATURE_PREFIX + encode(ballot)))

    def verify(self, author: PublicIdentity) -> None:
        """Check that `author` signed it, and that it says something that a ballot can say.

        Raises:
            InvalidEncoding: a seat speaks of itself, or the entry does not fit the stance.
            InvalidProof: the signature does not verify.
        """
        ballot = self.ballot
        if ballot.voter == ballot.place.seat:
            raise InvalidEncoding("a ballot about another seat expected")
        size_bytes = len(NO_ENTRY) if ballot.stance is Stance.ABSENT else HEAD_BYTES
        if len(ballot.entry) != size_bytes:
            raise InvalidEncoding(f"an entry that fits {ballot.stance.value!r} expected")
        if (ballot.reason != "") and ballot.stance is not Stance.REFUSED:
            raise InvalidEncoding("a reason is given for an objection only")
        author.verify(self.signature, _SIGNATURE_PREFIX + encode(ballot))


def is_double(one: Ballot, other: Ballot) -> bool:
    """Whether these two prove that one seat has voted twice about one place.

    Both signatures must have been verified. Who has seen one entry and then meets another of the
    same author objects to both: that is no double vote.
    """
    if (one.game, one.place, one.voter) != (other.game, other.place, other.voter) or one == other:
        return False
    stances = {one.stance, other.stance}
    return stances != {Stance.SEEN, Stance.REFUSED}


class Vote(Wire):
    """A ballot as a certificate carries it: all that does not follow from its place there."""

    stance: Stance
    entry: HeadOrNone
    reason: Reason
    signature: Signature


def verify_certificate(
    game: bytes,
    place: SilentPlace,
    votes: Iterable[Vote],
    identities: tuple[PublicIdentity, ...],
) -> tuple[Ballot, ...]:
    """Check that every seat but the silent one has voted against it; returns their ballots.

    Args:
        game: id of the game.
        place: the place at which the seat is silent.
        votes: one of every other seat, in ascending order of seats.
        identities: who signs for each seat.

    Raises:
        InvalidEncoding, InvalidProof: a vote is missing, for the seat, or not signed.
    """
    voters = [Seat(seat) for seat in range(len(identities)) if seat != place.seat]
    cast = tuple(votes)
    if len(cast) != len(voters):
        raise InvalidProof(f"{len(voters)} votes expected, got {len(cast)}")
    ballots = []
    for voter, vote in zip(voters, cast, strict=True):
        ballot = Ballot(game, place, voter, vote.stance, vote.entry, vote.reason)
        if vote.stance not in AGAINST:
            raise InvalidProof(f"a vote of seat {voter} against the silent seat expected")
        SignedBallot(ballot, vote.signature).verify(identities[voter])
        ballots.append(ballot)
    return tuple(ballots)
