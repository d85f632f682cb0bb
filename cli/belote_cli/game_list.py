"""The games in a player's folder, and how far each is, at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from belote_cli.audit_words import short_name
from belote_cli.failures import explain
from belote_cli.pen import Pen
from belote_cli.seat_history import seat_changes
from belote_cli.tally import SideScore, tally
from belote_cli.words import Words, msg
from belote_net.errors import NodeError
from belote_net.node.storage import read_sound_part
from belote_net.table.messages import Absence, Distribution, Flip, Result
from belote_net.table.opening import open_game
from belote_net.table.state import Game
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError

LOG_SUFFIX: Final = ".belote"
SECRETS_SUFFIX: Final = ".secrets"
_EVIDENCE: Final = ".evidence-"
_DAY_CHARACTERS: Final = 10
"""Of a file's name: the day on which its game began."""


class Progress(Enum):
    """How far a game is: its entries are counted, not verified."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    WATCHED = "watched"
    WATCHED_TO_THE_END = "watched-to-the-end"
    DAMAGED = "damaged"
    UNREADABLE = "unreadable"
    VOID = "void"


PROGRESS_WORDS: Final[Mapping[Progress, str]] = MappingProxyType(
    {
        Progress.FINISHED: msg("finished"),
        Progress.UNFINISHED: msg("can be resumed"),
        Progress.WATCHED: msg("watched, not to its end"),
        Progress.WATCHED_TO_THE_END: msg("watched to its end"),
        Progress.DAMAGED: msg("damaged"),
        Progress.UNREADABLE: msg("cannot be read"),
        Progress.VOID: msg("did not begin: a player had left"),
    }
)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One file of the folder.

    Attributes:
        game: short name of the game; empty if it cannot be read.
        players: their names, in signing order.
        deals: how many were dealt.
        scores: of each side; empty where that is not known.
        began_ms: when its first entry came, by the clock of this machine.
        reason: why it cannot be read, in the reader's language.
    """

    path: Path
    progress: Progress
    game: str = ""
    players: tuple[str, ...] = ()
    deals: int = 0
    scores: tuple[SideScore, ...] = ()
    began_ms: int = 0
    reason: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether it can be played on, or watched on."""
        return self.progress in (Progress.UNFINISHED, Progress.WATCHED)


def list_games(folder: Path, words: Words) -> list[GameSummary]:
    """All games of a folder, oldest first, without what is kept as evidence."""
    paths = sorted(path for path in folder.glob(f"*{LOG_SUFFIX}") if _EVIDENCE not in path.name)
    games = [summarize(path, words) for path in paths]
    # A file's name begins with the day; of the games of one day it does not tell which was first.
    return sorted(games, key=lambda game: (game.path.name[:_DAY_CHARACTERS], game.began_ms))


def is_watched(path: Path) -> bool:
    """Whether this player has no seat in a game of his folder: then it has no secrets either."""
    return not path.with_suffix(SECRETS_SUFFIX).exists()


def players_words(game: GameSummary, pen: Pen) -> str:
    """Who plays, side by side with the score where that is known."""
    if not game.scores:
        return ", ".join(game.players)
    sides = (
        pen.text("{one} and {other}", one=side.names[0], other=side.names[-1])
        for side in game.scores
    )
    return ", ".join(
        f"{names} {side.points}" for names, side in zip(sides, game.scores, strict=True)
    )


def summarize(path: Path, words: Words) -> GameSummary:
    """What a file holds, without verifying it."""
    try:
        contents, damage = read_sound_part(path)
        if damage is not None and not contents.records:
            raise damage
        if not contents.records:
            return GameSummary(path, Progress.DAMAGED)
        entries = [stored.signed for stored in contents.records]
        game = _with_later_members(open_game(entries[0]), entries)
    except (NodeError, ProtocolError) as error:
        return GameSummary(path, Progress.UNREADABLE, reason=explain(error, words).text)
    is_finished = bool(_count(entries, Result.kind))
    progress = Progress.FINISHED if is_finished else Progress.UNFINISHED
    if is_watched(path):
        progress = Progress.WATCHED_TO_THE_END if is_finished else Progress.WATCHED
    if _count(entries, Absence.kind) and _count(entries, Flip.kind) < len(game.members):
        progress = Progress.VOID
    return GameSummary(
        path=path,
        progress=progress if damage is None else Progress.DAMAGED,
        game=short_name(game.game),
        players=tuple(member.name for member in game.members),
        deals=_count(entries, Distribution.kind),
        scores=tally(game, entries[1:]),
        began_ms=contents.records[0].arrival_ms,
    )


def _with_later_members(game: Game, entries: Sequence[SignedEntry]) -> Game:
    """The game with those who have the seats now.

    Raises:
        InvalidEncoding: an entry that tells it cannot be read.
    """
    members = list(game.members)
    for change in seat_changes(members, entries):
        if change.taken_by is not None:
            members[change.seat] = change.taken_by
    return replace(game, members=tuple(members))


def _count(entries: list[SignedEntry], kind: str) -> int:
    return sum(signed.entry.kind == kind for signed in entries)
