"""The whole page of a game: the verdict first, then all that is right in it."""

from __future__ import annotations

from belote_cli.audit_words import VERDICTS, arrival_time, refusal_lines, short_name
from belote_cli.card_text import CardText
from belote_cli.game_files import FileAudit
from belote_cli.pen import Pen
from belote_cli.plain.situation import rules_lines
from belote_cli.replay_words import table_tale
from belote_cli.report.deals import deal_sections, legend
from belote_cli.report.document import document
from belote_cli.report.markup import Markup, element, joined, paragraphs
from belote_cli.report.players import players_table
from belote_cli.report.proofs import proof_state
from belote_cli.report.sheet import score_board, score_sheet
from belote_cli.seat_history import change_lines, people_of
from belote_cli.statement_words import statement_lines
from belote_cli.words import Words
from belote_net.table.table import Table


def report_page(found: FileAudit, words: Words) -> str:
    """A verified file as HTML: the verdict first, then all that is right in it."""
    pen = Pen(words, CardText(words.language))
    table = found.audit.table
    title = pen.text("A game of belote")
    if table is not None:
        title = pen.text("Game {game}", game=short_name(table.game))
    body = [element("h1", title), _verdict(found, pen)]
    if table is not None:
        body += _parts(found, table, pen)
    return document(title, *body, language=words.language)


def _verdict(found: FileAudit, pen: Pen) -> Markup:
    audit = found.audit
    lines: list[str] = []
    if audit.refusal is not None:
        lines += refusal_lines(audit.refusal, audit.table, pen, arrival_ms=found.arrival_ms)
        if audit.table is not None:
            lines.append(pen.text("What follows is the part before it, which is right."))
    if found.torn_bytes:
        lines.append(
            pen.count(
                "The last record is incomplete ({number} byte): a crash left it, it is ignored.",
                "The last record is incomplete ({number} bytes): a crash left it, it is ignored.",
                found.torn_bytes,
            )
        )
    strong = element("strong", pen.text(VERDICTS[audit.verdict]))
    kind = f"verdict {audit.verdict.value}"
    return element("section", paragraphs([strong, *lines]), class_=kind)


def _parts(found: FileAudit, table: Table, pen: Pen) -> list[Markup]:
    game = table.state
    parts = [] if game.match is None else [score_board(game, game.match, pen)]
    parts.append(_part(pen.text("Players and rules"), _players(found, table, pen)))
    if game.match is None:
        parts.append(paragraphs([pen.text("The places are not drawn yet.")]))
    else:
        tale, is_refused = table_tale(table, pen), found.audit.refusal is not None
        deals = deal_sections(tale, pen, is_refused=is_refused)
        parts.append(_part(pen.text("The score"), score_sheet(game, game.match, pen)))
        parts.append(_part(pen.text("The deals"), joined((legend(pen), *deals))))
    return [*parts, _part(pen.text("What is proven"), proof_state(found.audit, table, pen))]


def _players(found: FileAudit, table: Table, pen: Pen) -> Markup:
    game = table.state
    lines = [*rules_lines(game.options, pen), *change_lines(table, pen)]
    lines += statement_lines(found.statements, people_of(table), len(game.members), pen)
    began = None if found.began_ms is None else arrival_time(found.began_ms)
    if began is not None:
        lines.append(
            pen.text("Begun at {time}, by the clock of the machine that kept the file.", time=began)
        )
    return joined((players_table(game, pen), paragraphs(lines)))


def _part(title: str, content: Markup) -> Markup:
    return element("section", element("h2", title), content)
