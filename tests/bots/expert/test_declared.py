"""What declarations are worth to each side, in a deal that is only imagined."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.expert.declared import claimed, declarations_in, imagined
from belote_net.bots.expert.slots import pack_bits
from belote_net.rules.cards import Place, Suit
from belote_net.rules.choices import Annonces, AnnonceTie, Show
from belote_net.rules.declarations import detect
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView
from tests.bots.positions import EVERYBODY, mixed
from tests.rules.playing import hand

DECLARING = replace(Options(), annonces=Annonces.ON)


@given(st.integers(0, 1_000_000), st.integers(1, 14))
def test_what_a_hand_holds(seed: int, size: int) -> None:
    held = frozenset(mixed(seed)[:size])
    assert declarations_in(pack_bits(held)) == detect(held)


@pytest.mark.parametrize(
    "text", ["JS JH JD JC 7S", "7S 8S 9S", "QC KC AC", "7S 7H 7D 7C", "AS 7H 8H"]
)
def test_what_a_certain_hand_holds(text: str) -> None:
    assert declarations_in(pack_bits(hand(text))) == detect(hand(text))


@pytest.mark.parametrize(
    ("held", "trump", "tie", "expected"),
    [
        (("7S 8S 9S", "7D 8D 9D", "", ""), "C", AnnonceTie.FIRST_SPEAKER, (0, 20)),
        (("7S 8S 9S", "7D 8D 9D", "", ""), "C", AnnonceTie.CANCEL, ()),
        (("7S 8S 9S", "7D 8D 9D", "", ""), "S", AnnonceTie.CANCEL, (20, 0)),
        (("7S 8S 9S", "7D 8D 9D", "7H 8H 9H", ""), "D", AnnonceTie.CANCEL, (0, 20)),
        (("7S 8S 9S", "", "7D 8D 9D", ""), "C", AnnonceTie.CANCEL, (40, 0)),
        (("7S 8S 9S", "8D 9D 10D", "7C 8C 9C", ""), "C", AnnonceTie.CANCEL, (0, 20)),
        (("7S 8S 9S 10S", "QD KD AD", "7C 8C 9C", ""), "H", AnnonceTie.CANCEL, (70, 0)),
        (("9S 9H 9D 9C", "JS JH JD JC", "", "7C 8C"), "H", AnnonceTie.CANCEL, (0, 200)),
        (("7S 8S", "7D", "", ""), "C", AnnonceTie.FIRST_SPEAKER, ()),
    ],
)
def test_whose_count(
    held: tuple[str, ...], trump: str, tie: AnnonceTie, expected: tuple[int, ...]
) -> None:
    """Place 1 speaks first."""
    variant = variant_for(replace(DECLARING, annonce_tie=tie))
    hands = [pack_bits(hand(text)) for text in held]
    assert imagined(variant, hands, Place(1), Suit.parse(trump)) == expected


def test_where_nobody_declares_nothing_counts() -> None:
    hands = [pack_bits(hand(text)) for text in ("7S 8S 9S", "", "", "")]
    assert imagined(variant_for(Options()), hands, Place(0), Suit.CLUBS) == ()


@settings(max_examples=80)
@given(st.integers(0, 100_000), st.sampled_from(AnnonceTie), st.sampled_from(Show))
def test_the_side_that_writes_is_that_of_the_rules(seed: int, tie: AnnonceTie, show: Show) -> None:
    options = replace(DECLARING, annonce_tie=tie, show=show)
    match = Match.start(options, Place(seed % 4))
    random = at_random(Dice(f"{seed}"), eagerness=0.6)
    views: list[TableView] = []

    def watched(view: TableView) -> Decision:
        views.append(view)
        return random(view)

    deal, score = play_deal(match, mixed(seed), dict.fromkeys(EVERYBODY, watched))
    if score is None or deal.deal.declarations is None:
        return
    hands = [pack_bits(deal.deal.played_by(place)) for place in EVERYBODY]
    first = deal.deal.variant.first_place(deal.deal.dealer)
    trump = deal.deal.declarations.trump
    assert imagined(deal.deal.variant, hands, first, trump) == score.declarations
    late = [view.said for view in views if view.tricks and view.said is not None]
    assert {claimed(said) for said in late} == {score.declarations}
