"""The expert: it deals the hidden cards in every way it can think of, and plays each deal out.

Pure Python counts here: hands are whole numbers with a bit for each card, and nothing is made or
looked up by name in the loop that plays a deal out.
"""

from __future__ import annotations

from belote_net.bots.expert.bidding import best_bid
from belote_net.bots.expert.playing import best_card

__all__ = ["best_bid", "best_card"]
