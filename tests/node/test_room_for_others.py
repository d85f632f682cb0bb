"""Room that one member takes: it is never that of another, nor that of what others need."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from belote_net.node.delivery import Delivery
from belote_net.node.frames import EntryFrame, Have
from belote_net.node.held import MAX_HELD_BYTES, size_bytes
from belote_net.node.kept import KeptEntries
from belote_net.node.pending import Pending
from belote_net.table.claims import MAX_CLAIMS, Claim, SignedClaim, free_seat
from belote_net.table.decisions import Duty
from belote_net.table.messages import (
    Absence,
    EntryCopy,
    Member,
    MemberKind,
    Play,
    Reseat,
)
from belote_protocol.ballot import SilentPlace, Stance
from belote_protocol.codec import decode
from belote_protocol.entry import EntryContext, SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, stands_on
from tests.node.support import Note, identity
from tests.node.tables import wait_for
from tests.node.test_branches import no_card, spoken_late
from tests.node.test_burdens import sealed, without_votes
from tests.node.test_objections import steward_of
from tests.table.leaving import (
    leave,
    newcomer,
    sit_down,
    taking_game,
    vote_of,
)

pytestmark = pytest.mark.usefixtures("toy")


class TestRoom:
    """Who is refused may fill the room that he has; what others have built on finds some."""

    @pytest.mark.parametrize("is_large", [True, False], ids=["all of it", "the place"])
    async def test_nobody_is_kept_from_where_all_others_have_gone(
        self, tmp_path: Path, *, is_large: bool
    ) -> None:
        game, before, absence = spoken_late(8)
        entries = list(game.table.log)
        branch = [one for one in entries[before:] if one.entry.chain == "table"]
        silent = decode(Absence, absence.entry.body).place.seat
        lone = Lone(game, (silent + 1) % 4, tmp_path / "game.belote")
        async with live(lone.begin(entries[:before])) as one:
            one.offer(absence)
            await stands_on(one, absence)
            for signed in junk_of(game, silent, branch[0].entry.context, is_large=is_large):
                one.offer(signed)
            for signed in branch:
                one.offer(signed)
            await stands_on(one, branch[-1])

    def test_the_oldest_goes_that_nobody_needs(self) -> None:
        game, before, _ = spoken_late(2)
        one, *_ = (entry for entry in list(game.table.log)[before:] if entry.entry.chain == "table")
        first, second, third = (note(game, one.entry.context, number) for number in range(3))
        author, other = (game.identities[seat].public for seat in (0, 1))
        kept = KeptEntries()
        assert all(kept.add(signed, author, ()) for signed in (first, second))
        assert not kept.add(second, author, ())
        assert kept.add(third, author, ())
        assert list(kept) == [second, third]
        upon = replace(one.entry.context, seq=one.entry.seq + 1, prev=second.head)
        assert kept.add(note(game, replace(upon, prev=second.head), 0), other, ())
        assert kept.add(first, author, ())
        assert third not in list(kept)
        assert not kept.add(third, author, tried=(first.head,))
        assert second in list(kept)

    def test_it_has_an_end(self) -> None:
        game, _, absence = spoken_late(2)
        kept, author = KeptEntries(), game.identities[absence.entry.seat].public
        for number in range(60):
            context = replace(absence.entry.context, prev=bytes([number]) * 32)
            assert kept.add(note(game, context, number % 10, 15_000), author, ())
            assert sum(map(size_bytes, kept)) <= MAX_HELD_BYTES
        assert len(list(kept)) > 25

    def test_an_absence_stays_so_that_no_other_is_tried(self) -> None:
        game, _, absence = spoken_late(2)
        author = game.identities[absence.entry.seat].public
        body, context = decode(Absence, absence.entry.body), absence.entry.context
        more = [
            sealed(game, absence.entry.seat, context, Absence(body.place, body.votes, copies))
            for copies in ((EntryCopy(b"1", bytes(64)),), (EntryCopy(b"2", bytes(64)),))
        ]
        kept = KeptEntries()
        assert kept.add(absence, author, ())
        assert kept.add(more[0], author, ())
        assert not kept.add(more[1], author, ())


def note(game: FourSeats, context: EntryContext, number: int, size: int = 1) -> SignedEntry:
    """What is worth nothing, in this place."""
    text = f"{number}" * size
    return SignedEntry.seal(
        replace(context, kind="note"), Note(text), game.identities[context.seat]
    )


def junk_of(
    game: FourSeats, seat: int, context: EntryContext, *, is_large: bool
) -> list[SignedEntry]:
    """What fills the room of a seat: all of it, or in the place after a branch of its own."""
    log = game.table.log
    before = [log.entry("table", seq - 1) for seq in range(1, context.seq)]
    roots = [
        replace(context, seq=at, prev=one.head) for at, one in enumerate(before, start=1) if one
    ]
    if is_large:
        return [note(game, root, number, 15_000) for root in roots for number in range(2)]
    root = note(game, roots[-1], 0)
    beside = replace(context, prev=root.head)
    return [root, note(game, beside, 1), note(game, beside, 2)]


def with_a_newcomer() -> tuple[FourSeats, Duty, Identity]:
    """A game in which somebody new is to play a card, and the key of who had his seat before."""
    game = taking_game(deals=3)
    game.play_until(Play.kind, count=5)
    seat = leave(game)
    before = game.identities[seat]
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    while (duty := game.table.waiting()[0]).seat != seat or duty.kind != Play.kind:
        game.deliver(game.answer(duty))
    return game, duty, before


class TestWhoHadTheSeat:
    """He still has his key, and may still be linked. It speaks for nobody any more."""

    async def test_keeps_a_newcomer_from_nothing(self, tmp_path: Path) -> None:
        game, duty, before = with_a_newcomer()
        lone = Lone(game, duty.seat, tmp_path / "game.belote")
        one = lone.begin(list(game.table.log))
        steward = steward_of(lone, one)
        answer = game.answer(duty)
        async with live(one):
            one.offer(
                SignedEntry.seal(
                    duty.context, Absence(SilentPlace.of(duty.context), (), ()), before
                )
            )
            assert duty in steward._due()
            await trio.sleep(0.05)
            assert duty in steward._due()
            one.offer(answer)
            assert duty not in steward._due()
            await stands_on(one, answer)

    async def test_is_no_evidence_against_who_has_it_now(self, tmp_path: Path) -> None:
        """Else the absence of who is wrong would be wrong itself, and its speaker's fault."""
        game, duty, before = with_a_newcomer()
        place, wrong = SilentPlace.of(duty.context), no_card(game, duty.context)
        speaker = game.table.state.seats_from(duty.seat)[1]
        lone = Lone(game, speaker, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as one:
            one.offer(SignedEntry.seal(duty.context, without_votes(game, 0), before))
            one.offer(wrong)
            for voter in set(range(4)) - {duty.seat, speaker}:
                vote = vote_of(game, voter, place, Stance.REFUSED, wrong.head, "it is wrong")
                one.offer_ballot(vote)
            await wait_for(lambda: "table" in one.stopped)
            assert one.refused_at(place) == (wrong,)
            steward_of(lone, one)._tend_votes()
            await wait_for(lambda: one.table.state.absent == duty.seat)

    def test_takes_no_room_of_who_has_it_now(self) -> None:
        game, duty, before = with_a_newcomer()
        pending = Pending(lambda: None)
        context, body = replace(duty.context, seq=duty.context.seq + 1), without_votes(game, 0)
        for number in range(3):
            ahead = replace(context, prev=bytes([number]) * 32)
            pending.add(game.table, SignedEntry.seal(ahead, body, before))
        honest = no_card(game, context)
        pending.add(game.table, honest)
        assert len(list(pending)) == 3
        assert honest in pending


class TestClaims:
    async def test_who_comes_himself_is_heard_whatever_one_member_brings(
        self, tmp_path: Path
    ) -> None:
        game = taking_game()
        game.play_until(Play.kind, count=5)
        seat = leave(game)
        liar, filler = game.identities[(seat + 2) % 4].public, (seat + 1) % 4
        one = Lone(game, filler, tmp_path / "game.belote").begin(list(game.table.log))
        free = free_seat(game.table)
        assert free is not None

        def claim(name: str) -> SignedClaim:
            who = identity(name)
            member = Member(who.public, name, MemberKind.PERSON, seat, bytes(who.public))
            return SignedClaim.seal(Claim(one.game, free.prev, seat, member), who)

        for number in range(MAX_CLAIMS):
            one.offer_claim(claim(f"Z{number}"), liar)
        one.offer_claim(claim("Odile"), liar)
        assert one.claims.member(identity("Odile").public) is None
        one.offer_claim(claim("Odile"), identity("Odile").public)
        assert one.claims.member(identity("Odile").public) is not None
        one.close()


class TestCatchingUp:
    async def test_nobody_is_sent_what_a_newcomer_says_before_he_is_known(
        self, tmp_path: Path
    ) -> None:
        """It would be signed by nobody, and cost the link of who brings it."""
        game, _, _ = with_a_newcomer()
        entries, at = list(game.table.log), game.table.log.count("table")
        lone, late = (Lone(game, seat, tmp_path / f"{seat}.belote") for seat in (0, 1))
        ahead = lone.begin(entries)
        asked = next(at for at, one in enumerate(entries) if one.entry.kind == Reseat.kind)
        behind, delivery = late.begin(entries[:asked]), Delivery()
        async with live(behind):
            while behind.table.log.count("table") < at:
                delivery.take_have(Have(ahead.game, tuple(behind.heads().values())))
                moved = behind.changes.watch()
                while (frame := delivery.next_frame(ahead, gives=True)) is not None:
                    if isinstance(frame, EntryFrame):
                        behind.offer(SignedEntry.from_wire(frame.raw, frame.signature))
                await moved.wait()
        ahead.close()
