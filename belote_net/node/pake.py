"""Two functions around SPAKE2: a short code becomes a strong key, or nothing.

Source: Abdalla and Pointcheval, "Simple Password-Based Encrypted Key Exchange Protocols",
CT-RSA 2005; the group and constants are those of magic-wormhole's `spake2` package.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import spake2
from spake2.ed25519_basic import NotOnCurve

from belote_protocol.errors import InvalidEncoding
from belote_protocol.group import check_point
from belote_protocol.transcript import RandomBytes
from belote_protocol.version import PROTOCOL_LABEL

PAKE_BYTES = 33
"""A message: which side, and one group element."""

KEY_BYTES = 32

_HOST = f"{PROTOCOL_LABEL}/host".encode()
_GUEST = f"{PROTOCOL_LABEL}/guest".encode()


class PakeSide(Enum):
    """The two sides of an exchange; they are not interchangeable."""

    GUEST = "guest"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One side of an exchange that has begun. It serves once.

    Attributes:
        message: for the other side, 33 bytes.
    """

    message: bytes
    _state: Any = field(repr=False)


def begin(side: PakeSide, code: str, random_bytes: RandomBytes) -> Exchange:
    """Start an exchange over `code`. Takes about 5 ms: run it in a worker thread."""
    party = spake2.SPAKE2_A if side is PakeSide.GUEST else spake2.SPAKE2_B
    state = party(code.encode(), idA=_GUEST, idB=_HOST, entropy_f=random_bytes)
    return Exchange(state.start(), state)


def finish(exchange: Exchange, message: bytes) -> bytes:
    """The key, 32 bytes: the same on both sides if and only if the codes are.

    Takes about 5 ms: run it in a worker thread.

    Raises:
        InvalidEncoding: `message` is not one of the other side's.
    """
    if len(message) != PAKE_BYTES:
        raise InvalidEncoding(f"message of {PAKE_BYTES} bytes expected, got {len(message)}")
    # The library takes some encodings of the identity that are not canonical.
    check_point(message[1:])
    try:
        key: bytes = exchange._state.finish(message)
    except (spake2.SPAKEError, NotOnCurve, ValueError) as cause:
        raise InvalidEncoding(f"not a message of a code exchange: {cause}") from cause
    return key
