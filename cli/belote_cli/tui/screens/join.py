"""Looking for a table: those that announce themselves, or a code or an address that is typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_cli.tui.canvas import Canvas, Size, clip, wrap
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import draw_keys
from belote_cli.tui.stage import Screen
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_cli.where import table_words
from belote_net.node.discovery import FoundTable

_FIRST_ROW: Final = 9
_MAX_TYPED: Final = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the player has chosen.

    Attributes:
        table: the one under the cursor, if any was found.
        typed: a code, an address, both, or nothing.
    """

    table: FoundTable | None
    typed: str


class JoinScreen(Screen[Wanted]):
    """Tables found so far, and a line to type in.

    With a code, the only table that is found is joined without a key, unless something is typed.
    """

    def __init__(
        self, look: Look, *, code: str | None = None, notice: str = "", watches: bool = False
    ) -> None:
        """Ask for a table, to watch it or to play there.

        Args:
            look: how to write.
            code: of the table, if the player has typed it already.
            notice: what went wrong before.
            watches: whether the player only wants to watch.
        """
        super().__init__(look)
        self._code = code
        self._watches = watches
        self._tables: tuple[FoundTable, ...] = ()
        self._has_looked = False
        self._selected = 0
        self._notice = notice
        self._edit = LineEdit(limit=_MAX_TYPED)

    def found(self, tables: tuple[FoundTable, ...]) -> None:
        """These tables announce themselves now; who watches is shown those that may be watched."""
        self._has_looked = True
        if self._watches:
            tables = tuple(table for table in tables if table.may_be_watched)
        self._tables = tables
        self._selected = min(self._selected, max(0, len(tables) - 1))
        is_alone = self._code is not None and len(tables) == 1
        if is_alone and not self._edit.text.strip() and not self.done.is_set():
            self.finish(Wanted(tables[0], ""))

    @property
    def is_typing(self) -> bool:
        """Always: there is a line to fill in."""
        return True

    def draw(self, size: Size) -> Canvas:
        """The line, the tables and the keys."""
        look, canvas = self.look, self.look.canvas(size)
        title = look.text("Watch a table") if self._watches else look.text("Join a table")
        canvas.put(1, 3, title, "title")
        canvas.rule(2)
        for offset, line in enumerate(wrap(self._question, size.columns - 6)):
            canvas.put(3 + offset, 3, line)
        canvas.put(6, 3, "> ", "key")
        self._edit.draw(canvas, 6, 5, min(60, size.columns - 8))
        if self._tables:
            title = look.text("Tables on this network:")
        elif self._has_looked and self._watches:
            title = look.text("No table that may be watched is here yet. Still looking…")
        elif self._has_looked:
            title = look.text("No table announces itself here yet. Still looking…")
        else:
            title = look.text("Looking for tables on this network…")
        canvas.put(8, 3, title, "dim")
        for index, table in enumerate(self._tables):
            chosen = index == self._selected
            text = f"{'▶' if chosen else ' '} {table_words(table, look.pen)}"
            style = "selected" if chosen else ""
            canvas.put(_FIRST_ROW + index, 3, clip(text, size.columns - 4), style, Pick(index))
        notice = wrap(self._notice, size.columns - 6) if self._notice else []
        for row, line in enumerate(notice, start=size.rows - 1 - len(notice)):
            canvas.put(row, 3, line, "warn")
        keys = [
            ("↑↓", look.text("choose"), ""),
            (
                look.text("Enter"),
                look.text("watch") if self._watches else look.text("join"),
                "enter",
            ),
            (look.text("Esc"), look.text("back"), "escape"),
        ]
        draw_keys(canvas, size.rows - 1, keys)
        return canvas

    @property
    def _question(self) -> str:
        """What the player is asked, or what happens by itself."""
        if self._code is None:
            return self.look.text(
                "Type the code of the table, such as 7-trefle-capot; "
                "or its address, such as 192.168.1.20:22032; or both."
            )
        if len(self._tables) > 1:
            return self.look.text(
                "Code {code}. Several tables are here: choose one, Enter joins it.",
                code=self._code,
            )
        return self.look.text(
            "Code {code}. The table is joined as soon as it is found; "
            "or type its address, such as 192.168.1.20:22032, and Enter.",
            code=self._code,
        )

    def handle(self, touch: Touch) -> None:
        """Type, choose, join or go back."""
        if isinstance(touch, Pick):
            self._selected = touch.index
        elif touch in (ESCAPE, INTERRUPT):
            self.finish()
        elif touch == ENTER:
            table = self._tables[self._selected] if self._tables else None
            if table is not None or self._edit.text.strip():
                self.finish(Wanted(table, self._edit.text.strip()))
        elif touch in (Press("up"), Press("down")) and self._tables:
            step = 1 if touch.key == "down" else -1
            self._selected = (self._selected + step) % len(self._tables)
        else:
            self._edit = self._edit.pressed(touch)
