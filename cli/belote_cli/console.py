"""Standard output and error, for terminals that can do little: no colour, no accents, no suits."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Mapping
from typing import Final, TextIO

from belote_cli.card_text import SUIT_GLYPHS, CardText, Faces
from belote_cli.pen import Colour, Pen
from belote_cli.settings import Settings, SuitSigns, Theme
from belote_cli.words import Words

_PLAINER: Final = str.maketrans(
    {"—": "-", "–": "-", "·": "-", "…": "...", "’": "'", "«": '"', "»": '"', "œ": "oe"}
    | {"Œ": "OE", "æ": "ae", "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "}
    | {"≤": "<=", "≥": ">=", "→": "->", "✓": "ok"}
)


_DEFAULTS: Final = Settings()


class Console:
    """Where lines go. Every line is flushed: the reader may be a pipe."""

    def __init__(
        self,
        words: Words,
        *,
        environ: Mapping[str, str] = os.environ,
        settings: Settings = _DEFAULTS,
        out: TextIO | None = None,
        error: TextIO | None = None,
    ) -> None:
        """Lines go to `out` and `error`, standard output and error by default."""
        self._environ = environ
        self._out = sys.stdout if out is None else out
        self._error = sys.stderr if error is None else error
        self.adapt(words, settings)

    def adapt(self, words: Words, settings: Settings) -> None:
        """Speak these words from now on, and write as this player likes it."""
        self.words = words
        self._only_ascii = settings.signs is SuitSigns.ASCII
        glyphs = settings.signs is SuitSigns.GLYPHS and _can_show_suits(self._out)
        colour = settings.theme is not Theme.NO_COLOURS and _wants_colour(self._out, self._environ)
        self.pen = Pen(
            words,
            CardText(words.language, Faces.GLYPHS if glyphs else Faces.LETTERS),
            Colour.ON if colour else Colour.OFF,
        )

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the lines as they come."""
        return self._out.isatty()

    def line(self, text: str = "") -> None:
        """Write one line."""
        self._write(self._out, f"{text}\n")

    def json(self, value: object) -> None:
        """Write a value for programs."""
        self.line(json.dumps(value, ensure_ascii=False, indent=2))

    def lines(self, texts: tuple[str, ...] | list[str]) -> None:
        """Write several lines."""
        for text in texts:
            self.line(text)

    def prompt(self, text: str) -> None:
        """Write the beginning of a line that the reader completes."""
        self._write(self._out, text)

    def error(self, text: str) -> None:
        """Write one line to standard error."""
        self._write(self._error, f"{text}\n")

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language."""
        return self.words.text(message, **fields)

    def _write(self, stream: TextIO, text: str) -> None:
        encoding = "ascii" if self._only_ascii else stream.encoding or "ascii"
        stream.write(plainer(text, encoding))
        stream.flush()


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


def _can_show_suits(stream: TextIO) -> bool:
    try:
        "".join(SUIT_GLYPHS.values()).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    dumb = environ.get("TERM") == "dumb" or bool(environ.get("NO_COLOR"))
    return stream.isatty() and not dumb
