"""The score: the board with the totals, and the sheet of every deal with its formulas."""

from __future__ import annotations

from itertools import accumulate

from belote_cli.pen import Pen
from belote_cli.report.cards import sentence
from belote_cli.report.curve import score_curve
from belote_cli.report.markup import Markup, cell, element, grid, heading, joined
from belote_cli.rule_words import OUTCOMES
from belote_cli.scene import Scene
from belote_cli.score_words import formula, target_words
from belote_cli.words import capital
from belote_net.rules.match import Match
from belote_net.table.state import Game, PlayedDeal


def score_board(game: Game, match: Match, pen: Pen) -> Markup:
    """Both sides with what they have, in large figures, and what ends the match."""
    scene = Scene.of_game(game)
    most = max(match.scores)
    sides = [
        element(
            "div",
            element("bdi", scene.team(team, pen)),
            element("strong", str(match.scores[team])),
            class_=f"side-{team} ahead" if match.scores[team] == most else f"side-{team}",
        )
        for team in scene.teams()
    ]
    goal = element("p", f"{capital(target_words(match.options, pen))}.", class_="note")
    return element("div", *sides, goal, class_="board")


def score_sheet(game: Game, match: Match, pen: Pen) -> Markup:
    """Curve and sheet of a game whose places are drawn."""
    scene = Scene.of_game(game)
    if not game.played:
        return element("p", pen.text("No deal is finished yet."))
    totals = _totals(game)
    head = [
        heading(pen.text("Deal"), kind="number"),
        heading(pen.text("Taker")),
        heading(pen.text("Result")),
    ]
    for team in scene.teams():
        side = element("bdi", capital(scene.team(team, pen)), class_=f"side-{team}")
        head += [heading(pen.text("Points"), kind="formula"), heading(side, kind="total")]
    rows = (
        _row(played, after, scene.of_deal(played.deal), pen)
        for played, after in zip(game.played, totals, strict=True)
    )
    curve = score_curve(totals, match.options.target, scene, pen)
    return joined((curve, grid(head, rows)))


def _totals(game: Game) -> tuple[tuple[int, ...], ...]:
    """By deal, what each team has after it."""
    nothing = (0,) * len(game.variant.teams)
    points = [played.score.points if played.score else nothing for played in game.played]
    return tuple(accumulate(points, lambda old, new: tuple(map(sum, zip(old, new, strict=True)))))


def _row(played: PlayedDeal, totals: tuple[int, ...], scene: Scene, pen: Pen) -> list[Markup]:
    cells = [
        element("th", str(played.deal.number), scope="row", class_="number"),
        _taker(played, scene, pen),
        cell(_outcome(played, pen)),
    ]
    for team in scene.teams():
        cells += [
            cell(formula(played.score, team, pen) if played.score else "—", kind="formula"),
            cell(str(totals[team]), kind="total"),
        ]
    return cells


def _taker(played: PlayedDeal, scene: Scene, pen: Pen) -> Markup:
    """Trump and who took, such as `♥ Jo`."""
    contract = played.contract
    if contract is None:
        return cell("—")
    name = element("bdi", scene.name(contract.taker))
    return cell(sentence(pen.suit(contract.trump)), "\xa0", name, kind="name")


def _outcome(played: PlayedDeal, pen: Pen) -> str:
    if played.score is not None:
        return pen.text(OUTCOMES[played.score.outcome])
    return pen.text("annulled") if played.is_annulled else pen.text("all passed")
