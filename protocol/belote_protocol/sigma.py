"""Proofs of knowledge, and of equal logarithms for many bases at once (docs/protocol.md §6).

Both are a challenge and a response; the verifier recomputes the commitments and with them the
challenge. Who calls these binds the transcript to the entry first.

Source: Schnorr, "Efficient Identification and Signatures for Smart Cards", CRYPTO '89; Chaum and
Pedersen, "Wallet Databases with Observers", CRYPTO '92; batched with weights as in Bellare, Garay
and Rabin, "Fast Batch Verification", EUROCRYPT '98.
Deviation: the weights come from the transcript, after all images, at full width.
"""

from __future__ import annotations

from collections.abc import Sequence

from belote_protocol.codec import Wire
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    generator_multiple,
    sum_of_products,
)
from belote_protocol.transcript import RandomBytes, Transcript


class KnowledgeProof(Wire):
    """Its author knows x with public_key = x·G."""

    challenge: Scalar
    response: Scalar


class EqualityProof(Wire):
    """One x gives public_key = x·G and images[i] = x·bases[i] for every i."""

    challenge: Scalar
    response: Scalar


def prove_knowledge(
    secret: Scalar, public_key: Element, transcript: Transcript, random_bytes: RandomBytes
) -> KnowledgeProof:
    """Prove knowledge of `secret`; the transcript is spent."""
    transcript.append_element("knowledge/key", public_key)
    (nonce,) = transcript.nonces("knowledge", 1, bytes(secret), random_bytes)
    transcript.append_element("knowledge/commitment", generator_multiple(nonce))
    challenge = transcript.challenge("knowledge/challenge")
    return KnowledgeProof(challenge, nonce + challenge * secret)


def verify_knowledge(public_key: Element, proof: KnowledgeProof, transcript: Transcript) -> None:
    """Check that the author of `proof` knows the logarithm of `public_key`.

    Raises:
        InvalidProof: the equation fails; the transcript is spent either way.
    """
    transcript.append_element("knowledge/key", public_key)
    commitment = generator_multiple(proof.response) - public_key * proof.challenge
    transcript.append_element("knowledge/commitment", commitment)
    if transcript.challenge("knowledge/challenge") != proof.challenge:
        raise InvalidProof("the proof of knowledge of a secret key does not hold")


def prove_equality(
    secret: Scalar,
    public_key: Element,
    bases: Sequence[Element],
    images: Sequence[Element],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> EqualityProof:
    """Prove images[i] = secret·bases[i] for all i; the transcript is spent."""
    weights = _weights(public_key, bases, images, transcript)
    (nonce,) = transcript.nonces("equality", 1, bytes(secret), random_bytes)
    transcript.append_element("equality/key commitment", generator_multiple(nonce))
    transcript.append_element(
        "equality/commitment", sum_of_products([weight * nonce for weight in weights], bases)
    )
    challenge = transcript.challenge("equality/challenge")
    return EqualityProof(challenge, nonce + challenge * secret)


def verify_equality(
    public_key: Element,
    bases: Sequence[Element],
    images: Sequence[Element],
    proof: EqualityProof,
    transcript: Transcript,
) -> None:
    """Check that every image is its base times the logarithm of `public_key`.

    Statement: log_G(public_key) = log_{bases[i]}(images[i]) for all i, in order.

    Raises:
        InvalidProof: the equation fails, or there is not one image for every base; the transcript
            is spent either way.
    """
    if len(bases) != len(images):
        raise InvalidProof(f"{len(bases)} images expected, got {len(images)}")
    weights = _weights(public_key, bases, images, transcript)
    challenge, response = proof.challenge, proof.response
    transcript.append_element(
        "equality/key commitment",
        sum_of_products((response, -challenge), (GENERATOR, public_key)),
    )
    scalars = [weight * response for weight in weights]
    scalars += [-(weight * challenge) for weight in weights]
    transcript.append_element("equality/commitment", sum_of_products(scalars, (*bases, *images)))
    if transcript.challenge("equality/challenge") != challenge:
        raise InvalidProof("the proof that every share uses the author's key does not hold")


def _weights(
    public_key: Element,
    bases: Sequence[Element],
    images: Sequence[Element],
    transcript: Transcript,
) -> tuple[Scalar, ...]:
    """Absorb the whole statement, and only then draw a weight for every pair.

    Weights known before the images, or equal ones, let errors of several images cancel.
    """
    transcript.append_element("equality/key", public_key)
    transcript.append_elements("equality/bases", bases)
    transcript.append_elements("equality/images", images)
    return transcript.challenges("equality/weight", len(bases))
