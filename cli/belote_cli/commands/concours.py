"""`belote-net concours FILE...`: the ranking of a tournament, from the logs of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from belote_cli.audit_words import who_spoke
from belote_cli.card_text import CardText
from belote_cli.exit_codes import ExitCode, gravest
from belote_cli.failures import explain, known_errors
from belote_cli.game_files import audit_file
from belote_cli.invocation import Invocation
from belote_cli.many_files import read_all
from belote_cli.pen import Pen
from belote_cli.reason_words import reason_text
from belote_cli.standings import (
    Ranking,
    TableResult,
    result_of,
    standings,
    usual_ranking,
    without_copies,
)
from belote_cli.standings_sheet import Sheet
from belote_cli.words import Language, Words
from belote_net.table.audit import Refusal, Verdict
from belote_net.table.table import Table


@dataclass(frozen=True, slots=True)
class TableFile:
    """One file of the tournament: what it adds, or what is wrong with it."""

    name: str
    result: TableResult | None
    fault: str | None = None
    code: ExitCode = ExitCode.FINE


def run(invocation: Invocation) -> ExitCode:
    """Verify every log, print the ranking, and say which tables are left out, and why."""
    arguments, console = invocation.arguments, invocation.console
    read = partial(read_table, language=console.words.language)
    files = tuple(read_all([Path(name) for name in arguments.files], read, console))
    sound = without_copies(one.result for one in files if one.result is not None)
    counted = tuple(one for one in sound if one.is_finished or arguments.unfinished)
    ranking = Ranking(arguments.by) if arguments.by else usual_ranking(counted)
    sheet = Sheet(standings(counted, ranking), invocation.pen)
    console.lines(sheet.as_text())
    for line in _notes(invocation, files, sound, counted):
        console.line(line)
    if arguments.csv:
        Path(arguments.csv).write_text(sheet.as_csv(), encoding="utf-8")
    if arguments.html:
        Path(arguments.html).write_text(sheet.as_html(), encoding="utf-8")
    return gravest(one.code for one in files)


def read_table(path: Path, *, language: Language) -> TableFile:
    """Verify one log; what is wrong with it is told in the language of who asked."""
    words = Words(language)
    try:
        found = audit_file(path)
    except known_errors() as error:
        return TableFile(path.name, None, explain(error, words).text, ExitCode.ENVIRONMENT)
    table, refusal = found.audit.table, found.audit.refusal
    if refusal is not None:
        pen = Pen(words, CardText(language))
        return TableFile(path.name, None, _fault(refusal, table, pen), ExitCode.REFUSED)
    if table is None:
        return TableFile(path.name, None)
    is_finished = found.audit.verdict is Verdict.FINISHED
    return TableFile(path.name, result_of(table.state, len(table.log), is_finished=is_finished))


def _fault(refusal: Refusal, table: Table | None, pen: Pen) -> str:
    """Whose fault it is, where that is proven, and what is wrong."""
    reason = reason_text(refusal.reason, pen)
    if refusal.culprit is None or table is None:
        return reason
    name = who_spoke(refusal, refusal.culprit, table)
    return pen.text("{name}: {reason}", name=name, reason=reason)


def _notes(
    invocation: Invocation,
    files: Sequence[TableFile],
    sound: Sequence[TableResult],
    counted: Sequence[TableResult],
) -> Iterator[str]:
    pen = invocation.pen
    yield ""
    yield pen.count("{number} table counts.", "{number} tables count.", len(counted))
    if left := len(sound) - len(counted):
        yield pen.count(
            "{number} unfinished game is left out: count it with --unfinished.",
            "{number} unfinished games are left out: count them with --unfinished.",
            left,
        )
    if copies := sum(one.result is not None for one in files) - len(sound):
        yield pen.count(
            "{number} file is another copy of a game, and counts once.",
            "{number} files are other copies of a game, and count once.",
            copies,
        )
    for one in files:
        if one.fault is not None:
            yield pen.text("Left out: {file}. {fault}", file=one.name, fault=one.fault)
