"""What is said on the chain of a deck, and the record that it makes (docs/protocol.md §10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar

from msgspec import Meta

from belote_protocol.deck import initial_deck
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import MAX_SEATS, Body, Head, Seat
from belote_protocol.escrow import Escrow, ReceivingKey, SealedShare, receivers
from belote_protocol.group import Element
from belote_protocol.seed import SALT_BYTES, SEED_BYTES, Seed
from belote_protocol.shuffle import ShuffleProof
from belote_protocol.sigma import KnowledgeProof

Salt = Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]
SeedBytes = Annotated[bytes, Meta(min_length=SEED_BYTES, max_length=SEED_BYTES)]


class Commit(Body):
    """A commitment to this seat's seed."""

    kind: ClassVar[str] = "commit"

    commitment: Head


class EscrowCommit(Body):
    """A commitment to this seat's seed, and where to send it shares of the others' keys."""

    kind: ClassVar[str] = "commit-escrow"

    commitment: Head
    receiving_key: ReceivingKey


class Key(Body):
    """This seat's public key for this deck, and proof that it knows the secret."""

    kind: ClassVar[str] = "key"

    public_key: Element
    proof: KnowledgeProof


class EscrowKey(Body):
    """This seat's public key for this deck, with proof, and the secret shared among the others."""

    kind: ClassVar[str] = "key-escrow"

    public_key: Element
    proof: KnowledgeProof
    escrow: Escrow


class Shuffle(Body):
    """The deck after this seat's shuffle; `salt` makes the shuffle's randomness unique.

    On a table with an escrow it also says that all shares sent to this seat are valid.
    """

    kind: ClassVar[str] = "shuffle"

    salt: Salt
    deck: tuple[Ciphertext, ...]
    proof: ShuffleProof


class Complain(Body):
    """In place of one's own shuffle: the share that seat `accused` sent is not valid."""

    kind: ClassVar[str] = "complain"

    accused: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class Expose(Body):
    """The seed of an accused seat. No card of the deck was dealt, and none will be."""

    kind: ClassVar[str] = "expose"

    seed: SeedBytes


class Reveal(Body):
    """The seed, opened. `played` is the head of the play that opened the last card."""

    kind: ClassVar[str] = "reveal"

    seed: SeedBytes
    played: Head


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """One accepted shuffle: what the audit needs to make it again from the seed."""

    salt: bytes
    prev: bytes
    deck: tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """Who says that whose escrow is wrong; one of the two lies."""

    accuser: Seat
    accused: Seat


class Fault(Enum):
    """What killed a deck."""

    WRONG_ESCROW = "wrong escrow"
    """What the accused had sent is not what its seed gives."""
    FALSE_COMPLAINT = "false complaint"
    """What the accused had sent is right."""


@dataclass(frozen=True, slots=True)
class Death:
    """The end of a deck that nobody will deal, and the seat at fault."""

    culprit: Seat
    reason: Fault


@dataclass(frozen=True, slots=True)
class DeckState:
    """The public record of one deck's preparation.

    Attributes:
        number: n of `deck/n`.
        seats, size: how many seats prepare it, and how many cards it has.
        commitments, keys: by seat, as far as they have come.
        receiving_keys, escrows: likewise; empty on a table without an escrow.
        shuffles: the deck after each seat's shuffle.
        complaint: what was said in place of a shuffle.
        dead: how the complaint ended; the deck is not to be dealt, and its chain is closed.
        revealed: seeds by seat, as far as they have come.
    """

    number: int
    seats: int
    size: int
    commitments: tuple[bytes, ...] = ()
    keys: tuple[Element, ...] = ()
    receiving_keys: tuple[ReceivingKey, ...] = ()
    escrows: tuple[Escrow, ...] = ()
    shuffles: tuple[ShuffleRecord, ...] = ()
    complaint: Complaint | None = None
    dead: Death | None = None
    revealed: tuple[Seed, ...] = ()

    @property
    def ciphertexts(self) -> tuple[Ciphertext, ...]:
        """The deck as the last shuffle left it; the cards in the open before the first."""
        return self.shuffles[-1].deck if self.shuffles else initial_deck(self.size)

    @property
    def is_complete(self) -> bool:
        """Whether every seat has shuffled."""
        return len(self.shuffles) == self.seats

    def share_of(self, sender: Seat, receiver: Seat) -> SealedShare:
        """What `sender` has sent to `receiver`, another seat, of its key."""
        return self.escrows[sender][receivers(sender, self.seats).index(receiver)]


_CHAIN_PREFIX = "deck/"


def deck_chain(number: int) -> str:
    """Name of the chain that prepares deck `number`."""
    return f"{_CHAIN_PREFIX}{number}"


def deck_number(chain: str) -> int | None:
    """The deck that a chain prepares; None for any name that `deck_chain` does not give."""
    digits = chain.removeprefix(_CHAIN_PREFIX)
    if digits == chain or not digits.isascii() or not digits.isdigit():
        return None
    number = int(digits)
    return number if deck_chain(number) == chain else None


def completing_seq(seats: int) -> int:
    """Sequence number of the last shuffle, which completes a deck that nobody complains about."""
    return 3 * seats - 1
