"""What one player, or a spectator, may see: all that screens and bots get.

Everything is told by place, in order of play. A view is a value; it holds no key and no way back
to the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from belote_net.rules.auction import Auction, Bid, Contract
from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import Card, Hand, Place, in_pack_order
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.declarations import Declaration, detect
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant
from belote_net.table.deal import Deal
from belote_net.table.messages import MemberKind
from belote_net.table.state import Game, Phase, PlayedDeal
from belote_protocol.entry import Seat
from belote_protocol.identity import PublicIdentity


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player, as everybody sees him.

    Attributes:
        place: where he sits, in order of play.
        cards_left: how many cards are in his hand.
        operator: whose machine runs him; his own place for a person.
    """

    place: Place
    name: str
    kind: MemberKind
    identity: PublicIdentity
    operator: Place
    cards_left: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as seen from one place.

    Attributes:
        place: whose eyes; None for a spectator.
        players: by place.
        turn: who is to bid or to play now; None while the table is busy with something else.
        hand: own cards that can be read, in order of the pack.
        legal: of these, the ones that may be played now; empty when it is not this player's turn.
        bids: what may be said now; empty when it is not this player's turn to bid.
        announceable: of the legal cards, those with which belote or rebelote may be said; with
            the option `belote_call=auto` the game says it.
        declarations: what the hand may declare with the card that is due; empty when nothing.
        said: the declarations of all players so far; None where none are played.
        deal_number: counts from 1; 0 before the first deal.
        trick: the trick on the table, complete or not; None before the first card.
        tricks: complete tricks, in order.
        played: deals that are over, in order.
        digest: short name of the public state; the same on all screens.
        absent: who has left and is not replaced yet, if anybody.
        open_hand: what is left in his hand, if the others have opened it, in order of the pack.
    """

    place: Place | None
    players: tuple[PlayerView, ...]
    variant: Variant
    options: Options
    phase: Phase
    match: Match | None
    turn: Place | None
    hand: tuple[Card, ...]
    legal: Hand
    bids: tuple[Bid, ...]
    announceable: Hand
    declarations: tuple[Declaration, ...]
    said: DeclarationRound | None
    deal_number: int
    dealer: Place | None
    turn_up: Card | None
    auction: Auction | None
    contract: Contract | None
    trick: Trick | None
    tricks: tuple[Trick, ...]
    belote: Place | None
    played: tuple[PlayedDeal, ...]
    digest: bytes
    absent: Place | None
    open_hand: tuple[Card, ...]

    @property
    def is_my_turn(self) -> bool:
        """Whether this player is to bid or to play."""
        return self.place is not None and self.turn == self.place

    @property
    def asks_for_help(self) -> bool:
        """Whether the others are asked to open the hand of who has left."""
        return self.phase is Phase.RECOVERING


def view_of(game: Game, place: Place | None, hand: Hand) -> TableView | None:
    """The view from `place`, whose readable cards are `hand`; None until places are drawn."""
    if game.seating is None or game.match is None:
        return None
    deal = game.deal
    turn = _turn(game)
    mine = place is not None and turn == place
    legal: Hand = frozenset()
    if deal is not None and mine and place is not None and deal.contract and hand:
        trick = deal.trick or Trick(place)
        legal = game.variant.legal_cards(hand, trick, deal.contract.trump)
    announceable: Hand = frozenset()
    if deal is not None and deal.belote is not None and place is not None:
        announceable = _announceable(game, place, hand, legal)
    return TableView(
        place=place,
        players=tuple(_player(game, Place(index)) for index in range(game.variant.places)),
        variant=game.variant,
        options=game.options,
        phase=game.phase,
        match=game.match,
        turn=turn,
        hand=in_pack_order(hand),
        legal=legal,
        bids=deal.auction.legal_bids() if deal and mine and deal.auction and not legal else (),
        announceable=announceable,
        declarations=_declarations(deal, hand, legal),
        said=deal.declarations if deal else None,
        deal_number=deal.number if deal else 0,
        dealer=deal.dealer if deal else None,
        turn_up=deal.turn_up if deal else None,
        auction=deal.auction if deal else None,
        contract=deal.contract if deal else None,
        trick=(deal.trick or (deal.tricks[-1] if deal.tricks else None)) if deal else None,
        tricks=deal.tricks if deal else (),
        belote=_belote(deal),
        played=game.played,
        digest=game.digest(),
        absent=game.seated.place_of(game.absent) if game.absent is not None else None,
        open_hand=in_pack_order(deal.in_the_open) if deal else (),
    )


def _turn(game: Game) -> Place | None:
    """Who is to bid or to play, if that is what the table waits for."""
    deal = game.deal
    if deal is None:
        return None
    if game.phase is Phase.BIDDING and deal.auction is not None:
        return deal.auction.turn
    return deal.to_play if game.phase is Phase.PLAYING else None


def _player(game: Game, place: Place) -> PlayerView:
    member = game.member_at(place)
    return PlayerView(
        place=place,
        name=member.name,
        kind=member.kind,
        identity=member.identity,
        operator=game.seated.place_of(Seat(member.operator)),
        cards_left=_cards_left(game, place),
    )


def _cards_left(game: Game, place: Place) -> int:
    deal = game.deal
    if deal is None or deal.auction is None:
        return 0
    if not deal.hands and deal.contract is None:
        return len(deal.readable_positions(place))
    return game.variant.hand_size - len(deal.played_by(place))


def _declarations(deal: Deal | None, hand: Hand, legal: Hand) -> tuple[Declaration, ...]:
    """What may be declared with the first card, when it is due."""
    if deal is None or deal.declarations is None or deal.tricks or not legal:
        return ()
    return detect(hand)


def _belote(deal: Deal | None) -> Place | None:
    """Who said belote in this deal, if anybody did."""
    calls = deal.belote if deal else None
    return calls.plays[0].place if calls and calls.plays and calls.plays[0].announced else None


def _announceable(game: Game, place: Place, hand: Hand, legal: Hand) -> Hand:
    """Cards of `legal` with which a player who holds `hand` may truly say belote or rebelote."""
    deal = game.deal
    if deal is None or deal.belote is None or deal.contract is None:
        return frozenset()
    calls, trump = deal.belote, deal.contract.trump
    return frozenset(
        card
        for card in legal
        if calls.may_announce(place, card) and (calls.plays or belote_partner(card, trump) in hand)
    )
