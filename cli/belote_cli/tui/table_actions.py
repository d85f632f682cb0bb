"""What the table's screen can have done, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from belote_cli.plain.inputs import SeatInput
from belote_cli.settings import Settings


class Parting(Enum):
    """How the table's screen ended."""

    LEFT = "left"
    """The player goes."""
    OVER = "over"
    """The match is over, and he wants what comes after it."""


@dataclass(frozen=True, slots=True)
class TableActions:
    """What the screen can have done.

    Attributes:
        say: say a line to everybody.
        keep: the player wants his settings kept so.
        seat: the player decides about a seat that is silent or free.
        way_in: how others come to watch, in words.
    """

    say: Callable[[str], None]
    keep: Callable[[Settings], None]
    seat: Callable[[SeatInput], None]
    way_in: Callable[[], Sequence[str]] = tuple
