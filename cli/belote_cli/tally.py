"""The score of a game by its entries alone, at a glance: cards are counted, nothing is proven.

Only what the log itself confirms is told: every deal begins with a digest of the score before it,
and the match ends with one. A game in which anything else than cards made the score, such as a
player who left for good, is counted by nobody but the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from belote_net.errors import RuleError
from belote_net.rules.auction import Auction, Bid
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import PACK
from belote_net.rules.declarations import Declaration
from belote_net.rules.trick import Trick
from belote_net.table.declaring import check_height, check_in_trump, claims_of_play
from belote_net.table.messages import (
    Absence,
    Call,
    Distribution,
    Flip,
    Height,
    InTrump,
    Play,
    Result,
    Show,
)
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.state import Game
from belote_protocol.codec import decode
from belote_protocol.entry import EntryContext, SignedEntry
from belote_protocol.errors import ProtocolError

_UNSEEN: Final = PACK[0]
"""Stands for the turned card, which only the deck tells. No score depends on it."""


class _NotTold(Exception):
    """The log does not confirm what was counted."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side has written so far.

    Attributes:
        names: who plays on it, in order of play.
    """

    names: tuple[str, ...]
    points: int


def tally(game: Game, entries: Iterable[SignedEntry]) -> tuple[SideScore, ...]:
    """How the match stands after these entries, side by side.

    Args:
        game: as its first entry opens it.
        entries: all others, in order.

    Returns:
        Nothing where the entries do not tell it.
    """
    try:
        for signed in entries:
            entry = signed.entry
            if entry.chain != TABLE_CHAIN or entry.kind not in _STEPS:
                continue
            if entry.seat not in game.seats:
                raise _NotTold
            body, count = _STEPS[entry.kind]
            game = count(game, decode(body, entry.body), entry.context)
        game = _settled(game)
        return tuple(
            SideScore(tuple(game.member_at(place).name for place in places), points)
            for places, points in zip(game.variant.teams, game.current_match.scores, strict=True)
        )
    except (_NotTold, ProtocolError, RuleError, LookupError):
        return ()


def _flip(game: Game, body: Flip, context: EntryContext) -> Game:
    game = replace(game, flips=(*game.flips, body.opening))
    return game.draw_places() if len(game.flips) == len(game.seats) else game


def _deal(game: Game, body: Distribution, context: EntryContext) -> Game:
    """A deal begins; the digest in it tells how the one before ended."""
    if game.deal is not None:
        game = replace(game, deal=None) if body.digest == game.digest() else _settled(game)
    if body.digest != game.digest():
        raise _NotTold
    return replace(game.begin_deal(), decks_burnt=body.deck)


def _call(game: Game, body: Call, context: EntryContext) -> Game:
    deal, place = game.current_deal, game.seated.place_of(context.seat)
    bids = deal.auction.bids if deal.auction is not None else ()
    order = game.variant.order_from(game.variant.first_place(deal.dealer))
    auction = Auction(turn_up=_UNSEEN, order=order, bids=(*bids, (place, Bid.parse(body.bid))))
    deal = replace(deal, auction=auction)
    if auction.contract is None:
        return game.with_deal(deal)
    trump, forgivable = auction.contract.trump, game.current_match.forgivable
    return game.with_deal(
        replace(
            deal,
            belote=BeloteCalls.start(trump, game.options, forgivable=forgivable),
            declarations=game.variant.start_declarations(deal.dealer, trump),
        )
    )


def _absence(game: Game, body: Absence, context: EntryContext) -> Game:
    """Whoever has seen his cards forfeits the deal; what that is worth only the table counts."""
    if game.deal is not None and game.deal.auction is not None:
        raise _NotTold
    return game


def _play(game: Game, body: Play, context: EntryContext) -> Game:
    deal, place = game.current_deal, game.seated.place_of(context.seat)
    card = game.variant.pack[body.card]
    if deal.belote is None:
        raise _NotTold
    belote = deal.belote.with_play(place, card, announced=body.announce)
    claims = claims_of_play(deal, body)
    if deal.declarations is not None and claims is not None:
        deal = replace(deal, declarations=deal.declarations.with_claims(place, claims))
    trick = (deal.trick or Trick(place)).with_card(card)
    deal = replace(deal, belote=belote)
    if len(trick.cards) < len(deal.places):
        return game.with_deal(replace(deal, trick=trick))
    return game.with_deal(replace(deal, trick=None, tricks=(*deal.tricks, trick)))


def _show(game: Game, body: Show, context: EntryContext) -> Game:
    deal, place = game.current_deal, game.seated.place_of(context.seat)
    if deal.declarations is None:
        raise _NotTold
    shown = None
    if body.declarations is not None:
        pack = game.variant.pack
        shown = [Declaration.of(pack[number] for number in one) for one in body.declarations]
    return game.with_deal(replace(deal, declarations=deal.declarations.with_show(place, shown)))


def _result(game: Game, body: Result, context: EntryContext) -> Game:
    game = _settled(game)
    if body.digest != game.digest():
        raise _NotTold
    return game


def _settled(game: Game) -> Game:
    """The game after a deal that is over, if it is: no deal is open then."""
    deal = game.deal
    if deal is None or deal.auction is None:
        return game
    if len(deal.tricks) == game.variant.hand_size:
        return replace(game.score_deal(), deal=None)
    is_passed = deal.auction.is_over and deal.contract is None
    return replace(game.throw_in(), deal=None) if is_passed else game


_STEPS: Final[Mapping[str, tuple[type[Any], Callable[[Game, Any, EntryContext], Game]]]] = (
    MappingProxyType(
        {
            Flip.kind: (Flip, _flip),
            Distribution.kind: (Distribution, _deal),
            Call.kind: (Call, _call),
            Absence.kind: (Absence, _absence),
            Play.kind: (Play, _play),
            Height.kind: (Height, check_height),
            InTrump.kind: (InTrump, check_in_trump),
            Show.kind: (Show, _show),
            Result.kind: (Result, _result),
        }
    )
)
"""By kind: the body, and what it does to the score. All other entries do nothing to it."""
