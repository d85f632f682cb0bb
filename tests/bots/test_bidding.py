"""Whether the bot takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.bots.bidding import (
    BOLDNESS,
    CAUTION,
    PARTNER_AND_STOCK,
    THRESHOLD,
    choose_bid,
    hand_worth,
    threshold,
)
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import PASS
from belote_net.rules.cards import Place, Suit, Team
from belote_net.rules.choices import Round2TurnedSuit
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from tests.bots.positions import to_bid
from tests.rules.playing import hand

FIRST_ROUND = (
    ("JH 9H AS 8D 7C", "8H", "H"),
    ("JH 7H AS AD 7C", "8H", "H"),
    ("9H KH AS QD 7C", "JH", "H"),
    ("KH QH AS 8D 7C", "9H", "H"),
    ("9H AH 10H 8D 7C", "8H", "H"),
    ("AH QH 10S 7S KC", "JH", "H"),
    ("AH QH 8D 9D KC", "9H", "pass"),
    ("8H 7H KS QD 7C", "QH", "pass"),
    ("KH 8H AS 7D 9C", "QD", "pass"),
    ("8S 7H AS AD AC", "9H", "pass"),
    ("JS 9S 10S AS 8D", "8H", "pass"),
)

SECOND_ROUND = (
    ("JS 9S AS 7D 8D", "8H", "S"),
    ("KS QS 10S AD 8D", "8H", "S"),
    ("JC 9C 8C AD 7D", "AH", "C"),
    ("JS 9S AS 7D 8D", "8S", "pass"),
    ("8S 9D QC KH 7C", "AH", "pass"),
)


@pytest.mark.parametrize(("held", "turn_up", "expected"), FIRST_ROUND)
def test_the_first_round_is_about_the_turned_suit(held: str, turn_up: str, expected: str) -> None:
    assert str(choose_bid(to_bid(held, turn_up))) == expected


@pytest.mark.parametrize(("held", "turn_up", "expected"), SECOND_ROUND)
def test_the_second_round_is_about_the_others(held: str, turn_up: str, expected: str) -> None:
    assert str(choose_bid(to_bid(held, turn_up, passes=5))) == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [("JS 9S 7S AC KC", "S"), ("JS 8S 7S JC 9C", "C"), ("JS 9S 8S JC 9C", "S")],
)
def test_of_two_suits_the_better_is_taken_and_of_equal_ones_the_first(
    held: str, expected: str
) -> None:
    options = replace(Options(), round2_turned_suit=Round2TurnedSuit.ALLOWED)
    assert str(choose_bid(to_bid(held, "8C", passes=4, options=options))) == expected


def test_the_turned_card_is_counted_in_the_hand() -> None:
    assert choose_bid(to_bid("9H KH AS QD 7C", "JH")) != PASS
    assert choose_bid(to_bid("9H KH AS QD 7C", "7H")) == PASS


def test_what_the_parts_of_a_hand_count() -> None:
    def worth(text: str, *, belote_counts: bool = True) -> int:
        return hand_worth(hand(text), Suit.HEARTS, belote_counts=belote_counts)

    plain = worth("7S 8S 7D 8D 7C 8C")
    assert plain == PARTNER_AND_STOCK
    assert worth("AS 8S 7D 8D 7C 8C") > worth("10S 8S 7D 8D 7C 8C") > plain
    assert worth("10S QD 7D 8D 7C 8C") == plain  # a ten alone falls to the ace
    assert worth("7S 8S 7D 8D 9D QD") > plain  # a void
    assert worth("KH QH 7D 8D 7C 8S") - worth("KH QH 7D 8D 7C 8S", belote_counts=False) == 10
    assert worth("KH 10H 7D 8D 7C 8S") == worth("KH 10H 7D 8D 7C 8S", belote_counts=False)


def test_at_950_to_200_the_leaders_wait_and_the_others_dare() -> None:
    start = replace(Match.start(Options(), Place(0)), scores=(0, 0))
    late = replace(start, scores=(950, 200))
    assert [threshold(start, Team(team)) for team in (0, 1)] == [THRESHOLD, THRESHOLD]
    assert threshold(late, Team(0)) == THRESHOLD + CAUTION
    assert threshold(late, Team(1)) == THRESHOLD - BOLDNESS


def test_the_score_changes_bids() -> None:
    strong_enough, nearly = ("9H AH 10H 8D 7C", "8H"), ("AH QH 8D 9D KC", "9H")
    assert choose_bid(to_bid(*strong_enough)) != PASS
    assert choose_bid(to_bid(*strong_enough, scores=(950, 200))) == PASS
    assert choose_bid(to_bid(*nearly)) == PASS
    assert choose_bid(to_bid(*nearly, scores=(200, 950))) != PASS


def test_both_near_the_end_is_as_at_the_start() -> None:
    match = replace(Match.start(Options(), Place(0)), scores=(950, 960))
    assert {threshold(match, Team(team)) for team in (0, 1)} == {THRESHOLD}


def test_with_a_fixed_number_of_deals_only_the_last_one_is_different() -> None:
    options = PRESETS["concours"]
    match = replace(Match.start(options, Place(0)), scores=(1500, 900))
    last = replace(match, deals_played=options.deals - 1)
    level = replace(last, scores=(900, 900))
    assert threshold(match, Team(0)) == threshold(match, Team(1)) == THRESHOLD
    assert threshold(last, Team(0)) > THRESHOLD > threshold(last, Team(1))
    assert threshold(level, Team(0)) == threshold(level, Team(1)) == THRESHOLD


def test_nobody_bids_out_of_turn() -> None:
    view = to_bid("JH 9H AS 8D 7C", "8H")
    for wrong in (replace(view, bids=()), replace(view, place=None), replace(view, turn_up=None)):
        with pytest.raises(OutOfTurn):
            choose_bid(wrong)
