"""Branches of a game that are known here and do not stand, as far as they may still come to stand.

A branch that all others have built on stands, whatever came first (docs/protocol.md §15.4), and
that may turn out long after this node has gone on with another one. So what forks from the chain
`table` is kept: bounded by author, like all that is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from belote_net.node.held import author_of
from belote_net.node.kept import KeptEntries
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.rewind import Branch, branch_of, is_absence, is_plausible, standing
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry

REACH = 64
"""How far behind the end of the chain a branch may begin. Two tricks settle a place; a deal, with
all that is asked and shown in it, has about sixty entries."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A branch that stands rather than what a table has there.

    Attributes:
        others: rather than which it stands: first what the table has, then what is known of all
            others that begin in that place.
    """

    branch: Branch
    others: tuple[Branch, ...]


class Forks:
    """Entries of the chain `table` that are not in the log, each linked to one that is, or kept."""

    def __init__(self) -> None:
        self._kept = KeptEntries()
        self._tried: dict[bytes, int] = {}
        self._wrong: set[bytes] = set()
        self._searched: int | None = None

    def __iter__(self) -> Iterator[SignedEntry]:
        """What is kept, in the order of the chain."""
        return iter(sorted(self._kept, key=_seq))

    def add(self, table: Table, signed: SignedEntry) -> bool:
        """Keep an entry that goes on from an earlier one; returns whether it is news."""
        entry = signed.entry
        if entry.chain != TABLE_CHAIN or entry.seq + REACH < table.log.count(TABLE_CHAIN):
            return False
        is_linked = _is_root(table, signed) or any(_follows(signed, one) for one in self._kept)
        if not is_linked or (is_absence(signed) and not is_plausible(table, signed)):
            return False
        is_news = self._kept.add(signed, author_of(table, signed), self._tried)
        if is_news:
            self._searched = None
        return is_news

    def after(self, head: bytes) -> tuple[SignedEntry, ...]:
        """What is kept of all branches that go on from the entry with this hash."""
        found, heads = list[SignedEntry](), {head}
        for signed in self:
            if signed.entry.prev in heads:
                found.append(signed)
                heads.add(signed.head)
        return tuple(found)

    def better(self, table: Table) -> Rival | None:
        """What stands rather than what the table has, at the first place where something does.

        It is asked at every turn, and looks only if there is something new to look at.
        """
        if self._searched == len(table.log):
            return None
        following: dict[bytes, list[SignedEntry]] = {}
        for signed in self._kept:
            following.setdefault(signed.entry.prev, []).append(signed)
        roots = [one for one in self if _is_root(table, one) and one.head not in self._wrong]
        for seq, rivals in groupby(roots, key=_seq):
            branches = [one for root in rivals for one in _branches((root,), following)]
            untried = [one for one in branches if self._tried.get(_tip(one)) != len(table.log)]
            known = (branch_of(table, seq), *untried)
            found = standing(table, known) if known[0] else known[0]
            if found is not known[0]:
                return Rival(found, tuple(one for one in known if one[0] is not found[0]))
        self._searched = len(table.log)
        return None

    def put_off(self, table: Table, branch: Branch) -> None:
        """It does not stand as long as this table has no more than now."""
        self._tried[_tip(branch)] = len(table.log)

    def refuse(self, branch: Branch) -> None:
        """Its first entry is wrong."""
        self._wrong.add(branch[0].head)

    def clear(self) -> None:
        """Keep nothing any more."""
        self._kept.clear()
        self._tried.clear()
        self._wrong.clear()

    def prune(self, table: Table) -> None:
        """Forget what begins too far back to stand again."""
        for signed in tuple(self._kept):
            if signed.entry.seq + REACH < table.log.count(TABLE_CHAIN):
                self._kept.drop(signed)
                self._tried.pop(signed.head, None)
                self._wrong.discard(signed.head)


def _is_root(table: Table, signed: SignedEntry) -> bool:
    """Whether a branch begins with an entry: it goes on from one that stands."""
    before = table.log.entry(TABLE_CHAIN, signed.entry.seq - 1)
    return before is not None and before.head == signed.entry.prev


def _follows(signed: SignedEntry, before: SignedEntry) -> bool:
    return (before.head, before.entry.seq + 1) == (signed.entry.prev, signed.entry.seq)


def _branches(begun: Branch, following: Mapping[bytes, Sequence[SignedEntry]]) -> Iterator[Branch]:
    """All that what is begun can go on to; it may be longer than calls can be nested."""
    waiting = [begun]
    while waiting:
        branch = waiting.pop()
        later = following.get(_tip(branch), ())
        if not later:
            yield branch
        waiting += [(*branch, signed) for signed in reversed(later)]


def _seq(signed: SignedEntry) -> int:
    return signed.entry.seq


def _tip(branch: Branch) -> bytes:
    return branch[-1].head
