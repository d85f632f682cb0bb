"""Identities: strict keys, hidden private halves, fingerprints."""

from __future__ import annotations

import pytest

from belote_protocol.backend import NON_CANONICAL, OFF_CURVE, SMALL_ORDER, TORSION_TRANSLATES
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import FINGERPRINT_BYTES, Identity, PublicIdentity
from tests.protocol.seeded import seeded

AUTHOR = Identity.generate(seeded("identity"))
OTHER = Identity.generate(seeded("other identity"))


def test_keys_are_values() -> None:
    again = PublicIdentity.from_bytes(bytes(AUTHOR.public))
    assert again == AUTHOR.public
    assert hash(again) == hash(AUTHOR.public)
    assert again != OTHER.public
    assert again != bytes(again)
    assert len({again, AUTHOR.public, OTHER.public}) == 2


def test_signatures() -> None:
    signature = AUTHOR.sign(b"message")
    AUTHOR.public.verify(signature, b"message")
    for public, message in ((OTHER.public, b"message"), (AUTHOR.public, b"massage")):
        with pytest.raises(InvalidProof):
            public.verify(signature, message)


@pytest.mark.parametrize(
    "data", [*SMALL_ORDER, *TORSION_TRANSLATES, *NON_CANONICAL, OFF_CURVE], ids=bytes.hex
)
def test_weak_keys_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        PublicIdentity.from_bytes(data)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_wrong_lengths_are_refused(size: int) -> None:
    with pytest.raises(InvalidEncoding, match=f"identity of 32 bytes expected, got {size}"):
        PublicIdentity.from_bytes(bytes(size))


def test_the_identity_point_would_sign_everything() -> None:
    """Why weak keys are refused: this one verifies a constant for any message."""
    weak = PublicIdentity(SMALL_ORDER[0])
    signature = SMALL_ORDER[0] + bytes(32)
    weak.verify(signature, b"one")
    weak.verify(signature, b"another")


def test_what_is_shown_hides_the_private_key() -> None:
    shown = repr(AUTHOR)
    assert AUTHOR.private_bytes().hex()[:12] not in shown
    assert bytes(AUTHOR.public).hex()[:12] in shown


def test_storage_gives_the_same_identity() -> None:
    assert Identity(AUTHOR.private_bytes()).public == AUTHOR.public


def test_fingerprints() -> None:
    fingerprint = AUTHOR.public.fingerprint()
    assert len(fingerprint) == FINGERPRINT_BYTES
    assert PublicIdentity.from_bytes(bytes(AUTHOR.public)).fingerprint() == fingerprint
    assert OTHER.public.fingerprint() != fingerprint
