"""The score of a match as a curve, deal after deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from belote_cli.pen import Pen
from belote_cli.report.markup import Markup, element
from belote_cli.scene import Scene
from belote_net.rules.cards import Team

_WIDTH: Final = 720
_HEIGHT: Final = 280
_LEFT: Final = 64
"""Room for the numbers of the axis; `_RIGHT` is for those at the end of the curves."""
_RIGHT: Final = 56
_TOP: Final = 32
_BOTTOM: Final = 36

_LINES: Final = 6
"""Most lines across the picture."""

_UNIT: Final = 10
"""Fewest points from one line to the next."""

_DEALS: Final = 15
"""Most numbers along its foot."""

_TEXT: Final = 15
"""Height of a line of text."""


class _Frame:
    """Where a deal and a number of points stand in the picture, in its units."""

    def __init__(self, deals: int, most: int) -> None:
        self.deals, self.most = max(deals, 1), max(most, 1)

    def x(self, deal: int) -> int:
        return _LEFT + round((_WIDTH - _LEFT - _RIGHT) * deal / self.deals)

    def y(self, points: int) -> int:
        return _HEIGHT - _BOTTOM - round((_HEIGHT - _TOP - _BOTTOM) * points / self.most)


def score_curve(totals: Sequence[Sequence[int]], target: int, scene: Scene, pen: Pen) -> Markup:
    """One line for each side; `totals` are by deal, after it, and by team.

    `target` is what ends the match; 0 if that is a number of deals.
    """
    points = [(0,) * len(scene.teams()), *map(tuple, totals)]
    frame = _Frame(len(totals), max(target, *(max(one) for one in points)))
    shapes = [*_points_axis(target, frame, pen), *_deals_axis(frame, pen)]
    for team in scene.teams():
        shapes += _side(team, [one[team] for one in points], scene, pen, frame)
    shapes += _ends(points[-1], frame)
    picture = element(
        "svg",
        *shapes,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=pen.text("The score, deal after deal"),
    )
    legend = element(
        "figcaption",
        *(
            element("bdi", scene.team(team, pen), class_=f"line side-{team}")
            for team in scene.teams()
        ),
    )
    return element("figure", legend, element("div", picture, class_="wide"))


def _points_axis(target: int, frame: _Frame, pen: Pen) -> Iterator[Markup]:
    """Lines across at round numbers, and one at what ends the match."""
    end = frame.x(frame.deals)
    yield _text(pen.text("Points"), _LEFT - 10, _TOP - 16, "end")
    for points in range(0, frame.most + 1, _round_step(frame.most)):
        y = frame.y(points)
        kind = "grid" if points else "axis"
        yield element("line", x1=_LEFT, y1=y, x2=end, y2=y, class_=kind)
        if not target or abs(y - frame.y(target)) >= _TEXT:
            yield _text(str(points), _LEFT - 10, y + 4, "end")
    if target:
        y = frame.y(target)
        yield element("line", x1=_LEFT, y1=y, x2=end, y2=y, class_="goal")
        yield _text(str(target), _LEFT - 10, y + 4, "end")


def _deals_axis(frame: _Frame, pen: Pen) -> Iterator[Markup]:
    yield _text(pen.text("Deal"), _LEFT - 10, _HEIGHT - 12, "end")
    step = -(-frame.deals // _DEALS)
    for deal in range(step, frame.deals + 1, step):
        yield _text(str(deal), frame.x(deal), _HEIGHT - 12, "middle")


def _round_step(most: int) -> int:
    """The smallest round number of points at which there are not too many lines."""
    unit = _UNIT
    while most >= 10 * unit * _LINES:
        unit *= 10
    return next(unit * times for times in (1, 2, 5, 10) if most < unit * times * _LINES)


def _side(team: Team, points: Sequence[int], scene: Scene, pen: Pen, frame: _Frame) -> list[Markup]:
    places = [(frame.x(deal), frame.y(number)) for deal, number in enumerate(points)]
    name = scene.team(team, pen)
    style = f"side-{team}"
    shapes = [element("polyline", points=" ".join(f"{x},{y}" for x, y in places), class_=style)]
    for deal, ((x, y), number) in enumerate(zip(places, points, strict=True)):
        label = pen.text("{side} after deal {deal}: {points}", side=name, deal=deal, points=number)
        dot = element("circle", element("title", label), cx=x, cy=y, r=3, class_=style)
        shapes += [dot] if deal else []
    return shapes


def _ends(totals: Sequence[int], frame: _Frame) -> Iterator[Markup]:
    """What each side has at the end of its curve, the highest first, never on one another."""
    free = 0
    for team in sorted(range(len(totals)), key=lambda team: -totals[team]):
        y = max(frame.y(totals[team]) + 4, free)
        free = y + _TEXT
        yield _text(str(totals[team]), frame.x(frame.deals) + 10, y, "start", f"side-{team}")


def _text(text: str, x: int, y: int, anchor: str, kind: str = "label") -> Markup:
    return element("text", text, x=x, y=y, text_anchor=anchor, class_=kind)
