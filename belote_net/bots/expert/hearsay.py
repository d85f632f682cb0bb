"""What the other players have said, and how well a deal explains it."""

from __future__ import annotations

from collections.abc import Sequence

from belote_net.bots.dice import Dice
from belote_net.bots.expert.auctions import Speakers, spoken
from belote_net.bots.expert.declared import declarations_in
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place
from belote_net.rules.match import Match
from belote_net.table.view import TableView


class Hearsay:
    """The bids and the declarations of the others.

    They bid as regular players do, and declare what they have: most of them, most of the time.
    """

    def __init__(self, view: TableView, contract: Contract, match: Match) -> None:
        """Take down what the player of `view` has heard.

        Raises:
            OutOfTurn: there was no auction.
        """
        variant, auction = view.variant, view.auction
        if auction is None:
            raise OutOfTurn("an auction expected before the play")
        self._contract, self._turn_up = contract, 1 << auction.turn_up.number
        self._speakers = Speakers(match, variant, auction.turn_up)
        self._bids = [one for one in spoken(auction) if one.place != view.place]
        said = view.said.spoken if view.said is not None else ()
        self._claims = [one for one in said if one.place != view.place]
        packets = variant.first_hands(match.dealer, variant.deal_patterns[0])
        self._sizes = tuple(map(len, packets))

    def contradictions(self, hands: Sequence[int], dice: Dice) -> int:
        """Return how much of it was strange to say; 0 if a regular player would have said it all.

        `hands`: by place, the pack bits of the hand before the first card. Which of its cards came
        before the auction is not known, and left to chance.
        """
        speakers = {one.place for one in self._bids}
        first = {place: self._first_cards(place, hands[place], dice) for place in speakers}
        strange = sum(
            self._speakers.bid(one.place, one.choices, first[one.place]) != one.bid
            for one in self._bids
        )
        return strange + sum(
            not one.is_justified_by(declarations_in(hands[one.place]), self._contract.trump)
            for one in self._claims
        )

    def _first_cards(self, place: Place, hand: int, dice: Dice) -> int:
        if place == self._contract.taker:
            hand &= ~self._turn_up
        bits = [1 << number for number in range(hand.bit_length()) if hand >> number & 1]
        return sum(dice.some(bits, self._sizes[place]))
