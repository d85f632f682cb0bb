"""One signed entry of a game's log, and where it stands (docs/protocol.md §8)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated, ClassVar, NewType

from msgspec import Meta

from belote_protocol.codec import Wire, decode, encode
from belote_protocol.errors import BadSignature, InvalidEncoding, InvalidProof
from belote_protocol.identity import SIGNATURE_BYTES, Identity, PublicIdentity
from belote_protocol.transcript import Transcript
from belote_protocol.version import PROTOCOL_LABEL

Seat = NewType("Seat", int)
"""Signing index: the position of a member in the first entry. Not the place at the table."""

HEAD_BYTES = 32
NO_GAME = b""
"""The game field of a first entry, whose hash *is* the game."""

MAX_SEATS = 8
_SIGNATURE_PREFIX = f"{PROTOCOL_LABEL}/entry\x00".encode()
_HEAD_PREFIX = f"{PROTOCOL_LABEL}/head\x00".encode()

Head = Annotated[bytes, Meta(min_length=HEAD_BYTES, max_length=HEAD_BYTES)]
HeadOrNone = Annotated[bytes, Meta(max_length=HEAD_BYTES)]
"""Thirty-two bytes, or none: the game and the previous head of a first entry."""

ChainName = Annotated[str, Meta(min_length=1, max_length=24)]
SeqNumber = Annotated[int, Meta(ge=0, lt=2**32)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class Body(Wire):
    """Base of every entry's body. `kind` is the name it travels under."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class EntryContext:
    """Where an entry stands: all of it but the body. Every proof is bound to it."""

    game: bytes
    chain: str
    seq: int
    prev: bytes
    seat: Seat
    kind: str

    def transcript(self) -> Transcript:
        """A fresh Fiat–Shamir transcript that no other entry shares."""
        transcript = Transcript(PROTOCOL_LABEL)
        transcript.append("kind", self.kind.encode())
        transcript.append("game", self.game)
        transcript.append("chain", self.chain.encode())
        transcript.append_int("seq", self.seq)
        transcript.append("prev", self.prev)
        transcript.append_int("seat", self.seat)
        return transcript


class Entry(Wire):
    """An entry before it is signed. `body` holds the one encoding of the body of that kind.

    Because the body travels as bytes, an entry can be linked, hashed and stored by somebody who
    does not know its kind.
    """

    game: HeadOrNone
    chain: ChainName
    seq: SeqNumber
    prev: HeadOrNone
    seat: SeatNumber
    kind: Annotated[str, Meta(min_length=1, max_length=16)]
    body: bytes

    @property
    def context(self) -> EntryContext:
        """All of this entry but its body."""
        return EntryContext(self.game, self.chain, self.seq, self.prev, Seat(self.seat), self.kind)


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """An entry as it travels: its encoding and the signature over it.

    Attributes:
        raw: the one encoding of `entry`.
        signature: 64 bytes, not verified yet.
        entry: `raw`, decoded.
        head: the hash of `raw`; the next entry of the chain links to it.
    """

    raw: bytes
    signature: bytes
    entry: Entry
    head: bytes

    @classmethod
    def from_wire(cls, raw: bytes, signature: bytes) -> SignedEntry:
        """Read an entry; the signature is only measured.

        Raises:
            InvalidEncoding: `raw` is not the one encoding of an entry, or a length is wrong.
        """
        if len(signature) != SIGNATURE_BYTES:
            raise InvalidEncoding(
                f"signature of {SIGNATURE_BYTES} bytes expected, got {len(signature)}"
            )
        entry = decode(Entry, raw)
        for name, value in (("game", entry.game), ("prev", entry.prev)):
            if len(value) not in (0, HEAD_BYTES):
                raise InvalidEncoding(f"{name} of {HEAD_BYTES} bytes expected, got {len(value)}")
        return cls(raw, signature, entry, hash_entry(raw))

    @classmethod
    def seal(cls, context: EntryContext, body: Body, identity: Identity) -> SignedEntry:
        """Sign `body` at the place that `context` names."""
        entry = Entry(
            context.game,
            context.chain,
            context.seq,
            context.prev,
            context.seat,
            context.kind,
            encode(body),
        )
        raw = encode(entry)
        return cls(raw, identity.sign(_SIGNATURE_PREFIX + raw), entry, hash_entry(raw))

    def verify_signature(self, author: PublicIdentity) -> None:
        """Check that `author` signed this entry.

        Raises:
            BadSignature: it did not; nobody is to blame but who relayed it.
        """
        try:
            author.verify(self.signature, _SIGNATURE_PREFIX + self.raw)
        except InvalidProof as cause:
            raise BadSignature(
                f"not signed by seat {self.entry.seat}", culprit=None, head=self.head
            ) from cause


def hash_entry(raw: bytes) -> bytes:
    """The head that an entry makes: SHA-256 of its encoding under a label, 32 bytes."""
    return hashlib.sha256(_HEAD_PREFIX + raw).digest()
