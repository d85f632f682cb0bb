"""Every check on encodings, keys, shares, shuffles and commitments, taken out one at a time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from belote_protocol import backend, commitment, deck, group, shuffle, sigma
from belote_protocol.elgamal import Ciphertext
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.seed import Seed
from belote_protocol.transcript import Transcript
from tests.protocol.cheats import (
    Matrix,
    ShuffleForger,
    early_chain_weights,
    forge_with_early_weights,
    inverse,
    matrix,
)
from tests.protocol.prepared import prepare
from tests.protocol.removal import Cheat, Patch, Row, check, ignore, instead, no_frame, no_raise
from tests.protocol.seeded import context, seeded

SIZE = 4
RANDOM = seeded("removed")
STRANGE = hash_to_group("strange")


def weight_zero(index: int) -> Patch:
    """Set v1 (index 1) or v2 (index 2) of the chain equation to zero."""
    original = shuffle._chain_weights

    def weights(
        transcript: Transcript, chain: Sequence[Element]
    ) -> tuple[tuple[Scalar, ...], Scalar, Scalar]:
        w, v1, v2 = original(transcript, chain)
        return (w, Scalar(0), v2) if index == 1 else (w, v1, Scalar(0))

    return instead(shuffle, "_chain_weights", weights)


def forge_deck(forger: ShuffleForger) -> Cheat:
    def cheat() -> None:
        before = prepare("removed", SIZE)
        inputs = before.decks[-1]
        outputs, proof = forger.forge(before.joint, inputs, context(), seeded("forger"))
        shuffle.verify_shuffle(before.joint, inputs, outputs, proof, context())

    return cheat


def early_weights_forgery() -> None:
    before = prepare("removed", SIZE)
    inputs = before.decks[-1]
    outputs, proof = forge_with_early_weights(before.joint, inputs, context(), seeded("early"))
    shuffle.verify_shuffle(before.joint, inputs, outputs, proof, context())


def shuffle_of_garbage() -> None:
    before = prepare("removed", SIZE)
    proof = _honest_shuffle(before.decks[-2])
    garbage = tuple(Ciphertext(STRANGE, STRANGE) for _ in range(SIZE))
    shuffle.verify_shuffle(before.joint, before.decks[-2], garbage, proof, context())


def shuffle_of_nothing() -> None:
    proof = shuffle.ShuffleProof((), (), Scalar(1), Scalar(1), Scalar(1), Scalar(1), ())
    shuffle.verify_shuffle(generator_multiple(Scalar(3)), (), (), proof, context())


def shuffle_cut_short(**changes: object) -> Cheat:
    def cheat() -> None:
        before = prepare("removed", SIZE)
        values = {
            field: changes.get(field, getattr(_honest_shuffle(before.decks[-2]), field))
            for field in shuffle.ShuffleProof.__struct_fields__
        }
        proof: shuffle.ShuffleProof = shuffle.ShuffleProof(**values)  # type: ignore[arg-type]  # on purpose
        shuffle.verify_shuffle(before.joint, before.decks[-2], before.decks[-1], proof, context())

    return cheat


def _honest_shuffle(inputs: Sequence[Ciphertext]) -> shuffle.ShuffleProof:
    before = prepare("removed", SIZE)
    return shuffle.prove_shuffle(
        before.joint,
        inputs,
        before.decks[-1],
        before.permutations[-1],
        before.randomizers[-1],
        context(),
        seeded("honest"),
    )


def other_committed(u: Sequence[Scalar], mix: Matrix) -> Matrix:
    """A matrix with columns that add up to one which maps these u like `mix` does."""
    wanted = (u[0] * mix[0][0], u[1] * mix[1][1])
    first, second = ((value - u[1]) * inverse(u[0] - u[1]) for value in wanted)
    one = Scalar(1)
    return matrix(len(u), [[first, second], [one - first, one - second]])


def element(data: bytes) -> Cheat:
    return lambda: ignore(Element.from_bytes(data))


def rogue_key() -> None:
    others = [generator_multiple(Scalar(number)) for number in (5, 7, 11)]
    rogue = generator_multiple(Scalar(13)) - others[0] - others[1] - others[2]
    # Whoever does not know the secret can only prove for another one.
    proof = sigma.prove_knowledge(Scalar(13), rogue, context(), RANDOM)
    sigma.verify_knowledge(rogue, proof, context())


def wrong_share() -> None:
    secret, bases = Scalar(9), (STRANGE, GENERATOR)
    shares = (STRANGE * Scalar(9), STRANGE * Scalar(10))
    key = generator_multiple(secret)
    proof = sigma.prove_equality(secret, key, bases, shares, context(), RANDOM)
    sigma.verify_equality(key, bases, shares, proof, context())


def cancelling_shares() -> None:
    secret, bases = Scalar(9), (STRANGE, hash_to_group("stranger"))
    key = generator_multiple(secret)
    shares = (bases[0] * secret + GENERATOR, bases[1] * secret - GENERATOR)
    proof = sigma.prove_equality(secret, key, bases, shares, context(), RANDOM)
    sigma.verify_equality(key, bases, shares, proof, context())


def shares_cancelling_under_known_weights() -> None:
    secret, bases = Scalar(9), (STRANGE, hash_to_group("stranger"))
    key = generator_multiple(secret)
    honest = tuple(base * secret for base in bases)
    first, second = sigma._weights(key, bases, honest, context())
    shares = (honest[0] + GENERATOR * second, honest[1] - GENERATOR * first)
    proof = sigma.prove_equality(secret, key, bases, shares, context(), RANDOM)
    sigma.verify_equality(key, bases, shares, proof, context())


def missing_share() -> None:
    secret, bases = Scalar(9), (STRANGE, GENERATOR)
    key = generator_multiple(secret)
    proof = sigma.prove_equality(secret, key, bases[:1], bases[:1], context(), RANDOM)
    sigma.verify_equality(key, bases, (STRANGE * secret,), proof, context())


def replayed(context_of_proof: str) -> None:
    secret = Scalar(9)
    proof = sigma.prove_knowledge(
        secret, generator_multiple(secret), context(context_of_proof), RANDOM
    )
    sigma.verify_knowledge(generator_multiple(secret), proof, context("here"))


def joint(*logarithms: int) -> Cheat:
    return lambda: ignore(deck.joint_key([generator_multiple(Scalar(n)) for n in logarithms]))


def opening_of_another() -> None:
    chosen, other = Seed(bytes(32)), Seed(bytes([1]) * 32)
    value = commitment.commit("coin", b"game", "table", 1, chosen)
    commitment.verify_opening(value, "coin", b"game", "table", 1, bytes(other))


def copied_commitment() -> None:
    seed = Seed(bytes(32))
    value = commitment.commit("coin", b"game", "table", 1, seed)
    commitment.verify_opening(value, "coin", b"game", "table", 2, bytes(seed))


def without_seat(label: str, game: bytes, chain: str, seat: int, seed: Seed) -> bytes:
    return bytes(seed)


class Loose(group._Edwards25519):
    """A backend that accepts every encoding."""

    def is_element(self, data: bytes) -> bool:
        return True


class Doubling(group._Edwards25519):
    """A backend that computes something else."""

    def negate(self, element: bytes) -> bytes:
        return element


class Shifted(group._Edwards25519):
    """A backend that maps labels elsewhere."""

    def from_uniform(self, data: bytes) -> bytes:
        return super().from_uniform(data[::-1])


HALF = inverse(Scalar(2))
SCALED = matrix(SIZE, [[2, 0], [0, HALF]])
BLENDED = matrix(SIZE, [[2, -1], [-1, 2]])


ROWS = [
    # How bytes are read.
    Row(
        "element length",
        no_raise(group.Element, "from_bytes", "element of"),
        lambda: ignore(Element.from_bytes(bytes(31))),
        crash=TypeError,
    ),
    *(
        Row(
            f"element {name}",
            no_raise(group.Element, "from_bytes", "not the encoding"),
            element(data),
        )
        for name, data in (
            ("identity", bytes(IDENTITY)),
            ("small order", backend.SMALL_ORDER[4]),
            ("off the subgroup", backend.TORSION_TRANSLATES[0]),
            ("not canonical", backend.NON_CANONICAL[3]),
            ("off the curve", backend.OFF_CURVE),
        )
    ),
    Row(
        "scalar length",
        no_raise(group.Scalar, "from_bytes", "scalar of"),
        lambda: ignore(Scalar.from_bytes(bytes(31))),
    ),
    Row(
        "scalar below the order",
        no_raise(group.Scalar, "from_bytes", "below the group order"),
        lambda: ignore(Scalar.from_bytes(group.ORDER.to_bytes(32, "little"))),
    ),
    Row(
        "wide scalar length",
        no_raise(group.Scalar, "from_wide", "uniform bytes"),
        lambda: ignore(Scalar.from_wide(bytes(32))),
    ),
    Row(
        "point of another scheme",
        no_raise(group, "check_point", "not the encoding"),
        lambda: group.check_point(backend.SMALL_ORDER[0]),
    ),
    # The self-test at import.
    Row(
        "self-test of decoding",
        no_raise(backend, "self_test", "accepts"),
        lambda: backend.self_test(Loose()),
    ),
    Row(
        "self-test of arithmetic",
        no_raise(backend, "self_test", "does not compute"),
        lambda: backend.self_test(Doubling()),
    ),
    Row(
        "self-test of constants",
        no_raise(backend, "self_test", "other elements"),
        lambda: backend.self_test(Shifted()),
    ),
    # Keys and shares.
    Row("key: proof of knowledge", no_raise(sigma, "verify_knowledge", "hold"), rogue_key),
    Row("share: equality", no_raise(sigma, "verify_equality", "hold"), wrong_share),
    Row(
        "share: unequal weights",
        instead(sigma, "_weights", lambda key, bases, images, transcript: [Scalar(1)] * 2),
        cancelling_shares,
    ),
    Row(
        "share: images before weights",
        no_frame("equality/images"),
        shares_cancelling_under_known_weights,
    ),
    Row(
        "share: one for each position",
        no_raise(sigma, "verify_equality", "images expected"),
        missing_share,
        crash=ValueError,
    ),
    Row("context of a proof", no_frame("context"), lambda: replayed("elsewhere")),
    Row("key: identity", no_raise(deck, "joint_key", "is the identity"), joint(1, 0)),
    Row("key: copied", no_raise(deck, "joint_key", "copy"), joint(3, 5, 3)),
    Row("key: mirrored", no_raise(deck, "joint_key", "mirrors"), joint(3, 5, -3)),
    Row("key: cancelling sum", no_raise(deck, "joint_key", "cancels"), joint(3, 5, -8)),
    # The shuffle argument.
    Row(
        "shuffle: the argument",
        no_raise(shuffle, "verify_shuffle", "does not hold"),
        shuffle_of_garbage,
    ),
    Row(
        "shuffle: w after the chain",
        instead(shuffle, "_chain_weights", early_chain_weights),
        early_weights_forgery,
    ),
    Row(
        "shuffle: u after the outputs",
        no_frame("shuffle/outputs"),
        forge_deck(ShuffleForger(matrix(SIZE, ()), shift=STRANGE)),
    ),
    Row(
        "shuffle: u after the permutation",
        no_frame("shuffle/permutation"),
        forge_deck(ShuffleForger(SCALED, committed=other_committed)),
    ),
    Row("shuffle: columns sum to one", weight_zero(1), forge_deck(ShuffleForger(SCALED))),
    Row("shuffle: product of u", weight_zero(2), forge_deck(ShuffleForger(BLENDED))),
    Row(
        "shuffle: size",
        no_raise(shuffle, "verify_shuffle", "a shuffle of"),
        shuffle_of_nothing,
        crash=IndexError,
    ),
    *(
        Row(
            f"shuffle: length of {field}",
            no_raise(shuffle, "verify_shuffle", "expected, got {len(given)}"),
            shuffle_cut_short(**{field: ()}),
            crash=ValueError,
        )
        for field in ("chain", "card_responses")
    ),
    # Commitments.
    Row(
        "opening: matches",
        no_raise(commitment, "verify_opening", "does not match"),
        opening_of_another,
    ),
    Row(
        "opening: of one's own commitment",
        instead(commitment, "commit", without_seat),
        copied_commitment,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_cheat_passes_only_without_its_check(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
