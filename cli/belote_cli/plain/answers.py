"""What a reader is told when he asks, or when what he typed cannot be done. Pure."""

from __future__ import annotations

from belote_cli.pen import Pen
from belote_cli.plain.inputs import Ask, Input, Lay, Speak, Topic, Unclear, Why
from belote_cli.plain.situation import (
    all_rules_lines,
    bid_words,
    hand_line,
    last_trick_line,
    score_lines,
    table_lines,
    waiting_line,
)
from belote_cli.rule_words import option_name, refusal_of_card, value_words
from belote_net.rules.auction import Bid
from belote_net.rules.cards import PACK, Card
from belote_net.rules.choices import Annonces, BeloteCall
from belote_net.rules.option_values import option_text
from belote_net.rules.trick import Illegality, Trick
from belote_net.table.decisions import Decision, PlaceBid, PlayCard
from belote_net.table.state import Phase
from belote_net.table.view import TableView


def decision_of(typed: Input, view: TableView) -> Decision | None:
    """The decision that a line makes, if it is one and may be made now."""
    if isinstance(typed, Speak) and typed.bid in view.bids:
        return PlaceBid(typed.bid)
    if isinstance(typed, Lay) and typed.card in view.legal:
        if typed.announce and typed.card not in view.announceable:
            return None
        return PlayCard(typed.card, announce=typed.announce, declare=typed.declare)
    return None


def answer(typed: Input, view: TableView | None, pen: Pen) -> tuple[str, ...]:
    """What to say to a line that made no decision."""
    match typed:
        case Ask():
            return _ask(typed.topic, view, pen)
        case Why() | Speak() | Lay() if view is not None and view.place is None:
            return (only_watching(pen),)
        case Unclear():
            return (unclear(typed.text, pen),)
        case Why() if view is not None:
            return (why_line(typed.card, view, pen),)
        case Speak() if view is not None:
            return (_why_not_bid(typed.bid, view, pen),)
        case Lay() if view is not None:
            return (_why_not_lay(typed, view, pen),)
    if isinstance(typed, Why | Speak | Lay):
        return (pen.text("The match has not begun."),)
    return ()


def unclear(text: str, pen: Pen) -> str:
    """What is said to a line that means nothing."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return pen.text("I do not understand “{text}”. Type ? for help.", text=shown)


def only_watching(pen: Pen) -> str:
    """What is said to a spectator who would take part."""
    return pen.text("You only watch this table: you do not play, and the players do not hear you.")


def _ask(topic: Topic, view: TableView | None, pen: Pen) -> tuple[str, ...]:
    if topic is Topic.HELP:
        return help_lines(view, pen)
    if view is None:
        return (pen.text("The match has not begun."),)
    match topic:
        case Topic.HAND:
            return (hand_line(view, pen),)
        case Topic.SCORE:
            return score_lines(view, pen)
        case Topic.LAST:
            return (last_trick_line(view, pen),)
        case Topic.TABLE:
            return table_lines(view, pen)
        case Topic.RULES:
            return all_rules_lines(view.options, pen)
    return ()


def help_lines(view: TableView | None, pen: Pen) -> tuple[str, ...]:
    """What may be typed, first what fits the moment."""
    if view is not None and view.place is None:
        return (
            pen.text("score, last, table, rules: show any of these"),
            pen.text("quit: leave; the game goes on without you"),
        )
    lines = []
    if view is not None and view.bids:
        lines.append(pen.text("Bid: p to pass, take, a suit, or a number of the list."))
        lines.append(_suits_to_type(pen))
    else:
        lines.append(
            pen.text(
                "Card: its number, or its name, such as {example}.",
                example=_example(view, pen),
            )
        )
        if view is not None and view.options.annonces is Annonces.ON:
            lines.append(pen.text("CARD silent: with the first card, declare nothing"))
        if view is not None and view.options.belote_call is not BeloteCall.AUTO:
            lines.append(pen.text("CARD belote: say belote or rebelote with the card"))
    return (
        *lines,
        pen.text("why CARD: why it may not be played"),
        pen.text("hand, score, last, table, rules: show any of these"),
        pen.text("say TEXT: talk to the table"),
        pen.text("vote: propose to go on without a player who does not speak"),
        pen.text("quit: leave; the game is adjourned and can be resumed"),
    )


def why_line(card: Card, view: TableView, pen: Pen) -> str:
    """Whether and why a card may not be played, at any moment of the play."""
    if view.contract is None or view.place is None or view.phase is not Phase.PLAYING:
        return pen.text("No card can be played before the contract is made.")
    if not view.is_my_turn:
        return pen.text("It is not your turn. {waiting}", waiting=waiting_line(view, pen))
    complete = view.trick is None or len(view.trick.cards) == len(view.players)
    trick = Trick(view.place) if complete or view.trick is None else view.trick
    why = view.variant.why_not(card, frozenset(view.hand), trick, view.contract.trump)
    if why is None:
        return pen.text("{card} may be played.", card=pen.card(card))
    return refusal_of_card(card, why, view.options, pen)


def _why_not_lay(typed: Lay, view: TableView, pen: Pen) -> str:
    if view.is_my_turn and typed.card in view.legal:
        return pen.text(
            "Neither belote nor rebelote can be said with {card}.", card=pen.card(typed.card)
        )
    if typed.card not in view.hand and view.hand:
        return refusal_of_card(typed.card, Illegality.NOT_HELD, view.options, pen)
    return why_line(typed.card, view, pen)


def _why_not_bid(bid: Bid, view: TableView, pen: Pen) -> str:
    """Why a suit cannot be taken now; passing always can."""
    suit = bid_words(bid, pen)
    auction = view.auction
    if auction is None or not view.bids:
        return pen.text("It is not your turn. {waiting}", waiting=waiting_line(view, pen))
    if auction.round == 1:
        return pen.text(
            "{suit} cannot be taken now: in the first round only the turned suit can.", suit=suit
        )
    value = view.options.round2_turned_suit.value
    return pen.text(
        "{suit} cannot be taken now: {name}, {meaning} (option {option} = {value}).",
        suit=suit,
        name=option_name("round2_turned_suit", pen.words),
        meaning=value_words("round2_turned_suit", value, pen.words),
        option="round2_turned_suit",
        value=option_text(value),
    )


def _suits_to_type(pen: Pen) -> str:
    return pen.text("Suits: s or spade, h or heart, d or diamond, c or club, or their signs.")


def _example(view: TableView | None, pen: Pen) -> str:
    """A card of the reader, or any, as its sign and as letters."""
    card = view.hand[0] if view is not None and view.hand else PACK[0]
    return f"{pen.card(card)}, {pen.cards.letters(card)}"
