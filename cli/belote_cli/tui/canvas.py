"""A rectangle of characters that screens draw on, and that a terminal or a test can read.

Nothing that could move a cursor gets through: every character takes the cells that its width says,
and those that have none and belong to no letter are dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from prompt_toolkit.utils import get_cwidth

from belote_cli.card_text import SUIT_GLYPHS
from belote_cli.console import plainer
from belote_cli.tui.touches import Touch
from belote_cli.words import NO_BREAK, set_off

_SUIT_STYLES: Final = {glyph: f"suit-{suit.name.lower()}" for suit, glyph in SUIT_GLYPHS.items()}
_VARIATION_SELECTORS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
_PLAIN_SIGNS: Final = str.maketrans(
    dict.fromkeys("╭╮╰╯┌┐└┘├┤", "+")
    | dict.fromkeys("─╌", "-")
    | dict.fromkeys("│╎", "|")
    | dict.fromkeys("┏┓┗┛┃", "#")
    | {"━": "=", "▪": "*", "◆": "*", "▶": ">", "▲": "^", "▼": "v", "●": "o", "○": ".", "✗": "x"}
    | {"←": "<", "→": ">", "↑": "^", "↓": "v", "↺": "<", "↻": ">", "·": "-", "…": "."}
)
"""One sign for one: what is drawn keeps its place."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a screen is, in cells."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str = " "
    style: str = ""
    touch: Touch | None = None


_BLANK: Final = _Cell()
_AS_THEY_ARE: Final[Mapping[int, str]] = MappingProxyType({})


class Canvas:
    """Cells, from the upper left corner; what falls outside is cut off.

    Attributes:
        cursor: row and column where text is being typed; None if nowhere.
    """

    def __init__(
        self, size: Size, *, encoding: str = "utf-8", signs: Mapping[int, str] = _AS_THEY_ARE
    ) -> None:
        """An empty canvas for a terminal of this encoding; `signs` are drawn for those of suits."""
        self.size = size
        self.cursor: tuple[int, int] | None = None
        self._encoding = encoding
        self._signs = signs
        self._cells = [[_BLANK] * size.columns for _ in range(size.rows)]

    def put(
        self, row: int, column: int, text: str, style: str = "", touch: Touch | None = None
    ) -> int:
        """Write on one line; returns the column after it. Suits have their own colours.

        Args:
            row: counted from 0.
            column: counted from 0; what is left of it is cut off.
            text: may hold anything.
            style: names of styles, separated by spaces.
            touch: what a click on it does.
        """
        at = column
        for part in clusters(self._writable(text)):
            width = get_cwidth(part[0])
            if 0 <= row < self.size.rows and at >= 0 and at + width <= self.size.columns:
                tint = _SUIT_STYLES.get(part, "") if "dim" not in style else ""
                self._fill(row, at, width, _Cell(part, f"{style} {tint}".strip(), touch))
            at += width
        return at

    def centre(self, row: int, middle: int, text: str, style: str) -> None:
        """Write a text around the column `middle`."""
        self.put(row, middle - text_width(text) // 2, text, style)

    def right(self, row: int, end: int, text: str, style: str = "") -> None:
        """Write a text that ends before the column `end`."""
        self.put(row, end - text_width(self._writable(text)), text, style)

    def rule(self, row: int) -> None:
        """A line from edge to edge."""
        self.put(row, 0, "─" * self.size.columns, "rule")

    def clear(self, rows: Iterable[int]) -> None:
        """Wipe whole rows."""
        for row in rows:
            if 0 <= row < self.size.rows:
                self._cells[row] = [_BLANK] * self.size.columns

    def lines(self) -> list[str]:
        """What can be read, line by line, without the spaces at the ends."""
        return ["".join(cell.text for cell in row).rstrip() for row in self._cells]

    def fragments(self, row: int) -> list[tuple[str, str]]:
        """One row as runs of one style: `("class:a class:b", text)`."""
        runs: list[tuple[str, str]] = []
        for cell in self._cells[row]:
            style = _classes(cell.style)
            if runs and runs[-1][0] == style:
                runs[-1] = (style, runs[-1][1] + cell.text)
            else:
                runs.append((style, cell.text))
        return runs

    def styles_at(self, row: int, column: int) -> tuple[str, ...]:
        """Names of the styles of one cell."""
        return tuple(self._cells[row][column].style.split())

    def touch_at(self, row: int, column: int) -> Touch | None:
        """What a click there does."""
        if 0 <= row < self.size.rows and 0 <= column < self.size.columns:
            return self._cells[row][column].touch
        return None

    def _fill(self, row: int, column: int, width: int, cell: _Cell) -> None:
        self._cells[row][column] = cell
        for extra in range(column + 1, column + width):
            self._cells[row][extra] = _Cell("", cell.style, cell.touch)

    def _writable(self, text: str) -> str:
        """`text` as the terminal's encoding has it."""
        text = text.translate(self._signs)
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return plainer(text.translate(_PLAIN_SIGNS), self._encoding)
        return text


@cache
def _classes(style: str) -> str:
    """Names of styles as prompt-toolkit wants them."""
    return " ".join(f"class:{name}" for name in style.split())


def clusters(text: str) -> Iterator[str]:
    """Every visible character, with the marks that belong to it."""
    pending = ""
    for char in text:
        if char in _VARIATION_SELECTORS or unicodedata.category(char).startswith("C"):
            continue
        if char.isspace():
            char = " "  # every other space could be drawn otherwise
        if get_cwidth(char) > 0:
            if pending:
                yield pending
            pending = char
        elif pending:
            pending += char
    if pending:
        yield pending


def text_width(text: str) -> int:
    """How many cells a text takes."""
    return sum(get_cwidth(part[0]) for part in clusters(text))


def clip(text: str, columns: int) -> str:
    """`text`, shortened with an ellipsis if it takes more than so many cells."""
    if text_width(text) <= columns:
        return text
    kept, used = "", 0
    for part in clusters(text):
        if used + get_cwidth(part[0]) > columns - 1:
            break
        kept += part
        used += get_cwidth(part[0])
    return f"{kept}…" if columns > 0 else ""


def wrap(text: str, columns: int) -> list[str]:
    """`text` in lines of at most so many cells, broken at spaces where there are any.

    Signs that French sets off by a space do not begin a line.
    """
    lines: list[str] = []
    line = ""
    for word in _words(text):
        longer = f"{line} {word}".strip()
        if text_width(longer) <= columns:
            line = longer
            continue
        if line:
            lines.append(line)
        while text_width(word) > columns > 0:
            head = _beginning(word, columns)
            lines.append(head)
            word = word[len(head) :]
        line = word
    whole = [*lines, line] if line or not lines else lines
    return [line.replace(NO_BREAK, " ") for line in whole]


def _words(text: str) -> list[str]:
    """The parts that lines are made of; spaces within them are no places to break at."""
    spaced = " ".join("".join(clusters(text)).split())
    return set_off(spaced).split(" ")


def _beginning(word: str, columns: int) -> str:
    head = ""
    for part in clusters(word):
        if head and text_width(head + part) > columns:
            break
        head += part
    return head or word[:1]
