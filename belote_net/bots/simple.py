"""`SimpleBot`: a bot with the habits of a sound player, which does not look ahead.

It waits for nothing. Whoever wants it to take its time, as a person at the table would, wraps its
`decide` where there is a clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from belote_net.bots.bidding import best_bids
from belote_net.bots.playing import best_cards
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.view import TableView

_Choice = TypeVar("_Choice")


class SimpleBot:
    """A `Decider`. What it decides follows from the view and the seed, in every run alike."""

    def __init__(self, *, seed: int = 0) -> None:
        """Make a bot; `seed` chooses among decisions that it finds equally good, and only there."""
        self._seed = seed

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        """Return the bid or the card that `duty` asks for; belote is said whenever it counts.

        Raises:
            OutOfTurn: neither is expected from the player whose view this is.
        """
        if not view.legal:
            return PlaceBid(self._one_of(best_bids(view), view))
        card = self._one_of(best_cards(view), view)
        return PlayCard(card, announce=card in view.announceable)

    def _one_of(self, equals: Sequence[_Choice], view: TableView) -> _Choice:
        moment = f"{self._seed}/{view.deal_number}/{view.place}/{len(view.hand)}"
        digest = hashlib.sha256(moment.encode()).digest()
        return equals[int.from_bytes(digest) % len(equals)]
