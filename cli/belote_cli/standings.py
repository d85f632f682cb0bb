"""The ranking of a tournament (concours) from the logs of its tables: pure arithmetic.

A player is a key, not a name. Of each table counts what its log proves: the points written, the
deals won (more points than the other side), the capots, and the deals that were forfeited.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from belote_net.rules.scoring import DealScore, Outcome
from belote_net.table.state import Game


class Ranking(Enum):
    """Who is ranked."""

    PLAYER = "player"
    """Every player for himself, with the points of his side at each table: drawn partners."""
    TEAM = "team"
    """Pairs that play together at every table: fixed partners."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a table: his key, 32 bytes, and what he is called there."""

    identity: bytes
    name: str


@dataclass(frozen=True, slots=True)
class SideResult:
    """What one side of a table has achieved."""

    players: tuple[Entrant, ...]
    is_winner: bool
    deals_won: int
    points: int
    capots: int
    forfeits: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table of the tournament.

    Attributes:
        game: id of the game: a log that is given twice counts once.
        entries: how many entries the log has; of two logs of one game the longer one counts.
        is_finished: whether the match is decided.
    """

    game: bytes
    entries: int
    is_finished: bool
    sides: tuple[SideResult, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking.

    Attributes:
        rank: from 1; equals share one.
        games: tables played, and `games_won` of them won.
    """

    rank: int
    players: tuple[Entrant, ...]
    games: int
    games_won: int
    deals_won: int
    points: int
    capots: int
    forfeits: int

    @property
    def merit(self) -> tuple[int, int, int]:
        """What decides: deals won, then points, then capots."""
        return (self.deals_won, self.points, self.capots)


def result_of(game: Game, entries: int, *, is_finished: bool) -> TableResult | None:
    """What a verified game adds to the ranking; None before anybody has a place."""
    if game.seating is None or game.match is None:
        return None
    scores = [played.score for played in game.played if played.score is not None]
    sides = tuple(
        SideResult(
            players=tuple(
                Entrant(bytes(member.identity), member.name)
                for member in map(game.member_at, places)
            ),
            is_winner=is_finished and game.match.winner == team,
            deals_won=sum(_has_won(score, team) for score in scores),
            points=game.match.scores[team],
            capots=sum(_capot(score) == team for score in scores),
            forfeits=sum(
                score.outcome is Outcome.FORFEITED and not _has_won(score, team) for score in scores
            ),
        )
        for team, places in enumerate(game.variant.teams)
    )
    return TableResult(game.game, entries, is_finished, sides)


def _has_won(score: DealScore, team: int) -> bool:
    return score.points[team] > max(
        points for other, points in enumerate(score.points) if other != team
    )


def _capot(score: DealScore) -> int | None:
    """The team that won every trick of a deal."""
    if score.outcome not in (Outcome.CAPOT, Outcome.FAILED_CAPOT):
        return None
    (winner,) = (team for team, points in enumerate(score.card_points) if points)
    return winner


def usual_ranking(results: Iterable[TableResult]) -> Ranking:
    """By team if nobody ever changed his partner, else by player."""
    partners: dict[bytes, frozenset[bytes]] = {}
    for result in results:
        for side in result.sides:
            pair = frozenset(one.identity for one in side.players)
            if any(partners.setdefault(one, pair) != pair for one in pair):
                return Ranking.PLAYER
    return Ranking.TEAM


def standings(results: Sequence[TableResult], ranking: Ranking) -> tuple[Standing, ...]:
    """The ranking: deals won decide, then points, then capots; equals share a rank."""
    lines: dict[frozenset[bytes], Standing] = {}
    for result in results:
        for side in result.sides:
            for players in _ranked(side, ranking):
                key = frozenset(one.identity for one in players)
                before = lines.get(key, Standing(0, players, 0, 0, 0, 0, 0, 0))
                lines[key] = replace(
                    before,
                    games=before.games + 1,
                    games_won=before.games_won + side.is_winner,
                    deals_won=before.deals_won + side.deals_won,
                    points=before.points + side.points,
                    capots=before.capots + side.capots,
                    forfeits=before.forfeits + side.forfeits,
                )
    order = sorted(lines.values(), key=lambda line: line.merit, reverse=True)
    ranks = {line.merit: 0 for line in order}
    for position, line in enumerate(order, start=1):
        ranks[line.merit] = ranks[line.merit] or position
    return tuple(replace(line, rank=ranks[line.merit]) for line in order)


def _ranked(side: SideResult, ranking: Ranking) -> tuple[tuple[Entrant, ...], ...]:
    if ranking is Ranking.TEAM:
        return (side.players,)
    return tuple((one,) for one in side.players)


def without_copies(results: Iterable[TableResult]) -> tuple[TableResult, ...]:
    """One result for each game: that of its longest log."""
    best: dict[bytes, TableResult] = {}
    for result in results:
        before = best.get(result.game)
        if before is None or result.entries > before.entries:
            best[result.game] = result
    return tuple(best.values())
