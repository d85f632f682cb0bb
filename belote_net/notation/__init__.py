"""Games of belote as text: written, read back strictly, and told again by the rules alone.

The notation is described in docs/notation.md. Nothing here knows of keys, proofs or logs: a game
that was played with real cards can be written down as well.
"""

from __future__ import annotations

from belote_net.notation.compass import Compass
from belote_net.notation.errors import WrittenGameRefused
from belote_net.notation.reading import WrittenGame, parse, read_game
from belote_net.notation.record import DealRecord, GameRecord, Player
from belote_net.notation.telling import tell_game
from belote_net.notation.told import ToldDeal, ToldGame, Where
from belote_net.notation.writing import MAGIC, write

__all__ = [
    "MAGIC",
    "Compass",
    "DealRecord",
    "GameRecord",
    "Player",
    "ToldDeal",
    "ToldGame",
    "Where",
    "WrittenGame",
    "WrittenGameRefused",
    "parse",
    "read_game",
    "tell_game",
    "write",
]
