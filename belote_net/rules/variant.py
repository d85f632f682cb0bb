"""What a game of the belote family gives to those who play, deal and draw it.

Nobody outside `variants` counts places, cards or partners on his own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from belote_net.rules.auction import Auction, Contract
from belote_net.rules.cards import Card, Hand, Place, Suit, Team
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Illegality, Trick

Positions = tuple[tuple[int, ...], ...]
"""By place: positions in the deck, 0 the card dealt first, in ascending order."""


class DealPattern(Enum):
    """The packets of the first distribution."""

    THREE_TWO = "3-2"
    TWO_THREE = "2-3"


class Variant(Protocol):
    """One game, with its house rules.

    Attributes:
        options: the house rules.
        places: how many play.
        teams: by team, its places in turn order.
        pack: the cards of the game, by number.
        hand_size: cards in each hand when the first trick begins.
        deal_patterns: the patterns that the dealer may choose from; the first is the usual one.
    """

    @property
    def options(self) -> Options: ...  # noqa: D102 - described above, as all properties here
    @property
    def places(self) -> int: ...  # noqa: D102
    @property
    def teams(self) -> tuple[tuple[Place, ...], ...]: ...  # noqa: D102
    @property
    def pack(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def hand_size(self) -> int: ...  # noqa: D102
    @property
    def deal_patterns(self) -> tuple[DealPattern, ...]: ...  # noqa: D102

    def team_of(self, place: Place) -> Team:
        """Return the team of the player at `place`."""

    def partner_of(self, place: Place) -> Place:
        """Return the place of the partner."""

    def next_place(self, place: Place) -> Place:
        """Return the place that follows in turn order."""

    def order_from(self, place: Place) -> tuple[Place, ...]:
        """Return all places in turn order, `place` first."""

    def first_place(self, dealer: Place) -> Place:
        """Return who is dealt to, speaks and leads first: the place after the dealer."""

    def cutter(self, dealer: Place) -> Place:
        """Return who cuts the pack: the place before the dealer."""

    def first_hands(self, dealer: Place, pattern: DealPattern) -> Positions:
        """Return by place the positions of the cards dealt before the auction."""

    def turn_up_position(self, dealer: Place, pattern: DealPattern) -> int | None:
        """Return the position of the card that is turned for all to see, if one is."""

    def completion(self, dealer: Place, contract: Contract) -> Positions:
        """Return by place the positions dealt once a contract is made, the turned card aside.

        That card is the taker's.
        """

    def start_auction(self, dealer: Place, turn_up: Card) -> Auction:
        """Return the auction before the first bid."""

    def start_declarations(self, dealer: Place, trump: Suit) -> DeclarationRound | None:
        """Return the declarations before the first card; None if none are played (`annonces`)."""

    def legal_cards(self, hand: Hand, trick: Trick, trump: Suit) -> Hand:
        """Return the cards of `hand` that may be played to `trick`."""

    def forbidden(self, card: Card, trick: Trick, trump: Suit) -> Hand:
        """Return the cards of which none may be held by who plays `card` to `trick`."""

    def why_not(self, card: Card, hand: Hand, trick: Trick, trump: Suit) -> Illegality | None:
        """Return why `card` may not be played from `hand`, or None if it may."""

    def trick_winner(self, trick: Trick, trump: Suit) -> Place:
        """Return who is winning the trick, or has won it; one card must have been played."""

    def sides(self, contract: Contract) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Return the places of the taker's side and those of the defence, in turn order."""

    def score(
        self,
        tricks: Sequence[Trick],
        contract: Contract,
        *,
        belote: Place | None,
        held_points: int,
        is_last_deal: bool,
        forgiven: Place | None = None,
        declarations: DeclarationRound | None = None,
    ) -> DealScore:
        """Score a deal that was played to its end.

        `belote` is the place that has it (`BeloteCalls.holder`), `forgiven` the same place if its
        rebelote was forgotten (`BeloteCalls.forgiven`); `declarations` are settled; `held_points`
        and `is_last_deal` are those of the match.
        """

    def forfeit(
        self,
        absent: Place,
        contract: Contract | None,
        *,
        belote: Place | None,
        held_points: int,
        forgiven: Place | None = None,
        declarations: DeclarationRound | None = None,
    ) -> DealScore:
        """Score a deal that `absent` left: the other side writes it as a failed contract.

        Of `declarations` only what was shown counts.
        """
