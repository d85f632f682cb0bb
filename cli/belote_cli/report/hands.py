"""The four hands of a deal, laid out as the players sat round the table."""

from __future__ import annotations

from belote_cli.pen import Pen
from belote_cli.report.cards import card, cards
from belote_cli.report.markup import Markup, element
from belote_cli.scene import Scene
from belote_cli.sides import sides_of
from belote_net.rules.cards import Place
from belote_net.table.deal import Deal
from belote_net.table.reveal import DealtHand


def round_the_table(deal: Deal, hands: tuple[DealtHand, ...], scene: Scene, pen: Pen) -> Markup:
    """Every hand at its side of the table, and the turned card in the middle.

    Args:
        deal: whose hands they are.
        hands: by place.
        scene: who sat there.
        pen: how to write.
    """
    direction = deal.variant.options.direction
    sides = sides_of(deal.variant, direction, None)
    order = deal.variant.order_from(deal.variant.first_place(deal.dealer))
    middle = [card(deal.turn_up, pen)] if deal.turn_up is not None else []
    return element(
        "div",
        *(
            element(
                "div",
                element("p", _name(deal, place, scene, pen)),
                *_rows(deal, hands[place], pen),
                class_=f"hand {sides[place].value}",
            )
            for place in order
        ),
        element("div", *middle, class_="turned"),
        class_="felt",
    )


def _name(deal: Deal, place: Place, scene: Scene, pen: Pen) -> Markup:
    marks = []
    if place == deal.dealer:
        marks.append(pen.text("dealer"))
    if deal.contract is not None and place == deal.contract.taker:
        marks.append(pen.text("taker"))
    name = element("bdi", scene.name(place), class_=f"side-{scene.variant.team_of(place)}")
    notes = [element("small", f" · {mark}") for mark in marks]
    return element("strong", name, *notes)


def _rows(deal: Deal, hand: DealtHand, pen: Pen) -> list[Markup]:
    """The cards on which was bid; below them what was dealt once a contract was made."""
    trump = deal.contract.trump if deal.contract is not None else None
    rows = [element("div", cards(hand.bid_on, trump, pen), class_="cards")]
    if hand.completed:
        rows.append(element("div", cards(hand.completed, trump, pen), class_="cards later"))
    return rows
