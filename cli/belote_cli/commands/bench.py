"""`belote-net bench`: the numbers that the program promises, measured on this machine."""

from __future__ import annotations

from belote_cli.bench.measures import (
    DEALS,
    Figure,
    audit_figure,
    deal_figures,
    entry_figures,
    help_figure,
    memory_figure,
    play_deals,
    rules_figures,
)
from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_cli.pen import Pen
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for


def run(invocation: Invocation) -> ExitCode:
    """Measure, and print each figure with its bound."""
    console, pen = invocation.console, invocation.pen
    console.line(
        pen.count("Playing {number} deal in memory…", "Playing {number} deals in memory…", DEALS)
    )
    steps = play_deals()
    seats = variant_for(Options()).places
    figures = [*entry_figures(steps), *deal_figures(steps, seats), audit_figure(steps)]
    figures += [*rules_figures(), help_figure()]
    memory = memory_figure()
    if memory is not None:
        figures.append(memory)
    for figure in figures:
        console.line(figure_line(figure, pen))
    return ExitCode.FINE


def figure_line(figure: Figure, pen: Pen) -> str:
    """One figure: its value, its operations, its bound and whether that is held."""
    name = pen.text(figure.name)
    line = pen.text("{name}: {value}", name=name, value=_value(figure.value, figure.unit))
    if figure.operations is not None:
        line += ", " + pen.count(
            "{number} multiplication", "{number} multiplications", figure.operations
        )
    if figure.bound is None:
        return line
    limit = f"{figure.bound.side.value} {_value(figure.bound.limit, figure.unit)}"
    if figure.bound.is_held(figure.value):
        return line + pen.text(" (promised {limit}: held)", limit=limit)
    return line + pen.text(" (promised {limit}: NOT held)", limit=limit)


def _value(value: float, unit: str) -> str:
    if unit == "/s":
        return f"{value:,.0f}/s".replace(",", " ")
    return f"{value:.3g} {unit}"
