"""Vectors of plays and shows: honest ones, and what must not pass for one."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from unittest.mock import patch

from msgspec.structs import replace as alter

from belote_protocol import holding
from belote_protocol.codec import encode
from belote_protocol.group import Scalar
from belote_protocol.hand import HiddenHand, prove_play
from belote_protocol.holding import HoldingProof, HoldingStatement, prove_holding
from tests.protocol.prepared import OwnHand, own_hand, with_record
from tests.protocol.seeded import context, seeded

Vector = dict[str, object]
Named = Iterator[tuple[str, Vector]]

ONE = Scalar(1)
NONE: frozenset[int] = frozenset()

OWN = own_hand(3, 8, 12, 20, label="vector")


@dataclass(frozen=True)
class Played:
    """What a play says, and what is public when it is made."""

    position: int | None
    card: int
    forbidden: Set[int] = NONE
    announced: Set[int] = NONE
    located: Set[int] = NONE


def plays() -> Named:
    """Honest plays and shows in every mode."""
    clear = with_record(OWN, in_clear=frozenset({30}))
    belote = with_record(OWN, known=frozenset({12}))
    last = with_record(OWN, opened=frozenset({0, 2, 3}))
    yield "play-plain", _play(OWN, Played(1, 8))
    yield "play-plain-nothing-new", _play(OWN, Played(1, 8, forbidden={5}, located={5}))
    yield "play-void", _play(OWN, Played(1, 8, forbidden={5, 6}, located={1, 2}))
    yield (
        "play-void-with-announcement",
        _play(OWN, Played(1, 8, forbidden={5}, announced={12})),
    )
    yield "play-announcement", _play(OWN, Played(1, 8, announced={12}))
    yield "play-void-after-belote", _play(belote, Played(1, 8, forbidden={5}, located={12}))
    yield "play-known-card", _play(belote, Played(2, 12, forbidden={5}, located={12}))
    yield "play-last-card", _play(last, Played(1, 8, forbidden={5}))
    yield "play-turned-card", _play(clear, Played(None, 30, forbidden={5}, located={30}))
    yield "show-declaration", _show(OWN, {3, 12}, {1})


def refused_proofs() -> Named:
    """Plays that could be right, with a proof that is not."""
    played = Played(1, 8, forbidden={5, 6}, located={1, 2})
    statement = _statement(OWN.hand, played)
    proof = prove_play(statement, OWN.secret, OWN.cards, context("play"), seeded("void"))
    responses = proof.span_responses
    for name, altered in (
        ("challenge", alter(proof, challenge=proof.challenge + ONE)),
        ("key-response", alter(proof, key_response=proof.key_response + ONE)),
        ("span-response", alter(proof, span_responses=(responses[0] + ONE, *responses[1:]))),
        ("length", alter(proof, span_responses=responses[:-1])),
    ):
        yield f"play-altered-{name}", _play(OWN, played, proof=altered)
    for name, changed in (
        ("forbidden", replace(played, forbidden={5, 7})),
        ("located", replace(played, located={1})),
        ("announced", replace(played, announced={12})),
        ("position", replace(played, position=0)),
        ("card", replace(played, card=9)),
    ):
        yield f"play-other-{name}", _play(OWN, changed, proof=proof)
    yield "play-elsewhere", _play(OWN, played, proof=proof, place="elsewhere")

    # Forged: the prover claims a rest that it does not hold.
    for name, lie, claimed in (
        ("hidden-forbidden-card", Played(1, 8, forbidden={20}), (3, 12)),
        ("announced-card-not-held", Played(1, 8, announced={31}), (3, 12, 31)),
    ):
        forged = prove_holding(
            _statement(OWN.hand, lie), OWN.secret, claimed, context("play"), seeded(name)
        )
        yield f"play-{name}", _play(OWN, lie, proof=forged)
    swapped = Played(0, 8, forbidden={31})
    with patch.object(holding, "_opening_weight", lambda _: ONE):
        forged = prove_holding(
            _statement(OWN.hand, swapped), OWN.secret, (3, 12, 20), context("play"), seeded("swap")
        )
    yield "play-labels-swapped-under-weight-one", _play(OWN, swapped, proof=forged)


def refused_plays() -> Named:
    """Plays that are refused before any proof is looked at."""
    played = Played(1, 8)
    proof = prove_play(
        _statement(OWN.hand, played), OWN.secret, OWN.cards, context("play"), seeded("plain")
    )
    known = with_record(OWN, known=frozenset({12}))
    clear = with_record(OWN, in_clear=frozenset({30}))
    for name, own, changed in (
        ("opened-twice", with_record(OWN, opened=frozenset({1})), played),
        ("proven-absent", with_record(OWN, absent=frozenset({8})), played),
        ("seen-before", OWN, replace(played, located={8})),
        ("known-card-forbids", known, replace(played, forbidden={12}, located={12})),
        ("open-card-forbids", clear, replace(played, forbidden={30})),
        ("illegal-by-itself", OWN, replace(played, forbidden={8})),
        ("announced-and-played", OWN, replace(played, announced={8})),
        ("announced-elsewhere", OWN, replace(played, announced={12}, located={12})),
        ("position-outside", OWN, replace(played, position=4)),
        ("card-outside", OWN, replace(played, card=32)),
    ):
        yield f"play-{name}", _play(own, changed, proof=proof)


def _hand(hand: HiddenHand) -> Vector:
    return {
        "public_key": bytes(hand.public_key).hex(),
        "ciphertexts": encode(hand.ciphertexts).hex(),
        "opened": sorted(hand.opened),
        "known": sorted(hand.known),
        "absent": sorted(hand.absent),
        "in_clear": sorted(hand.in_clear),
    }


def _statement_fields(statement: HoldingStatement) -> Vector:
    return {
        "mode": statement.mode.value,
        "rest": [position for position, _ in statement.rest],
        "known": sorted(statement.known),
        "span": sorted(statement.span),
    }


def _statement(hand: HiddenHand, played: Played) -> HoldingStatement:
    sets = {
        "forbidden": played.forbidden,
        "announced": played.announced,
        "located": played.located,
    }
    if played.position is not None:
        return hand.play_statement(played.position, played.card, **sets)
    statement = hand.clear_play_statement(played.card, **sets)
    if statement is None:
        raise ValueError("a vector has something to prove")
    return statement


def _play(
    own: OwnHand, played: Played, *, proof: HoldingProof | None = None, place: str = "play"
) -> Vector:
    """A play; honest and accepted without a `proof`, refused with one."""
    vector: Vector = {
        "kind": "play",
        "expect": "success" if proof is None else "proof",
        "context": place,
        "hand": _hand(own.hand),
        "position": played.position,
        "card": played.card,
        "forbidden": sorted(played.forbidden),
        "announced": sorted(played.announced),
        "located": sorted(played.located),
    }
    if proof is None:
        statement = _statement(own.hand, played)
        proof = prove_play(
            statement, own.secret, own.cards, context(place), seeded(f"play {played}")
        )
        vector["statement"] = _statement_fields(statement)
    return {**vector, "proof": encode(proof).hex()}


def _show(own: OwnHand, cards: set[int], located: set[int]) -> Vector:
    statement = own.hand.contains_statement(cards, located=located)
    if statement is None:
        raise ValueError("a vector has something to prove")
    proof = prove_play(statement, own.secret, own.cards, context("show"), seeded("show"))
    return {
        "kind": "show",
        "expect": "success",
        "context": "show",
        "hand": _hand(own.hand),
        "cards": sorted(cards),
        "located": sorted(located),
        "statement": _statement_fields(statement),
        "proof": encode(proof).hex(),
    }
