"""Why a contract was made or failed, and what declarations do to contract and score."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.rules.cards import Team
from belote_net.rules.choices import (
    AnnoncesCapot,
    AnnoncesOnFail,
    ContractRule,
    Litige,
    LitigeBelote,
    ScoringTotal,
)
from belote_net.rules.contract_check import ContractCheck
from belote_net.rules.counting import CountedDeal
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.scoring import Line, LineKind, Outcome, score_deal, score_forfeit
from tests.rules.test_options import option_sets
from tests.rules.test_scoring import CLASSIC, DEFENCE, TAKER, adds_up, capot, deal

MAJORITY, AT_LEAST_82 = ContractRule.MAJORITY, ContractRule.AT_LEAST_82
WITH_BELOTE = ContractRule.AT_LEAST_82_OR_92


def declared(played: CountedDeal, *, taker: int = 0, defence: int = 0) -> CountedDeal:
    """The same deal with declarations; team 0 took."""
    return replace(played, declarations=(taker, defence))


def written(played: CountedDeal, options: Options) -> tuple[str, tuple[int, ...], int]:
    """The outcome, what each team writes, and what waits."""
    result = score_deal(played, options)
    adds_up(result)
    return result.outcome.value, result.points, result.held_after


def check(rule: ContractRule, taker: int, defence: int, needed: int) -> ContractCheck:
    """A comparison in short."""
    return ContractCheck(taker_total=taker, defence_total=defence, needed=needed, rule=rule)


@pytest.mark.parametrize(
    ("rule", "played", "expected"),
    [
        (MAJORITY, deal(82), check(MAJORITY, 82, 80, 82)),
        (MAJORITY, deal(70, belote=TAKER), check(MAJORITY, 90, 92, 92)),
        (MAJORITY, deal(82, belote=DEFENCE), check(MAJORITY, 82, 100, 92)),
        (MAJORITY, declared(deal(60), taker=50), check(MAJORITY, 110, 102, 107)),
        (MAJORITY, declared(deal(85), defence=20), check(MAJORITY, 85, 97, 92)),
        (AT_LEAST_82, deal(61, belote=TAKER), check(AT_LEAST_82, 81, 101, 82)),
        (AT_LEAST_82, declared(deal(40), taker=50), check(AT_LEAST_82, 90, 122, 82)),
        (
            AT_LEAST_82,
            declared(deal(82, belote=DEFENCE), defence=100),
            check(AT_LEAST_82, 82, 80, 82),
        ),
        (WITH_BELOTE, deal(82), check(WITH_BELOTE, 82, 80, 82)),
        (WITH_BELOTE, deal(71, belote=TAKER), check(WITH_BELOTE, 91, 91, 92)),
        (WITH_BELOTE, declared(deal(71, belote=TAKER), taker=20), check(WITH_BELOTE, 111, 91, 92)),
    ],
)
def test_the_reason_of_a_score(
    rule: ContractRule, played: CountedDeal, expected: ContractCheck
) -> None:
    result = score_deal(played, replace(CLASSIC, contract_rule=rule))
    assert result.reason == expected
    assert expected.is_made is (expected.taker_total >= expected.needed)
    assert (result.outcome is Outcome.MADE) is expected.is_made
    assert (result.outcome is Outcome.LITIGE) is expected.is_tied
    assert expected.decided_by == ("litige" if expected.is_tied else "contract_rule")


def test_what_the_options_leave_out_of_the_contract() -> None:
    played = declared(deal(80, belote=TAKER), taker=50)
    bare = replace(CLASSIC, belote_in_contract=False, annonces_in_contract=False)
    assert score_deal(played, bare).reason == check(MAJORITY, 80, 82, 82)
    no_belote = replace(CLASSIC, belote_in_contract=False)
    assert score_deal(played, no_belote).reason == check(MAJORITY, 130, 82, 107)
    no_annonces = replace(CLASSIC, annonces_in_contract=False)
    assert score_deal(played, no_annonces).reason == check(MAJORITY, 100, 82, 92)


def test_tricks_and_forfeits_need_no_comparison() -> None:
    for winner in (TAKER, DEFENCE):
        assert score_deal(capot(winner), CLASSIC).reason is None
    assert score_forfeit(TAKER, CLASSIC, teams=2).reason is None


@pytest.mark.parametrize("litige", Litige)
def test_a_litige_is_decided_by_its_option(litige: Litige) -> None:
    reason = score_deal(deal(81), replace(CLASSIC, litige=litige)).reason
    assert reason is not None
    assert reason.decided_by == "litige"
    assert (reason.is_made, reason.is_tied) == (False, True)


def test_declarations_in_a_made_contract() -> None:
    played = declared(deal(60), taker=50)
    assert written(played, CLASSIC) == ("made", (110, 102), 0)
    assert written(declared(deal(100), defence=20), CLASSIC) == ("made", (100, 82), 0)
    rounded = replace(CLASSIC, scoring_total=ScoringTotal.ROUND_10_FIVE_UP)
    assert written(declared(deal(87), taker=20), rounded) == ("made", (110, 80), 0)
    complement = replace(CLASSIC, scoring_total=ScoringTotal.COMPLEMENT_160)
    assert written(
        declared(deal(90), defence=20), replace(complement, contract_rule=AT_LEAST_82)
    ) == (*("made", (90, 90), 0),)


def test_declarations_that_do_not_count_for_the_contract_are_written_all_the_same() -> None:
    options = replace(CLASSIC, annonces_in_contract=False)
    assert written(declared(deal(85), defence=50), options) == ("made", (85, 127), 0)
    assert written(declared(deal(80), taker=100), options) == ("fail", (0, 262), 0)


@pytest.mark.parametrize(
    ("rule", "of_taker", "of_defence"),
    [
        (AnnoncesOnFail.TO_DEFENCE, (0, 182), (0, 182)),
        (AnnoncesOnFail.ANNULLED, (0, 162), (0, 182)),
        (AnnoncesOnFail.KEPT, (20, 162), (0, 182)),
    ],
)
def test_declarations_after_a_failed_contract(
    rule: AnnoncesOnFail, of_taker: tuple[int, int], of_defence: tuple[int, int]
) -> None:
    options = replace(CLASSIC, annonces_on_fail=rule)
    assert written(declared(deal(60), taker=20), options) == ("fail", of_taker, 0)
    assert written(declared(deal(60), defence=20), options) == ("fail", of_defence, 0)


@pytest.mark.parametrize(
    ("rule", "to_winner", "to_loser"),
    [
        (AnnoncesCapot.TO_WINNER, 302, 0),
        (AnnoncesCapot.ANNULLED, 252, 0),
        (AnnoncesCapot.KEPT, 252, 50),
    ],
)
@pytest.mark.parametrize("winner", [TAKER, DEFENCE])
@pytest.mark.parametrize("on_fail", AnnoncesOnFail)
def test_declarations_of_a_side_without_a_trick(
    winner: Team, rule: AnnoncesCapot, to_winner: int, to_loser: int, on_fail: AnnoncesOnFail
) -> None:
    options = replace(CLASSIC, annonces_capot=rule, annonces_on_fail=on_fail)
    of_loser = declared(capot(winner), **{"taker" if winner == DEFENCE else "defence": 50})
    points = (to_winner, to_loser) if winner == TAKER else (to_loser, to_winner)
    assert score_deal(of_loser, options).points == points
    of_winner = declared(capot(winner), **{"taker" if winner == TAKER else "defence": 50})
    assert score_deal(of_winner, options).points == ((302, 0) if winner == TAKER else (0, 302))


def test_declarations_in_a_litige() -> None:
    played = declared(deal(71), taker=20)
    assert score_deal(played, CLASSIC).reason == check(MAJORITY, 91, 91, 92)
    assert written(played, CLASSIC) == ("litige", (0, 91), 91)
    only = replace(CLASSIC, litige=Litige.DEFENCE_ONLY)
    assert written(played, only) == ("litige", (0, 91), 0)
    assert written(replace(played, is_last_deal=True), CLASSIC) == ("litige_last", (91, 91), 0)
    both = declared(deal(51, belote=TAKER), taker=20)
    assert written(both, CLASSIC) == ("fail", (20, 182), 0)
    even = declared(deal(61, belote=TAKER), taker=20)
    kept = replace(CLASSIC, litige_belote=LitigeBelote.KEPT)
    assert written(even, kept) == ("litige", (20, 101), 81)
    assert written(declared(deal(91), defence=20), CLASSIC) == ("litige", (0, 91), 91)


def test_formulas_with_declarations() -> None:
    made = score_deal(declared(deal(90, belote=TAKER), taker=70), CLASSIC)
    assert made.formula[-2:] == (
        Line(LineKind.BELOTE, TAKER, 20),
        Line(LineKind.DECLARATIONS, TAKER, 70),
    )
    assert made.declarations == (70, 0)
    failed = score_deal(declared(deal(40), taker=20), CLASSIC)
    assert failed.formula == (
        Line(LineKind.FAILED, DEFENCE, 162),
        Line(LineKind.DECLARATIONS_WON, DEFENCE, 20),
    )
    assert failed.declarations == (20, 0)
    kept = score_deal(
        declared(deal(40), taker=20), replace(CLASSIC, annonces_on_fail=AnnoncesOnFail.KEPT)
    )
    assert kept.formula[-1] == Line(LineKind.DECLARATIONS, TAKER, 20)
    assert score_deal(deal(90), CLASSIC).declarations == ()


@pytest.mark.parametrize("absent", [TAKER, DEFENCE])
@pytest.mark.parametrize(
    ("rule", "changed_hands"),
    [(AnnoncesOnFail.TO_DEFENCE, 50), (AnnoncesOnFail.ANNULLED, 0), (AnnoncesOnFail.KEPT, 0)],
)
def test_declarations_after_a_forfeit(
    absent: Team, rule: AnnoncesOnFail, changed_hands: int
) -> None:
    options = replace(CLASSIC, annonces_on_fail=rule)
    winner = Team(1 - absent)
    own = tuple(50 * (team == winner) for team in (TAKER, DEFENCE))
    other = tuple(50 * (team == absent) for team in (TAKER, DEFENCE))
    for shown, more in ((own, 50), (other, changed_hands)):
        result = score_forfeit(absent, options, teams=2, taker=TAKER, declarations=shown)
        adds_up(result)
        assert (result.points[winner], result.points[absent]) == (162 + more, 0)
        assert result.declarations == shown


def test_a_belote_that_can_be_taken_changes_hands_in_a_forfeit() -> None:
    takeable = replace(CLASSIC, belote_untakeable=False)
    for options, points in ((CLASSIC, 162), (takeable, 182)):
        result = score_forfeit(TAKER, options, teams=2, taker=TAKER, belote=TAKER)
        assert result.points == (0, points)


def test_quitting_never_pays() -> None:
    """Whatever the options: who leaves writes nothing, the other side what a failure gives it."""
    for on_fail in AnnoncesOnFail:
        for untakeable in (True, False):
            options = replace(CLASSIC, annonces_on_fail=on_fail, belote_untakeable=untakeable)
            played = declared(deal(40, belote=TAKER), taker=20)
            failed = score_deal(played, options)
            left = score_forfeit(
                TAKER, options, teams=2, taker=TAKER, belote=TAKER, declarations=(20, 0)
            )
            assert left.points[DEFENCE] == failed.points[DEFENCE]
            assert left.points[TAKER] == 0 <= failed.points[TAKER]


@settings(max_examples=80)
@given(
    options=option_sets(),
    points=st.integers(0, 162),
    belote=st.sampled_from([None, TAKER, DEFENCE]),
    held=st.integers(0, 500),
    declarations=st.sampled_from([(20, 0), (0, 20), (300, 0), (0, 150), (0, 0)]),
)
def test_any_score_with_declarations_adds_up(
    options: Options,
    points: int,
    belote: Team | None,
    held: int,
    declarations: tuple[int, int],
) -> None:
    for played in (deal(points, belote=belote, held=held), capot(TAKER, belote=belote, held=held)):
        result = score_deal(replace(played, declarations=declarations), options)
        adds_up(result)
        told = {line.kind for line in result.formula}
        both = {LineKind.DECLARATIONS, LineKind.DECLARATIONS_WON}
        assert sum(line.points for line in result.formula if line.kind in both) in (
            0,
            sum(declarations),
        )
        assert not both <= told
        for absent in (TAKER, DEFENCE):
            adds_up(
                score_forfeit(
                    absent,
                    options,
                    teams=2,
                    belote=belote,
                    declarations=declarations,
                    held_points=held,
                )
            )


@pytest.mark.parametrize("name", PRESETS)
def test_no_preset_lets_declarations_vanish_in_a_made_contract(name: str) -> None:
    options = PRESETS[name]
    bare, with_them = deal(120), declared(deal(120), taker=20)
    difference = (
        score_deal(with_them, options).points[TAKER] - score_deal(bare, options).points[TAKER]
    )
    assert difference == 20


def test_eighty_two_is_more_than_half() -> None:
    for points in range(163):
        reason = score_deal(deal(points), replace(CLASSIC, contract_rule=AT_LEAST_82)).reason
        assert reason is not None
        assert reason.is_made is (points > 162 - points)
