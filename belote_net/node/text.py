"""Text from others, made harmless: a name or a chat line cannot move a cursor or hide letters."""

from __future__ import annotations

import unicodedata

from belote_net.table.messages import MAX_NAME_CHARACTERS

MAX_NAME_CHARS = MAX_NAME_CHARACTERS
"""Longest name, as in the first entry."""

MAX_SAY_CHARS = 200
"""Longest chat line."""

_UNSAFE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode categories: control, format, surrogate, private, unassigned, line and paragraph ends."""

_VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""They change the width of the letter before them."""


def clean_text(text: str, limit_chars: int) -> str:
    """`text` on one line, composed, without unsafe characters, cut to `limit_chars`."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    safe = "".join(
        char
        for char in spaced
        if unicodedata.category(char) not in _UNSAFE and char not in _VARIATION_SELECTORS
    )
    # Last, when nothing stands between a letter and its accent: names that look alike are one.
    composed = unicodedata.normalize("NFC", " ".join(safe.split()))
    return composed[:limit_chars].rstrip()


def clean_name(text: str) -> str:
    """A name as it is shown; empty when nothing visible is left."""
    return clean_text(text, MAX_NAME_CHARS)


def clean_say(text: str) -> str:
    """A chat line as it is sent and shown; empty when nothing visible is left."""
    return clean_text(text, MAX_SAY_CHARS)
