from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as alter

from belote_protocol.codec import decode, encode
from belote_protocol.elgamal import Ciphertext
from belote_protocol.errors import InvalidProof, ProtocolError
from belote_protocol.group import GENERATOR, Scalar, counting
from belote_protocol.holding import (
    HoldingMode,
    HoldingProof,
    HoldingStatement,
    Opening,
    prove_holding,
    verify_holding,
)
from tests.protocol.prepared import own_hand
from tests.protocol.seeded import context, seeded
from tests.protocol.strategies import scalars

RANDOM = seeded("holding")
OWN = own_hand(3, 8, 12, 20, 31)
"""Plays 8 from position 1; is known to hold 12; may hold 3, 4, 20, 21, 31 besides."""

REST = tuple((p, c) for p, c in enumerate(OWN.hand.ciphertexts) if p != 1)
OPENING = Opening(1, 8, OWN.hand.ciphertexts[1])
VOID = HoldingStatement(
    HoldingMode.VOID,
    OWN.hand.public_key,
    OPENING,
    REST,
    frozenset({12}),
    frozenset({3, 4, 20, 21, 31}),
)
CONTAINS = replace(VOID, mode=HoldingMode.CONTAINS, opening=None)
PLAIN = HoldingStatement(
    HoldingMode.PLAIN, OWN.hand.public_key, OPENING, (), frozenset(), frozenset()
)
CLEAR = replace(VOID, opening=None)
HELD = (3, 12, 20, 31)
CASES = [(VOID, HELD), (CONTAINS, HELD), (PLAIN, ()), (CLEAR, HELD)]
IDS = ["void", "contains", "plain", "clear"]


def _prove(statement: HoldingStatement, held: tuple[int, ...] = HELD) -> HoldingProof:
    return prove_holding(statement, OWN.secret, held, context(), RANDOM)


CONTAINS_ALL = replace(
    CONTAINS,
    rest=tuple(enumerate(OWN.hand.ciphertexts)),
    span=frozenset({3, 8, 20, 31}),
)


@pytest.mark.parametrize(
    ("statement", "held"), [*CASES, (CONTAINS_ALL, (3, 8, 12, 20, 31))], ids=[*IDS, "all"]
)
def test_true_statement_is_proven(statement: HoldingStatement, held: tuple[int, ...]) -> None:
    verify_holding(statement, _prove(statement, held), context())


@pytest.mark.parametrize(("statement", "held"), CASES, ids=IDS)
def test_altered_proof_is_refused(statement: HoldingStatement, held: tuple[int, ...]) -> None:
    proof = _prove(statement, held)
    one = Scalar(1)
    altered = [
        alter(proof, challenge=proof.challenge + one),
        alter(proof, key_response=proof.key_response + one),
    ]
    for index in range(len(proof.span_responses)):
        responses = list(proof.span_responses)
        responses[index] += one
        altered.append(alter(proof, span_responses=tuple(responses)))
    altered.append(alter(proof, span_responses=proof.span_responses[:-1] or (one,)))
    altered.append(alter(proof, span_responses=(*proof.span_responses, one)))
    for attempt in altered:
        with pytest.raises(InvalidProof):
            verify_holding(statement, attempt, context())


def _shifted(ciphertext: Ciphertext) -> Ciphertext:
    return Ciphertext(ciphertext.a, ciphertext.b + GENERATOR)


@pytest.mark.parametrize(
    "statement",
    [
        replace(VOID, mode=HoldingMode.CONTAINS),
        replace(VOID, public_key=VOID.public_key + GENERATOR),
        replace(VOID, opening=None),
        replace(VOID, opening=replace(OPENING, position=0)),
        replace(VOID, opening=replace(OPENING, card=9)),
        replace(VOID, opening=replace(OPENING, ciphertext=_shifted(OPENING.ciphertext))),
        replace(VOID, rest=REST[1:]),
        replace(VOID, rest=REST[::-1]),
        replace(VOID, rest=((9, REST[0][1]), *REST[1:])),
        replace(VOID, rest=((0, _shifted(REST[0][1])), *REST[1:])),
        replace(VOID, known=frozenset()),
        replace(VOID, known=frozenset({12, 13})),
        replace(VOID, known=frozenset({13})),
        replace(VOID, span=frozenset({3, 5, 20, 21, 31})),
        replace(VOID, span=frozenset({3, 4, 20, 31})),
    ],
    ids=[
        "mode",
        "key",
        "no opening",
        "position",
        "card",
        "opened ciphertext",
        "rest cut",
        "rest order",
        "rest position",
        "rest ciphertext",
        "known dropped",
        "known added",
        "known other",
        "span other",
        "span smaller",
    ],
)
def test_proof_is_bound_to_every_part_of_its_statement(statement: HoldingStatement) -> None:
    with pytest.raises(InvalidProof):
        verify_holding(statement, _prove(VOID), context())


@pytest.mark.parametrize(("statement", "held"), CASES, ids=IDS)
def test_proof_is_bound_to_its_context(statement: HoldingStatement, held: tuple[int, ...]) -> None:
    proof = _prove(statement, held)
    with pytest.raises(InvalidProof):
        verify_holding(statement, proof, context("elsewhere"))
    transcript = context()
    verify_holding(statement, proof, transcript)
    with pytest.raises(InvalidProof):
        verify_holding(statement, proof, transcript)


@pytest.mark.parametrize(
    ("statement", "claimed"),
    [
        # The forbidden card 31 is held: it is outside the span.
        (replace(VOID, span=frozenset({3, 20, 4})), (3, 12, 20)),
        # 13 is claimed and not held.
        (replace(VOID, known=frozenset({13})), (3, 13, 20, 31)),
        # Position 1 holds 8, not 9.
        (replace(VOID, opening=replace(OPENING, card=9)), HELD),
        # Another card of the hand is opened as 8: labels swapped.
        (
            replace(
                VOID,
                opening=Opening(0, 8, OWN.hand.ciphertexts[0]),
                rest=tuple((p, c) for p, c in enumerate(OWN.hand.ciphertexts) if p != 0),
            ),
            (3, 12, 20, 31),
        ),
        # A plain opening as another card.
        (replace(PLAIN, opening=replace(OPENING, card=9)), ()),
        # A position of somebody else's hand.
        (
            replace(
                PLAIN, opening=Opening(1, 8, own_hand(7, 8, label="other").hand.ciphertexts[1])
            ),
            (),
        ),
    ],
    ids=["forbidden held", "known not held", "wrong card", "swapped", "plain", "other hand"],
)
def test_false_statement_cannot_be_proven(
    statement: HoldingStatement, claimed: tuple[int, ...]
) -> None:
    proof = _prove(statement, claimed)
    with pytest.raises(InvalidProof):
        verify_holding(statement, proof, context())


@pytest.mark.parametrize("held", [(3, 20, 31), (3, 12, 20, 30), ()])
def test_honest_prover_refuses_a_false_statement(held: tuple[int, ...]) -> None:
    with pytest.raises(InvalidProof, match="does not hold"):
        _prove(VOID, held)


def test_price_of_a_void_proof_with_seven_left() -> None:
    own = own_hand(*range(8))
    statement = own.hand.play_statement(
        0, 0, forbidden=set(range(20, 24)), announced=frozenset(), located=set(range(24, 31))
    )
    assert len(statement.span) == 20
    proof = prove_holding(statement, own.secret, range(1, 8), context(), RANDOM)
    with counting() as counts:
        verify_holding(statement, proof, context())
    assert (counts.multiplications, counts.generator_multiplications) == (25, 1)
    assert counts.additions == 37
    assert len(encode(proof)) == 1 + 2 * 34 + 3 + 20 * 34


def test_price_of_a_plain_proof() -> None:
    proof = _prove(PLAIN, ())
    with counting() as counts:
        verify_holding(PLAIN, proof, context())
    assert (counts.multiplications, counts.generator_multiplications) == (3, 1)
    assert counts.additions == 3
    assert decode(HoldingProof, encode(proof)) == proof
    assert len(encode(proof)) == 70


@settings(max_examples=30)
@given(scalars(), scalars(), st.lists(scalars(), max_size=6).map(tuple), st.integers(0, 3))
def test_any_proof_raises_only_our_error(
    challenge: Scalar, response: Scalar, responses: tuple[Scalar, ...], case: int
) -> None:
    with pytest.raises(ProtocolError):
        verify_holding(CASES[case][0], HoldingProof(challenge, response, responses), context())
