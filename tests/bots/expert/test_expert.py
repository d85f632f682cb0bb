"""What the expert decides: typical moments, seen ahead."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from belote_net.bots.dice import Dice
from belote_net.bots.expert import best_bid, best_card
from belote_net.bots.playing import choose_card
from belote_net.errors import OutOfTurn
from belote_net.rules.presets import PRESETS
from belote_net.table.view import TableView
from tests.bots.positions import LEFT, to_bid, to_play

TRUMPS_DRAWN = ((0, "JH 10H KH 8D"), (0, "9H 7D 8H 7C"))
"""After this neither opponent of the player at 0 has a trump."""


def bids(view: TableView, *, seeds: int = 3) -> set[str]:
    """What he says, with one seed and another."""
    return {str(best_bid(view, Dice(f"{seed}"))) for seed in range(seeds)}


def plays(view: TableView, *, seeds: int = 3) -> set[str]:
    return {str(best_card(view, Dice(f"{seed}"))) for seed in range(seeds)}


@pytest.mark.parametrize(
    ("held", "turn_up", "passes", "expected"),
    [
        ("JH 9H AS 8D 7C", "AH", 0, "H"),
        ("JH 9H AH AS AD", "8H", 3, "H"),
        ("8S 7D AS 7C 9C", "9H", 0, "pass"),
        ("8H 7H KS QD 7C", "QH", 1, "pass"),
        ("JS 9S AS AD 8D", "8H", 5, "S"),
        ("8S 9D QC KH 7C", "AH", 5, "pass"),
    ],
)
def test_a_clear_bid(held: str, turn_up: str, passes: int, expected: str) -> None:
    assert bids(to_bid(held, turn_up, passes=passes)) == {expected}


def test_at_950_to_200_it_takes_what_it_would_leave_at_0_to_0() -> None:
    """Fifty points win the match, and a contract that fails loses next to nothing of the lead."""
    held, turn_up = "JD AC JC QC 9D", "JH"
    assert bids(to_bid(held, turn_up, passes=3)) == {"pass"}
    assert bids(to_bid(held, turn_up, passes=3, scores=(950, 200))) == {"H"}


def test_at_200_to_950_it_leaves_what_it_would_take_at_0_to_0() -> None:
    """A contract made with 100 points gives the others 62, and the match."""
    held, turn_up = "JH 10H AS 8D 7C", "8H"
    assert bids(to_bid(held, turn_up)) == {"H"}
    assert bids(to_bid(held, turn_up, scores=(200, 950))) == {"pass"}


def test_declarations_are_counted_on() -> None:
    """Four nines make the contract, where they count."""
    held, turn_up = "9H 9S 10C 9C QC", "9D"
    assert bids(to_bid(held, turn_up)) == {"pass"}
    assert bids(to_bid(held, turn_up, options=PRESETS["classique-annonces"])) == {"D"}


@dataclass(frozen=True)
class Moment:
    why: str
    held: str
    on_table: str
    expected: str
    taker: int = 0
    earlier: tuple[tuple[int, str], ...] = ()


MOMENTS = (
    Moment("draws", "JH 9H 8H AS 7S KD 8C QC", "", "JH"),
    Moment("charges", "KS 9S 7D 8D KD 8C 7H 8H", "8S AS 7S", "KS"),
    Moment("gives nothing", "KS 7S KD 8D 7C QC JC 8H", "8S 9S AS", "7S"),
    Moment("takes", "AS 8S KD 8D 7C QC JC 8H", "7S", "AS", taker=1),
    Moment("ruffs low", "JH 7H 8D KD 7C QC JC KC", "AS 9S 8S", "7H"),
    Moment("cashes", "QH AS 9S 7S KD 8C", "", "AS", earlier=TRUMPS_DRAWN),
)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.why)
def test_a_clear_card(moment: Moment) -> None:
    view = to_play(moment.held, moment.on_table, taker=moment.taker, earlier=moment.earlier)
    assert plays(view) == {moment.expected}


ALL_BUT_TWO = (
    (0, "JH 10H KH 7H"),
    (0, "9H QH 8H 8D"),
    (0, "AH 7D 9D JD"),
    (0, "10S 7S 8S 9S"),
    (0, "KS QD JS 10D"),
    (0, "QS 7C 9C JC"),
)


def test_the_end_is_seen() -> None:
    """AS is master and wins the last two tricks; 8C gives both away."""
    assert plays(to_play("AS 8C", earlier=ALL_BUT_TWO)) == {"AS"}


def test_an_only_legal_card_is_played_at_once() -> None:
    view = to_play("10S KD 7C 8C 9C QC JC 8H", "8S 9S AS")
    dice = Dice("untouched")
    assert str(best_card(view, dice)) == "10S"
    assert dice.below(10**9) == Dice("untouched").below(10**9)


def test_where_nothing_is_possible_it_plays_as_a_regular_player() -> None:
    view = to_play("AH KS 7D 8D 9D 7C", earlier=((0, "JH QH 8H 7H"), (0, "9H 7S 10H 8S")))
    false = replace(view, belote=LEFT)
    assert best_card(false, Dice("false")) == choose_card(false)


def test_the_view_and_the_dice_decide_alone() -> None:
    bidding, playing = to_bid("JH 7H AS 8D 7C", "8H"), to_play("JH 9H 8H AS 7S KD 8C QC")
    for other in (bidding, replace(bidding, digest=b"another", players=())):
        assert best_bid(other, Dice("x")) == best_bid(bidding, Dice("x"))
    for other in (playing, replace(playing, digest=b"another", players=())):
        assert best_card(other, Dice("x")) == best_card(playing, Dice("x"))


def test_nobody_is_asked_out_of_turn() -> None:
    bidding, playing = to_bid("JH 9H AS 8D 7C", "8H"), to_play("10S KD 7C 8C 9C QC JC 8H")
    for wrong in (
        replace(bidding, bids=()),
        replace(bidding, place=None),
        replace(bidding, auction=None),
        replace(bidding, match=None),
        playing,
    ):
        with pytest.raises(OutOfTurn):
            best_bid(wrong, Dice(""))
    for wrong in (
        replace(playing, legal=frozenset()),
        replace(playing, place=None),
        replace(playing, contract=None),
        replace(playing, match=None),
        bidding,
    ):
        with pytest.raises(OutOfTurn):
            best_card(wrong, Dice(""))
