"""Entries that are not in the log: those that wait for their place, and those of other branches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from belote_net.node.forks import Forks
from belote_net.node.held import HeldEntries, author_of, is_signed_by
from belote_net.table.ballots import WINDOW
from belote_net.table.table import Table
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Placement


class Pending:
    """All of one game; bounded.

    Attributes:
        held: what waits until it is next on its chain.
        forks: what goes on from another branch of the chain `table` than ours.
    """

    def __init__(self, fire: Callable[[], None]) -> None:
        """`fire` is called when something new came."""
        self.held = HeldEntries()
        self.forks = Forks()
        self._fire = fire

    def __iter__(self) -> Iterator[SignedEntry]:
        yield from self.held
        yield from self.forks

    def at(self, place: SilentPlace, owner: PublicIdentity) -> tuple[SignedEntry, ...]:
        """What the owner of its seat has signed at a place, and is not in the log (yet).

        Who had the seat before still has his key.
        """
        found = (one for one in self if SilentPlace.of(one.entry.context) == place)
        return tuple(one for one in found if is_signed_by(one, owner))

    def add(self, table: Table, signed: SignedEntry) -> None:
        """Keep an entry, unless it is in the log or there is no room for it."""
        entry, placement = signed.entry, table.log.place(signed)
        if placement is Placement.DUPLICATE:
            return
        if placement is not Placement.NEXT and self.add_to_fork(table, signed):
            return
        is_near = entry.seq < table.log.count(entry.chain) + WINDOW
        may_wait = placement is not Placement.FORK and is_near
        if may_wait and self.held.add(signed, author_of(table, signed)):
            self._fire()

    def add_to_fork(self, table: Table, signed: SignedEntry) -> bool:
        """Keep an entry of another branch, if it is of one; returns whether it is."""
        is_news = self.forks.add(table, signed)
        if is_news:
            self._fire()
        return is_news

    def begin_again(self, table: Table, left: Iterable[SignedEntry]) -> None:
        """Look at all that is kept, and at what was left, as it is seen from another table.

        First at what was left: what we have built on must have room before all else of its author.
        """
        kept = sorted(self, key=_seq)
        self.held.clear()
        self.forks.clear()
        for signed in (*sorted(left, key=_seq), *kept):
            self.add(table, signed)


def _seq(signed: SignedEntry) -> int:
    return signed.entry.seq
