"""Players that see only a view. Imports nothing heavy: `bot` has the rest."""

from __future__ import annotations

from belote_net.bots.strength import Strength

__all__ = ["Strength"]
