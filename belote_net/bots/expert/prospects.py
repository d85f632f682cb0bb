"""What the end of a deal is worth to one side, in the match as it stands.

Far from the end of a match, one point more is worth as much as another; near it, a deal that wins
the match is worth more than any points, and so is one that keeps the others from winning it.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import Final

from belote_net.bots.expert.slots import POINTS
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Team
from belote_net.rules.choices import End
from belote_net.rules.counting import (
    CAPOT_LAST_TRICK_BONUS,
    LAST_TRICK_BONUS,
    CountedDeal,
    TrickCount,
    other_team,
)
from belote_net.rules.match import Match
from belote_net.rules.scoring import score_deal
from belote_net.rules.variant import Variant

WRITTEN_IN_A_DEAL: Final = 90
"""Points that the side which is ahead writes in a deal, about."""

SPREAD_OF_A_DEAL: Final = 110
"""How far apart a deal takes the two sides, about: the root of the mean square."""

_TIE_BREAK: Final = 1e-9
"""What a point is worth where the match is won or lost either way."""


def outlook(match: Match, team: Team) -> float:
    """Return what the standing of a match is worth to `team`: -1 for a lost one, 1 for a won one.

    The lead is measured by what the deals to come can still change.
    """
    ours = match.scores[team]
    theirs = max(score for index, score in enumerate(match.scores) if index != team)
    pride = _TIE_BREAK * (ours - theirs)
    if match.is_over:
        return pride if match.winner is None else pride + (1 if match.winner == team else -1)
    spread = SPREAD_OF_A_DEAL * sqrt(_deals_to_come(match))
    return pride + (ours - theirs) / hypot(ours - theirs, spread)


def _deals_to_come(match: Match) -> float:
    """How many deals are left, about; one at least."""
    if match.options.end is End.FIXED_DEALS:
        return max(1, match.options.deals - match.deals_played)
    return max(1.0, (match.options.target - max(match.scores)) / WRITTEN_IN_A_DEAL)


class Prospects:
    """What the ends of a deal with one contract are worth to one side. Each is scored once."""

    def __init__(self, match: Match, variant: Variant, contract: Contract, team: Team) -> None:
        """Make the prospects of `team` for the next deal of `match`."""
        self._match, self._contract, self._team = match, contract, team
        self._teams = len(variant.teams)
        self._tricks = variant.hand_size
        self._taker = variant.team_of(contract.taker)
        self._known: dict[tuple[int, int, Team | None, tuple[int, ...]], float] = {}

    def worth(
        self, points: int, tricks: int, belote: Team | None, declared: tuple[int, ...]
    ) -> float:
        """Return the outlook after the deal.

        Args:
            points: what the taker's side has, as `play_out` counts it.
            tricks: how many tricks that side has won.
            belote: which side has the belote, if one has.
            declared: by team, what its declarations are worth that count; empty if nobody's do.
        """
        # Between none and all, the number of tricks changes nothing.
        won = min(tricks, 1) + (tricks == self._tricks)
        key = (points, won, belote, declared)
        if key not in self._known:
            self._known[key] = self._scored(points, tricks, belote, declared)
        return self._known[key]

    def _scored(
        self, points: int, tricks: int, belote: Team | None, declared: tuple[int, ...]
    ) -> float:
        defence = other_team(self._taker, self._teams)
        all_points = sum(POINTS) + LAST_TRICK_BONUS
        by_team = {self._taker: points, defence: all_points - points}
        won = {self._taker: tricks, defence: self._tricks - tricks}
        # Who won the last trick matters only to the words of the sheet, unless one side won all.
        last = self._taker if tricks else defence
        if not all(won.values()):
            by_team[last] += CAPOT_LAST_TRICK_BONUS - LAST_TRICK_BONUS
        deal = CountedDeal(
            count=TrickCount(
                points=tuple(by_team[team] for team in sorted(by_team)),
                tricks=tuple(won[team] for team in sorted(won)),
                last=last,
            ),
            taker=self._taker,
            belote=belote,
            declarations=declared,
            held_points=self._match.held_points,
            is_last_deal=self._match.is_last_deal,
        )
        score = score_deal(deal, self._match.options)
        return outlook(self._match.after(score, self._contract), self._team)
