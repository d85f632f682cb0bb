"""Where things stand on the table's screen, for a terminal of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_cli.tui.canvas import Size
from belote_cli.tui.card_boxes import LARGE, SMALL, Format

SMALLEST: Final = Size(80, 24)
"""Below this the table is not complete."""

_LARGE_FROM: Final = Size(100, 33)
_TABLE_ROW: Final = 3
_CARDS_ACROSS: Final = 3
"""North, the two sides and south, one above the other."""

NOTICE_ROWS: Final = 3
_REACH: Final = 38
"""How far from the middle the names at the sides begin, in cells."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows from the top, and the middle column.

    Attributes:
        form: of the cards.
        north: first row of the card that the player opposite has played; `sides` and `south`
            likewise.
        log: first row of what happened; the hand begins below it.
        marks: row of the numbers under the hand, or of the bids.
    """

    size: Size
    form: Format
    middle: int
    north: int
    sides: int
    south: int
    log: int
    hand: int
    marks: int
    status: int
    notice: int
    footer: int

    @staticmethod
    def of(size: Size) -> Plan:
        """The plan for a terminal of this size."""
        roomy = size.columns >= _LARGE_FROM.columns and size.rows >= _LARGE_FROM.rows
        form = LARGE if roomy else SMALL
        footer = size.rows - 1
        notice = footer - NOTICE_ROWS
        status = notice - 1
        marks = status - 1
        return Plan(
            size=size,
            form=form,
            middle=size.columns // 2,
            north=_TABLE_ROW,
            sides=_TABLE_ROW + form.height,
            south=_TABLE_ROW + 2 * form.height,
            log=_TABLE_ROW + _CARDS_ACROSS * form.height,
            hand=marks - form.height,
            marks=marks,
            status=status,
            notice=notice,
            footer=footer,
        )

    @property
    def fits(self) -> bool:
        """Whether the terminal is large enough."""
        return self.size.columns >= SMALLEST.columns and self.size.rows >= SMALLEST.rows

    @property
    def left(self) -> int:
        """Column where the names at the left side begin."""
        return max(1, self.middle - _REACH)

    @property
    def right(self) -> int:
        """Column before which the names at the right side end."""
        return min(self.size.columns - 1, self.middle + _REACH)

    @property
    def left_card(self) -> int:
        """Column of the card at the left side."""
        return self.middle - self.form.width // 2 - self.form.width - 3

    @property
    def right_card(self) -> int:
        """Column of the card at the right side."""
        return self.middle - self.form.width // 2 + self.form.width + 3
