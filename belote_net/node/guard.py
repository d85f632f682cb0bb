"""The code that lets guests in, and how often it may be guessed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from belote_net.node.codes import new_code
from belote_net.node.errors import PeerRefused, Refusal
from belote_protocol.transcript import RandomBytes

MAX_ATTEMPTS = 5
"""Wrong codes before a code is locked: a stranger guesses it once in 131,072 tables."""


def _tell_nobody(attempts_left: int) -> None:
    return


@dataclass(slots=True)
class Attempt:
    """One try that was charged, and the code that it is measured against.

    Attributes:
        is_right: whether the code was proven.
    """

    code: str = field(repr=False)
    generation: int
    is_right: bool = False


class CodeGuard:
    """Keeps a code and counts the tries. A try is charged before anything is answered to it."""

    def __init__(
        self,
        random_bytes: RandomBytes,
        on_wrong: Callable[[int], None] = _tell_nobody,
    ) -> None:
        """A guard with a new code.

        Args:
            random_bytes: n fresh random bytes.
            on_wrong: told of each try that was not right, with how many are left.
        """
        self._random_bytes = random_bytes
        self._on_wrong = on_wrong
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

    @contextmanager
    def attempt(self) -> Iterator[Attempt]:
        """Count one try, however it ends; `settle` gives it back if it was right.

        Raises:
            PeerRefused: there are none left.
        """
        if self.is_locked:
            raise PeerRefused(
                Refusal.LOCKED, "too many wrong codes were tried: ask the host for a new one"
            )
        self.attempts_left -= 1
        attempt = Attempt(self.code, self._generation)
        try:
            yield attempt
        finally:
            if not attempt.is_right and attempt.generation == self._generation:
                self._on_wrong(self.attempts_left)

    def settle(self, attempt: Attempt) -> None:
        """The code of this try was proven: give it back.

        Raises:
            PeerRefused: the code has changed meanwhile, and lets nobody in.
        """
        if attempt.generation != self._generation:
            raise PeerRefused(Refusal.CODE, "the host has changed the code: ask for the new one")
        attempt.is_right = True
        self.attempts_left += 1
