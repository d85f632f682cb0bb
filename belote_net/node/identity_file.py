"""Identities outside a profile: a key under a passphrase, and the word that one key follows one.

Both are msgpack records of fixed shape (docs/protocol.md, "File formats"). The passphrase is
stretched with scrypt; the key is sealed with ChaCha20-Poly1305, which also refuses a wrong one.

Source: RFC 7914 (scrypt); RFC 8439 (ChaCha20-Poly1305); RFC 8032 (Ed25519).
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Meta
from msgspec.structs import replace

from belote_net.errors import NodeError
from belote_protocol.codec import Wire, decode, encode
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import IDENTITY_BYTES, SIGNATURE_BYTES, Identity, PublicIdentity
from belote_protocol.transcript import RandomBytes
from belote_protocol.version import PROTOCOL_LABEL

FORMAT = "belote-net identity"
ROTATION_FORMAT = "belote-net rotation"
FORMAT_VERSION = 1

SALT_BYTES = 16
NONCE_BYTES = 12
KEY_BYTES = 32

COST_LOG2 = 17
"""scrypt work factor 2**17: about half a second and 128 MB for each passphrase that is tried."""

MAX_COST_LOG2 = 20
"""The dearest file that is opened: one of a stranger must not take all memory."""

MIN_PASSPHRASE_CHARACTERS = 10

MAX_FILE_BYTES = 4096

_ROTATION_PREFIX = f"{PROTOCOL_LABEL}/rotation\x00".encode()


class BadPassphrase(NodeError):
    """The passphrase is not the one of this file, or the file was changed."""


class BadIdentityFile(NodeError):
    """A file that holds no identity, or no rotation, of this program."""


class _Sealed(Wire):
    format: Annotated[str, Meta(max_length=40)]
    version: Annotated[int, Meta(ge=1, lt=2**16)]
    cost_log2: Annotated[int, Meta(ge=1, le=MAX_COST_LOG2)]
    salt: Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]
    nonce: Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
    sealed: Annotated[bytes, Meta(max_length=1024)]


class _Opened(Wire):
    private_key: Annotated[bytes, Meta(min_length=IDENTITY_BYTES, max_length=IDENTITY_BYTES)]
    name: Annotated[str, Meta(max_length=80)]


def seal_identity(
    identity: Identity, name: str, passphrase: str, random_bytes: RandomBytes
) -> bytes:
    """The bytes of a file with this key and name, which only the passphrase opens."""
    salt, nonce = random_bytes(SALT_BYTES), random_bytes(NONCE_BYTES)
    head = _Sealed(FORMAT, FORMAT_VERSION, COST_LOG2, salt, nonce, b"")
    cipher = ChaCha20Poly1305(_stretch(passphrase, head))
    plain = encode(_Opened(identity.private_bytes(), name))
    sealed = cipher.encrypt(nonce, plain, encode(head))
    return encode(_Sealed(FORMAT, FORMAT_VERSION, COST_LOG2, salt, nonce, sealed))


def open_identity(data: bytes, passphrase: str) -> tuple[Identity, str]:
    """The key and the name in a file.

    Raises:
        BadIdentityFile: it is no such file, or of another version.
        BadPassphrase: it does not open with this passphrase.
    """
    try:
        record = decode(_Sealed, data)
    except InvalidEncoding as cause:
        raise BadIdentityFile("an identity file of belote-net expected") from cause
    if (record.format, record.version) != (FORMAT, FORMAT_VERSION):
        raise BadIdentityFile("an identity file of this version of belote-net expected")
    head = replace(record, sealed=b"")
    try:
        plain = ChaCha20Poly1305(_stretch(passphrase, head)).decrypt(
            record.nonce, record.sealed, encode(head)
        )
        opened = decode(_Opened, plain)
        return Identity(opened.private_key), opened.name
    except InvalidTag:
        raise BadPassphrase("the passphrase of this file expected") from None
    except InvalidEncoding as cause:
        raise BadIdentityFile("a key and a name expected in the file") from cause


def _stretch(passphrase: str, head: _Sealed) -> bytes:
    # One passphrase is one sequence of bytes, on whatever keyboard it was typed.
    text = unicodedata.normalize("NFKC", passphrase).encode()
    cost = 2**head.cost_log2
    return hashlib.scrypt(
        text, salt=head.salt, n=cost, r=8, p=1, dklen=KEY_BYTES, maxmem=2 * 128 * 8 * cost
    )


class _Following(Wire):
    format: Annotated[str, Meta(max_length=40)]
    version: Annotated[int, Meta(ge=1, lt=2**16)]
    old: PublicIdentity
    new: PublicIdentity
    day: Annotated[str, Meta(min_length=10, max_length=10)]


class _Rotation(Wire):
    following: _Following
    by_old: Annotated[bytes, Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]
    by_new: Annotated[bytes, Meta(min_length=SIGNATURE_BYTES, max_length=SIGNATURE_BYTES)]


@dataclass(frozen=True, slots=True)
class Rotation:
    """The word of both keys that the new one follows the old one from this day on."""

    old: PublicIdentity
    new: PublicIdentity
    day: date


def sign_rotation(old: Identity, new: Identity, day: date) -> bytes:
    """The bytes of a rotation file: both keys sign, so that no stranger can claim either."""
    following = _Following(ROTATION_FORMAT, FORMAT_VERSION, old.public, new.public, day.isoformat())
    message = _ROTATION_PREFIX + encode(following)
    return encode(_Rotation(following, old.sign(message), new.sign(message)))


def read_rotation(data: bytes) -> Rotation:
    """The rotation in a file, both of whose signatures hold.

    Raises:
        BadIdentityFile: it is no such file, or a signature is wrong.
    """
    try:
        record = decode(_Rotation, data)
        following = record.following
        message = _ROTATION_PREFIX + encode(following)
        following.old.verify(record.by_old, message)
        following.new.verify(record.by_new, message)
        day = date.fromisoformat(following.day)
    except (InvalidEncoding, InvalidProof, ValueError) as cause:
        raise BadIdentityFile("a rotation that both keys have signed expected") from cause
    if (following.format, following.version) != (ROTATION_FORMAT, FORMAT_VERSION):
        raise BadIdentityFile("a rotation file of this version of belote-net expected")
    return Rotation(following.old, following.new, day)
