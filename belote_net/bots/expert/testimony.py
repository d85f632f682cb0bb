"""What the other players have said, and how well a deal explains it."""

from __future__ import annotations

from collections.abc import Sequence

from belote_net.bots.dice import Dice
from belote_net.bots.expert.auctions import Speakers, spoken
from belote_net.bots.expert.declared import declarations_in
from belote_net.rules.auction import Auction, Bid, Contract
from belote_net.rules.cards import Place
from belote_net.rules.declaration_round import Spoken
from belote_net.rules.match import Match
from belote_net.table.view import TableView


class Testimony:
    """The bids and the declarations of the others.

    They bid as regular players do, and declare what they have: most of them, most of the time.
    """

    def __init__(self, view: TableView, contract: Contract, match: Match) -> None:
        """Take down what the player of `view` has heard."""
        variant = view.variant
        self._contract, self._turn_up = contract, view.turn_up
        self._speakers = Speakers(match, variant)
        self._bids: list[tuple[Place, Auction, Bid]] = []
        if view.auction is not None:
            self._bids = [one for one in spoken(view.auction) if one[0] != view.place]
        self._claims: list[Spoken] = []
        if view.said is not None:
            self._claims = [one for one in view.said.spoken if one.place != view.place]
        packets = variant.first_hands(variant.first_place(contract.taker), variant.deal_patterns[0])
        self._sizes = tuple(map(len, packets))

    def contradictions(self, hands: Sequence[int], dice: Dice) -> int:
        """Return how much of it was strange to say; 0 if a regular player would have said it all.

        `hands`: by place, the pack bits of the hand before the first card. Which of its cards came
        before the auction is not known, and left to chance.
        """
        held = {place: self._first_cards(place, hands[place], dice) for place, _, _ in self._bids}
        strange = sum(
            self._speakers.bid(auction, held[place]) != bid for place, auction, bid in self._bids
        )
        return strange + sum(
            not one.is_justified_by(declarations_in(hands[one.place]), self._contract.trump)
            for one in self._claims
        )

    def _first_cards(self, place: Place, hand: int, dice: Dice) -> int:
        if place == self._contract.taker and self._turn_up is not None:
            hand &= ~(1 << self._turn_up.number)
        bits = [1 << number for number in range(hand.bit_length()) if hand >> number & 1]
        return sum(dice.shuffled(bits)[: self._sizes[place]])
