"""A game as a row of pictures: the table after every bid and every card. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from belote_cli.tui.table_scene import ShownTrick
from belote_net.node.frames import changed
from belote_net.rules.cards import Card, Place
from belote_net.rules.match import Match
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.messages import Call, Play
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.reveal import DealtHand, dealt_hands
from belote_net.table.state import Game, Phase, PlayedDeal
from belote_net.table.table import Table
from belote_net.table.view import TableView, view_of
from belote_protocol.entry import Seat, SignedEntry


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at one moment.

    Attributes:
        view: as everybody saw it.
        hands: by place, what everybody still held; empty where the seeds were not revealed.
        trick: what lay in the middle.
        number: of the trick, from 1; 0 during the auction.
        entry: what brought it about; None for the moment before the first bid.
    """

    view: TableView
    hands: tuple[tuple[Card, ...], ...]
    trick: ShownTrick | None
    number: int
    entry: SignedEntry | None


def pictures(table: Table) -> tuple[Picture, ...]:
    """Every moment of every deal, in order."""
    game = table.state
    if game.match is None:
        return ()
    entries = iter([signed for signed in table.log if signed.entry.chain == TABLE_CHAIN])
    decisions = (one for one in entries if one.entry.kind in (Call.kind, Play.kind))
    found: list[Picture] = []
    match = _first_match(game)
    for index, played in enumerate(game.played):
        before = replace(game, match=match, played=game.played[:index])
        found += _deal_pictures(table, before, played.deal, decisions)
        match = _after(match, played)
    if game.deal is not None and len(game.played) < game.deal.number:
        found += _deal_pictures(table, replace(game, match=match), game.deal, decisions)
    return tuple(found)


def _first_match(game: Game) -> Match:
    first = game.played[0].deal if game.played else game.current_deal
    return Match.start(game.options, first.dealer)


def _after(match: Match, played: PlayedDeal) -> Match:
    if played.is_annulled:
        return match
    if played.score is None:
        return match.after_all_pass()
    return match.after(played.score, played.contract)


def _deal_pictures(
    table: Table, game: Game, deal: Deal, decisions: Iterator[SignedEntry]
) -> Iterator[Picture]:
    if deal.auction is None:
        return
    dealt, game = _dealt(table, deal), _with_names(game, deal)
    for count in range(len(deal.auction.bids) + 1):
        auction = replace(deal.auction, bids=deal.auction.bids[:count])
        state = replace(
            deal, auction=auction, hands=(), trick=None, tricks=(), belote=None, declarations=None
        )
        view = view_of(replace(game, deal=state, phase=Phase.BIDDING), None, frozenset())
        if view is not None:
            hands = tuple(hand.bid_on for hand in dealt)
            entry = next(decisions) if count else None
            yield Picture(_with_first_hands(view, deal), hands, None, 0, entry)
    yield from _play_pictures(game, deal, dealt, decisions)


def _with_names(game: Game, deal: Deal) -> Game:
    """The game with everybody called as who sat there in this deal."""
    names = dict(zip(deal.seating.by_place, deal.names, strict=False))
    members = tuple(
        changed(member, name=names.get(Seat(seat), member.name))
        for seat, member in enumerate(game.members)
    )
    return replace(game, members=members)


def _play_pictures(
    game: Game, deal: Deal, dealt: Sequence[DealtHand], decisions: Iterator[SignedEntry]
) -> Iterator[Picture]:
    tricks = (*deal.tricks, *([deal.trick] if deal.trick is not None else []))
    for index, whole in enumerate(tricks):
        for count in range(1, len(whole.cards) + 1):
            trick = Trick(whole.leader, whole.cards[:count])
            complete = count == game.variant.places
            done = (*tricks[:index], trick) if complete else tricks[:index]
            state = replace(deal, trick=None if complete else trick, tricks=done)
            view = view_of(replace(game, deal=state, phase=Phase.PLAYING), None, frozenset())
            if view is None or view.contract is None:
                return
            winner = view.variant.trick_winner(trick, view.contract.trump) if complete else None
            hands = _hands(dealt, deal, state)
            yield Picture(view, hands, ShownTrick(trick, winner), index + 1, next(decisions))


def _dealt(table: Table, deal: Deal) -> Sequence[DealtHand]:
    """All hands, if every seat has revealed its seed of this deal."""
    deck = table.decks.deck(deal.deck_number) if deal.deck_number is not None else None
    if deck is None or len(deck.revealed) < len(table.members):
        return ()
    return dealt_hands(deal, deck.revealed)


def _hands(dealt: Sequence[DealtHand], deal: Deal, state: Deal) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(
            card
            for card in (*hand.bid_on, *hand.completed, *_turned(deal, Place(index)))
            if card not in state.played
        )
        for index, hand in enumerate(dealt)
    )


def _turned(deal: Deal, place: Place) -> tuple[Card, ...]:
    takes = deal.contract is not None and deal.contract.taker == place
    return (deal.turn_up,) if takes and deal.turn_up is not None else ()


def _with_first_hands(view: TableView, deal: Deal) -> TableView:
    """The view with as many cards in every hand as there were during the auction."""
    if deal.pattern is None:
        return view
    packets = deal.variant.first_hands(deal.dealer, deal.pattern)
    players = tuple(
        replace(player, cards_left=len(packets[player.place])) for player in view.players
    )
    return replace(view, players=players)
