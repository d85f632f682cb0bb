"""A written game as the events of a table: what `replay --json` tells of a log."""

from __future__ import annotations

from collections.abc import Iterator

from belote_net.notation import ToldDeal, ToldGame, Where, WrittenGame
from belote_net.notation.record import HeightSaid, Shown, TrumpSaid
from belote_net.notation.told import Laid, Opened, ToldPlay
from belote_net.notation.writing import END
from belote_net.rules.cards import in_pack_order
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
        if deal.play is not None:
            yield from _play(deal, deal.play)
        yield from _ending(deal)
    if told.match.is_over:
        yield END, GameOver(told.match.winner, told.match.scores)
    for place in told.record.signed:
        yield Where(0, "signed"), ResultSigned(place)


def _dealing(deal: ToldDeal) -> Iterator[Happening]:
    record, number, dealer = deal.record, deal.number, deal.dealer
    yield Where(number, "deal"), DealBegan(number, dealer)
    if record.cut is not None:
        cutter = deal.variant.cutter(dealer)
        yield Where(number, "cut"), PackCut(cutter, record.cut)
    if record.pattern is not None:
        yield Where(number, "packets"), CardsDealt(dealer, record.pattern.value)
    if record.turn_up is not None:
        yield Where(number, "turn"), CardTurned(record.turn_up)


def _bidding(deal: ToldDeal) -> Iterator[Happening]:
    places = deal.variant.places
    bids = deal.auction.bids if deal.auction is not None else ()
    for index, (place, bid) in enumerate(bids):
        yield Where(deal.number, "bids"), BidMade(place, bid, index // places + 1)
    if deal.play is not None:
        yield Where(deal.number, "contract"), ContractMade(deal.play.contract)
    if deal.is_passed:
        yield Where(deal.number, "passed"), AllPassed()


def _play(deal: ToldDeal, play: ToldPlay) -> Iterator[Happening]:
    pair_played, cards, places = False, 0, deal.variant.places
    for where, move in play.moves:
        match move:
            case Laid(place, played, claims):
                word = None
                if played.announced:
                    word = Announcement.REBELOTE if pair_played else Announcement.BELOTE
                yield where, CardPlayed(place, played.card, word, claims)
                pair_played |= any(one.card is played.card for one in play.belote.plays)
                cards += 1
                if cards % places == 0:
                    won = play.tricks[cards // places - 1]
                    yield where, TrickWon(won.winner, won.points, cards // places)
            case HeightSaid(place, height):
                yield where, HeightTold(place, height)
            case TrumpSaid(place, answer):
                yield where, TrumpAnswered(place, answer)
            case Shown(place, declarations):
                yield where, DeclarationsShown(place, declarations or ())
            case Opened(place, opened):
                yield from _left(deal)
                yield where, HandOpened(place, in_pack_order(opened))


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
    elif deal.score is not None and deal.play is not None:
        contract = deal.play.contract
        yield Where(number, "outcome"), DealScored(number, contract, deal.score, totals)
    newcomer = deal.record.newcomer
    if newcomer is not None and departure is not None:
        place = departure.place
        is_return = newcomer.is_same(deal.players[place])
        yield Where(number, "sits"), SeatFilled(place, newcomer.name, is_return)
