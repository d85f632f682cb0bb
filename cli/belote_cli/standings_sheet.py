"""The ranking of a tournament as text, as CSV and as a page to print."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from belote_cli.pen import Pen
from belote_cli.report.document import document
from belote_cli.report.markup import cell, element, grid, heading
from belote_cli.standings import Entrant, Standing
from belote_cli.words import msg
from belote_net.node.codes import fingerprint_words
from belote_protocol.identity import PublicIdentity

_COLUMNS: Final = (
    msg("Rank"),
    msg("Who"),
    msg("Games"),
    msg("Won"),
    msg("Deals won"),
    msg("Points"),
    msg("Capots"),
    msg("Forfeits"),
)

_WHO: Final = 1
"""The column of words; the others hold numbers."""

_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute: names are chosen by strangers."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a ranking, to be written for one reader."""

    lines: Sequence[Standing]
    pen: Pen

    def as_text(self) -> tuple[str, ...]:
        """A table of columns; the first line names them."""
        rows = self._rows()
        widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
        return tuple(
            "  ".join(
                cell.ljust(width) if column == _WHO else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )

    def as_csv(self) -> str:
        """The same with commas; nothing in it is a formula."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for row in self._rows():
            writer.writerow(
                [f"'{cell}" if cell.startswith(_FORMULA_SIGNS) else cell for cell in row]
            )
        return text.getvalue()

    def as_html(self) -> str:
        """One page that asks for nothing outside, and prints on A4."""
        head, *body = self._rows()
        table = grid(
            (heading(title, kind=_kind(column)) for column, title in enumerate(head)),
            ((cell(text, kind=_kind(column)) for column, text in enumerate(row)) for row in body),
        )
        title = self.pen.text("Ranking")
        return document(
            title,
            element("h1", title),
            element("div", table, class_="ranking"),
            language=self.pen.words.language,
        )

    def _rows(self) -> list[tuple[str, ...]]:
        shared = _shared_names(self.lines)
        rows = [tuple(self.pen.text(column) for column in _COLUMNS)]
        for line in self.lines:
            names = [_shown(one, shared) for one in line.players]
            numbers = (line.games, line.games_won, line.deals_won, line.points)
            who = (
                self.pen.text("{name} and {partner}", name=names[0], partner=names[1])
                if (len(names) == 2)
                else ", ".join(names)
            )
            rows.append((str(line.rank), who, *map(str, (*numbers, line.capots, line.forfeits))))
        return rows


def _kind(column: int) -> str:
    return "text" if column == _WHO else "number"


def _shared_names(lines: Sequence[Standing]) -> frozenset[str]:
    """Names that more than one key goes by."""
    entrants = {(one.name, one.identity) for line in lines for one in line.players}
    counts = Counter(name for name, _ in entrants)
    return frozenset(name for name, count in counts.items() if count > 1)


def _shown(entrant: Entrant, shared: frozenset[str]) -> str:
    """A name; with two fingerprint words where another has the same."""
    if entrant.name not in shared:
        return entrant.name
    words = fingerprint_words(PublicIdentity.from_bytes(entrant.identity).fingerprint())
    return f"{entrant.name} ({' '.join(words[:2])})"
