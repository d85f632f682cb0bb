"""`belote-net bench`: the numbers that the program promises, measured on this machine."""

from __future__ import annotations

import sys
from typing import Final

from belote_cli.bench.duels import PAIRINGS, Duel, DuelFigure, figure_of, play_duels
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
from belote_cli.words import msg
from belote_net.bots.strength import Strength
from belote_net.rules.options import Options
from belote_net.rules.presets import DEFAULT_PRESET, PRESETS
from belote_net.rules.variants import variant_for

_FEWEST_PAIRS: Final = 2
_SKILLS: Final = {
    None: msg("legal cards at random"),
    Strength.BEGINNER: msg("beginners"),
    Strength.REGULAR: msg("regular players"),
    Strength.EXPERT: msg("experts"),
}


def run(invocation: Invocation) -> ExitCode:
    """Measure, and print each figure with its bound."""
    if invocation.arguments.bots:
        return _measure_bots(invocation)
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


def _measure_bots(invocation: Invocation) -> ExitCode:
    """Let the strengths play one another over mirrored deals."""
    arguments, pen = invocation.arguments, invocation.pen
    options = PRESETS.get(arguments.preset or DEFAULT_PRESET)
    if options is None:
        raise invocation.usage_error(
            "There are no rules called {name}: choose of {names}.",
            name=arguments.preset,
            names=", ".join(PRESETS),
        )
    if arguments.pairs < _FEWEST_PAIRS:
        raise invocation.usage_error(
            "At least {number} deals are needed to tell how sure a figure is.",
            number=_FEWEST_PAIRS,
        )
    for ours, theirs in PAIRINGS:
        pairs = arguments.pairs
        duels = play_duels(ours, theirs, options, pairs=pairs, seed=arguments.seed)
        played = [_shown(duel, done, pairs) for done, duel in enumerate(duels, start=1)]
        invocation.console.lines(duel_lines(ours, theirs, figure_of(played), pen))
    return ExitCode.FINE


def duel_lines(
    ours: Strength, theirs: Strength | None, figure: DuelFigure, pen: Pen
) -> tuple[str, ...]:
    """How many points a deal one pair is better, how sure that is, and how long it thinks."""
    better = pen.text(
        "{ours} against {theirs}: {mean} points a deal, {low} to {high} in 95 of 100 cases",
        ours=pen.text(_SKILLS[ours]),
        theirs=pen.text(_SKILLS[theirs]),
        mean=f"{figure.mean:+.1f}",
        low=f"{figure.mean - figure.margin:+.1f}",
        high=f"{figure.mean + figure.margin:+.1f}",
    )
    thought = pen.text(
        "  {pairs} mirrored deals; a decision takes {median} s, {worst} s at most",
        pairs=figure.deals,
        median=f"{figure.median_s:.3f}",
        worst=f"{figure.worst_s:.3f}",
    )
    return better, thought


def _shown(duel: Duel, done: int, pairs: int) -> Duel:
    """The same duel, once a person who looks has been told how far all of them are."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done}/{pairs} " + ("\r" if done == pairs else ""))
        sys.stderr.flush()
    return duel


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
