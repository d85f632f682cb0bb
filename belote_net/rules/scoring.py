"""The points of one deal: what was taken, who keeps what he promised, what is written on the sheet.

The result is a list of lines, each a kind, a side and a number, so that a score sheet can show how
every total came about; the lines of a side add to what it writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from belote_net.rules.belote import BELOTE_POINTS
from belote_net.rules.cards import Team
from belote_net.rules.choices import (
    AnnoncesCapot,
    AnnoncesOnFail,
    Litige,
    LitigeBelote,
    LitigeChain,
    ScoringTotal,
)
from belote_net.rules.contract_check import ContractCheck, check_contract
from belote_net.rules.counting import LAST_TRICK_BONUS, CountedDeal, other_team
from belote_net.rules.options import Options

_COMPLEMENT_TOTAL: Final = 160
_TEN: Final = 10


class Outcome(Enum):
    """How a deal ended for the taker's side."""

    MADE = "made"
    FAILED = "fail"
    LITIGE = "litige"
    LITIGE_LAST = "litige_last"
    REPLAYED = "replayed"
    CAPOT = "capot"
    FAILED_CAPOT = "fail_capot"
    FORFEITED = "forfeit"


class LineKind(Enum):
    """What a line of the score sheet counts."""

    CARDS = "cards"
    LAST_TRICK = "last_trick"
    ROUNDING = "rounding"
    COMPLEMENT = "complement"
    FAILED = "failed"
    FORFEITED = "forfeited"
    CAPOT = "capot"
    BELOTE = "belote"
    DECLARATIONS = "declarations"
    DECLARATIONS_WON = "declarations_won"
    LOST_IN_LITIGE = "lost_in_litige"
    HELD_BACK = "held_back"
    HELD_WON = "held_won"


@dataclass(frozen=True, slots=True)
class Line:
    """One term of the formula of a deal: `points` are added to what `team` writes."""

    kind: LineKind
    team: Team
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """The score of a deal.

    Attributes:
        outcome: how it ended.
        points: by team, what it writes.
        card_points: by team, what its tricks are worth (162 or 252 in all; zeros after a forfeit).
        taker: the taker's team; None if nobody had taken (forfeit during the auction).
        belote: the team that has the belote, if one has.
        held_before: points that earlier deals had left.
        held_after: points that wait for the next deal.
        formula: the terms of `points`.
        declarations: by team, what its declarations are worth that count, whoever writes them;
            empty if nobody's do.
        forgiven: the team that has the belote although its rebelote was forgotten, if one has.
        reason: the comparison that made the contract or brought it down; None if the tricks alone
            decided (capot), or nothing did (forfeit).
    """

    outcome: Outcome
    points: tuple[int, ...]
    card_points: tuple[int, ...]
    taker: Team | None
    belote: Team | None
    held_before: int
    held_after: int
    formula: tuple[Line, ...]
    declarations: tuple[int, ...] = ()
    forgiven: Team | None = None
    reason: ContractCheck | None = None


def score_deal(deal: CountedDeal, options: Options) -> DealScore:
    """Score a deal that was played to its end, for two teams."""
    reason = check_contract(deal, options)
    outcome = _judge(deal, reason, options)
    lines = _lines(outcome, deal, options)
    moved = sum(
        line.points for line in lines if line.kind in (LineKind.HELD_BACK, LineKind.HELD_WON)
    )
    return DealScore(
        outcome=outcome,
        points=_totals(lines, len(deal.count.points)),
        card_points=deal.count.points,
        taker=deal.taker,
        belote=deal.belote,
        held_before=deal.held_points,
        held_after=deal.held_points - moved,
        formula=lines,
        declarations=deal.declarations,
        forgiven=deal.forgiven,
        reason=reason,
    )


def score_forfeit(
    absent: Team,
    options: Options,
    *,
    teams: int,
    taker: Team | None = None,
    belote: Team | None = None,
    declarations: tuple[int, ...] = (),
    forgiven: Team | None = None,
    held_points: int = 0,
) -> DealScore:
    """Score a deal that `absent` left: the other team writes it as after a failed contract.

    `belote` is the team that had shown it in full before, `declarations` what each had shown. Those
    of the absent team are its own no longer: they change hands where those of a failed contract
    would, and are lost everywhere else.
    """
    winner = other_team(absent, teams)
    lines = [Line(LineKind.FORFEITED, winner, options.fail_points.value)]
    if belote == winner or (belote is not None and not options.belote_untakeable):
        lines += _belote(winner)
    if declarations:
        lines += _declared(LineKind.DECLARATIONS, winner, declarations[winner])
        if options.annonces_on_fail is AnnoncesOnFail.TO_DEFENCE:
            lines += _declared(LineKind.DECLARATIONS_WON, winner, declarations[absent])
    lines += _pool(winner, held_points)
    return DealScore(
        outcome=Outcome.FORFEITED,
        points=_totals(lines, teams),
        card_points=(0,) * teams,
        taker=taker,
        belote=belote,
        held_before=held_points,
        held_after=0,
        formula=tuple(lines),
        declarations=declarations,
        forgiven=forgiven,
    )


def _totals(lines: Sequence[Line], teams: int) -> tuple[int, ...]:
    return tuple(sum(line.points for line in lines if line.team == team) for team in range(teams))


def _judge(deal: CountedDeal, reason: ContractCheck | None, options: Options) -> Outcome:
    """Say how the deal ended, from the exact points."""
    if reason is None:
        return Outcome.CAPOT if deal.count.capot == deal.taker else Outcome.FAILED_CAPOT
    if reason.is_tied:
        return _judge_litige(deal, options)
    return Outcome.MADE if reason.is_made else Outcome.FAILED


def _judge_litige(deal: CountedDeal, options: Options) -> Outcome:
    if options.litige is Litige.CARRY:
        return Outcome.LITIGE_LAST if deal.is_last_deal else Outcome.LITIGE
    return {
        Litige.DEFENCE_ONLY: Outcome.LITIGE,
        Litige.FAIL: Outcome.FAILED,
        Litige.TAKER_SUCCESS: Outcome.MADE,
        Litige.REPLAY: Outcome.REPLAYED,
    }[options.litige]


def _lines(outcome: Outcome, deal: CountedDeal, options: Options) -> tuple[Line, ...]:
    taker, defence = deal.taker, deal.defence
    capot = options.capot_points.value
    match outcome:
        case Outcome.REPLAYED:
            return ()
        case Outcome.LITIGE:
            return _litige_lines(deal, options)
        case Outcome.LITIGE_LAST:
            # No deal will follow for the points held from before: they go where a second litige
            # would send them at most tables, to the defence.
            return (*_own_lines(deal, options), *_pool(defence, deal.held_points))
        case Outcome.CAPOT:
            lines = (Line(LineKind.CAPOT, taker, capot), *_belote(deal.belote))
            declared = _after_defeat(deal, defence, options.annonces_capot)
            return (*lines, *declared, *_pool(taker, deal.held_points))
        case Outcome.MADE:
            return (*_own_lines(deal, options), *_pool(taker, deal.held_points))
    failed = Line(LineKind.FAILED, defence, options.fail_points.value)
    declared = _after_defeat(deal, taker, options.annonces_on_fail)
    if outcome is Outcome.FAILED_CAPOT:
        failed = Line(LineKind.CAPOT, defence, capot)
        declared = _after_defeat(deal, taker, options.annonces_capot)
    keeps = options.belote_untakeable or deal.belote is None
    belote = _belote(deal.belote if keeps else defence)
    return (failed, *belote, *declared, *_pool(defence, deal.held_points))


def _after_defeat(
    deal: CountedDeal, loser: Team, rule: AnnoncesOnFail | AnnoncesCapot
) -> tuple[Line, ...]:
    """The declarations of both sides after `loser` failed, or won no trick."""
    winner = other_team(loser, len(deal.count.points))
    own = _declared(LineKind.DECLARATIONS, winner, deal.declared(winner))
    match rule:
        case AnnoncesOnFail.TO_DEFENCE | AnnoncesCapot.TO_WINNER:
            return (*own, *_declared(LineKind.DECLARATIONS_WON, winner, deal.declared(loser)))
        case AnnoncesOnFail.KEPT | AnnoncesCapot.KEPT:
            return (*own, *_declared(LineKind.DECLARATIONS, loser, deal.declared(loser)))
    return own


def _litige_lines(deal: CountedDeal, options: Options) -> tuple[Line, ...]:
    """Both sides' own lines, then what the taker gives up, and where points held before go."""
    own = _own_lines(deal, options)
    given_up = sum(
        line.points
        for line in own
        if line.team == deal.taker
        and not (line.kind is LineKind.BELOTE and options.litige_belote is LitigeBelote.KEPT)
    )
    kind = LineKind.HELD_BACK if options.litige is Litige.CARRY else LineKind.LOST_IN_LITIGE
    passed_on = options.litige_chain is LitigeChain.ACCUMULATE
    pool = () if passed_on else _pool(deal.defence, deal.held_points)
    return (*own, Line(kind, deal.taker, -given_up), *pool)


def _own_lines(deal: CountedDeal, options: Options) -> tuple[Line, ...]:
    """What each side has: cards, last trick, what rounding changes, belote, declarations."""
    lines: list[Line] = []
    for team in (deal.taker, deal.defence):
        points = deal.count.points[team]
        bonus = LAST_TRICK_BONUS if team == deal.count.last else 0
        lines.append(Line(LineKind.CARDS, team, points - bonus))
        if bonus:
            lines.append(Line(LineKind.LAST_TRICK, team, bonus))
        lines += _correction(deal, team, options)
    lines += _belote(deal.belote)
    for team in (deal.taker, deal.defence):
        lines += _declared(LineKind.DECLARATIONS, team, deal.declared(team))
    return tuple(lines)


def _correction(deal: CountedDeal, team: Team, options: Options) -> tuple[Line, ...]:
    """The difference between the points of `team` and what is written for them, if any."""
    points, kind = deal.count.points[team], LineKind.ROUNDING
    written = points
    match options.scoring_total:
        case ScoringTotal.ROUND_10_FIVE_UP:
            written = _round_to_tens(points, up_from=5)
        case ScoringTotal.ROUND_10_SIX_UP:
            written = _round_to_tens(points, up_from=6)
        case ScoringTotal.COMPLEMENT_160 if team == deal.defence:
            kind = LineKind.COMPLEMENT
            written = max(0, _COMPLEMENT_TOTAL - deal.count.points[deal.taker])
    return () if written == points else (Line(kind, team, written - points),)


def _round_to_tens(points: int, *, up_from: int) -> int:
    """Round to tens, up if the last digit is at least `up_from`."""
    return (points + _TEN - up_from) // _TEN * _TEN


def _belote(team: Team | None) -> tuple[Line, ...]:
    return () if team is None else (Line(LineKind.BELOTE, team, BELOTE_POINTS),)


def _declared(kind: LineKind, team: Team, points: int) -> tuple[Line, ...]:
    return (Line(kind, team, points),) if points else ()


def _pool(team: Team, held_points: int) -> tuple[Line, ...]:
    return (Line(LineKind.HELD_WON, team, held_points),) if held_points else ()
