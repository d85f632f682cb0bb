"""One line of text that is being typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_cli.tui.canvas import Canvas, clusters, text_width
from belote_cli.tui.touches import Press


@dataclass(frozen=True, slots=True)
class LineEdit:
    """What stands in the line, and where the next character goes.

    Attributes:
        limit: longest text, in characters.
    """

    text: str = ""
    at: int = 0
    limit: int = 200

    def pressed(self, press: Press) -> LineEdit:
        """The line after a key; a key that means nothing here changes nothing."""
        match press.key:
            case "paste":
                return self._with(press.text)
            case "backspace":
                before = _units(self.text[: self.at])[:-1]
                head = "".join(before)
                return replace(self, text=head + self.text[self.at :], at=len(head))
            case "delete":
                after = "".join(_units(self.text[self.at :])[1:])
                return replace(self, text=self.text[: self.at] + after)
            case "left":
                return replace(self, at=len("".join(_units(self.text[: self.at])[:-1])))
            case "right":
                return replace(self, at=self.at + len("".join(_units(self.text[self.at :])[:1])))
            case "home":
                return replace(self, at=0)
            case "end":
                return replace(self, at=len(self.text))
            case "c-u":
                return replace(self, text="", at=0)
        return self._with(press.key) if len(press.key) == 1 else self

    def draw(self, canvas: Canvas, row: int, column: int, width: int) -> None:
        """Show the line in so many cells, with the cursor in sight."""
        head, tail = _units(self.text[: self.at]), _units(self.text[self.at :])
        while head and text_width("".join(head)) >= width:
            head.pop(0)
        canvas.put(row, column, " " * width, "field")
        after = canvas.put(row, column, "".join(head), "field")
        canvas.cursor = (row, after)
        while tail and text_width("".join(head + tail)) >= width:
            tail.pop()
        canvas.put(row, after, "".join(tail), "field")

    def _with(self, text: str) -> LineEdit:
        clean = "".join(clusters(" ".join(text.split()) if len(text) > 1 else text))
        head = (self.text[: self.at] + clean)[: self.limit]
        return replace(self, text=(head + self.text[self.at :])[: self.limit], at=len(head))


def _units(text: str) -> list[str]:
    return list(clusters(text))
