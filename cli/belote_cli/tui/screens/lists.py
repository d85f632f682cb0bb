"""Screens of every sort that are a list, a page or a line to fill in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from belote_cli.tui.canvas import Canvas, Size, clip, text_width, wrap
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.render_pages import draw_scrolled
from belote_cli.tui.render_table import draw_keys
from belote_cli.tui.stage import Screen
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch

_FIRST_ROW: Final = 4
_LAST_NUMBER: Final = 9
"""A key chooses a line up to this one; those below it have no number."""

_MIDDLE: Final = 3
"""Blank columns before a list."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list.

    Attributes:
        text: what can be chosen.
        note: a word more about it, shown dimmed.
    """

    text: str
    note: str = ""


class ListScreen(Screen[int]):
    """A list to choose from: arrows and Enter, the number, or a click. None for Esc."""

    def __init__(
        self,
        look: Look,
        title: str,
        items: Sequence[Item],
        *,
        notice: str = "",
        selected: int = 0,
        footer: str = "",
    ) -> None:
        """A list of `items`.

        Args:
            look: how it is written.
            title: above it.
            items: what can be chosen.
            notice: what happened before.
            selected: where the cursor begins.
            footer: what Esc does.
        """
        super().__init__(look)
        self.title = title
        self.items = tuple(items)
        self.notice = notice
        self.selected = selected
        self._footer = footer or look.text("back")

    def draw(self, size: Size) -> Canvas:
        """Title, list, notice and keys."""
        canvas = self.look.canvas(size)
        canvas.put(1, _MIDDLE, self.title, "title")
        canvas.rule(2)
        text, style = (self.notice, "warn") if self.notice else (self._cut_note(size), "dim")
        notice = wrap(text, size.columns - 2 * _MIDDLE) if text else []
        room = max(1, size.rows - _FIRST_ROW - 2 - len(notice))
        start = min(max(0, self.selected - room + 1), max(0, len(self.items) - room))
        for row, index in enumerate(range(start, min(start + room, len(self.items)))):
            self._draw_item(canvas, _FIRST_ROW + row, index)
        for row, line in enumerate(notice, start=size.rows - 1 - len(notice)):
            canvas.put(row, _MIDDLE, line, style)
        keys = [
            ("↑↓", self.look.text("choose"), ""),
            (self.look.text("Enter"), self.look.text("take"), "enter"),
            (self.look.text("Esc"), self._footer, "escape"),
        ]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    def _draw_item(self, canvas: Canvas, row: int, index: int) -> None:
        item, chosen = self.items[index], index == self.selected
        mark = "▶" if chosen else " "
        style = "selected" if chosen else ""
        number = f"{index + 1:>2}" if index < _LAST_NUMBER else "  "
        width = canvas.size.columns - _MIDDLE
        text = clip(f"{mark} {number}  {item.text} ", width)
        end = canvas.put(row, _MIDDLE, text, style, Pick(index))
        if item.note:
            canvas.put(row, end + 1, clip(item.note, canvas.size.columns - end - 2), "dim")

    def _cut_note(self, size: Size) -> str:
        """The word about the chosen line, if there is no room for it beside it."""
        if not self.items:
            return ""
        item = self.items[self.selected]
        beside = _MIDDLE + text_width(f"▶ 99  {item.text}  {item.note} ")
        return item.note if beside > size.columns else ""

    def handle(self, touch: Touch) -> None:
        """Move, choose or go back."""
        if isinstance(touch, Pick):
            self._choose(touch.index)
        elif touch in (ESCAPE, INTERRUPT, Press("q")):
            self.finish()
        elif touch == ENTER:
            self._choose(self.selected)
        elif touch.key.isdecimal() and touch.key.isascii():
            self._choose(int(touch.key) - 1)
        elif self.items:
            last = len(self.items) - 1
            steps = {"up": self.selected - 1, "down": self.selected + 1}
            steps |= {"home": 0, "end": last, "tab": self.selected + 1}
            steps |= {"pageup": max(0, self.selected - 10)}
            steps |= {"pagedown": min(last, self.selected + 10)}
            self.selected = steps.get(touch.key, self.selected) % (last + 1)

    def _choose(self, index: int) -> None:
        if 0 <= index < len(self.items):
            self.selected = index
            self.finish(index)


class PageScreen(Screen[None]):
    """Text to read; Esc goes back."""

    def __init__(self, look: Look, title: str, lines: Sequence[str]) -> None:
        super().__init__(look)
        self.title = title
        self.text_lines = tuple(lines)
        self._scroll = 0

    def draw(self, size: Size) -> Canvas:
        """As much of the text as fits."""
        canvas = self.look.canvas(size)
        canvas.put(1, _MIDDLE, self.title, "title")
        canvas.rule(2)
        lines = [part for line in self.text_lines for part in wrap(line, size.columns - 6)]
        self._scroll = min(self._scroll, max(0, len(lines) - 1))
        draw_scrolled(canvas, (_FIRST_ROW - 1, size.rows - 3), lines, self._scroll, self.look)
        keys = [
            ("↑↓", self.look.text("read on"), ""),
            (self.look.text("Esc"), self.look.text("back"), "escape"),
        ]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    def handle(self, touch: Touch) -> None:
        """Read on or go back."""
        if touch in (ESCAPE, INTERRUPT, ENTER, Press("q")):
            self.finish()
        elif isinstance(touch, Press):
            steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, " ": 10, "home": -(10**6)}
            self._scroll = max(0, self._scroll + steps.get(touch.key, 0))


class EntryScreen(Screen[str]):
    """A line to fill in. None for Esc."""

    def __init__(
        self,
        look: Look,
        title: str,
        question: str,
        *,
        text: str = "",
        limit: int = 40,
        notice: str = "",
        accepts: Callable[[str], bool] = bool,
    ) -> None:
        """A question with its answer on the next line.

        Args:
            look: how it is written.
            title: above it.
            question: what is asked.
            text: what stands there already.
            limit: longest answer.
            notice: what was wrong before.
            accepts: whether an answer will do.
        """
        super().__init__(look)
        self.title = title
        self.notice = notice
        self._question = question
        self._edit = LineEdit(text, len(text), limit)
        self._accepts = accepts

    @property
    def is_typing(self) -> bool:
        """Always: there is a line to fill in."""
        return True

    def draw(self, size: Size) -> Canvas:
        """Title, question, line, notice and keys."""
        canvas = self.look.canvas(size)
        canvas.put(1, _MIDDLE, self.title, "title")
        canvas.rule(2)
        row = _FIRST_ROW
        for line in wrap(self._question, size.columns - 2 * _MIDDLE):
            canvas.put(row, _MIDDLE, line)
            row += 1
        canvas.put(row + 1, _MIDDLE, "> ", "key")
        self._edit.draw(canvas, row + 1, _MIDDLE + 2, min(60, size.columns - 2 * _MIDDLE - 2))
        for offset, line in enumerate(wrap(self.notice, size.columns - 2 * _MIDDLE)):
            canvas.put(row + 3 + offset, _MIDDLE, line, "warn")
        keys = [
            (self.look.text("Enter"), self.look.text("go on"), "enter"),
            (self.look.text("Esc"), self.look.text("back"), "escape"),
        ]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    def handle(self, touch: Touch) -> None:
        """Type, go on or go back."""
        if touch in (ESCAPE, INTERRUPT):
            self.finish()
        elif touch == ENTER:
            if self._accepts(self._edit.text.strip()):
                self.finish(self._edit.text.strip())
        elif isinstance(touch, Press):
            self._edit = self._edit.pressed(touch)


class BusyScreen(Screen[None]):
    """Something takes a moment; Esc gives up."""

    def __init__(self, look: Look, text: str, give_up: Callable[[], None]) -> None:
        super().__init__(look)
        self._text = text
        self._give_up = give_up

    def draw(self, size: Size) -> Canvas:
        """What is being done."""
        canvas = self.look.canvas(size)
        canvas.centre(size.rows // 2, size.columns // 2, self._text, "bold")
        keys = [(self.look.text("Esc"), self.look.text("give up"), "escape")]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    def handle(self, touch: Touch) -> None:
        """Give up, if that is wanted."""
        if touch in (ESCAPE, INTERRUPT, Press("q")):
            self._give_up()
