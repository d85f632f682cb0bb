"""What the bot knows of the hidden cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.memory import open_trick, played_cards, remember
from belote_net.errors import OutOfTurn
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit
from belote_net.rules.choices import BeloteCall
from belote_net.rules.declarations import Declaration, claims_of
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView
from tests.bots.positions import EVERYBODY, LEFT, ME, PARTNER, RIGHT, mixed, to_bid, to_play
from tests.rules.playing import cards, hand, legality_option_sets

OPTION_SETS = (*PRESETS.values(), *legality_option_sets())


def hearts(some: Hand) -> Hand:
    return frozenset(card for card in some if card.suit is Suit.HEARTS)


def test_at_the_start_everybody_may_hold_everything_but_the_turned_card() -> None:
    memory = remember(to_play("AS KS 8H 7S QD KD 8C QC", taker=1))
    assert len(memory.unseen) == 24
    assert memory.possible[LEFT] == memory.unseen
    assert memory.sure == {LEFT: hand("7H"), PARTNER: frozenset(), RIGHT: frozenset()}
    assert memory.possible[PARTNER] == memory.possible[RIGHT] == memory.unseen - hand("7H")


def test_without_a_turned_card_nobody_is_known_to_hold_any() -> None:
    view = to_play("AS KS 8H 7S QD KD 8C QC", taker=1)
    memory = remember(replace(view, turn_up=None))
    assert set(memory.possible.values()) == {memory.unseen}


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    view = to_play("QH AS 10S 7S KD 8C", earlier=((0, "JH 10H KH 8D"), (0, "9H 7D 8H 7C")))
    memory = remember(view)
    assert hearts(memory.unseen) == hand("7H AH")
    assert not hearts(memory.possible[LEFT])
    assert not hearts(memory.possible[RIGHT])
    assert memory.sure[PARTNER] == hand("7H AH")
    assert memory.chance_of_none(PARTNER, hand("AH AC")) == 0
    assert memory.chance_of_none(LEFT, hand("AH")) == 1


def test_who_plays_below_a_trump_cannot_beat_it() -> None:
    view = to_play("AS 10S 7S KD 8C 9C QC", earlier=((3, "10H 9H 7H KH"),), taker=3)
    memory = remember(view)
    assert hearts(memory.unseen) == hand("8H QH AH JH")
    assert hearts(memory.possible[LEFT]) == hand("QH AH")  # the eight was turned for the taker
    assert memory.sure[RIGHT] == hand("8H JH")


def test_belote_promises_the_other_card() -> None:
    view = to_play("AS 10S 7S KD 8C 9C QC", earlier=((1, "QH AH 7H JH"),), taker=1)
    assert Card.parse("KH") in remember(view).possible[RIGHT]
    memory = remember(replace(view, belote=LEFT))
    assert Card.parse("KH") in memory.sure[LEFT]
    assert memory.chance_of_any(LEFT, hand("KH")) == 1


def test_chances_are_those_of_the_hands_that_are_left() -> None:
    memory = remember(to_play("AS KS 8H 7S QD KD 8C QC", taker=2))
    # Of 23 unknown cards, each opponent has eight.
    assert memory.chance_of_any(LEFT, hand("AD")) == pytest.approx(8 / 23)
    assert memory.chance_of_none(LEFT, hand("AD AC")) == pytest.approx(15 / 23 * 14 / 22)
    assert memory.chance_of_none(LEFT, hand("AS")) == 1
    assert memory.chance_of_any(PARTNER, hand("AD")) == pytest.approx(7 / 23)


def test_stronger_cards_depend_on_the_trump() -> None:
    memory = remember(to_play("AS KS 8H 7S QD KD 8C QC", taker=2))
    assert memory.stronger(Card.parse("KS")) == hand("10S")
    assert memory.stronger(Card.parse("AH")) == hand("9H JH")
    assert memory.stronger(Card.parse("AC")) == frozenset()


def test_a_complete_trick_is_not_waiting() -> None:
    waiting = to_play("AS KS 8H 7S QD KD 8C QC", "8S", taker=1)
    assert open_trick(waiting) == waiting.trick
    assert open_trick(replace(waiting, trick=None)) is None
    done = to_play("QH AS 10S 7S KD 8C 9C", earlier=((0, "JH 10H KH 8D"),))
    assert done.trick is not None
    assert open_trick(done) is None


ALL_BUT_TWO = (
    (0, "JH 10H KH 7H"),
    (0, "9H QH 8H 8D"),
    (0, "AH 7D 9D JD"),
    (0, "10S 7S 8S 9S"),
    (0, "KS QD JS 10D"),
    (0, "QS 7C 9C JC"),
)


def test_a_false_belote_does_not_confuse_the_count() -> None:
    view = to_play("AS 8C", earlier=ALL_BUT_TWO)
    memory = remember(replace(view, belote=LEFT))
    for place in memory.cards_left:
        assert 0 <= memory.chance_of_none(place, PACK) <= 1


def test_only_a_player_with_a_contract_counts() -> None:
    view = to_play("AS KS 8H 7S QD KD 8C QC", taker=1)
    for wrong in (replace(view, place=None), to_bid("JH 9H AS 8D 7C", "8H")):
        with pytest.raises(OutOfTurn):
            remember(wrong)


def test_what_was_shown_is_known() -> None:
    options = PRESETS["classique-annonces"]
    view = to_play("AS KS 8H 7S QD KD 8C", earlier=((1, "7D 8D 9D 10D"),), options=options)
    assert view.said is not None
    tierce = (Declaration.of(cards("QC KC AC")),)
    round_ = view.said
    for place in (LEFT, PARTNER, RIGHT, ME):
        round_ = round_.with_claims(place, claims_of(tierce) if place == LEFT else ())
    assert remember(replace(view, said=round_)).sure[LEFT] == frozenset()
    shown = round_.with_show(LEFT, tierce)
    assert remember(replace(view, said=shown)).sure[LEFT] == hand("QC KC AC")


def test_an_open_hand_is_known() -> None:
    view = to_play("AS KS 8H 7S QD KD 8C QC", taker=1)
    open_hand = cards("JH 9H AH 10H KH QH 7H JC")
    memory = remember(replace(view, absent=LEFT, open_hand=open_hand))
    assert memory.sure[LEFT] == frozenset(open_hand)
    assert memory.possible[RIGHT].isdisjoint(open_hand)


@pytest.mark.parametrize("call", BeloteCall)
def test_silence_tells_where_the_game_says_belote(call: BeloteCall) -> None:
    options = replace(Options(), belote_call=call)
    earlier = ((1, "QH AH 7H JH"),)
    view = to_play("AS 10S 7S KD 8C 9C QC", earlier=earlier, taker=3, options=options)
    silent = Card.parse("KH") not in remember(view).possible[LEFT]
    assert silent is (call is BeloteCall.AUTO)
    assert Card.parse("KH") in remember(replace(view, belote=LEFT)).sure[LEFT]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(OPTION_SETS))
def test_the_real_hands_are_always_possible(seed: int, options: Options) -> None:
    seen: list[TableView] = []
    random = at_random(Dice(f"{seed}"), eagerness=0.6)

    def watcher(view: TableView) -> Decision:
        if view.place == seed % 3 and view.legal:
            seen.append(view)
        return random(view)

    match = Match.start(options, Place(seed % 4))
    deal, _ = play_deal(match, mixed(seed), dict.fromkeys(EVERYBODY, watcher))
    for view in seen:
        memory = remember(view)
        assert sum(memory.cards_left.values()) == len(memory.unseen)
        for place in memory.cards_left:
            held = frozenset(deal.deal.played_by(place)) - _shown(view)
            assert memory.sure[place] <= held <= memory.possible[place]
            assert memory.chance_of_none(place, memory.possible[place]) == (not held)
            chances = [memory.chance_of_any(place, {card}) for card in memory.unseen]
            assert all(0 <= chance <= 1 for chance in chances)
            assert sum(chances) == pytest.approx(memory.cards_left[place])


def _shown(view: TableView) -> frozenset[Card]:
    return frozenset(card for _, card in played_cards(view))
