"""What the players of an imagined auction say: what a regular player would, with these cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from belote_net.bots.bidding import (
    FEWEST_TRUMPS,
    PARTNER_AND_STOCK,
    plain_worth,
    threshold,
    trumps_worth,
)
from belote_net.bots.expert.slots import RANKS, WHOLE_SUIT
from belote_net.rules.auction import PASS, Auction, Bid
from belote_net.rules.cards import Card, Place, Rank, Suit, Team
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

    def __init__(self, match: Match, variant: Variant, turn_up: Card) -> None:
        """Make the players of the next deal of `match`, in which `turn_up` is turned."""
        self._turn_up = 1 << turn_up.number
        self._as_trumps, self._as_plain = _tables(belote_counts=match.options.belote_in_contract)
        self._thresholds = {
            place: threshold(match, Team(team))
            for team, places in enumerate(variant.teams)
            for place in places
        }

    def bid(self, place: Place, choices: Iterable[Bid], hand: int) -> Bid:
        """Return which of `choices` the player at `place` says with these cards, in pack bits."""
        best, most = PASS, self._thresholds[place] - 1
        for bid in choices:
            if bid.trump is not None and (worth := self._worth(hand, bid.trump)) > most:
                best, most = bid, worth
        return best

    def _worth(self, hand: int, trump: Suit) -> int:
        """What `hand_worth` says of this hand with the turned card; 0 with too few trumps."""
        hand |= self._turn_up
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


@dataclass(frozen=True, slots=True)
class Spoken:
    """A bid that was made, and what else could have been said."""

    place: Place
    choices: tuple[Bid, ...]
    bid: Bid


def spoken(auction: Auction) -> Iterator[Spoken]:
    """Yield every bid of an auction, in order."""
    for count, (place, bid) in enumerate(auction.bids):
        before = replace(auction, bids=auction.bids[:count])
        yield Spoken(place, before.legal_bids(), bid)
