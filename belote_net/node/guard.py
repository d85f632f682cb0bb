"""The code that lets guests in, and how often it may be guessed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from belote_net.node.codes import new_code
from belote_net.node.errors import PeerRefused, Refusal

MAX_ATTEMPTS = 5
"""Wrong codes before a code is locked: a stranger guesses it once in 131,072 tables."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try that was charged, and the code that it is measured against."""

    code: str = field(repr=False)
    generation: int


class CodeGuard:
    """Keeps a code and counts the tries. A try is charged before anything is answered to it."""

    def __init__(self, random_bytes: Callable[[int], bytes]) -> None:
        self._random_bytes = random_bytes
        self._generation = 0
        self.renew()

    def renew(self) -> str:
        """Make a new code, with all its attempts; the old one lets nobody in any more."""
        self.code = new_code(self._random_bytes)
        self.attempts_left = MAX_ATTEMPTS
        self._generation += 1
        return self.code

    @property
    def is_locked(self) -> bool:
        """Whether this code lets nobody in any more."""
        return self.attempts_left == 0

    def charge(self) -> Attempt:
        """Count one try.

        Raises:
            PeerRefused: there are none left.
        """
        if self.is_locked:
            raise PeerRefused(
                Refusal.LOCKED, "too many wrong codes were tried: ask the host for a new one"
            )
        self.attempts_left -= 1
        return Attempt(self.code, self._generation)

    def refund(self, attempt: Attempt) -> None:
        """Give back a try that turned out to be right."""
        if attempt.generation == self._generation:
            self.attempts_left += 1
