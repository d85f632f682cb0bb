"""Belote with a turned card (belote classique): four players, two and two, thirty-two cards.

Five cards each in two packets, one card turned, the auction; then the taker gets the turned card
and two more, the others three. The dealer deals in turn order, himself last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from belote_net.rules.auction import Auction, Contract
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit, Team
from belote_net.rules.choices import Annonces, DealRule
from belote_net.rules.counting import CountedDeal, count_tricks
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore, score_deal, score_forfeit
from belote_net.rules.trick import (
    PARTNER_STEPS,
    Illegality,
    Trick,
    forbidden,
    legal_cards,
    why_not,
)
from belote_net.rules.variant import DealPattern, Positions

_PLACES: Final = 4
_TEAMS: Final = 2
_HAND_SIZE: Final = 8
_COMPLETION: Final = 3
"""Cards dealt to each player after the auction; to the taker one less, he has the turned one."""

_PACKETS: Final = {DealPattern.THREE_TWO: (3, 2), DealPattern.TWO_THREE: (2, 3)}
_PATTERNS: Final = {
    DealRule.DEALER_CHOICE: (DealPattern.THREE_TWO, DealPattern.TWO_THREE),
    DealRule.THREE_TWO: (DealPattern.THREE_TWO,),
    DealRule.TWO_THREE: (DealPattern.TWO_THREE,),
}
_TURN_UP: Final = _PLACES * (_HAND_SIZE - _COMPLETION)


@dataclass(frozen=True, slots=True)
class Classic:
    """The variant with these house rules; see `Variant` for what each name means."""

    options: Options

    @property
    def places(self) -> int:
        """Four."""
        return _PLACES

    @property
    def teams(self) -> tuple[tuple[Place, ...], ...]:
        """Two, of two places each, that sit opposite."""
        return tuple(
            tuple(Place(place) for place in range(team, _PLACES, _TEAMS)) for team in range(_TEAMS)
        )

    @property
    def pack(self) -> tuple[Card, ...]:
        """All thirty-two."""
        return PACK

    @property
    def hand_size(self) -> int:
        """Eight."""
        return _HAND_SIZE

    @property
    def deal_patterns(self) -> tuple[DealPattern, ...]:
        """Those that the option `deal_pattern` leaves to the dealer."""
        return _PATTERNS[self.options.deal_pattern]

    def team_of(self, place: Place) -> Team:
        """Return the team of the player at `place`."""
        return Team(place % _TEAMS)

    def partner_of(self, place: Place) -> Place:
        """Return the place opposite."""
        return Place((place + PARTNER_STEPS) % _PLACES)

    def next_place(self, place: Place) -> Place:
        """Return the place that follows in turn order."""
        return Place((place + 1) % _PLACES)

    def order_from(self, place: Place) -> tuple[Place, ...]:
        """Return all places in turn order, `place` first."""
        return tuple(Place((place + step) % _PLACES) for step in range(_PLACES))

    def first_place(self, dealer: Place) -> Place:
        """Return the place after the dealer."""
        return self.next_place(dealer)

    def cutter(self, dealer: Place) -> Place:
        """Return the place before the dealer."""
        return Place((dealer - 1) % _PLACES)

    def first_hands(self, dealer: Place, pattern: DealPattern) -> Positions:
        """Return five positions for each place, in the packets of `pattern`."""
        sizes = [size for size in _PACKETS[pattern] for _ in range(_PLACES)]
        return self._packets(dealer, sizes, start=0)

    def turn_up_position(self, dealer: Place, pattern: DealPattern) -> int | None:
        """Return the position after the first hands, whoever deals and however."""
        return _TURN_UP

    def completion(self, dealer: Place, contract: Contract) -> Positions:
        """Return three positions for each place, two for the taker, from after the turned card."""
        sizes = [
            _COMPLETION - (place == contract.taker)
            for place in self.order_from(self.first_place(dealer))
        ]
        return self._packets(dealer, sizes, start=_TURN_UP + 1)

    def _packets(self, dealer: Place, sizes: Sequence[int], *, start: int) -> Positions:
        """Hand out packets of these sizes in turn order from the place after the dealer."""
        ends = [start + sum(sizes[:count]) for count in range(len(sizes) + 1)]
        packets = [tuple(range(first, end)) for first, end in pairwise(ends)]
        order = self.order_from(self.first_place(dealer))
        return tuple(
            sum(packets[order.index(Place(place)) :: _PLACES], start=()) for place in range(_PLACES)
        )

    def start_auction(self, dealer: Place, turn_up: Card) -> Auction:
        """Return the auction before the first bid, which is the place's after the dealer."""
        return Auction(
            turn_up=turn_up,
            order=self.order_from(self.first_place(dealer)),
            turned_suit_again=self.options.round2_turned_suit,
        )

    def start_declarations(self, dealer: Place, trump: Suit) -> DeclarationRound | None:
        """Return the declarations before the first card, which the place after the dealer plays."""
        if self.options.annonces is Annonces.OFF:
            return None
        return DeclarationRound.start(
            trump,
            self.options,
            order=self.order_from(self.first_place(dealer)),
            teams=self.teams,
            hand_size=_HAND_SIZE,
        )

    def legal_cards(self, hand: Hand, trick: Trick, trump: Suit) -> Hand:
        """Return the cards of `hand` that may be played to `trick`."""
        return legal_cards(hand, trick, trump, self.options)

    def forbidden(self, card: Card, trick: Trick, trump: Suit) -> Hand:
        """Return the cards of which none may be held by who plays `card` to `trick`."""
        return forbidden(card, trick, trump, self.options)

    def why_not(self, card: Card, hand: Hand, trick: Trick, trump: Suit) -> Illegality | None:
        """Return why `card` may not be played from `hand`, or None if it may."""
        return why_not(card, hand, trick, trump, self.options)

    def trick_winner(self, trick: Trick, trump: Suit) -> Place:
        """Return who is winning the trick, or has won it."""
        return trick.winner(trump, _PLACES)

    def sides(self, contract: Contract) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
        """Return the places of the taker's team and those of the other."""
        attack = self.team_of(contract.taker)
        return self.teams[attack], self.teams[1 - attack]

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
        """Score a deal that was played to its end."""
        won = [(self.team_of(self.trick_winner(trick, contract.trump)), trick) for trick in tricks]
        deal = CountedDeal(
            count=count_tricks(won, contract.trump, teams=_TEAMS),
            taker=self.team_of(contract.taker),
            belote=self._team(belote),
            declarations=self._declared(declarations),
            forgiven=self._team(forgiven),
            held_points=held_points,
            is_last_deal=is_last_deal,
        )
        return score_deal(deal, self.options)

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
        """Score a deal that the player at `absent` left, for the other team."""
        return score_forfeit(
            self.team_of(absent),
            self.options,
            teams=_TEAMS,
            taker=None if contract is None else self.team_of(contract.taker),
            belote=self._team(belote),
            declarations=self._declared(declarations),
            forgiven=self._team(forgiven),
            held_points=held_points,
        )

    def _team(self, place: Place | None) -> Team | None:
        return None if place is None else self.team_of(place)

    def _declared(self, declarations: DeclarationRound | None) -> tuple[int, ...]:
        """By team, what was shown and counts; empty if nothing does."""
        if declarations is None or declarations.scoring_team is None:
            return ()
        return tuple(declarations.points(Team(team)) for team in range(_TEAMS))
