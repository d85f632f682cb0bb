"""What a face is for, and how far the game was when it went."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from belote_net.node.node import Node


class Manner(Enum):
    """What a face is for."""

    TABLE = "table"
    """People gather, play, and may play again."""
    ONE_GAME = "one game"
    """One game is played and the face goes."""
    LESSON = "lesson"
    """One game is played, and a teacher gives hints."""
    WATCH = "watch"
    """One game is watched: there is nothing to type."""
    SPECTATE = "spectate"
    """The games of a table are watched, one after the other."""

    @property
    def watches(self) -> bool:
        """Whether the reader plays for nobody."""
        return self in (Manner.WATCH, Manner.SPECTATE)

    @property
    def gathers(self) -> bool:
        """Whether people gather first, and another game may follow."""
        return self in (Manner.TABLE, Manner.SPECTATE)


class End(Enum):
    """How far the game was when the face went."""

    NO_GAME = "no game"
    ADJOURNED = "adjourned"
    FINISHED = "finished"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Ending:
    """What is left when the face has gone.

    Attributes:
        path: the log of the last game; None if there was none.
    """

    end: End
    path: Path | None


def ending_of(node: Node, *, is_refused: bool) -> Ending:
    """How far the last game of a node is; with `is_refused` something of it was refused."""
    game = node.game
    if game is None:
        return Ending(End.NO_GAME, None)
    if game.table.is_void:
        return Ending(End.NO_GAME, game.path)
    if game.table.is_over:
        return Ending(End.FINISHED, game.path)
    return Ending(End.REFUSED if is_refused else End.ADJOURNED, game.path)
