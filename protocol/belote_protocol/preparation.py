"""The chain `deck/n`: four seats prepare one shuffled, encrypted deck (docs/protocol.md §10).

    commit ×n   each seat fixes its seed
    key ×n      each publishes its key of this deck, with proof
    shuffle ×n  each permutes and re-encrypts the deck, with proof
    reveal ×n   only if the deal was played to its last card and the table audits: the seeds

With an escrow, `commit-escrow` and `key-escrow` come in the place of the first two: each key is
shared among the other seats. In place of its shuffle a seat may `complain` of a share; the accused
then must `expose` its seed, which shows who lied, and the deck is dead.

Seat order is the signing order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from belote_protocol.commitment import commit, verify_opening
from belote_protocol.deck import initial_deck, joint_key
from belote_protocol.deck_state import (
    Commit,
    Complain,
    Complaint,
    Death,
    DeckState,
    EscrowCommit,
    EscrowKey,
    Expose,
    Fault,
    Key,
    Reveal,
    Shuffle,
    ShuffleRecord,
    deck_chain,
)
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import Body, EntryContext, Seat
from belote_protocol.errors import InvalidProof, ProtocolError
from belote_protocol.escrow import (
    Route,
    make_escrow,
    open_escrow_share,
    receivers,
    receiving_key,
    verify_escrow_commitments,
)
from belote_protocol.group import Element, Scalar, generator_multiple
from belote_protocol.machine import Expect, Steps, ask
from belote_protocol.seed import SALT_BYTES, Seed
from belote_protocol.shuffle import prove_shuffle, shuffle, verify_shuffle
from belote_protocol.sigma import prove_knowledge, verify_knowledge
from belote_protocol.transcript import RandomBytes, Transcript

DECK_COMMITMENT = "deck"
"""Label of the commitments to deck seeds."""


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


_Round = tuple[type[Body], Callable[[DeckState, Any, EntryContext], DeckState]]
"""What every seat says in turn, and how it is checked."""


def prepare_deck(
    number: int, *, seats: int, size: int, reveal_rule: RevealRule | None, escrow: bool
) -> Steps[DeckState]:
    """The chain of deck `number`, from the first commitment to the last reveal.

    Without a `reveal_rule` the chain ends when the deck is complete; with a complaint it ends
    when the deck is dead.
    """
    state = DeckState(number=number, size=size, seats=seats)
    order = [Seat(index) for index in range(seats)]
    plain: tuple[_Round, ...] = ((Commit, check_commit), (Key, check_key))
    shared: tuple[_Round, ...] = (
        (EscrowCommit, check_escrow_commit),
        (EscrowKey, check_escrow_key),
    )
    for body, check_body in shared if escrow else plain:
        for seat in order:
            state = yield from ask(Expect(seat, body, partial(check_body, state), state))
    for seat in order:
        complain = Expect(seat, Complain, partial(check_complaint, state), state)
        instead = (complain,) if escrow else ()
        check = partial(check_shuffle, state)
        state = yield from ask(Expect(seat, Shuffle, check, state, instead))
        if state.complaint is not None:
            judge = partial(check_expose, state, state.complaint)
            return (yield from ask(Expect(state.complaint.accused, Expose, judge, state)))
    if reveal_rule is not None:
        for seat in order:
            check_seed = partial(check_reveal, reveal_rule, state)
            state = yield from ask(Expect(seat, Reveal, check_seed, state))
    return state


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


def check_escrow_commit(state: DeckState, body: EscrowCommit, context: EntryContext) -> DeckState:
    """Accept a commitment and a receiving key that no other seat has made.

    Raises:
        InvalidProof: one of them is a copy of another seat's.
    """
    if body.receiving_key in state.receiving_keys:
        raise InvalidProof("a receiving key of one's own expected, got a copy")
    state = check_commit(state, Commit(body.commitment), context)
    return replace(state, receiving_keys=(*state.receiving_keys, body.receiving_key))


def check_escrow_key(state: DeckState, body: EscrowKey, context: EntryContext) -> DeckState:
    """Accept a key that is right by itself, and commitments to its shares for all other seats.

    Raises:
        InvalidProof: as `check_key`, or the commitments are not those of the key.
    """
    verify_escrow_commitments(body.public_key, body.escrow, state.seats)
    state = check_key(state, Key(body.public_key, body.proof), context)
    return replace(state, escrows=(*state.escrows, body.escrow))


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


def check_complaint(state: DeckState, body: Complain, context: EntryContext) -> DeckState:
    """Accept a complaint about another seat; whether it is true, the accused has to show.

    Raises:
        InvalidProof: there is no such other seat.
    """
    if body.accused not in receivers(context.seat, state.seats):
        raise InvalidProof(f"another seat expected to be accused, got seat {body.accused}")
    return replace(state, complaint=Complaint(context.seat, Seat(body.accused)))


def check_expose(
    state: DeckState, complaint: Complaint, body: Expose, context: EntryContext
) -> DeckState:
    """Find out who lied. Every seed is accepted: one that explains nothing tells on its author."""
    if _explains_escrow(state, context, Seed(body.seed)):
        return replace(state, dead=Death(complaint.accuser, Fault.FALSE_COMPLAINT))
    return replace(state, dead=Death(complaint.accused, Fault.WRONG_ESCROW))


def check_reveal(
    rule: RevealRule, state: DeckState, body: Reveal, context: EntryContext
) -> DeckState:
    """Accept a seed that opens its commitment and gives this seat's key and shuffle again.

    Raises:
        InvalidProof: the seed is not the one committed to, or its key, escrow or shuffle differs.
    """
    seat = context.seat
    verify_opening(
        state.commitments[seat], DECK_COMMITMENT, context.game, context.chain, seat, body.seed
    )
    seed = Seed(body.seed)
    if generator_multiple(seed.key()) != state.keys[seat]:
        raise InvalidProof("the key of the revealed seed expected, got another")
    if state.escrows and not _explains_escrow(state, context, seed):
        raise InvalidProof("the escrow of the revealed seed expected, got another")
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


def make_escrow_commit(context: EntryContext, seed: Seed) -> EscrowCommit:
    """The commitment to `seed`, stored as for `make_commit`, and its receiving key."""
    return EscrowCommit(make_commit(context, seed).commitment, receiving_key(seed))


def make_escrow_key(
    state: DeckState, context: EntryContext, seed: Seed, random_bytes: RandomBytes
) -> EscrowKey:
    """This seat's key for the deck, with its proof, shared among the others."""
    key = make_key(state, context, seed, random_bytes)
    return EscrowKey(key.public_key, key.proof, make_escrow(seed, state.receiving_keys, context))


def own_escrow_share(
    state: DeckState, game: bytes, seed: Seed, *, sender: Seat, receiver: Seat
) -> Scalar:
    """What `sender` has sent of its key to `receiver`, who holds `seed`.

    Raises:
        InvalidProof, InvalidEncoding: it is not what the sender has committed to.
    """
    route = Route(game, deck_chain(state.number), sender, receiver)
    return open_escrow_share(state.share_of(sender, receiver), route, state.receiving_keys, seed)


def make_complaint(state: DeckState, context: EntryContext, seed: Seed) -> Complain | None:
    """What this seat has to say in place of its shuffle; None if all its shares are valid.

    None, too, if keys are not shared at this table.
    """
    for sender in receivers(context.seat, len(state.escrows)):
        try:
            own_escrow_share(state, context.game, seed, sender=sender, receiver=context.seat)
        except ProtocolError:
            return Complain(sender)
    return None


def make_expose(seed: Seed) -> Expose:
    """The seed of a deck about which another seat has complained."""
    return Expose(bytes(seed))


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


def _explains_escrow(state: DeckState, context: EntryContext, seed: Seed) -> bool:
    """Whether `seed` gives, byte for byte, what this seat has said of its escrow.

    The key needs no look of its own: it is the sum of the escrow's commitments.
    """
    seat, keys = context.seat, state.receiving_keys
    given = (
        commit(DECK_COMMITMENT, context.game, context.chain, seat, seed),
        receiving_key(seed),
        make_escrow(seed, keys, context),
    )
    return given == (state.commitments[seat], keys[seat], state.escrows[seat])


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
