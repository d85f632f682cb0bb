"""Which card the expert plays: the one that does best over the ways in which the cards may lie."""

from __future__ import annotations

from typing import Final

from belote_net.bots.dice import Dice
from belote_net.bots.expert.imagination import Imagination, World
from belote_net.bots.expert.playout import Moment, Seats, play_out
from belote_net.bots.expert.prospects import Prospects
from belote_net.bots.expert.slots import slots_for
from belote_net.bots.memory import played_cards
from belote_net.bots.playing import choose_card
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Card, Place, in_pack_order
from belote_net.rules.match import Match
from belote_net.table.view import TableView

WORLDS: Final = (160, 160, 160)
"""In how many deals each card is tried, round by round; after a round half of the cards are left,
but two to the last: what is near is tried longest.

They are counted, not timed: a slow machine plays as well, and alike.
"""


def best_card(view: TableView, dice: Dice) -> Card:
    """Return the card that does best; what `dice` show decides in which deals it is tried.

    Raises:
        OutOfTurn: no card is to be played from this view.
    """
    if view.place is None or view.contract is None or view.match is None or not view.legal:
        raise OutOfTurn("no card is expected from this player")
    cards = in_pack_order(view.legal)
    if len(cards) == 1:
        return cards[0]
    imagination = Imagination(view, view.place, view.contract, view.match)
    if not imagination.is_possible:
        return choose_card(view)
    trial = _Trial(view, view.place, view.contract, view.match)
    totals = dict.fromkeys(cards, 0.0)
    for count in WORLDS:
        for _ in range(count):
            world = imagination.draw(dice)
            for card in totals:
                totals[card] += trial.worth(card, world)
        ranking = sorted(totals, key=totals.__getitem__, reverse=True)
        totals = {card: totals[card] for card in ranking[: max(2, (len(ranking) + 1) // 2)]}
    return next(iter(totals))


class _Trial:
    """One player who tries a card: what the deal is worth to him if he plays it now."""

    def __init__(self, view: TableView, place: Place, contract: Contract, match: Match) -> None:
        variant = view.variant
        self._slots = slots_for(view.options, contract.trump)
        self._seats = Seats.at(variant, contract)
        self._prospects = Prospects(match, variant, contract, variant.team_of(place))
        self._place = place
        played = played_cards(view)
        moment = Moment(player=played[0][0] if played else place)
        for _, card in played:
            moment = moment.after(self._slots.slot(card), self._seats)
        self._after = {
            card: moment.after(self._slots.slot(card), self._seats) for card in view.legal
        }

    def worth(self, card: Card, world: World) -> float:
        """Return the outlook of the match once the deal is played out in this world."""
        hands = list(world.hands)
        hands[self._place] ^= 1 << self._slots.slot(card)
        points, tricks = play_out(self._after[card], hands, self._slots, self._seats)
        return self._prospects.worth(points, tricks, world.belote, world.declared)
