"""Opening the hand of a player who has left: what is asked of the others, and what is shown."""

from __future__ import annotations

from collections.abc import Iterable

from belote_cli.card_text import plain_text, sorted_hand
from belote_cli.pen import Pen
from belote_cli.plain.desk import Question
from belote_net.rules.cards import Card, Suit
from belote_net.table.decisions import Duty, OpenHand
from belote_net.table.messages import Recover
from belote_net.table.view import TableView

_WILLING = frozenset(("o", "open", "ouvrir"))
_UNWILLING = frozenset(("d", "decline", "decliner"))


def is_opening(duty: Duty) -> bool:
    """Whether the reader is asked to help open a hand."""
    return duty.kind == Recover.kind


def opening_lines(view: TableView, pen: Pen) -> tuple[str, ...]:
    """What is asked; the last line is the prompt."""
    return (opening_line(view, pen), pen.bold(f"{opening_question(view, pen)} > "))


def opening_line(view: TableView, pen: Pen) -> str:
    """What follows if the hand is opened, and if it is not."""
    return pen.text(
        "{name} has left the deal. If all of you open the hand, it plays on by a fixed rule; if "
        "one declines, the deal is forfeited.",
        name=absent_name(view),
    )


def opening_question(view: TableView, pen: Pen) -> str:
    """The question, with the keys that answer it."""
    return pen.text("Open {name}'s hand? [o]pen / [d]ecline", name=absent_name(view))


def opening_answer(question: Question | None, line: str) -> OpenHand | None:
    """What a line or a key decides; None if it is no answer, or nothing of this is asked."""
    word = plain_text(line.strip())
    if question is None or not is_opening(question.duty):
        return None
    return OpenHand(word in _WILLING) if word in _WILLING | _UNWILLING else None


def absent_name(view: TableView) -> str:
    """Who has left."""
    return view.players[view.absent].name if view.absent is not None else ""


def open_hand_line(name: str, cards: Iterable[Card], trump: Suit | None, pen: Pen) -> str:
    """A hand that lies in the open."""
    listed = " ".join(pen.card(card) for card in sorted_hand(tuple(cards), trump))
    return pen.text("{name}'s hand lies open: {cards}.", name=name, cards=listed)
