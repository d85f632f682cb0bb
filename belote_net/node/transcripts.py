"""What the two sides of a handshake prove to each other about: all that was said, and over what.

A transcript covers the certificate that each side saw, so a relay that ends TLS fits neither.
"""

from __future__ import annotations

import hashlib
import hmac

from belote_net.node.frames import JoinAnswer, JoinHello, ReturnAnswer, ReturnHello
from belote_protocol.codec import encode
from belote_protocol.errors import InvalidProof
from belote_protocol.version import PROTOCOL_LABEL

JOIN = f"{PROTOCOL_LABEL}/join"
RETURN = f"{PROTOCOL_LABEL}/return"

_LENGTH_BYTES = 8


def join_transcript(certificate_hash: bytes, hello: JoinHello, answer: JoinAnswer) -> bytes:
    """The transcript of a join, 32 bytes; MAC and signature of `answer` are not in it."""
    said = (
        answer.identity,
        answer.instance,
        answer.nonce,
        answer.pake,
        answer.room,
        answer.host,
    )
    return _hash(JOIN, certificate_hash, encode(hello), encode(said))


def return_transcript(certificate_hash: bytes, hello: ReturnHello, answer: ReturnAnswer) -> bytes:
    """The transcript of a return, 32 bytes; the signature of `answer` is not in it."""
    said = (answer.identity, answer.instance, answer.nonce)
    return _hash(RETURN, certificate_hash, encode(hello), encode(said))


def signed(kind: str, side: str, transcript: bytes) -> bytes:
    """What `side` signs in a handshake of this kind."""
    return f"{kind}/{side}\x00".encode() + transcript


def mac(key: bytes, side: str, transcript: bytes) -> bytes:
    """How `side` proves in a join that it has the key, 32 bytes."""
    return hmac.digest(key, signed(JOIN, side, transcript), "sha256")


def verify_mac(key: bytes, side: str, transcript: bytes, tag: bytes) -> None:
    """Check that `side` has the same key as we.

    Raises:
        InvalidProof: it has not.
    """
    if not hmac.compare_digest(mac(key, side, transcript), tag):
        raise InvalidProof("the codes differ")


def _hash(label: str, *fields: bytes) -> bytes:
    """SHA-256 of a label and fields, each behind its length in eight bytes, big-endian."""
    digest = hashlib.sha256()
    for field in (label.encode(), *fields):
        digest.update(len(field).to_bytes(_LENGTH_BYTES, "big"))
        digest.update(field)
    return digest.digest()
