"""Text from others, made harmless: a name or a chat line cannot move a cursor or hide letters."""

from __future__ import annotations

import unicodedata

from belote_net.table.messages import MAX_NAME_CHARACTERS

FALLBACK_NAME = "?"
"""What who has no name that could be shown is called."""

MAX_SAY_CHARS = 200
"""Longest chat line."""

_UNSAFE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode categories: control, format, surrogate, private, unassigned, line and paragraph ends."""

_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They change the width of the letter before them."""

_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
)
"""Joiners, fillers of Hangul and other scripts, an empty braille cell, a note without a head: by
their categories letters, marks or symbols, and nothing is seen of them."""

_MARKS = frozenset(("Mn", "Me"))
"""Unicode categories of what is drawn over the letter before it."""

MAX_MARKS = 3
"""Most marks on one letter beyond those that are composed with it: no script needs more, and a
tower of them covers the lines above."""


def clean_text(text: str, limit_chars: int) -> str:
    """`text` on one line, composed, without what is unsafe or unseen, cut to `limit_chars`."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    safe = "".join(char for char in spaced if _is_safe(char))
    marked = _without_towers(unicodedata.normalize("NFC", safe))
    # Again, when nothing stands between a letter and its accent: names that look alike are one.
    composed = unicodedata.normalize("NFC", " ".join(marked.split()))
    return composed[:limit_chars].rstrip()


def _is_safe(char: str) -> bool:
    return (
        unicodedata.category(char) not in _UNSAFE and char not in _SELECTORS and char not in _BLANK
    )


def _without_towers(text: str) -> str:
    """`text` without marks that have no letter below them, or too many marks."""
    kept: list[str] = []
    marks = MAX_MARKS
    for char in text:
        if unicodedata.category(char) in _MARKS:
            marks += 1
        else:
            marks = MAX_MARKS if char == " " else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def clean_name(text: str) -> str:
    """A name as it is shown; empty when nothing visible is left."""
    return clean_text(text, MAX_NAME_CHARACTERS)


def shown_name(text: str) -> str:
    """A name as it is shown; `FALLBACK_NAME` when nothing visible is left."""
    return clean_name(text) or FALLBACK_NAME


def clean_say(text: str) -> str:
    """A chat line as it is sent and shown; empty when nothing visible is left."""
    return clean_text(text, MAX_SAY_CHARS)
