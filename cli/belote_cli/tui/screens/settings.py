"""What a player likes: every setting with its value, changed by arrows and kept at once."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from belote_cli.card_text import SUIT_GLYPHS
from belote_cli.setting_words import SETTING_NAMES, SETTING_VALUES
from belote_cli.settings import Settings, stepped
from belote_cli.tui.canvas import Canvas, Size, clip
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import draw_keys
from belote_cli.tui.stage import Screen
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_net.rules.cards import PACK

_FIRST_ROW: Final = 4
_VALUE_COLUMN: Final = 40


class Wish(Enum):
    """What is wanted besides the settings."""

    NAME = "name"
    """Another name."""


class SettingsScreen(Screen[Wish]):
    """The settings; each change is kept and seen at once. The result is what else is wanted."""

    def __init__(self, look: Look, settings: Settings, change: Callable[[Settings], Look]) -> None:
        """Settings as they are; `change` keeps new ones and returns the look that they give."""
        super().__init__(look)
        self.settings = settings
        self._change = change
        self._selected = 0

    def draw(self, size: Size) -> Canvas:
        """The list, and the four suits as they look now."""
        canvas = self.look.canvas(size)
        canvas.put(1, 3, self.look.text("Settings"), "title")
        canvas.rule(2)
        for index, (name, words) in enumerate(SETTING_NAMES.items()):
            chosen = index == self._selected
            value = SETTING_VALUES[getattr(self.settings, name)]
            row = _FIRST_ROW + index
            label = f"{'▶' if chosen else ' '} {self.look.text(words)}"
            canvas.put(
                row, 2, label.ljust(_VALUE_COLUMN - 4), "selected" if chosen else "", Pick(index)
            )
            shown = self.look.text(value)
            shown = f"← {shown} →" if chosen else f"  {shown}"
            canvas.put(row, _VALUE_COLUMN, clip(shown, size.columns - _VALUE_COLUMN - 1))
        row, column = _FIRST_ROW + len(SETTING_NAMES) + 2, 4
        for suit in SUIT_GLYPHS:
            sample = " ".join(
                self.look.pen.card(card) for card in PACK if card.suit is suit and card.number % 2
            )
            column = canvas.put(row, column, sample) + 3
        keys = [
            ("↑↓", self.look.text("choose"), ""),
            ("←→", self.look.text("change"), ""),
            ("n", self.look.text("another name"), "n"),
            (self.look.text("Esc"), self.look.text("back"), "escape"),
        ]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    def handle(self, touch: Touch) -> None:
        """Move, change or go back."""
        if isinstance(touch, Pick):
            again, self._selected = touch.index == self._selected, touch.index
            if again:
                self._step(1)
        elif touch in (ESCAPE, INTERRUPT, Press("q")):
            self.finish()
        elif touch == Press("n"):
            self.finish(Wish.NAME)
        elif touch.key in ("up", "down"):
            step = 1 if touch.key == "down" else -1
            self._selected = (self._selected + step) % len(SETTING_NAMES)
        elif touch in (ENTER, Press("right"), Press(" ")):
            self._step(1)
        elif touch.key == "left":
            self._step(-1)

    def _step(self, step: int) -> None:
        self.settings = stepped(self.settings, list(SETTING_NAMES)[self._selected], step)
        self.look = self._change(self.settings)
