"""Entries that came before they could be applied: bounded, so that nobody fills our memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.deck_state import deck_number
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import BadSignature, InvalidEncoding
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Log

CANDIDATES = 2
"""How many entries of one author are held for one place: two are a proof, more prove no more."""

MAX_HELD_BYTES = 512 * 1024
"""How much of one author waits to be applied at most: nobody can take the room of another. What is
beyond is dropped, and sent again by its bringer. A node that catches up holds the window of each
chain: 300 kB of one author in an evening of thirty deals."""

_HELD_OVERHEAD_BYTES = 2048
"""What a held entry costs beside its bytes."""


def size_bytes(signed: SignedEntry) -> int:
    """What an entry costs that is held."""
    return len(signed.raw) + _HELD_OVERHEAD_BYTES


class HeldEntries:
    """Well-signed entries, by chain and place."""

    def __init__(self) -> None:
        self._held: dict[str, dict[int, dict[bytes, SignedEntry]]] = {}
        self._authors: dict[bytes, PublicIdentity] = {}
        self._put_off: dict[bytes, int] = {}

    @property
    def chains(self) -> tuple[str, ...]:
        """Chains of which something was held."""
        return tuple(self._held)

    def add(self, signed: SignedEntry, author: PublicIdentity) -> bool:
        """Hold an entry, if its author may still have one held; returns whether it is news."""
        chain, seq = signed.entry.chain, signed.entry.seq
        candidates = self._held.get(chain, {}).get(seq, {})
        spoken = sum(self._authors[head] == author for head in candidates)
        is_full = spoken >= CANDIDATES or self.size_bytes(author) >= MAX_HELD_BYTES
        if signed.head in candidates or is_full:
            return False
        self._held.setdefault(chain, {}).setdefault(seq, {})[signed.head] = signed
        self._authors[signed.head] = author
        return True

    def size_bytes(self, author: PublicIdentity) -> int:
        """What waits of one author."""
        return sum(size_bytes(one) for one in self if self._authors[one.head] == author)

    def __iter__(self) -> Iterator[SignedEntry]:
        for held in self._held.values():
            for candidates in held.values():
                yield from candidates.values()

    def candidates(
        self, log: Log, chain: str, may_apply: Callable[[SignedEntry], bool]
    ) -> tuple[SignedEntry, ...]:
        """What may be next on a chain: what links to its head, else whatever is held there."""
        seq = log.count(chain)
        held = self._held.get(chain, {}).get(seq, {}).values()
        candidates = tuple(one for one in held if may_apply(one))
        last = log.entry(chain, seq - 1)
        linked = tuple(one for one in candidates if last is None or one.entry.prev == last.head)
        found = linked or candidates
        return tuple(one for one in found if self._put_off.get(one.head) != len(log))

    def put_off(self, log: Log, signed: SignedEntry) -> None:
        """An entry cites what is not here: it is no candidate as long as the log has no more."""
        if signed.head in self._authors:
            self._put_off[signed.head] = len(log)

    def drop(self, signed: SignedEntry) -> None:
        """Hold an entry no more."""
        self._held.get(signed.entry.chain, {}).get(signed.entry.seq, {}).pop(signed.head, None)
        self._authors.pop(signed.head, None)
        self._put_off.pop(signed.head, None)

    def take_place(self, chain: str, seq: int) -> tuple[SignedEntry, ...]:
        """All that was held for one place; nothing is any more."""
        taken = tuple(self._held.get(chain, {}).pop(seq, {}).values())
        for signed in taken:
            del self._authors[signed.head]
            self._put_off.pop(signed.head, None)
        return taken

    def clear(self) -> None:
        """Hold nothing any more."""
        for held in self._held.values():
            held.clear()
        self._authors.clear()
        self._put_off.clear()


def check_chain(chain: str) -> None:
    """Refuse names of chains that no game has.

    Raises:
        InvalidEncoding: it is such a name.
    """
    if chain != TABLE_CHAIN and not deck_number(chain):
        raise InvalidEncoding(f"a chain of this game expected, got {chain!r}")


def check_author(table: Table, signed: SignedEntry) -> None:
    """Refuse an entry that nobody signed who has, or had, the seat that it names.

    Raises:
        BadSignature: it is such an entry: who brought it is at fault.
    """
    seat = signed.entry.seat
    if any(is_signed_by(signed, identity) for identity in table.signers(Seat(seat))):
        return
    raise BadSignature(f"not signed by seat {seat}", culprit=None, head=signed.head)


def author_of(table: Table, signed: SignedEntry) -> PublicIdentity:
    """Who signed an entry that passed `check_author`: a seat has had several, if it was left."""
    *others, last = table.signers(Seat(signed.entry.seat))
    return next((one for one in others if is_signed_by(signed, one)), last)


def is_signed_by(signed: SignedEntry, identity: PublicIdentity) -> bool:
    """Whether this key has signed an entry."""
    try:
        signed.verify_signature(identity)
    except BadSignature:
        return False
    return True
