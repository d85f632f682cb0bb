"""The deals of a game, each with its hands, its auction, its tricks and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from belote_cli.pen import Pen
from belote_cli.replay_words import Tale, auction_lines, closing_lines
from belote_cli.report.cards import card, sentence
from belote_cli.report.hands import round_the_table
from belote_cli.report.markup import Markup, cell, element, grid, heading, paragraphs
from belote_cli.scene import Scene
from belote_cli.score_words import deal_lines, unscored_line
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place
from belote_net.rules.counting import trick_points
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.state import PlayedDeal


def deal_sections(tale: Tale, pen: Pen, *, is_refused: bool) -> Iterator[Markup]:
    """Every deal, as far as the game has come; those who played it then are named.

    Args:
        tale: the game.
        pen: how to write.
        is_refused: whether what breaks off the last deal is an entry that is wrong.
    """
    for played in tale.played:
        then = tale.scene.of_deal(played.deal)
        yield _section(tale, played.deal, _result(played, then, pen), then, pen)
    if tale.current is not None:
        ending = pen.text("Here the game was adjourned.")
        if is_refused:
            ending = pen.text("From here on the file is refused.")
        then = tale.scene.of_deal(tale.current)
        yield _section(tale, tale.current, (ending,), then, pen)


def legend(pen: Pen) -> Markup:
    """How a deal is drawn."""
    hands = pen.text(
        "In a hand, the lower row was dealt after the auction; the turned card is the taker's."
    )
    tricks = pen.text("▸ leads the trick; the framed card wins it.")
    return element("p", f"{hands} {tricks}", class_="note")


def _section(tale: Tale, deal: Deal, ending: Iterable[str], scene: Scene, pen: Pen) -> Markup:
    title = pen.text(
        "Deal {number}. {name} deals.", number=deal.number, name=scene.name(deal.dealer)
    )
    before = element(
        "div",
        _hands(tale, deal, scene, pen),
        paragraphs(map(sentence, auction_lines(deal, scene, pen))),
    )
    play = [before]
    if deal.contract and deal.tricks:
        play.append(element("div", _tricks(deal, deal.contract, scene, pen)))
    return element(
        "article",
        element("h3", title),
        element("div", *play, class_="play"),
        paragraphs(map(sentence, closing_lines(deal, scene, pen))),
        element("div", paragraphs(map(sentence, ending)), class_="result"),
    )


def _result(played: PlayedDeal, scene: Scene, pen: Pen) -> tuple[str, ...]:
    if played.score is None:
        return (unscored_line(played, pen),)
    return deal_lines(played.deal.number, played.contract, played.score, scene, pen)


def _hands(tale: Tale, deal: Deal, scene: Scene, pen: Pen) -> Markup:
    hands = tale.hands[deal.number]
    if not hands:
        return element("p", pen.text("The hands were not shown."), class_="note")
    return round_the_table(deal, hands, scene, pen)


def _tricks(deal: Deal, contract: Contract, scene: Scene, pen: Pen) -> Markup:
    places = deal.variant.order_from(deal.variant.first_place(deal.dealer))
    head = (
        heading(pen.text("Trick")),
        *(heading(element("bdi", scene.name(place)), kind="played name") for place in places),
        heading(pen.text("Won by"), kind="text winner"),
        heading(pen.text("Points"), kind="number"),
    )
    rows = []
    for number, trick in enumerate(deal.tricks, start=1):
        winner = deal.variant.trick_winner(trick, contract.trump)
        is_last = number == deal.variant.hand_size
        points = trick_points(trick, contract.trump, is_last=is_last)
        rows.append(
            (
                element("th", str(number), scope="row"),
                *(_played(trick, place, winner, deal, pen) for place in places),
                cell(element("bdi", scene.name(winner)), kind="name winner"),
                cell(str(points), kind="number"),
            )
        )
    return grid(head, rows)


def _played(trick: Trick, place: Place, winner: Place, deal: Deal, pen: Pen) -> Markup:
    """What the player at `place` has put on a complete trick."""
    played = trick.cards[(place - trick.leader) % len(deal.places)]
    lead = [element("span", "▸ ", class_="lead")] if place == trick.leader else []
    return cell(*lead, card(played, pen), kind="played won" if place == winner else "played")
