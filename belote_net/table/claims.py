"""Claims: who wishes to sit down where a seat is free (docs/protocol.md §15).

A claim is signed by who makes it, so that any node may pass it on to the one who fills the seat. It
binds nobody: the seat is filled by an entry, to which the claimant and all others agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from belote_net.table.absence import members_with
from belote_net.table.messages import Absence, Member, Reseat
from belote_net.table.names import check_that_names_differ
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.codec import Wire, decode, encode
from belote_protocol.entry import Head, Seat, SeatNumber
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import Identity, PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

_SIGNATURE_PREFIX = f"{PROTOCOL_LABEL}/claim\x00".encode()

MAX_CLAIMS = 8
"""Most claims that are kept: a table has few spectators."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that somebody may claim.

    Attributes:
        prev: head of the table's chain since it is free.
        filler: the seat that says who may have it.
    """

    seat: Seat
    prev: Head
    filler: Seat


class Claim(Wire):
    """A wish for the free seat.

    Attributes:
        prev: head of the table's chain since the seat is free.
        member: the claimant, as `reseat` would list him, with a fresh nonce.
    """

    game: Head
    prev: Head
    seat: SeatNumber
    member: Member


@dataclass(frozen=True, slots=True)
class SignedClaim:
    """A claim and the signature of who makes it."""

    claim: Claim
    signature: bytes

    @classmethod
    def seal(cls, claim: Claim, identity: Identity) -> SignedClaim:
        """Sign a claim."""
        return cls(claim, identity.sign(_SIGNATURE_PREFIX + encode(claim)))

    def verify(self) -> None:
        """Check that the claimant signed it.

        Raises:
            InvalidProof: he did not.
        """
        identity = self.claim.member.identity
        identity.verify(self.signature, _SIGNATURE_PREFIX + encode(self.claim))


class ClaimBox:
    """The claims to the seat that is free now; bounded."""

    def __init__(self) -> None:
        self._claims: dict[PublicIdentity, SignedClaim] = {}
        self._in_person: set[PublicIdentity] = set()

    def __iter__(self) -> Iterator[SignedClaim]:
        return iter(self._claims.values())

    def add(self, table: Table, signed: SignedClaim, *, in_person: bool = False) -> bool:
        """Keep a claim to the free seat; returns whether it was new.

        Who makes up claimants brings their claims himself: so where there is no more room, one
        that was brought by another gives way to one that its claimant has brought `in_person`.

        Raises:
            InvalidEncoding, InvalidProof: the claimant did not make it: who brought it is at fault.
        """
        claim = signed.claim
        if claim.game != table.game:
            raise InvalidEncoding("a claim in this game expected, got one in another")
        self.prune(table)
        if not _is_open(table, claim) or claim.member.identity in self._claims:
            return False
        is_full = len(self._claims) >= MAX_CLAIMS and not is_return(table, claim.member)
        hearsay = [one for one in self._claims if one not in self._in_person]
        if is_full and not (in_person and hearsay):
            return False
        signed.verify()
        try:
            members = members_with(table.state, claim.member)
            check_that_names_differ([one.name for one in members])
        except InvalidProof:
            return False  # he cannot sit there; whoever filled the seat with him would be at fault
        if is_full:
            del self._claims[hearsay[-1]]
        self._claims[claim.member.identity] = signed
        if in_person:
            self._in_person.add(claim.member.identity)
        return True

    def prune(self, table: Table) -> None:
        """Forget claims to a seat that is not free any more."""
        self._claims = {
            identity: one for identity, one in self._claims.items() if _is_open(table, one.claim)
        }
        self._in_person &= self._claims.keys()

    def member(self, identity: PublicIdentity) -> Member | None:
        """What this claimant would be in the list of members."""
        signed = self._claims.get(identity)
        return signed.claim.member if signed else None


def is_return(table: Table, member: Member) -> bool:
    """Whether this is who left the seat that is free."""
    absent = table.state.absent
    return absent is not None and table.signers(absent)[0] == member.identity


def must_be_accepted(table: Table, member: Member) -> bool:
    """Whether people say if a member gets the seat that is free, or is offered to him.

    Who left it comes back by himself, as after a crash; but not as another than he was, such as a
    bot that somebody else runs, nor whom all others have refused, for he would do it again, nor who
    leaves it for the second time: he could keep the table waiting for ever.
    """
    absent = table.state.absent
    if absent is None:
        return False
    before = _sat_there(table, absent)
    if free_seat(table) is None:
        before = before[:-1]  # the last of them is the one who is offered the seat
    *earlier, left = before
    comes_back = _alike(member, left) and left.identity not in [one.identity for one in earlier]
    return not comes_back or _left_by_fault(table)


def _sat_there(table: Table, seat: Seat) -> list[Member]:
    """All who have had a seat, or were offered it, from the first one on."""
    found, free = [table.state.opening.members[seat]], None
    for signed in table.log:
        entry = signed.entry
        if entry.kind == Absence.kind:
            free = decode(Absence, entry.body).place.seat
        elif entry.kind == Reseat.kind and free == seat:
            found.append(decode(Reseat, entry.body).member)
    return found


def _alike(one: Member, other: Member) -> bool:
    """Whether two say the same of somebody; the nonce is another every time."""
    said, again = ((it.identity, it.name, it.kind, it.operator) for it in (one, other))
    return said == again


def _left_by_fault(table: Table) -> bool:
    """Whether what who left last said, or did to a deck, was proven wrong; else he was silent."""
    for seq in reversed(range(table.log.count(TABLE_CHAIN))):
        signed = table.log.entry(TABLE_CHAIN, seq)
        if signed is not None and signed.entry.kind == Absence.kind:
            body = decode(Absence, signed.entry.body)
            return bool(body.refused) or not body.votes
    return False


def free_seat(table: Table) -> FreeSeat | None:
    """The seat that is free, if one is."""
    due, absent = table.due(TABLE_CHAIN), table.state.absent
    if due is None or due.kind != Reseat.kind or absent is None:
        return None
    return FreeSeat(absent, due.prev, due.seat)


def may_fill(table: Table, seat: Seat | None) -> bool:
    """Whether the machine of `seat` says who may have the free seat: for itself or for a bot."""
    free = free_seat(table)
    return free is not None and table.members[free.filler].operator == seat


def _is_open(table: Table, claim: Claim) -> bool:
    free = free_seat(table)
    return free is not None and (free.seat, free.prev) == (claim.seat, claim.prev)
