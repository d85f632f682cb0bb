"""The whole program on a terminal in memory: a home of its own, fast bots, short games."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from belote_cli.arguments import parse_arguments
from belote_cli.commands.menu import DEFAULTS
from belote_cli.console import Console
from belote_cli.exit_codes import ExitCode
from belote_cli.homes import HOME_VARIABLE
from belote_cli.invocation import Invocation
from belote_cli.tui.program import Start, run_on_screen
from belote_cli.words import Language, Words
from tests.tui.terminal import ENTER, Script, Terminal, sit, until

SHORT = ("target=10", "audit=never", "litige=fail", "tie=draw")
"""A match of one deal."""


@dataclass
class Program:
    """One call of the program.

    Attributes:
        said: what was printed when the screen was off again.
    """

    home: Path
    arguments: tuple[str, ...] = ()
    start: Start = Start.MENU
    language: Language = Language.ENGLISH
    environ: Mapping[str, str] = field(default_factory=dict)
    said: str = ""

    def __call__(self, terminal: Terminal) -> ExitCode:
        out = io.StringIO()
        words = Words(self.language)
        environ = {HOME_VARIABLE: str(self.home), "LANG": self.language.value, **self.environ}
        parsed = vars(parse_arguments([*self.arguments], words))
        changes = [*parsed.pop("changes", ()), *SHORT]
        arguments = argparse.Namespace(**{**DEFAULTS, **parsed, "changes": changes})
        invocation = Invocation(
            arguments, Console(words, environ=environ, out=out, error=out), environ
        )
        code = run_on_screen(invocation, self.start, keys=terminal.keys, screen=terminal)
        self.said = out.getvalue()
        return code


def run(
    program: Program,
    script: Callable[[Terminal], Script],
    *,
    columns: int = 80,
    rows: int = 24,
    encoding: str = "utf-8",
    kind: type[Terminal] = Terminal,
) -> tuple[Terminal, object]:
    """Run the program with a script; the terminal and the exit code."""
    return sit(script, program, columns=columns, rows=rows, encoding=encoding, kind=kind)


def choose(terminal: Terminal, text: str) -> Script:
    """Choose a line of a menu by its number, once it is there."""
    yield from until(terminal, text)
    (line,) = (line for line in terminal.lines if text in line)
    yield from press(terminal, line.strip(" ▶").split()[0])


def press(terminal: Terminal, keys: str) -> Script:
    """Type, and wait until the screen has changed."""
    before = terminal.text
    terminal.type(keys)
    while terminal.text == before:
        yield


def play(
    terminal: Terminal,
    end: str,
    *,
    bid: str = "2",
    turns: tuple[str, str] = ("Your bid.", "Your card."),
    on_turn: Callable[[], Script] | None = None,
) -> Script:
    """Take at once, then play what is offered first, until the screen shows `end`."""
    asks_bid, asks_card = turns
    while end not in terminal.text:
        if asks_bid in terminal.text:
            yield from press(terminal, bid)
            yield from press(terminal, bid)
        elif asks_card in terminal.text:
            if on_turn is not None:
                yield from on_turn()
            yield from press(terminal, ENTER)
        else:
            yield
