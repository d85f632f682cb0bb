"""The deals of a game, each with its hands, its auction, its tricks and its result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from belote_cli.card_text import SUIT_GLYPHS, is_red, sorted_hand
from belote_cli.pen import Pen
from belote_cli.replay_words import (
    auction_lines,
    closing_lines,
    goes_on,
    shown_hands,
    trick_points,
)
from belote_cli.report.markup import Markup, cell, element, grid, joined, paragraphs
from belote_cli.scene import Scene
from belote_cli.score_words import deal_lines, unscored_line
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Card, Place, Suit
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.state import PlayedDeal
from belote_net.table.table import Table

_RED_SIGNS: Final = "".join(glyph for suit, glyph in SUIT_GLYPHS.items() if is_red(suit))


def deal_sections(table: Table, pen: Pen, *, is_refused: bool) -> Iterator[Markup]:
    """Every deal, as far as the game has come; those who played it then are named.

    Args:
        table: the game.
        pen: how to write.
        is_refused: whether what breaks off the last deal is an entry that is wrong.
    """
    game = table.state
    scene = Scene.of_game(game)
    for played in game.played:
        then = scene.of_deal(played.deal)
        yield _section(table, played.deal, _result(played, then, pen), then, pen)
    if goes_on(game):
        ending = pen.text("Here the game was adjourned.")
        if is_refused:
            ending = pen.text("From here on the file is refused.")
        then = scene.of_deal(game.current_deal)
        yield _section(table, game.current_deal, (ending,), then, pen)


def sentence(text: str) -> Markup:
    """Words with suits in them, the red ones red."""
    parts = re.split(f"([{_RED_SIGNS}])", text)
    return joined(
        element("span", part, class_="red") if part and part in _RED_SIGNS else part
        for part in parts
    )


def _section(table: Table, deal: Deal, ending: Iterable[str], scene: Scene, pen: Pen) -> Markup:
    title = pen.text(
        "Deal {number}. {name} deals.", number=deal.number, name=scene.name(deal.dealer)
    )
    return element(
        "article",
        element("h3", title),
        _hands(table, deal, scene, pen),
        paragraphs(map(sentence, auction_lines(deal, scene, pen))),
        *([_tricks(deal, deal.contract, scene, pen)] if deal.contract and deal.tricks else []),
        paragraphs(map(sentence, closing_lines(deal, scene, pen))),
        paragraphs(map(sentence, ending)),
    )


def _result(played: PlayedDeal, scene: Scene, pen: Pen) -> tuple[str, ...]:
    if played.score is None:
        return (unscored_line(played, pen),)
    return deal_lines(played.deal.number, played.contract, played.score, scene, pen)


def _hands(table: Table, deal: Deal, scene: Scene, pen: Pen) -> Markup:
    hands = shown_hands(table, deal)
    if not hands:
        return element("p", pen.text("The hands were not shown."), class_="note")
    trump = deal.contract.trump if deal.contract is not None else None
    order = deal.variant.order_from(deal.variant.first_place(deal.dealer))
    head = (pen.text("Hand of"), pen.text("During the auction"), pen.text("Dealt after it"))
    return grid(
        head,
        (
            (
                element("th", scene.name(place), scope="row"),
                cell(_cards(hands[place].bid_on, trump, pen)),
                cell(_cards(hands[place].completed, trump, pen)),
            )
            for place in order
        ),
    )


def _tricks(deal: Deal, contract: Contract, scene: Scene, pen: Pen) -> Markup:
    places = deal.variant.order_from(deal.variant.first_place(deal.dealer))
    head = (
        pen.text("Trick"),
        *(scene.name(place) for place in places),
        pen.text("Won by"),
        pen.text("Points"),
    )
    rows = []
    for number, trick in enumerate(deal.tricks, start=1):
        winner = deal.variant.trick_winner(trick, contract.trump)
        rows.append(
            (
                element("th", str(number), scope="row"),
                *(_played(trick, place, winner, deal, pen) for place in places),
                cell(scene.name(winner)),
                cell(str(trick_points(number, deal, contract)), kind="number"),
            )
        )
    legend = element("p", pen.text("▸ leads the trick; the framed card wins it."), class_="note")
    return joined((grid(head, rows), legend))


def _played(trick: Trick, place: Place, winner: Place, deal: Deal, pen: Pen) -> Markup:
    """What the player at `place` has put on a complete trick."""
    card = trick.cards[(place - trick.leader) % len(deal.places)]
    lead = "▸ " if place == trick.leader else ""
    return cell(lead, _card(card, pen), kind="won" if place == winner else "text")


def _cards(cards: Iterable[Card], trump: Suit | None, pen: Pen) -> Markup:
    return joined(_card(card, pen) for card in sorted_hand(cards, trump))


def _card(card: Card, pen: Pen) -> Markup:
    kind = "card red" if is_red(card.suit) else "card"
    return element("span", pen.card(card), class_=kind)
