"""The chain of a deck: four seats prepare it, and whoever cheats is named at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import pytest

from belote_protocol import preparation
from belote_protocol.deck import card_elements, card_number, initial_deck
from belote_protocol.deck_state import (
    Commit,
    DeckState,
    Key,
    Reveal,
    Shuffle,
    completing_seq,
    deck_chain,
    deck_number,
)
from belote_protocol.elgamal import Ciphertext, decryption_share, reencrypt, remove_shares
from belote_protocol.entry import Body, EntryContext, Seat, SignedEntry
from belote_protocol.errors import BrokenChain, RejectedEntry, RuleBroken
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    generator_multiple,
    sum_of_elements,
)
from belote_protocol.identity import Identity
from belote_protocol.machine import Machine, NotYet
from belote_protocol.preparation import (
    make_commit,
    make_key,
    make_reveal,
    make_shuffle,
    prepare_deck,
)
from belote_protocol.seed import Seed
from belote_protocol.shuffle import ShuffleProof, prove_shuffle
from belote_protocol.sigma import KnowledgeProof, prove_knowledge
from tests.protocol.seeded import seeded

SEATS, SIZE = 4, 8
PLAYED = b"p" * 32
IDENTITIES = [Identity.generate(seeded(f"preparation/{seat}")) for seat in range(SEATS)]
RANDOM = seeded("preparation")


def reveal_rule(number: int, seat: Seat, body: Reveal) -> None:
    if body.played != PLAYED:
        raise NotYet("not played out")


class Chain:
    """One deck's chain, and everybody's seed."""

    has_escrow = False

    def __init__(self, *, number: int = 3, audited: bool = True, game: bytes = b"g" * 32) -> None:
        rule = reveal_rule if audited else None
        self.random_bytes = seeded(f"chain/{number}")
        self.seeds = [Seed.fresh(seeded(f"seed/{number}/{seat}")) for seat in range(SEATS)]
        self.machine: Machine[DeckState] = Machine(
            game=game,
            chain=deck_chain(number),
            steps=prepare_deck(
                number, seats=SEATS, size=SIZE, reveal_rule=rule, escrow=self.has_escrow
            ),
            identities=lambda _state: [identity.public for identity in IDENTITIES],
            first_seq=0,
            first_prev=b"s" * 32,
        )

    @property
    def state(self) -> DeckState:
        expect = self.machine.expect
        state = self.machine.result if expect is None else expect.public
        assert isinstance(state, DeckState)
        return state

    @property
    def context(self) -> EntryContext:
        context = self.machine.context()
        assert context is not None
        return context

    def honest(self) -> Body:
        context = self.context
        seed = self.seeds[context.seat]
        if context.kind == Commit.kind:
            return make_commit(context, seed)
        if context.kind == Key.kind:
            return make_key(self.state, context, seed, self.random_bytes)
        if context.kind == Shuffle.kind:
            return make_shuffle(self.state, context, seed, self.random_bytes)
        return make_reveal(seed, PLAYED)

    def say(self, body: Body, context: EntryContext | None = None) -> SignedEntry:
        context = context or self.context
        return SignedEntry.seal(context, body, IDENTITIES[context.seat])

    def to(self, kind: str, seat: int) -> Self:
        """Go on until this seat owes this kind."""
        while (self.context.kind, self.context.seat) != (kind, seat):
            self.accept(self.honest())
        return self

    def accept(self, body: Body) -> None:
        self.machine.advance(self.machine.check(self.say(body)))

    def refuse(self, body: Body) -> RejectedEntry:
        """Check that a body is refused, its author named, and nothing changed."""
        before, head = self.state, self.machine.head
        with pytest.raises(RuleBroken) as caught:
            self.machine.check(self.say(body))
        assert caught.value.culprit == self.context.seat
        assert self.state is before
        assert self.machine.head == head
        return caught.value


def test_a_deck_from_first_commitment_to_last_reveal() -> None:
    chain = Chain()
    kinds = []
    while chain.machine.expect is not None:
        kinds.append((chain.context.kind, chain.context.seat))
        assert chain.state.is_complete == (len(kinds) > completing_seq(SEATS) + 1)
        chain.accept(chain.honest())
    order = range(SEATS)
    assert kinds == [(kind, s) for kind in ("commit", "key", "shuffle", "reveal") for s in order]
    assert chain.state.revealed == tuple(chain.seeds)
    secrets = [seed.key() for seed in chain.seeds]
    cards = [
        card_number(remove_shares(one, [decryption_share(one, secret) for secret in secrets]).b)
        for one in chain.state.ciphertexts
    ]
    assert sorted(cards) == list(range(SIZE))
    assert cards != sorted(cards)


def test_without_audit_the_chain_ends_with_the_last_shuffle() -> None:
    chain = Chain(audited=False)
    chain.to("shuffle", SEATS - 1)
    chain.accept(chain.honest())
    assert chain.machine.expect is None
    assert chain.state.is_complete
    assert chain.machine.seq == completing_seq(SEATS) + 1


def test_before_the_first_shuffle_all_lies_open() -> None:
    assert [one.b for one in Chain().state.ciphertexts] == list(card_elements(SIZE))


@pytest.mark.parametrize(
    ("chain", "number"),
    [
        ("deck/1", 1),
        ("deck/10", 10),
        ("deck/0", 0),
        ("deck/01", None),
        ("deck/-1", None),
        ("deck/", None),
        ("deck/1 ", None),
        ("deck/²", None),
        ("deck/١", None),
        ("deck/1/2", None),
        ("deck/deck/1", None),
        ("1", None),
        ("table", None),
    ],
)
def test_names_of_chains(chain: str, number: int | None) -> None:
    assert deck_number(chain) == number
    if number is not None:
        assert deck_chain(number) == chain


Cheat = Callable[[Chain], Body]


def copied_commitment(chain: Chain) -> Body:
    return Commit(chain.state.commitments[0])


def _key(chain: Chain, secret: Scalar, public_key: Element) -> Key:
    transcript = preparation._key_transcript(chain.state, chain.context)
    return Key(public_key, prove_knowledge(secret, public_key, transcript, RANDOM))


def key_without_proof(chain: Chain) -> Body:
    return Key(generator_multiple(Scalar(5)), KnowledgeProof(Scalar(0), Scalar(0)))


def copied_key(chain: Chain) -> Body:
    return _key(chain, chain.seeds[0].key(), chain.state.keys[0])


def mirrored_key(chain: Chain) -> Body:
    secret = -chain.seeds[0].key()
    return _key(chain, secret, generator_multiple(secret))


def rogue_key(chain: Chain) -> Body:
    rogue = generator_multiple(Scalar(5)) - sum_of_elements(chain.state.keys)
    return _key(chain, Scalar(5), rogue)


def key_that_cancels_all(chain: Chain) -> Body:
    """Only somebody who knows all secrets can; the sum of all keys would be the identity."""
    secret = -sum((seed.key() for seed in chain.seeds[:-1]), Scalar(0))
    return _key(chain, secret, generator_multiple(secret))


def proof_for_other_commitments(chain: Chain) -> Body:
    secret = Scalar(5)
    key = generator_multiple(secret)
    return Key(key, prove_knowledge(secret, key, chain.context.transcript(), RANDOM))


def replayed_proof(chain: Chain) -> Body:
    """The proof that the same seat made for the same key in another game."""
    other = Chain(game=b"h" * 32).to(chain.context.kind, chain.context.seat)
    return other.honest()


def altered(change: Callable[[list[Ciphertext], Chain], None]) -> Cheat:
    """A deck altered after the honest proof was made."""

    def cheat(chain: Chain) -> Body:
        honest = chain.honest()
        assert isinstance(honest, Shuffle)
        deck = list(honest.deck)
        change(deck, chain)
        return Shuffle(honest.salt, tuple(deck), honest.proof)

    cheat.__name__ = change.__name__
    return cheat


def swap(deck: list[Ciphertext], chain: Chain) -> None:
    deck[0], deck[1] = deck[1], deck[0]


def duplicate(deck: list[Ciphertext], chain: Chain) -> None:
    deck[0] = deck[1]


def duplicate_in_disguise(deck: list[Ciphertext], chain: Chain) -> None:
    deck[0] = reencrypt(deck[1], sum_of_elements(chain.state.keys), Scalar(77))


def drop(deck: list[Ciphertext], chain: Chain) -> None:
    deck.pop()


def foreign(deck: list[Ciphertext], chain: Chain) -> None:
    deck[0] = Ciphertext(generator_multiple(Scalar(7)), generator_multiple(Scalar(8)))


def scaled(deck: list[Ciphertext], chain: Chain) -> None:
    deck[0] = Ciphertext(deck[0].a * Scalar(2), deck[0].b * Scalar(2))


def _forged(chain: Chain, before: tuple[Ciphertext, ...], *, repeat_first: bool = False) -> Shuffle:
    """A shuffle of some `before`, with an honest argument for it."""
    context, seed, salt = chain.context, chain.seeds[chain.context.seat], RANDOM(32)
    public_key = sum_of_elements(chain.state.keys)
    deck, permutation, randomizers = preparation._shuffled(
        seed, context.prev, salt, before, public_key
    )
    if repeat_first:
        deck = (deck[1], *deck[1:])
    transcript = preparation._shuffle_transcript(context, salt)
    proof = prove_shuffle(public_key, before, deck, permutation, randomizers, transcript, RANDOM)
    return Shuffle(salt, deck, proof)


def duplicate_before_the_proof(chain: Chain) -> Body:
    return _forged(chain, chain.state.ciphertexts, repeat_first=True)


def shuffle_of_another_input(chain: Chain) -> Body:
    return _forged(chain, initial_deck(SIZE))


def other_salt(chain: Chain) -> Body:
    honest = chain.honest()
    assert isinstance(honest, Shuffle)
    return Shuffle(bytes(32), honest.deck, honest.proof)


def proof_of_another_seat(chain: Chain) -> Body:
    record = chain.state.shuffles[-1]
    honest = chain.honest()
    assert isinstance(honest, Shuffle)
    return Shuffle(record.salt, record.deck, honest.proof)


@dataclass(frozen=True)
class Case:
    kind: str
    seat: int
    cheat: Cheat
    reason: str


CASES = [
    Case("commit", 2, copied_commitment, "got a copy"),
    Case("key", 0, key_without_proof, "proof of knowledge"),
    Case("key", 2, copied_key, "copy of the key of seat 0"),
    Case("key", 2, mirrored_key, "mirrors the key of seat 0"),
    Case("key", 3, rogue_key, "proof of knowledge"),
    Case("key", 3, key_that_cancels_all, "cancels the keys"),
    Case("key", 1, proof_for_other_commitments, "proof of knowledge"),
    Case("key", 1, replayed_proof, "proof of knowledge"),
    Case("shuffle", 1, replayed_proof, "shuffle"),
    *(
        Case("shuffle", 1, altered(change), "")
        for change in (swap, duplicate, duplicate_in_disguise, drop, foreign, scaled)
    ),
    Case("shuffle", 1, duplicate_before_the_proof, "shuffle"),
    Case("shuffle", 2, shuffle_of_another_input, "shuffle"),
    Case("shuffle", 2, other_salt, "shuffle"),
    Case("shuffle", 2, proof_of_another_seat, "shuffle"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}-{case.cheat.__name__}")
def test_cheats_are_refused_and_named(case: Case) -> None:
    chain = Chain().to(case.kind, case.seat)
    refusal = chain.refuse(case.cheat(chain))
    assert case.reason in refusal.reason
    chain.accept(chain.honest())


@pytest.mark.parametrize("field", KnowledgeProof.__struct_fields__)
def test_every_field_of_a_key_proof_counts(field: str) -> None:
    chain = Chain().to("key", 1)
    honest = chain.honest()
    assert isinstance(honest, Key)
    values = {name: getattr(honest.proof, name) for name in KnowledgeProof.__struct_fields__}
    values[field] = values[field] + Scalar(1)
    chain.refuse(Key(honest.public_key, KnowledgeProof(**values)))
    chain.refuse(Key(honest.public_key + GENERATOR, honest.proof))


@pytest.mark.parametrize("field", ShuffleProof.__struct_fields__)
def test_every_field_of_a_shuffle_proof_counts(field: str) -> None:
    chain = Chain().to("shuffle", 1)
    honest = chain.honest()
    assert isinstance(honest, Shuffle)
    values = {name: getattr(honest.proof, name) for name in ShuffleProof.__struct_fields__}
    value = values[field]
    if isinstance(value, tuple):
        step = GENERATOR if isinstance(value[0], Element) else Scalar(1)
        values[field] = (*value[:-1], value[-1] + step)
        chain.refuse(Shuffle(honest.salt, honest.deck, ShuffleProof(**values)))
        values[field] = value[:-1]
    else:
        values[field] = value + Scalar(1)
    chain.refuse(Shuffle(honest.salt, honest.deck, ShuffleProof(**values)))


class TestReveal:
    def test_another_seed(self) -> None:
        chain = Chain().to("reveal", 1)
        assert "commitment" in chain.refuse(make_reveal(chain.seeds[0], PLAYED)).reason

    def test_too_early(self) -> None:
        chain = Chain().to("reveal", 1)
        early = chain.say(make_reveal(chain.seeds[1], b"q" * 32))
        with pytest.raises(NotYet):
            chain.machine.check(early)

    def test_a_key_that_is_not_the_seeds(self) -> None:
        chain = Chain().to("key", 1)
        chain.accept(_key(chain, Scalar(5), generator_multiple(Scalar(5))))
        chain.to("reveal", 1)
        assert "key of the revealed seed" in chain.refuse(chain.honest()).reason

    def test_a_shuffle_that_is_not_the_seeds(self) -> None:
        """A proven shuffle, but by another permutation than the seed gives."""
        chain = Chain().to("shuffle", 1)
        seed = chain.seeds[1]
        chain.seeds[1] = Seed.fresh(seeded("another"))
        chain.accept(chain.honest())
        chain.seeds[1] = seed
        chain.to("reveal", 1)
        assert "shuffle of the revealed seed" in chain.refuse(chain.honest()).reason

    def test_before_the_last_shuffle(self) -> None:
        chain = Chain().to("shuffle", 3)
        early = replace(chain.context, kind=Reveal.kind)
        signed = chain.say(make_reveal(chain.seeds[3], PLAYED), early)
        with pytest.raises(BrokenChain) as caught:
            chain.machine.check(signed)
        assert caught.value.culprit == 3
