"""Vectors of what stands below the proofs: constants, encodings, hashing, seeds, keys, wire."""

from __future__ import annotations

from collections.abc import Iterator

import msgpack

from belote_protocol import backend
from belote_protocol.codec import encode
from belote_protocol.commitment import (
    coin_result,
    commit,
    uniform_index,
    uniform_permutation,
)
from belote_protocol.deck import joint_key
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    ORDER,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.seed import Seed
from belote_protocol.sigma import prove_knowledge
from belote_protocol.transcript import Transcript, labelled_hash
from tests.protocol.seeded import context, seeded

Named = Iterator[tuple[str, dict[str, object]]]


def constants() -> Named:
    """Group constants and every hash-to-group element."""
    yield (
        "constants",
        {
            "kind": "constants",
            "expect": "success",
            "order": ORDER.to_bytes(32, "little").hex(),
            "generator": bytes(GENERATOR).hex(),
            "identity": bytes(IDENTITY).hex(),
            "hash_to_group": {
                label: bytes(hash_to_group(label)).hex() for label in backend.constant_labels()
            },
        },
    )


def encodings() -> Named:
    """Bytes that are, and are not, an element or a scalar."""
    elements = {
        "generator": (bytes(GENERATOR), "success"),
        "negative": (bytes(-GENERATOR), "success"),
        "hashed": (bytes(hash_to_group("encoding")), "success"),
        "off-curve": (backend.OFF_CURVE, "encoding"),
        "too-short": (bytes(GENERATOR)[:-1], "encoding"),
        "too-long": (bytes(GENERATOR) + b"\x00", "encoding"),
        "empty": (b"", "encoding"),
    }
    for name, group in (
        ("small-order", backend.SMALL_ORDER),
        ("off-subgroup", backend.TORSION_TRANSLATES),
        ("not-canonical", backend.NON_CANONICAL),
    ):
        for index, data in enumerate(group):
            elements[f"{name}-{index}"] = (data, "encoding")
    yield "encoding-elements", _encodings("element", elements)
    scalars = {
        "zero": (bytes(32), "success"),
        "order-minus-one": ((ORDER - 1).to_bytes(32, "little"), "success"),
        "order": (ORDER.to_bytes(32, "little"), "encoding"),
        "all-ones": (b"\xff" * 32, "encoding"),
        "high-bit": (bytes(31) + b"\x80", "encoding"),
        "too-short": (bytes(31), "encoding"),
        "too-long": (bytes(33), "encoding"),
    }
    yield "encoding-scalars", _encodings("scalar", scalars)
    wide = bytes(range(64))
    yield (
        "scalar-from-wide",
        {
            "kind": "wide",
            "expect": "success",
            "uniform": wide.hex(),
            "scalar": bytes(Scalar.from_wide(wide)).hex(),
        },
    )


def _encodings(kind: str, cases: dict[str, tuple[bytes, str]]) -> dict[str, object]:
    return {
        "kind": kind,
        "expect": "each its own",
        "cases": {
            name: {"bytes": data.hex(), "expect": expect} for name, (data, expect) in cases.items()
        },
    }


def transcripts() -> Named:
    """A transcript with two challenges, and a labelled hash."""
    frames = [("kind", b"shuffle"), ("game", bytes(range(32))), ("empty", b"")]
    transcript = Transcript()
    for label, data in frames:
        transcript.append(label, data)
    yield (
        "transcript",
        {
            "kind": "transcript",
            "expect": "success",
            "frames": [[label, data.hex()] for label, data in frames],
            "challenges": [
                [label, bytes(transcript.challenge(label)).hex()]
                for label in ("first", "second", "second")
            ],
        },
    )
    yield (
        "labelled-hash",
        {
            "kind": "hash",
            "expect": "success",
            "label": "label",
            "parts": ["00", "", "0102"],
            "hash": labelled_hash("label", b"\x00", b"", b"\x01\x02").hex(),
        },
    )


def seeds() -> Named:
    """All that is derived from one seed."""
    seed, prev, salt = Seed(bytes(range(32))), bytes(32), bytes([1]) * 32
    yield (
        "seed",
        {
            "kind": "seed",
            "expect": "success",
            "seed": bytes(seed).hex(),
            "key": bytes(seed.key()).hex(),
            "shuffle_kind": "shuffle",
            "prev": prev.hex(),
            "salt": salt.hex(),
            "permutation": list(seed.permutation("shuffle", prev, salt, 32)),
            "randomizers": [
                bytes(scalar).hex() for scalar in seed.randomizers("shuffle", prev, salt, 4)
            ],
        },
    )


def commitments() -> Named:
    """Commitments, what opens them, and coins."""
    seed, place = Seed(bytes(range(32))), ("deck", b"game", "deck/1", 2)
    commitment = commit(*place, seed)
    for name, seat, opening, expect in (
        ("commitment-opened", 2, bytes(seed), "success"),
        ("commitment-opened-by-another-seat", 3, bytes(seed), "proof"),
        ("commitment-opened-as-another-seed", 2, bytes(32), "proof"),
        ("commitment-opened-short", 2, bytes(seed)[:-1], "encoding"),
    ):
        yield (
            name,
            {
                "kind": "commitment",
                "expect": expect,
                "label": place[0],
                "game": place[1].hex(),
                "chain": place[2],
                "seat": seat,
                "commitment": commitment.hex(),
                "opening": opening.hex(),
            },
        )
    openings = [bytes([number]) * 32 for number in range(4)]
    coin = coin_result(openings, b"context")
    yield (
        "coin",
        {
            "kind": "coin",
            "expect": "success",
            "openings": [opening.hex() for opening in openings],
            "context": b"context".hex(),
            "coin": coin.hex(),
            "index_label": "dealer",
            "index_below_4": uniform_index(coin, "dealer", 4),
            "permutation_label": "seats",
            "permutation_of_8": list(uniform_permutation(coin, "seats", 8)),
        },
    )


def keys() -> Named:
    """Joint keys, and keys that no seat may use beside the others."""
    for name, logarithms, seat in (
        ("keys-joint", (3, 5, 7, 11), None),
        ("keys-copied", (3, 5, 3), 2),
        ("keys-mirrored", (3, 5, 7, -5), 3),
        ("keys-cancelling", (3, 5, -8), 2),
    ):
        given = [generator_multiple(Scalar(logarithm)) for logarithm in logarithms]
        vector: dict[str, object] = {
            "kind": "keys",
            "expect": "success" if seat is None else "proof",
            "keys": [bytes(key).hex() for key in given],
        }
        if seat is None:
            vector["joint"] = bytes(joint_key(given)).hex()
        else:
            vector["culprit"] = seat
        yield name, vector


def wire() -> Named:
    """One proof of knowledge on the wire, and bytes that are nearly it."""
    secret = Scalar(123456789)
    proof = prove_knowledge(secret, generator_multiple(secret), context("wire"), seeded("wire"))
    good = encode(proof)
    challenge, response = bytes(proof.challenge), bytes(proof.response)
    order = ORDER.to_bytes(32, "little")
    yield (
        "wire-knowledge-proof",
        {
            "kind": "wire",
            "expect": "each its own",
            "type": "KnowledgeProof",
            "cases": {
                name: {"bytes": data.hex(), "expect": "success" if data == good else "encoding"}
                for name, data in {
                    "good": good,
                    "trailing-byte": good + b"\x00",
                    "twice": good + good,
                    "cut": good[:-1],
                    "field-omitted": msgpack.packb([challenge]),
                    "field-added": msgpack.packb([challenge, response, response]),
                    "map": msgpack.packb({"challenge": challenge, "response": response}),
                    "text": msgpack.packb([challenge.hex(), response.hex()]),
                    "long-array": b"\xdc\x00\x02" + good[1:],
                    "long-bytes": good[:1] + b"\xc5\x00\x20" + good[3:],
                    "scalar-not-reduced": msgpack.packb([challenge, order]),
                    "empty": b"",
                }.items()
            },
        },
    )
