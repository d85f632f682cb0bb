"""What the group library must offer, how its calls are counted, and the self-test it must pass.

Nothing here imports the library: `group` does, and only `group`.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from typing import Final, Protocol

from belote_protocol.errors import ProtocolError
from belote_protocol.version import PROTOCOL_LABEL

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""L, the order of the group: a prime."""

SCALAR_BYTES: Final = 32
ELEMENT_BYTES: Final = 32
IDENTITY_BYTES: Final = bytes([1]) + bytes(31)
GENERATOR_BYTES: Final = bytes([0x58]) + bytes([0x66]) * 31

MAX_CARDS: Final = 32
"""Card elements and Pedersen generators that exist: the largest deck."""


class GroupUnsound(ProtocolError):
    """The installed group library accepts what it must refuse, or computes another group."""


class Backend(Protocol):
    """The group library: 32-byte strings in and out, all of them valid but where said."""

    def is_element(self, data: bytes) -> bool:
        """Whether 32 arbitrary bytes are the canonical encoding of an element other than O."""

    def add(self, left: bytes, right: bytes) -> bytes:
        """The sum of two elements; neither is O, the sum may be."""

    def negate(self, element: bytes) -> bytes:
        """The inverse of an element other than O."""

    def multiply(self, scalar: int, element: bytes) -> bytes:
        """`scalar` times an element other than O; 1 <= scalar < L."""

    def multiply_generator(self, scalar: int) -> bytes:
        """`scalar` times G; 1 <= scalar < L."""

    def from_uniform(self, data: bytes) -> bytes:
        """Map 32 uniform bytes into the group, possibly to O."""


@dataclass(slots=True)
class OperationCounts:
    """How often the library was called: the currency of the benchmark."""

    multiplications: int = 0
    generator_multiplications: int = 0
    additions: int = 0
    decodings: int = 0


class CountingBackend:
    """A backend that counts what it hands on; calls may come from several threads."""

    def __init__(self, backend: Backend, counts: OperationCounts) -> None:
        self._backend = backend
        self._counts = counts
        self._lock = threading.Lock()

    def is_element(self, data: bytes) -> bool:
        """Count a decoding."""
        with self._lock:
            self._counts.decodings += 1
        return self._backend.is_element(data)

    def add(self, left: bytes, right: bytes) -> bytes:
        """Count an addition."""
        with self._lock:
            self._counts.additions += 1
        return self._backend.add(left, right)

    def negate(self, element: bytes) -> bytes:
        """Negating flips one bit: not counted."""
        return self._backend.negate(element)

    def multiply(self, scalar: int, element: bytes) -> bytes:
        """Count a multiplication."""
        with self._lock:
            self._counts.multiplications += 1
        return self._backend.multiply(scalar, element)

    def multiply_generator(self, scalar: int) -> bytes:
        """Count a multiplication of G, which costs a fifth."""
        with self._lock:
            self._counts.generator_multiplications += 1
        return self._backend.multiply_generator(scalar)

    def from_uniform(self, data: bytes) -> bytes:
        """Constants are computed once: not counted."""
        return self._backend.from_uniform(data)


def constant_labels() -> tuple[str, ...]:
    """The labels of every hash-to-group constant of the protocol, in the order they are stored."""
    cards = tuple(f"{PROTOCOL_LABEL}/card/{number}" for number in range(MAX_CARDS))
    pedersen = tuple(f"{PROTOCOL_LABEL}/pedersen/{number}" for number in range(MAX_CARDS))
    return (*cards, *pedersen, f"{PROTOCOL_LABEL}/pedersen/chain")


def uniform_of_label(label: str) -> bytes:
    """The 32 uniform bytes that a constant's label stands for."""
    return hashlib.sha512(label.encode()).digest()[:ELEMENT_BYTES]


SMALL_ORDER: Final = tuple(
    bytes.fromhex(text)
    for text in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    )
)
"""The eight points whose order divides 8, O first."""

TORSION_TRANSLATES: Final = tuple(
    bytes.fromhex(text)
    for text in (
        "98519eadf35b995233b51b5cd23e9cc5a28b639b5a4af0ec903cb960d81b7819",
        "9bad33f580df7ecc49df5342bac8145d5bedc40f573d1b067f3c4ce449689a15",
        "da99e28ba529cdde35a25fba9059e78ecaee239f99755b9b1aa4f65df00803e2",
        "9599999999999999999999999999999999999999999999999999999999999999",
        "55ae61520ca466adcc4ae4a32dc1633a5d749c64a5b50f136fc3469f27e487e6",
        "5252cc0a7f208133b620acbd4537eba2a4123bf0a8c2e4f980c3b31bb69765ea",
        "13661d745ad63221ca5da0456fa618713511dc60668aa464e55b09a20ff7fc1d",
    )
)
"""G plus each point of small order but O: on the curve, outside the subgroup."""

NON_CANONICAL: Final = (
    *(
        (residue + 2**255 - 19 | sign << 255).to_bytes(ELEMENT_BYTES, "little")
        for residue in (0, 1, 3, 4, 5, 6, 9, 10, 14, 15, 16, 18)
        for sign in (0, 1)
    ),
    bytes([1]) + bytes(30) + bytes([0x80]),
    bytes([0xEC]) + bytes([0xFF]) * 31,
)
"""Every encoding of a point with y >= p = 2^255 - 19, and the two of x = 0 with a sign."""

OFF_CURVE: Final = bytes([2]) + bytes(31)
"""y = 2: no x belongs to it."""

_CONSTANTS_SHA512: Final = (
    "a6653488ee7bcc796a85cbffe5fe47e702cffca6250d1e06b9aada5000d60c79"
    "c78467a64248e61f54afed9501a04376e10544a72d29ae9473337339db394af6"
)
"""SHA-512 of all constants, one after the other."""


def self_test(backend: Backend) -> None:
    """Check that `backend` is the subgroup of edwards25519 with strict decoding.

    Raises:
        GroupUnsound: it is not; nothing that it computes may be used.
    """
    foreign = (*SMALL_ORDER, *TORSION_TRANSLATES, *NON_CANONICAL, OFF_CURVE)
    accepted = [data.hex() for data in foreign if backend.is_element(data)]
    if accepted:
        raise GroupUnsound(f"the group library accepts {accepted[0]}, which is no group element")
    double = backend.add(GENERATOR_BYTES, GENERATOR_BYTES)
    minus = backend.negate(GENERATOR_BYTES)
    sound = (
        backend.is_element(GENERATOR_BYTES)
        and backend.is_element(double)
        and backend.multiply(2, GENERATOR_BYTES) == double
        and backend.multiply_generator(2) == double
        and backend.multiply(ORDER - 1, GENERATOR_BYTES) == minus
        and backend.multiply_generator(ORDER - 1) == minus
        and backend.add(GENERATOR_BYTES, minus) == IDENTITY_BYTES
        and backend.add(double, minus) == GENERATOR_BYTES
    )
    if not sound:
        raise GroupUnsound("the group library does not compute in edwards25519")
    constants = b"".join(
        backend.from_uniform(uniform_of_label(label)) for label in constant_labels()
    )
    if hashlib.sha512(constants).hexdigest() != _CONSTANTS_SHA512:
        raise GroupUnsound("the group library maps labels to other elements")
