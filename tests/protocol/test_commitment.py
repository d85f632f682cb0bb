from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.commitment import (
    coin_result,
    commit,
    uniform_index,
    uniform_permutation,
    verify_opening,
)
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.seed import Seed

SEED = Seed(bytes(range(32)))


def test_opening_matches() -> None:
    commitment = commit("deck", b"game", "deck/1", 2, SEED)
    assert len(commitment) == 32
    verify_opening(commitment, "deck", b"game", "deck/1", 2, bytes(SEED))


@pytest.mark.parametrize(
    ("label", "game", "chain", "seat"),
    [
        ("coin", b"game", "deck/1", 2),
        ("deck", b"gamd", "deck/1", 2),
        ("deck", b"game", "deck/2", 2),
        ("deck", b"game", "deck/1", 3),
        ("deckg", b"ame", "deck/1", 2),
    ],
)
def test_copy_opens_nowhere_else(label: str, game: bytes, chain: str, seat: int) -> None:
    commitment = commit("deck", b"game", "deck/1", 2, SEED)
    with pytest.raises(InvalidProof):
        verify_opening(commitment, label, game, chain, seat, bytes(SEED))


@given(st.binary(max_size=40))
def test_other_opening_is_refused(opening: bytes) -> None:
    commitment = commit("deck", b"game", "deck/1", 2, SEED)
    with pytest.raises((InvalidProof, InvalidEncoding)):
        verify_opening(commitment, "deck", b"game", "deck/1", 2, opening)


def test_coin_depends_on_order_context_and_copies() -> None:
    first, second = bytes(32), bytes([1]) * 32
    coins = {
        coin_result([first, second], b"context"),
        coin_result([second, first], b"context"),
        coin_result([first, second], b"other"),
        coin_result([first, first], b"context"),
        coin_result([second, second], b"context"),
    }
    assert len(coins) == 5


@given(st.binary(min_size=64, max_size=64), st.integers(1, 40))
def test_draws_from_a_coin(coin: bytes, bound: int) -> None:
    assert 0 <= uniform_index(coin, "dealer", bound) < bound
    assert sorted(uniform_permutation(coin, "seats", bound)) == list(range(bound))


def test_labels_of_draws_are_independent() -> None:
    indices = {uniform_index(bytes(64), str(number), 2**40) for number in range(20)}
    assert len(indices) == 20
    assert uniform_permutation(bytes(64), "a", 20) != uniform_permutation(bytes(64), "b", 20)


def test_every_seat_is_drawn_equally_often() -> None:
    counts = [0] * 4
    for number in range(2000):
        counts[uniform_index(coin_result([], number.to_bytes(4, "big")), "dealer", 4)] += 1
    # Chi-squared with 3 degrees of freedom stays below 16.3 with probability 0.999.
    assert sum((count - 500) ** 2 / 500 for count in counts) < 16.3
