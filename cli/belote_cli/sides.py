"""Where everybody sits, for who looks at the table from one place."""

from __future__ import annotations

from enum import Enum

from belote_net.rules.cards import Place
from belote_net.rules.choices import Direction
from belote_net.rules.variant import Variant


class Side(Enum):
    """Where somebody sits, for who looks at the screen."""

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"


_COUNTER_CLOCKWISE = (Side.SOUTH, Side.EAST, Side.NORTH, Side.WEST)
_CLOCKWISE = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)


def sides_of(variant: Variant, direction: Direction, reader: Place | None) -> dict[Place, Side]:
    """Where everybody sits: the reader below, the turn going round as the rules say.

    Who only watches, or reads a log, looks from the first place.
    """
    order = variant.order_from(reader if reader is not None else Place(0))
    clockwise = direction is Direction.CLOCKWISE
    return dict(zip(order, _CLOCKWISE if clockwise else _COUNTER_CLOCKWISE, strict=True))
