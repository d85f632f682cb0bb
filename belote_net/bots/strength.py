"""How well a bot plays."""

from __future__ import annotations

from enum import Enum


class Strength(Enum):
    """The strengths, the weakest first."""

    BEGINNER = "beginner"
    """Plays by a few rules of thumb, counts nothing, and does not look at the score."""
    REGULAR = "regular"
    """Counts the cards and knows the score, but does not look ahead."""
    EXPERT = "expert"
    """Plays every deal that may be out to its end before it decides."""
