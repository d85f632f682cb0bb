"""A game told again: hands, auction, tricks and score of every deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belote_cli.card_text import sorted_hand
from belote_cli.declaration_words import false_claim_line, said_lines
from belote_cli.pen import Pen
from belote_cli.plain.opening import open_hand_line
from belote_cli.plain.situation import bid_words, trick_line
from belote_cli.scene import Scene
from belote_cli.score_words import contract_words, deal_lines, totals_line, unscored_line
from belote_cli.seat_history import change_lines
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Card, Place, card_points
from belote_net.rules.scoring import LAST_TRICK_BONUS
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.reveal import DealtHand, dealt_hands
from belote_net.table.state import Game, PlayedDeal
from belote_net.table.table import Table
from belote_protocol.seed import Seed


def replay_lines(table: Table, pen: Pen) -> Iterator[str]:
    """Every deal of a game, in words, as far as the game has come."""
    game = table.state
    if game.seating is None:
        yield pen.text("The places are not drawn yet.")
        return
    scene = Scene.of_game(game)
    yield pen.text("In order of play: {names}.", names=", ".join(scene.names))
    yield from change_lines(table, pen)
    totals = [0] * len(game.variant.teams)
    for played in game.played:
        yield ""
        then = scene.of_deal(played.deal)
        yield from _deal(table, played.deal, then, pen)
        yield from _result(played, totals, then, pen)
    if _goes_on(game):
        yield ""
        yield from _deal(table, game.current_deal, scene.of_deal(game.current_deal), pen)
        yield pen.text("Here the game was adjourned.")


def _goes_on(game: Game) -> bool:
    return game.deal is not None and len(game.played) < game.deal.number


def _result(played: PlayedDeal, totals: list[int], scene: Scene, pen: Pen) -> Iterator[str]:
    if played.score is None:
        yield unscored_line(played, pen)
        return
    for team, points in enumerate(played.score.points):
        totals[team] += points
    yield from deal_lines(played.deal.number, played.contract, played.score, scene, pen)
    yield totals_line(totals, scene, pen)


def _deal(table: Table, deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    name = scene.name(deal.dealer)
    yield pen.bold(pen.text("Deal {number}. {name} deals.", number=deal.number, name=name))
    yield from _hands(_seeds(table, deal), deal, scene, pen)
    if deal.turn_up is None or deal.auction is None:
        return
    yield pen.text("Turned card: {card}.", card=pen.card(deal.turn_up))
    bids = ", ".join(
        f"{scene.name(place)} {bid_words(bid, pen)}" for place, bid in deal.auction.bids
    )
    if bids:
        yield pen.text("Auction: {bids}.", bids=bids)
    contract = deal.contract
    if contract is None:
        return
    words = contract_words(contract, scene, pen)
    yield pen.text("Contract: {contract}.", contract=words)
    yield from said_lines(deal.declarations, scene, pen)
    if deal.opened is not None:
        name = scene.name(deal.opened.place)
        yield pen.text("{name} left this deal, and the others opened the hand.", name=name)
        yield open_hand_line(name, deal.opened.cards, contract.trump, pen)
    for number, trick in enumerate(deal.tricks, start=1):
        yield _trick(number, trick, deal, contract, scene, pen)
    if deal.trick is not None:
        yield pen.text("On the table: {cards}.", cards=trick_line(deal.trick, scene, pen))
    yield from _belote(deal, scene, pen)
    if len(deal.tricks) == deal.variant.hand_size:
        for place in deal.false_claimers():
            yield false_claim_line(place, scene, pen)


def _trick(
    number: int, trick: Trick, deal: Deal, contract: Contract, scene: Scene, pen: Pen
) -> str:
    winner = deal.variant.trick_winner(trick, contract.trump)
    points = sum(card_points(card, contract.trump) for card in trick.cards)
    if number == deal.variant.hand_size:
        points += LAST_TRICK_BONUS
    return pen.text(
        "Trick {number}: {cards}. {name} wins, {points}.",
        number=number,
        cards=trick_line(trick, scene, pen),
        name=scene.name(winner),
        points=pen.count("{number} point", "{number} points", points),
    )


def _belote(deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    holder = deal.belote.holder if deal.belote is not None else None
    if holder is not None:
        yield pen.text("Belote and rebelote: {name}.", name=scene.name(holder))


def _seeds(table: Table, deal: Deal) -> Sequence[Seed]:
    """The seeds of all seats, if they were revealed; else none."""
    state = table.deck(deal.deck_number) if deal.deck_number is not None else None
    if state is None or len(state.revealed) < len(table.members):
        return ()
    return state.revealed


def _hands(seeds: Sequence[Seed], deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    if not seeds:
        yield pen.text("The hands were not shown.")
        return
    for index, hand in enumerate(dealt_hands(deal, seeds)):
        yield pen.text(
            "Hand of {name}: {cards}; then {later}.",
            name=scene.name(Place(index)),
            cards=_cards(hand.bid_on, deal, pen),
            later=_cards(_later(hand, Place(index), deal), deal, pen),
        )


def _later(hand: DealtHand, place: Place, deal: Deal) -> tuple[Card, ...]:
    """What came after the auction, with the turned card for who took it."""
    if deal.contract is None or deal.contract.taker != place or deal.turn_up is None:
        return hand.completed
    return (deal.turn_up, *hand.completed)


def _cards(cards: Sequence[Card], deal: Deal, pen: Pen) -> str:
    trump = deal.contract.trump if deal.contract is not None else None
    return " ".join(pen.card(card) for card in sorted_hand(cards, trump))
