"""Deals played by the rules alone, each player seeing only his view: fast, and no keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from belote_net.bots import choose_bid, choose_card
from belote_net.rules.auction import PASS, Auction, Bid, Contract
from belote_net.rules.belote import BeloteCalls, belote_partner
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit, in_pack_order
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from belote_net.table.state import Phase
from belote_net.table.view import TableView
from tests.rules.playing import cards, hand


@dataclass(frozen=True)
class Strategy:
    """How a player bids and plays."""

    bid: Callable[[TableView], Bid]
    card: Callable[[TableView], Card]


BOT = Strategy(choose_bid, choose_card)


def at_random(seed: object, *, takes: float = 0.25) -> Strategy:
    """Legal bids and cards at random; takes with probability `takes`."""
    dice = Random(f"{seed}")

    def bid(view: TableView) -> Bid:
        return dice.choice(view.bids[1:]) if dice.random() < takes else view.bids[0]

    return Strategy(bid, lambda view: dice.choice(in_pack_order(view.legal)))


def shuffled(seed: object) -> tuple[Card, ...]:
    """A pack, well shuffled."""
    return tuple(Random(f"{seed}").sample(PACK, len(PACK)))


@dataclass(frozen=True, kw_only=True)
class PureDeal:
    """One deal in the clear, as far as it has come."""

    match: Match
    hands: tuple[Hand, ...]
    turn_up: Card
    auction: Auction
    calls: BeloteCalls | None = None
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()

    def view(self, place: Place) -> TableView:
        """What the player at `place` sees."""
        variant = variant_for(self.match.options)
        contract = self.auction.contract
        turn, legal, bids = self.auction.turn, Hand(), self.auction.legal_bids()
        if contract is not None:
            turn = self.turn_to_play(contract)
            if turn == place:
                trick = self.trick or Trick(place)
                legal = variant.legal_cards(self.hands[place], trick, contract.trump)
        calls = self.calls
        return TableView(
            place=place,
            players=(),
            variant=variant,
            options=self.match.options,
            phase=Phase.BIDDING if contract is None else Phase.PLAYING,
            match=self.match,
            turn=turn,
            hand=in_pack_order(self.hands[place]),
            legal=legal,
            bids=bids if turn == place else (),
            announceable=frozenset(card for card in legal if self.says(place, card)),
            declarations=(),
            said=None,
            deal_number=1,
            dealer=self.match.dealer,
            turn_up=self.turn_up,
            auction=self.auction,
            contract=contract,
            trick=self.trick or (self.tricks[-1] if self.tricks else None),
            tricks=self.tricks,
            belote=calls.plays[0].place
            if calls and calls.plays and calls.plays[0].announced
            else None,
            played=(),
            digest=bytes(32),
            absent=None,
            open_hand=(),
        )

    def turn_to_play(self, contract: Contract) -> Place:
        """Who plays the next card."""
        variant = variant_for(self.match.options)
        if self.trick is not None:
            return self.trick.turn(variant.places)
        if self.tricks:
            return variant.trick_winner(self.tricks[-1], contract.trump)
        return variant.first_place(self.match.dealer)

    def says(self, place: Place, card: Card) -> bool:
        """Whether an honest player says belote or rebelote with this card."""
        if self.calls is None or not self.calls.may_announce(place, card):
            return False
        other = belote_partner(card, self.calls.trump)
        return bool(self.calls.plays) or other in self.hands[place]

    def with_card(self, place: Place, card: Card) -> PureDeal:
        """The deal after one more card, which must be legal."""
        variant = variant_for(self.match.options)
        assert self.calls is not None
        trick = self.trick or Trick(place)
        legal = variant.legal_cards(self.hands[place], trick, self.calls.trump)
        assert card in legal, f"{card} from {self.hands[place]}"
        calls = self.calls.with_play(place, card, announced=self.says(place, card))
        hands = tuple(hand - {card} for hand in self.hands)
        trick = trick.with_card(card)
        deal = replace(self, calls=calls, hands=hands, trick=trick)
        if len(trick.cards) < variant.places:
            return deal
        return replace(deal, trick=None, tricks=(*self.tricks, trick))


def play_out(
    match: Match, pack: tuple[Card, ...], strategies: Mapping[Place, Strategy]
) -> tuple[PureDeal, DealScore | None]:
    """Bid and play one deal of `match`; the score is None when all pass."""
    variant = variant_for(match.options)
    dealer, pattern = match.dealer, variant.deal_patterns[0]
    position = variant.turn_up_position(dealer, pattern)
    assert position is not None
    first = variant.first_hands(dealer, pattern)
    deal = PureDeal(
        match=match,
        hands=tuple(frozenset(pack[index] for index in packet) for packet in first),
        turn_up=pack[position],
        auction=variant.start_auction(dealer, pack[position]),
    )
    while (turn := deal.auction.turn) is not None:
        bid = strategies[turn].bid(deal.view(turn))
        deal = replace(deal, auction=deal.auction.with_bid(bid))
    contract = deal.auction.contract
    if contract is None:
        return deal, None
    hands = [
        hand | {pack[index] for index in packet}
        for hand, packet in zip(deal.hands, variant.completion(dealer, contract), strict=True)
    ]
    hands[contract.taker] |= {deal.turn_up}
    calls = BeloteCalls.start(contract.trump, match.options)
    deal = replace(deal, hands=tuple(hands), calls=calls)
    for _ in PACK:
        turn = deal.turn_to_play(contract)
        deal = deal.with_card(turn, strategies[turn].card(deal.view(turn)))
    assert deal.calls is not None
    score = variant.score(
        deal.tricks,
        contract,
        belote=deal.calls.holder,
        held_points=match.held_points,
        is_last_deal=match.is_last_deal,
    )
    return deal, score


def duel(
    ours: Strategy, theirs: Strategy, *, deals: int, options: Options, seed: object = 0
) -> tuple[int, int]:
    """Points of two pairs over mirrored deals: each pack is played twice, the pairs change seats.

    Every deal is the first of a match; dealers take turns.
    """
    variant = variant_for(options)
    totals = [0, 0]
    for number in range(deals):
        match = Match.start(options, Place(number % variant.places))
        pack = shuffled(f"{seed}/{number}")
        for swapped in (0, 1):
            sides = {
                place: (ours, theirs)[team ^ swapped]
                for team, places in enumerate(variant.teams)
                for place in places
            }
            _, score = play_out(match, pack, sides)
            if score is not None:
                totals[0] += score.points[swapped]
                totals[1] += score.points[1 - swapped]
    return totals[0], totals[1]


ME = Place(0)
"""Whose decision is asked in a made-up position; the partner is 2, the opponents are 1 and 3."""


def to_bid(
    held: str,
    turn_up: str,
    *,
    passes: int = 0,
    scores: tuple[int, int] = (0, 0),
    options: Options | None = None,
) -> TableView:
    """The view of who is to bid with these five cards, after so many passes."""
    options = options or Options()
    variant = variant_for(options)
    dealer = Place((ME - 1 - passes) % variant.places)
    auction = variant.start_auction(dealer, Card.parse(turn_up))
    for _ in range(passes):
        auction = auction.with_bid(PASS)
    deal = PureDeal(
        match=replace(Match.start(options, dealer), scores=scores),
        hands=(hand(held), *(Hand() for _ in range(3))),
        turn_up=Card.parse(turn_up),
        auction=auction,
    )
    return deal.view(ME)


def to_play(
    held: str,
    on_table: str = "",
    *,
    taker: int = 0,
    earlier: tuple[tuple[int, str], ...] = (),
    options: Options | None = None,
) -> TableView:
    """The view of who holds `held` and is next to play to the cards `on_table`; hearts are trump.

    `earlier` tricks are given by leader and cards; who leads now must have won the last. The turned
    card was the lowest trump that the taker may still hold; where there is none, any such card.
    """
    options = options or Options()
    variant = variant_for(options)
    tricks = tuple(Trick(Place(leader), cards(text)) for leader, text in earlier)
    lying, mine = cards(on_table), hand(held)
    assert len(mine) + len(tricks) == variant.hand_size, "a whole hand expected"
    shown = {*lying, *(card for trick in tricks for card in trick.cards)}
    assert mine.isdisjoint(shown)
    taken = mine if taker == ME else frozenset(PACK) - mine - shown
    turn_up = min(taken, key=lambda card: (card.suit is not Suit.HEARTS, card.number))
    match = Match.start(options, Place(variant.places - 1))
    auction = variant.start_auction(match.dealer, turn_up)
    auction = replace(auction, bids=((Place(taker), Bid(Suit.HEARTS)),))
    leader = Place((ME - len(lying)) % variant.places)
    deal = PureDeal(
        match=match,
        hands=(mine, *(Hand() for _ in range(3))),
        turn_up=turn_up,
        auction=auction,
        calls=BeloteCalls.start(Suit.HEARTS, options),
        trick=Trick(leader, lying) if lying else None,
        tricks=tricks,
    )
    assert deal.turn_to_play(Contract(Place(taker), Suit.HEARTS)) == ME
    return deal.view(ME)
