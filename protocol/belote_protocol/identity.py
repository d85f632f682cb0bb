"""Who signs: Ed25519 identities, and the short fingerprint that people compare.

Source: RFC 8032 (Ed25519); Josefsson and Percival, RFC 7914 (scrypt), for the fingerprint.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from belote_protocol.codec import Opaque
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.group import check_point
from belote_protocol.transcript import RandomBytes
from belote_protocol.version import PROTOCOL_LABEL

IDENTITY_BYTES = 32
SIGNATURE_BYTES = 64

FINGERPRINT_BYTES = 4
"""Four words of eight bits. Few, so that people do read them aloud; the cost below makes up."""

_FINGERPRINT_COST = 2**14
"""scrypt work factor: about 50 ms and 16 MB for each key that a forger tries."""


class PublicIdentity(Opaque):
    """The public key that a player is known by, 32 bytes.

    Decoded like a group element: canonical, in the prime-order subgroup and not the identity,
    under which one signature would verify for every message and evidence would be void.
    """

    __slots__ = ("_data",)

    def __init__(self, data: bytes) -> None:
        self._data = data

    @classmethod
    def from_bytes(cls, data: bytes) -> PublicIdentity:
        """Decode a public key.

        Raises:
            InvalidEncoding: wrong length, not canonical, of small order or off the subgroup.
        """
        if len(data) != IDENTITY_BYTES:
            raise InvalidEncoding(f"identity of {IDENTITY_BYTES} bytes expected, got {len(data)}")
        check_point(data)
        return cls(data)

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicIdentity) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return f"PublicIdentity({self._data.hex()[:12]}…)"

    def verify(self, signature: bytes, message: bytes) -> None:
        """Check that this identity signed `message`.

        Raises:
            InvalidProof: it did not.
        """
        try:
            Ed25519PublicKey.from_public_bytes(self._data).verify(signature, message)
        except InvalidSignature:
            raise InvalidProof("the signature does not verify") from None

    def fingerprint(self) -> bytes:
        """Four bytes that stand for this key in front of people.

        Stretched with scrypt: finding another key with the same fingerprint takes 2**32 times
        50 ms and not 2**32 hashes.
        """
        return _fingerprint(self._data)


@lru_cache(maxsize=256)
def _fingerprint(data: bytes) -> bytes:
    return hashlib.scrypt(
        data,
        salt=f"{PROTOCOL_LABEL}/fingerprint".encode(),
        n=_FINGERPRINT_COST,
        r=8,
        p=1,
        dklen=FINGERPRINT_BYTES,
    )


class Identity:
    """The private half of an identity. Its representation never shows the key."""

    __slots__ = ("_key", "public")

    def __init__(self, private_bytes: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_bytes)
        self.public = PublicIdentity.from_bytes(self._key.public_key().public_bytes_raw())

    @classmethod
    def generate(cls, random_bytes: RandomBytes) -> Identity:
        """A new identity from 32 fresh random bytes."""
        return cls(random_bytes(IDENTITY_BYTES))

    def __repr__(self) -> str:
        return f"Identity(private key of {self.public!r})"

    def private_bytes(self) -> bytes:
        """The 32 secret bytes, for storage only."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """An Ed25519 signature, 64 bytes."""
        return self._key.sign(message)
