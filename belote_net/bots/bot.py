"""`Bot`: a player that sees a view and no more.

It waits for nothing. The expert takes a part of a second: whoever has something else to do runs it
in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from belote_net.bots import beginner, expert
from belote_net.bots.bidding import best_bids
from belote_net.bots.dice import Dice
from belote_net.bots.playing import best_cards, king_first
from belote_net.bots.strength import Strength
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card
from belote_net.table.decisions import Decision, OpenHand, PlaceBid, PlayCard
from belote_net.table.view import TableView


@dataclass(frozen=True, slots=True)
class Bot:
    """A player whose decisions follow from the view and the seed, in every run alike.

    Attributes:
        strength: how well it plays.
        seed: what it chooses by where several decisions seem equally good, and, for the expert,
            in which deals it tries them.
    """

    strength: Strength = Strength.REGULAR
    seed: int = 0

    def choose(self, view: TableView) -> Decision:
        """Return the bid or the card that is due; belote is said whenever it counts.

        Hands are opened by people only: a bot does not help.

        Raises:
            OutOfTurn: neither is expected from the player whose view this is.
        """
        if view.asks_for_help:
            return OpenHand(is_willing=False)
        dice = self._dice(view)
        if not view.legal:
            return PlaceBid(self._bid(view, dice))
        card = self._card(view, dice)
        return PlayCard(card, announce=card in view.announceable)

    def _bid(self, view: TableView, dice: Dice) -> Bid:
        match self.strength:
            case Strength.BEGINNER:
                return beginner.choose_bid(view)
            case Strength.REGULAR:
                return dice.one_of(best_bids(view))
            case Strength.EXPERT:
                return expert.best_bid(view, dice)

    def _card(self, view: TableView, dice: Dice) -> Card:
        match self.strength:
            case Strength.BEGINNER:
                return king_first(dice.one_of(beginner.best_cards(view)), view)
            case Strength.REGULAR:
                return dice.one_of(best_cards(view))
            case Strength.EXPERT:
                return king_first(expert.best_card(view, dice), view)

    def _dice(self, view: TableView) -> Dice:
        spoken = len(view.auction.bids) if view.auction is not None else 0
        hand = " ".join(map(str, view.hand))
        return Dice(f"{self.seed}/{view.deal_number}/{view.place}/{spoken}/{hand}")
