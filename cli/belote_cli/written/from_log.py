"""What is written down of a game that was played at a table: read from its verified log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from belote_cli.replay_words import shown_hands
from belote_cli.seat_history import changes_of
from belote_net.notation.record import (
    Cause,
    Claimed,
    DealRecord,
    DealtCards,
    Departure,
    Ending,
    GameRecord,
    HeightSaid,
    PlayedCard,
    Player,
    Shown,
    TrumpSaid,
)
from belote_net.rules.cards import Place
from belote_net.rules.variant import DealPattern
from belote_net.table.audit import Step
from belote_net.table.deal import Deal
from belote_net.table.events import (
    BidMade,
    CardPlayed,
    CardsDealt,
    CardTurned,
    DealAnnulled,
    DealBegan,
    DealForfeited,
    DeclarationsShown,
    Event,
    HandOpened,
    HeightTold,
    PackCut,
    ResultSigned,
    SeatFilled,
    SeatLeft,
    TrumpAnswered,
)
from belote_net.table.messages import Member, MemberKind
from belote_net.table.state import Game
from belote_net.table.table import Table
from belote_protocol.entry import Seat


def day_of(arrival_ms: int) -> str | None:
    """Return the day of a time of arrival, in UTC; None if no clock of today shows it."""
    try:
        return datetime.fromtimestamp(arrival_ms / 1000, UTC).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):
        return None


def record_of(table: Table, steps: Sequence[Step], *, date: str | None) -> GameRecord | None:
    """Return the game that these entries tell; None as long as no places are drawn.

    Args:
        table: the game as it stands at the end.
        steps: all entries, with what each brought about.
        date: when it began.
    """
    game, deals = table.state, list[DealRecord]()
    if game.seating is None or game.deal is None:
        return None
    newcomers = [change.taken_by for change in changes_of(table)]
    first_dealer, signed = Place(0), list[Place]()
    for event in (event for step in steps for event in step.events):
        match event:
            case DealBegan(number, dealer):
                first_dealer = dealer if number == 1 else first_dealer
                deals.append(DealRecord())
            case SeatFilled():
                deals[-1] = replace(deals[-1], newcomer=_newcomer(game, newcomers))
            case ResultSigned(seat):
                signed.append(game.seated.place_of(Seat(seat)))
            case _ if deals:
                deals[-1] = _after(deals[-1], event, game)
    played = [*(one.deal for one in game.played), game.deal][: len(deals)]
    hands = [_hands(table, deal) for deal in played]
    return GameRecord(
        options=game.options,
        players=tuple(_player(game, game.opening.members[seat]) for seat in game.seated.by_place),
        first_dealer=first_dealer,
        deals=tuple(replace(deal, hands=hand) for deal, hand in zip(deals, hands, strict=True)),
        game=game.game.hex(),
        date=date,
        signed=tuple(sorted(signed)),
    )


def _newcomer(game: Game, newcomers: list[Member | None]) -> Player | None:
    """Who took the next seat that was left; one after the other, they are all in order."""
    member = newcomers.pop(0)
    return None if member is None else _player(game, member)


def _player(game: Game, member: Member) -> Player:
    is_bot = member.kind is MemberKind.BOT
    operator = game.seated.place_of(Seat(member.operator)) if is_bot else None
    return Player(member.name, bytes(member.identity).hex(), operator)


def _after(deal: DealRecord, event: Event, game: Game) -> DealRecord:
    """The record with what an event adds to it."""
    match event:
        case PackCut(_, lifted):
            return replace(deal, cut=lifted)
        case CardsDealt(_, pattern):
            return replace(deal, pattern=DealPattern(pattern))
        case CardTurned(card):
            return replace(deal, turn_up=card)
        case BidMade(_, bid):
            return replace(deal, bids=(*deal.bids, bid))
        case CardPlayed():
            return _after_card(deal, event, places=game.variant.places)
        case HeightTold(place, height):
            return replace(deal, said=(*deal.said, HeightSaid(place, height)))
        case TrumpAnswered(place, answer):
            return replace(deal, said=(*deal.said, TrumpSaid(place, answer)))
        case DeclarationsShown(place, declarations):
            return replace(deal, said=(*deal.said, Shown(place, declarations or None)))
    return _after_departure(deal, event, game)


def _after_card(deal: DealRecord, event: CardPlayed, *, places: int) -> DealRecord:
    played = PlayedCard(event.card, event.announcement is not None)
    said = (*deal.said, Claimed(event.place, event.claims)) if event.claims else deal.said
    *whole, last = deal.tricks or ((),)
    tricks = (*whole, (*last, played))
    if len(last) == places:
        tricks = (*deal.tricks, (played,))
    return replace(deal, said=said, tricks=tricks)


def _after_departure(deal: DealRecord, event: Event, game: Game) -> DealRecord:
    departure = deal.departure
    match event:
        case SeatLeft(seat, cause) if departure is None:
            place = game.seated.place_of(Seat(seat))
            return replace(deal, departure=Departure(place, Cause(cause.value)))
        case HandOpened(_, cards) if departure is not None:
            return replace(deal, departure=replace(departure, opened=frozenset(cards)))
        case DealForfeited() if departure is not None:
            return replace(deal, departure=replace(departure, ending=Ending.FORFEIT))
        case DealAnnulled() if departure is not None:
            return replace(deal, departure=replace(departure, ending=Ending.ANNULLED))
    return deal


def _hands(table: Table, deal: Deal) -> tuple[DealtCards, ...]:
    """The hands as they were dealt; or as they were played, if that is all the log tells."""
    shown = shown_hands(table, deal)
    if shown:
        return tuple(DealtCards(frozenset(one.bid_on), frozenset(one.completed)) for one in shown)
    if len(deal.tricks) < deal.variant.hand_size:
        return ()
    return tuple(DealtCards(frozenset(deal.played_by(place))) for place in deal.places)
