"""One game on one node: entries come in, are checked, applied and stored, and never otherwise.

Order of work for every entry, own or remote: check (in a thread), advance (on the loop), write and
fsync (in a thread), and only then is it `durable`, which is all that links ever send. Ballots are
stored before they are sent, too; our own bind us from the moment in which we sign them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import trio

from belote_net.node.changes import Changes
from belote_net.node.docket import Docket
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
from belote_net.node.forks import Rival
from belote_net.node.frames import ChainHead
from belote_net.node.held import check_author, check_chain, is_signed_by
from belote_net.node.pending import Pending
from belote_net.node.storage import LogFile
from belote_net.table.absence import DECKS_AHEAD
from belote_net.table.ballots import BallotBox
from belote_net.table.claims import ClaimBox, SignedClaim
from belote_net.table.messages import MAX_COPY_BYTES, Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.rewind import going_back, is_absence, last_absence
from belote_net.table.table import Table
from belote_protocol.ballot import SignedBallot, SilentPlace
from belote_protocol.deck_state import deck_number
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import (
    BadSignature,
    Equivocation,
    InvalidEncoding,
    InvalidProof,
    RejectedEntry,
)
from belote_protocol.identity import PublicIdentity
from belote_protocol.log import Placement
from belote_protocol.machine import Checked, NotYet, StaleCheck


class Replica:
    """A table, its file, and what waits to be applied.

    Attributes:
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
        self._docket = Docket(changes.fire)
        self.box = BallotBox()
        self.claims = ClaimBox()
        self.rewinds = 0
        self.durable = _counts(table)
        self._me = me
        self._log_file = log_file
        self._now_ms = now_ms
        self._tell = tell
        self._pending = Pending(changes.fire)
        self._held, self._forks = self._pending.held, self._pending.forks
        self._unstored: dict[bytes, SignedBallot] = {}
        self._kept_back: dict[bytes, int | None] = {}
        self._order = trio.StrictFIFOLock()

    @property
    def game(self) -> bytes:
        """The id of the game."""
        return self.table.game

    @property
    def stopped(self) -> Mapping[str, Accusation]:
        """Chains on which we build on nothing any more, and who is accused there."""
        return self._docket.stopped

    @property
    def seat(self) -> Seat | None:
        """Our own seat, or None if we only watch."""
        return self.table.seat_of(self._me)

    def offer(self, signed: SignedEntry) -> bool:
        """Take an entry from a link or from our own player. Never blocks.

        Returns whether its author, or who brings it, has another history than we have.

        Raises:
            BadSignature: not signed by the seat that it names: who brought it is at fault.
            InvalidEncoding: of another game, or on a chain that no game has: likewise.
        """
        entry = signed.entry
        placement = self.table.log.place(signed)
        if placement is Placement.DUPLICATE or self.is_dead(entry.chain):
            return False
        if placement is Placement.FOREIGN:
            raise InvalidEncoding("an entry of this game expected, got one of another")
        check_chain(entry.chain)
        if len(signed.raw) > MAX_COPY_BYTES and entry.kind != Absence.kind:
            # No honest entry is so large; and one that is wrong has to fit into an absence.
            raise InvalidEncoding(f"an entry of at most {MAX_COPY_BYTES} bytes expected")
        check_author(self.table, signed)
        self._hold(signed)
        return placement is Placement.FORK

    def _hold(self, signed: SignedEntry) -> None:
        """Keep an entry until it is next on its chain, or for the branch that it is of."""
        if self.table.log.place(signed) is Placement.FORK:
            self._docket.accuse_of_two(self.table, signed)
        self._pending.add(self.table, signed)

    def offer_ballot(self, signed: SignedBallot) -> None:
        """Take a ballot from a link, or cast our own: it binds us from here on. Never blocks.

        Raises:
            InvalidEncoding, InvalidProof: no seat of this game said it: who brought it is at fault.
        """
        if self.box.add(self.table, signed):
            self._unstored[signed.signature] = signed
            self.changes.fire()

    def offer_claim(self, signed: SignedClaim, bringer: PublicIdentity) -> None:
        """Take a wish for the free seat, from its claimant or from somebody who passes it on.

        Raises:
            InvalidEncoding, InvalidProof: the claimant did not make it.
        """
        in_person = bringer == signed.claim.member.identity
        if self.claims.add(self.table, signed, in_person=in_person):
            self._tell(SeatClaimed(self.game, signed.claim.member))
            self.changes.fire()

    def take_stored(
        self, ballots: tuple[SignedBallot, ...], aside: tuple[SignedEntry, ...]
    ) -> None:
        """Take over what stands in the file beside the chains, and accuse again who was accused.

        Our objections bind us, so that we do not try again what we have refused. Blocks for as
        long as it takes to refuse it.
        """
        for ballot in ballots:
            with suppress(InvalidEncoding, InvalidProof):  # of who had a seat on another branch
                self.box.add(self.table, ballot, is_stored=True)
        for signed in aside:
            with suppress(InvalidEncoding, BadSignature):
                self.offer(signed)
                self._try_again(signed)
                self._docket.take_unstored(signed)  # it is

    def _try_again(self, signed: SignedEntry) -> None:
        """Refuse an entry that was refused before this node was started."""
        if self.table.log.place(signed) is Placement.NEXT:
            try:
                with suppress(NotYet):
                    self.table.check(signed)
            except RejectedEntry as refusal:
                self._refuse(signed, refusal)

    def ballots(self) -> tuple[SignedBallot, ...]:
        """The ballots that may be sent."""
        return tuple(one for one in self.box if one.signature not in self._unstored)

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
        return self._docket.proofs()

    def refused_at(self, place: SilentPlace) -> tuple[SignedEntry, ...]:
        """What is here of what its seat has signed at a place, and we do not build on.

        Also what we hold and have not tried: of two different entries neither has to be wrong.
        """
        accusation = self.stopped.get(place.chain)
        is_here = accusation is not None and accusation.place == place
        accused = accusation.entries if accusation is not None and is_here else ()
        owner = self.table.members[place.seat].identity
        return tuple(dict.fromkeys((*accused, *self._pending.at(place, owner))))

    def has_said(self, context: EntryContext) -> bool:
        """Whether an entry of this seat in this place is here that is not in the log (yet).

        Then the seat says nothing else there: its own word waits to be applied, or is of a branch
        to which it may come back.
        """
        return bool(self._pending.at(SilentPlace.of(context), self._me))

    def may_tell(self, absence: SignedEntry) -> bool:
        """Whether an absence of our own may be offered: it was not kept back with what is here."""
        return self._kept_back.get(absence.head, -1) not in (None, len(self.table.log))

    def may_come_back(self) -> bool:
        """Whether who was left last may come back into the deal, by what we have said ourselves.

        We have built on an entry of his in that place, on a branch that we have left: with the word
        of the others it comes to stand again, whatever we say now. Or we have voted against another
        before him: with the votes of the others the game goes back to before that, where he is not
        absent.
        """
        absence = last_absence(self.table)
        if absence is None:
            return False
        kept = self._forks.after(absence.entry.prev)
        has_voted = self.box.has_open_vote(self.table, self.seat, absence.entry.seq)
        return has_voted or any(self._is_ours(one) for one in kept)

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
                await self._store_statements()
                while (rival := self._forks.better(self.table)) is not None:
                    await self._go_over_to(rival)
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

    # Entries that are wrong.

    async def _store_statements(self) -> None:
        """Put accusations on the disk, and then ballots: what one objects to, and that one does."""
        while (accusation := self._docket.take_untold()) is not None or self._unstored:
            if accusation is not None:
                await self._accuse(accusation)
            else:
                await self._store_ballot(next(iter(self._unstored.values())))

    async def _accuse(self, accusation: Accusation) -> None:
        """Keep the evidence and tell everybody at this screen."""
        entry, refusal = accusation.signed.entry, accusation.refusal
        if self._is_ours(accusation.signed) and not isinstance(refusal, Equivocation):
            raise NodeFault(f"this node said what it refuses itself: {refusal}")
        async with self._order:
            evidence = await trio.to_thread.run_sync(
                keep_evidence, self._log_file.path, accusation, self._now_ms()
            )
            if self._docket.take_unstored(accusation.signed):
                await trio.to_thread.run_sync(self._log_file.append_aside, accusation.signed)
        self._tell(
            EntryRefused(self.game, entry.chain, entry.seq, entry.seat, str(refusal), evidence)
        )

    def _is_ours(self, signed: SignedEntry) -> bool:
        """Whether we have signed an entry ourselves: not somebody who had our seat before us."""
        return signed.entry.seat == self.seat and is_signed_by(signed, self._me)

    # Entries that are right.

    async def _apply_chain(self, chain: str) -> None:
        while True:
            moved = self.changes.watch()
            if not await self._apply_next(chain):
                await moved.wait()

    async def _apply_next(self, chain: str) -> bool:
        """Try what may be next on a chain. False: there is nothing, or all of it must wait."""
        table = self.table
        for signed in self._held.candidates(table.log, chain, self._may_apply):
            known = len(table.log)
            try:
                checked = await trio.to_thread.run_sync(table.check, signed)
            except NotYet:
                # It may cite what never comes: it keeps nothing else from its place.
                if is_absence(signed) and self._is_ours(signed):
                    # It is not told yet, and another one may be right before it is.
                    self._held.drop(signed)
                    self._kept_back[signed.head] = known
                elif table is self.table and len(table.log) == known:
                    self._held.put_off(table.log, signed)
                continue
            except RejectedEntry as refusal:
                if table is self.table:
                    self._refuse(signed, refusal)
                return True
            if table is self.table and self._may_apply(signed):
                await self._apply(checked)
            return True
        return False

    def _may_apply(self, signed: SignedEntry) -> bool:
        """Whether we may build on an entry, after what we have signed ourselves."""
        accusation = self.stopped.get(signed.entry.chain)
        is_wrong = accusation is not None and accusation.other is None
        if is_wrong and signed.entry.kind != Absence.kind:
            return False
        return self.box.may_build_on(self.seat, signed)

    def _refuse(self, signed: SignedEntry, refusal: RejectedEntry) -> None:
        """Drop an entry; if it proves nothing against its author, it may be of another branch.

        One that will stop its chain, once this is stopped for nobody else, is tried again then.
        An absence of our own is wrong if a voter objects to what is right. Nobody has heard it yet.
        """
        is_told = not (is_absence(signed) and self._is_ours(signed))
        if is_told and refusal.culprit is not None and self._docket.must_wait(self.table, signed):
            self._held.put_off(self.table.log, signed)
        else:
            self._held.drop(signed)
        if not is_told:
            self._kept_back[signed.head] = None
        elif refusal.culprit is None:
            self._pending.add_to_fork(self.table, signed)
        else:
            self._docket.accuse_of_wrong(self.table, signed, refusal)

    async def _apply(self, checked: Checked) -> None:
        signed = checked.signed
        entry = signed.entry
        try:
            events = self.table.advance(checked)
        except StaleCheck:
            return
        rivals = self._held.take_place(entry.chain, entry.seq)
        self._docket.close_what_is_over(self.table)
        self.box.prune(self.table)
        self.claims.prune(self.table)
        self._forks.prune(self.table)
        await self._store(signed)
        self._tell(TableMoved(self.game, entry.chain, entry.seq, events))
        for rival in rivals:
            self._hold(rival)

    async def _store(self, signed: SignedEntry) -> None:
        """Write an entry that was just applied: records stand in the order of application."""
        chain, seq = signed.entry.chain, signed.entry.seq
        async with self._order:
            if signed.head not in self.table.log or self.durable.get(chain, 0) > seq:
                return  # the game went back meanwhile, and the file was written again
            await trio.to_thread.run_sync(self._log_file.append, signed, self._now_ms())
        self.durable[chain] = seq + 1
        self.changes.fire()

    async def _store_ballot(self, signed: SignedBallot) -> None:
        async with self._order:
            await trio.to_thread.run_sync(self._log_file.append_ballot, signed, self._now_ms())
        del self._unstored[signed.signature]
        self._tell(VoteCast(self.game, signed.ballot))
        self.changes.fire()

    async def _go_over_to(self, rival: Rival) -> None:
        """Put another branch in the place of what was accepted, if it stands as far as it is right.

        What is on the branch that is left is kept: it may come to stand again, and then nobody
        says anything else where he has spoken on it.
        """
        async with self._order:
            table, known, branch = self.table, len(self.table.log), rival.branch
            try:
                after, steps = await trio.to_thread.run_sync(
                    going_back, table, branch, rival.others
                )
            except NotYet:
                return self._forks.put_off(table, branch)
            except RejectedEntry:  # it proves nothing here: who tells it may see more than we do
                return self._forks.refuse(branch)
            if len(table.log) != known:
                return  # what was accepted meanwhile may change what stands
            seq = branch[0].entry.seq
            self._replace_table(after, seq)
            # What stands in no chain has to be here after a restart, too.
            beside = tuple(dict.fromkeys((*self.proofs(), *self._forks)))
            contents, counts = (tuple(after.log), tuple(self.box), beside), _counts(after)
            await trio.to_thread.run_sync(self._log_file.rewrite, *contents, self._now_ms())
            self.durable = counts  # not what was accepted meanwhile: that waits to be written
        self._tell(GameRewound(self.game, seq))
        for signed, events in steps:
            self._tell(TableMoved(self.game, TABLE_CHAIN, signed.entry.seq, events))
        self.changes.fire()

    def _replace_table(self, table: Table, seq: int) -> None:
        """Go on with another table, which differs from that place on the chain `table` on."""
        left = [one for one in self.table.log if one.head not in table.log]
        # What takes the place of other entries is not on the disk until the file is rewritten.
        kept = {**self.durable, TABLE_CHAIN: seq}
        counts = _counts(table).items()
        self.durable = {chain: min(count, kept.get(chain, 0)) for chain, count in counts}
        self.table = table
        self.rewinds += 1
        left += self._docket.close_what_is_over(table)
        self._pending.begin_again(table, left)
        self.box.prune(table)
        self.claims.prune(table)


def _counts(table: Table) -> dict[str, int]:
    return {chain: count for chain, (count, _) in table.log.counts().items()}
