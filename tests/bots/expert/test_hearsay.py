"""What the others said: what a regular player would have said, and with which cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.bidding import choose_bid
from belote_net.bots.dice import Dice
from belote_net.bots.expert.auctions import Speakers, spoken
from belote_net.bots.expert.hearsay import Hearsay
from belote_net.bots.expert.slots import pack_bits
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import Place, Suit
from belote_net.rules.declarations import Declaration, claims_of
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision
from belote_net.table.view import TableView
from tests.bots.positions import EVERYBODY, LEFT, ME, PARTNER, RIGHT, mixed, to_bid, to_play
from tests.rules.playing import cards, hand


@settings(max_examples=60)
@given(
    st.integers(0, 100_000),
    st.sampled_from(list(PRESETS.values())),
    st.tuples(st.integers(0, 490), st.integers(0, 490)),
)
def test_the_players_of_an_imagined_auction_are_regular_players(
    seed: int, options: Options, scores: tuple[int, int]
) -> None:
    """They say what `choose_bid` does, of which they are a fast form."""
    random, asked = at_random(Dice(f"{seed}"), eagerness=0.1), 0
    match = replace(Match.start(options, Place(seed % 4)), scores=scores)

    def watched(view: TableView) -> Decision:
        nonlocal asked
        if view.auction is not None and view.bids and view.place is not None:
            asked += 1
            speakers = Speakers(match, view.variant, view.auction.turn_up)
            bid = speakers.bid(view.place, view.bids, pack_bits(view.hand))
            assert bid == choose_bid(view)
        return random(view)

    play_deal(match, mixed(seed), dict.fromkeys(EVERYBODY, watched))
    assert asked


def hearsay(view: TableView) -> Hearsay:
    assert view.contract is not None
    assert view.match is not None
    return Hearsay(view, view.contract, view.match)


def contradictions(view: TableView, **others: str) -> int:
    """How strange it would be if the others had these hands."""
    hands = {"left": "", "partner": "", "right": ""} | others
    bits = [pack_bits(view.hand), *(pack_bits(hand(text)) for text in hands.values())]
    return hearsay(view).contradictions(bits, Dice("strange"))


STRONG, WEAK = "JH 9H AH KH QH 10H 8H 7H", "7H 7D 8D 9D JC 8C 9C 8S"


def test_a_taker_has_something_to_take_with() -> None:
    view = to_play("AS KS QS 7S QD KD 7C QC", taker=1)
    assert contradictions(view, left=STRONG) == 0
    assert contradictions(view, left=WEAK) == 1


def test_who_passed_had_less() -> None:
    view = to_play("AS KS QS 7S QD KD 7C QC", taker=1)
    assert view.auction is not None
    bids = ((ME, PASS), (PARTNER, PASS), (RIGHT, PASS), (LEFT, Bid(Suit.HEARTS)))
    passed = replace(view, auction=replace(view.auction, bids=bids))
    weak = "8D 9D JD 10D JC 8C 9C 10C"
    assert contradictions(passed, left=STRONG, partner=weak, right=weak) == 0
    assert contradictions(passed, left=STRONG, partner=STRONG, right=weak) == 1
    assert contradictions(passed, left=WEAK, partner=STRONG, right=STRONG) == 3


def test_the_turned_card_is_none_of_the_first_ones_of_the_taker() -> None:
    """With it among them he would have had one card less to take with."""
    view = to_play("AS KS QS 7S QD KD 7C QC", taker=1)
    assert str(view.turn_up) == "7H"
    held = "7H JH 9H AH 10H KH 8D 8C"
    strange = [hearsay(view).contradictions([0, pack_bits(hand(held)), 0, 0], Dice(f"{seed}"))
               for seed in range(40)]  # fmt: skip
    assert set(strange) == {0}


def test_what_was_declared_must_be_there() -> None:
    options = PRESETS["classique-annonces"]
    view = to_play("AS KS QS 7S QD KD 7C", earlier=((1, "8S 9S JS 10S"),), options=options)
    assert view.said is not None
    tierce = (Declaration.of(cards("8D 9D 10D")),)
    said = view.said
    for place in (LEFT, PARTNER, RIGHT, ME):
        said = said.with_claims(place, claims_of(tierce) if place == LEFT else ())
    view = replace(view, said=said)
    assert contradictions(view, left="8D 9D 10D 8S AC") == 0
    assert contradictions(view, left="QC KC AC 8S 9D") == 0
    assert contradictions(view, left="8D 9D JD 8S AC") == 1
    assert contradictions(view, left="8D 9D 10D 8S AC", right="9C 10C JC JS 8H") == 1


def test_every_bid_is_told_with_what_else_could_be_said() -> None:
    auction = to_bid("JH 9H AS 8D 7C", "8H", passes=5).auction
    assert auction is not None
    told = list(spoken(auction.with_bid(Bid(Suit.SPADES))))
    assert [one.bid for one in told] == [*[PASS] * 5, Bid(Suit.SPADES)]
    assert [one.place for one in told] == [3, 0, 1, 2, 3, 0]
    assert [len(one.choices) for one in told] == [2, 2, 2, 2, 4, 4]


def test_without_an_auction_there_is_nothing_to_hear() -> None:
    view = to_play("AS KS QS 7S QD KD 7C QC", taker=1)
    with pytest.raises(OutOfTurn):
        hearsay(replace(view, auction=None))
