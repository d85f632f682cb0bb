"""What the players of an imagined auction say: what a regular player would, with these cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from belote_net.bots.bidding import (
    FEWEST_TRUMPS,
    PARTNER_AND_STOCK,
    plain_worth,
    threshold,
    trumps_worth,
)
from belote_net.bots.expert.slots import RANKS, WHOLE_SUIT
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import PASS, Auction, Bid
from belote_net.rules.cards import Place, Rank, Suit, Team
from belote_net.rules.match import Match
from belote_net.rules.variant import Variant


@lru_cache(maxsize=2)
def _tables(*, belote_counts: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By the pack bits of one suit: what it is worth as trumps, and what otherwise."""
    sets = [
        frozenset(rank for place, rank in enumerate(Rank) if bits >> place & 1)
        for bits in range(WHOLE_SUIT + 1)
    ]
    return (
        tuple(trumps_worth(ranks, belote_counts=belote_counts) for ranks in sets),
        tuple(plain_worth(ranks) for ranks in sets),
    )


class Speakers:
    """Regular players in the auction of one deal."""

    def __init__(self, match: Match, variant: Variant) -> None:
        """Make the players of the next deal of `match`."""
        self._as_trumps, self._as_plain = _tables(belote_counts=match.options.belote_in_contract)
        self._thresholds = {
            place: threshold(match, Team(team))
            for team, places in enumerate(variant.teams)
            for place in places
        }

    def bid(self, auction: Auction, hand: int) -> Bid:
        """Return what the player whose turn it is says with these cards, in pack bits."""
        if auction.turn is None:
            raise OutOfTurn("the auction is over")
        hand |= 1 << auction.turn_up.number
        best, most = PASS, self._thresholds[auction.turn] - 1
        for bid in auction.legal_bids():
            if bid.trump is not None and (worth := self.worth(hand, bid.trump)) > most:
                best, most = bid, worth
        return best

    def worth(self, hand: int, trump: Suit) -> int:
        """Return what `hand_worth` does of these pack bits; 0 with too few trumps to take."""
        worth = PARTNER_AND_STOCK
        for suit in Suit:
            cards = hand & WHOLE_SUIT
            if suit is not trump:
                worth += self._as_plain[cards]
            elif cards.bit_count() < FEWEST_TRUMPS:
                return 0
            else:
                worth += self._as_trumps[cards]
            hand >>= RANKS
        return worth


def spoken(auction: Auction) -> Iterator[tuple[Place, Auction, Bid]]:
    """Yield every bid: who made it, the auction as it was before, what he said."""
    for count, (place, bid) in enumerate(auction.bids):
        yield place, replace(auction, bids=auction.bids[:count]), bid
