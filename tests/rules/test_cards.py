"""The pack: every card once, its notation, its order and its points."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.errors import NotationError
from belote_net.rules import cards as cards_module
from belote_net.rules.cards import (
    PACK,
    Card,
    Rank,
    Suit,
    card_points,
    in_pack_order,
    plain_strength,
    trump_strength,
)


def test_pack_is_suit_by_suit_from_the_seven() -> None:
    assert " ".join(map(str, PACK[:8])) == "7S 8S 9S 10S JS QS KS AS"
    assert [card.suit.value for card in PACK[::8]] == ["S", "H", "D", "C"]
    assert [card.number for card in PACK] == list(range(32))
    assert len(set(PACK)) == 32


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_exists_once(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card(card.rank, card.suit) is card
    assert Card(card.rank, card.suit) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card]) == [card]
    assert pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card), {"Card": Card}) is card


def test_a_card_never_changes() -> None:
    with pytest.raises(AttributeError, match="cannot set rank"):
        PACK[0].rank = Rank.ACE
    with pytest.raises(AttributeError, match="cannot delete rank"):
        del PACK[0].rank


@pytest.mark.parametrize("text", ["", "10", "H", "10h", "1H", "H10", "10H ", "♠A", "TH", "10X"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(NotationError, match="such as 10H"):
        Card.parse(text)


def test_suits_are_read_by_letter() -> None:
    assert [Suit.parse(str(suit)) for suit in Suit] == list(Suit)
    with pytest.raises(NotationError, match="a suit is S, H, D or C, got 'T'"):
        Suit.parse("T")


def test_orders() -> None:
    spades = PACK[:8]
    plain = sorted(spades, key=plain_strength)
    trump = sorted(spades, key=trump_strength)
    assert " ".join(map(str, plain)) == "7S 8S 9S JS QS KS 10S AS"
    assert " ".join(map(str, trump)) == "7S 8S QS KS 10S AS 9S JS"
    assert [plain_strength(card) for card in plain] == list(range(8))
    assert [trump_strength(card) for card in trump] == list(range(8))


@pytest.mark.parametrize("trump", Suit)
def test_points(trump: Suit) -> None:
    worth = {str(card): card_points(card, trump) for card in PACK}
    in_trump = [worth[f"{rank}{trump}"] for rank in Rank]
    assert in_trump == [0, 0, 14, 10, 20, 3, 4, 11]
    for suit in set(Suit) - {trump}:
        assert [worth[f"{rank}{suit}"] for rank in Rank] == [0, 0, 0, 10, 2, 3, 4, 11]
    assert sum(worth.values()) == 152


@given(st.sets(st.sampled_from(PACK)))
def test_pack_order_is_the_same_for_every_set(held: set[Card]) -> None:
    ordered = in_pack_order(held)
    assert set(ordered) == held
    assert [card.number for card in ordered] == sorted(card.number for card in held)


def test_the_examples_in_the_docstrings() -> None:
    results = doctest.testmod(cards_module)
    assert results.attempted >= 3
    assert results.failed == 0
