"""A game told again: hands, auction, tricks and score of every deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from belote_cli.card_text import sorted_hand
from belote_cli.declaration_words import false_claim_line, said_lines
from belote_cli.pen import Pen
from belote_cli.plain.narrate import bid_line
from belote_cli.plain.opening import open_hand_line
from belote_cli.plain.situation import trick_line
from belote_cli.scene import Scene
from belote_cli.score_words import contract_words, deal_lines, totals_line, unscored_line
from belote_cli.seat_history import change_lines
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Card, Place
from belote_net.rules.counting import trick_points
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.reveal import DealtHand, dealt_hands
from belote_net.table.state import PlayedDeal
from belote_net.table.table import Table


@dataclass(frozen=True, slots=True)
class Tale:
    """A game as it is told again, wherever it was read.

    Attributes:
        changes: who left and who came, in words.
        played: deals that are over; `current` is the one that is not.
        hands: by number of a deal, its hands as they were dealt; empty if they are not known.
    """

    scene: Scene
    changes: tuple[str, ...]
    played: tuple[PlayedDeal, ...]
    current: Deal | None
    hands: Mapping[int, tuple[DealtHand, ...]]


def replay_lines(table: Table, pen: Pen) -> Iterator[str]:
    """Every deal of a game, in words, as far as the game has come."""
    if table.state.seating is None:
        yield pen.text("The places are not drawn yet.")
        return
    yield from tale_lines(table_tale(table, pen), pen)


def table_tale(table: Table, pen: Pen) -> Tale:
    """A game whose log was verified, and whose places are drawn."""
    game = table.state
    goes_on = game.deal is not None and len(game.played) < game.deal.number
    current = game.current_deal if goes_on else None
    deals = [*(one.deal for one in game.played), *([current] if current is not None else [])]
    return Tale(
        scene=Scene.of_game(game),
        changes=change_lines(table, pen),
        played=game.played,
        current=current,
        hands={deal.number: shown_hands(table, deal) for deal in deals},
    )


def tale_lines(tale: Tale, pen: Pen) -> Iterator[str]:
    """A game in words, deal by deal."""
    scene = tale.scene
    yield pen.text("In order of play: {names}.", names=", ".join(scene.names))
    yield from tale.changes
    totals = [0] * len(scene.variant.teams)
    for played in tale.played:
        yield ""
        then = scene.of_deal(played.deal)
        yield from _deal(tale, played.deal, then, pen)
        yield from _result(played, totals, then, pen)
    if tale.current is not None:
        yield ""
        yield from _deal(tale, tale.current, scene.of_deal(tale.current), pen)
        yield pen.text("Here the game was adjourned.")


def _result(played: PlayedDeal, totals: list[int], scene: Scene, pen: Pen) -> Iterator[str]:
    if played.score is None:
        yield unscored_line(played, pen)
        return
    for team, points in enumerate(played.score.points):
        totals[team] += points
    yield from deal_lines(played.deal.number, played.contract, played.score, scene, pen)
    yield totals_line(totals, scene, pen)


def _deal(tale: Tale, deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    name = scene.name(deal.dealer)
    yield pen.bold(pen.text("Deal {number}. {name} deals.", number=deal.number, name=name))
    yield from _hands(tale, deal, scene, pen)
    yield from auction_lines(deal, scene, pen)
    if deal.contract is not None:
        for number, trick in enumerate(deal.tricks, start=1):
            yield _trick(number, trick, deal, deal.contract, scene, pen)
    yield from closing_lines(deal, scene, pen)


def auction_lines(deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    """What a deal was before its first trick: bids, contract, declarations, an open hand."""
    if deal.turn_up is None or deal.auction is None:
        return
    yield pen.text("Turned card: {card}.", card=pen.card(deal.turn_up))
    bids = " ".join(bid_line(place, bid, scene, pen) for place, bid in deal.auction.bids)
    if bids:
        yield pen.text("Auction: {bids}", bids=bids)
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


def closing_lines(deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    """What is left to say of a deal after its complete tricks."""
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
    is_last = number == deal.variant.hand_size
    points = trick_points(trick, contract.trump, is_last=is_last)
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


def shown_hands(table: Table, deal: Deal) -> tuple[DealtHand, ...]:
    """By place, the cards as they were dealt; nothing unless all seats have revealed them.

    With the turned card for who took it.
    """
    state = table.decks.deck(deal.deck_number) if deal.deck_number is not None else None
    if state is None or len(state.revealed) < len(table.members):
        return ()
    hands = dealt_hands(deal, state.revealed)
    if deal.contract is None or deal.turn_up is None:
        return hands
    taker = deal.contract.taker
    full = replace(hands[taker], completed=(deal.turn_up, *hands[taker].completed))
    return (*hands[:taker], full, *hands[taker + 1 :])


def _hands(tale: Tale, deal: Deal, scene: Scene, pen: Pen) -> Iterator[str]:
    hands = tale.hands[deal.number]
    if not hands:
        yield pen.text("The hands were not shown.")
    for index, hand in enumerate(hands):
        if not hand.completed:
            yield pen.text(
                "Hand of {name}: {cards}.",
                name=scene.name(Place(index)),
                cards=_cards(hand.bid_on, deal, pen),
            )
            continue
        yield pen.text(
            "Hand of {name}: {cards}; then {later}.",
            name=scene.name(Place(index)),
            cards=_cards(hand.bid_on, deal, pen),
            later=_cards(hand.completed, deal, pen),
        )


def _cards(cards: Sequence[Card], deal: Deal, pen: Pen) -> str:
    trump = deal.contract.trump if deal.contract is not None else None
    return " ".join(pen.card(card) for card in sorted_hand(cards, trump))
