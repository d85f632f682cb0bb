"""Cards as bits: the same order, the same points and the same duties as in the rules."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.bots.dice import Dice
from belote_net.bots.expert.slots import (
    ABOVE,
    BELOTE_BITS,
    FIRST_TRUMP,
    POINTS,
    SUIT_OF,
    SUITS,
    TRUMP_BITS,
    cards_of,
    order_of_slots,
    pack_bits,
    slots_for,
    slots_of,
)
from belote_net.rules.cards import PACK, Place, Rank, Suit, card_points
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.trick import Trick, winning_index
from belote_net.rules.variants import variant_for
from tests.bots.positions import mixed
from tests.rules.playing import hand, label, legality_option_sets

OPTION_SETS = (*PRESETS.values(), *legality_option_sets())


@pytest.mark.parametrize("trump", Suit)
def test_a_higher_slot_of_the_suit_wins_and_so_does_any_trump(trump: Suit) -> None:
    order = order_of_slots(trump)
    assert sorted(order, key=lambda card: card.number) == list(PACK)
    for first, second in combinations(range(len(order)), 2):
        for led, other in ((first, second), (second, first)):
            wins = winning_index((order[led], order[other]), trump) == 1
            beats = other > led and (SUIT_OF[other] == SUIT_OF[led] or other >= FIRST_TRUMP)
            assert wins is beats
            assert bool(ABOVE[led] >> other & 1) is (beats and SUIT_OF[other] == SUIT_OF[led])


@pytest.mark.parametrize("trump", Suit)
def test_what_a_slot_is_worth_and_its_suit(trump: Suit) -> None:
    order = order_of_slots(trump)
    assert [card_points(card, trump) for card in order] == list(POINTS)
    assert {order[slot].suit for slot in range(len(order)) if TRUMP_BITS >> slot & 1} == {trump}
    for slot in range(len(order)):
        assert SUITS[SUIT_OF[slot]] >> slot & 1
    pair = {order[slot] for slot in range(len(order)) if BELOTE_BITS >> slot & 1}
    assert {(card.rank, card.suit) for card in pair} == {(Rank.KING, trump), (Rank.QUEEN, trump)}
    aces = slots_of((0, 1), Rank.ACE)
    assert [order[slot].rank for slot in range(len(order)) if aces >> slot & 1] == [Rank.ACE] * 2


@given(st.sets(st.sampled_from(PACK)), st.sampled_from(list(Suit)))
def test_bits_are_cards(some: set[object], trump: Suit) -> None:
    slots = slots_for(Options(), trump)
    bits = pack_bits(card for card in PACK if card in some)
    assert set(cards_of(bits)) == some
    found = {slots.cards[slot] for slot in range(len(PACK)) if slots.bits(bits) >> slot & 1}
    assert found == some
    assert all(slots.cards[slots.slot(card)] is card for card in found)


@pytest.mark.parametrize("options", OPTION_SETS, ids=label)
def test_the_duties_are_those_of_the_rules(options: Options) -> None:
    """Any hand, any trick, any trump: what the bits allow is what the rules allow."""
    variant, dice = variant_for(options), Dice("duties")
    for number in range(150):
        trump, pack = dice.one_of(list(Suit)), mixed(f"duties/{number}")
        lying = 1 + dice.below(3)
        trick = Trick(Place(0), tuple(pack[:lying]))
        held = frozenset(pack[lying : lying + 1 + dice.below(8)])
        slots = slots_for(options, trump)
        winner = variant.trick_winner(trick, trump)
        partner = winner == variant.partner_of(trick.turn(variant.places))
        led, best = slots.slot(trick.cards[0]), slots.slot(trick.cards[winner])
        bits, legal = slots.bits(pack_bits(held)), 0
        for members, barred_by in slots.duties[partner][SUIT_OF[led]][best]:
            if not bits & barred_by:
                legal |= bits & members
        expected = variant.legal_cards(held, trick, trump)
        assert legal == slots.bits(pack_bits(expected))


def test_there_is_nothing_to_do_where_nothing_can_be() -> None:
    """A plain card of another suit than the one led cannot be winning."""
    slots = slots_for(Options(), Suit.HEARTS)
    spade, diamond = (slots.slot(card) for card in sorted(hand("AS 7D"), key=str, reverse=True))
    assert slots.duties[0][SUIT_OF[spade]][diamond] == ()
