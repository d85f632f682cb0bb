"""The score of a match as a curve, deal after deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from belote_cli.pen import Pen
from belote_cli.report.markup import Markup, element
from belote_cli.scene import Scene
from belote_net.rules.cards import Team

_WIDTH: Final = 640
_HEIGHT: Final = 240
_LEFT: Final = 48
"""Room for the numbers of the axis; `_RIGHT` is for those at the end of the curves."""
_RIGHT: Final = 56
_TOP: Final = 16
_BOTTOM: Final = 28


class _Frame:
    """Where a deal and a number of points stand in the picture, in its units."""

    def __init__(self, deals: int, most: int) -> None:
        self._deals, self._most = max(deals, 1), max(most, 1)

    def x(self, deal: int) -> int:
        return _LEFT + round((_WIDTH - _LEFT - _RIGHT) * deal / self._deals)

    def y(self, points: int) -> int:
        return _HEIGHT - _BOTTOM - round((_HEIGHT - _TOP - _BOTTOM) * points / self._most)


def score_curve(totals: Sequence[Sequence[int]], target: int, scene: Scene, pen: Pen) -> Markup:
    """One line for each side; `totals` are by deal, after it, and by team.

    `target` is what ends the match; 0 if that is a number of deals.
    """
    points = [(0,) * len(scene.teams()), *map(tuple, totals)]
    frame = _Frame(len(totals), max(target, *(max(one) for one in points)))
    shapes = [*_axes(len(totals), target, frame)]
    for team in scene.teams():
        shapes += _side(team, [one[team] for one in points], scene, pen, frame)
    picture = element(
        "svg",
        *shapes,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=pen.text("The score, deal after deal"),
    )
    legend = element(
        "p",
        *(
            element("span", f"{sign} {scene.team(team, pen)} ", class_=f"side-{team}")
            for sign, team in zip(("━━", "╍╍"), scene.teams(), strict=False)
        ),
    )
    return element("figure", picture, legend)


def _axes(deals: int, target: int, frame: _Frame) -> list[Markup]:
    floor, ceiling = frame.y(0), _TOP
    shapes = [
        element("line", x1=_LEFT, y1=floor, x2=frame.x(deals), y2=floor, class_="axis"),
        element("line", x1=_LEFT, y1=floor, x2=_LEFT, y2=ceiling, class_="axis"),
        element("text", "0", x=_LEFT - 6, y=floor, text_anchor="end"),
    ]
    step = max(1, deals // 12)
    shapes += [
        element("text", str(deal), x=frame.x(deal), y=_HEIGHT - 10, text_anchor="middle")
        for deal in range(step, deals + 1, step)
    ]
    if target:
        y = frame.y(target)
        shapes += [
            element("line", x1=_LEFT, y1=y, x2=frame.x(deals), y2=y, class_="goal"),
            element("text", str(target), x=_LEFT - 6, y=y + 4, text_anchor="end"),
        ]
    return shapes


def _side(team: Team, points: Sequence[int], scene: Scene, pen: Pen, frame: _Frame) -> list[Markup]:
    places = [(frame.x(deal), frame.y(number)) for deal, number in enumerate(points)]
    name = scene.team(team, pen)
    style = f"side-{team}"
    shapes = [element("polyline", points=" ".join(f"{x},{y}" for x, y in places), class_=style)]
    for deal, ((x, y), number) in enumerate(zip(places, points, strict=True)):
        label = pen.text("{side} after deal {deal}: {points}", side=name, deal=deal, points=number)
        dot = element("circle", element("title", label), cx=x, cy=y, r=3, class_=style)
        shapes += [dot] if deal else []
    x, y = places[-1]
    shapes.append(element("text", str(points[-1]), x=x + 8, y=y + 4, class_=style))
    return shapes
