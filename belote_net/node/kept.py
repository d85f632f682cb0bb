"""Entries of other branches: bounded by author, and never short of what others have built on.

Which of them are right shows only when the whole log is read again. So who is refused might fill
his room with what is worth nothing, and keep away what he has said to others: then this node could
not follow them. Of his own he pushes out what nobody else has built on.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from belote_net.node.held import CANDIDATES, MAX_HELD_BYTES, size_bytes
from belote_net.table.rewind import is_absence
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity


class KeptEntries:
    """Well-signed entries, in the order in which they came."""

    def __init__(self) -> None:
        self._kept: dict[bytes, tuple[SignedEntry, PublicIdentity]] = {}

    def __iter__(self) -> Iterator[SignedEntry]:
        return (signed for signed, _ in self._kept.values())

    def add(self, signed: SignedEntry, author: PublicIdentity, tried: Container[bytes]) -> bool:
        """Keep an entry; returns whether it is news, and its author had room for it.

        What we have read the log for stays, so that nobody makes us do it again: absences, and
        those with these heads.
        """
        if signed.head in self._kept:
            return False
        while crowd := self._crowd(signed, author):
            needed = self._built_on(author)
            loose = (one for one in crowd if not (is_absence(one) or one.head in tried))
            oldest = next((one for one in loose if one.head not in needed), None)
            if oldest is None:
                return False
            self.drop(oldest)
        self._kept[signed.head] = signed, author
        return True

    def drop(self, signed: SignedEntry) -> None:
        """Keep an entry no more."""
        self._kept.pop(signed.head, None)

    def clear(self) -> None:
        """Keep nothing any more."""
        self._kept.clear()

    def _crowd(self, signed: SignedEntry, author: PublicIdentity) -> list[SignedEntry]:
        """What its author has in the way of an entry: in its place, or anywhere; oldest first."""
        mine = [one for one, by in self._kept.values() if by == author]
        beside = [one for one in mine if one.entry.prev == signed.entry.prev]
        if len(beside) >= CANDIDATES:
            return beside
        return mine if sum(map(size_bytes, (*mine, signed))) > MAX_HELD_BYTES else []

    def _built_on(self, author: PublicIdentity) -> set[bytes]:
        """Heads of all that somebody else than `author` has built on."""
        found = set[bytes]()
        for signed, by in self._kept.values():
            prev = signed.entry.prev
            while by != author and prev in self._kept and prev not in found:
                found.add(prev)
                prev = self._kept[prev][0].entry.prev
        return found
