"""One game on one node: entries come in, are checked, applied and stored, and never otherwise.

Order of work for every entry, own or remote: check (in a thread), advance (on the loop), write and
fsync (in a thread), and only then is it `durable`, which is all that links ever send.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import trio

from belote_net.node.changes import Changes
from belote_net.node.errors import NodeFault
from belote_net.node.events import EntryRefused, TableMoved, Tell
from belote_net.node.frames import ChainHead
from belote_net.node.storage import LogFile, StoredEntry, read_log, write_evidence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import DECKS_AHEAD, Table
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import BadSignature, Equivocation, InvalidEncoding, RejectedEntry
from belote_protocol.log import Placement, is_equivocation
from belote_protocol.machine import NotYet, StaleCheck
from belote_protocol.preparation import deck_number

WINDOW = 8
"""How many entries beyond the last known one are held, and sent, per chain."""

_CANDIDATES = 2
"""How many entries of one author are held for one place: two are a proof, more prove no more."""

MAX_HELD_BYTES = 512 * 1024
"""How much of one author waits to be applied at most: nobody can take the room of another. What is
beyond is dropped, and sent again by its bringer. A node that catches up holds the window of each
chain: 300 kB of one author in an evening of thirty deals."""

_HELD_OVERHEAD_BYTES = 2048
"""What a held entry costs beside its bytes."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """A well-signed entry that is wrong, and why."""

    signed: SignedEntry
    refusal: RejectedEntry


class Replica:
    """A table, its file, and what waits to be applied."""

    def __init__(
        self,
        table: Table,
        log_file: LogFile,
        *,
        seat: Seat | None,
        now_ms: Callable[[], int],
        tell: Tell,
        changes: Changes,
    ) -> None:
        """Take over a table whose entries are all in `log_file` already.

        Args:
            table: the game as far as it has come.
            log_file: open for appending.
            seat: our own seat, or None if we only watch.
            now_ms: milliseconds since 1970, for the arrival times.
            tell: takes events.
            changes: fired when anything changed here.
        """
        self.table = table
        self.seat = seat
        self.changes = changes
        self.stopped: dict[str, Accusation] = {}
        self.durable = {chain: count for chain, (count, _) in table.log.counts().items()}
        self._log_file = log_file
        self._now_ms = now_ms
        self._tell = tell
        self._held: dict[str, dict[int, dict[bytes, SignedEntry]]] = {}
        self._accusations: list[Accusation] = []
        self._order = trio.StrictFIFOLock()

    @property
    def game(self) -> bytes:
        """The id of the game."""
        return self.table.game

    def offer(self, signed: SignedEntry) -> None:
        """Take an entry from a link or from our own player. Never blocks.

        Raises:
            BadSignature: not signed by the seat that it names: who brought it is at fault.
            InvalidEncoding: of another game, or on a chain that no game has: likewise.
        """
        entry = signed.entry
        placement = self.table.log.place(signed)
        if placement is Placement.DUPLICATE:
            return
        if placement is Placement.FOREIGN:
            raise InvalidEncoding("an entry of this game expected, got one of another")
        check_chain(entry.chain)
        self._check_author(signed)
        if entry.chain in self.stopped:
            return
        if placement is Placement.FORK:
            self._look_at_fork(signed)
        elif entry.seq < self.table.log.count(entry.chain) + WINDOW:
            self._hold(signed)

    def heads(self) -> dict[str, ChainHead]:
        """What this node has on its disk, by chain: what it may tell and send."""
        heads = {}
        for chain, count in self.durable.items():
            last = self.table.log.entry(chain, count - 1)
            if last is not None:
                heads[chain] = ChainHead(chain, count, last.head)
        return heads

    def proofs(self) -> tuple[SignedEntry, ...]:
        """Entries by which a seat is proven to have spoken twice: every node ought to see them."""
        return tuple(
            accusation.signed
            for accusation in self.stopped.values()
            if isinstance(accusation.refusal, Equivocation)
        )

    async def run(self) -> None:
        """Apply what is offered, until cancelled.

        Raises:
            StorageFailed: an entry could not be stored; nothing of it was sent.
            NodeFault: our own player said something wrong.
        """
        at_work: set[str] = set()
        async with trio.open_nursery() as nursery:
            while True:
                moved = self.changes.watch()
                while self._accusations:
                    await self._accuse(self._accusations.pop(0))
                for chain in [
                    one for one in self._held if one not in at_work and self._is_near(one)
                ]:
                    at_work.add(chain)
                    nursery.start_soon(self._apply_chain, chain)
                await moved.wait()

    def close(self) -> None:
        """Close the file."""
        self._log_file.close()

    def _check_author(self, signed: SignedEntry) -> None:
        members = self.table.members
        seat = signed.entry.seat
        if seat >= len(members):
            raise BadSignature(f"there is no seat {seat}", culprit=None, head=signed.head)
        signed.verify_signature(members[seat].identity)

    def _hold(self, signed: SignedEntry) -> None:
        held = self._held.setdefault(signed.entry.chain, {})
        candidates = held.setdefault(signed.entry.seq, {})
        author = signed.entry.seat
        spoken = sum(one.entry.seat == author for one in candidates.values())
        if spoken < _CANDIDATES and self._held_bytes(author) < MAX_HELD_BYTES:
            candidates[signed.head] = signed
            self.changes.fire()

    def _held_bytes(self, author: int) -> int:
        """What waits of one author."""
        return sum(
            len(signed.raw) + _HELD_OVERHEAD_BYTES
            for held in self._held.values()
            for candidates in held.values()
            for signed in candidates.values()
            if signed.entry.seat == author
        )

    def _is_near(self, chain: str) -> bool:
        """Whether the entries of a chain can be tried by now; others wait without a task."""
        number = deck_number(chain)
        return number is None or number <= self.table.state.decks_burnt + DECKS_AHEAD

    def _look_at_fork(self, signed: SignedEntry) -> None:
        """Find out whether two entries at one place have one author.

        If not, the fork began earlier: links that see it in each other's heads send the whole
        chain again, and the first entry that differs comes here.
        """
        ours = self.table.log.entry(signed.entry.chain, signed.entry.seq)
        if ours is not None and is_equivocation(ours, signed):
            seat = signed.entry.seat
            reason = f"seat {seat} has signed two different entries for one place"
            self._stop(signed, Equivocation(reason, culprit=seat, head=signed.head))

    def _stop(self, signed: SignedEntry, refusal: RejectedEntry) -> None:
        chain = signed.entry.chain
        if chain not in self.stopped:
            accusation = Accusation(signed, refusal)
            self.stopped[chain] = accusation
            self._accusations.append(accusation)
            self._held.get(chain, {}).clear()
            self.changes.fire()

    async def _apply_chain(self, chain: str) -> None:
        while chain not in self.stopped:
            moved = self.changes.watch()
            if not await self._apply_next(chain):
                await moved.wait()

    async def _apply_next(self, chain: str) -> bool:
        """Try the entry that is next on a chain. False: there is none, or it must wait."""
        held = self._held[chain]
        seq = self.table.log.count(chain)
        signed = self._candidate(chain, seq)
        if signed is None:
            return False
        try:
            checked = await trio.to_thread.run_sync(self.table.check, signed)
            events = self.table.advance(checked)
        except NotYet:
            return False
        except StaleCheck:
            return True
        except RejectedEntry as refusal:
            held.get(seq, {}).pop(signed.head, None)
            if refusal.culprit is not None:
                self._stop(signed, refusal)
            return True
        rivals = [one for one in held.pop(seq, {}).values() if one is not signed]
        await self._store(signed)
        self._tell(TableMoved(self.game, chain, seq, events))
        for rival in rivals:
            self._look_at_fork(rival)
        return True

    def _candidate(self, chain: str, seq: int) -> SignedEntry | None:
        """What is held for a place: rather an entry that links to what is here than any other."""
        candidates = list(self._held[chain].get(seq, {}).values())
        before = self.table.log.entry(chain, seq - 1)
        linked = [one for one in candidates if before is None or one.entry.prev == before.head]
        return next(iter(linked or candidates), None)

    async def _store(self, signed: SignedEntry) -> None:
        """Write an entry that was just applied: records stand in the order of application."""
        async with self._order:
            await trio.to_thread.run_sync(self._log_file.append, signed, self._now_ms())
        self.durable[signed.entry.chain] = signed.entry.seq + 1
        self.changes.fire()

    async def _accuse(self, accusation: Accusation) -> None:
        """Keep the evidence and tell everybody at this screen."""
        entry, refusal = accusation.signed.entry, accusation.refusal
        if entry.seat == self.seat and not isinstance(refusal, Equivocation):
            raise NodeFault(f"this node said what it refuses itself: {refusal}")
        refused = StoredEntry(accusation.signed, self._now_ms())

        def keep() -> Path:
            return write_evidence(
                self._log_file.path, read_log(self._log_file.path).records, refused
            )

        async with self._order:
            evidence = await trio.to_thread.run_sync(keep)
        self._tell(
            EntryRefused(self.game, entry.chain, entry.seq, entry.seat, str(refusal), evidence)
        )


def check_chain(chain: str) -> None:
    """Refuse names of chains that no game has.

    Raises:
        InvalidEncoding: it is such a name.
    """
    if chain != TABLE_CHAIN and not deck_number(chain):
        raise InvalidEncoding(f"a chain of this game expected, got {chain!r}")
