"""Table codes such as `7-trefle-capot`, and the words that stand for a fingerprint.

A code is a digit and two words: 655,360 codes, of which a stranger may try five.
"""

from __future__ import annotations

import difflib
import re
import unicodedata

from belote_net.node.errors import BadCode
from belote_net.node.words import WORDS
from belote_protocol.transcript import RandomBytes

_INDEX = {word: index for index, word in enumerate(WORDS)}
_EASIER_SPLIT = re.compile(r"[\s\-_.,;:/]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})

_PREFIX_LETTERS = 4
"""The first letters that name a word: nobody needs to type more."""

MAX_CODE_CHARS = 100
"""Longest text that is looked at as a code; the longest code has 23 characters."""


def new_code(random_bytes: RandomBytes) -> str:
    """A fresh code. `random_bytes(n)` gives n random bytes; all codes are equally likely."""
    while (digit := random_bytes(1)[0]) >= 250:  # 250 is a multiple of 10: no digit is favoured
        pass
    first, second = random_bytes(2)
    return f"{digit % 10}-{WORDS[first]}-{WORDS[second]}"


def parse_code(text: str) -> str:
    """The code that `text` spells: case, accents, spaces and word ends do not matter.

    >>> parse_code(" 7 Trèfle CAPOT ")
    '7-trefle-capot'

    Raises:
        BadCode: not a digit and two known words; names what was probably meant.
    """
    if len(text) > MAX_CODE_CHARS:
        raise BadCode(f"a code has at most {MAX_CODE_CHARS} characters, got {len(text)}")
    parts = [part for part in _EASIER_SPLIT.split(_plain(text)) if part]
    if len(parts) == 2 and parts[0][:1].isdigit() and len(parts[0]) > 1:
        parts = [parts[0][0], parts[0][1:], parts[1]]
    if len(parts) != 3 or not re.fullmatch(r"[0-9]", parts[0]):
        raise BadCode(f"a digit and two words expected, like 7-trefle-capot, got {text.strip()!r}")
    words = [_word(part) for part in parts[1:]]
    if None not in words:
        return f"{parts[0]}-{words[0]}-{words[1]}"
    nearest = [word or _nearest(part) for word, part in zip(words, parts[1:], strict=True)]
    unknown = next(part for word, part in zip(words, parts[1:], strict=True) if word is None)
    if None in nearest:
        raise BadCode(f"{unknown!r} is not a word of a code")
    suggestion = f"{parts[0]}-{nearest[0]}-{nearest[1]}"
    raise BadCode(
        f"{unknown!r} is not a word of a code, did you mean {suggestion}?", suggestion=suggestion
    )


def fingerprint_words(fingerprint: bytes) -> tuple[str, ...]:
    """One word per byte of `fingerprint`.

    >>> fingerprint_words(bytes([0, 1, 2, 255]))
    ('abeille', 'abricot', 'aigle', 'zebre')
    """
    return tuple(WORDS[byte] for byte in fingerprint)


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _word(text: str) -> str | None:
    """The word that `text` is, or is the beginning of, four letters at least."""
    if text in _INDEX:
        return text
    if len(text) < _PREFIX_LETTERS:
        return None
    return next((word for word in WORDS if word.startswith(text)), None)


def _nearest(text: str) -> str | None:
    found = difflib.get_close_matches(text, WORDS, n=1, cutoff=0.5)
    return found[0] if found else None
