"""The vectors are up to date, and this implementation does what they expect."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from belote_protocol import holding, shuffle, sigma
from belote_protocol.codec import decode, encode
from belote_protocol.commitment import (
    coin_result,
    uniform_index,
    uniform_permutation,
    verify_opening,
)
from belote_protocol.deck import BadKey, initial_deck, joint_key, read, verify_shares
from belote_protocol.elgamal import Ciphertext
from belote_protocol.errors import BrokenChain, InvalidEncoding, InvalidProof
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    ORDER,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.hand import HiddenHand
from belote_protocol.holding import HoldingProof, HoldingStatement, verify_holding
from belote_protocol.seed import Seed
from belote_protocol.shuffle import ShuffleProof, verify_shuffle
from belote_protocol.sigma import EqualityProof, KnowledgeProof, verify_knowledge
from belote_protocol.transcript import Transcript, labelled_hash
from tests.protocol.cheats import early_chain_weights
from tests.protocol.escrow_vector_checks import ESCROW_CHECKS
from tests.protocol.generate_vectors import FOLDER, GROUPS, text
from tests.protocol.removal import Patch, instead
from tests.protocol.seeded import context

Fields = Mapping[str, Any]

LAYERS = {"encoding": InvalidEncoding, "proof": InvalidProof, "chain": BrokenChain}
SPECIFICATION = FOLDER.parents[1] / "docs" / "protocol.md"
VECTORS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def _bytes(value: str) -> bytes:
    return bytes.fromhex(value)


def _element(value: str) -> Element:
    return Element.from_bytes(_bytes(value))


def _ciphertexts(value: str) -> tuple[Ciphertext, ...]:
    if value.startswith("initial deck of "):
        return initial_deck(int(value.removeprefix("initial deck of ")))
    return decode(tuple[Ciphertext, ...], _bytes(value))


def check_constants(vector: Fields) -> None:
    assert ORDER.to_bytes(32, "little").hex() == vector["order"]
    assert bytes(GENERATOR).hex() == vector["generator"]
    assert bytes(IDENTITY).hex() == vector["identity"]
    for label, element in vector["hash_to_group"].items():
        assert hash_to_group(label) == _element(element)


def check_element(vector: Fields) -> None:
    assert bytes(_element(vector["bytes"])).hex() == vector["bytes"]


def check_scalar(vector: Fields) -> None:
    assert bytes(Scalar.from_bytes(_bytes(vector["bytes"]))).hex() == vector["bytes"]


def check_wire(vector: Fields) -> None:
    assert encode(decode(KnowledgeProof, _bytes(vector["bytes"]))).hex() == vector["bytes"]


def check_wide(vector: Fields) -> None:
    assert bytes(Scalar.from_wide(_bytes(vector["uniform"]))).hex() == vector["scalar"]


def check_transcript(vector: Fields) -> None:
    transcript = Transcript()
    for label, data in vector["frames"]:
        transcript.append(label, _bytes(data))
    for label, challenge in vector["challenges"]:
        assert bytes(transcript.challenge(label)).hex() == challenge


def check_hash(vector: Fields) -> None:
    assert labelled_hash(vector["label"], *map(_bytes, vector["parts"])).hex() == vector["hash"]


def check_seed(vector: Fields) -> None:
    seed = Seed(_bytes(vector["seed"]))
    place = (vector["shuffle_kind"], _bytes(vector["prev"]), _bytes(vector["salt"]))
    assert bytes(seed.key()).hex() == vector["key"]
    permutation = vector["permutation"]
    assert list(seed.permutation(*place, len(permutation))) == permutation
    randomizers = vector["randomizers"]
    assert [bytes(r).hex() for r in seed.randomizers(*place, len(randomizers))] == randomizers


def check_commitment(vector: Fields) -> None:
    verify_opening(
        _bytes(vector["commitment"]),
        vector["label"],
        _bytes(vector["game"]),
        vector["chain"],
        vector["seat"],
        _bytes(vector["opening"]),
    )


def check_coin(vector: Fields) -> None:
    coin = coin_result([_bytes(item) for item in vector["openings"]], _bytes(vector["context"]))
    assert coin.hex() == vector["coin"]
    assert uniform_index(coin, vector["index_label"], 4) == vector["index_below_4"]
    permutation = uniform_permutation(coin, vector["permutation_label"], 8)
    assert list(permutation) == vector["permutation_of_8"]


def check_keys(vector: Fields) -> None:
    try:
        joint = joint_key([_element(key) for key in vector["keys"]])
    except BadKey as refusal:
        if refusal.seat != vector["culprit"]:
            raise ValueError(f"seat {vector['culprit']} expected") from refusal
        raise
    assert bytes(joint).hex() == vector["joint"]


def check_knowledge(vector: Fields) -> None:
    proof = decode(KnowledgeProof, _bytes(vector["proof"]))
    verify_knowledge(_element(vector["public_key"]), proof, context(vector["context"]))


def check_shares(vector: Fields) -> None:
    verify_shares(
        _element(vector["public_key"]),
        _ciphertexts(vector["ciphertexts"]),
        [_element(share) for share in vector["shares"]],
        decode(EqualityProof, _bytes(vector["proof"])),
        context(vector["context"]),
    )


def check_shuffle(vector: Fields) -> None:
    key = _element(vector["public_key"])
    inputs, outputs = _ciphertexts(vector["inputs"]), _ciphertexts(vector["outputs"])
    proof = decode(ShuffleProof, _bytes(vector["proof"]))
    verify_shuffle(key, inputs, outputs, proof, context(vector["context"]))
    if "seed" in vector:
        seed = Seed(_bytes(vector["seed"]))
        place = ("shuffle", _bytes(vector["prev"]), _bytes(vector["salt"]), len(inputs))
        again = shuffle.shuffle(inputs, key, seed.permutation(*place), seed.randomizers(*place))
        assert again == outputs


def check_deal(vector: Fields) -> None:
    seeds = [Seed(_bytes(seed)) for seed in vector["seeds"]]
    keys = [_element(key) for key in vector["keys"]]
    assert keys == [generator_multiple(seed.key()) for seed in seeds]
    assert joint_key(keys) == _element(vector["joint"])
    deck = _ciphertexts(vector["deck"])
    for seat, (personal, cards) in enumerate(zip(vector["personal"], vector["cards"], strict=True)):
        others = sum((s.key() for s in seeds if s != seeds[seat]), Scalar(0))
        for offset, ciphertext in enumerate(_ciphertexts(personal)):
            sealed = deck[seat * len(cards) + offset]
            assert ciphertext == Ciphertext(sealed.a, sealed.b - sealed.a * others)
            assert read(ciphertext, seeds[seat].key()) == cards[offset]


def _hand(vector: Fields) -> HiddenHand:
    return HiddenHand(
        _element(vector["public_key"]),
        _ciphertexts(vector["ciphertexts"]),
        opened=frozenset(vector["opened"]),
        known=frozenset(vector["known"]),
        absent=frozenset(vector["absent"]),
        in_clear=frozenset(vector["in_clear"]),
    )


def _verify(statement: HoldingStatement | None, vector: Fields) -> None:
    assert statement is not None
    proof = decode(HoldingProof, _bytes(vector["proof"]))
    verify_holding(statement, proof, context(vector["context"]))
    assert vector["statement"] == {
        "mode": statement.mode.value,
        "rest": [position for position, _ in statement.rest],
        "known": sorted(statement.known),
        "span": sorted(statement.span),
    }


def check_play(vector: Fields) -> None:
    hand, card = _hand(vector["hand"]), vector["card"]
    sets = {name: frozenset(vector[name]) for name in ("forbidden", "announced", "located")}
    if vector["position"] is None:
        _verify(hand.clear_play_statement(card, **sets), vector)
    else:
        _verify(hand.play_statement(vector["position"], card, **sets), vector)


def check_show(vector: Fields) -> None:
    hand, located = _hand(vector["hand"]), frozenset(vector["located"])
    _verify(hand.contains_statement(set(vector["cards"]), located=located), vector)


CHECKS: dict[str, Callable[[Fields], None]] = {
    name.removeprefix("check_"): function
    for name, function in list(globals().items())
    if name.startswith("check_")
} | ESCROW_CHECKS
CASES = [
    pytest.param(vector["kind"], case, id=name if label is None else f"{name}/{label}")
    for name, vector in VECTORS.items()
    for label, case in (vector["cases"].items() if "cases" in vector else [(None, vector)])
]


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_vector_does_what_it_expects(kind: str, case: Fields) -> None:
    if case["expect"] == "success":
        CHECKS[kind](case)
    else:
        with pytest.raises(LAYERS[case["expect"]]):
            CHECKS[kind](case)


@functools.cache
def generated(group: str) -> dict[str, str]:
    """The vectors of a group as files, by name."""
    vectors = [(name, text(vector)) for name, vector in GROUPS[group]()]
    assert len(dict(vectors)) == len(vectors)
    return dict(vectors)


@pytest.mark.parametrize("group", GROUPS)
def test_regeneration_gives_the_same_bytes(group: str) -> None:
    for name, content in generated(group).items():
        assert (FOLDER / f"{name}.json").read_text("utf-8") == content, name


def test_no_vector_is_without_a_generator() -> None:
    names = [name for group in GROUPS for name in generated(group)]
    assert len(names) == len(set(names))
    assert set(names) == set(VECTORS)


def test_every_kind_has_vectors_of_both_outcomes() -> None:
    outcomes: dict[str, set[str]] = {}
    for parameter in CASES:
        kind, case = parameter.values
        outcomes.setdefault(str(kind), set()).add(case["expect"])  # type: ignore[index]  # a mapping
    assert set(outcomes) == set(CHECKS)
    for kind in (
        "element",
        "scalar",
        "wire",
        "commitment",
        "keys",
        "knowledge",
        "shares",
        "receiving_key",
    ):
        assert len(outcomes[kind]) > 1, kind
    assert outcomes["shuffle"] == outcomes["play"] == outcomes["partials"] == {"success", "proof"}
    assert outcomes["receiving_keys"] == {"success", "proof"}
    assert outcomes["escrow"] == {"success", "proof", "encoding"}
    assert outcomes["deck_chain"] == set(LAYERS) | {"success"}


BROKEN = [
    ("shuffle-weights-drawn-early", instead(shuffle, "_chain_weights", early_chain_weights)),
    (
        "shares-cancelling-under-equal-weights",
        instead(sigma, "_weights", lambda *_: (Scalar(1), Scalar(1))),
    ),
    (
        "play-labels-swapped-under-weight-one",
        instead(holding, "_opening_weight", lambda _: Scalar(1)),
    ),
]


@pytest.mark.parametrize(("name", "mistake"), BROKEN)
def test_forgery_passes_a_verifier_with_the_mistake(
    name: str, mistake: Patch, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = VECTORS[name]
    mistake(monkeypatch)
    if vector["kind"] == "play":
        # A refused vector states no statement; give it the one that the record makes.
        hand = _hand(vector["hand"])
        statement = hand.play_statement(
            vector["position"],
            vector["card"],
            forbidden=frozenset(vector["forbidden"]),
            announced=frozenset(),
            located=frozenset(),
        )
        proof = decode(HoldingProof, _bytes(vector["proof"]))
        verify_holding(statement, proof, context(vector["context"]))
    else:
        CHECKS[vector["kind"]](vector)


def test_specification_names_every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    labels: set[str] = set()
    append = Transcript.append

    def recording(self: Transcript, label: str, data: bytes) -> None:
        labels.add(data.decode() if label == "challenge" else label)
        append(self, label, data)

    monkeypatch.setattr(Transcript, "append", recording)
    for group in ("knowledge", "shares", "shuffles", "plays", "deck chains"):
        list(GROUPS[group]())
    assert len(labels) > 30
    specification = SPECIFICATION.read_text("utf-8")
    named = {
        label
        for label in labels
        if f"`{label}`" in specification or f'frame("{label}", ' in specification
    }
    assert labels == named
