"""The house rules, one by one; the host changes them before the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from belote_cli.option_words import PRESET_MEANINGS
from belote_cli.plain.situation import rule_line
from belote_cli.rule_words import (
    contradiction_words,
    option_meaning,
    option_name,
    option_source,
    value_words,
)
from belote_cli.tui.canvas import Canvas, Size, clip, wrap
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import draw_keys
from belote_cli.tui.stage import Screen
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_cli.words import capital
from belote_net.errors import OptionError
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.option_values import OptionValue
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS, nearest_preset

_LIST_ROW: Final = 5
_NAME_COLUMNS: Final = 36
_MEANING_ROWS: Final = 5
"""Below the list: the chosen option with its whole value, and what it decides."""

_NUMBERS: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    "target": (301, 501, 701, 1000, 1500, 2000),
    "deals": (1, 4, 8, 12, 16, 20),
}
"""What is offered where any number would do; others by `--set` on the command line."""

_TOGETHER: Final[Mapping[tuple[str, OptionValue], Mapping[str, OptionValue]]] = {
    ("end", "fixed_deals"): {"target": 0, "deals": 12},
    ("end", "target"): {"target": 1000, "deals": 0},
}
"""What has to change with an option, so that the set does not contradict itself."""


class RulesScreen(Screen[Options]):
    """Every option with its value. The result is the new set, None if nothing may be changed."""

    def __init__(self, look: Look, options: Options, *, is_editable: bool) -> None:
        """All options of `options`; with `is_editable` arrows change them."""
        super().__init__(look)
        self.options = options
        self._is_editable = is_editable
        self._selected = 0
        self._notice = ""

    def draw(self, size: Size) -> Canvas:
        """The list, and what the chosen option decides."""
        canvas = self.look.canvas(size)
        preset, changes = nearest_preset(self.options)
        title = self.look.text("Rules of this table")
        canvas.put(0, 1, title, "title")
        differs = self.look.pen.count(
            "{number} rule differs", "{number} rules differ", len(changes)
        )
        named = f"{preset} ({differs})" if changes else preset
        canvas.right(0, size.columns - 1, named, "title")
        canvas.rule(1)
        meaning = self.look.text(PRESET_MEANINGS[preset])
        for row, line in enumerate(wrap(meaning, size.columns - 6)[: _LIST_ROW - 3], start=2):
            canvas.put(row, 3, line, "dim")
        self._draw_list(canvas, {change.name for change in changes})
        self._draw_meaning(canvas)
        draw_keys(canvas, size.rows - 1, self._keys())
        return canvas

    def _draw_list(self, canvas: Canvas, changed: set[str]) -> None:
        room = canvas.size.rows - _LIST_ROW - _MEANING_ROWS - 2
        names = list(self.options.to_map())
        start = min(max(0, self._selected - room // 2), max(0, len(names) - room))
        for row, index in enumerate(range(start, min(start + room, len(names)))):
            name = names[index]
            chosen = index == self._selected
            value = value_words(name, self.options.to_map()[name], self.look.pen.words)
            mark = ("▶" if chosen else " ") + ("*" if name in changed else " ")
            text = f"{mark} {capital(option_name(name, self.look.pen.words))}"
            style = "selected" if chosen else ("bold" if name in changed else "")
            label = clip(text, _NAME_COLUMNS).ljust(_NAME_COLUMNS)
            at = canvas.put(_LIST_ROW + row, 2, label, style, Pick(index)) + 1
            value = clip(value, canvas.size.columns - at - len("←  →") - 1)
            shown = f"← {value} →" if chosen and self._is_editable else f"  {value}"
            canvas.put(_LIST_ROW + row, at, shown)

    def _draw_meaning(self, canvas: Canvas) -> None:
        pen, width = self.look.pen, canvas.size.columns - 6
        name, value = list(self.options.to_map().items())[self._selected]
        meaning = f"{option_meaning(name, pen.words)} ({option_source(name, pen.words)})"
        text, style = (self._notice, "warn") if self._notice else (meaning, "dim")
        lines = [(line, "bold") for line in wrap(rule_line(name, value, pen), width)]
        lines += [(line, style) for line in wrap(text, width)]
        first = canvas.size.rows - 1 - _MEANING_ROWS
        for row, (line, drawn) in enumerate(lines[:_MEANING_ROWS], start=first):
            canvas.put(row, 3, line, drawn)

    def _keys(self) -> list[tuple[str, str, str]]:
        look = self.look
        keys = [("↑↓", look.text("choose"), "")]
        if self._is_editable:
            keys += [("←→", look.text("change"), ""), ("p", look.text("another preset"), "p")]
            keys += [(look.text("Enter"), look.text("play so"), "enter")]
        return [*keys, (look.text("Esc"), look.text("back"), "escape")]

    def handle(self, touch: Touch) -> None:
        """Move, change, take or go back."""
        self._notice = ""
        names = list(self.options.to_map())
        if isinstance(touch, Pick):
            self._selected = touch.index
        elif touch in (ESCAPE, INTERRUPT, Press("q")):
            self.finish()
        elif touch == ENTER:
            self.finish(self.options if self._is_editable else None)
        elif touch.key in ("up", "down"):
            step = 1 if touch.key == "down" else -1
            self._selected = (self._selected + step) % len(names)
        elif touch.key in ("left", "right", " ") and self._is_editable:
            self._change(names[self._selected], -1 if touch.key == "left" else 1)
        elif touch.key == "p" and self._is_editable:
            presets = list(PRESETS)
            now = presets.index(nearest_preset(self.options)[0])
            self.options = PRESETS[presets[(now + 1) % len(presets)]]

    def _change(self, name: str, step: int) -> None:
        """The next value of an option that goes with the others; else the reason why none does."""
        values = self.options.to_map()
        now = values[name]
        offered = OPTION_INFO[name].values or _NUMBERS.get(name, (now,))
        start = offered.index(now) if now in offered else 0
        reason = ""
        for distance in range(1, len(offered)):
            value = offered[(start + step * distance) % len(offered)]
            together = _TOGETHER.get((name, value), {})
            try:
                self.options = Options.from_map({**values, name: value, **together})
            except OptionError as error:
                reason = contradiction_words(error, self.look.pen.words)
                continue
            return
        self._notice = self.look.text("This cannot be changed now: {reason}.", reason=reason)
