"""The games in a player's folder, and how far each is, at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from belote_cli.audit_words import short_name
from belote_cli.failures import explain
from belote_cli.words import Words
from belote_net.errors import NodeError
from belote_net.node.storage import read_sound_part
from belote_net.table.messages import Distribution, Result
from belote_net.table.opening import open_game
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError

LOG_SUFFIX: Final = ".belote"
_EVIDENCE: Final = ".evidence-"


class Progress(Enum):
    """How far a game is: its entries are counted, not verified."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    DAMAGED = "damaged"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One file of the folder.

    Attributes:
        game: short name of the game; empty if it cannot be read.
        players: their names, in signing order.
        deals: how many were dealt.
        reason: why it cannot be read, in the reader's language.
    """

    path: Path
    progress: Progress
    game: str = ""
    players: tuple[str, ...] = ()
    deals: int = 0
    reason: str = ""


def list_games(folder: Path, words: Words) -> list[GameSummary]:
    """All games of a folder, oldest first, without what is kept as evidence."""
    paths = sorted(path for path in folder.glob(f"*{LOG_SUFFIX}") if _EVIDENCE not in path.name)
    return [summarize(path, words) for path in paths]


def summarize(path: Path, words: Words) -> GameSummary:
    """What a file holds, without verifying it."""
    try:
        contents, damage = read_sound_part(path)
        if damage is not None and not contents.records:
            raise damage
        if not contents.records:
            return GameSummary(path, Progress.DAMAGED)
        entries = [stored.signed for stored in contents.records]
        game = open_game(entries[0])
    except (NodeError, ProtocolError) as error:
        return GameSummary(path, Progress.UNREADABLE, reason=explain(error, words).text)
    progress = Progress.FINISHED if _count(entries, Result.kind) else Progress.UNFINISHED
    return GameSummary(
        path=path,
        progress=progress if damage is None else Progress.DAMAGED,
        game=short_name(game.game),
        players=tuple(member.name for member in game.opening.members),
        deals=_count(entries, Distribution.kind),
    )


def _count(entries: list[SignedEntry], kind: str) -> int:
    return sum(signed.entry.kind == kind for signed in entries)
