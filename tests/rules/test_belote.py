"""Belote and rebelote: who may say it, who must, and who has it in the end."""

from __future__ import annotations

import pytest

from belote_net.errors import IllegalPlay
from belote_net.rules.belote import BeloteCalls, PairPlay, belote_partner
from belote_net.rules.cards import PACK, Card, Place, Rank, Suit
from belote_net.rules.choices import BeloteCall, BeloteOrder
from belote_net.rules.options import Options

KING, QUEEN = Card.parse("KH"), Card.parse("QH")
MINE, YOURS = Place(1), Place(2)


def start(call: BeloteCall = BeloteCall.AUTO, order: BeloteOrder = BeloteOrder.ANY) -> BeloteCalls:
    """Hearts are trump, nothing is played."""
    return BeloteCalls.start(Suit.HEARTS, Options(belote_call=call, belote_order=order))


MANUAL = BeloteCall.MANUAL_STRICT
TOLERANT = BeloteCall.MANUAL_TOLERANT
KING_FIRST = BeloteOrder.KING_FIRST


@pytest.mark.parametrize("trump", Suit)
def test_partner(trump: Suit) -> None:
    king, queen = Card(Rank.KING, trump), Card(Rank.QUEEN, trump)
    assert belote_partner(king, trump) is queen
    assert belote_partner(queen, trump) is king
    assert not any(belote_partner(card, trump) for card in set(PACK) - {king, queen})


@pytest.mark.parametrize("call", BeloteCall)
@pytest.mark.parametrize(("first", "second"), [(KING, QUEEN), (QUEEN, KING)])
def test_the_pair_from_one_hand_counts_when_both_words_are_said(
    call: BeloteCall, first: Card, second: Card
) -> None:
    calls = start(call).with_play(MINE, first, announced=True)
    assert calls.holder is None
    assert calls.may_announce(MINE, second)
    calls = calls.with_play(MINE, second, announced=True)
    assert calls.holder == MINE
    assert calls.plays == (PairPlay(MINE, first, True), PairPlay(MINE, second, True))  # noqa: FBT003 - a record


@pytest.mark.parametrize("said", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("order", BeloteOrder)
def test_a_forgotten_word_loses_it_when_players_say_it(
    said: tuple[bool, bool], order: BeloteOrder
) -> None:
    calls = start(MANUAL, order).with_play(MINE, KING, announced=said[0])
    assert calls.with_play(MINE, QUEEN, announced=said[1]).holder is None


@pytest.mark.parametrize("call", BeloteCall)
def test_no_belote_when_two_players_hold_the_pair(call: BeloteCall) -> None:
    calls = start(call).with_play(MINE, KING, announced=False)
    assert not calls.may_announce(YOURS, QUEEN)
    with pytest.raises(IllegalPlay, match="neither belote nor rebelote can be said with QH"):
        calls.with_play(YOURS, QUEEN, announced=True)
    calls = calls.with_play(YOURS, QUEEN, announced=False)
    assert calls.holder is None


@pytest.mark.parametrize("call", BeloteCall)
def test_saying_it_without_the_pair_counts_for_nobody(call: BeloteCall) -> None:
    calls = start(call).with_play(MINE, KING, announced=True)
    calls = calls.with_play(YOURS, QUEEN, announced=False)
    assert calls.holder is None


def test_the_queen_first_does_not_count_where_the_king_must_be() -> None:
    manual = start(MANUAL, KING_FIRST)
    late = manual.with_play(MINE, QUEEN, announced=True).with_play(MINE, KING, announced=True)
    assert late.holder is None
    good = manual.with_play(MINE, KING, announced=True).with_play(MINE, QUEEN, announced=True)
    assert good.holder == MINE


def test_the_game_says_nothing_with_a_queen_that_comes_too_early() -> None:
    calls = start(order=KING_FIRST)
    assert not calls.may_announce(MINE, QUEEN)
    with pytest.raises(IllegalPlay):
        calls.with_play(MINE, QUEEN, announced=True)
    assert calls.excluded_by_silence(QUEEN) is None
    assert calls.excluded_by_silence(KING) is QUEEN
    late = calls.with_play(MINE, QUEEN, announced=False)
    assert not late.may_announce(MINE, KING)
    assert late.with_play(MINE, KING, announced=False).holder is None


def test_silence_of_the_game_says_that_the_other_card_is_not_held() -> None:
    calls = start()
    assert calls.excluded_by_silence(KING) is QUEEN
    assert calls.excluded_by_silence(QUEEN) is KING
    assert calls.excluded_by_silence(Card.parse("KS")) is None
    assert calls.excluded_by_silence(Card.parse("JH")) is None
    after = calls.with_play(MINE, KING, announced=False)
    assert after.excluded_by_silence(QUEEN) is None
    assert start(MANUAL).excluded_by_silence(KING) is None


def test_the_game_never_forgets_rebelote() -> None:
    calls = start().with_play(MINE, QUEEN, announced=True)
    assert calls.must_announce(MINE, KING)
    assert not calls.must_announce(MINE, Card.parse("AH"))
    assert not calls.must_announce(YOURS, KING)
    with pytest.raises(IllegalPlay, match="rebelote expected with KH, got silence"):
        calls.with_play(MINE, KING, announced=False)
    assert not start().must_announce(MINE, KING)
    assert not start(MANUAL).with_play(MINE, QUEEN, announced=True).must_announce(MINE, KING)


@pytest.mark.parametrize("call", BeloteCall)
def test_it_is_said_once_with_each_card_and_never_after(call: BeloteCall) -> None:
    calls = start(call)
    others = [card for card in PACK if card not in (KING, QUEEN)]
    said = []
    for card in (*others[:10], KING, *others[10:20], QUEEN, *others[20:]):
        may = calls.may_announce(MINE, card)
        if may:
            said.append(card)
        else:
            with pytest.raises(IllegalPlay):
                calls.with_play(MINE, card, announced=True)
        calls = calls.with_play(MINE, card, announced=may)
    assert said == [KING, QUEEN]
    assert calls.holder == MINE


def tolerant(*forgivable: Place, order: BeloteOrder = BeloteOrder.ANY) -> BeloteCalls:
    """Hearts are trump, nothing is played, and these places may still forget rebelote."""
    options = Options(belote_call=TOLERANT, belote_order=order)
    return BeloteCalls.start(Suit.HEARTS, options, forgivable=forgivable)


@pytest.mark.parametrize(("first", "second"), [(KING, QUEEN), (QUEEN, KING)])
def test_a_forgotten_rebelote_may_be_forgiven(first: Card, second: Card) -> None:
    for forgivable, holder in (((MINE,), MINE), ((YOURS,), None), ((), None)):
        calls = tolerant(*forgivable).with_play(MINE, first, announced=True)
        assert (calls.holder, calls.forgiven) == (None, None)
        calls = calls.with_play(MINE, second, announced=False)
        assert (calls.holder, calls.forgiven) == (holder, holder)


def test_nothing_is_forgiven_to_who_says_both_words() -> None:
    calls = tolerant(MINE).with_play(MINE, KING, announced=True)
    calls = calls.with_play(MINE, QUEEN, announced=True)
    assert (calls.holder, calls.forgiven) == (MINE, None)


def test_rebelote_without_belote_is_never_forgiven() -> None:
    for said in (True, False):
        calls = tolerant(MINE).with_play(MINE, KING, announced=False)
        calls = calls.with_play(MINE, QUEEN, announced=said)
        assert (calls.holder, calls.forgiven) == (None, None)


def test_only_a_pair_in_a_valid_order_is_forgiven() -> None:
    split = tolerant(MINE, YOURS).with_play(MINE, KING, announced=True)
    assert split.with_play(YOURS, QUEEN, announced=False).forgiven is None
    early = tolerant(MINE, order=KING_FIRST).with_play(MINE, QUEEN, announced=True)
    assert early.with_play(MINE, KING, announced=False).holder is None


@pytest.mark.parametrize("call", [MANUAL, BeloteCall.AUTO])
def test_other_rules_forgive_nobody(call: BeloteCall) -> None:
    options = Options(belote_call=call)
    assert BeloteCalls.start(Suit.HEARTS, options, forgivable=(MINE,)) == start(call)


def test_who_says_it_himself_is_not_made_to() -> None:
    calls = tolerant(MINE)
    assert calls.excluded_by_silence(KING) is None
    calls = calls.with_play(MINE, KING, announced=True)
    assert not calls.must_announce(MINE, QUEEN)
    assert calls.may_announce(MINE, QUEEN)
