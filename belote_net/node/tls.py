"""TLS 1.3 with a certificate that lives as long as the process and proves nothing by itself.

Who is at the other end is proven inside, by a handshake that binds the certificate's hash: a
relay that ends TLS shows each side another certificate and is found out.
"""

from __future__ import annotations

import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from belote_net.node.errors import PeerLost
from belote_net.node.transport import Stream

_VALID = timedelta(days=365)
"""Nobody looks at it; clocks of players may be far apart."""

_SUBJECT = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "belote-net")])

BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError, OSError)
"""What a stream that ends badly raises, TLS included."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A server side of TLS.

    Attributes:
        certificate_hash: SHA-256 of the certificate's DER encoding.
    """

    context: ssl.SSLContext
    certificate_hash: bytes


def new_credentials() -> Credentials:
    """A fresh key and self-signed certificate. Takes about 2 ms."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_SUBJECT)
        .issuer_name(_SUBJECT)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _VALID)
        .not_valid_after(now + _VALID)
        .sign(key, hashes.SHA256())
    )
    private_pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    pem = private_pem + certificate.public_bytes(serialization.Encoding.PEM)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # Nobody resumes a session, and an unread ticket would block a stream without a buffer.
    context.num_tickets = 0
    _load(context, pem)
    der = certificate.public_bytes(serialization.Encoding.DER)
    return Credentials(context, hashlib.sha256(der).digest())


async def serve_tls(stream: Stream, credentials: Credentials) -> trio.SSLStream[Stream]:
    """The server's end of TLS, its handshake done. The caller sets the deadline.

    Raises:
        PeerLost: the other side broke off or does not speak TLS 1.3.
    """
    secured = trio.SSLStream(stream, credentials.context, server_side=True, https_compatible=True)
    await _shake(secured)
    return secured


async def dial_tls(stream: Stream) -> tuple[trio.SSLStream[Stream], bytes]:
    """The client's end of TLS, its handshake done, and the hash of the certificate it was shown.

    Raises:
        PeerLost: the other side broke off or does not speak TLS 1.3.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    secured = trio.SSLStream(stream, context, https_compatible=True)
    await _shake(secured)
    der: bytes = secured.getpeercert(binary_form=True)
    return secured, hashlib.sha256(der).digest()


async def _shake(secured: trio.SSLStream[Stream]) -> None:
    try:
        await secured.do_handshake()
    except BROKEN as cause:
        raise PeerLost("the other side does not speak TLS 1.3, or broke off") from cause


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    """Give the context its key. The library only reads files: one that only we can open."""
    descriptor, name = tempfile.mkstemp(suffix=".pem")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        path.unlink(missing_ok=True)
