"""A terminal in memory: what prompt-toolkit draws becomes cells, and a script reads and types.

It understands what the renderer of prompt-toolkit writes, so what a test reads is what a player
would see after all the moves of the cursor, not what the program meant to draw.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator
from typing import Final

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.styles import Attrs
from prompt_toolkit.utils import get_cwidth

ENTER: Final = "\r"
ESCAPE: Final = "\x1b"
LEFT: Final = "\x1b[D"
RIGHT: Final = "\x1b[C"
UP: Final = "\x1b[A"
DOWN: Final = "\x1b[B"
CTRL_C: Final = "\x03"

PATIENCE_S: Final = 90.0
"""After this a script that waits has failed."""

Script = Generator[None, None, None]
"""Runs on whenever the screen was drawn."""


class Terminal(DummyOutput):
    """The cells of one terminal.

    Attributes:
        rings: how often the bell rang.
        is_open: the full screen is on.
        colours: every colour that was ever asked for.
    """

    def __init__(
        self, keys: PipeInput, columns: int = 80, rows: int = 24, *, encoding: str = "utf-8"
    ) -> None:
        self.keys = keys
        self.size = Size(rows=rows, columns=columns)
        self.rings = 0
        self.is_open = False
        self.shows_cursor = True
        self.takes_mouse = False
        self.colours: set[str] = set()
        self.depths: set[ColorDepth] = set()
        self.written = ""
        self.on_drawn: Callable[[], None] = lambda: None
        self._encoding = encoding
        self._cells: dict[tuple[int, int], str] = {}
        self._row = self._column = 0

    @property
    def lines(self) -> list[str]:
        """What can be read, line by line."""
        return [
            "".join(
                self._cells.get((row, column), " ") for column in range(self.size.columns)
            ).rstrip()
            for row in range(self.size.rows)
        ]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    def type(self, text: str) -> None:
        """Type on the keyboard."""
        self.keys.send_text(text)

    def resize(self, columns: int, rows: int) -> None:
        """The player draws at the corner of the window."""
        self.size = Size(rows=rows, columns=columns)
        os.kill(os.getpid(), signal.SIGWINCH)

    def scribble(self, row: int, column: int, text: str) -> None:
        """Another program writes over the screen, and puts the cursor back."""
        self._cells |= {(row, column + at): char for at, char in enumerate(text)}

    def width_of(self, char: str) -> int:
        """How many cells this terminal gives a character."""
        return get_cwidth(char)

    # What the renderer calls.

    def encoding(self) -> str:
        return self._encoding

    def get_size(self) -> Size:
        return self.size

    def write(self, data: str) -> None:
        self.written += data
        for char in data:
            if char == "\r":
                self._column = 0
            elif char == "\n":
                self._row += 1
            else:
                assert char.isprintable(), f"{char!r} reaches the terminal"
                self._cells[self._row, self._column] = char
                for extra in range(1, self.width_of(char)):
                    self._cells[self._row, self._column + extra] = ""
                self._column += self.width_of(char)

    def write_raw(self, data: str) -> None:
        self.write(data)

    def flush(self) -> None:
        self.on_drawn()

    def bell(self) -> None:
        self.rings += 1

    def enter_alternate_screen(self) -> None:
        self.is_open = True
        self._cells.clear()

    def quit_alternate_screen(self) -> None:
        self.is_open = False

    def enable_mouse_support(self) -> None:
        self.takes_mouse = True

    def disable_mouse_support(self) -> None:
        self.takes_mouse = False

    def hide_cursor(self) -> None:
        self.shows_cursor = False

    def show_cursor(self) -> None:
        self.shows_cursor = True

    def set_attributes(self, attrs: Attrs, color_depth: ColorDepth) -> None:
        self.depths.add(color_depth)
        self.colours |= {colour for colour in (attrs.color, attrs.bgcolor) if colour}

    def erase_screen(self) -> None:
        self._cells.clear()

    def erase_end_of_line(self) -> None:
        for row, column in list(self._cells):
            if row == self._row and column >= self._column:
                del self._cells[row, column]

    def erase_down(self) -> None:
        self.erase_end_of_line()
        for row, column in list(self._cells):
            if row > self._row:
                del self._cells[row, column]

    def cursor_goto(self, row: int = 0, column: int = 0) -> None:
        self._row, self._column = row, column

    def cursor_up(self, amount: int) -> None:
        self._row -= amount

    def cursor_down(self, amount: int) -> None:
        self._row += amount

    def cursor_forward(self, amount: int) -> None:
        self._column += amount

    def cursor_backward(self, amount: int) -> None:
        self._column = max(0, self._column - amount)


class Sitting:
    """One run of a program on a terminal in memory, with a script that plays it."""

    def __init__(self, terminal: Terminal, script: Script) -> None:
        self.terminal = terminal
        self.is_finished = False
        self.late = ""
        self._script = script
        self._is_running = False
        terminal.on_drawn = self._drawn

    def run(self, program: Callable[[], object]) -> object:
        """Run `program` with the script; fails if the script had not come to its end.

        Should the script wait for ever, the terminal goes away.
        """
        alarm = threading.Timer(PATIENCE_S, self._give_up)
        alarm.start()
        try:
            return program()
        finally:
            alarm.cancel()
            self.terminal.on_drawn = lambda: None
            assert not self.late, f"the script waits before:\n{self.late}"

    def _drawn(self) -> None:
        if self._is_running or self.is_finished:
            return
        self._is_running = True
        try:
            next(self._script)
        except StopIteration:
            self.is_finished = True
        finally:
            self._is_running = False

    def _give_up(self) -> None:
        self.late = self.terminal.text
        self.terminal.keys.close()


def until(terminal: Terminal, *texts: str) -> Script:
    """Wait until the screen shows all of these."""
    while not all(text in terminal.text for text in texts):
        yield


def gone(terminal: Terminal, text: str) -> Script:
    """Wait until the screen no longer shows this."""
    while text in terminal.text:
        yield


def sit(
    script: Callable[[Terminal], Script],
    program: Callable[[Terminal], object],
    *,
    columns: int = 80,
    rows: int = 24,
    encoding: str = "utf-8",
    kind: type[Terminal] = Terminal,
) -> tuple[Terminal, object]:
    """Run a program with a script on a fresh terminal; the terminal and what it returned."""
    with create_pipe_input() as keys:
        terminal = kind(keys, columns, rows, encoding=encoding)
        sitting = Sitting(terminal, script(terminal))
        result = sitting.run(lambda: program(terminal))
    assert sitting.is_finished, f"the program ended before its script:\n{terminal.text}"
    assert is_restored(terminal)
    return terminal, result


def is_restored(terminal: Terminal) -> bool:
    """Whether the terminal is as it was before."""
    return not terminal.is_open and terminal.shows_cursor and not terminal.takes_mouse
