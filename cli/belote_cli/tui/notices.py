"""What is said below the table to who chooses."""

from __future__ import annotations

from belote_cli.plain.dealing import choice_text
from belote_cli.plain.desk import Question
from belote_cli.plain.opening import is_opening, opening_question
from belote_cli.tui.look import Look
from belote_net.rules.cards import Card
from belote_net.table.decisions import CutPack, DealPacks


def dealing_notice(choice: CutPack | DealPacks, look: Look) -> str:
    """How the player would cut or deal now, and which keys change it."""
    text = choice_text(choice)
    if isinstance(choice, CutPack):
        return look.text("You cut {number} cards. ←→ changes, Enter cuts.", number=text)
    return look.text("You deal {packets}. ←→ changes, Enter deals.", packets=text)


def opening_notice(question: Question | None, look: Look) -> str:
    """Whether the player helps to open a hand; nothing if he is not asked."""
    if question is None or not is_opening(question.duty):
        return ""
    return opening_question(question.view, look.pen)


def silence_notice(card: Card, look: Look) -> str:
    """A card is about to be played without the belote that goes with it."""
    return look.text(
        "{card}: belote may be said. b says it; Enter again plays in silence.",
        card=look.pen.card(card),
    )
