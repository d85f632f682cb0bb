from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.codec import encode
from belote_protocol.errors import InvalidEncoding
from belote_protocol.seed import Seed, shuffled, uniform_below
from tests.protocol.seeded import seeded

SEED = Seed(bytes(range(32)))


def test_seed_stays_inside() -> None:
    assert repr(SEED) == "Seed(hidden)"
    assert bytes(SEED) == bytes(range(32))
    with pytest.raises(TypeError, match="Seed has no wire form"):
        encode(SEED)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(InvalidEncoding):
        Seed(bytes(length))


def test_fresh_seeds_differ() -> None:
    random_bytes = seeded("fresh")
    first, second = Seed.fresh(random_bytes), Seed.fresh(random_bytes)
    assert first != second
    assert first == Seed(bytes(first))
    assert len({first, second, Seed(bytes(first))}) == 2


def test_derivations_are_framed_and_separate() -> None:
    results = {
        SEED.derive("a", b"bc"),
        SEED.derive("a", b"b", b"c"),
        SEED.derive("ab", b"c"),
        Seed(bytes(32)).derive("a", b"bc"),
    }
    assert len(results) == 4
    assert all(len(result) == 64 for result in results)


def test_key_is_never_zero() -> None:
    assert SEED.key()
    assert SEED.key() != Seed(bytes(32)).key()


@given(st.binary(min_size=32, max_size=32), st.integers(0, 32))
def test_permutation_is_one(data: bytes, size: int) -> None:
    permutation = Seed(data).permutation("shuffle", b"prev", b"salt", size)
    assert sorted(permutation) == list(range(size))


def test_shuffling_again_after_a_rollback_is_unrelated() -> None:
    contexts = [
        ("shuffle", b"prev", b"salt"),
        ("gather", b"prev", b"salt"),
        ("shuffle", b"else", b"salt"),
        ("shuffle", b"prev", b"else"),
    ]
    assert len({SEED.permutation(*context, 32) for context in contexts}) == 4
    randomizers = [SEED.randomizers(*context, 32) for context in contexts]
    assert len({scalar for scalars in randomizers for scalar in scalars}) == 4 * 32


def test_draws_of_the_incomplete_block_are_rejected() -> None:
    draws = [bytes([0xFF]) * 8, (2**64 - 2**64 % 6 - 1).to_bytes(8, "big")]
    assert uniform_below(6, lambda attempt: draws[attempt]) == 5
    assert uniform_below(1, lambda _: bytes(8)) == 0


@pytest.mark.parametrize("bound", [0, -1, 2**64])
def test_bound_without_numbers_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound from"):
        uniform_below(bound, lambda _: bytes(8))


def test_every_order_comes_equally_often() -> None:
    random_bytes = seeded("orders")
    counts = Counter(shuffled(3, lambda step, attempt: random_bytes(8)) for _ in range(3000))
    assert len(counts) == 6
    # Chi-squared with 5 degrees of freedom stays below 20.5 with probability 0.999.
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 20.5


def test_a_short_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="8 bytes expected, got 0"):
        uniform_below(6, bytes)
