"""Cutting and dealing by hand: what is asked of the reader, and what his line decides."""

from __future__ import annotations

from belote_cli.pen import Pen
from belote_net.table.checks import SHORTEST_CUT
from belote_net.table.decisions import CutPack, DealPacks, Decision, Duty
from belote_net.table.messages import Cut, Distribution
from belote_net.table.view import TableView


def is_dealing(duty: Duty) -> bool:
    """Whether the reader is asked to cut or to deal, rather than to bid or to play."""
    return duty.kind in (Cut.kind, Distribution.kind)


def dealing_lines(view: TableView, duty: Duty, pen: Pen) -> tuple[str, ...]:
    """What is asked; the last line is the prompt."""
    if duty.kind == Cut.kind:
        most = len(view.variant.pack) - SHORTEST_CUT
        return (
            pen.text("You cut: how many cards do you lift?"),
            pen.bold(pen.text("{least} to {most} > ", least=SHORTEST_CUT, most=most)),
        )
    offers = "  ".join(
        f"{number}:{pattern.value}"
        for number, pattern in enumerate(view.variant.deal_patterns, start=1)
    )
    return (
        pen.text("You deal: in which packets?"),
        pen.bold(f"{offers} > "),
    )


def dealing_choices(view: TableView, duty: Duty) -> tuple[CutPack | DealPacks, ...]:
    """All that can be decided."""
    if duty.kind == Cut.kind:
        most = len(view.variant.pack) - SHORTEST_CUT
        return tuple(CutPack(lifted) for lifted in range(SHORTEST_CUT, most + 1))
    return tuple(DealPacks(pattern) for pattern in view.variant.deal_patterns)


def choice_text(choice: CutPack | DealPacks) -> str:
    """A choice as it is typed: a number of cards, or packets such as `3-2`."""
    return str(choice.lifted) if isinstance(choice, CutPack) else choice.pattern.value


def dealing_decision(line: str, view: TableView, duty: Duty) -> Decision | None:
    """What a line decides; None if it is no answer to what is asked."""
    text, choices = line.strip(), dealing_choices(view, duty)
    if duty.kind == Distribution.kind:
        by_number = {str(number): choice for number, choice in enumerate(choices, start=1)}
        if text in by_number:
            return by_number[text]
    return next((choice for choice in choices if choice_text(choice) == text), None)
