"""The habits of the players in an imagined deal; hearts are trump."""

from __future__ import annotations

import pytest

from belote_net.bots.expert.habits import follow, lead
from belote_net.bots.expert.slots import SUIT_OF, pack_bits, slots_for
from belote_net.rules.cards import PACK, Card, Suit
from belote_net.rules.options import Options
from tests.rules.playing import hand

SLOTS = slots_for(Options(), Suit.HEARTS)


def bits(text: str) -> int:
    return SLOTS.bits(pack_bits(hand(text)))


def told(slot: int) -> str:
    return str(SLOTS.cards[slot])


ALL_BITS = SLOTS.bits(pack_bits(PACK))


@pytest.mark.parametrize(
    ("held", "against", "took", "expected"),
    [
        ("JH 8H AS 7D", "9H 7H", True, "JH"),
        ("AH 8H AS 7D", "9H 7H", True, "8H"),
        ("JH 8H AS 7D", "9H 7H", False, "AS"),
        ("JH 8H AS 7D", "", True, "AS"),
        ("8H KS 7D QC", "9H", False, "7D"),
        ("8H 7H", "9H", False, "7H"),
        ("8H AS", "", False, "AS"),
    ],
    ids=["draws", "draws low", "defends", "drawn", "low", "only trumps", "master"],
)
def test_a_lead(held: str, against: str, *, took: bool, expected: str) -> None:
    mine = bits(held)
    assert told(lead(mine, ALL_BITS ^ mine, bits(against), took=took)) == expected


def test_of_two_masters_the_safer_one_is_led() -> None:
    mine = bits("AS AD")
    assert told(lead(mine, bits("10S KD QD 7C 9H"), bits("9H"), took=False)) == "AD"
    assert told(lead(mine, bits("10S KS QS KD QD 7C 9H"), bits("9H"), took=False)) == "AS"


def test_a_master_that_would_be_ruffed_is_not_led() -> None:
    mine = bits("AS KC")
    assert told(lead(mine, bits("AC QC 9H"), bits("9H"), took=False)) == "KC"
    assert told(lead(mine, bits("AC QC"), 0, took=False)) == "AS"


@pytest.mark.parametrize(
    ("legal", "others", "best", "expected"),
    [
        ("10S KS AS", "7S", "AH", "10S"),
        ("KS AS", "7S", "AH", "KS"),
        ("AS 7S", "", "8S", "AS"),
        ("7S 8S", "", "AS", "7S"),
        ("7H 9H", "", "JH", "7H"),
        ("10D 7D", "AS", "10S", "7D"),
    ],
    ids=["ten", "king", "ace at last", "nothing to charge", "low trump", "not sure"],
)
def test_on_a_trick_of_the_partner(legal: str, others: str, best: str, expected: str) -> None:
    winning = SLOTS.slot(Card.parse(best))
    slot = follow(bits(legal), bits(others), SUIT_OF[winning], winning, partner_wins=True)
    assert told(slot) == expected


@pytest.mark.parametrize(
    ("legal", "others", "led", "best", "expected"),
    [
        ("AS 7S", "10S", "8S", "8S", "AS"),
        ("10S 7S", "AS", "8S", "8S", "7S"),
        ("10S 7S", "", "8S", "8S", "10S"),
        ("8H 9H", "7S", "AS", "AS", "8H"),
        ("9H JH", "7S", "AS", "8H", "9H"),
        ("JH 9H", "AH", "8H", "8H", "JH"),
        ("9H AH", "JH", "8H", "8H", "AH"),
        ("JH 9H", "", "8H", "8H", "9H"),
        ("KS QD 9C", "10S", "8D", "AD", "9C"),
        ("AC", "10S", "8D", "AD", "AC"),
    ],
    ids=[
        *("master", "not master", "last", "ruff low", "overruff low", "rise with a master"),
        *("rise low", "last rises low", "cheap", "only an ace"),
    ],
)
def test_on_a_trick_of_the_opponents(
    legal: str, others: str, led: str, best: str, expected: str
) -> None:
    suit, winning = SUIT_OF[SLOTS.slot(Card.parse(led))], SLOTS.slot(Card.parse(best))
    slot = follow(bits(legal), bits(others), suit, winning, partner_wins=False)
    assert told(slot) == expected
