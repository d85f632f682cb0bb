"""The ranking of a tournament as text, as CSV and as a page to print."""

from __future__ import annotations

import csv
import html
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from belote_cli.pen import Pen
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

_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute: names are chosen by strangers."""

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; }
td:not(:nth-child(2)), th:not(:nth-child(2)) { text-align: right; }
td:nth-child(2), th:nth-child(2) { text-align: left; }
@page { size: A4; margin: 15mm; }
"""


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
                cell.ljust(width) if column == 1 else cell.rjust(width)
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
        title = html.escape(self.pen.text("Ranking"))
        language = self.pen.words.language.value
        cells = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in head)
        rows = "\n".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in body
        )
        return (
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n"
            "</body>\n</html>\n"
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
