"""The match: scores, dealers, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place, Suit, Team
from belote_net.rules.choices import AllPass, BeloteCall, BothOver, End, Litige, Reach, Tie
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.scoring import DealScore, Outcome
from tests.rules.playing import play_match

CLASSIC = Options()
CONTRACT = Contract(taker=Place(0), trump=Suit.SPADES)


def deal(
    points: tuple[int, int],
    *,
    outcome: Outcome = Outcome.MADE,
    belote: Team | None = None,
    held: int = 0,
) -> DealScore:
    """The score of a deal with these points, taken by the first team."""
    card_points = {Outcome.CAPOT: (252, 0), Outcome.FAILED_CAPOT: (0, 252)}.get(outcome, (90, 72))
    return DealScore(
        outcome=outcome,
        points=points,
        card_points=card_points,
        taker=Team(0),
        belote=belote,
        held_before=0,
        held_after=held,
        formula=(),
    )


def at(*scores: int, options: Options = CLASSIC, deals_played: int = 5) -> Match:
    """A match with these scores."""
    start = Match.start(options, Place(3))
    return replace(start, scores=scores, deals_played=deals_played)


def test_a_match_starts_from_nothing() -> None:
    match = Match.start(CLASSIC, Place(2))
    assert match.scores == (0, 0)
    assert (match.dealer, match.held_points, match.deals_played) == (2, 0, 0)
    assert (match.is_over, match.winner) == (False, None)


@pytest.mark.parametrize("dealer", range(4))
def test_the_next_place_deals_next(dealer: int) -> None:
    match = Match.start(CLASSIC, Place(dealer)).after(deal((90, 72)), CONTRACT)
    assert match.dealer == (dealer + 1) % 4
    assert match.scores == (90, 72)
    assert match.deals_played == 1


def test_three_deals_that_all_pass() -> None:
    """The deal moves on each time, held points stay, and the deals do not count."""
    match = Match.start(CLASSIC, Place(2)).after(
        deal((0, 81), outcome=Outcome.LITIGE, held=81), CONTRACT
    )
    dealers = []
    for _ in range(3):
        match = match.after_all_pass()
        dealers.append(match.dealer)
    assert dealers == [0, 1, 2]
    assert match.held_points == 81
    assert match.scores == (0, 81)
    assert match.deals_played == 1


def test_the_same_dealer_deals_again_where_that_is_the_rule() -> None:
    options = replace(CLASSIC, all_pass=AllPass.SAME_DEALER)
    match = Match.start(options, Place(2))
    assert match.after_all_pass().after_all_pass().after_all_pass() == match
    assert match.after(deal((90, 72)), CONTRACT).dealer == 3


def test_a_deal_to_be_replayed_changes_nothing() -> None:
    options = replace(CLASSIC, litige=Litige.REPLAY)
    match = at(500, 400, options=options)
    assert match.after(deal((0, 0), outcome=Outcome.REPLAYED), CONTRACT) == match


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize(
    ("reach", "score", "over"),
    [
        (Reach.AT_LEAST, 999, False),
        (Reach.AT_LEAST, 1000, True),
        (Reach.AT_LEAST, 1001, True),
        (Reach.OVER, 1000, False),
        (Reach.OVER, 1001, True),
    ],
)
def test_reaching_the_target(team: int, reach: Reach, score: int, over: bool) -> None:  # noqa: FBT001 - a table
    scores = [600, 600]
    scores[team] = score - 10
    written = (10, 0) if team == 0 else (0, 10)
    match = at(*scores, options=replace(CLASSIC, reach=reach)).after(deal(written), CONTRACT)
    assert match.is_over is over
    assert match.winner == (team if over else None)


@pytest.mark.parametrize(
    ("both", "scores", "over", "winner"),
    [
        (BothOver.HIGHEST, (1020, 1040), True, 1),
        (BothOver.HIGHEST, (1040, 1020), True, 0),
        (BothOver.HIGHEST, (1010, 1010), False, None),
        (BothOver.TAKER, (1020, 1040), True, 0),
        (BothOver.TAKER, (1010, 1010), True, 0),
        (BothOver.DRAW, (1020, 1040), True, None),
        (BothOver.TAKER, (900, 1040), True, 1),
        (BothOver.DRAW, (900, 1040), True, 1),
    ],
)
def test_both_sides_over(
    both: BothOver,
    scores: tuple[int, int],
    over: bool,  # noqa: FBT001 - a table
    winner: int | None,
) -> None:
    match = at(scores[0] - 90, scores[1] - 72, options=replace(CLASSIC, both_over=both))
    match = match.after(deal((90, 72)), CONTRACT)
    assert match.scores == scores
    assert (match.is_over, match.winner) == (over, winner)


def test_both_sides_over_when_nobody_had_taken() -> None:
    """A forfeit during the auction: there is no taker to win, the highest score does."""
    match = at(1000, 900, options=replace(CLASSIC, both_over=BothOver.TAKER))
    match = match.after(deal((0, 162), outcome=Outcome.FORFEITED), None)
    assert (match.is_over, match.winner) == (True, 1)


def test_a_tie_over_the_target() -> None:
    drawn = at(920, 938, options=replace(CLASSIC, tie=Tie.DRAW)).after(deal((90, 72)), CONTRACT)
    assert (drawn.is_over, drawn.winner) == (True, None)
    match = at(920, 938).after(deal((90, 72)), CONTRACT)
    assert not match.is_over
    match = match.after(deal((81, 81)), CONTRACT)
    assert not match.is_over
    match = match.after(deal((0, 162), outcome=Outcome.FAILED), CONTRACT)
    assert (match.is_over, match.winner) == (True, 1)


@pytest.mark.parametrize("outcome", [Outcome.CAPOT, Outcome.FAILED_CAPOT])
def test_a_side_without_a_trick_cannot_finish_on_its_belote(outcome: Outcome) -> None:
    loser = Team(1 if outcome is Outcome.CAPOT else 0)
    points = (252, 20) if loser == 1 else (20, 252)
    scores = (600, 990) if loser == 1 else (990, 600)
    score = deal(points, outcome=outcome, belote=loser)
    assert at(*scores).after(score, CONTRACT).winner == loser
    strict = replace(CLASSIC, belote_alone_wins=False)
    match = at(*scores, options=strict).after(score, CONTRACT)
    assert not match.is_over
    assert max(match.scores) == 1010
    # It keeps its points, so the next deal ends the match.
    match = match.after(deal((90, 72)), CONTRACT)
    assert (match.is_over, match.winner) == (True, loser)


@pytest.mark.parametrize("outcome", [Outcome.CAPOT, Outcome.FAILED_CAPOT])
def test_nor_on_declarations_that_it_keeps(outcome: Outcome) -> None:
    loser = Team(1 if outcome is Outcome.CAPOT else 0)
    points = (252, 100) if loser == 1 else (100, 252)
    scores = (600, 950) if loser == 1 else (950, 600)
    score = deal(points, outcome=outcome)
    assert at(*scores).after(score, CONTRACT).winner == loser
    strict = replace(CLASSIC, belote_alone_wins=False)
    assert not at(*scores, options=strict).after(score, CONTRACT).is_over


def test_that_rule_stops_nobody_else() -> None:
    strict = replace(CLASSIC, belote_alone_wins=False)
    other = at(990, 800, options=strict).after(
        deal((20, 252), outcome=Outcome.FAILED_CAPOT, belote=Team(0)), CONTRACT
    )
    assert (other.scores, other.winner) == ((1010, 1052), 1)
    winner = at(800, 600, options=strict).after(
        deal((272, 0), outcome=Outcome.CAPOT, belote=Team(0)), CONTRACT
    )
    assert winner.winner == 0
    no_belote = at(800, 600, options=strict).after(deal((252, 0), outcome=Outcome.CAPOT), CONTRACT)
    assert no_belote.winner == 0
    before = at(1010, 1010, options=strict).after(
        deal((20, 0), outcome=Outcome.FAILED_CAPOT, belote=Team(0)), CONTRACT
    )
    assert before.winner == 0


def test_a_fixed_number_of_deals() -> None:
    concours = PRESETS["concours"]
    match = at(1200, 900, options=concours, deals_played=10)
    assert not match.is_last_deal
    match = match.after(deal((90, 72)), CONTRACT)
    assert not match.is_over
    assert match.is_last_deal
    assert match.after_all_pass().is_last_deal
    match = match.after(deal((0, 162), outcome=Outcome.FAILED), CONTRACT)
    assert (match.is_over, match.winner, match.deals_played) == (True, 0, 12)
    assert not at(0, 0).is_last_deal


def test_a_tie_after_the_fixed_number_of_deals() -> None:
    concours = PRESETS["concours"]
    tied = at(910, 928, options=concours, deals_played=11)
    match = tied.after(deal((90, 72)), CONTRACT)
    assert not match.is_over
    assert match.is_last_deal
    match = match.after(deal((90, 72)), CONTRACT)
    assert (match.is_over, match.winner, match.deals_played) == (True, 0, 13)
    drawn = replace(tied, options=replace(concours, tie=Tie.DRAW))
    drawn = drawn.after(deal((90, 72)), CONTRACT)
    assert (drawn.is_over, drawn.winner) == (True, None)


def test_each_side_is_forgiven_one_rebelote() -> None:
    match = Match.start(replace(CLASSIC, belote_call=BeloteCall.MANUAL_TOLERANT), Place(0))
    assert match.forgivable == (0, 1, 2, 3)
    forgiven = replace(deal((110, 72), belote=Team(0)), forgiven=Team(0))
    match = match.after(deal((110, 72), belote=Team(0)), CONTRACT)
    assert match.forgivable == (0, 1, 2, 3)
    match = match.after(forgiven, CONTRACT)
    assert (match.forgiven, match.forgivable) == ((0,), (1, 3))
    match = match.after_all_pass()
    assert match.forgivable == (1, 3)
    match = match.after(replace(deal((90, 92), belote=Team(1)), forgiven=Team(1)), CONTRACT)
    assert (match.forgiven, match.forgivable) == ((0, 1), ())


def test_a_replayed_deal_uses_up_no_forgiveness() -> None:
    match = Match.start(replace(CLASSIC, belote_call=BeloteCall.MANUAL_TOLERANT), Place(0))
    replayed = replace(deal((0, 0), outcome=Outcome.REPLAYED), forgiven=Team(0))
    assert match.after(replayed, CONTRACT) == match


@pytest.mark.parametrize("call", [BeloteCall.AUTO, BeloteCall.MANUAL_STRICT])
def test_other_rules_forgive_nobody_a_rebelote(call: BeloteCall) -> None:
    assert Match.start(replace(CLASSIC, belote_call=call), Place(0)).forgivable == ()


def test_nothing_follows_the_end() -> None:
    match = at(950, 0).after(deal((90, 72)), CONTRACT)
    with pytest.raises(OutOfTurn, match="the match is over"):
        match.after(deal((90, 72)), CONTRACT)
    with pytest.raises(OutOfTurn, match="the match is over"):
        match.after_all_pass()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", PRESETS)
def test_random_matches_end(name: str, seed: int) -> None:
    options = PRESETS[name]
    before = None
    match = Match.start(options, Place(0))
    for match in play_match(options, seed, most_deals=200):
        if before is not None:
            moved = (match.dealer - before.dealer) % 4
            assert moved == 1 or options.all_pass is AllPass.SAME_DEALER
            assert all(new >= old for new, old in zip(match.scores, before.scores, strict=True))
            assert 0 <= match.deals_played - before.deals_played <= 1
        before = match
    assert match.is_over
    assert match.winner is not None
    assert match.scores[match.winner] == max(match.scores)
    if options.end is End.FIXED_DEALS:
        assert match.deals_played >= options.deals
    else:
        assert max(match.scores) >= options.target


@pytest.mark.parametrize("seed", range(2))
def test_random_matches_with_every_rule_of_declarations(seed: int) -> None:
    """Forgiven rebelotes, shows at once, ties that cancel, what a failure leaves: all end."""
    options = Options.from_map(
        PRESETS["classique-annonces"].to_map()
        | {
            "annonce_tie": ("first_speaker", "cancel")[seed],
            "show": ("trick2", "at_once")[seed],
            "annonces_on_fail": ("kept", "annulled")[seed],
            "annonces_capot": ("annulled", "kept")[seed],
            "belote_call": "manual_tolerant",
            "target": 2000,
        }
    )
    forgiven: tuple[Team, ...] = ()
    for match in play_match(options, seed, most_deals=200):
        assert set(forgiven) <= set(match.forgiven)
        forgiven = match.forgiven
    assert match.is_over
    assert forgiven
