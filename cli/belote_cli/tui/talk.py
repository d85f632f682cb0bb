"""The conversation at the table, as one player has it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.touches import Press
from belote_cli.words import msg

PHRASES: Final = (
    msg("Good evening!"),
    msg("Well played!"),
    msg("Thank you, partner."),
    msg("Just a moment, please."),
    msg("What a deal!"),
    msg("One more game?"),
)
"""Said with one key, to the whole table."""

_MAX_LINES: Final = 100


@dataclass(frozen=True, slots=True)
class ChatPage:
    """What was said, and what is being typed.

    Attributes:
        lines: what was said, oldest first.
        phrase: which of the set phrases is chosen; None while none is.
        is_muted: what the others say is not shown.
        unread: lines that came while the page was closed.
    """

    lines: tuple[str, ...] = ()
    edit: LineEdit = field(default_factory=LineEdit)
    phrase: int | None = None
    is_muted: bool = False
    unread: int = 0

    def heard(self, line: str, *, is_read: bool) -> ChatPage:
        """The page after somebody said something."""
        lines = (*self.lines, line)[-_MAX_LINES:]
        return replace(self, lines=lines, unread=0 if is_read else self.unread + 1)

    def pressed(self, touch: Press) -> ChatPage:
        """The page after a key; a key that means nothing here changes nothing."""
        if touch.key in ("up", "down"):
            step = 1 if touch.key == "down" else -1
            before = (-1 if step > 0 else 0) if self.phrase is None else self.phrase
            return replace(self, phrase=(before + step) % len(PHRASES))
        if touch.key == "tab":
            return replace(self, is_muted=not self.is_muted)
        return replace(self, edit=self.edit.pressed(touch))

    def text(self, look: Look) -> str:
        """What is said now: what was typed, else the phrase that was chosen; else nothing."""
        typed = self.edit.text.strip()
        return typed if typed or self.phrase is None else look.text(PHRASES[self.phrase])

    def cleared(self) -> ChatPage:
        """The page once that was said."""
        return replace(self, edit=LineEdit(), phrase=None)
