"""Players that see only a view."""

from __future__ import annotations

from belote_net.bots.bidding import choose_bid
from belote_net.bots.playing import choose_card
from belote_net.bots.simple import SimpleBot

__all__ = ["SimpleBot", "choose_bid", "choose_card"]
