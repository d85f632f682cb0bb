"""What of one game a peer has, and what it was sent of it.

There is no queue: what is sent next follows from what is here, from what the peer has said that it
has, and from what it was sent before.
"""

from __future__ import annotations

from collections.abc import Iterator

from belote_net.node.forks import REACH
from belote_net.node.frames import (
    MAX_CHAINS,
    BallotFrame,
    ChainHead,
    ClaimFrame,
    EntryFrame,
    Frame,
    Have,
)
from belote_net.node.held import author_of as entry_author
from belote_net.node.held import check_chain
from belote_net.node.replica import Replica
from belote_net.table.ballots import WINDOW
from belote_net.table.ballots import author_of as ballot_author
from belote_net.table.messages import Reseat
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.ballot import SignedBallot
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import PublicIdentity


class Delivery:
    """One game, as far as one link has carried it.

    Attributes:
        counts: by chain, how many entries the peer has; None until it has said so.
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] | None = None
        self._claimed: dict[str, ChainHead] = {}
        self._told_heads: dict[str, bytes] | None = None
        self._told: dict[bytes, None] = {}
        self._sent: dict[str, int] = {}
        self._shared: dict[str, int] = {}
        self._rewound: set[str] = set()
        self._forked: set[str] = set()
        self._rewinds: int | None = None

    # What the peer says.

    def take_have(self, have: Have) -> None:
        """The peer has so many entries of these chains.

        Raises:
            InvalidEncoding: no game has such chains, or so many.
        """
        counts = self.counts = self.counts or {}
        for head in have.chains:
            check_chain(head.chain)
            if len(counts) > 2 * MAX_CHAINS:
                raise InvalidEncoding(f"{2 * MAX_CHAINS} chains of a game at most expected")
            counts[head.chain] = head.count
            self._claimed[head.chain] = head

    def has_caught_up(self, replica: Replica) -> bool:
        """Whether the peer has said what it has, and nothing of it is missing here."""
        return self.counts is not None and all(
            count <= replica.durable.get(chain, 0)
            or chain in replica.stopped
            or replica.is_dead(chain)
            for chain, count in self.counts.items()
        )

    # What the peer was sent.

    def unanswered(self) -> dict[str, int]:
        """How many entries the peer has, of each chain of which it was sent more, or another."""
        counts = self.counts or {}
        known = {chain: counts.get(chain, 0) for chain in self._sent}
        return {
            chain: count
            for chain, count in known.items()
            if chain in self._rewound or self._sent[chain] > count
        }

    def note_fork(self, chain: str) -> None:
        """The peer has brought what is of another history of this chain than ours."""
        self._forked.add(chain)

    def send_again(self, chain: str) -> None:
        """What was sent of a chain was never applied there: perhaps it could not be held.

        Of another history the peer may have it all, and not go over to it: then it needs more.
        """
        if chain in self._rewound:
            sent = self._sent[chain]
            self._shared[chain] = max(self._shared.get(chain, 0), sent)
            self._sent[chain] = max(0, sent - REACH)
        else:
            self._sent.pop(chain, None)

    def ask(self, game: bytes) -> Have | None:
        """Say once that nothing of this game is here."""
        if self._told_heads is not None:
            return None
        self._told_heads = {}
        return Have(game, ())

    def next_frame(self, replica: Replica, *, gives: bool) -> Frame | None:
        """What the peer ought to be sent next, noted as sent; who only watches gives nothing."""
        if not gives:
            return self._next_have(replica)
        return (
            self._next_ballot(replica)
            or self._next_have(replica)
            or self._next_entry(replica)
            or self._next_claim(replica)
        )

    def _next_ballot(self, replica: Replica) -> BallotFrame | None:
        """A ballot that the peer was not sent yet.

        They come before HAVE: who was restarted learns how it has voted before it may speak. Who
        turns out to lack the game, or so much of it that it had no use for them, gets them later.
        """
        if self.counts == {}:
            return None
        stage = b"" if self.counts is None else b"again"
        for signed in replica.ballots():
            name = stage + signed.signature
            if self._was_told(name) or not self._is_near(signed, replica):
                continue
            # Last of all: who signed it is found by verifying the signature.
            if self._knows_voter(signed, replica) and self._is_news(name):
                return BallotFrame(signed.ballot, signed.signature)
        return None

    def _is_near(self, signed: SignedBallot, replica: Replica) -> bool:
        """Whether the peer has come so far that it keeps a ballot; so we think until it says."""
        place, ours = signed.ballot.place, replica.durable.get(TABLE_CHAIN, 0)
        about = place.seq if place.chain == TABLE_CHAIN else ours
        return self.counts is None or about <= self.counts.get(TABLE_CHAIN, 0) + WINDOW

    def _knows_voter(self, signed: SignedBallot, replica: Replica) -> bool:
        """Whether the peer can tell that a ballot is by who has, or had, the seat of its voter."""
        try:
            return self._knows(ballot_author(replica.table, signed), replica)
        except (InvalidEncoding, InvalidProof):
            return False  # he sat there on a branch that we have left

    def _knows(self, identity: PublicIdentity, replica: Replica) -> bool:
        """Whether the peer has the entry by which somebody sat down, as far as it has said."""
        seq, claimed = replica.table.seated_at(identity), self._claimed.get(TABLE_CHAIN)
        if seq == 0:
            return True
        if seq is None or claimed is None or claimed.count <= seq:
            return False
        ours = replica.table.log.entry(TABLE_CHAIN, claimed.count - 1)
        return ours is not None and ours.head == claimed.head

    def _next_claim(self, replica: Replica) -> ClaimFrame | None:
        """A claim to the free seat that the peer was not sent, if it knows of the seat."""
        due, claimed = replica.table.due(TABLE_CHAIN), self._claimed.get(TABLE_CHAIN)
        if due is None or claimed is None or claimed.head != due.prev:
            return None
        for signed in replica.claims:
            if self._is_news(signed.signature):
                return ClaimFrame(signed.claim, signed.signature)
        return None

    def _next_have(self, replica: Replica) -> Have | None:
        first = self._told_heads is None
        told = self._told_heads = self._told_heads or {}
        news = tuple(head for head in replica.heads().values() if told.get(head.chain) != head.head)
        if not news and not first:
            return None
        told |= {head.chain: head.head for head in news}
        return Have(replica.game, news)

    def _next_entry(self, replica: Replica) -> EntryFrame | None:
        counts = self.counts
        if counts is None:
            return None
        for signed in replica.proofs() if counts else ():
            if self._was_told(signed.head):
                continue
            author = entry_author(replica.table, signed)
            if self._knows(author, replica) and self._is_news(signed.head):
                return EntryFrame(signed.raw, signed.signature)
        self._look_for_rewind(replica)
        for chain, seq in self._missing(replica, counts):
            signed_entry = replica.table.log.entry(chain, seq)
            if signed_entry is not None:
                self._sent[chain] = seq + 1
                return EntryFrame(signed_entry.raw, signed_entry.signature)
        return None

    def _missing(self, replica: Replica, counts: dict[str, int]) -> Iterator[tuple[str, int]]:
        """The next entry of each chain that the peer may be sent."""
        for chain, count in replica.durable.items():
            self._look_for_fork(replica, chain)
            knows_seating = self._knows_seating(replica)
            if replica.is_dead(chain) if knows_seating else _opens_after(replica, chain):
                continue  # nothing is built on it any more; or its seats are not known there yet
            known, seq, limit = counts.get(chain, 0), self._sent.get(chain, 0), count
            if chain in self._rewound:
                known = max(self._shared.get(chain, 0), known - REACH)
            else:
                seq = max(seq, known)
                # Without the first entry a peer has no use for any other.
                limit = min(count, known + WINDOW if counts else int(chain == TABLE_CHAIN))
            limit = _until_reseat(replica, chain, known, limit)
            if seq < limit:
                yield chain, seq

    def _knows_seating(self, replica: Replica) -> bool:
        """Whether the peer has the entry that fixed who sits where, also if it is on a branch."""
        is_other = TABLE_CHAIN in self._rewound and replica.table.state.former
        has = self._shared if is_other else self.counts or {}
        return has.get(TABLE_CHAIN, 0) > (replica.table.state.seated_seq or 0)

    def _look_for_fork(self, replica: Replica, chain: str) -> None:
        """Where the peer has another history, send the whole chain; the peer will do the same.

        Once it has ours, go on from there: it may have had no room for all that it was sent.
        """
        claimed = self._claimed.get(chain)
        if claimed is None:
            return
        ours = replica.table.log.entry(chain, claimed.count - 1)
        if ours is not None and ours.head == claimed.head:
            self._shared[chain] = claimed.count
            if chain in self._rewound:
                self._rewound.discard(chain)
                self._forked.discard(chain)
                del self._sent[chain]
        # Of a peer that has more than we have, only what it brings tells that it is another one.
        elif chain not in self._rewound and (ours is not None or chain in self._forked):
            self._rewound.add(chain)
            self._sent[chain] = max(0, self._shared.get(chain, 0) - REACH)

    def _look_for_rewind(self, replica: Replica) -> None:
        """What was sent of what we took back since was sent in vain: begin again."""
        before, self._rewinds = self._rewinds, replica.rewinds
        if before is not None and before != replica.rewinds:
            self._rewound |= self._sent.keys()
            self._sent = dict.fromkeys(self._sent, 0)
            self._shared.clear()

    def _was_told(self, name: bytes) -> bool:
        """Whether something that is beside the chains was sent."""
        return name in self._told

    def _is_news(self, name: bytes) -> bool:
        """Whether it was not sent yet; it counts as sent now."""
        if self._was_told(name):
            return False
        self._told[name] = None
        return True


def _until_reseat(replica: Replica, chain: str, first: int, limit: int) -> int:
    """How far to send a chain at once: who sits down next has to be known before he speaks."""
    for seq in range(first, limit if chain == TABLE_CHAIN else first):
        signed = replica.table.log.entry(chain, seq)
        if signed is not None and signed.entry.kind == Reseat.kind:
            return seq + 1
    return limit


def _opens_after(replica: Replica, chain: str) -> bool:
    """Whether a chain of a deck opens on the entry that fixed the present seating."""
    log, seated = replica.table.log, replica.table.state.seated_seq or 0
    first, seating = log.entry(chain, 0), log.entry(TABLE_CHAIN, seated)
    return first is not None and seating is not None and first.entry.prev == seating.head
