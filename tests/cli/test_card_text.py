"""Cards as people write them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_cli.card_text import CardText, Faces, is_red, sorted_hand
from belote_cli.words import Language
from belote_net.rules.cards import PACK, Card, Suit

FRENCH = CardText(Language.FRENCH)
ENGLISH = CardText(Language.ENGLISH)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("9♠", "9S"),
        ("9s", "9S"),
        ("9P", "9S"),
        ("9C", "9H"),
        ("10c", "10H"),
        ("vk", "JD"),
        ("DT", "QC"),
        ("D♦", "QD"),
        ("RC", "KH"),
        ("a t", "AC"),
        ("JH", "JH"),
        ("as de pique", "AS"),
        ("Dame de Cœur", "QH"),
        ("dix carreau", "10D"),
        ("valet d'trefle", "JC"),
        ("roi coeur", "KH"),
        ("9♤", "9S"),
    ],
)
def test_french_cards(text: str, card: str) -> None:
    assert FRENCH.read_card(text) is Card.parse(card)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("9C", "9C"),
        ("QH", "QH"),
        ("10d", "10D"),
        ("kc", "KC"),
        ("jack of spades", "JS"),
        ("the ace of hearts", None),
        ("Ten of Clubs", "10C"),
        ("9 s", "9S"),
    ],
)
def test_english_cards(text: str, card: str | None) -> None:
    assert ENGLISH.read_card(text) is (None if card is None else Card.parse(card))


@pytest.mark.parametrize("text", ["", "9", "1♠", "99♠", "9♠♠", "6H", "de pique", "♠9", "🂡", "é"])
def test_what_is_no_card(text: str) -> None:
    assert FRENCH.read_card(text) is None
    assert ENGLISH.read_card(text) is None


@given(st.sampled_from(PACK), st.sampled_from(Language), st.sampled_from(Faces))
def test_what_is_written_is_read(card: Card, language: Language, faces: Faces) -> None:
    text = CardText(language, faces)
    assert text.read_card(text.card(card)) is card
    assert text.read_card(text.letters(card).casefold()) is card
    assert text.letters(card).isascii()
    assert "\ufe0e" not in text.card(card)
    assert "\ufe0f" not in text.card(card)


@given(st.text(max_size=30), st.sampled_from(Language))
def test_any_text_is_read_without_error(text: str, language: Language) -> None:
    CardText(language).read_card(text)
    CardText(language).read_suit(text)


def test_suits_by_the_beginning_of_a_word() -> None:
    assert FRENCH.read_suit("pi") is Suit.SPADES
    assert FRENCH.read_suit("Cœur") is Suit.HEARTS
    assert FRENCH.read_suit("c") is Suit.HEARTS
    assert ENGLISH.read_suit("c") is Suit.CLUBS
    assert FRENCH.read_suit("carreaux") is Suit.DIAMONDS
    assert FRENCH.read_suit("c") is not FRENCH.read_suit("k")
    assert ENGLISH.read_suit("hearts") is Suit.HEARTS
    assert ENGLISH.read_suit("c♠") is None


hands = st.sets(st.sampled_from(PACK), max_size=8)


@given(hands, st.none() | st.sampled_from(Suit))
def test_a_sorted_hand_is_the_same_hand(cards: set[Card], trump: Suit | None) -> None:
    hand = sorted_hand(cards, trump)
    assert set(hand) == cards
    assert len(hand) == len(cards)
    suits = list(dict.fromkeys(card.suit for card in hand))
    assert len(suits) == len({card.suit for card in hand})
    if trump in suits:
        assert suits[0] is trump


@given(hands, st.none() | st.sampled_from(Suit))
def test_colours_alternate_where_they_can(cards: set[Card], trump: Suit | None) -> None:
    suits = list(dict.fromkeys(card.suit for card in sorted_hand(cards, trump)))
    reds = sum(map(is_red, suits))
    neighbours = sum(is_red(a) == is_red(b) for a, b in pairwise(suits))
    if len(suits) == 4 or (reds == 1 and len(suits) == 2):
        assert neighbours == 0
    if len(suits) == 3 and trump not in suits:
        assert neighbours == 0


def test_trumps_are_sorted_by_their_own_order() -> None:
    hand = [Card.parse(text) for text in ("AH", "9H", "JH", "7S", "AS", "10S")]
    assert [str(card) for card in sorted_hand(hand, Suit.HEARTS)] == [
        *("JH", "9H", "AH"),
        *("AS", "10S", "7S"),
    ]
