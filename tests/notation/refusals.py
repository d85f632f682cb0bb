"""Wrong texts: the example of docs/notation.md with one thing changed, and why it is wrong."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLE, ON_PAPER = map(str, re.findall(r"```belote\n(.*?)```", DOCUMENT, re.DOTALL))
"""What docs/notation.md shows: a game as it is exported, and one on paper."""


@dataclass(frozen=True)
class Wrong:
    """A change, and the answer to it.

    Attributes:
        old: what is replaced, the first time that it stands there.
        line: which line is refused.
    """

    old: str
    new: str
    line: int
    reason: str

    @property
    def text(self) -> str:
        """The whole text."""
        assert self.old in EXAMPLE, self.old
        return EXAMPLE.replace(self.old, self.new, 1)

    def __str__(self) -> str:
        return f"{self.old} -> {self.new}"[:60]


WRONG = tuple(
    Wrong(**one)
    for one in json.loads((Path(__file__).parent / "refusals.json").read_text(encoding="utf-8"))
)
