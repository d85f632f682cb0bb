from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from belote_protocol.codec import decode, encode
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.sigma import (
    EqualityProof,
    KnowledgeProof,
    prove_equality,
    prove_knowledge,
    verify_equality,
    verify_knowledge,
)
from tests.protocol.seeded import context, seeded
from tests.protocol.strategies import scalars

SECRET = Scalar(123456789)
KEY = generator_multiple(SECRET)
BASES = tuple(hash_to_group(f"base {number}") for number in range(3))
IMAGES = tuple(base * SECRET for base in BASES)
RANDOM = seeded("sigma")


@given(scalars())
def test_knowledge_of_any_key_is_proven(secret: Scalar) -> None:
    key = generator_multiple(secret)
    verify_knowledge(key, prove_knowledge(secret, key, context(), RANDOM), context())


def test_knowledge_proof_is_bound_to_key_and_context() -> None:
    proof = prove_knowledge(SECRET, KEY, context(), RANDOM)
    with pytest.raises(InvalidProof):
        verify_knowledge(KEY, proof, context("elsewhere"))
    with pytest.raises(InvalidProof):
        verify_knowledge(KEY + GENERATOR, proof, context())
    transcript = context()
    verify_knowledge(KEY, proof, transcript)
    with pytest.raises(InvalidProof):
        verify_knowledge(KEY, proof, transcript)


@pytest.mark.parametrize("field", KnowledgeProof.__struct_fields__)
def test_altered_knowledge_proof_is_refused(field: str) -> None:
    proof = prove_knowledge(SECRET, KEY, context(), RANDOM)
    altered = replace(proof, **{field: getattr(proof, field) + Scalar(1)})
    with pytest.raises(InvalidProof):
        verify_knowledge(KEY, altered, context())


@settings(max_examples=40)
@given(st.integers(0, 3), scalars())
def test_equality_of_any_number_of_bases_is_proven(count: int, secret: Scalar) -> None:
    key, images = generator_multiple(secret), tuple(base * secret for base in BASES[:count])
    proof = prove_equality(secret, key, BASES[:count], images, context(), RANDOM)
    verify_equality(key, BASES[:count], images, proof, context())


@pytest.mark.parametrize("field", EqualityProof.__struct_fields__)
def test_altered_equality_proof_is_refused(field: str) -> None:
    proof = prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)
    altered = replace(proof, **{field: getattr(proof, field) + Scalar(1)})
    with pytest.raises(InvalidProof):
        verify_equality(KEY, BASES, IMAGES, altered, context())


def _swapped(values: tuple[Element, ...]) -> tuple[Element, ...]:
    return (values[1], values[0], values[2])


@pytest.mark.parametrize(
    ("key", "bases", "images"),
    [
        (KEY + GENERATOR, BASES, IMAGES),
        (KEY, _swapped(BASES), IMAGES),
        (KEY, BASES, _swapped(IMAGES)),
        (KEY, _swapped(BASES), _swapped(IMAGES)),
        (KEY, BASES[:2], IMAGES[:2]),
        (KEY, BASES, IMAGES[:2]),
        (KEY, BASES, (IMAGES[0] + GENERATOR, IMAGES[1] - GENERATOR, IMAGES[2])),
    ],
    ids=["key", "bases", "images", "order", "dropped", "short", "cancelling"],
)
def test_other_equality_statement_is_refused(
    key: Element, bases: tuple[Element, ...], images: tuple[Element, ...]
) -> None:
    proof = prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)
    with pytest.raises(InvalidProof):
        verify_equality(key, bases, images, proof, context())


def test_share_under_another_key_cannot_be_proven() -> None:
    other = Scalar(5)
    images = tuple(base * other for base in BASES)
    for secret in (SECRET, other):
        proof = prove_equality(secret, KEY, BASES, images, context(), RANDOM)
        with pytest.raises(InvalidProof):
            verify_equality(KEY, BASES, images, proof, context())


def test_equality_proof_is_bound_to_context() -> None:
    proof = prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)
    with pytest.raises(InvalidProof):
        verify_equality(KEY, BASES, IMAGES, proof, context("elsewhere"))


def test_two_proofs_differ() -> None:
    first = prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)
    assert first != prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)


def test_wire_form() -> None:
    proof = prove_equality(SECRET, KEY, BASES, IMAGES, context(), RANDOM)
    assert decode(EqualityProof, encode(proof)) == proof
    assert len(encode(proof)) == 1 + 2 * 34
