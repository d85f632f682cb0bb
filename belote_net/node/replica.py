"""One game on one node: entries come in, are checked, applied and stored, and never otherwise.

Order of work for every entry, own or remote: check (in a thread), advance (on the loop), write and
fsync (in a thread), and only then is it `durable`, which is all that links ever send. Ballots are
stored before they are sent, too; our own bind us from the moment in which we sign them.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from belote_net.node.changes import Changes
from belote_net.node.errors import NodeFault
from belote_net.node.events import (
    EntryRefused,
    GameRewound,
    SeatClaimed,
    TableMoved,
    Tell,
    VoteCast,
)
from belote_net.node.evidence import Accusation, keep_evidence
from belote_net.node.frames import ChainHead
from belote_net.node.held import HeldEntries, check_author, check_chain
from belote_net.node.storage import LogFile
from belote_net.table.ballots import WINDOW, BallotBox, is_settled
from belote_net.table.claims import ClaimBox, SignedClaim
from belote_net.table.messages import MAX_COPY_BYTES, Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.rewind import going_back
from belote_net.table.table import DECKS_AHEAD, Table
from belote_protocol.ballot import SignedBallot, SilentPlace
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import BadSignature, Equivocation, InvalidEncoding, RejectedEntry
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Placement, is_equivocation
from belote_protocol.machine import Checked, NotYet, StaleCheck
from belote_protocol.preparation import deck_number


class Replica:
    """A table, its file, and what waits to be applied.

    Attributes:
        stopped: chains on which we build on nothing any more, until all others have gone on
            without the seat that is accused.
        claims: who wishes to have the seat that is free.
        box: what seats have signed about places whose seat does not speak.
        rewinds: how often what was accepted here had to be taken back.
    """

    def __init__(
        self,
        table: Table,
        log_file: LogFile,
        *,
        me: PublicIdentity,
        now_ms: Callable[[], int],
        tell: Tell,
        changes: Changes,
    ) -> None:
        """Take over a table whose entries are all in `log_file` already.

        Args:
            table: the game as far as it has come.
            log_file: open for appending.
            me: our own identity, which may have a seat or not.
            now_ms: milliseconds since 1970, for the arrival times.
            tell: takes events.
            changes: fired when anything changed here.
        """
        self.table = table
        self.changes = changes
        self.stopped: dict[str, Accusation] = {}
        self.box = BallotBox()
        self.claims = ClaimBox()
        self.rewinds = 0
        self.durable = _counts(table)
        self._me = me
        self._log_file = log_file
        self._now_ms = now_ms
        self._tell = tell
        self._held = HeldEntries()
        self._accusations: list[Accusation] = []
        self._named: set[tuple[str, int]] = set()
        self._superseding: list[SignedEntry] = []
        self._unstored: list[SignedBallot] = []
        self._order = trio.StrictFIFOLock()

    @property
    def game(self) -> bytes:
        """The id of the game."""
        return self.table.game

    @property
    def seat(self) -> Seat | None:
        """Our own seat, or None if we only watch."""
        return self.table.seat_of(self._me)

    def offer(self, signed: SignedEntry) -> None:
        """Take an entry from a link or from our own player. Never blocks.

        Raises:
            BadSignature: not signed by the seat that it names: who brought it is at fault.
            InvalidEncoding: of another game, or on a chain that no game has: likewise.
        """
        entry = signed.entry
        placement = self.table.log.place(signed)
        if placement is Placement.DUPLICATE or self.is_dead(entry.chain):
            return
        if placement is Placement.FOREIGN:
            raise InvalidEncoding("an entry of this game expected, got one of another")
        check_chain(entry.chain)
        if len(signed.raw) > MAX_COPY_BYTES and entry.kind != Absence.kind:
            # No honest entry is so large; and one that is wrong has to fit into an absence.
            raise InvalidEncoding(f"an entry of at most {MAX_COPY_BYTES} bytes expected")
        check_author(self.table, signed)
        if placement is Placement.FORK:
            self._look_at_fork(signed)
        elif entry.seq < self.table.log.count(entry.chain) + WINDOW and self._held.add(signed):
            self.changes.fire()

    def offer_ballot(self, signed: SignedBallot) -> None:
        """Take a ballot from a link, or cast our own: it binds us from here on. Never blocks.

        Raises:
            InvalidEncoding, InvalidProof: no seat of this game said it: who brought it is at fault.
        """
        if self.box.add(self.table, signed):
            self._unstored.append(signed)
            self.changes.fire()

    def offer_claim(self, signed: SignedClaim) -> None:
        """Take a wish for the free seat.

        Raises:
            InvalidEncoding, InvalidProof: the claimant did not make it.
        """
        if self.claims.add(self.table, signed):
            self._tell(SeatClaimed(self.game, signed.claim.member))
            self.changes.fire()

    def take_stored(self, ballots: tuple[SignedBallot, ...]) -> None:
        """Take over the ballots that are in the file already."""
        for signed in ballots:
            self.box.add(self.table, signed)

    def ballots(self) -> tuple[SignedBallot, ...]:
        """The ballots that may be sent."""
        return tuple(one for one in self.box if one not in self._unstored)

    def heads(self) -> dict[str, ChainHead]:
        """What this node has on its disk, by chain: what it may tell and send."""
        heads = {}
        for chain, count in self.durable.items():
            last = self.table.log.entry(chain, count - 1)
            if last is not None:
                heads[chain] = ChainHead(chain, count, last.head)
        return heads

    def proofs(self) -> tuple[SignedEntry, ...]:
        """Entries that prove somebody to be at fault, and are in no chain: for all to see."""
        return tuple(accusation.signed for accusation in self.stopped.values())

    def refused_at(self, place: SilentPlace) -> tuple[SignedEntry, ...]:
        """What is here of the entries that are refused at one place."""
        accusation = self.stopped.get(place.chain)
        return accusation.entries if accusation and accusation.place == place else ()

    async def run(self) -> None:
        """Apply what is offered, until cancelled.

        Raises:
            StorageFailed: an entry or a ballot could not be stored; nothing of it was sent.
            NodeFault: our own player said something wrong.
        """
        at_work: set[str] = set()
        async with trio.open_nursery() as nursery:
            while True:
                moved = self.changes.watch()
                while self._unstored:
                    await self._store_ballot(self._unstored[0])
                while self._accusations:
                    await self._accuse(self._accusations.pop(0))
                while self._superseding:
                    await self._go_back(self._superseding.pop(0))
                for chain in self._held.chains:
                    if chain not in at_work and self._is_near(chain):
                        at_work.add(chain)
                        nursery.start_soon(self._apply_chain, chain)
                await moved.wait()

    def close(self) -> None:
        """Close the file."""
        self._log_file.close()

    def _is_near(self, chain: str) -> bool:
        """Whether the entries of a chain can be tried by now; others wait without a task."""
        number = deck_number(chain)
        return number is None or number <= self.table.state.decks_burnt + DECKS_AHEAD

    def is_dead(self, chain: str) -> bool:
        """Whether a deck was begun by a seat that has left since, so that it is never dealt."""
        return deck_number(chain) in self.table.state.dead_decks

    def is_past_reseat(self, count: int) -> bool:
        """Whether who has so many entries of the chain `table` knows which decks are dead."""
        seated_seq = self.table.state.seated_seq
        return seated_seq is not None and count > seated_seq

    # Entries that are wrong.

    def _look_at_fork(self, signed: SignedEntry) -> None:
        """Find out what another entry in the place of an accepted one means.

        Two by one author prove him at fault. An absence takes the place of what the silent seat
        said too late. If it is neither, the fork began earlier: links that see it in each other's
        heads send the whole chain again, and the first entry that differs comes here.
        """
        ours = self.table.log.entry(signed.entry.chain, signed.entry.seq)
        if ours is None or ours.head == signed.head:
            return
        if is_equivocation(ours, signed):
            seat = signed.entry.seat
            reason = f"seat {seat} has signed two different entries for one place"
            refusal = Equivocation(reason, culprit=seat, head=signed.head)
            accusation = Accusation(signed, refusal, tuple(self.table.log), ours)
            self._blame(accusation, stops=not self._is_settled(ours))
            return
        # Votes that somebody has kept back cannot undo what all others have built on.
        may_stand = signed.entry.kind == Absence.kind and not self._is_settled(ours)
        if may_stand and len(self._superseding) < WINDOW:
            self._superseding.append(signed)
            self.changes.fire()

    def _is_settled(self, signed: SignedEntry) -> bool:
        """Whether every other seat has built on an entry, so that it stands whatever comes."""
        return is_settled(self.table, SilentPlace.of(signed.entry.context))

    def _blame(self, accusation: Accusation, *, stops: bool) -> None:
        """Name who is at fault, and stop the chain if nobody can go on; else once a chain."""
        entry = accusation.signed.entry
        if stops and entry.chain in self.stopped:
            return
        if stops:
            self.stopped[entry.chain] = accusation
        if stops or (entry.chain, entry.seat) not in self._named:
            self._named.add((entry.chain, entry.seat))
            self._accusations.append(accusation)
            self.changes.fire()

    async def _accuse(self, accusation: Accusation) -> None:
        """Keep the evidence and tell everybody at this screen."""
        entry, refusal = accusation.signed.entry, accusation.refusal
        if self._is_ours(accusation.signed) and not isinstance(refusal, Equivocation):
            raise NodeFault(f"this node said what it refuses itself: {refusal}")
        async with self._order:
            evidence = await trio.to_thread.run_sync(
                keep_evidence, self._log_file.path, accusation, self._now_ms()
            )
        self._tell(
            EntryRefused(self.game, entry.chain, entry.seq, entry.seat, str(refusal), evidence)
        )

    def _is_ours(self, signed: SignedEntry) -> bool:
        """Whether we have signed an entry ourselves: not somebody who had our seat before us."""
        if signed.entry.seat != self.seat:
            return False
        try:
            signed.verify_signature(self._me)
        except BadSignature:
            return False
        return True

    # Entries that are right.

    async def _apply_chain(self, chain: str) -> None:
        while True:
            moved = self.changes.watch()
            if not await self._apply_next(chain):
                await moved.wait()

    async def _apply_next(self, chain: str) -> bool:
        """Try the entry that is next on a chain. False: there is none, or it must wait."""
        log, seq = self.table.log, self.table.log.count(chain)
        before = log.entry(chain, seq - 1)
        signed = self._held.candidate(chain, seq, before.head if before else None, self._may_apply)
        if signed is None:
            return False
        table = self.table
        try:
            checked = await trio.to_thread.run_sync(table.check, signed)
        except NotYet:
            return False
        except RejectedEntry as refusal:
            self._refuse(table, signed, refusal)
            return True
        if table is self.table and self._may_apply(signed):
            await self._apply(checked)
        return True

    def _may_apply(self, signed: SignedEntry) -> bool:
        """Whether we may build on an entry, after what we have signed ourselves."""
        accusation = self.stopped.get(signed.entry.chain)
        is_wrong = accusation is not None and accusation.other is None
        if is_wrong and signed.entry.kind != Absence.kind:
            return False
        return self.box.may_build_on(self.seat, signed)

    def _refuse(self, table: Table, signed: SignedEntry, refusal: RejectedEntry) -> None:
        """Drop an entry; a chain stops if it is by the seat that everybody waits for."""
        self._held.drop(signed)
        if refusal.culprit is not None and table is self.table:
            due = table.due(signed.entry.chain)
            is_due = due is not None and due.seat == signed.entry.seat
            accusation = Accusation(signed, refusal, tuple(table.log))
            self._blame(accusation, stops=is_due)

    async def _apply(self, checked: Checked) -> None:
        signed = checked.signed
        entry = signed.entry
        try:
            events = self.table.advance(checked)
        except StaleCheck:
            return
        rivals = self._held.take_place(entry.chain, entry.seq)
        accusation = self.stopped.get(entry.chain)
        if accusation is not None and self._is_over(accusation):
            del self.stopped[entry.chain]
        self.box.prune(self.table)
        self.claims.prune(self.table)
        await self._store(signed)
        self._tell(TableMoved(self.game, entry.chain, entry.seq, events))
        for rival in rivals:
            self._look_at_fork(rival)

    def _is_over(self, accusation: Accusation) -> bool:
        """Whether the table has gone on: without the accused seat, or on what it said first."""
        if accusation.other is None:
            return self.table.log.count(accusation.place.chain) > accusation.place.seq
        return self._is_settled(accusation.other)

    async def _store(self, signed: SignedEntry) -> None:
        """Write an entry that was just applied: records stand in the order of application."""
        async with self._order:
            if signed.head not in self.table.log:
                return  # the game went back meanwhile
            await trio.to_thread.run_sync(self._log_file.append, signed, self._now_ms())
        self.durable[signed.entry.chain] = signed.entry.seq + 1
        self.changes.fire()

    async def _store_ballot(self, signed: SignedBallot) -> None:
        async with self._order:
            await trio.to_thread.run_sync(self._log_file.append_ballot, signed, self._now_ms())
        self._unstored.remove(signed)
        self._tell(VoteCast(self.game, signed.ballot))
        self.changes.fire()

    async def _go_back(self, signed: SignedEntry) -> None:
        """Put an absence in the place of what was accepted there, if all others have signed it."""
        async with self._order:
            known = len(self.table.log)
            if signed.head in self.table.log:
                return
            try:
                table, checked = await trio.to_thread.run_sync(going_back, self.table, signed)
            except (NotYet, RejectedEntry):
                return  # it proves nothing here; who tells it may see more than we do
            if len(self.table.log) != known:
                self._superseding.append(signed)
                return
            events = table.advance(checked)
            # What takes the place of other entries is not on the disk until the file is rewritten.
            kept = {**self.durable, TABLE_CHAIN: signed.entry.seq}
            counts = _counts(table).items()
            self.durable = {chain: min(count, kept.get(chain, 0)) for chain, count in counts}
            self.table = table
            self.rewinds += 1
            self._held.clear()
            self.stopped.pop(signed.entry.chain, None)
            self.box.prune(table)
            self.claims.prune(table)
            await trio.to_thread.run_sync(
                self._log_file.rewrite, tuple(table.log), tuple(self.box), self._now_ms()
            )
        self.durable = _counts(table)
        entry = signed.entry
        self._tell(GameRewound(self.game, entry.seq))
        self._tell(TableMoved(self.game, entry.chain, entry.seq, events))
        self.changes.fire()


def _counts(table: Table) -> dict[str, int]:
    return {chain: count for chain, (count, _) in table.log.counts().items()}
