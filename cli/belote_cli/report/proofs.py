"""The state of the proofs: what was checked, how often, and where every chain stands."""

from __future__ import annotations

from collections import Counter

from belote_cli.arguments import PROGRAM
from belote_cli.pen import Pen
from belote_cli.proof_words import PROVEN
from belote_cli.report.markup import Markup, cell, element, grid, heading, joined, paragraphs
from belote_net.table.audit import Audit
from belote_net.table.table import Table


def proof_state(audit: Audit, table: Table, pen: Pen) -> Markup:
    """Entries by kind with what their checks establish; the head of each chain; who signed."""
    checked = pen.count(
        "{number} entry was checked: its signature, its place, its link, and what its kind asks "
        "for.",
        "{number} entries were checked, every one: its signature, its place, its link, and what "
        "its kind asks for.",
        len(audit.steps),
    )
    counts = Counter(step.signed.entry.kind for step in audit.steps)
    kinds = grid(
        (
            heading(pen.text("Kind")),
            heading(pen.text("Entries"), kind="number"),
            heading(pen.text("What the check has shown")),
        ),
        (
            (
                cell(element("code", kind)),
                cell(str(number), kind="number"),
                cell(pen.text(PROVEN[kind])),
            )
            for kind, number in counts.items()
        ),
    )
    chains = grid(
        (
            heading(pen.text("Chain")),
            heading(pen.text("Entries"), kind="number"),
            heading(pen.text("Head")),
        ),
        (
            (cell(chain), cell(str(number), kind="number"), cell(element("code", head.hex())))
            for chain, (number, head) in table.log.counts().items()
        ),
    )
    proof = pen.text(
        "This page proves nothing by itself: the game's file does. Check it with: {command}",
        command=f"{PROGRAM} verify",
    )
    note = element("p", proof, class_="note")
    return joined((paragraphs([checked, _signatures(table, pen)]), kinds, chains, note))


def _signatures(table: Table, pen: Pen) -> str:
    game = table.state
    names = [game.members[seat].name for seat in game.present_seats[: game.signed]]
    if not names:
        return pen.text("Nobody has signed a result yet.")
    return pen.text("Result signed by: {names}.", names=", ".join(names))
