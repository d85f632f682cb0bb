"""What the bot knows of the hidden cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.bots.memory import open_trick, remember
from belote_net.errors import OutOfTurn
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.view import TableView
from tests.bots.arena import PureDeal, at_random, play_out, shuffled, to_bid, to_play
from tests.rules.playing import hand, legality_option_sets

LEFT, PARTNER, RIGHT = Place(1), Place(2), Place(3)
OPTION_SETS = (*PRESETS.values(), *legality_option_sets())


def hearts(cards: Hand) -> Hand:
    return frozenset(card for card in cards if card.suit is Suit.HEARTS)


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


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(OPTION_SETS))
def test_the_real_hands_are_always_possible(seed: int, options: Options) -> None:
    seen: list[TableView] = []
    random = at_random(seed, takes=0.6)

    def watch(view: TableView) -> Card:
        if view.place == seed % 3:
            seen.append(view)
        return random.card(view)

    watcher = replace(random, card=watch)
    match = Match.start(options, Place(seed % 4))
    deal, _ = play_out(match, shuffled(seed), {Place(place): watcher for place in range(4)})
    for view in seen:
        memory = remember(view)
        assert sum(memory.cards_left.values()) == len(memory.unseen)
        for place in memory.cards_left:
            held = _held_by(deal, place) - frozenset(_shown(view))
            assert memory.sure[place] <= held <= memory.possible[place]
            assert memory.chance_of_none(place, memory.possible[place]) == (not held)
            chances = [memory.chance_of_any(place, {card}) for card in memory.unseen]
            assert all(0 <= chance <= 1 for chance in chances)
            assert sum(chances) == pytest.approx(memory.cards_left[place])


def _held_by(deal: PureDeal, place: Place) -> Hand:
    """The hand of one player before the first trick of a deal that was played out."""
    return frozenset(
        card
        for trick in deal.tricks
        for turn, card in enumerate(trick.cards)
        if (trick.leader + turn) % 4 == place
    )


def _shown(view: TableView) -> set[Card]:
    waiting = open_trick(view)
    tricks = (*view.tricks, *([waiting] if waiting else []))
    return {card for trick in tricks for card in trick.cards}
