"""The lines of a written game, taken one by one: where each stands is remembered."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from belote_net.errors import NotationError
from belote_net.notation.errors import WrittenGameRefused
from belote_net.notation.told import Where

MAX_TEXT_CHARACTERS: Final = 1024 * 1024
"""A thousand deals."""

MAX_LINE_CHARACTERS: Final = 250
"""The longest line that we write, the formula of a deal, stays below this."""

Words = tuple[str, ...]
"""The words of a line after its first."""

_REMARK: Final = "#"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line that is neither blank nor a remark; `written` as it is in the file."""

    number: int
    written: str

    @property
    def words(self) -> Words:
        """Its words."""
        return tuple(self.written.split())

    @property
    def text(self) -> str:
        """The line with single spaces."""
        return " ".join(self.words)

    def after(self, count: int) -> str:
        """What stands behind so many words, as it is written; names may have spaces."""
        return (*self.written.split(maxsplit=count), *[""] * (count + 1))[count]


class LineReader:
    """Takes the lines of a text in their order.

    Attributes:
        written: the lines that were taken, by what they tell, in the order of the text.

    Raises:
        WrittenGameRefused: the text is too long, or holds what no screen can show.
    """

    def __init__(self, text: str) -> None:
        self._lines = _split(text)
        self._next = 0
        self._counts: Counter[tuple[int, str]] = Counter()
        self.written: dict[Where, WrittenLine] = {}

    @property
    def next_line(self) -> WrittenLine:
        """The next line; at the end, an empty one with the number of the last."""
        if self._next < len(self._lines):
            return self._lines[self._next]
        return WrittenLine(self._lines[-1].number if self._lines else 1, "")

    @property
    def word(self) -> str:
        """The first word of the next line; empty at the end."""
        return self.next_line.written.partition(" ")[0]

    def take(self, where: Where, word: str | None = None) -> WrittenLine:
        """Return the next line, which has to begin with `word`, by default that of `where`.

        Raises:
            WrittenGameRefused: it does not, or such a line was there before.
        """
        word = word or where.part
        if self.word != word:
            raise self.refused(f"{word} expected, got {self.word or 'the end'}")
        if where in self.written:
            raise self.refused(f"{word} expected once")
        line = self._lines[self._next]
        self._next += 1
        self.written[where] = line
        self._counts[where.deal, where.part] += 1
        return line

    def read(self, where: Where, field: Callable[[Words], _T]) -> _T:
        """Return what `field` makes of the next line, which has to begin with `where.part`.

        Raises:
            WrittenGameRefused: it does not, or the words after that are not what they should be.
        """
        line = self.take(where)
        try:
            return field(line.words[1:])
        except NotationError as cause:
            raise WrittenGameRefused(line.number, str(cause)) from cause

    def read_if_there(self, where: Where, field: Callable[[Words], _T]) -> _T | None:
        """Return the same, or None if the next line begins with another word."""
        return self.read(where, field) if self.word == where.part else None

    def count(self, deal: int, part: str) -> int:
        """Return how many lines of a deal with this first word were taken."""
        return self._counts[deal, part]

    def refused(self, reason: str) -> WrittenGameRefused:
        """Return the error that refuses the next line."""
        return WrittenGameRefused(self.next_line.number, reason)


def _is_shown(char: str) -> bool:
    """Whether a screen can show it; of a letter that is newer than this machine, others can."""
    return char.isprintable() or unicodedata.category(char) == "Cn"


def _split(text: str) -> list[WrittenLine]:
    if len(text) > MAX_TEXT_CHARACTERS:
        raise WrittenGameRefused(1, f"at most {MAX_TEXT_CHARACTERS} characters expected")
    found = []
    for number, ended in enumerate(text.split("\n"), start=1):
        line = ended.removesuffix("\r")
        if len(line) > MAX_LINE_CHARACTERS:
            reason = f"a line of at most {MAX_LINE_CHARACTERS} characters expected"
            raise WrittenGameRefused(number, reason)
        if not all(map(_is_shown, line)):
            raise WrittenGameRefused(number, "characters that a screen can show expected")
        if line.strip() and not line.startswith(_REMARK):
            found.append(WrittenLine(number, line.strip()))
    return found
