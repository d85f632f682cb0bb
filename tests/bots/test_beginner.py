"""How a beginner plays: by a few rules of thumb."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.bots.beginner import best_cards, choose_bid
from belote_net.errors import OutOfTurn
from tests.bots.positions import to_bid, to_play
from tests.rules.playing import cards


@pytest.mark.parametrize(
    ("held", "turn_up", "passes", "expected"),
    [
        ("JH 9H AS 8D 7C", "8H", 0, "H"),
        ("9H AH 10H 8D 7C", "JH", 0, "H"),
        ("JH 9S AS 8D 7C", "8H", 0, "pass"),
        ("9H AH 10H KH AC", "8H", 0, "pass"),
        ("JS 9S 7S AD 8D", "8H", 5, "S"),
        ("JS 9S AS AD 8D", "8S", 5, "pass"),
        ("JD 8D 7D JC 9C", "AC", 4, "D"),
    ],
)
def test_he_takes_with_the_jack_and_two_more(
    held: str, turn_up: str, passes: int, expected: str
) -> None:
    assert str(choose_bid(to_bid(held, turn_up, passes=passes))) == expected


def test_he_does_not_look_at_the_score() -> None:
    for scores in ((0, 0), (950, 200), (200, 950)):
        assert str(choose_bid(to_bid("JH 9H AS 8D 7C", "8H", scores=scores))) == "H"
        assert str(choose_bid(to_bid("9H AH 10H KH AC", "8H", scores=scores))) == "pass"


@pytest.mark.parametrize(
    ("held", "on_table", "expected"),
    [
        ("AS 10S 8H 7S AD KD 8C QC", "", "AS AD"),
        ("10S 9S 8H 7S KD QD 8C QC", "", "7S 9S 8H 8C"),
        ("10S 9S 7D 8D KD 8C 7H 8H", "8S AS 7S", "10S"),
        ("10S 9S 7D 8D KD 8C 7H 8H", "QS", "10S"),
        ("KS 7S KD 8D 7C QC JC 8H", "8S 9S AS", "7S"),
        ("JH 7H 8D KD 7C QC JC KC", "AS 9S 8S", "7H"),
    ],
    ids=["aces first", "else low", "charges", "wins", "gives up", "ruffs low"],
)
def test_typical_card(held: str, on_table: str, expected: str) -> None:
    assert best_cards(to_play(held, on_table)) == cards(expected)


def test_he_remembers_nothing() -> None:
    """The ace is gone, and the ten is master: he does not know."""
    earlier = ((3, "AS 8S 9S QS"), (3, "7D 8D 9D AD"), (2, "KD JD 10D QD"))
    view = to_play("10S KH 8C 7C 9C", earlier=earlier, taker=2)
    assert best_cards(view) == cards("7C 8C 9C")


def test_nobody_is_asked_out_of_turn() -> None:
    bidding, playing = to_bid("JH 9H AS 8D 7C", "8H"), to_play("10S KD 7C 8C 9C QC JC 8H")
    for wrong in (replace(bidding, bids=()), replace(bidding, place=None)):
        with pytest.raises(OutOfTurn):
            choose_bid(wrong)
    for wrong in (replace(playing, legal=frozenset()), replace(playing, place=None)):
        with pytest.raises(OutOfTurn):
            best_cards(wrong)
