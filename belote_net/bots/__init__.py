"""Players that see only a view."""

from __future__ import annotations

from belote_net.bots.bidding import choose_bid
from belote_net.bots.bot import Bot
from belote_net.bots.playing import choose_card
from belote_net.bots.strength import Strength

__all__ = ["Bot", "Strength", "choose_bid", "choose_card"]
