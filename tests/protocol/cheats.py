"""Dishonest provers: what they make passes if, and only if, one check is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul

from belote_protocol import shuffle as shuffle_module
from belote_protocol.elgamal import Ciphertext, reencrypt
from belote_protocol.group import (
    GENERATOR,
    ORDER,
    Element,
    Scalar,
    inner_product,
    sum_of_elements,
    sum_of_products,
)
from belote_protocol.shuffle import ShuffleProof, chain_generator, pedersen_generators
from belote_protocol.transcript import RandomBytes, Transcript

Matrix = Sequence[Sequence[Scalar]]

ONE, ZERO = Scalar(1), Scalar(0)


def inverse(scalar: Scalar) -> Scalar:
    """1 / scalar."""
    return Scalar(pow(int(scalar), -1, ORDER))


def matrix(size: int, corner: Sequence[Sequence[int | Scalar]]) -> Matrix:
    """The identity of `size` with another upper left corner of 2 by 2."""
    rows = [[ONE if row == column else ZERO for column in range(size)] for row in range(size)]
    for row, values in enumerate(corner):
        for column, value in enumerate(values):
            rows[row][column] = Scalar(int(value))
    return rows


def corner_inverse(rows: Matrix) -> Matrix:
    """The inverse of a matrix that is the identity outside its upper left corner."""
    (a, b), (c, d) = (rows[0][0], rows[0][1]), (rows[1][0], rows[1][1])
    scale = inverse(a * d - b * c)
    return matrix(len(rows), [[d * scale, -b * scale], [-c * scale, a * scale]])


def times(rows: Matrix, vector: Sequence[Scalar]) -> list[Scalar]:
    """The transposed matrix times a vector."""
    return [inner_product([row[column] for row in rows], vector) for column in range(len(rows))]


def early_chain_weights(
    transcript: Transcript, chain: Sequence[Element]
) -> tuple[tuple[Scalar, ...], Scalar, Scalar]:
    """The broken order: weights first, the chain afterwards."""
    *w, v1, v2 = transcript.challenges("shuffle/weight", len(chain) + 2)
    transcript.append_elements("shuffle/chain", chain)
    return tuple(w), v1, v2


@dataclass(frozen=True)
class ShuffleForger:
    """A prover whose outputs are not a permutation of its inputs.

    Attributes:
        mix: inputs = mix · outputs, in plaintexts; a permutation matrix if honest.
        committed: what the permutation commitment holds, chosen with u in view.
        knows_weights_early: solve the merged chain equation for the first chain element.
        shift: added to the first two outputs so that it cancels under u'; needs u before them.
    """

    mix: Matrix
    committed: Callable[[Sequence[Scalar], Matrix], Matrix] = field(default=lambda _, mix: mix)
    knows_weights_early: bool = False
    shift: Element | None = None

    def outputs(
        self, public_key: Element, inputs: Sequence[Ciphertext], randomizers: Sequence[Scalar]
    ) -> tuple[Ciphertext, ...]:
        """The forged deck."""
        mixed = [
            Ciphertext(
                sum_of_products(row, [e.a for e in inputs]),
                sum_of_products(row, [e.b for e in inputs]),
            )
            for row in corner_inverse(self.mix)
        ]
        return tuple(
            reencrypt(ciphertext, public_key, randomizer)
            for ciphertext, randomizer in zip(mixed, randomizers, strict=True)
        )

    def forge(
        self,
        public_key: Element,
        inputs: Sequence[Ciphertext],
        transcript: Transcript,
        random_bytes: RandomBytes,
    ) -> tuple[tuple[Ciphertext, ...], ShuffleProof]:
        """A deck and its argument; quotes the names of `shuffle`."""
        size = len(inputs)
        r = [Scalar.from_wide(random_bytes(64)) for _ in range(size)]
        s = [Scalar.from_wide(random_bytes(64)) for _ in range(size)]
        rho = [Scalar.from_wide(random_bytes(64)) for _ in range(size)]
        outputs = self.outputs(public_key, inputs, r)
        ahead = transcript.copy()
        shuffle_module._absorb_statement(transcript, public_key, inputs, outputs)
        known_u = transcript.copy().challenges("shuffle/card", size)
        committed = self.committed(known_u, self.mix)
        h = pedersen_generators(size)
        c = tuple(
            sum_of_products((s_i, *row), (GENERATOR, *h))
            for s_i, row in zip(s, committed, strict=True)
        )
        u = shuffle_module._card_challenges(transcript, c)
        u_out = times(self.mix, u)
        if self.shift is not None:
            # u is the same for other outputs, or so this forger hopes: absorb the final ones.
            outputs = self._shifted(outputs, u_out)
            transcript = ahead
            shuffle_module._absorb_statement(transcript, public_key, inputs, outputs)
            shuffle_module._card_challenges(transcript, c)

        products = list(accumulate(u_out, mul))
        chain = [
            sum_of_products((blinding, product), (GENERATOR, chain_generator()))
            for blinding, product in zip(rho, products, strict=True)
        ]
        before = (ZERO, *rho[:-1])
        if self.knows_weights_early:
            w, v1, v2 = early_weights = _peek(transcript, size)
            r1 = ONE
            chain[0] = _solve(chain, u, u_out, c, early_weights, r1)
            early_chain_weights(transcript, chain)
        else:
            w, v1, v2 = shuffle_module._chain_weights(transcript, chain)
            steps = zip(rho, u_out, before, strict=True)
            r1 = inner_product(w, [new - u_j * old for new, u_j, old in steps])
            r1 = r1 + v1 * inner_product(s, [ONE] * size) + v2 * rho[-1]
        witness = (r1, inner_product(u, s), inner_product(u_out, r), *u_out)

        proof = _respond(public_key, outputs, c, chain, w, witness, transcript, random_bytes)
        return outputs, proof

    def _shifted(
        self, outputs: Sequence[Ciphertext], u_out: Sequence[Scalar]
    ) -> tuple[Ciphertext, ...]:
        if self.shift is None:
            return tuple(outputs)
        first, second, *others = outputs
        return (
            Ciphertext(first.a, first.b + self.shift * u_out[1]),
            Ciphertext(second.a, second.b - self.shift * u_out[0]),
            *others,
        )


def _respond(
    public_key: Element,
    outputs: Sequence[Ciphertext],
    c: Sequence[Element],
    chain: Sequence[Element],
    w: Sequence[Scalar],
    witness: Sequence[Scalar],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> ShuffleProof:
    """The Schnorr proof at the end, with nothing known about how the chain was made."""
    size = len(c)
    nonces = [Scalar.from_wide(random_bytes(64)) for _ in range(size + 3)]
    omega = nonces[3:]
    weighted = [omega_j * w_j for omega_j, w_j in zip(omega, w, strict=True)]
    commitments = shuffle_module._Commitments(
        chain=sum_of_products((nonces[0], *weighted), (GENERATOR, chain_generator(), *chain[:-1])),
        permutation=sum_of_products((nonces[1], *omega), (GENERATOR, *pedersen_generators(size))),
        a=sum_of_products((-nonces[2], *omega), (GENERATOR, *(e.a for e in outputs))),
        b=sum_of_products((-nonces[2], *omega), (public_key, *(e.b for e in outputs))),
    )
    challenge = shuffle_module._challenge(transcript, commitments)
    z = [nonce + challenge * known for nonce, known in zip(nonces, witness, strict=True)]
    return ShuffleProof(tuple(c), tuple(chain), challenge, z[0], z[1], z[2], tuple(z[3:]))


def _peek(transcript: Transcript, size: int) -> tuple[tuple[Scalar, ...], Scalar, Scalar]:
    *w, v1, v2 = transcript.copy().challenges("shuffle/weight", size + 2)
    return tuple(w), v1, v2


def _solve(
    chain: Sequence[Element],
    u: Sequence[Scalar],
    u_out: Sequence[Scalar],
    c: Sequence[Element],
    weights: tuple[Sequence[Scalar], Scalar, Scalar],
    r1: Scalar,
) -> Element:
    """The first chain element that makes E1 true for any other elements, u, u', c and r1."""
    w, v1, v2 = weights
    product = list(accumulate(u, mul))[-1]
    excess = sum_of_elements(c) - sum_of_elements(pedersen_generators(len(c)))
    right = sum_of_products((r1, u_out[0] * w[0]), (GENERATOR, chain_generator()))
    right = right + sum_of_products(
        [u_j * w_j for u_j, w_j in zip(u_out[2:], w[2:], strict=True)], chain[1:-1]
    )
    left = sum_of_products(w[1:], chain[1:]) + excess * v1
    left = left + (chain[-1] - chain_generator() * product) * v2
    solution: Element = (right - left) * inverse(w[0] - u_out[1] * w[1])
    return solution


def forge_with_early_weights(
    public_key: Element,
    inputs: Sequence[Ciphertext],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> tuple[tuple[Ciphertext, ...], ShuffleProof]:
    """A deck whose first two cards are sums of cards, for a verifier who draws w too early."""
    forger = ShuffleForger(matrix(len(inputs), [[1, -1], [0, 1]]), knows_weights_early=True)
    return forger.forge(public_key, inputs, transcript, random_bytes)
