"""Players that see only a view."""

from __future__ import annotations

from belote_net.bots.bidding import choose_bid
from belote_net.bots.playing import choose_card

__all__ = ["choose_bid", "choose_card"]
