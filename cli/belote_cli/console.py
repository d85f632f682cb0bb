"""Standard output and error, for terminals that can do little: no colour, no accents, no suits."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Mapping
from typing import Final, TextIO

from belote_cli.card_text import SUIT_GLYPHS, CardText, Faces
from belote_cli.pen import Colour, Pen
from belote_cli.words import Words

_PLAINER: Final = str.maketrans(
    {"—": "-", "–": "-", "·": "-", "…": "...", "’": "'", "«": '"', "»": '"', "œ": "oe"}
    | {"Œ": "OE", "æ": "ae", "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "}
    | {"≤": "<=", "≥": ">=", "→": "->", "✓": "ok"}
)


class Console:
    """Where lines go. Every line is flushed: the reader may be a pipe."""

    def __init__(
        self,
        words: Words,
        *,
        environ: Mapping[str, str] = os.environ,
        out: TextIO | None = None,
        error: TextIO | None = None,
    ) -> None:
        """Lines go to `out` and `error`, standard output and error by default."""
        self.words = words
        self._out = sys.stdout if out is None else out
        self._error = sys.stderr if error is None else error
        faces = Faces.GLYPHS if _can_show_suits(self._out) else Faces.LETTERS
        colour = Colour.ON if _wants_colour(self._out, environ) else Colour.OFF
        self.pen = Pen(words, CardText(words.language, faces), colour)

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the lines as they come."""
        return self._out.isatty()

    def line(self, text: str = "") -> None:
        """Write one line."""
        _write(self._out, f"{text}\n")

    def lines(self, texts: tuple[str, ...] | list[str]) -> None:
        """Write several lines."""
        for text in texts:
            self.line(text)

    def prompt(self, text: str) -> None:
        """Write the beginning of a line that the reader completes."""
        _write(self._out, text)

    def error(self, text: str) -> None:
        """Write one line to standard error."""
        _write(self._error, f"{text}\n")

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language."""
        return self.words.text(message, **fields)


def plainer(text: str, encoding: str) -> str:
    """`text` as far as `encoding` has it: without accents, and `?` for what is left."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        kept = "".join(_plainer_char(char, encoding) for char in text)
        return kept.encode(encoding, errors="replace").decode(encoding)
    return text


def _plainer_char(char: str, encoding: str) -> str:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        decomposed = unicodedata.normalize("NFKD", char.translate(_PLAINER))
        return "".join(part for part in decomposed if not unicodedata.combining(part))
    return char


def _write(stream: TextIO, text: str) -> None:
    stream.write(plainer(text, stream.encoding or "ascii"))
    stream.flush()


def _can_show_suits(stream: TextIO) -> bool:
    try:
        "".join(SUIT_GLYPHS.values()).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    dumb = environ.get("TERM") == "dumb" or bool(environ.get("NO_COLOR"))
    return stream.isatty() and not dumb
