"""What stands at a place (docs/protocol.md §15.4), on a node that has something else there."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from threading import Event
from typing import Any
from typing import cast as as_type

import pytest
import trio

from belote_net.node.changes import Changes
from belote_net.node.events import EntryRefused, GameRewound
from belote_net.node.forks import REACH, Forks
from belote_net.node.frames import ChainHead, EntryFrame, Have, Role
from belote_net.node.handshake import Peer
from belote_net.node.link import FrameStream
from belote_net.node.replica import Replica
from belote_net.node.session import Hub, Session
from belote_net.node.storage import read_log
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Absence, Distribution, Play
from belote_net.table.rewind import Branch, branch_of, is_open, standing
from belote_protocol.ballot import SilentPlace, Stance, Vote
from belote_protocol.codec import decode
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import DEADLINE_S, Lone, live, stands_on, table_of, told, two_absences
from tests.node.tables import wait_for
from tests.table.leaving import (
    leave,
    member_for,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
    vote_of,
)

pytestmark = pytest.mark.usefixtures("toy")


def spoken_late(built: int) -> tuple[FourSeats, int, SignedEntry]:
    """A game that went on with what a seat said: how many entries before, and its absence there."""
    game = taking_game()
    game.play_until(Play.kind, count=5)
    absence, before = told(game, silent_place(game)), len(game.table.log)
    for _ in range(1 + built):
        game.deliver(game.answer(game.table.waiting()[0]))
    return game, before, absence


def no_card(game: FourSeats, context: EntryContext) -> SignedEntry:
    """A play of what is in no pack, well signed."""
    body = Play(position=0, card=99, announce=False, claims=(), proof=None)
    return SignedEntry.seal(context, body, game.identities[context.seat])


@pytest.mark.parametrize("order", list(permutations(range(2))))
@pytest.mark.parametrize("at_once", [True, False], ids=["both held", "one after the other"])
async def test_of_two_absences_the_smaller_stands_however_they_come(
    tmp_path: Path, order: tuple[int, ...], *, at_once: bool
) -> None:
    game, *both = two_absences()
    smaller = min(both, key=lambda signed: signed.head)
    lone = Lone(game, 0, tmp_path / "game.belote")
    replica = lone.begin(list(game.table.log))
    first, second = (both[index] for index in order)
    async with live(replica):
        replica.offer(first)
        if not at_once:
            await stands_on(replica, first)
        replica.offer(second)
        await stands_on(replica, smaller)
        replica.offer(first)
        replica.offer(second)
        await trio.sleep(0.05)
        await stands_on(replica, smaller)
    assert not [one for one in lone.events if isinstance(one, EntryRefused)]
    assert replica.stopped == {}
    assert replica.table.log.count("table") == smaller.entry.seq + 1
    stored = [one.signed for one in read_log(lone.path).records]
    assert stored[-1] == smaller
    assert sum(isinstance(one, GameRewound) for one in lone.events) <= 1


@pytest.mark.parametrize("is_smaller_first", [True, False])
async def test_who_tells_two_absences_is_named_and_stops_nobody(
    tmp_path: Path, *, is_smaller_first: bool
) -> None:
    """The speaker keeps to §15.4 or not: all others end with the same one of the two."""
    game = taking_game()
    game.play_until(Play.kind, count=5)
    duty = game.table.waiting()[0]
    one = told(game, silent_place(game))
    wrong = no_card(game, duty.context)
    other = told(game, silent_place(game), (wrong,))
    assert one.entry.seat == other.entry.seat
    smaller, larger = sorted((one, other), key=lambda signed: signed.head)
    first, second = (smaller, larger) if is_smaller_first else (larger, smaller)
    lone = Lone(game, duty.seat, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer(first)
        await stands_on(replica, first)
        replica.offer(second)
        await stands_on(replica, smaller)
        assert replica.stopped == {}
        await wait_for(lambda: any(isinstance(event, EntryRefused) for event in lone.events))
    refused = [event for event in lone.events if isinstance(event, EntryRefused)]
    assert {event.seat for event in refused} == {one.entry.seat}


@pytest.mark.parametrize("me", range(4))
async def test_an_absence_goes_where_all_others_have_gone_on_with_the_entry(
    tmp_path: Path, me: int
) -> None:
    game, before, absence = spoken_late(8)
    entries = list(game.table.log)
    prefix, branch = entries[:before], [one for one in entries[before:] if _on_table(one)]
    lone = Lone(game, me, tmp_path / "game.belote")
    async with live(lone.begin(prefix)) as replica:
        replica.offer(absence)
        await stands_on(replica, absence)
        silent = _silent(absence)
        missing = set(range(4)) - {silent}
        for signed in branch:
            replica.offer(signed)
            missing.discard(signed.entry.seat)
            if missing:
                await trio.sleep(0.01)
                assert absence.head in replica.table.log, "two have built on it, and no more"
        assert not missing
        await stands_on(replica, branch[-1])
        assert absence.head not in replica.table.log
    assert replica.table.state.absent is None
    stored = table_of([one.signed for one in read_log(lone.path).records])
    assert stored.state.digest() == replica.table.state.digest()


async def test_what_comes_while_the_file_is_written_again_counts_once_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a node says that it has, it may be asked for: it has to be on its disk."""
    game, before, absence = spoken_late(1)
    entries = list(game.table.log)
    ahead = taking_game()
    ahead.advance_to(before)
    ahead.deliver(absence)
    duty = ahead.table.waiting()[0]
    member = SeatMember(member_for(ahead, _silent(absence)))
    reseat = ahead.players[duty.seat].answer(ahead.table, duty, member)
    cut = max(at for at, one in enumerate(entries) if _on_table(one))
    replica = Lone(game, 0, tmp_path / "game.belote").begin(entries[:cut])
    file, stored, written = replica._log_file, list[tuple[int, int]](), Event()
    rewrite, append = file.rewrite, file.append

    def slow_rewrite(*contents: Any) -> None:  # noqa: ANN401 - whatever a log holds
        assert written.wait(DEADLINE_S)
        rewrite(*contents)

    def note(signed: SignedEntry, arrival_ms: int) -> None:
        stored.append((signed.entry.seq, replica.durable["table"]))
        append(signed, arrival_ms)

    async with live(replica):
        for signed in entries[cut:]:
            replica.offer(signed)
        await stands_on(replica, entries[-1])
        monkeypatch.setattr(file, "rewrite", slow_rewrite)
        monkeypatch.setattr(file, "append", note)
        replica.offer(absence)
        await wait_for(lambda: absence.head in replica.table.log)
        replica.offer(reseat)
        await wait_for(lambda: reseat.head in replica.table.log)
        written.set()
        await stands_on(replica, reseat)
    assert stored == [(reseat.entry.seq, reseat.entry.seq)]


async def test_what_was_left_is_remembered_across_a_restart(tmp_path: Path) -> None:
    """Two had built on a late entry when the absence came; the third had, too: it is known later.

    The own word on that branch is found again, so that nothing else is said in its place.
    """
    game, before, absence = spoken_late(8)
    branch = [one for one in list(game.table.log)[before:] if _on_table(one)]
    silent, seen = _silent(absence), list[SignedEntry]()
    while len({one.entry.seat for one in seen} - {silent}) < 2:
        seen.append(branch[len(seen)])
    me = seen[-1].entry.seat
    lone = Lone(game, me, tmp_path / "game.belote")
    prefix = list(game.table.log)[:before]
    async with live(lone.begin([*prefix, *seen])) as replica:
        replica.offer(absence)
        await stands_on(replica, absence)
        assert replica.has_said(seen[-1].entry.context)
    assert set(read_log(lone.path).aside) == set(seen)
    async with live(lone.again()) as replica:
        assert absence.head in replica.table.log
        assert replica.has_said(seen[-1].entry.context)
        for signed in branch[len(seen) :]:
            replica.offer(signed)
        await stands_on(replica, branch[-1])
        assert seen[-1].head in replica.table.log
        assert not replica.has_said(seen[-1].entry.context)


@pytest.mark.parametrize("is_right", [False, True], ids=["from the first", "after the first"])
async def test_a_branch_that_is_settled_but_wrong_is_not_taken(
    tmp_path: Path, *, is_right: bool
) -> None:
    """Everybody has signed, but a card breaks a rule: three lie, and we see it."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    absence = told(game, silent_place(game))
    first = game.answer(duty) if is_right else no_card(game, duty.context)
    branch = [first]
    for seat in game.table.state.seats_from(duty.seat)[1:]:
        seq, head = branch[-1].entry.seq + 1, branch[-1].head
        branch.append(no_card(game, replace(duty.context, seq=seq, prev=head, seat=seat)))
    lone = Lone(game, 0, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer(absence)
        await stands_on(replica, absence)
        for signed in branch:
            replica.offer(signed)
        ours = branch_of(replica.table, absence.entry.seq)
        assert standing(replica.table, (ours, tuple(branch))) == tuple(branch)
        await trio.sleep(0.05)
        await stands_on(replica, absence)
        assert replica.rewinds == 0


class TestStanding:
    """The order of §15.4, whatever came first."""

    def branch(self, game: FourSeats, first: SignedEntry, *seats: int) -> Branch:
        """What these seats have signed after it; whether it is right is not looked at here."""
        branch = [first]
        for seat in seats:
            seq, prev = branch[-1].entry.seq + 1, branch[-1].head
            context = replace(first.entry.context, seq=seq, prev=prev, seat=Seat(seat))
            branch.append(no_card(game, replace(context, kind=Play.kind)))
        return tuple(branch)

    def check(self, game: FourSeats, *branches: Branch) -> None:
        """They stand in this order, however they are put."""
        for count in range(len(branches), 0, -1):
            known = branches[-count:]
            for order in permutations(known):
                assert standing(game.table, order) == known[0]

    def test_of_absences(self) -> None:
        game, *both = two_absences()
        smaller, larger = sorted(both, key=lambda signed: signed.head)
        settled = self.branch(game, larger, *range(4))
        self.check(game, settled, (smaller,), (larger,))

    def test_of_an_entry_and_an_absence(self) -> None:
        game, before, absence = spoken_late(0)
        entry = list(game.table.log)[before]
        others = [seat for seat in range(4) if seat != entry.entry.seat]
        self.check(
            game,
            self.branch(game, absence, *(seat for seat in others if seat != absence.entry.seat)),
            self.branch(game, entry, *others),
            (absence,),
            self.branch(game, entry, *others[:2]),
        )

    def test_who_has_gone_on_with_a_deck_has_built_on_all_of_its_chain(self) -> None:
        game = taking_game()
        duty = game.play_until(Distribution.kind)
        first = next(one for one in game.table.log if one.entry.kind == Shuffle.kind)
        place, deal = SilentPlace.of(first.entry.context), game.answer(duty)
        votes = [vote_of(game, seat, place) for seat in range(4) if seat != place.seat]
        cast = tuple(Vote(Stance.ABSENT, b"", "", one.signature) for one in votes)
        seat = game.table.state.seats_from(duty.seat)[1]
        context = replace(duty.context, seat=seat, kind=Absence.kind)
        absence = SignedEntry.seal(context, Absence(place, cast, ()), game.identities[seat])
        self.check(game, (deal,), (absence,))

    def test_an_entry_has_to_be_settled_against_every_absence(self) -> None:
        game, about_dealer, about_deck = two_absences()
        deal = game.answer(game.table.waiting()[0])
        silent = {_silent(about_dealer), _silent(about_deck)}
        branch = self.branch(game, deal, *set(range(4)) - silent)
        self.check(game, self.branch(game, deal, *range(4)), *_in_order(about_dealer, about_deck))
        assert standing(game.table, (branch, (about_deck,))) == branch
        smaller, _ = _in_order(about_dealer, about_deck)
        assert standing(game.table, (branch, (about_deck,), (about_dealer,))) == smaller


def _in_order(*absences: SignedEntry) -> list[Branch]:
    return [(one,) for one in sorted(absences, key=lambda signed: signed.head)]


class TestLinks:
    """A peer that has more than we have, on another branch, is sent ours."""

    async def test_what_it_brings_tells_that_it_has_another_history(self, tmp_path: Path) -> None:
        game, before, absence = spoken_late(6)
        entries = list(game.table.log)
        replica = Lone(game, 0, tmp_path / "game.belote").begin([*entries[:before], absence])
        peer = Peer(game.identities[1].public, b"i" * 16, Role.PLAY, bytes(16), joined=False)
        hub = as_type(Hub, _OneGame(replica))
        stream = as_type(FrameStream, None)
        session = Session(stream, peer, hub, Changes(), dialled=True, observed_host=None)
        chains = game.table.log.counts().items()
        session._take(Have(game.table.game, tuple(ChainHead(chain, *one) for chain, one in chains)))
        sent = self.sent(session, replica)
        assert sent == []
        late = next(one for one in entries[before:] if _on_table(one))
        session._take(EntryFrame(late.raw, late.signature))
        sent = self.sent(session, replica)
        assert [one.raw for one in sent] == [
            one.raw for one in (*entries[:before], absence) if _on_table(one)
        ]
        replica.close()

    def sent(self, session: Session, replica: Replica) -> list[EntryFrame]:
        delivery, frames = session._delivery(replica.game), list[EntryFrame]()
        while (frame := delivery.next_frame(replica, gives=True)) is not None:
            if isinstance(frame, EntryFrame):
                frames.append(frame)
        return frames


class _OneGame:
    """A node that plays one game."""

    role = Role.PLAY

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    def replica(self, game: bytes) -> Replica | None:
        return self._replica if game == self._replica.game else None

    def replicas(self) -> tuple[Replica, ...]:
        return (self._replica,)

    def is_past(self, game: bytes) -> bool:
        return False


class TestForks:
    """What is kept of other branches is bounded, and proves what it can prove cheaply."""

    def test_only_what_links_to_the_log_or_to_another_is_kept(self) -> None:
        game, before, absence = spoken_late(2)
        entries = list(game.table.log)
        branch = [one for one in entries[before:] if _on_table(one)]
        table = table_of([*entries[:before], absence])
        forks = Forks()
        assert not forks.add(table, branch[1])
        assert forks.add(table, branch[0])
        assert not forks.add(table, branch[0])
        assert forks.add(table, branch[1])
        assert [one.head for one in forks] == [one.head for one in branch[:2]]

    def test_an_absence_needs_the_votes_of_all_others_about_its_place(self) -> None:
        game, _, absence = spoken_late(2)
        forks, table = Forks(), game.table
        body = decode(Absence, absence.entry.body)
        voters = [seat for seat in range(4) if seat != body.place.seat]
        forger = game.identities[absence.entry.seat]
        elsewhere = SilentPlace(body.place.chain, body.place.seq, bytes(32), body.place.seat)
        seen = [vote_of(game, ballot, body.place, Stance.SEEN, bytes(32)) for ballot in voters]
        votes = [Vote(Stance.SEEN, bytes(32), "", one.signature) for one in seen]
        swapped = (body.votes[1], body.votes[0], body.votes[2])
        for forged in (
            Absence(body.place, body.votes[:2], ()),
            Absence(body.place, swapped, ()),
            Absence(elsewhere, body.votes, ()),
            Absence(body.place, (), ()),
            Absence(body.place, tuple(votes), ()),
        ):
            assert not forks.add(table, SignedEntry.seal(absence.entry.context, forged, forger))
        later = table.log.entry("table", absence.entry.seq + 1)
        assert later is not None
        context = replace(absence.entry.context, seq=later.entry.seq, prev=later.entry.prev)
        assert not forks.add(table, SignedEntry.seal(context, body, forger))
        assert forks.add(table, absence)

    def test_the_votes_of_who_has_left_since_count(self) -> None:
        """Who sits down later changes whose votes are good now, and not whose were then."""
        game, *both = two_absences()
        smaller, larger = sorted(both, key=lambda signed: signed.head)
        game.deliver(larger)
        seat = game.table.state.absent
        assert seat is not None
        newcomer(game, seat, "Odile")
        sit_down(game, seat)
        assert Forks().add(game.table, smaller)

    def test_what_is_far_behind_is_forgotten(self) -> None:
        game, _, absence = spoken_late(2)
        forks = Forks()
        assert forks.add(game.table, absence)
        while game.table.log.count("table") <= absence.entry.seq + REACH:
            game.deliver(game.answer(game.table.waiting()[0]))
        forks.prune(game.table)
        assert list(forks) == []
        assert not forks.add(game.table, absence)


def test_secrets_are_kept_until_an_absence_is_settled() -> None:
    """The deal may go on after all, and then the deck's key is needed again."""
    game = taking_game()
    game.play_until(Play.kind, count=5)
    assert not is_open(game.table)
    seat = leave(game)
    assert is_open(game.table)
    sit_down(game, seat)
    assert not is_open(game.table)


def _on_table(signed: SignedEntry) -> bool:
    return signed.entry.chain == "table"


def _silent(absence: SignedEntry) -> int:
    return decode(Absence, absence.entry.body).place.seat
