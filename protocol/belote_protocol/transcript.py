"""The Fiat–Shamir transcript, and labelled hashing (docs/protocol.md §4).

A prover and a verifier build the same transcript from the same public data; every challenge hashes
all that came before it. Callers create a transcript and bind it to one entry of one chain; provers
and verifiers only continue it. A challenge goes back in, so a transcript that was used once gives
other challenges the second time: it is spent.

Source: Fiat and Shamir, "How to Prove Yourself", CRYPTO '86; Bernhard, Pereira and Warinschi, "How
Not to Prove Yourself", ASIACRYPT 2012 (everything public goes in before the challenge comes out).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Self

from belote_protocol.group import Element, Scalar
from belote_protocol.version import PROTOCOL_LABEL

__all__ = ["RandomBytes", "Transcript", "frame", "int_bytes", "labelled_hash"]

RandomBytes = Callable[[int], bytes]
"""Fresh secret bytes from the system, as many as asked for; a parameter, never a global."""

NONCE_RANDOM_BYTES = 32
"""Fresh randomness in every set of nonces; the secret alone already makes them unpredictable."""


def int_bytes(value: int) -> bytes:
    """Every length and every integer in a frame, 0 <= value < 2^64: eight bytes, big-endian."""
    return value.to_bytes(8, "big")


def frame(label: str, data: bytes) -> bytes:
    """One frame, length || label || length || data: no two lists of frames have the same bytes."""
    name = label.encode()
    return b"".join((int_bytes(len(name)), name, int_bytes(len(data)), data))


def labelled_hash(label: str, *parts: bytes) -> bytes:
    """SHA-512 of `parts` framed under the protocol's and this label, 64 bytes."""
    frames = (frame("protocol", PROTOCOL_LABEL.encode()), frame("hash", label.encode()))
    return hashlib.sha512(b"".join((*frames, *(frame("part", part) for part in parts)))).digest()


class Transcript:
    """All that was said so far, hashed. Not a value: every call changes it; `copy` first."""

    __slots__ = ("_hash",)

    def __init__(self, protocol_label: str = PROTOCOL_LABEL) -> None:
        """An empty transcript of the protocol version `protocol_label`."""
        self._hash = hashlib.sha512(frame("protocol", protocol_label.encode()))

    def copy(self) -> Self:
        """An independent transcript with the same past."""
        twin = type(self).__new__(type(self))
        twin._hash = self._hash.copy()
        return twin

    def append(self, label: str, data: bytes) -> None:
        """Absorb one frame."""
        self._hash.update(frame(label, data))

    def append_int(self, label: str, value: int) -> None:
        """Absorb an integer, 0 <= value < 2^64."""
        self.append(label, int_bytes(value))

    def append_ints(self, label: str, values: Iterable[int]) -> None:
        """Absorb integers in the given order as one frame, eight bytes each."""
        self.append(label, b"".join(map(int_bytes, values)))

    def append_element(self, label: str, element: Element) -> None:
        """Absorb one element."""
        self.append(label, bytes(element))

    def append_elements(self, label: str, elements: Iterable[Element]) -> None:
        """Absorb elements in the given order as one frame."""
        self.append(label, b"".join(map(bytes, elements)))

    def challenge(self, label: str) -> Scalar:
        """Draw a uniform scalar that depends on everything absorbed; it is absorbed too."""
        self.append("challenge", label.encode())
        digest = self._hash.digest()
        self.append("drawn", digest)
        return Scalar.from_wide(digest)

    def challenges(self, label: str, count: int) -> tuple[Scalar, ...]:
        """Draw `count` challenges one after the other under the same label."""
        return tuple(self.challenge(label) for _ in range(count))

    def nonces(
        self, label: str, count: int, secret: bytes, random_bytes: RandomBytes
    ) -> tuple[Scalar, ...]:
        """Secret uniform scalars from this transcript, `secret` and fresh randomness.

        Hedged: with a broken random source two different statements still get different nonces,
        and without `secret` nobody can recompute them. The transcript is left as it was.
        """
        root = labelled_hash(
            "nonces", self._hash.digest(), secret, random_bytes(NONCE_RANDOM_BYTES)
        )
        return tuple(
            Scalar.from_wide(labelled_hash("nonce", root, label.encode(), int_bytes(index)))
            for index in range(count)
        )
