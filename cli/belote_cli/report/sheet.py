"""The score sheet: every deal with the formula of each side, and the totals."""

from __future__ import annotations

from itertools import accumulate

from belote_cli.pen import Pen
from belote_cli.report.curve import score_curve
from belote_cli.report.deals import sentence
from belote_cli.report.markup import Markup, cell, element, grid, joined, paragraphs
from belote_cli.rule_words import OUTCOMES
from belote_cli.scene import Scene
from belote_cli.score_words import capital, contract_words, formula, target_words, totals_line
from belote_net.rules.match import Match
from belote_net.table.state import Game, PlayedDeal


def score_sheet(game: Game, match: Match, pen: Pen) -> Markup:
    """Curve and sheet of a game whose places are drawn."""
    scene = Scene.of_game(game)
    goal = capital(target_words(match.options, pen))
    score = paragraphs([f"{totals_line(match.scores, scene, pen)} {goal}."])
    if not game.played:
        return score
    totals = _totals(game)
    head = [pen.text("Deal"), pen.text("Contract"), pen.text("Result")]
    for team in scene.teams():
        head += [capital(scene.team(team, pen)), pen.text("Total")]
    rows = (
        _row(played, after, scene.of_deal(played.deal), pen)
        for played, after in zip(game.played, totals, strict=True)
    )
    curve = score_curve(totals, match.options.target, scene, pen)
    return joined((score, curve, grid(head, rows)))


def _totals(game: Game) -> tuple[tuple[int, ...], ...]:
    """By deal, what each team has after it."""
    nothing = (0,) * len(game.variant.teams)
    points = [played.score.points if played.score else nothing for played in game.played]
    return tuple(accumulate(points, lambda old, new: tuple(map(sum, zip(old, new, strict=True)))))


def _row(played: PlayedDeal, totals: tuple[int, ...], scene: Scene, pen: Pen) -> list[Markup]:
    cells = [element("th", str(played.deal.number), scope="row")]
    if played.contract is None:
        cells.append(cell("—"))
    else:
        cells.append(cell(sentence(contract_words(played.contract, scene, pen))))
    cells.append(cell(_outcome(played, pen)))
    for team in scene.teams():
        cells += [
            cell(formula(played.score, team, pen) if played.score else "—"),
            cell(str(totals[team]), kind="number"),
        ]
    return cells


def _outcome(played: PlayedDeal, pen: Pen) -> str:
    if played.score is not None:
        return pen.text(OUTCOMES[played.score.outcome])
    return pen.text("annulled") if played.is_annulled else pen.text("all passed")
