from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from belote_protocol.codec import decode, encode
from belote_protocol.elgamal import Ciphertext, reencrypt
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    counting,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.shuffle import ShuffleProof, prove_shuffle, shuffle, verify_shuffle
from tests.protocol.cheats import ShuffleForger, forge_with_early_weights, matrix
from tests.protocol.prepared import Prepared, own_hand, prepare
from tests.protocol.seeded import context, seeded
from tests.protocol.strategies import elements, permutations, scalars
from tests.protocol.toy_group import toy_group

RANDOM = seeded("shuffle")


@dataclass(frozen=True)
class Case:
    """One honest shuffle."""

    key: Element
    inputs: tuple[Ciphertext, ...]
    outputs: tuple[Ciphertext, ...]
    proof: ShuffleProof

    def verify(self) -> None:
        verify_shuffle(self.key, self.inputs, self.outputs, self.proof, context())


def _case(deck: Prepared, seat: int) -> Case:
    inputs, outputs = deck.decks[seat], deck.decks[seat + 1]
    proof = prove_shuffle(
        deck.joint,
        inputs,
        outputs,
        deck.permutations[seat],
        deck.randomizers[seat],
        context(),
        seeded("case"),
    )
    return Case(deck.joint, inputs, outputs, proof)


CASE = _case(prepare("shuffle", 4), 1)


@pytest.mark.parametrize("size", [1, 2, 3, 8])
@pytest.mark.parametrize("seat", [0, 3])
def test_honest_shuffle_of_any_size(size: int, seat: int) -> None:
    _case(prepare("sizes", size), seat).verify()


def test_whole_deck_and_its_price() -> None:
    case = _case(prepare("prepared", 32), 3)
    case.verify()
    with counting() as counts:
        case.verify()
    assert (counts.multiplications, counts.generator_multiplications) == (227, 3)
    assert (counts.additions, counts.decodings) == (258, 0)


@settings(max_examples=20)
@given(st.data())
def test_any_permutation_and_randomizers(data: st.DataObject) -> None:
    with toy_group():
        deck = prepare.__wrapped__("toy", 6)
        permutation = data.draw(permutations(6))
        randomizers = data.draw(st.lists(scalars(), min_size=6, max_size=6))
        outputs = shuffle(deck.decks[-1], deck.joint, permutation, randomizers)
        assert len(outputs) == 6
        proof = prove_shuffle(
            deck.joint, deck.decks[-1], outputs, permutation, randomizers, context(), RANDOM
        )
        verify_shuffle(deck.joint, deck.decks[-1], outputs, proof, context())


def test_gathered_hand_under_its_own_key() -> None:
    own = own_hand(1, 2, 3, 4, 5, 6, 7)
    permutation, randomizers = (6, 2, 0, 1, 3, 5, 4), [Scalar(n) for n in range(50, 57)]
    inputs, key = own.hand.ciphertexts, own.hand.public_key
    outputs = shuffle(inputs, key, permutation, randomizers)
    proof = prove_shuffle(key, inputs, outputs, permutation, randomizers, context(), RANDOM)
    verify_shuffle(key, inputs, outputs, proof, context())


def _altered(value: object) -> object:
    if isinstance(value, Scalar):
        return value + Scalar(1)
    assert isinstance(value, Element)
    return value + GENERATOR


FIELDS = [
    (field, index)
    for field in ShuffleProof.__struct_fields__
    for index in (range(4) if isinstance(getattr(CASE.proof, field), tuple) else [None])
]


@pytest.mark.parametrize(("field", "index"), FIELDS)
def test_altered_field_is_refused(field: str, index: int | None) -> None:
    value = getattr(CASE.proof, field)
    if index is None:
        changed = _altered(value)
    else:
        changed = (*value[:index], _altered(value[index]), *value[index + 1 :])
    proof = replace(CASE.proof, **{field: changed})
    with pytest.raises(InvalidProof):
        verify_shuffle(CASE.key, CASE.inputs, CASE.outputs, proof, context())


@pytest.mark.parametrize("field", ["permutation_commitment", "chain", "card_responses"])
def test_wrong_length_is_refused(field: str) -> None:
    value = getattr(CASE.proof, field)
    for changed in (value[:-1], (*value, value[-1]), ()):
        proof = replace(CASE.proof, **{field: changed})
        with pytest.raises(InvalidProof, match="expected, got"):
            verify_shuffle(CASE.key, CASE.inputs, CASE.outputs, proof, context())


def test_too_many_ciphertexts_are_refused() -> None:
    with pytest.raises(InvalidProof, match="1 to 32 ciphertexts expected, got 36"):
        verify_shuffle(CASE.key, CASE.inputs * 9, CASE.outputs * 9, CASE.proof, context())


def test_proof_is_bound_to_its_context() -> None:
    with pytest.raises(InvalidProof):
        verify_shuffle(CASE.key, CASE.inputs, CASE.outputs, CASE.proof, context("elsewhere"))
    transcript = context()
    verify_shuffle(CASE.key, CASE.inputs, CASE.outputs, CASE.proof, transcript)
    with pytest.raises(InvalidProof):
        verify_shuffle(CASE.key, CASE.inputs, CASE.outputs, CASE.proof, transcript)


@pytest.mark.parametrize("part", ["key", "inputs", "outputs"])
def test_proof_is_bound_to_its_statement(part: str) -> None:
    key = CASE.key + GENERATOR if part == "key" else CASE.key
    inputs = CASE.inputs[::-1] if part == "inputs" else CASE.inputs
    outputs = CASE.outputs[::-1] if part == "outputs" else CASE.outputs
    with pytest.raises(InvalidProof):
        verify_shuffle(key, inputs, outputs, CASE.proof, context())


def _duplicated(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    return (deck[0], reencrypt(deck[0], CASE.key, Scalar(77)), *deck[2:])


def _dropped(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    return deck[1:]


def _foreign(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    a, b = generator_multiple(Scalar(5)), CASE.key * Scalar(5)
    return (Ciphertext(a, b + hash_to_group("foreign")), *deck[1:])


def _scaled(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    return (Ciphertext(deck[0].a * Scalar(2), deck[0].b * Scalar(2)), *deck[1:])


def _swapped_halves(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    return (Ciphertext(deck[0].a, deck[1].b), Ciphertext(deck[1].a, deck[0].b), *deck[2:])


def _negated(deck: tuple[Ciphertext, ...]) -> tuple[Ciphertext, ...]:
    return (Ciphertext(-deck[0].a, -deck[0].b), *deck[1:])


@pytest.mark.parametrize(
    "change", [_duplicated, _dropped, _foreign, _scaled, _swapped_halves, _negated]
)
def test_forged_deck_cannot_be_proven(change: object) -> None:
    assert callable(change)
    outputs = change(CASE.outputs)
    deck = prepare("shuffle", 4)
    proof = prove_shuffle(
        CASE.key,
        CASE.inputs,
        outputs,
        deck.permutations[1],
        deck.randomizers[1],
        context(),
        RANDOM,
    )
    for attempt in (proof, CASE.proof):
        with pytest.raises(InvalidProof):
            verify_shuffle(CASE.key, CASE.inputs, outputs, attempt, context())


def test_forger_of_a_permutation_is_no_forger() -> None:
    """The dishonest prover of the other tests is right in all but what it forges."""
    forger = ShuffleForger(matrix(4, [[0, 1], [1, 0]]))
    outputs, proof = forger.forge(CASE.key, CASE.inputs, context(), RANDOM)
    verify_shuffle(CASE.key, CASE.inputs, outputs, proof, context())


@pytest.mark.parametrize(
    "corner", [[[2, 0], [0, 1]], [[1, 1], [0, 1]], [[2, -1], [-1, 2]], [[-1, 0], [0, -1]]]
)
def test_linear_mix_is_refused(corner: list[list[int]]) -> None:
    outputs, proof = ShuffleForger(matrix(4, corner)).forge(
        CASE.key, CASE.inputs, context(), RANDOM
    )
    with pytest.raises(InvalidProof):
        verify_shuffle(CASE.key, CASE.inputs, outputs, proof, context())


def test_forgery_for_early_weights_is_refused() -> None:
    outputs, proof = forge_with_early_weights(CASE.key, CASE.inputs, context(), RANDOM)
    with pytest.raises(InvalidProof):
        verify_shuffle(CASE.key, CASE.inputs, outputs, proof, context())


@settings(max_examples=15)
@given(st.data())
def test_any_proof_raises_only_our_error(data: st.DataObject) -> None:
    with toy_group():
        deck = prepare.__wrapped__("toy", 3)
        element = st.lists(elements(), min_size=2, max_size=4).map(tuple)
        scalar = st.lists(scalars(), min_size=2, max_size=4).map(tuple)
        proof = ShuffleProof(
            data.draw(element),
            data.draw(element),
            data.draw(scalars()),
            data.draw(scalars()),
            data.draw(scalars()),
            data.draw(scalars()),
            data.draw(scalar),
        )
        with pytest.raises(InvalidProof):
            verify_shuffle(deck.joint, deck.decks[0], deck.decks[1], proof, context())


def test_wire_form() -> None:
    encoded = encode(CASE.proof)
    assert decode(ShuffleProof, encoded) == CASE.proof
    assert len(encoded) == 4 + 34 * (2 * 4 + 4 + 4)
