"""Names of players: what an entry may hold, and what a node does not agree to besides.

Whether an entry is right must not depend on the version of Unicode that a machine happens to have:
two honest nodes would blame each other for a letter that one of them does not know yet. So the
protocol names what it refuses, code point by code point. Names that look alike are a matter of
taste, which each node decides for itself before it agrees (docs/protocol.md §9.1).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from belote_protocol.errors import InvalidProof

_UNSHOWN: Final = re.compile(
    "["
    "\u0000-\u001f\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
    "]"
)
"""Controls, formats, spaces but U+0020, selectors, surrogates, private use, planes 14 to 16."""


def check_names(names: Collection[str]) -> None:
    """Check that names can stand in an entry: every verifier comes to the same.

    Raises:
        InvalidProof: one has a character that a screen cannot show or a space at an end, or two
            are the same but for capitals of ASCII.
    """
    if len({_lowered(name) for name in names}) != len(names):
        raise InvalidProof("a name of its own for each member expected, got one twice")
    for seat, name in enumerate(names):
        if not name or _UNSHOWN.search(name) or name != name.strip(" "):
            raise InvalidProof(f"a printable name expected for seat {seat}")


def check_that_names_differ(names: Collection[str]) -> None:
    """Check, on our own behalf, that the people at this screen can tell names apart.

    Compatible characters, letters with their accents apart and capitals look the same.

    Raises:
        InvalidProof: they cannot, or this machine does not know how to show one.
    """
    if not all(name.isprintable() for name in names):
        raise InvalidProof("names that this machine can show expected")
    if len({unicodedata.normalize("NFKC", name).casefold() for name in names}) != len(names):
        raise InvalidProof("names that can be told apart expected")


def _lowered(name: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in name)
