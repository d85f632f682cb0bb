"""Who is accused in one game, and on which chains one stops for it."""

from __future__ import annotations

from collections.abc import Callable

from belote_net.node.evidence import Accusation
from belote_net.node.held import author_of
from belote_net.table.ballots import is_settled
from belote_net.table.rewind import is_absence
from belote_net.table.table import Table
from belote_protocol.ballot import SilentPlace
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import Equivocation, RejectedEntry
from belote_protocol.log import is_equivocation


class Docket:
    """The accusations of one game: those that stop a chain, and those that are to be told.

    Attributes:
        stopped: chains on which we build on nothing any more, until all others have gone on
            without the seat that is accused.
    """

    def __init__(self, fire: Callable[[], None]) -> None:
        """`fire` is called when something is to be told."""
        self.stopped: dict[str, Accusation] = {}
        self._fire = fire
        self._untold: list[Accusation] = []
        self._named: set[tuple[str, int]] = set()
        self._unstored: set[bytes] = set()

    def take_untold(self) -> Accusation | None:
        """The next accusation that nobody was told of."""
        return self._untold.pop(0) if self._untold else None

    def proofs(self) -> tuple[SignedEntry, ...]:
        """Entries that prove somebody to be at fault, and are in no chain: for all to see."""
        return tuple(accusation.signed for accusation in self.stopped.values())

    def take_unstored(self, signed: SignedEntry) -> bool:
        """Whether we object to an entry that is not on the disk yet; from here on it is."""
        is_unstored = signed.head in self._unstored
        self._unstored.discard(signed.head)
        return is_unstored

    def accuse_of_wrong(self, table: Table, signed: SignedEntry, refusal: RejectedEntry) -> None:
        """A wrong entry: its chain stops if it is by the seat that everybody waits for."""
        self._blame(Accusation(signed, refusal, tuple(table.log)), stops=_is_due(table, signed))

    def must_wait(self, table: Table, signed: SignedEntry) -> bool:
        """Whether a wrong entry may stop its chain later: it is stopped for another place now."""
        accusation = self.stopped.get(signed.entry.chain)
        is_other = accusation is not None and accusation.place != SilentPlace.of(
            signed.entry.context
        )
        return is_other and _is_due(table, signed)

    def accuse_of_two(self, table: Table, signed: SignedEntry) -> None:
        """Two entries in one place, if who spoke there has signed this one as well.

        Who had the seat before still has his key: what he signs is nobody's second word. The chain
        stops, unless it is known which of them stands: one that all others have built on, or of two
        absences the one that comes first in order.
        """
        ours = table.log.entry(signed.entry.chain, signed.entry.seq)
        if ours is None or not is_equivocation(ours, signed):
            return
        if author_of(table, ours) != author_of(table, signed):
            return
        seat = signed.entry.seat
        reason = f"seat {seat} has signed two different entries for one place"
        refusal = Equivocation(reason, culprit=seat, head=signed.head)
        are_absences = is_absence(ours) and is_absence(signed)
        stops = not (are_absences or is_settled(table, SilentPlace.of(ours.entry.context)))
        self._blame(Accusation(signed, refusal, tuple(table.log), ours), stops=stops)

    def close_what_is_over(self, table: Table) -> tuple[SignedEntry, ...]:
        """Stop no longer where the table goes on: without the seat, or on what it said first.

        Nor where the game has gone back from: nobody speaks in that place any more. Returns what
        was said there, since the game may come back to it.
        """
        left = []
        for chain, accusation in tuple(self.stopped.items()):
            is_left = accusation.place.prev not in table.log
            if is_left:
                left.append(accusation.signed)
            if is_left or _is_over(table, accusation):
                del self.stopped[chain]
        return tuple(left)

    def _blame(self, accusation: Accusation, *, stops: bool) -> None:
        """Name who is at fault, and stop the chain if nobody can go on; else once a place."""
        entry = accusation.signed.entry
        stops = stops and entry.chain not in self.stopped
        if stops:
            self.stopped[entry.chain] = accusation
            self._unstored.add(accusation.signed.head)
        if stops or (entry.chain, entry.seq) not in self._named:
            self._named.add((entry.chain, entry.seq))
            self._untold.append(accusation)
            self._fire()


def _is_due(table: Table, signed: SignedEntry) -> bool:
    due = table.due(signed.entry.chain)
    return due is not None and due.seat == signed.entry.seat


def _is_over(table: Table, accusation: Accusation) -> bool:
    place, other = accusation.place, accusation.other
    if other is None:
        return table.log.count(place.chain) > place.seq
    return other.head not in table.log or is_settled(table, place)
