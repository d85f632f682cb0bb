"""The auction of the game with a turned card: two rounds, each player passes or takes once a round.

First round: only the suit of the turned card may be taken. Second round: another suit. Who takes
(le preneur) plays the contract with that suit as trump; if all pass twice there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from belote_net.errors import IllegalBid
from belote_net.rules.cards import Card, Place, Suit
from belote_net.rules.choices import Round2TurnedSuit

ROUNDS: Final = 2
"""How often each player may speak."""


@dataclass(frozen=True, slots=True)
class Bid:
    """What a player says in the auction: that he takes at `trump`, or `PASS` (trump is None)."""

    trump: Suit | None = None

    @staticmethod
    def parse(text: str) -> Bid:
        """Read "pass" or the letter of a suit, as `str` writes it.

        Raises:
            NotationError: any other text.
        """
        return PASS if text == str(PASS) else Bid(Suit.parse(text))

    def __str__(self) -> str:
        return "pass" if self.trump is None else str(self.trump)


PASS: Final = Bid()


@dataclass(frozen=True, slots=True)
class Contract:
    """What the taker (preneur) promised, once the auction is closed."""

    taker: Place
    trump: Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """The auction as far as it has come.

    Attributes:
        turn_up: the turned card (retourne).
        order: all places, in the order in which they speak.
        turned_suit_again: whether the turned suit may be taken in the second round.
        bids: what was said so far and by whom, in order.
    """

    turn_up: Card
    order: tuple[Place, ...]
    turned_suit_again: Round2TurnedSuit = Round2TurnedSuit.EXCLUDED
    bids: tuple[tuple[Place, Bid], ...] = ()

    @property
    def contract(self) -> Contract | None:
        """The contract, as soon as somebody has taken."""
        if not self.bids:
            return None
        place, bid = self.bids[-1]
        return None if bid.trump is None else Contract(taker=place, trump=bid.trump)

    @property
    def is_over(self) -> bool:
        """Whether nobody speaks any more: somebody took, or all have passed in every round."""
        return self.contract is not None or len(self.bids) == ROUNDS * len(self.order)

    @property
    def round(self) -> int:
        """The round that is being bid, or in which the auction ended: 1 or 2."""
        return min(len(self._spoken) // len(self.order) + 1, ROUNDS)

    @property
    def turn(self) -> Place | None:
        """Who speaks now; None when the auction is over."""
        return None if self.is_over else self.order[len(self.bids) % len(self.order)]

    @property
    def _spoken(self) -> tuple[tuple[Place, Bid], ...]:
        """The bids before the one that is awaited, or that closed the auction by a take."""
        return self.bids if self.contract is None else self.bids[:-1]

    def legal_bids(self) -> tuple[Bid, ...]:
        """Return what may be said now, `PASS` first; nothing when the auction is over."""
        if self.is_over:
            return ()
        turned = self.turn_up.suit
        if self.round == 1:
            return (PASS, Bid(turned))
        again = self.turned_suit_again is Round2TurnedSuit.ALLOWED
        return (PASS, *(Bid(suit) for suit in Suit if again or suit is not turned))

    def with_bid(self, bid: Bid) -> Auction:
        """Return the auction after the player whose turn it is has said `bid`.

        Raises:
            IllegalBid: it may not be said now, or the auction is over.
        """
        place, legal = self.turn, self.legal_bids()
        if place is None:
            raise IllegalBid(f"the auction is over, got {bid}")
        if bid not in legal:
            raise IllegalBid(f"{' or '.join(map(str, legal))} expected, got {bid}")
        return replace(self, bids=(*self.bids, (place, bid)))
