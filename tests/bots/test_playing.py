"""Which card the bot plays: typical tricks. The asking player sits at 0, his partner at 2."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from belote_net.bots.playing import best_cards, choose_card
from belote_net.errors import OutOfTurn
from belote_net.rules.choices import BeloteOrder
from belote_net.rules.options import Options
from tests.bots.positions import to_play
from tests.rules.playing import cards

TRUMPS_DRAWN = ((0, "JH 10H KH 8D"), (0, "9H 7D 8H 7C"))
"""After this neither opponent of the player at 0 has a trump."""


@dataclass(frozen=True)
class Trick:
    """A typical trick: hearts are trump."""

    why: str
    held: str
    on_table: str
    expected: str
    taker: int = 0
    earlier: tuple[tuple[int, str], ...] = ()


LEADS = (
    Trick("the taker draws trumps", "JH 9H 8H AS 7S KD 8C QC", "", "JH"),
    Trick("a taker without the jack too", "9H AH 8H 7S KD 8C QC 10C", "", "8H"),
    Trick("his partner helps him", "KH 8H 9S 7S KD 8C QC 7C", "", "8H", taker=2),
    Trick("a defender plays his ace early", "10H 8H AS 7S KD 8C QC 7C", "", "AS", taker=1),
    Trick("no trumps are left to draw", "QH AS 10S 7S KD 8C", "", "AS", earlier=TRUMPS_DRAWN),
)

PARTNER_WINS = (
    Trick("he is charged with the ten", "10S 9S 7D 8D KD 8C 7H 8H", "8S AS 7S", "10S"),
    Trick("of another suit too", "8H 7H 10D KD 8D 8C QC 9C", "8S AS 7S", "10D", taker=1),
    Trick("he is not ruffed", "8H 9H KD 8D 7C QC JC 7D", "AS 7S", "KD", taker=2),
    Trick("nor with a high trump", "9H AH KD 8D 7C QC JC 7D", "8S AS 7S", "KD", taker=2),
    Trick("on trumps he gets the ten", "10H 8H KD 8D 7C QC JC 7D", "7H JH QH", "10H", taker=1),
    Trick("the nine will be master", "9H 8H KD 8D 7C QC JC 7D", "7H JH QH", "8H", taker=1),
    Trick("with an opponent to come", "10S 8S KD 8D 7C QC JC 8H", "AS 7S", "10S", taker=2),
    Trick("the ace is kept", "QH AS QS 8C QC JC", "9D AD 10D", "QS", earlier=TRUMPS_DRAWN),
)

OPPONENTS_WIN = (
    Trick("low", "KS 7S KD 8D 7C QC JC 8H", "8S 9S AS", "7S"),
    Trick("no points", "10D KD 8C 9C QC JC", "8S 9S AS", "8C", earlier=TRUMPS_DRAWN),
    Trick("low trump", "7H 10H QD KD 8D 7C QC JC", "JH 8H 9H", "7H", taker=1),
    Trick("the ten is guarded", "10S 8S KD 8D 7C QC JC 8H", "7S", "8S", taker=1),
)

TAKEN = (
    Trick("cheaply", "QH AS KS 9S KD 8C", "QS 7S 8S", "KS", earlier=TRUMPS_DRAWN),
    Trick("while nobody can ruff", "AS 8S KD 8D 7C QC JC 8H", "7S", "AS", taker=1),
    Trick("by the lowest ruff", "JH 7H 8D KD 7C QC JC KC", "AS 9S 8S", "7H"),
    Trick("by the lowest trump above", "JH KH 8D KD 7C QC JC KC", "QH 8H 10C", "KH", taker=1),
)


@pytest.mark.parametrize(
    "trick", [*LEADS, *PARTNER_WINS, *OPPONENTS_WIN, *TAKEN], ids=lambda trick: trick.why
)
def test_typical_trick(trick: Trick) -> None:
    view = to_play(trick.held, trick.on_table, taker=trick.taker, earlier=trick.earlier)
    assert str(choose_card(view)) == trick.expected


def test_a_defender_leads_no_trump() -> None:
    view = to_play("10H 8H 9S 7S KD 8C QC 7C", taker=1)
    assert all(str(card)[-1] != "H" for card in best_cards(view))


def test_the_ten_is_not_led_from_the_ace() -> None:
    view = to_play("QH AS 10S 7S KD 8C", earlier=TRUMPS_DRAWN)
    assert best_cards(view) == cards("AS")


def test_equal_cards_are_told_in_order_of_the_pack() -> None:
    view = to_play("8C 9C JD 9D 10C KC", "8S 9S AS", earlier=TRUMPS_DRAWN)
    assert best_cards(view) == cards("9D 8C 9C")
    assert choose_card(view) == cards("9D")[0]


@pytest.mark.parametrize("order", BeloteOrder)
def test_the_king_goes_first_where_only_that_counts(order: BeloteOrder) -> None:
    options = replace(Options(), belote_order=order)
    view = to_play("KH QH 7S 8S KD 8C QC 7C", "9H 8H AH", taker=1, options=options)
    assert str(choose_card(view)) == {"any": "QH", "king_first": "KH"}[order.value]


def test_an_only_legal_card_is_played_whatever_it_costs() -> None:
    assert str(choose_card(to_play("10S KD 7C 8C 9C QC JC 8H", "8S 9S AS"))) == "10S"


def test_nobody_plays_out_of_turn() -> None:
    view = to_play("10S KD 7C 8C 9C QC JC 8H", "8S 9S AS")
    for wrong in (
        replace(view, legal=frozenset()),
        replace(view, place=None),
        replace(view, contract=None),
    ):
        with pytest.raises(OutOfTurn):
            choose_card(wrong)
