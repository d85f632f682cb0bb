"""A toy group: the integers modulo L under addition. Fast, and no secret at all.

For tests of flow only: every logarithm can be read off. O and G have their real encodings, so that
the constants of `group` stay valid; any other element is its own logarithm, little-endian.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from belote_protocol.backend import ELEMENT_BYTES, GENERATOR_BYTES, IDENTITY_BYTES, ORDER
from belote_protocol.group import use_backend


def _encode(logarithm: int) -> bytes:
    value = logarithm % ORDER
    special = {0: IDENTITY_BYTES, 1: GENERATOR_BYTES}
    return special.get(value) or value.to_bytes(ELEMENT_BYTES, "little")


def _decode(data: bytes) -> int:
    special = {IDENTITY_BYTES: 0, GENERATOR_BYTES: 1}
    return special.get(data, int.from_bytes(data, "little"))


class ToyGroup:
    """A `Backend` over integers."""

    def is_element(self, data: bytes) -> bool:
        return data == GENERATOR_BYTES or 1 < int.from_bytes(data, "little") < ORDER

    def add(self, left: bytes, right: bytes) -> bytes:
        return _encode(_decode(left) + _decode(right))

    def negate(self, element: bytes) -> bytes:
        return _encode(-_decode(element))

    def multiply(self, scalar: int, element: bytes) -> bytes:
        return _encode(scalar * _decode(element))

    def multiply_generator(self, scalar: int) -> bytes:
        return _encode(scalar)

    def from_uniform(self, data: bytes) -> bytes:
        return _encode(int.from_bytes(data, "little"))


@contextmanager
def toy_group() -> Iterator[None]:
    """Compute in the toy group until the end of the block."""
    with use_backend(ToyGroup()):
        yield
