"""Vectors of keys, shares and shuffles: honest proofs, and what must not pass for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unittest.mock import patch

from msgspec.structs import replace as alter

from belote_protocol import sigma
from belote_protocol.codec import encode
from belote_protocol.deck import initial_deck, read, share_positions
from belote_protocol.elgamal import Ciphertext
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    generator_multiple,
)
from belote_protocol.seed import Seed
from belote_protocol.shuffle import ShuffleProof, prove_shuffle, shuffle
from belote_protocol.sigma import KnowledgeProof, prove_equality, prove_knowledge
from tests.protocol.cheats import ShuffleForger, forge_with_early_weights, matrix
from tests.protocol.prepared import Prepared, deal, dealt_hand, own_hand, prepare
from tests.protocol.seeded import context, seeded

Vector = dict[str, object]
Named = Iterator[tuple[str, Vector]]

ONE = Scalar(1)


def knowledge() -> Named:
    """A proof of knowledge of a key, and what must not pass as one."""
    secret = Scalar(123456789)
    key = generator_multiple(secret)
    proof = prove_knowledge(secret, key, context("knowledge"), seeded("knowledge"))
    others = [generator_multiple(Scalar(number)) for number in (5, 7, 11)]
    rogue = key - others[0] - others[1] - others[2]
    rogue_proof = prove_knowledge(secret, rogue, context("knowledge"), seeded("rogue"))
    yield "knowledge", _knowledge(key, proof, "success")
    yield "knowledge-of-a-rogue-key", _knowledge(rogue, rogue_proof, "proof")
    yield "knowledge-elsewhere", _knowledge(key, proof, "proof", place="elsewhere")
    for field in KnowledgeProof.__struct_fields__:
        altered = alter(proof, **{field: getattr(proof, field) + ONE})
        yield f"knowledge-altered-{field}", _knowledge(key, altered, "proof")


def _knowledge(
    key: Element, proof: KnowledgeProof, expect: str, *, place: str = "knowledge"
) -> Vector:
    return {
        "kind": "knowledge",
        "expect": expect,
        "context": place,
        "public_key": bytes(key).hex(),
        "proof": encode(proof).hex(),
    }


def shares() -> Named:
    """One seat's sixteen shares, and shares with errors."""
    deck = prepare("prepared", 32)
    secret, key = deck.seeds[1].key(), deck.keys[1]
    sixteen, two = deck.decks[-1][:16], deck.decks[-1][:2]
    values, proof = share_positions(secret, key, sixteen, context("share"), seeded("share"))
    yield "shares-of-sixteen", _shares(key, sixteen, values, proof, "success")

    values, proof = share_positions(secret, key, two, context("share"), seeded("two"))
    yield "shares-swapped", _shares(key, two, values[::-1], proof, "proof")
    yield "shares-dropped", _shares(key, two, values[:1], proof, "proof")
    yield "shares-elsewhere", _shares(key, two, values, proof, "proof", place="elsewhere")
    yield "shares-of-another-key", _shares(deck.keys[2], two, values, proof, "proof")
    for field in proof.__struct_fields__:
        altered = alter(proof, **{field: getattr(proof, field) + ONE})
        yield f"shares-altered-{field}", _shares(key, two, values, altered, "proof")
    cancelling = (values[0] + GENERATOR, values[1] - GENERATOR)
    bases = [ciphertext.a for ciphertext in two]
    with patch.object(sigma, "_weights", lambda *_: (ONE, ONE)):
        proof = prove_equality(
            secret, key, bases, cancelling, context("share"), seeded("cancelling")
        )
    yield (
        "shares-cancelling-under-equal-weights",
        _shares(key, two, cancelling, proof, "proof"),
    )


def _shares(
    key: Element,
    ciphertexts: Sequence[Ciphertext],
    values: Sequence[Element],
    proof: sigma.EqualityProof,
    expect: str,
    *,
    place: str = "share",
) -> Vector:
    return {
        "kind": "shares",
        "expect": expect,
        "context": place,
        "public_key": bytes(key).hex(),
        "ciphertexts": encode(tuple(ciphertexts)).hex(),
        "shares": [bytes(value).hex() for value in values],
        "proof": encode(proof).hex(),
    }


def shuffles() -> Named:
    """Small shuffles, a gather, and forged decks."""
    deck = prepare("shuffle", 4)
    key, inputs, outputs = deck.joint, deck.decks[1], deck.decks[2]
    proof = _prove(deck, 1)
    yield "shuffle-of-four", _shuffle(key, inputs, outputs, proof, "success")
    yield "shuffle-elsewhere", _shuffle(key, inputs, outputs, proof, "proof", place="elsewhere")
    yield "shuffle-under-another-key", _shuffle(deck.keys[0], inputs, outputs, proof, "proof")
    yield "shuffle-of-other-inputs", _shuffle(key, deck.decks[0], outputs, proof, "proof")
    for name, forged in (
        ("duplicated", (outputs[0], outputs[0], *outputs[2:])),
        ("dropped", outputs[:3]),
        ("swapped", (outputs[1], outputs[0], *outputs[2:])),
        ("scaled", (Ciphertext(outputs[0].a + outputs[0].a, outputs[0].b), *outputs[1:])),
        ("foreign", (Ciphertext(GENERATOR, GENERATOR), *outputs[1:])),
    ):
        yield f"shuffle-{name}", _shuffle(key, inputs, forged, proof, "proof")
    for field in ShuffleProof.__struct_fields__:
        value = getattr(proof, field)
        unit: object = ONE
        if isinstance(value, tuple):
            unit = GENERATOR if isinstance(value[0], Element) else ONE
            changed: object = (value[0] + unit, *value[1:])
            short = alter(proof, **{field: value[:-1]})
            yield f"shuffle-short-{field}", _shuffle(key, inputs, outputs, short, "proof")
        else:
            changed = value + unit
        altered = alter(proof, **{field: changed})
        yield f"shuffle-altered-{field}", _shuffle(key, inputs, outputs, altered, "proof")
    forged_deck, forgery = forge_with_early_weights(
        key, inputs, context("shuffle"), seeded("early")
    )
    yield (
        "shuffle-weights-drawn-early",
        _shuffle(key, inputs, forged_deck, forgery, "proof"),
    )
    forged_deck, forgery = ShuffleForger(matrix(4, [[2, -1], [-1, 2]])).forge(
        key, inputs, context("shuffle"), seeded("mix")
    )
    yield "shuffle-linear-mix", _shuffle(key, inputs, forged_deck, forgery, "proof")

    own = own_hand(0, 5, 9, 14, 17, 20, 26, 31, label="gather")
    seed, hand = Seed(bytes(range(32))), own.hand
    permutation = seed.permutation("gather", bytes(32), bytes(32), 8)
    randomizers = seed.randomizers("gather", bytes(32), bytes(32), 8)
    gathered = shuffle(hand.ciphertexts, hand.public_key, permutation, randomizers)
    argument = prove_shuffle(
        hand.public_key,
        hand.ciphertexts,
        gathered,
        permutation,
        randomizers,
        context("shuffle"),
        seeded("gather"),
    )
    yield (
        "gather-of-eight",
        _shuffle(hand.public_key, hand.ciphertexts, gathered, argument, "success"),
    )


def _prove(deck: Prepared, seat: int) -> ShuffleProof:
    return prove_shuffle(
        deck.joint,
        deck.decks[seat],
        deck.decks[seat + 1],
        deck.permutations[seat],
        deck.randomizers[seat],
        context("shuffle"),
        seeded(f"shuffle {seat}"),
    )


def _shuffle(
    key: Element,
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: ShuffleProof,
    expect: str,
    *,
    place: str = "shuffle",
) -> Vector:
    fresh = tuple(inputs) == initial_deck(len(inputs))
    return {
        "kind": "shuffle",
        "expect": expect,
        "context": place,
        "public_key": bytes(key).hex(),
        "inputs": f"initial deck of {len(inputs)}" if fresh else encode(tuple(inputs)).hex(),
        "outputs": encode(tuple(outputs)).hex(),
        "proof": encode(proof).hex(),
    }


def deck() -> Named:
    """A whole deck of 32 prepared by four seats, and the hands that it deals."""
    prepared = prepare("prepared", 32)
    for seat in range(4):
        vector = _shuffle(
            prepared.joint,
            prepared.decks[seat],
            prepared.decks[seat + 1],
            _prove(prepared, seat),
            "success",
        )
        secret = {"seed": bytes(prepared.seeds[seat]).hex(), "prev": "", "salt": ""}
        yield f"deck-shuffle-of-seat-{seat}", {**vector, **secret}
    public = deal(prepared, 32)
    hands = [dealt_hand(prepared, public, seat) for seat in range(4)]
    yield (
        "deck-dealt",
        {
            "kind": "deal",
            "expect": "success",
            "seeds": [bytes(seed).hex() for seed in prepared.seeds],
            "keys": [bytes(key).hex() for key in prepared.keys],
            "joint": bytes(prepared.joint).hex(),
            "deck": encode(prepared.decks[-1]).hex(),
            "personal": [encode(own.hand.ciphertexts).hex() for own in hands],
            "cards": [[read(c, own.secret) for c in own.hand.ciphertexts] for own in hands],
        },
    )
