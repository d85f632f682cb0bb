"""The score of a deal: contested values, edges, and what holds of every deal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.rules.cards import PACK, Place, Suit, Team
from belote_net.rules.choices import (
    CapotPoints,
    ContractRule,
    FailPoints,
    Litige,
    LitigeBelote,
    LitigeChain,
    ScoringTotal,
)
from belote_net.rules.counting import CountedDeal, TrickCount, count_tricks, trick_points
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore, Line, LineKind, Outcome, score_deal, score_forfeit
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from tests.rules.playing import play_deal, score
from tests.rules.test_options import option_sets

TAKER, DEFENCE = Team(0), Team(1)
CLASSIC = Options()


def deal(
    taker: int, *, belote: Team | None = None, held: int = 0, last_deal: bool = False
) -> CountedDeal:
    """A deal in which team 0 took, made `taker` points in 4 tricks, and won the last."""
    return CountedDeal(
        count=TrickCount(points=(taker, 162 - taker), tricks=(4, 4), last=TAKER),
        taker=TAKER,
        belote=belote,
        held_points=held,
        is_last_deal=last_deal,
    )


def capot(winner: Team, *, belote: Team | None = None, held: int = 0) -> CountedDeal:
    """A deal in which team 0 took and `winner` won all tricks."""
    points, tricks = [0, 0], [0, 0]
    points[winner], tricks[winner] = 252, 8
    count = TrickCount(points=tuple(points), tricks=tuple(tricks), last=winner)
    return CountedDeal(count=count, taker=TAKER, belote=belote, held_points=held)


def written(played: CountedDeal, options: Options) -> tuple[str, int, int, int]:
    """The outcome, what taker and defence write, and what waits for the next deal."""
    result = score_deal(played, options)
    return result.outcome.value, *result.points, result.held_after  # type: ignore[return-value]  # two teams


@pytest.mark.parametrize(
    ("rule", "belote", "made_from", "litige_at"),
    [
        (ContractRule.MAJORITY, None, 82, {81}),
        (ContractRule.MAJORITY, TAKER, 72, {71}),
        (ContractRule.MAJORITY, DEFENCE, 92, {91}),
        (ContractRule.AT_LEAST_82, None, 82, {81}),
        (ContractRule.AT_LEAST_82, TAKER, 62, set[int]()),
        (ContractRule.AT_LEAST_82, DEFENCE, 82, {81}),
        (ContractRule.AT_LEAST_82_OR_92, None, 82, {81}),
        (ContractRule.AT_LEAST_82_OR_92, TAKER, 72, {71}),
        (ContractRule.AT_LEAST_82_OR_92, DEFENCE, 82, {81}),
    ],
)
def test_from_how_many_points_the_contract_is_made(
    rule: ContractRule, belote: Team | None, made_from: int, litige_at: set[int]
) -> None:
    options = replace(CLASSIC, contract_rule=rule)
    outcomes = {
        points: score_deal(deal(points, belote=belote), options).outcome for points in range(163)
    }
    assert {points for points, one in outcomes.items() if one is Outcome.MADE} == set(
        range(made_from, 163)
    )
    assert {points for points, one in outcomes.items() if one is Outcome.LITIGE} == litige_at
    assert set(outcomes.values()) <= {Outcome.MADE, Outcome.LITIGE, Outcome.FAILED}


@pytest.mark.parametrize("rule", [ContractRule.MAJORITY, ContractRule.AT_LEAST_82])
@pytest.mark.parametrize("belote", [None, TAKER, DEFENCE])
def test_the_belote_may_be_left_out_of_the_contract(
    rule: ContractRule, belote: Team | None
) -> None:
    options = replace(CLASSIC, contract_rule=rule, belote_in_contract=False)
    outcomes = [score_deal(deal(points, belote=belote), options).outcome for points in (80, 81, 82)]
    assert outcomes == [Outcome.FAILED, Outcome.LITIGE, Outcome.MADE]


@pytest.mark.parametrize(
    ("rule", "outcome"),
    [
        (ContractRule.MAJORITY, "fail"),
        (ContractRule.AT_LEAST_82, "made"),
        (ContractRule.AT_LEAST_82_OR_92, "fail"),
    ],
)
def test_seventy_with_belote_against_ninety_two(rule: ContractRule, outcome: str) -> None:
    played = deal(70, belote=TAKER)
    assert written(played, replace(CLASSIC, contract_rule=rule))[0] == outcome


def test_after_a_failed_contract() -> None:
    takeable = replace(CLASSIC, belote_untakeable=False, fail_points=FailPoints.POINTS_160)
    assert written(deal(60), CLASSIC) == ("fail", 0, 162, 0)
    assert written(deal(60, belote=TAKER), CLASSIC) == ("fail", 20, 162, 0)
    assert written(deal(60, belote=TAKER), takeable) == ("fail", 0, 180, 0)
    assert written(deal(60, belote=DEFENCE), takeable) == ("fail", 0, 180, 0)
    assert written(deal(60), takeable) == ("fail", 0, 160, 0)


@pytest.mark.parametrize("value", CapotPoints)
def test_capot_of_either_side(value: CapotPoints) -> None:
    options = replace(CLASSIC, capot_points=value)
    takeable = replace(options, belote_untakeable=False)
    all_tricks = value.value
    assert written(capot(TAKER), options) == ("capot", all_tricks, 0, 0)
    assert written(capot(TAKER, belote=DEFENCE), takeable) == ("capot", all_tricks, 20, 0)
    assert written(capot(DEFENCE), options) == ("fail_capot", 0, all_tricks, 0)
    assert written(capot(DEFENCE, belote=TAKER), options) == ("fail_capot", 20, all_tricks, 0)
    assert written(capot(DEFENCE, belote=TAKER), takeable) == ("fail_capot", 0, all_tricks + 20, 0)


def test_held_points_go_to_the_winner_of_the_next_deal() -> None:
    assert written(deal(100, held=81), CLASSIC) == ("made", 181, 62, 0)
    assert written(deal(60, held=81), CLASSIC) == ("fail", 0, 243, 0)
    assert written(capot(TAKER, held=81), CLASSIC) == ("capot", 333, 0, 0)
    assert written(capot(DEFENCE, held=81), CLASSIC) == ("fail_capot", 0, 333, 0)


@pytest.mark.parametrize(
    ("litige", "expected"),
    [
        (Litige.CARRY, ("litige", 0, 81, 81)),
        (Litige.FAIL, ("fail", 0, 162, 0)),
        (Litige.DEFENCE_ONLY, ("litige", 0, 81, 0)),
        (Litige.TAKER_SUCCESS, ("made", 81, 81, 0)),
        (Litige.REPLAY, ("replayed", 0, 0, 0)),
    ],
)
def test_litige(litige: Litige, expected: tuple[str, int, int, int]) -> None:
    assert written(deal(81), replace(CLASSIC, litige=litige)) == expected


@pytest.mark.parametrize(
    ("litige", "belote", "in_pool", "kept"),
    [
        (Litige.CARRY, TAKER, ("litige", 0, 91, 91), ("litige", 20, 91, 71)),
        (Litige.CARRY, DEFENCE, ("litige", 0, 91, 91), ("litige", 0, 91, 91)),
        (Litige.DEFENCE_ONLY, TAKER, ("litige", 0, 91, 0), ("litige", 20, 91, 0)),
        (Litige.FAIL, TAKER, ("fail", 20, 162, 0), ("fail", 20, 162, 0)),
    ],
)
def test_belote_in_litige(
    litige: Litige,
    belote: Team,
    in_pool: tuple[str, int, int, int],
    kept: tuple[str, int, int, int],
) -> None:
    played = deal(71 if belote == TAKER else 91, belote=belote)
    options = replace(CLASSIC, litige=litige)
    assert written(played, options) == in_pool
    assert written(played, replace(options, litige_belote=LitigeBelote.KEPT)) == kept


def test_a_second_litige() -> None:
    accumulate = replace(CLASSIC, litige_chain=LitigeChain.ACCUMULATE)
    assert written(deal(81, held=81), CLASSIC) == ("litige", 0, 162, 81)
    assert written(deal(81, held=81), accumulate) == ("litige", 0, 81, 162)
    replay = replace(CLASSIC, litige=Litige.REPLAY)
    assert written(deal(81, held=81), replay) == ("replayed", 0, 0, 81)


@pytest.mark.parametrize("chain", LitigeChain)
def test_litige_of_the_last_deal(chain: LitigeChain) -> None:
    options = replace(CLASSIC, litige_chain=chain)
    assert written(deal(81, last_deal=True), options) == ("litige_last", 81, 81, 0)
    assert written(deal(81, last_deal=True, held=81), options) == ("litige_last", 81, 162, 0)
    assert written(deal(71, last_deal=True, belote=TAKER), options) == ("litige_last", 91, 91, 0)
    only = replace(options, litige=Litige.DEFENCE_ONLY)
    assert written(deal(81, last_deal=True), only) == ("litige", 0, 81, 0)


@pytest.mark.parametrize(
    ("total", "points", "expected"),
    [
        (ScoringTotal.EXACT_162, 87, (87, 75)),
        (ScoringTotal.COMPLEMENT_160, 90, (90, 70)),
        (ScoringTotal.COMPLEMENT_160, 160, (160, 0)),
        (ScoringTotal.COMPLEMENT_160, 161, (161, 0)),
        (ScoringTotal.COMPLEMENT_160, 162, (162, 0)),
        (ScoringTotal.ROUND_10_FIVE_UP, 84, (80, 80)),
        (ScoringTotal.ROUND_10_FIVE_UP, 85, (90, 80)),
        (ScoringTotal.ROUND_10_FIVE_UP, 87, (90, 80)),
        (ScoringTotal.ROUND_10_SIX_UP, 85, (80, 80)),
        (ScoringTotal.ROUND_10_SIX_UP, 86, (90, 80)),
        (ScoringTotal.ROUND_10_SIX_UP, 87, (90, 70)),
    ],
)
def test_ways_of_writing(total: ScoringTotal, points: int, expected: tuple[int, int]) -> None:
    assert score_deal(deal(points), replace(CLASSIC, scoring_total=total)).points == expected


def test_rounding_neither_makes_nor_breaks_a_contract() -> None:
    rounded = replace(CLASSIC, scoring_total=ScoringTotal.ROUND_10_FIVE_UP)
    assert written(deal(82), rounded) == ("made", 80, 80, 0)
    assert written(deal(80), rounded) == ("fail", 0, 162, 0)
    assert written(deal(81), rounded) == ("litige", 0, 80, 80)


def test_the_formula_of_a_made_contract() -> None:
    played = deal(87, belote=TAKER, held=81)
    options = replace(CLASSIC, scoring_total=ScoringTotal.ROUND_10_FIVE_UP)
    assert score_deal(played, options).formula == (
        Line(LineKind.CARDS, TAKER, 77),
        Line(LineKind.LAST_TRICK, TAKER, 10),
        Line(LineKind.ROUNDING, TAKER, 3),
        Line(LineKind.CARDS, DEFENCE, 75),
        Line(LineKind.ROUNDING, DEFENCE, 5),
        Line(LineKind.BELOTE, TAKER, 20),
        Line(LineKind.HELD_WON, TAKER, 81),
    )


def test_the_formula_of_a_litige() -> None:
    assert score_deal(deal(71, belote=TAKER), CLASSIC).formula == (
        Line(LineKind.CARDS, TAKER, 61),
        Line(LineKind.LAST_TRICK, TAKER, 10),
        Line(LineKind.CARDS, DEFENCE, 91),
        Line(LineKind.BELOTE, TAKER, 20),
        Line(LineKind.HELD_BACK, TAKER, -91),
    )


def test_the_formula_of_a_failed_contract() -> None:
    assert score_deal(deal(60, belote=TAKER), CLASSIC).formula == (
        Line(LineKind.FAILED, DEFENCE, 162),
        Line(LineKind.BELOTE, TAKER, 20),
    )


@pytest.mark.parametrize("absent", [TAKER, DEFENCE])
def test_forfeit(absent: Team) -> None:
    winner = Team(1 - absent)
    result = score_forfeit(absent, CLASSIC, teams=2, taker=TAKER, belote=winner, held_points=81)
    assert result.outcome is Outcome.FORFEITED
    assert (result.points[winner], result.points[absent]) == (162 + 20 + 81, 0)
    assert (result.held_before, result.held_after) == (81, 0)
    assert sum(line.points for line in result.formula) == 263
    own = score_forfeit(absent, CLASSIC, teams=2, belote=absent)
    assert own.points[absent] == 0
    assert own.points[winner] == 162
    assert own.taker is None


def adds_up(result: DealScore) -> None:
    """What holds of every score: the lines give the points, and no point is made or lost."""
    for team in (TAKER, DEFENCE):
        lines = [line.points for line in result.formula if line.team == team]
        assert sum(lines) == result.points[team] >= 0
    held = [
        line.points
        for line in result.formula
        if line.kind in (LineKind.HELD_BACK, LineKind.HELD_WON)
    ]
    assert result.held_after == result.held_before - sum(held) >= 0
    assert all(line.points for line in result.formula if line.kind is not LineKind.CARDS)


@settings(max_examples=60)
@given(
    options=option_sets(),
    points=st.integers(0, 162),
    belote=st.sampled_from([None, TAKER, DEFENCE]),
    held=st.integers(0, 500),
    last_deal=st.booleans(),
)
def test_any_score_adds_up(
    options: Options,
    points: int,
    belote: Team | None,
    held: int,
    last_deal: bool,  # noqa: FBT001 - drawn
) -> None:
    result = score_deal(deal(points, belote=belote, held=held, last_deal=last_deal), options)
    adds_up(result)
    for winner in (TAKER, DEFENCE):
        adds_up(score_deal(capot(winner, belote=belote, held=held), options))
    if last_deal and options.litige is Litige.CARRY:
        assert result.held_after == 0


@given(points=st.integers(0, 162), belote=st.sampled_from([None, TAKER, DEFENCE]))
def test_exact_scores_share_out_what_there_is(points: int, belote: Team | None) -> None:
    result = score_deal(deal(points, belote=belote), CLASSIC)
    assert sum(result.points) + result.held_after == 162 + 20 * (belote is not None)


@pytest.mark.parametrize("trump", Suit)
def test_count_of_tricks(trump: Suit) -> None:
    tricks = [Trick(Place(0), PACK[start : start + 4]) for start in range(0, 32, 4)]
    one_side = count_tricks([(TAKER, trick) for trick in tricks], trump, teams=2)
    assert one_side.points == (252, 0)
    assert one_side.tricks == (8, 0)
    assert one_side.capot == TAKER
    shared = count_tricks(
        [(Team(index % 2), trick) for index, trick in enumerate(tricks)], trump, teams=2
    )
    assert sum(shared.points) == 162
    assert shared.tricks == (4, 4)
    assert shared.last == DEFENCE
    assert shared.capot is None
    *others, last = tricks
    alone = sum(trick_points(trick, trump, is_last=False) for trick in others)
    assert alone + trick_points(last, trump, is_last=True) == 162


def test_a_trick_of_no_points_is_enough_against_capot() -> None:
    tricks = [Trick(Place(0), PACK[start : start + 4]) for start in range(0, 32, 4)]
    bare = Trick(Place(0), (PACK[0], PACK[8], PACK[16], PACK[24]))
    count = count_tricks(
        [(TAKER, trick) for trick in tricks[:-1]] + [(DEFENCE, bare)], Suit.HEARTS, teams=2
    )
    assert count.capot is None
    assert count.points[DEFENCE] == 10


@pytest.mark.parametrize("seed", range(8))
def test_random_deals_are_worth_162_or_252(seed: int) -> None:
    random, variant = Random(f"deals {seed}"), variant_for(CLASSIC)
    for _ in range(25):
        dealer = Place(random.randrange(4))
        played = play_deal(variant, dealer, random)
        if played is None:
            continue
        result = score(variant, played, Match.start(CLASSIC, dealer))
        capots = (Outcome.CAPOT, Outcome.FAILED_CAPOT)
        assert sum(result.card_points) == (252 if result.outcome in capots else 162)
        assert result.taker == variant.team_of(played.contract.taker)
        adds_up(result)
