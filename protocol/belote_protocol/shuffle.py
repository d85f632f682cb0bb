"""The shuffle argument: a deck equals another, permuted and re-encrypted (docs/protocol.md §6).

outputs[j] = inputs[permutation[j]] re-encrypted with randomizers[j]. Seats shuffle the deck under
the joint key with it, and a player his own hand under his own key.

Names of the paper: u, u' challenges per card before and after the permutation, c permutation
commitment, ĉ chain of commitments to the products of u', s and rho (ρ) their blindings, w, v1, v2
weights, omega (ω) nonces, z responses. Indices count from 0, and ĉ_{-1} is h*.

Source: Terelius and Wikström, "Proofs of Restricted Shuffles", AFRICACRYPT 2010; Haenni, Locher,
Koenig and Dubuis, "Pseudo-Code Algorithms for Verifiable Re-encryption Mix-Nets", FC 2017;
Haines, "A Description and Proof of a Generalised and Optimised Variant of Wikström's Mixnet",
arXiv:1901.08371.
Deviation: the N chain equations, the sum and the product are one equation, with weights drawn after
the chain is absorbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Self

from belote_protocol.backend import MAX_CARDS
from belote_protocol.codec import Wire
from belote_protocol.elgamal import Ciphertext, flatten, reencrypt
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    constant,
    generator_multiple,
    hash_to_group,
    inner_product,
    sum_of_elements,
    sum_of_products,
)
from belote_protocol.transcript import RandomBytes, Transcript
from belote_protocol.version import PROTOCOL_LABEL

_ONE = Scalar(1)


class ShuffleProof(Wire):
    """The argument for N ciphertexts: 2·N elements and N + 4 scalars.

    Attributes:
        permutation_commitment: c, in input order.
        chain: ĉ, in output order.
        challenge: hash of the statement and all commitments.
        chain_response, permutation_response, reencryption_response: z1, z2, z3.
        card_responses: z', in output order.
    """

    permutation_commitment: tuple[Element, ...]
    chain: tuple[Element, ...]
    challenge: Scalar
    chain_response: Scalar
    permutation_response: Scalar
    reencryption_response: Scalar
    card_responses: tuple[Scalar, ...]


def shuffle(
    inputs: Sequence[Ciphertext],
    public_key: Element,
    permutation: Sequence[int],
    randomizers: Sequence[Scalar],
) -> tuple[Ciphertext, ...]:
    """`inputs` permuted and re-encrypted: output j is input `permutation[j]`."""
    return tuple(
        reencrypt(inputs[source], public_key, randomizer)
        for source, randomizer in zip(permutation, randomizers, strict=True)
    )


def prove_shuffle(
    public_key: Element,
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    permutation: Sequence[int],
    randomizers: Sequence[Scalar],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> ShuffleProof:
    """Prove that `outputs` is what `shuffle` returns for the same arguments.

    The transcript is spent.
    """
    size = len(inputs)
    _absorb_statement(transcript, public_key, inputs, outputs)
    secret = bytes(permutation) + b"".join(map(bytes, randomizers))
    s = transcript.nonces("shuffle/permutation", size, secret, random_bytes)
    c = _commit_permutation(permutation, s)
    u = _card_challenges(transcript, c)
    u_out = [u[source] for source in permutation]
    rho = transcript.nonces("shuffle/chain", size, secret, random_bytes)
    chain = _Chain.commit(u_out, rho)
    w, v1, v2 = _chain_weights(transcript, chain.elements)
    r1 = chain.error(w) + v1 * inner_product(s, [_ONE] * size) + v2 * rho[-1]
    witness = (r1, inner_product(u, s), inner_product(u_out, randomizers), *u_out)

    nonces = transcript.nonces("shuffle/nonces", size + 3, secret, random_bytes)
    chain_nonce, permutation_nonce, reencryption_nonce, *omega = nonces
    masked = inner_product(omega, randomizers) - reencryption_nonce
    sources = [inputs[source] for source in permutation]
    commitments = _Commitments(
        chain=chain.commitment(chain_nonce, omega, w),
        permutation=sum_of_products(
            (permutation_nonce, *omega), (GENERATOR, *pedersen_generators(size))
        ),
        # Through the inputs rather than the outputs: in the first shuffle their a is the identity.
        a=sum_of_products((masked, *omega), (GENERATOR, *(e.a for e in sources))),
        b=sum_of_products((masked, *omega), (public_key, *(e.b for e in sources))),
    )
    challenge = _challenge(transcript, commitments)
    z = [nonce + challenge * known for nonce, known in zip(nonces, witness, strict=True)]
    return ShuffleProof(c, chain.elements, challenge, z[0], z[1], z[2], tuple(z[3:]))


def verify_shuffle(
    public_key: Element,
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: ShuffleProof,
    transcript: Transcript,
) -> None:
    """Check that `outputs` holds the plaintexts of `inputs`, each once, in some order.

    Shapes: N inputs, N outputs, 1 <= N <= 32.

    Raises:
        InvalidProof: an equation fails or a length is not N; the transcript is spent either way.
    """
    size = len(inputs)
    if not 1 <= size <= MAX_CARDS:
        raise InvalidProof(f"a shuffle of 1 to {MAX_CARDS} ciphertexts expected, got {size}")
    c, chain, card_responses = proof.permutation_commitment, proof.chain, proof.card_responses
    for name, given in (
        ("outputs", outputs),
        ("permutation commitments", c),
        ("chain commitments", chain),
        ("card responses", card_responses),
    ):
        if len(given) != size:
            raise InvalidProof(f"{size} {name} expected, got {len(given)}")
    _absorb_statement(transcript, public_key, inputs, outputs)
    u = _card_challenges(transcript, c)
    weights = _chain_weights(transcript, chain)
    commitments = _recompute(public_key, inputs, outputs, proof, u, weights)
    if _challenge(transcript, commitments) != proof.challenge:
        raise InvalidProof("the shuffle argument does not hold")


@constant
def pedersen_generators(size: int) -> tuple[Element, ...]:
    """h_0 .. h_{size-1}: nobody knows a relation among them, G, h* and the card elements."""
    return tuple(hash_to_group(f"{PROTOCOL_LABEL}/pedersen/{index}") for index in range(size))


@constant
def chain_generator() -> Element:
    """h*, on which the chain of products starts."""
    return hash_to_group(f"{PROTOCOL_LABEL}/pedersen/chain")


@constant
def _generators_sum(size: int) -> Element:
    return sum_of_elements(pedersen_generators(size))


def _commit_permutation(permutation: Sequence[int], s: Sequence[Scalar]) -> tuple[Element, ...]:
    """c, in input order: c[permutation[j]] = s[permutation[j]]·G + h_j."""
    h = pedersen_generators(len(s))
    position = {source: target for target, source in enumerate(permutation)}
    return tuple(generator_multiple(s_i) + h[position[i]] for i, s_i in enumerate(s))


@dataclass(frozen=True, slots=True)
class _Chain:
    """The prover's side of ĉ: element j commits with rho[j] to products[j] = u'_0 ··· u'_j."""

    u: Sequence[Scalar]
    rho: Sequence[Scalar]
    products: Sequence[Scalar]
    elements: tuple[Element, ...]

    @classmethod
    def commit(cls, u: Sequence[Scalar], rho: Sequence[Scalar]) -> Self:
        """The chain for u' in output order, blinded by `rho`."""
        products = list(accumulate(u, mul))
        elements = tuple(
            generator_multiple(blinding) + chain_generator() * product
            for blinding, product in zip(rho, products, strict=True)
        )
        return cls(u, rho, products, elements)

    def error(self, w: Sequence[Scalar]) -> Scalar:
        """Σ w_j·r̂_j, where ĉ_j = r̂_j·G + u'_j·ĉ_{j-1}."""
        before = (Scalar(0), *self.rho[:-1])
        steps = zip(self.rho, self.u, before, strict=True)
        return inner_product(w, [new - u_j * old for new, u_j, old in steps])

    def commitment(self, nonce: Scalar, omega: Sequence[Scalar], w: Sequence[Scalar]) -> Element:
        """`nonce`·G + Σ ω_j·w_j·ĉ_{j-1}, as two products because the chain's openings are known."""
        weighted = [omega_j * w_j for omega_j, w_j in zip(omega, w, strict=True)]
        on_generator = nonce + inner_product(weighted, (Scalar(0), *self.rho[:-1]))
        on_chain = inner_product(weighted, (_ONE, *self.products[:-1]))
        return sum_of_products((on_generator, on_chain), (GENERATOR, chain_generator()))


@dataclass(frozen=True, slots=True)
class _Commitments:
    """The commitments of the one Schnorr proof behind E1, E2 and both halves of E3."""

    chain: Element
    permutation: Element
    a: Element
    b: Element


def _absorb_statement(
    transcript: Transcript,
    public_key: Element,
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
) -> None:
    transcript.append_int("shuffle/size", len(inputs))
    transcript.append_element("shuffle/key", public_key)
    transcript.append_elements("shuffle/inputs", flatten(inputs))
    transcript.append_elements("shuffle/outputs", flatten(outputs))


def _card_challenges(transcript: Transcript, c: Sequence[Element]) -> tuple[Scalar, ...]:
    """u, one for each input, once the permutation is committed to."""
    transcript.append_elements("shuffle/permutation", c)
    return transcript.challenges("shuffle/card", len(c))


def _chain_weights(
    transcript: Transcript, chain: Sequence[Element]
) -> tuple[tuple[Scalar, ...], Scalar, Scalar]:
    """w, v1 and v2: only once the chain is absorbed.

    Whoever knows them earlier solves the one merged equation for a chain element, and a deck with
    cards multiplied or added together passes.
    """
    transcript.append_elements("shuffle/chain", chain)
    *w, v1, v2 = transcript.challenges("shuffle/weight", len(chain) + 2)
    return tuple(w), v1, v2


def _challenge(transcript: Transcript, commitments: _Commitments) -> Scalar:
    transcript.append_element("shuffle/chain commitment", commitments.chain)
    transcript.append_element("shuffle/permutation commitment", commitments.permutation)
    transcript.append_element("shuffle/a commitment", commitments.a)
    transcript.append_element("shuffle/b commitment", commitments.b)
    return transcript.challenge("shuffle/challenge")


def _recompute(
    public_key: Element,
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    proof: ShuffleProof,
    u: Sequence[Scalar],
    weights: tuple[Sequence[Scalar], Scalar, Scalar],
) -> _Commitments:
    """The commitments that the responses and the challenge stand for; quotes E1, E2 and E3."""
    w, v1, v2 = weights
    c, chain, z = proof.permutation_commitment, proof.chain, proof.card_responses
    minus = -proof.challenge
    minus_u = [minus * u_i for u_i in u]
    product_u = list(accumulate(u, mul))[-1]
    # E1, with the two coefficients of every chain element in one: it is ĉ_j and the next ĉ_{j-1}.
    zw = [z_j * w_j for z_j, w_j in zip(z, w, strict=True)]
    on_chain = [minus * w_j + follow for w_j, follow in zip(w, (*zw[1:], minus * v2), strict=True)]
    excess = sum_of_elements(c) - _generators_sum(len(c))
    return _Commitments(
        chain=sum_of_products(
            (proof.chain_response, zw[0] - minus * v2 * product_u, minus * v1, *on_chain),
            (GENERATOR, chain_generator(), excess, *chain),
        ),
        permutation=sum_of_products(
            (proof.permutation_response, *z, *minus_u),
            (GENERATOR, *pedersen_generators(len(c)), *c),
        ),
        a=sum_of_products(
            (-proof.reencryption_response, *z, *minus_u),
            (GENERATOR, *(e.a for e in outputs), *(e.a for e in inputs)),
        ),
        b=sum_of_products(
            (-proof.reencryption_response, *z, *minus_u),
            (public_key, *(e.b for e in outputs), *(e.b for e in inputs)),
        ),
    )
