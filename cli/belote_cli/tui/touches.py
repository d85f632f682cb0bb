"""What a player does to a screen: a key that was pressed, or a thing that was clicked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """A key.

    Attributes:
        key: the character, or a name: `enter`, `escape`, `left`, `c-c`, `paste`...
        text: what was pasted; empty for any other key.
    """

    key: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A click on one of the things that a screen numbers, counted from 0."""

    index: int


Touch = Press | Pick

INTERRUPT = Press("c-c")
ESCAPE = Press("escape")
ENTER = Press("enter")
REPAINT = Press("c-l")


def as_shortcut(touch: Touch) -> Touch:
    """A touch where no text is typed: with Caps Lock on, every key does what it always does."""
    if isinstance(touch, Press) and len(touch.key) == 1:
        return Press(touch.key.lower())
    return touch
