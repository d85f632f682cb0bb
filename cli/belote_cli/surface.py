"""Where a command is shown: the full screen where people sit, lines everywhere else."""

from __future__ import annotations

import sys
from enum import Enum

from belote_cli.invocation import Invocation


class Surface(Enum):
    """How a command talks to its caller."""

    SCREEN = "screen"
    PLAIN = "plain"


def surface_for(invocation: Invocation) -> Surface:
    """The screen needs a terminal for keys and one to draw on, and a caller who wants it."""
    terminals = sys.stdin.isatty() and sys.stdout.isatty()
    dumb = invocation.environ.get("TERM") == "dumb"
    if invocation.arguments.plain or dumb or not terminals:
        return Surface.PLAIN
    return Surface.SCREEN
