"""The holding proof: what a hidden hand holds, or does not hold (docs/protocol.md §6).

Every hidden card of a hand satisfies E = x·A + m_k under its owner's key H = x·G. One proof shows
that a position opens as a certain card, that certain cards are among the rest, and that the rest
otherwise lies within a span of allowed cards: without saying which, and at the price of one product
for each card allowed. Verifiers compute the whole statement; `hand` does it from the public record.

With ρ a challenge (1 where the rest is empty, as in the plain mode), and the ρ terms only when a
position is opened:

    A* = Σ_rest A + ρ·A_p      W = Σ_rest E - Σ_known m + ρ·(E_p - m_k)
    H = x·G                    W = x·A* + Σ_span v_s·m_s

The card elements have no known relation, so whoever knows x and v for these holds exactly what is
claimed; v itself proves nothing more and need not be 0 or 1.

Source: a representation proof as in Okamoto, "Provably Secure and Practical Identification
Schemes", CRYPTO '92, over ElGamal ciphertexts; the goal is that of Bultel and Lafourcade,
"Secure Trick-Taking Game Protocols", FC 2019.
Deviation: their proofs are disjunctions, card by card; this one is linear and ten times smaller.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from belote_protocol.codec import Wire
from belote_protocol.deck import card_elements
from belote_protocol.elgamal import Ciphertext, flatten
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    sum_of_elements,
    sum_of_products,
)
from belote_protocol.transcript import RandomBytes, Transcript


class HoldingMode(Enum):
    """What a holding proof is for; its value goes into the transcript."""

    PLAIN = "plain"
    """A position opens as a card. Nothing is said about the rest."""

    VOID = "void"
    """The rest holds none of the forbidden cards; a position may open as a card as well."""

    CONTAINS = "contains"
    """The rest holds the known cards; nothing is opened."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A hidden position that is claimed to hold `card`."""

    position: int
    card: int
    ciphertext: Ciphertext


@dataclass(frozen=True, slots=True)
class HoldingStatement:
    """What is proven, wholly computed by the verifier.

    Attributes:
        mode: what the proof is for.
        public_key: H, the owner's key.
        opening: the position played, or None.
        rest: positions and ciphertexts of the hand that stay hidden, by position; none in PLAIN.
        known: cards that are in the rest (K).
        span: the only other cards that may be in the rest (S).
    """

    mode: HoldingMode
    public_key: Element
    opening: Opening | None
    rest: tuple[tuple[int, Ciphertext], ...]
    known: frozenset[int]
    span: frozenset[int]


class HoldingProof(Wire):
    """Knowledge of x and v: one response for the key, one for each card of the span, ascending."""

    challenge: Scalar
    key_response: Scalar
    span_responses: tuple[Scalar, ...]


def prove_holding(
    statement: HoldingStatement,
    secret: Scalar,
    held: Collection[int],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> HoldingProof:
    """Prove `statement`; `held` are the cards that the rest really holds, in any order.

    The transcript is spent.

    Raises:
        InvalidProof: the statement is false, so nothing can be proven.
    """
    if not statement.known <= frozenset(held) <= statement.known | statement.span:
        raise InvalidProof("the hand does not hold what is to be proven")
    span = sorted(statement.span)
    base, _ = _absorb(statement, transcript)
    witness = (secret, *(Scalar(int(card in held)) for card in span))
    nonces = transcript.nonces("holding", len(witness), b"".join(map(bytes, witness)), random_bytes)
    key_commitment = GENERATOR * nonces[0]
    commitment = sum_of_products(nonces, (base, *_elements(span)))
    challenge = _challenge(transcript, key_commitment, commitment)
    responses = [nonce + challenge * known for nonce, known in zip(nonces, witness, strict=True)]
    return HoldingProof(challenge, responses[0], tuple(responses[1:]))


def verify_holding(
    statement: HoldingStatement, proof: HoldingProof, transcript: Transcript
) -> None:
    """Check that the owner of the key holds what `statement` says.

    Raises:
        InvalidProof: an equation fails, or there is not one response for every card of the span;
            the transcript is spent either way.
    """
    span = sorted(statement.span)
    if len(proof.span_responses) != len(span):
        raise InvalidProof(
            f"{len(span)} responses for the span expected, got {len(proof.span_responses)}"
        )
    base, target = _absorb(statement, transcript)
    minus = -proof.challenge
    key_commitment = sum_of_products((proof.key_response, minus), (GENERATOR, statement.public_key))
    commitment = sum_of_products(
        (proof.key_response, minus, *proof.span_responses), (base, target, *_elements(span))
    )
    if _challenge(transcript, key_commitment, commitment) != proof.challenge:
        raise InvalidProof("the proof about the hand does not hold")


def _absorb(statement: HoldingStatement, transcript: Transcript) -> tuple[Element, Element]:
    """Absorb the whole statement, draw ρ, and return A* and W.

    Without the hashed ρ the labels of two positions could be swapped: one card is opened as another
    and the rest still adds up.
    """
    opening = statement.opening
    transcript.append("holding/mode", statement.mode.value.encode())
    transcript.append_element("holding/key", statement.public_key)
    opened = [] if opening is None else [opening]
    transcript.append_ints("holding/position", [item.position for item in opened])
    transcript.append_ints("holding/card", [item.card for item in opened])
    transcript.append_elements("holding/opened", flatten(item.ciphertext for item in opened))
    transcript.append_ints("holding/span", sorted(statement.span))
    transcript.append_ints("holding/known", sorted(statement.known))
    transcript.append_ints("holding/rest", [position for position, _ in statement.rest])
    rest = [ciphertext for _, ciphertext in statement.rest]
    transcript.append_elements("holding/ciphertexts", flatten(rest))

    base = sum_of_elements(ciphertext.a for ciphertext in rest)
    target = sum_of_elements(ciphertext.b for ciphertext in rest)
    target = target - sum_of_elements(_elements(sorted(statement.known)))
    if opening is not None:
        # With nothing beside the opened card there is nothing to swap it with.
        weight = _opening_weight(transcript) if rest else Scalar(1)
        base = base + opening.ciphertext.a * weight
        card = card_elements()[opening.card]
        target = target + (opening.ciphertext.b - card) * weight
    return base, target


def _opening_weight(transcript: Transcript) -> Scalar:
    return transcript.challenge("holding/opening")


def _challenge(transcript: Transcript, key_commitment: Element, commitment: Element) -> Scalar:
    transcript.append_element("holding/key commitment", key_commitment)
    transcript.append_element("holding/commitment", commitment)
    return transcript.challenge("holding/challenge")


def _elements(cards: Collection[int]) -> list[Element]:
    elements = card_elements()
    return [elements[card] for card in cards]
