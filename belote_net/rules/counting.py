"""What was won in a deal: the tricks, the belote, the declarations, before it is judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from belote_net.rules.cards import Suit, Team, card_points
from belote_net.rules.trick import Trick

LAST_TRICK_BONUS: Final = 10
"""Points for the last trick (dix de der)."""

CAPOT_LAST_TRICK_BONUS: Final = 100
"""Points for the last trick when one side has won them all."""


def other_team(team: Team, teams: int) -> Team:
    """Return the other of two teams."""
    return next(Team(index) for index in range(teams) if index != team)


@dataclass(frozen=True, slots=True)
class TrickCount:
    """What the tricks of a deal are worth.

    Attributes:
        points: by team, card points with the bonus for the last trick; 162 in all, 252 in a capot.
        tricks: by team, how many tricks it won.
        last: the team that won the last trick.
    """

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    last: Team

    @property
    def capot(self) -> Team | None:
        """The team that won every trick, if one did."""
        return self.last if self.tricks[self.last] == sum(self.tricks) else None


def trick_points(trick: Trick, trump: Suit, *, is_last: bool) -> int:
    """Return what a complete trick is worth by itself; the last one of a deal has its bonus."""
    points = sum(card_points(card, trump) for card in trick.cards)
    return points + LAST_TRICK_BONUS if is_last else points


def count_tricks(tricks: Iterable[tuple[Team, Trick]], trump: Suit, *, teams: int) -> TrickCount:
    """Count complete tricks, each with the team that won it, in the order of play; one at least."""
    points, won = [0] * teams, [0] * teams
    last = Team(0)
    for last, trick in tricks:
        points[last] += trick_points(trick, trump, is_last=False)
        won[last] += 1
    capot = won[last] == sum(won)
    points[last] += CAPOT_LAST_TRICK_BONUS if capot else LAST_TRICK_BONUS
    return TrickCount(points=tuple(points), tricks=tuple(won), last=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDeal:
    """All that the score of a deal depends on.

    Attributes:
        count: what the tricks are worth, for two teams.
        taker: the taker's team.
        belote: the team that has the belote, if one has.
        declarations: by team, what its declarations are worth that count; empty if nobody's do.
        forgiven: the team that has the belote although its rebelote was forgotten, if one has.
        held_points: points left by earlier deals (litige).
        is_last_deal: whether the match has a fixed number of deals and this is the last.
    """

    count: TrickCount
    taker: Team
    belote: Team | None = None
    declarations: tuple[int, ...] = ()
    forgiven: Team | None = None
    held_points: int = 0
    is_last_deal: bool = False

    @property
    def defence(self) -> Team:
        """The other team."""
        return other_team(self.taker, len(self.count.points))

    def declared(self, team: Team) -> int:
        """Return what the declarations of `team` are worth."""
        return self.declarations[team] if self.declarations else 0
