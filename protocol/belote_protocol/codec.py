"""The one place where bytes become values and back, strictly.

A value has exactly one encoding. `decode` reads msgpack within limits, converts it to the
declared type, encodes the result again and refuses anything that does not give the same bytes:
this alone refuses text for bytes, omitted or surplus fields, floats for integers, long forms of
short numbers, duplicate keys and trailing bytes. Wire types therefore have no default values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self, TypeVar, dataclass_transform

import msgpack
import msgspec

from belote_protocol.errors import InvalidEncoding

T = TypeVar("T")

MAX_VALUE_BYTES = 64 * 1024
"""Largest encoded value. The largest honest one, a shuffle of 32 cards, takes 5.4 kB."""

MAX_ITEMS = 4096
"""Most items in one array or map. The largest honest one has 64."""


@dataclass_transform(frozen_default=True)
class Wire(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Base of everything that is sent or signed: a frozen record, encoded as an array."""


class Opaque(ABC):
    """Base of the values that travel as one byte string, such as a group element."""

    __slots__ = ()

    @abstractmethod
    def __bytes__(self) -> bytes:
        """The one encoding of this value."""

    @classmethod
    @abstractmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode the one encoding of a value.

        Raises:
            InvalidEncoding: `data` is not canonical.
        """


def _to_plain(value: object) -> bytes:
    if isinstance(value, Opaque):
        return bytes(value)
    raise TypeError(f"{type(value).__name__} has no wire form")


def _from_plain(kind: type, value: object) -> Opaque:
    if not issubclass(kind, Opaque) or type(value) is not bytes:
        raise InvalidEncoding(f"bytes expected for {kind.__name__}")
    return kind.from_bytes(value)


def encode(value: object) -> bytes:
    """The one encoding of `value`: a `Wire` record, or plain msgpack types."""
    plain = msgspec.to_builtins(value, builtin_types=(bytes,), enc_hook=_to_plain)
    packed: bytes = msgpack.packb(plain)
    return packed


def decode(kind: type[T], data: bytes) -> T:
    """Read a value of type `kind` from exactly its one encoding.

    Raises:
        InvalidEncoding: too long, malformed, of another type, or not canonical.
    """
    if len(data) > MAX_VALUE_BYTES:
        raise InvalidEncoding(f"at most {MAX_VALUE_BYTES} bytes expected, got {len(data)}")
    try:
        plain = msgpack.unpackb(
            data,
            strict_map_key=True,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_ext_len=0,
        )
        value = msgspec.convert(
            plain, kind, strict=True, builtin_types=(bytes,), dec_hook=_from_plain
        )
        again = encode(value)
    except (
        msgspec.ValidationError,
        msgpack.UnpackException,
        ValueError,  # msgpack: limits, trailing bytes, nesting, bad UTF-8
        TypeError,  # msgpack: unhashable or non-string keys
        OverflowError,  # msgpack: integers beyond 64 bits
        RecursionError,
    ) as cause:
        raise InvalidEncoding(f"not a {kind.__name__}: {cause}") from cause
    if again != data:
        raise InvalidEncoding(f"not the one encoding of a {kind.__name__}")
    return value
