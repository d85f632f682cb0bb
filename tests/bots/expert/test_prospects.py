"""What the end of a deal is worth: the real score, in the match as it stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.expert.prospects import Prospects, outlook
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place, Suit, Team
from belote_net.rules.counting import CAPOT_LAST_TRICK_BONUS, LAST_TRICK_BONUS
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.variants import variant_for
from tests.bots.positions import EVERYBODY, mixed

US, THEM = Team(0), Team(1)


def at(ours: int, theirs: int, options: Options | None = None) -> Match:
    return replace(Match.start(options or Options(), Place(0)), scores=(ours, theirs))


def won(winner: Team | None) -> Match:
    return replace(at(1010, 900), is_over=True, winner=winner)


@settings(max_examples=60)
@given(
    st.integers(0, 100_000),
    st.sampled_from(list(PRESETS.values())),
    st.tuples(st.integers(0, 490), st.integers(0, 490)),
    st.sampled_from((0, 81)),
)
def test_the_end_of_a_deal_is_scored_as_the_rules_do(
    seed: int, options: Options, scores: tuple[int, int], held: int
) -> None:
    match = replace(Match.start(options, Place(seed % 4)), scores=scores, held_points=held)
    players = dict.fromkeys(EVERYBODY, at_random(Dice(f"{seed}"), eagerness=0.6))
    deal, score = play_deal(match, mixed(seed), players)
    contract, calls = deal.deal.contract, deal.deal.belote
    if score is None or contract is None or calls is None or score.taker is None:
        return
    variant = variant_for(options)
    tricks = [variant.trick_winner(trick, contract.trump) for trick in deal.deal.tricks]
    attack, _ = variant.sides(contract)
    points, number = score.card_points[score.taker], sum(place in attack for place in tricks)
    if number == len(tricks):
        points -= CAPOT_LAST_TRICK_BONUS - LAST_TRICK_BONUS
    belote = None if calls.holder is None else variant.team_of(calls.holder)
    for team in (US, THEM):
        prospects = Prospects(match, variant, contract, team)
        expected = outlook(match.after(score, contract), team)
        for _ in range(2):
            assert prospects.worth(points, number, belote, score.declarations) == expected


def test_every_point_counts_at_the_beginning_of_a_match() -> None:
    steps = [outlook(at(points, 0), US) for points in (0, 50, 100, 150)]
    gains = [after - before for before, after in pairwise(steps)]
    assert min(gains) > 0
    assert max(gains) < 1.15 * min(gains)


def test_both_sides_see_the_same_match() -> None:
    for match in (at(0, 0), at(300, 810), at(990, 0), won(US), won(None)):
        assert outlook(match, US) == pytest.approx(-outlook(match, THEM))


def test_to_win_is_worth_more_than_any_lead_and_to_lose_less() -> None:
    assert outlook(won(US), US) > outlook(at(999, 0), US) > outlook(at(999, 990), US)
    assert outlook(won(THEM), US) < outlook(at(0, 999), US)
    assert outlook(at(0, 999), US) < outlook(won(None), US) < outlook(at(999, 0), US)


def test_a_lead_is_worth_more_near_the_end() -> None:
    assert outlook(at(900, 800), US) > outlook(at(300, 200), US) > 0
    options = PRESETS["concours"]
    early, late = (replace(at(500, 400, options), deals_played=played) for played in (1, 10))
    assert outlook(late, US) > outlook(early, US) > 0


def test_points_still_matter_when_the_match_is_won_either_way() -> None:
    narrow, wide = replace(won(US), scores=(1010, 900)), replace(won(US), scores=(1200, 900))
    assert outlook(wide, US) > outlook(narrow, US)


def test_what_wins_the_match_is_what_counts_at_its_end() -> None:
    """With 60 points to go, defending for 70 is worth as much as taking for 100."""
    contract = Contract(Place(1), Suit.HEARTS)
    prospects = Prospects(at(940, 200), variant_for(Options()), contract, US)
    made, made_well = (prospects.worth(points, 5, None, ()) for points in (92, 120))
    assert made > 0.99
    assert made - made_well > 0.001
    first = Prospects(at(0, 0), variant_for(Options()), contract, US)
    assert abs(first.worth(92, 5, None, ()) - first.worth(120, 5, None, ())) < 0.2
