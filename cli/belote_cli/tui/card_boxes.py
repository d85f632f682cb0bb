"""Cards as boxes of characters, small and large."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from belote_cli.card_text import CardText
from belote_cli.tui.canvas import Canvas, text_width
from belote_cli.tui.touches import Touch
from belote_net.rules.cards import Card


class Frame(Enum):
    """How the edge of a card is drawn; the value is its corners and lines.

    Upper left, upper right, lower left, lower right, horizontal, vertical.
    """

    PLAIN = "╭╮╰╯─│"
    FADED = "╭╮╰╯╌╎"
    STRONG = "┏┓┗┛━┃"


@dataclass(frozen=True, slots=True)
class Format:
    """How large cards are, in cells, edges included."""

    width: int
    height: int

    @property
    def is_large(self) -> bool:
        """Whether the rank has a line of its own."""
        return self.height >= LARGE.height


SMALL = Format(5, 3)
LARGE = Format(7, 5)


def draw_card(
    canvas: Canvas,
    corner: tuple[int, int],
    card: Card,
    text: CardText,
    *,
    form: Format,
    frame: Frame = Frame.PLAIN,
    style: str = "",
    touch: Touch | None = None,
) -> None:
    """Draw one card with its upper left corner at this row and column."""
    row, column = corner
    inner = form.width - 2
    upper_left, upper_right, lower_left, lower_right, across, down = frame.value
    suit = f"suit-{card.suit.name.lower()}" if "dim" not in style else ""
    edge = style or "card-edge"
    canvas.put(row, column, upper_left + across * inner + upper_right, edge, touch)
    for offset, line in enumerate(_faces(text.card(card), text.suit(card.suit), form), start=1):
        end = canvas.put(row + offset, column, down, edge, touch)
        end = canvas.put(row + offset, end, line, f"{style} {suit} bold".strip(), touch)
        canvas.put(row + offset, end, down, edge, touch)
    bottom = row + form.height - 1
    canvas.put(bottom, column, lower_left + across * inner + lower_right, edge, touch)


def _faces(name: str, suit: str, form: Format) -> list[str]:
    """The lines between the edges."""
    inner = form.width - 2
    if not form.is_large:
        return [name.rjust(inner)]
    rank = name.removesuffix(suit)
    return [
        rank + " " * (inner - text_width(rank)),
        suit.center(inner),
        " " * (inner - text_width(rank)) + rank,
    ]
