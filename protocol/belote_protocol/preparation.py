"""The chain `deck/n`: four seats prepare one shuffled, encrypted deck (docs/protocol.md §10).

    commit ×n   each seat fixes its seed
    key ×n      each publishes its key of this deck, with proof
    shuffle ×n  each permutes and re-encrypts the deck, with proof
    reveal ×n   only if the deal was played to its last card and the table audits: the seeds

Seat order is the signing order. Escrow and complaints have their place in `key` and `shuffle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar, Protocol

from msgspec import Meta

from belote_protocol.commitment import commit, verify_opening
from belote_protocol.deck import initial_deck, joint_key
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import Body, EntryContext, Head, Seat
from belote_protocol.errors import InvalidProof
from belote_protocol.group import Element, Scalar, generator_multiple
from belote_protocol.machine import Expect, Steps, ask
from belote_protocol.seed import SALT_BYTES, RandomBytes, Seed
from belote_protocol.shuffle import ShuffleProof, prove_shuffle, shuffle, verify_shuffle
from belote_protocol.sigma import KnowledgeProof, prove_knowledge, verify_knowledge
from belote_protocol.transcript import Transcript

DECK_COMMITMENT = "deck"
"""Label of the commitments to deck seeds."""

Salt = Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]


class Commit(Body):
    """A commitment to this seat's seed."""

    kind: ClassVar[str] = "commit"

    commitment: Head


class Key(Body):
    """This seat's public key for this deck, and proof that it knows the secret."""

    kind: ClassVar[str] = "key"

    public_key: Element
    proof: KnowledgeProof


class Shuffle(Body):
    """The deck after this seat's shuffle; `salt` makes the shuffle's randomness unique."""

    kind: ClassVar[str] = "shuffle"

    salt: Salt
    deck: tuple[Ciphertext, ...]
    proof: ShuffleProof


class Reveal(Body):
    """The seed, opened. `played` is the head of the play that opened the last card."""

    kind: ClassVar[str] = "reveal"

    seed: Annotated[bytes, Meta(min_length=32, max_length=32)]
    played: Head


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """One accepted shuffle: what the audit needs to make it again from the seed."""

    salt: bytes
    prev: bytes
    deck: tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True)
class DeckState:
    """The public record of one deck's preparation.

    Attributes:
        number: n of `deck/n`.
        seats, size: how many seats prepare it, and how many cards it has.
        commitments, keys: by seat, as far as they have come.
        shuffles: the deck after each seat's shuffle.
        revealed: seeds by seat, as far as they have come.
    """

    number: int
    seats: int
    size: int
    commitments: tuple[bytes, ...] = ()
    keys: tuple[Element, ...] = ()
    shuffles: tuple[ShuffleRecord, ...] = ()
    revealed: tuple[Seed, ...] = ()

    @property
    def ciphertexts(self) -> tuple[Ciphertext, ...]:
        """The deck as the last shuffle left it; the cards in the open before the first."""
        return self.shuffles[-1].deck if self.shuffles else initial_deck(self.size)

    @property
    def is_complete(self) -> bool:
        """Whether every seat has shuffled."""
        return len(self.shuffles) == self.seats


class RevealRule(Protocol):
    """When seeds may be opened, and what else they must explain.

    The chain of a deck cannot know: the chain of the game that used the deck does.
    """

    def __call__(self, number: int, seat: Seat, body: Reveal) -> None:
        """Check that `body.played` opened the last card dealt from deck `number`.

        Raises:
            NotYet: that entry is not here yet.
            InvalidProof: it did not, or the seed does not explain what `seat` did with the deck.
        """


def prepare_deck(
    number: int, *, seats: int, size: int, reveal_rule: RevealRule | None
) -> Steps[DeckState]:
    """The chain of deck `number`, from the first commitment to the last reveal.

    Without a `reveal_rule` the chain ends when the deck is complete.
    """
    state = DeckState(number=number, size=size, seats=seats)
    order = [Seat(index) for index in range(seats)]
    for seat in order:
        state = yield from ask(Expect(seat, Commit, partial(check_commit, state), state))
    for seat in order:
        state = yield from ask(Expect(seat, Key, partial(check_key, state), state))
    for seat in order:
        state = yield from ask(Expect(seat, Shuffle, partial(check_shuffle, state), state))
    if reveal_rule is not None:
        for seat in order:
            check = partial(check_reveal, reveal_rule, state)
            state = yield from ask(Expect(seat, Reveal, check, state))
    return state


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
    """Sequence number of the entry that completes a deck: the last shuffle."""
    return 3 * seats - 1


# What every node checks. Each returns the state after the entry, or raises ProtocolError.


def check_commit(state: DeckState, body: Commit, context: EntryContext) -> DeckState:
    """Accept a commitment that no other seat has made.

    Raises:
        InvalidProof: it is a copy of another seat's.
    """
    if body.commitment in state.commitments:
        raise InvalidProof("a commitment of one's own expected, got a copy")
    return replace(state, commitments=(*state.commitments, body.commitment))


def check_key(state: DeckState, body: Key, context: EntryContext) -> DeckState:
    """Accept a key whose secret is known to its author, and that is no other seat's.

    Raises:
        InvalidProof: the proof fails, or the key is the same as, or the mirror of, another.
    """
    transcript = _key_transcript(state, context)
    verify_knowledge(body.public_key, body.proof, transcript)
    keys = (*state.keys, body.public_key)
    joint_key(keys)
    return replace(state, keys=keys)


def check_shuffle(state: DeckState, body: Shuffle, context: EntryContext) -> DeckState:
    """Accept a deck that holds the cards of the one before, permuted and re-encrypted.

    Raises:
        InvalidProof: the argument fails.
    """
    verify_shuffle(
        joint_key(state.keys),
        state.ciphertexts,
        body.deck,
        body.proof,
        _shuffle_transcript(context, body.salt),
    )
    record = ShuffleRecord(body.salt, context.prev, body.deck)
    return replace(state, shuffles=(*state.shuffles, record))


def check_reveal(
    rule: RevealRule, state: DeckState, body: Reveal, context: EntryContext
) -> DeckState:
    """Accept a seed that opens its commitment and gives this seat's key and shuffle again.

    Raises:
        InvalidProof: the seed is not the one committed to, or its key or shuffle differs.
    """
    seat = context.seat
    verify_opening(
        state.commitments[seat], DECK_COMMITMENT, context.game, context.chain, seat, body.seed
    )
    seed = Seed(body.seed)
    if generator_multiple(seed.key()) != state.keys[seat]:
        raise InvalidProof("the key of the revealed seed expected, got another")
    before = state.shuffles[seat - 1].deck if seat else initial_deck(state.size)
    record = state.shuffles[seat]
    if _shuffled(seed, record.prev, record.salt, before, joint_key(state.keys))[0] != record.deck:
        raise InvalidProof("the shuffle of the revealed seed expected, got another")
    rule(state.number, seat, body)
    return replace(state, revealed=(*state.revealed, seed))


# The private half: what a seat says when it is its turn.


def make_commit(context: EntryContext, seed: Seed) -> Commit:
    """The commitment to `seed`, which must be stored durably before this is sent."""
    return Commit(commit(DECK_COMMITMENT, context.game, context.chain, context.seat, seed))


def make_key(state: DeckState, context: EntryContext, seed: Seed, random_bytes: RandomBytes) -> Key:
    """This seat's key for the deck, with its proof."""
    secret = seed.key()
    public_key = generator_multiple(secret)
    proof = prove_knowledge(secret, public_key, _key_transcript(state, context), random_bytes)
    return Key(public_key, proof)


def make_shuffle(
    state: DeckState, context: EntryContext, seed: Seed, random_bytes: RandomBytes
) -> Shuffle:
    """The deck, permuted and re-encrypted, with the argument that it is."""
    salt = random_bytes(SALT_BYTES)
    public_key, before = joint_key(state.keys), state.ciphertexts
    deck, permutation, randomizers = _shuffled(seed, context.prev, salt, before, public_key)
    proof = prove_shuffle(
        public_key,
        before,
        deck,
        permutation,
        randomizers,
        _shuffle_transcript(context, salt),
        random_bytes,
    )
    return Shuffle(salt, deck, proof)


def make_reveal(seed: Seed, played: bytes) -> Reveal:
    """The seed, opened after the play whose head is `played`."""
    return Reveal(bytes(seed), played)


def _shuffled(
    seed: Seed,
    prev: bytes,
    salt: bytes,
    before: Sequence[Ciphertext],
    public_key: Element,
) -> tuple[tuple[Ciphertext, ...], tuple[int, ...], tuple[Scalar, ...]]:
    """The deck that this seed makes of `before`, with the permutation and randomizers used."""
    permutation = seed.permutation(Shuffle.kind, prev, salt, len(before))
    randomizers = seed.randomizers(Shuffle.kind, prev, salt, len(before))
    return tuple(shuffle(before, public_key, permutation, randomizers)), permutation, randomizers


def _key_transcript(state: DeckState, context: EntryContext) -> Transcript:
    """The proof of a key is bound to the commitments made before it."""
    transcript = context.transcript()
    for commitment in state.commitments:
        transcript.append("commitment", commitment)
    return transcript


def _shuffle_transcript(context: EntryContext, salt: bytes) -> Transcript:
    transcript = context.transcript()
    transcript.append("salt", salt)
    return transcript
