"""The deals that a player imagines: with his own hand in them, and with what all have seen."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.expert.imagination import Imagination, World, belote_in
from belote_net.bots.expert.slots import TRUMP_BITS, pack_bits, slots_for
from belote_net.bots.memory import remember
from belote_net.rules.cards import Card, Place, Suit, Team
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.variants import variant_for
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView
from tests.bots.positions import EVERYBODY, LEFT, ME, PARTNER, RIGHT, mixed, to_play
from tests.rules.playing import hand


def imagination(view: TableView) -> Imagination:
    assert view.place is not None
    assert view.contract is not None
    assert view.match is not None
    return Imagination(view, view.place, view.contract, view.match)


def worlds(view: TableView, *, count: int = 60) -> list[World]:
    imagining, dice = imagination(view), Dice("imagine")
    assert imagining.is_possible
    return [imagining.draw(dice) for _ in range(count)]


@settings(max_examples=15)
@given(st.integers(0, 100_000), st.sampled_from(list(PRESETS.values())))
def test_every_card_is_somewhere_and_the_own_hand_is_right(seed: int, options: Options) -> None:
    random, views = at_random(Dice(f"{seed}"), eagerness=0.6), list[TableView]()

    def watched(view: TableView) -> Decision:
        if view.legal and len(view.hand) > 1:
            views.append(view)
        return random(view)

    match = Match.start(options, Place(seed % 4))
    play_deal(match, mixed(seed), dict.fromkeys(EVERYBODY, watched))
    for view in views[::5]:
        assert view.contract is not None
        assert view.place is not None
        slots, memory = slots_for(options, view.contract.trump), remember(view)
        for world in worlds(view, count=3):
            assert world.hands[view.place] == slots.bits(pack_bits(view.hand))
            assert sum(world.hands) == slots.bits(pack_bits({*view.hand, *memory.unseen}))
            for place, left in memory.cards_left.items():
                assert world.hands[place].bit_count() == left
                assert not world.hands[place] & ~slots.bits(pack_bits(memory.possible[place]))


def test_what_the_auction_told_is_believed() -> None:
    """A taker has more trumps than chance would give him."""
    view = to_play("AS KS QS 7S QD KD 7C QC", taker=1)
    imagined = worlds(view, count=120)
    trumps = {
        place: sum((world.hands[place] & TRUMP_BITS).bit_count() for world in imagined)
        for place in (LEFT, PARTNER, RIGHT)
    }
    assert trumps[LEFT] > 1.25 * trumps[PARTNER]
    assert trumps[LEFT] > 1.25 * trumps[RIGHT]


def test_what_nobody_can_explain_is_imagined_all_the_same() -> None:
    """The taker cannot have had anything: the ten best trumps are here or gone."""
    view = to_play("JH 9H AH 10H KH QH 7S 8S", taker=1)
    assert len(worlds(view, count=5)) == 5


def test_a_belote_that_is_still_in_a_hand() -> None:
    mine = worlds(to_play("KH QH AS 7S QD KD 7C QC", taker=1))
    assert {world.belote for world in mine} == {Team(0)}
    split = worlds(to_play("KH 8H AS 7S QD KD 7C QC", taker=1))
    assert {world.belote for world in split} == {None}
    hidden = worlds(to_play("AH 8H AS 7S QD KD 7C QC", taker=1))
    assert {world.belote for world in hidden} == {None, Team(0), Team(1)}


def test_a_belote_that_was_said_and_one_that_was_not() -> None:
    earlier = ((1, "QH AH 7H JH"),)
    view = to_play("AS 10S 7S KD 8C 9C QC", earlier=earlier, taker=1)
    assert {world.belote for world in worlds(view)} == {None}
    assert {world.belote for world in worlds(replace(view, belote=LEFT))} == {Team(1)}


def test_who_holds_king_and_queen_has_the_belote() -> None:
    slots, variant = slots_for(Options(), Suit.HEARTS), variant_for(Options())
    pair, king = (slots.bits(pack_bits(hand(text))) for text in ("KH QH", "KH"))
    assert belote_in((0, 0, pair, 0), variant) == Team(0)
    assert belote_in((0, pair, 0, 0), variant) == Team(1)
    assert belote_in((king, 0, 0, pair ^ king), variant) is None


def test_declarations_count_as_soon_as_they_may() -> None:
    options = PRESETS["classique-annonces"]
    first = to_play("7S 8S 9S 10S AD KD 7C QC", taker=1, options=options)
    assert max(world.declared[0] for world in worlds(first) if world.declared) >= 50
    view = to_play("AS KS QS 7S QD KD 7C", earlier=((1, "8S 9S JS 10S"),), options=options)
    assert view.said is not None
    said = view.said
    for place in (LEFT, PARTNER, RIGHT, ME):
        said = said.with_claims(place, ())
    assert {world.declared for world in worlds(replace(view, said=said))} == {()}


def test_what_contradicts_itself_cannot_be_imagined() -> None:
    """A false belote: who is said to hold the king has shown that he has no trumps."""
    view = to_play("AH KS 7D 8D 9D 7C", earlier=((0, "JH QH 8H 7H"), (0, "9H 7S 10H 8S")))
    assert Card.parse("KH") in remember(view).unseen
    assert imagination(view).is_possible
    assert not imagination(replace(view, belote=LEFT)).is_possible
