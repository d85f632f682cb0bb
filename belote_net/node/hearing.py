"""How long a node that has just started waits for what others say that they have."""

from __future__ import annotations

import math
from collections.abc import Collection

import trio

from belote_protocol.identity import PublicIdentity

HEARING_S = 15.0
"""How long each of the others may take, after a restart, to send us more of what he says that he
has, while we have a link to him."""


class Hearing:
    """Which of the others we still listen to, in one game, before we speak.

    Who claims what he never sends must not keep us silent for ever. But while entries come, we may
    be where we have spoken already, and would speak twice. Nor does the time of anybody run while
    he is not there: we have not heard him.
    """

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._known = 0
        self._waited_s: dict[PublicIdentity, float] = {}
        self._awaited: tuple[PublicIdentity, ...] = ()
        self._looked_at = trio.current_time()

    def is_over(self, known: int, awaited: Collection[PublicIdentity]) -> bool:
        """Whether nothing has come for `HEARING_S` from any that we wait for.

        To be asked whenever one of the arguments changes.

        Args:
            known: how many entries are here now.
            awaited: who is linked, and has more than we have or has not said what.
        """
        now = trio.current_time()
        for one in self._awaited:
            self._waited_s[one] = self._waited_s.get(one, 0.0) + now - self._looked_at
        if known != self._known:
            self._known = known
            self._waited_s.clear()
        self._awaited, self._looked_at = tuple(awaited), now
        return self.until <= now

    @property
    def until(self) -> float:
        """When it ends if nothing comes any more and nobody goes, by trio's clock."""
        left_s = (HEARING_S - self._waited_s.get(one, 0.0) for one in self._awaited)
        return self._looked_at + max(left_s, default=-math.inf)
