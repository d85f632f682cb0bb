"""A written game as the events of a table: what `replay --json` tells of a log."""

from __future__ import annotations

from collections.abc import Iterator

from belote_net.notation import ToldDeal, ToldGame, Where, WrittenGame
from belote_net.notation.record import HeightSaid, Shown, TrumpSaid
from belote_net.notation.told import Laid, Opened
from belote_net.notation.writing import END, trick_points
from belote_net.rules.cards import in_pack_order
from belote_net.rules.variants import variant_for
from belote_net.table.events import (
    AllPassed,
    Announcement,
    BidMade,
    CardPlayed,
    CardsDealt,
    CardTurned,
    Cause,
    ContractMade,
    DealAnnulled,
    DealBegan,
    DealForfeited,
    DealScored,
    DeclarationsShown,
    Event,
    FalseClaimsFound,
    GameOver,
    HandOpened,
    HeightTold,
    PackCut,
    ResultSigned,
    SeatFilled,
    SeatLeft,
    TrickWon,
    TrumpAnswered,
)

Happening = tuple[Where, Event]


def events_of(game: WrittenGame) -> Iterator[tuple[int, Event]]:
    """Yield every event with the line that tells it; of what was left out, that of its deal.

    Seats are places here: nobody has signed anything.
    """
    for where, event in _happenings(game.told):
        line = game.lines.get(where) or game.lines[Where(where.deal, "deal")]
        yield line, event


def _happenings(told: ToldGame) -> Iterator[Happening]:
    for deal in told.deals:
        yield from _dealing(deal)
        yield from _bidding(deal)
        yield from _play(deal)
        yield from _ending(deal)
    if told.match.is_over:
        yield END, GameOver(told.match.winner, told.match.scores)
    for place in told.record.signed:
        yield Where(0, "signed"), ResultSigned(place)


def _dealing(deal: ToldDeal) -> Iterator[Happening]:
    record, number, dealer = deal.record, deal.number, deal.dealer
    yield Where(number, "deal"), DealBegan(number, dealer)
    if record.cut is not None:
        cutter = variant_for(deal.match.options).cutter(dealer)
        yield Where(number, "cut"), PackCut(cutter, record.cut)
    if record.pattern is not None:
        yield Where(number, "packets"), CardsDealt(dealer, record.pattern.value)
    if record.turn_up is not None:
        yield Where(number, "turn"), CardTurned(record.turn_up)


def _bidding(deal: ToldDeal) -> Iterator[Happening]:
    places = variant_for(deal.match.options).places
    bids = deal.auction.bids if deal.auction is not None else ()
    for index, (place, bid) in enumerate(bids):
        yield Where(deal.number, "bids"), BidMade(place, bid, index // places + 1)
    if deal.contract is not None:
        yield Where(deal.number, "contract"), ContractMade(deal.contract)
    if deal.is_passed:
        yield Where(deal.number, "passed"), AllPassed()


def _play(deal: ToldDeal) -> Iterator[Happening]:
    pair_played, cards, variant = False, 0, variant_for(deal.match.options)
    for where, move in deal.moves:
        match move:
            case Laid(place, played, claims):
                word = None
                if played.announced:
                    word = Announcement.REBELOTE if pair_played else Announcement.BELOTE
                yield where, CardPlayed(place, played.card, word, claims)
                pair_played = pair_played or any(
                    one.card is played.card for one in (deal.belote.plays if deal.belote else ())
                )
                cards += 1
                if cards % variant.places == 0:
                    yield where, _trick_won(deal, cards // variant.places)
            case HeightSaid(place, height):
                yield where, HeightTold(place, height)
            case TrumpSaid(place, answer):
                yield where, TrumpAnswered(place, answer)
            case Shown(place, declarations):
                yield where, DeclarationsShown(place, declarations or ())
            case Opened(place, opened):
                yield from _left(deal)
                yield where, HandOpened(place, in_pack_order(opened))


def _trick_won(deal: ToldDeal, number: int) -> TrickWon:
    trick, contract = deal.tricks[number - 1], deal.contract
    if contract is None:
        raise LookupError("nobody has taken")
    winner = variant_for(deal.match.options).trick_winner(trick, contract.trump)
    return TrickWon(winner, trick_points(trick, deal), number)


def _left(deal: ToldDeal) -> Iterator[Happening]:
    departure = deal.record.departure
    if departure is not None:
        cause = Cause(departure.cause.value)
        yield Where(deal.number, "left"), SeatLeft(departure.place, cause)


def _ending(deal: ToldDeal) -> Iterator[Happening]:
    number, departure = deal.number, deal.record.departure
    if departure is not None and not departure.opened:
        yield from _left(deal)
    if deal.false_claimers:
        yield Where(number, "false"), FalseClaimsFound(deal.false_claimers)
    totals = deal.match.scores
    if deal.is_annulled:
        yield Where(number, "annulled"), DealAnnulled(number)
    elif deal.score is not None and departure is not None and not departure.opened:
        forfeited = DealForfeited(number, departure.place, deal.score, totals)
        yield Where(number, "forfeit"), forfeited
    elif deal.score is not None and deal.contract is not None:
        yield Where(number, "outcome"), DealScored(number, deal.contract, deal.score, totals)
    newcomer = deal.record.newcomer
    if newcomer is not None and departure is not None:
        place = departure.place
        is_return = newcomer.is_same(deal.players[place])
        yield Where(number, "sits"), SeatFilled(place, newcomer.name, is_return)
