"""The log of one game: chains of signed entries, their order, and what forks them.

A `Log` keeps what was accepted. It verifies nothing: `Machine.check` does, before `append`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from belote_protocol.entry import NO_GAME, SignedEntry


class Placement(Enum):
    """Where an entry falls, compared with what a log holds."""

    NEXT = "next"
    """It links to the head of its chain."""
    DUPLICATE = "duplicate"
    """It is already there."""
    AHEAD = "ahead"
    """Its chain has not come so far."""
    FORK = "fork"
    """Another entry is at its place, or it links to another history."""
    FOREIGN = "foreign"
    """It belongs to another game."""


class Log:
    """Accepted entries, in order, by chain, and in the order of their arrival."""

    def __init__(self, game: bytes) -> None:
        self.game = game
        self._chains: dict[str, list[SignedEntry]] = {}
        self._by_head: dict[bytes, SignedEntry] = {}
        self._order: list[SignedEntry] = []

    @property
    def chains(self) -> tuple[str, ...]:
        """Names of the chains that have entries, in the order in which they began."""
        return tuple(self._chains)

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[SignedEntry]:
        return iter(self._order)

    def __contains__(self, head: bytes) -> bool:
        return head in self._by_head

    def count(self, chain: str) -> int:
        """How many entries a chain has."""
        return len(self._chains.get(chain, ()))

    def counts(self) -> dict[str, tuple[int, bytes]]:
        """For each chain: how many entries, and the head."""
        return {name: (len(entries), entries[-1].head) for name, entries in self._chains.items()}

    def entry(self, chain: str, seq: int) -> SignedEntry | None:
        """The entry at one place, if it is there."""
        entries = self._chains.get(chain, ())
        return entries[seq] if 0 <= seq < len(entries) else None

    def by_head(self, head: bytes) -> SignedEntry | None:
        """The entry with this hash, on any chain."""
        return self._by_head.get(head)

    def beside(self, signed: SignedEntry) -> SignedEntry | None:
        """What this chain has after the head to which `signed` links, if that is another entry."""
        entry, before = signed.entry, self._by_head.get(signed.entry.prev)
        if before is None:
            return None
        follows = before.entry.seq + 1 if before.entry.chain == entry.chain else 0
        other = self.entry(entry.chain, follows)
        is_other = other is not None and other.head != signed.head
        return other if is_other else None

    def place(self, signed: SignedEntry) -> Placement:
        """Where `signed` falls. Says nothing about whether it is right."""
        entry = signed.entry
        if signed.head in self._by_head:
            return Placement.DUPLICATE
        if entry.game != self.game:
            return Placement.FOREIGN
        entries = self._chains.get(entry.chain, [])
        if entry.seq > len(entries):
            return Placement.AHEAD
        if entry.seq < len(entries):
            return Placement.FORK
        if entries and entry.prev != entries[-1].head:
            return Placement.FORK
        return Placement.NEXT

    def append(self, signed: SignedEntry) -> None:
        """Add an entry that was checked and is next on its chain."""
        self._chains.setdefault(signed.entry.chain, []).append(signed)
        self._by_head[signed.head] = signed
        self._order.append(signed)


def is_equivocation(one: SignedEntry, other: SignedEntry) -> bool:
    """Whether these two entries prove that one seat spoke twice in one place.

    Both signatures must have been verified under the key of that seat. First entries prove
    nothing: they all stand in one place, and a host signs one for every game.
    """
    a, b = one.entry, other.entry
    return (
        one.head != other.head
        and a.game != NO_GAME
        and a.seat == b.seat
        and (a.game, a.chain, a.prev) == (b.game, b.chain, b.prev)
    )
