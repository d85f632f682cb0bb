"""Whether the expert takes: what the deal is worth if he does, and if he passes, on average."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf
from typing import Final

from belote_net.bots.dice import Dice
from belote_net.bots.expert.auctions import Speakers, spoken
from belote_net.bots.expert.declared import imagined
from belote_net.bots.expert.imagination import TRIES, belote_in
from belote_net.bots.expert.playout import Moment, Seats, play_out
from belote_net.bots.expert.prospects import Prospects, outlook
from belote_net.bots.expert.slots import pack_bits, slots_for
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Auction, Bid, Contract
from belote_net.rules.cards import Card, Place, Team
from belote_net.rules.match import Match
from belote_net.rules.variants import variant_for
from belote_net.table.view import TableView

DEALS: Final = 400
"""In how many deals each bid is tried. They are counted, not timed."""


def best_bid(view: TableView, dice: Dice) -> Bid:
    """Return the bid that does best; what `dice` show decides in which deals it is tried.

    Raises:
        OutOfTurn: no bid is expected from this view.
    """
    if view.place is None or view.auction is None or view.match is None or not view.bids:
        raise OutOfTurn("no bid is expected from this player")
    table = _Table(view, view.place, view.auction, view.match)
    totals = dict.fromkeys(view.bids, 0.0)
    for _ in range(DEALS):
        hands, stock = table.draw(dice)
        for bid in totals:
            totals[bid] += table.worth(view.auction.with_bid(bid), hands, stock)
    return max(totals, key=totals.__getitem__)


class _Table:
    """A player in the auction, who imagines what comes of a bid.

    The others bid as regular players do, and so does he himself when he is asked again.
    """

    def __init__(self, view: TableView, place: Place, auction: Auction, match: Match) -> None:
        self._variant, self._match, self._turn_up = view.variant, match, auction.turn_up
        self._place, self._own = place, pack_bits(view.hand)
        self._team = view.variant.team_of(place)
        self._speakers = Speakers(match, view.variant, auction.turn_up)
        self._heard = [one for one in spoken(auction) if one.place != place]
        self._unseen = [
            1 << card.number
            for card in view.variant.pack
            if card not in view.hand and card != auction.turn_up
        ]
        packets = view.variant.first_hands(match.dealer, view.variant.deal_patterns[0])
        self._sizes = [0 if place == other else len(one) for other, one in enumerate(packets)]
        self._deals: dict[Contract, _Deal] = {}

    def draw(self, dice: Dice) -> tuple[tuple[int, ...], list[int]]:
        """Return the first hands by place, as pack bits, and the cards still to be dealt, mixed.

        Of a few, the one in which the others had the best reasons to pass.
        """
        best: tuple[tuple[int, ...], list[int]] = ((), [])
        least: float = inf
        for _ in range(TRIES):
            cards = dice.shuffled(self._unseen)
            hands = tuple(
                sum(cards.pop() for _ in range(size)) or self._own for size in self._sizes
            )
            strange = sum(
                self._speakers.bid(one.place, one.choices, hands[one.place]) != one.bid
                for one in self._heard
            )
            if strange < least:
                best, least = (hands, cards), strange
            if not strange:
                break
        return best

    def worth(self, auction: Auction, hands: Sequence[int], stock: Sequence[int]) -> float:
        """Return the outlook of the match once the auction and the deal are over."""
        while (turn := auction.turn) is not None:
            bid = self._speakers.bid(turn, auction.legal_bids(), hands[turn])
            auction = auction.with_bid(bid)
        contract = auction.contract
        if contract is None:
            return outlook(self._match.after_all_pass(), self._team)
        if contract not in self._deals:
            self._deals[contract] = _Deal(self._match, contract, self._turn_up, self._team)
        return self._deals[contract].worth(hands, stock)


class _Deal:
    """What comes of one contract."""

    def __init__(self, match: Match, contract: Contract, turn_up: Card, team: Team) -> None:
        self._variant = variant_for(match.options)
        self._contract, self._turn_up = contract, 1 << turn_up.number
        self._first = self._variant.first_place(match.dealer)
        self._sizes = tuple(map(len, self._variant.completion(match.dealer, contract)))
        self._slots = slots_for(match.options, contract.trump)
        self._seats = Seats.at(self._variant, contract)
        self._prospects = Prospects(match, self._variant, contract, team)

    def worth(self, hands: Sequence[int], stock: Sequence[int]) -> float:
        """Return the outlook of the match once the cards are dealt and played."""
        cards = iter(stock)
        whole = [
            hand + sum(islice(cards, size)) for hand, size in zip(hands, self._sizes, strict=True)
        ]
        whole[self._contract.taker] += self._turn_up
        slots = tuple(map(self._slots.bits, whole))
        points, tricks = play_out(Moment(self._first), list(slots), self._slots, self._seats)
        return self._prospects.worth(
            points,
            tricks,
            belote_in(slots, self._variant),
            imagined(self._variant, whole, self._first, self._contract.trump),
        )
