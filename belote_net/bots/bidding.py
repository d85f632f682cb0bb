"""Whether to take, and at which trumps: a count of the hand against a threshold.

The hand is counted with the turned card in it, which goes to the taker in either round. The count
is how many of the 162 points of the deal the taker's side can expect. Its weights were fitted by
least squares to deals that these bots played after a take with a hand drawn at random, and rounded.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from belote_net.errors import OutOfTurn
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.belote import BELOTE_POINTS
from belote_net.rules.cards import Hand, Rank, Suit, Team
from belote_net.rules.choices import End
from belote_net.rules.match import Match
from belote_net.table.view import TableView

PARTNER_AND_STOCK: Final = 46
"""Points that the partner and the cards still to come are expected to bring to any hand."""

TRUMP_WORTH: Final = {
    Rank.JACK: 26,
    Rank.NINE: 16,
    Rank.ACE: 13,
    Rank.KING: 12,
    Rank.TEN: 11,
    Rank.QUEEN: 11,
    Rank.EIGHT: 9,
    Rank.SEVEN: 9,
}
"""What a trump adds."""

PLAIN_ACE: Final = 11
"""What an ace adds that is not trump."""

PLAIN_TEN: Final = 4
"""What a ten adds that is not trump, if it is not alone."""

VOID: Final = 4
"""What a suit adds of which there is no card."""

FEWEST_TRUMPS: Final = 3
"""Nobody takes with fewer, the turned card counted: the others would draw them."""

THRESHOLD: Final = 95
"""With this count a take brings more than leaving the deal to the others, at 0 to 0."""

WITHIN_A_DEAL: Final = 60
"""Points that a side which has not taken can hope for in an ordinary deal."""

CAUTION: Final = 8
"""Added to the threshold of a side to whom any ordinary deal gives the match."""

BOLDNESS: Final = 8
"""Taken off the threshold of a side for whom any ordinary deal of the others loses the match."""


def choose_bid(view: TableView) -> Bid:
    """Return what to say: of equally good suits, the first that may be said.

    Raises:
        OutOfTurn: no bid is expected from this view.
    """
    return best_bids(view)[0]


def best_bids(view: TableView) -> tuple[Bid, ...]:
    """Return the bids than which none is better, in the order of `view.bids`; one at least.

    Raises:
        OutOfTurn: no bid is expected from this view.
    """
    if view.place is None or not view.bids or view.turn_up is None:
        raise OutOfTurn("no bid is expected from this player")
    hand = frozenset({*view.hand, view.turn_up})
    team = view.variant.team_of(view.place)
    counts = {
        bid: hand_worth(hand, bid.trump, belote_counts=view.options.belote_in_contract)
        for bid in view.bids
        if bid.trump is not None and _trumps(hand, bid.trump) >= FEWEST_TRUMPS
    }
    best = max(counts.values(), default=0)
    if best < (threshold(view.match, team) if view.match else THRESHOLD):
        return (PASS,)
    return tuple(bid for bid, count in counts.items() if count == best)


def hand_worth(hand: Hand, trump: Suit, *, belote_counts: bool) -> int:
    """Return the points that a taker's side can expect; `hand` has the turned card in it.

    `belote_counts`: whether a belote helps to make the contract.
    """
    worth = PARTNER_AND_STOCK
    for suit in Suit:
        ranks = frozenset(card.rank for card in hand if card.suit is suit)
        if suit is trump:
            worth += trumps_worth(ranks, belote_counts=belote_counts)
        else:
            worth += plain_worth(ranks)
    return worth


def trumps_worth(ranks: Set[Rank], *, belote_counts: bool) -> int:
    """Return what the trumps of a hand add to its worth."""
    worth = sum(TRUMP_WORTH[rank] for rank in ranks)
    if belote_counts and {Rank.KING, Rank.QUEEN} <= ranks:
        # As if half of it were won: the other side must make as much less.
        worth += BELOTE_POINTS // 2
    return worth


def plain_worth(ranks: Set[Rank]) -> int:
    """Return what the cards of a suit that is not trump add to the worth of a hand."""
    if not ranks:
        return VOID
    return PLAIN_ACE * (Rank.ACE in ranks) + PLAIN_TEN * (Rank.TEN in ranks and len(ranks) > 1)


def threshold(match: Match, team: Team) -> int:
    """Return the count from which `team` takes, as the score of the match stands."""
    ours = match.scores[team]
    theirs = max(score for index, score in enumerate(match.scores) if index != team)
    if match.options.end is End.FIXED_DEALS:
        if not match.is_last_deal:
            return THRESHOLD
        cautious, bold = ours > theirs, ours < theirs
    else:
        cautious = ours + WITHIN_A_DEAL >= match.options.target
        bold = theirs + WITHIN_A_DEAL >= match.options.target
    return THRESHOLD + CAUTION * cautious - BOLDNESS * bold


def _trumps(hand: Hand, trump: Suit) -> int:
    return sum(card.suit is trump for card in hand)
