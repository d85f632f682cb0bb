"""What the screen does by itself: hints, cards that are forced, the order of the hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_cli.lessons import hint
from belote_cli.plain.situation import hand_trump
from belote_cli.settings import BeloteHabit, ForcedCards, HandOrder, Settings
from belote_cli.tui.automatic import forced_play
from belote_cli.tui.hand_order import next_order, ordered_hand
from belote_cli.words import Language
from belote_net.rules.cards import PACK, Card, Suit
from belote_net.rules.choices import BeloteCall
from belote_net.rules.trick import Trick
from belote_net.table.decisions import PlayCard
from belote_net.table.state import Phase
from belote_net.table.view import TableView
from tests.cli.games import bidding_views, playing_views
from tests.tui.scenes import look

RED = (Suit.HEARTS, Suit.DIAMONDS)
HANDS = st.sets(st.sampled_from(PACK), min_size=1, max_size=8)


@given(HANDS, st.none() | st.sampled_from(list(Suit)), st.sampled_from(list(HandOrder)))
def test_whatever_the_order_the_hand_is_the_same(
    hand: set[Card], trump: Suit | None, order: HandOrder
) -> None:
    assert set(ordered_hand(hand, trump, order)) == hand


@given(HANDS, st.none() | st.sampled_from(list(Suit)))
def test_two_red_suits_lie_side_by_side_only_if_they_must(
    hand: set[Card], trump: Suit | None
) -> None:
    cards = ordered_hand(hand, trump, HandOrder.TRUMPS_FIRST)
    suits = list(dict.fromkeys(card.suit for card in cards))
    assert [card.suit for card in cards] == sorted((card.suit for card in cards), key=suits.index)
    if trump in suits:
        assert suits[0] is trump
    clashes = sum((a in RED) == (b in RED) for a, b in pairwise(suits))
    reds = sum(suit in RED for suit in suits)
    blacks = len(suits) - reds
    least = max(0, abs(reds - blacks) - 1)
    trump_first = trump in suits and (reds, blacks) in ((1, 2), (2, 1))
    assert clashes <= least + trump_first


def test_the_orders_follow_one_another_and_come_back() -> None:
    order, seen = HandOrder.TRUMPS_FIRST, []
    for _ in HandOrder:
        seen.append(order)
        order = next_order(order)
    assert set(seen) == set(HandOrder)
    assert order is HandOrder.TRUMPS_FIRST


def test_before_the_contract_the_offered_suit_lies_where_trumps_will() -> None:
    view = bidding_views()[0]
    assert view.turn_up is not None
    assert hand_trump(view) is view.turn_up.suit


# Forced cards.


def view_with(hand: tuple[Card, ...], legal: tuple[Card, ...], *, belote: bool) -> TableView:
    view = playing_views()[0]
    said = frozenset(legal if belote else ())
    options = replace(view.options, belote_call=BeloteCall.MANUAL_STRICT)
    return replace(view, hand=hand, legal=frozenset(legal), announceable=said, options=options)


ONE, TWO = PACK[:1], PACK[:2]


@pytest.mark.parametrize(
    ("hand", "legal", "forced", "plays"),
    [
        (ONE, ONE, ForcedCards.BY_HAND, False),
        (ONE, ONE, ForcedCards.LAST, True),
        (TWO, ONE, ForcedCards.LAST, False),
        (TWO, ONE, ForcedCards.ONLY_LEGAL, True),
        (TWO, TWO, ForcedCards.ONLY_LEGAL, False),
    ],
)
def test_only_what_cannot_be_otherwise_is_played_by_itself(
    hand: tuple[Card, ...],
    legal: tuple[Card, ...],
    forced: ForcedCards,
    plays: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    view = view_with(hand, legal, belote=False)
    expected = PlayCard(legal[0]) if plays else None
    assert forced_play(view, Settings(forced=forced)) == expected


def test_belote_is_never_lost_by_a_card_that_plays_itself() -> None:
    view = view_with(ONE, ONE, belote=True)
    asked = Settings(forced=ForcedCards.LAST)
    said = replace(asked, belote=BeloteHabit.ALWAYS)
    assert forced_play(view, asked) is None
    assert forced_play(view, said) == PlayCard(ONE[0], announce=True)
    auto = replace(view, options=replace(view.options, belote_call=BeloteCall.AUTO))
    assert forced_play(auto, asked) is not None


# Hints.


@pytest.mark.parametrize("language", list(Language))
def test_every_question_has_a_hint_with_a_good_answer(language: Language) -> None:
    reader = look(language)
    for view in playing_views():
        text = hint(view, reader.pen)
        assert any(reader.pen.card(card) in text for card in view.legal), text
    for view in bidding_views():
        assert "20 points" in hint(view, reader.pen)


def test_hints_teach_every_duty_of_the_rules() -> None:
    heard = " ".join(hint(view, look().pen) for view in playing_views())
    for lesson in ("You lead", "follow suit", "must cut"):
        assert lesson in heard


@pytest.mark.parametrize(
    ("hand", "played", "lesson"),
    [
        ("9H 8H 7C", "AH", "Trump was led: play a higher one"),
        ("JH 7H 7C", "AS 8H", "cut higher"),
        ("7H 8C", "AS JH", "cannot cut higher"),
        ("KC QC", "AS", "Any card may be played here."),
    ],
)
def test_the_hint_names_the_duty_of_the_moment(hand: str, played: str, lesson: str) -> None:
    view = playing_views()[0]
    assert view.contract is not None
    assert view.place is not None
    cards = tuple(Card.parse(text) for text in hand.split())
    laid = tuple(Card.parse(text) for text in played.split())
    order = view.variant.order_from(view.place)
    trick = Trick(order[-len(laid)], laid)
    legal = view.variant.legal_cards(frozenset(cards), trick, Suit.HEARTS)
    shown = replace(
        view,
        hand=cards,
        legal=legal,
        trick=trick,
        tricks=(),
        turn=view.place,
        contract=replace(view.contract, trump=Suit.HEARTS),
    )
    assert lesson in hint(shown, look().pen)


def test_while_the_others_bid_the_turned_card_is_explained() -> None:
    view = replace(bidding_views()[0], bids=())
    assert view.phase is Phase.BIDDING
    assert "turned card" in hint(view, look().pen)
