"""One secret seed per deck, and everything that is derived from it (docs/protocol.md §5).

A seed fixes its seat's key, permutations and re-encryption scalars, so that revealing it after the
deal lets everyone recompute the deck with plain arithmetic.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import partial
from typing import Final, Self, final

from belote_protocol.errors import InvalidEncoding
from belote_protocol.group import ORDER, Scalar
from belote_protocol.transcript import RandomBytes, frame, int_bytes
from belote_protocol.version import PROTOCOL_LABEL

SEED_BYTES: Final = 32

SALT_BYTES: Final = 32
"""Fresh randomness in every shuffling entry."""

DRAW_BYTES: Final = 8
"""Width of one draw for an index: more than one draw is needed with probability below 2^-58."""

_WIDTH: Final = 1 << (8 * DRAW_BYTES)


def uniform_below(bound: int, draw: Callable[[int], bytes]) -> int:
    """A uniform integer in 0..bound-1; `draw(attempt)` gives at least eight uniform bytes.

    Rejection sampling: a draw in the incomplete last block is thrown away, never reduced.
    """
    if not 0 < bound < _WIDTH:
        raise ValueError(f"a bound from 1 to {_WIDTH - 1} expected, got {bound}")
    limit = _WIDTH - _WIDTH % bound
    attempt = 0
    while True:
        drawn = draw(attempt)[:DRAW_BYTES]
        if len(drawn) < DRAW_BYTES:
            raise ValueError(f"a draw of {DRAW_BYTES} bytes expected, got {len(drawn)}")
        value = int.from_bytes(drawn, "big")
        if value < limit:
            return value % bound
        attempt += 1


def shuffled(size: int, draw: Callable[[int, int], bytes]) -> tuple[int, ...]:
    """A uniform permutation of 0..size-1; `draw(step, attempt)` gives eight uniform bytes.

    Source: Fisher and Yates, 1938, in Durstenfeld's form, 1964 (step = size-1 down to 1).
    """
    order = list(range(size))
    for step in range(size - 1, 0, -1):
        other = uniform_below(step + 1, partial(draw, step))
        order[step], order[other] = order[other], order[step]
    return tuple(order)


@final
class Seed:
    """Thirty-two secret bytes. Not a wire type: `bytes(seed)` is the one way to let it out."""

    __slots__ = ("_data",)
    _data: bytes

    def __init__(self, data: bytes) -> None:
        """Take over 32 bytes.

        Raises:
            InvalidEncoding: wrong length.
        """
        if len(data) != SEED_BYTES:
            raise InvalidEncoding(f"seed of {SEED_BYTES} bytes expected, got {len(data)}")
        self._data = data

    @classmethod
    def fresh(cls, random_bytes: RandomBytes) -> Self:
        """A new seed from the system's randomness."""
        return cls(random_bytes(SEED_BYTES))

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and hmac.compare_digest(self._data, other._data)

    def __hash__(self) -> int:
        return hash((Seed, self._data))

    def __repr__(self) -> str:
        return "Seed(hidden)"

    def derive(self, label: str, *parts: bytes) -> bytes:
        """Sixty-four bytes that only the seed's holder can compute: HMAC-SHA-512 of the frames."""
        frames = (frame("protocol", PROTOCOL_LABEL.encode()), frame("derive", label.encode()))
        message = b"".join((*frames, *(frame("part", part) for part in parts)))
        return hmac.digest(self._data, message, "sha512")

    def key(self) -> Scalar:
        """The seat's secret key for this deck; never zero."""
        return Scalar(1 + int.from_bytes(self.derive("key"), "little") % (ORDER - 1))

    def permutation(self, kind: str, prev: bytes, salt: bytes, size: int) -> tuple[int, ...]:
        """The permutation of a `shuffle` or `gather`: output j is input `permutation[j]`.

        It depends on the previous head and on the salt in the entry: the same seed never shuffles
        two different inputs, or one input twice after a rollback, in a related way.
        """
        return shuffled(
            size,
            lambda step, attempt: self.derive(
                "permutation", kind.encode(), prev, salt, int_bytes(step), int_bytes(attempt)
            ),
        )

    def randomizers(self, kind: str, prev: bytes, salt: bytes, count: int) -> tuple[Scalar, ...]:
        """The re-encryption scalars of a `shuffle` or `gather`, in output order."""
        return tuple(
            Scalar.from_wide(self.derive("randomizer", kind.encode(), prev, salt, int_bytes(index)))
            for index in range(count)
        )
