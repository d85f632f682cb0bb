"""ElGamal ciphertexts under a joint key: re-encryption and decryption shares (docs/protocol.md §3).

A ciphertext of m under H = x·G is (r·G, r·H + m).

Source: ElGamal, "A Public Key Cryptosystem and a Signature Scheme Based on Discrete Logarithms",
CRYPTO '84; Pedersen, "A Threshold Cryptosystem without a Trusted Party", EUROCRYPT '91.
Deviation: the key is additive over all seats, so every seat is needed to open a card.
"""

from __future__ import annotations

from collections.abc import Iterable

from belote_protocol.codec import Wire
from belote_protocol.group import Element, Scalar, generator_multiple


class Ciphertext(Wire):
    """An encrypted element: `a` = r·G, `b` = r·H + m. Decoded, neither is ever the identity."""

    a: Element
    b: Element


def reencrypt(ciphertext: Ciphertext, public_key: Element, randomizer: Scalar) -> Ciphertext:
    """The same plaintext under the same key, looking new to whoever lacks `randomizer`."""
    return Ciphertext(
        ciphertext.a + generator_multiple(randomizer), ciphertext.b + public_key * randomizer
    )


def decryption_share(ciphertext: Ciphertext, secret: Scalar) -> Element:
    """What the holder of `secret` contributes to opening: secret·a."""
    return ciphertext.a * secret


def remove_shares(ciphertext: Ciphertext, shares: Iterable[Element]) -> Ciphertext:
    """The ciphertext under what is left of the key once the shares' keys are taken out."""
    rest = ciphertext.b
    for share in shares:
        rest = rest - share
    return Ciphertext(ciphertext.a, rest)


def flatten(ciphertexts: Iterable[Ciphertext]) -> list[Element]:
    """a_0, b_0, a_1, b_1, ...: how lists of ciphertexts enter a transcript."""
    return [element for ciphertext in ciphertexts for element in (ciphertext.a, ciphertext.b)]
