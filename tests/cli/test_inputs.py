"""What a typed line means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.card_text import CardText
from belote_cli.plain.answers import answer, decision_of
from belote_cli.plain.inputs import (
    MAX_LINE_CHARACTERS,
    Ask,
    Input,
    Lay,
    Nothing,
    Say,
    Speak,
    Topic,
    Unclear,
    Why,
    read_line,
)
from belote_cli.plain.situation import listed_hand
from belote_cli.words import Language
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import Card, Suit
from belote_net.table.decisions import PlaceBid, PlayCard
from belote_net.table.view import TableView
from tests.cli.games import bidding_views, constrained_view, pen, playing_views

FRENCH = CardText(Language.FRENCH)
ENGLISH = CardText(Language.ENGLISH)


def round_view(number: int) -> TableView:
    return next(
        view
        for view in bidding_views()
        if view.auction is not None and view.auction.round == number
    )


@pytest.mark.parametrize("text", ["p", "P", "passe", "Pass", "je passe", "non", "1", " p "])
def test_passing(text: str) -> None:
    for number in (1, 2):
        assert read_line(text, round_view(number), FRENCH) == Speak(PASS)


@pytest.mark.parametrize("text", ["prends", "je prends", "take", "oui", "2"])
def test_taking_the_turned_suit(text: str) -> None:
    view = round_view(1)
    assert view.turn_up is not None
    assert read_line(text, view, FRENCH) == Speak(Bid(view.turn_up.suit))


def test_t_takes_in_english_and_is_clubs_in_french() -> None:
    view = round_view(1)
    assert view.turn_up is not None
    assert read_line("t", view, ENGLISH) == Speak(Bid(view.turn_up.suit))
    assert read_line("t", view, FRENCH) == Speak(Bid(Suit.CLUBS))


def test_taking_without_a_suit_is_not_guessed_in_round_two() -> None:
    assert read_line("prends", round_view(2), FRENCH) == Unclear("prends")
    assert read_line("t", round_view(2), ENGLISH) == Unclear("t")


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("pi", Suit.SPADES),
        ("pique", Suit.SPADES),
        ("s", Suit.SPADES),
        ("♠", Suit.SPADES),
        ("c", Suit.HEARTS),
        ("prends à cœur", Suit.HEARTS),
        ("je prends trèfle", Suit.CLUBS),
        ("K", Suit.DIAMONDS),
    ],
)
def test_suits_in_round_two(text: str, suit: Suit) -> None:
    assert read_line(text, round_view(2), FRENCH) == Speak(Bid(suit))


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("?", Topic.HELP),
        ("AIDE", Topic.HELP),
        ("règles", Topic.RULES),
        ("dernier pli", Topic.LAST),
        ("score", Topic.SCORE),
        ("jeu", Topic.HAND),
        ("q", Topic.QUIT),
        ("quitter", Topic.QUIT),
        ("table", Topic.TABLE),
    ],
)
def test_questions(text: str, topic: Topic) -> None:
    for view in (None, round_view(1), constrained_view()):
        assert read_line(text, view, FRENCH) == Ask(topic)


def test_cards_by_number_name_and_sign() -> None:
    view = constrained_view()
    hand = listed_hand(view)
    for number, card in enumerate(hand, start=1):
        assert read_line(str(number), view, FRENCH) == Lay(card, announce=False)
        assert read_line(FRENCH.card(card), view, FRENCH) == Lay(card, announce=False)
        assert read_line(f"why {number}", view, FRENCH) == Why(card)
        assert read_line(f"pourquoi {FRENCH.letters(card)}", view, FRENCH) == Why(card)
    for text in ("0", str(len(hand) + 1), "007", "-1", "²", "9" * 400):
        read = read_line(text, view, FRENCH)
        assert isinstance(read, Unclear | Lay)
    assert isinstance(read_line("9" * 400, view, FRENCH), Unclear)


@pytest.mark.parametrize("text", ["R♥ belote", "RC b", "belote rc", "R♥ Rebelote!"])
def test_belote_is_said_with_the_card(text: str) -> None:
    assert read_line(text, constrained_view(), FRENCH) == Lay(Card.parse("KH"), announce=True)


def test_what_is_said_keeps_its_words() -> None:
    assert read_line("say  Bien joué, é♠ !", None, FRENCH) == Say("Bien joué, é♠ !")
    assert read_line("dire p", round_view(1), FRENCH) == Say("p")
    assert read_line("say", None, FRENCH) == Unclear("say")


def test_empty_and_endless_lines() -> None:
    assert read_line("   \t", None, FRENCH) == Nothing()
    assert read_line("x" * 100_000, None, FRENCH) == Unclear("x" * MAX_LINE_CHARACTERS)


views = st.sampled_from(range(3)).map(
    lambda number: (None, round_view(2), constrained_view())[number]
)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=40), views, st.sampled_from(Language))
def test_any_line_has_an_answer(text: str, view: TableView | None, language: Language) -> None:
    reader = pen(language)
    read: Input = read_line(text, view, reader.cards)
    decision = None if view is None else decision_of(read, view)
    lines = answer(read, view, reader)
    if decision is None and not isinstance(read, Nothing | Say):
        assert lines
    for line in lines:
        assert line.isprintable()


def test_decisions_are_only_what_is_legal() -> None:
    for view in playing_views():
        for card in view.hand:
            decision = decision_of(Lay(card, announce=False), view)
            assert decision == (PlayCard(card) if card in view.legal else None)
            if card not in view.announceable:
                assert decision_of(Lay(card, announce=True), view) is None
    for view in bidding_views():
        for bid in (PASS, *map(Bid, Suit)):
            decision = decision_of(Speak(bid), view)
            assert decision == (PlaceBid(bid) if bid in view.bids else None)
    assert decision_of(Nothing(), constrained_view()) is None
