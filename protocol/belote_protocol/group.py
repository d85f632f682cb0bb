"""The prime-order group, as two opaque types with strict encodings.

The group is the subgroup of prime order L of edwards25519, reached through PyNaCl; this is the
only module that knows the library. Everything the library leaves open is settled here: the
identity, zero scalars, P - P, and bytes that are not the one encoding of an element of the
subgroup. A self-test at import refuses a library that decodes loosely (PyNaCl before 1.6.2,
CVE-2025-69277; some system libsodium): importing this module can raise `GroupUnsound`, which is a
`ProtocolError`.

Source: Bernstein, Duif, Lange, Schwabe and Yang, "High-speed high-security signatures", CHES 2011;
RFC 8032, section 5.1; docs/protocol.md §3.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, ParamSpec, Self, TypeVar, cast, final

import nacl.bindings
import nacl.exceptions

from belote_protocol.backend import (
    ELEMENT_BYTES,
    GENERATOR_BYTES,
    IDENTITY_BYTES,
    ORDER,
    SCALAR_BYTES,
    Backend,
    CountingBackend,
    GroupUnsound,
    OperationCounts,
    self_test,
    uniform_of_label,
)
from belote_protocol.codec import Opaque
from belote_protocol.errors import InvalidEncoding

__all__ = [
    "ELEMENT_BYTES",
    "GENERATOR",
    "IDENTITY",
    "ORDER",
    "SCALAR_BYTES",
    "WIDE_BYTES",
    "Element",
    "GroupUnsound",
    "OperationCounts",
    "Scalar",
    "check_point",
    "constant",
    "counting",
    "generator_multiple",
    "hash_to_group",
    "inner_product",
    "sum_of_elements",
    "sum_of_products",
    "use_backend",
]

WIDE_BYTES: Final = 64
"""Bytes reduced to one uniform scalar: the bias is below 2^-259."""

_SIGN_BIT: Final = 0x80

P = ParamSpec("P")
R = TypeVar("R")


class _Edwards25519:
    """libsodium's edwards25519 through PyNaCl."""

    def is_element(self, data: bytes) -> bool:
        valid: bool = nacl.bindings.crypto_core_ed25519_is_valid_point(data)
        return valid

    def add(self, left: bytes, right: bytes) -> bytes:
        total: bytes = nacl.bindings.crypto_core_ed25519_add(left, right)
        return total

    def negate(self, element: bytes) -> bytes:
        # -(x, y) = (-x, y): only the sign of x changes. x = 0 only for O within the subgroup.
        return element[:31] + bytes((element[31] ^ _SIGN_BIT,))

    def multiply(self, scalar: int, element: bytes) -> bytes:
        product: bytes = nacl.bindings.crypto_scalarmult_ed25519_noclamp(
            scalar.to_bytes(SCALAR_BYTES, "little"), element
        )
        return product

    def multiply_generator(self, scalar: int) -> bytes:
        product: bytes = nacl.bindings.crypto_scalarmult_ed25519_base_noclamp(
            scalar.to_bytes(SCALAR_BYTES, "little")
        )
        return product

    def from_uniform(self, data: bytes) -> bytes:
        element: bytes = nacl.bindings.crypto_core_ed25519_from_uniform(data)
        return element


def _sound_library() -> Backend:
    """The library, once it has passed the self-test.

    Raises:
        GroupUnsound: it has not, or it lacks a function.
    """
    library = _Edwards25519()
    try:
        self_test(library)
    except (nacl.exceptions.CryptoError, AttributeError) as cause:
        raise GroupUnsound(f"the group library lacks a function: {cause}") from cause
    return library


_EDWARDS25519: Final = _sound_library()
_backend: Backend = _EDWARDS25519
_constants: list[Callable[[], None]] = []


def constant(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a pure function of the group, until the backend changes."""
    cached = functools.cache(function)
    _constants.append(cached.cache_clear)
    return cast(Callable[P, R], cached)


@contextmanager
def use_backend(backend: Backend) -> Iterator[None]:
    """Compute in another group, for tests of flow: process-wide, and constants are recomputed."""
    global _backend
    previous = _backend
    _backend = backend
    _forget_constants()
    try:
        yield
    finally:
        _backend = previous
        _forget_constants()


def _forget_constants() -> None:
    for forget in _constants:
        forget()


def check_point(data: bytes) -> None:
    """Check that 32 bytes are an element of edwards25519, whatever group is computed in.

    For keys of other schemes over the same curve, such as Ed25519 identities.

    Raises:
        InvalidEncoding: wrong length, not canonical, of small order or off the subgroup.
    """
    if len(data) != ELEMENT_BYTES or not _EDWARDS25519.is_element(data):
        raise InvalidEncoding("not the encoding of a group element other than the identity")


@final
class Scalar(Opaque):
    """An integer modulo L; 32 bytes, little-endian. Its `repr` never shows the value."""

    __slots__ = ("_value",)
    _value: int

    def __init__(self, value: int) -> None:
        """The scalar congruent to `value`, any integer."""
        self._value = value % ORDER

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode 32 bytes, little-endian, below L.

        Raises:
            InvalidEncoding: wrong length, or not below L.
        """
        if len(data) != SCALAR_BYTES:
            raise InvalidEncoding(f"scalar of {SCALAR_BYTES} bytes expected, got {len(data)}")
        value = int.from_bytes(data, "little")
        if value >= ORDER:
            raise InvalidEncoding("scalar below the group order expected")
        return cls(value)

    @classmethod
    def from_wide(cls, data: bytes) -> Self:
        """Reduce 64 uniform bytes, little-endian, to a uniform scalar.

        Raises:
            InvalidEncoding: wrong length.
        """
        if len(data) != WIDE_BYTES:
            raise InvalidEncoding(f"{WIDE_BYTES} uniform bytes expected, got {len(data)}")
        return cls(int.from_bytes(data, "little"))

    def __bytes__(self) -> bytes:
        return self._value.to_bytes(SCALAR_BYTES, "little")

    def __int__(self) -> int:
        return self._value

    def __add__(self, other: Scalar) -> Scalar:
        return Scalar(self._value + other._value)

    def __sub__(self, other: Scalar) -> Scalar:
        return Scalar(self._value - other._value)

    def __mul__(self, other: Scalar) -> Scalar:
        return Scalar(self._value * other._value)

    def __neg__(self) -> Scalar:
        return Scalar(-self._value)

    def __bool__(self) -> bool:
        return self._value != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and self._value == other._value

    def __hash__(self) -> int:
        return hash((Scalar, self._value))

    def __repr__(self) -> str:
        return "Scalar(hidden)"


@final
class Element(Opaque):
    """An element of the group; its one constructor from foreign bytes is `from_bytes`."""

    __slots__ = ("_data",)
    _data: bytes

    def __init__(self) -> None:
        raise TypeError("decode an element with Element.from_bytes")

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode 32 bytes: canonical, on the curve, in the subgroup, and not the identity.

        Raises:
            InvalidEncoding: anything else.
        """
        if len(data) != ELEMENT_BYTES:
            raise InvalidEncoding(f"element of {ELEMENT_BYTES} bytes expected, got {len(data)}")
        if not _backend.is_element(data):
            raise InvalidEncoding("not the encoding of a group element other than the identity")
        return cls._of(data)

    @classmethod
    def _of(cls, data: bytes) -> Self:
        element = cls.__new__(cls)
        element._data = data
        return element

    def __bytes__(self) -> bytes:
        return self._data

    @property
    def is_identity(self) -> bool:
        """Whether this is O, which has bytes to be hashed but is never accepted from them."""
        return self._data == IDENTITY_BYTES

    def __add__(self, other: Element) -> Element:
        if self.is_identity:
            return other
        if other.is_identity:
            return self
        return Element._of(_backend.add(self._data, other._data))

    def __neg__(self) -> Element:
        return self if self.is_identity else Element._of(_backend.negate(self._data))

    def __sub__(self, other: Element) -> Element:
        return self + -other

    def __mul__(self, scalar: Scalar) -> Element:
        value = int(scalar)
        if value == 0 or self.is_identity:
            return IDENTITY
        if value == 1:
            return self
        if value == ORDER - 1:
            return -self
        if self._data == GENERATOR_BYTES:
            return Element._of(_backend.multiply_generator(value))
        return Element._of(_backend.multiply(value, self._data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return f"Element({self._data.hex()})"


IDENTITY: Final = Element._of(IDENTITY_BYTES)
"""O."""

GENERATOR: Final = Element._of(GENERATOR_BYTES)
"""G: the point with y = 4/5 and even x."""


def generator_multiple(scalar: Scalar) -> Element:
    """`scalar`·G, at a fifth of the price of another multiple."""
    return GENERATOR * scalar


def sum_of_elements(elements: Iterable[Element]) -> Element:
    """Σ elements; O for none."""
    return functools.reduce(operator.add, elements, IDENTITY)


def sum_of_products(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """Σ scalars[i]·elements[i], same lengths; O for none."""
    return sum_of_elements(
        [element * scalar for scalar, element in zip(scalars, elements, strict=True)]
    )


def inner_product(left: Iterable[Scalar], right: Iterable[Scalar]) -> Scalar:
    """Σ left[i]·right[i], same lengths; zero for none."""
    return Scalar(sum(a._value * b._value for a, b in zip(left, right, strict=True)))


@constant
def hash_to_group(label: str) -> Element:
    """The element that SHA-512 of `label` maps to; nobody knows its logarithm.

    Raises:
        InvalidEncoding: the label maps to O (no label in use does).
    """
    data = _backend.from_uniform(uniform_of_label(label))
    if data == IDENTITY_BYTES:
        raise InvalidEncoding(f"label {label!r} maps to the identity")
    return Element._of(data)


@contextmanager
def counting() -> Iterator[OperationCounts]:
    """Count the group operations of this process, all threads, until the end of the block."""
    global _backend
    counts = OperationCounts()
    previous = _backend
    _backend = CountingBackend(previous, counts)
    try:
        yield counts
    finally:
        _backend = previous
