"""Every error of the game. Messages say what was expected and what came."""

from __future__ import annotations


class BeloteError(Exception):
    """Something that a person, a program or a file asked of the game cannot be done."""


class RuleError(BeloteError):
    """What was asked for is against the rules, or is not written as the rules write it."""


class IllegalPlay(RuleError):
    """A card, or a belote said with it, that the rules do not allow now."""


class IllegalBid(RuleError):
    """A bid that the auction does not allow now."""


class OutOfTurn(RuleError):
    """Nobody may do this now: the auction, the trick or the match is at another point."""


class OptionError(RuleError):
    """A set of options that is incomplete, unknown, out of bounds or contradicts itself."""


class NotationError(RuleError):
    """A text that is no card, no suit and no bid."""


class NodeError(BeloteError):
    """This node cannot go on: network, file, version or identity."""
