"""Commitments to seeds, and coins that nobody can bias (docs/protocol.md §5).

A commitment is a hash of 32 uniform bytes together with the one place where it may be opened, so a
commitment copied from another seat opens for nobody. Coins hash all openings in seat order: with an
exclusive or, a copied opening would cancel its original.

Source: Blum, "Coin Flipping by Telephone", CRYPTO '81.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from belote_protocol.errors import InvalidProof
from belote_protocol.seed import Seed, shuffled, uniform_below
from belote_protocol.transcript import int_bytes, labelled_hash

COMMITMENT_BYTES: Final = 32


def commit(label: str, game: bytes, chain: str, seat: int, seed: Seed) -> bytes:
    """The commitment of `seat` to `seed` on one chain of one game, 32 bytes."""
    place = (label.encode(), game, chain.encode(), int_bytes(seat))
    return labelled_hash("commitment", *place, bytes(seed))[:COMMITMENT_BYTES]


def verify_opening(
    commitment: bytes, label: str, game: bytes, chain: str, seat: int, opening: bytes
) -> None:
    """Check that `opening` is the seed that `seat` committed to.

    Raises:
        InvalidEncoding: it is no seed.
        InvalidProof: it is another seed.
    """
    if commit(label, game, chain, seat, Seed(opening)) != commitment:
        raise InvalidProof(f"the opening of seat {seat} does not match its commitment")


def coin_result(openings: Sequence[bytes], context: bytes) -> bytes:
    """The coin that all `openings`, in seat order, make together in `context`; 64 bytes."""
    return labelled_hash("coin", context, *openings)


def uniform_index(coin: bytes, label: str, bound: int) -> int:
    """A uniform integer in 0..bound-1 from a coin; other labels give independent ones."""
    return uniform_below(
        bound,
        lambda attempt: labelled_hash("index", coin, label.encode(), int_bytes(attempt)),
    )


def uniform_permutation(coin: bytes, label: str, size: int) -> tuple[int, ...]:
    """A uniform permutation of 0..size-1 from a coin; other labels give independent ones."""
    return shuffled(
        size,
        lambda step, attempt: labelled_hash(
            "permutation",
            coin,
            label.encode(),
            int_bytes(step),
            int_bytes(attempt),
        ),
    )
