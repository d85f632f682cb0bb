"""What may be wrong with a written game."""

from __future__ import annotations

from belote_net.errors import RuleError


class WrittenGameRefused(RuleError):
    """A game that is not written as it should be, or that the rules refuse.

    Attributes:
        line: the first line that is wrong, from 1.
        reason: what was expected and what came.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
