"""What one member sends to keep others waiting or at work: it keeps nobody from playing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import trio

from belote_net.node import forks, replica
from belote_net.node.delivery import Delivery
from belote_net.node.events import EntryRefused
from belote_net.node.forks import Forks, _branches
from belote_net.node.frames import BallotFrame, ChainHead, Have
from belote_net.node.replica import Replica
from belote_net.rules.choices import Audit
from belote_net.table.ballots import WINDOW, is_settled
from belote_net.table.decisions import OpenHand
from belote_net.table.messages import (
    Absence,
    Distribution,
    EntryCopy,
    Play,
    Recover,
)
from belote_net.table.rewind import Branch, is_plausible
from belote_protocol.ballot import SilentPlace
from belote_protocol.codec import decode
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, stands_on, told, two_absences
from tests.node.support import chain_of
from tests.node.tables import wait_for
from tests.node.test_branches import no_card
from tests.node.test_objections import steward_of
from tests.table.leaving import (
    absence_at,
    leave,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
    vote_of,
)
from tests.table.open_hands import OPEN_HAND, open_table
from tests.table.test_dead_decks import complain_falsely, go_on_to

pytestmark = pytest.mark.usefixtures("toy")


def sealed(game: FourSeats, seat: int, context: EntryContext, body: Absence) -> SignedEntry:
    """An absence that this seat tells in the place of `context`."""
    context = replace(context, seat=Seat(seat), kind=Absence.kind)
    return SignedEntry.seal(context, body, game.identities[seat])


def without_votes(game: FourSeats, culprit: int) -> Absence:
    """Somebody has killed the next deck, it says; the end of its chain is nowhere."""
    return Absence(SilentPlace("deck/1", 5, b"\x05" * 32, culprit), (), ())


class TestWhatWaits:
    @pytest.mark.parametrize("comes_first", [True, False])
    async def test_an_absence_that_waits_for_ever_keeps_nobody_from_dealing(
        self, tmp_path: Path, *, comes_first: bool
    ) -> None:
        game = taking_game(seed=3)
        duty = game.play_until(Distribution.kind)
        _, liar, _, me = game.table.state.seats_from(duty.seat)
        waiting = sealed(game, liar, duty.context, without_votes(game, duty.seat))
        deal = game.answer(duty)
        lone = Lone(game, me, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as one:
            if comes_first:
                one.offer(waiting)
                await trio.sleep(0.05)
            one.offer(deal)
            one.offer(waiting)
            await stands_on(one, deal)
            assert one.stopped == {}

    async def test_one_that_another_has_to_tell_does_not_wait(self, tmp_path: Path) -> None:
        game = taking_game(seed=3)
        duty = game.play_until(Distribution.kind)
        _, liar, other, me = game.table.state.seats_from(duty.seat)
        wrong = sealed(game, liar, duty.context, without_votes(game, other))
        lone = Lone(game, me, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as one:
            one.offer(wrong)
            await wait_for(lambda: bool(lone.events))
            assert one.stopped == {}
        (refused,) = lone.events
        assert isinstance(refused, EntryRefused)
        assert refused.seat == liar


def game_with_old_votes() -> tuple[FourSeats, int, Absence]:
    """A game in which all have voted about a deck once, and about whom; they play on since."""
    game = taking_game(seed=3)
    while (stalled := game.table.stalled_at()) is None or stalled.kind != Shuffle.kind:
        game.deliver(game.answer(game.table.waiting()[0]))
    _, absence = absence_at(game, SilentPlace.of(stalled))
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    return game, seat, absence


class TestWork:
    """To go back means to read the whole log: half a second a deal."""

    @pytest.mark.parametrize("kind", [Play.kind, Distribution.kind])
    async def test_old_votes_about_a_deck_make_nobody_go_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
    ) -> None:
        game, liar, absence = game_with_old_votes()
        context = game.play_until(kind).context
        game.deliver(game.answer(game.table.waiting()[0]))
        monkeypatch.setattr(replica, "going_back", None)
        lone = Lone(game, (liar + 1) % 4, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as one:
            for number in range(4):
                copies = (EntryCopy(bytes([number]), bytes(64)),)
                again = Absence(absence.place, absence.votes, copies)
                for seat in range(4):
                    one.offer(sealed(game, seat, context, again))
            assert one._forks.better(one.table) is None
            await trio.sleep(0.05)

    def test_nor_do_votes_that_another_has_to_tell(self) -> None:
        game, _, about_deck = two_absences()
        duty = game.table.waiting()[0]
        votes = decode(Absence, about_deck.entry.body)
        game.deliver(game.answer(duty))
        assert is_plausible(game.table, about_deck)
        told_by = about_deck.entry.seat
        for seat in set(range(4)) - {told_by}:
            assert not is_plausible(game.table, sealed(game, seat, duty.context, votes))
        game.play_until(Play.kind)
        absence, context = told(game, silent_place(game)), game.table.waiting()[0].context
        game.deliver(game.answer(game.table.waiting()[0]))
        assert is_plausible(game.table, absence)
        body = decode(Absence, absence.entry.body)
        for seat in set(range(4)) - {absence.entry.seat}:
            assert not is_plausible(game.table, sealed(game, seat, context, body))

    @pytest.mark.parametrize("kind", [Play.kind, Distribution.kind])
    def test_nor_does_a_deck_that_was_killed_long_ago(self, kind: str) -> None:
        game = open_table(1)
        complain_falsely(game, 3, 0)
        go_on_to(game, Absence.kind)
        absence = game.answer(game.table.waiting()[0])
        game.deliver(absence)
        newcomer(game, 3, "Odile")
        sit_down(game, 3)
        context, body = game.play_until(kind).context, decode(Absence, absence.entry.body)
        game.deliver(game.answer(game.table.waiting()[0]))
        for seat in range(4):
            assert not is_plausible(game.table, sealed(game, seat, context, body))

    def test_nothing_is_looked_at_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = taking_game()
        game.play_until(Play.kind, count=5)
        context = game.table.waiting()[0].context
        one, other = (game.answer(game.table.waiting()[0]) for _ in range(2))
        game.deliver(one)
        looks: list[Branch] = []
        real = forks._branches

        def look(begun: Branch, following: dict[bytes, list[SignedEntry]]) -> Iterator[Branch]:
            looks.append(begun)
            return real(begun, following)

        monkeypatch.setattr(forks, "_branches", look)
        kept = Forks()
        assert kept.add(game.table, other)
        for _ in range(3):
            assert kept.better(game.table) is None
        assert len(looks) == 1
        game.deliver(game.answer(game.table.waiting()[0]))
        assert kept.better(game.table) is None
        assert len(looks) == 2
        third = no_card(game, context)
        assert kept.add(game.table, third)
        assert kept.better(game.table) is None
        assert len(looks) == 4

    def test_nothing_is_gathered_before_all_have_voted(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = taking_game()
        game.play_until(Play.kind, count=5)
        place, asked = silent_place(game), list[SilentPlace]()
        speaker, *voters = game.table.state.seats_from(Seat(place.seat))[1:]
        lone = Lone(game, speaker, tmp_path / "game.belote")
        one = lone.begin(list(game.table.log))

        def refused_at(where: SilentPlace) -> tuple[SignedEntry, ...]:
            asked.append(where)
            return ()

        monkeypatch.setattr(one, "refused_at", refused_at)
        steward = steward_of(lone, one)
        for voter in voters:
            one.offer_ballot(vote_of(game, voter, place))
            steward._tend_votes()
        assert asked == []
        steward.vote_absent()
        steward._tend_votes()
        assert asked == [place]
        one.close()

    def test_a_branch_goes_on_place_by_place(self) -> None:
        game = taking_game()
        game.play_until(Play.kind, count=5)
        duty = game.table.waiting()[0]
        one, other = game.answer(duty), game.answer(duty)
        game.deliver(one)
        kept = Forks()
        assert kept.add(game.table, other)
        for ahead, is_kept in ((2, False), (1, True)):
            context = replace(duty.context, seq=other.entry.seq + ahead, prev=other.head)
            signed = no_card(game, context)
            assert kept.add(game.table, signed) is is_kept


def test_a_branch_of_any_length_is_looked_at() -> None:
    """Several who have left, and their friends, may each say as much as is kept of one."""
    first, *rest = long = chain_of(sys.getrecursionlimit() + 100)
    following = {before.head: [signed] for before, signed in pairwise(long)}
    (found,) = _branches((first,), following)
    assert found == (first, *rest)


class TestVotes:
    """What a peer had no use for when it was sent is sent again; nobody tells what he dropped."""

    async def test_who_had_not_come_so_far_hears_them_later(self, tmp_path: Path) -> None:
        game = taking_game()
        duty = game.play_until(Play.kind, count=5)
        lone = Lone(game, duty.seat, tmp_path / "game.belote")
        one = lone.begin(list(game.table.log))
        signed = vote_of(game, (duty.seat + 1) % 4, SilentPlace.of(duty.context))
        async with live(one):
            one.offer_ballot(signed)
            await wait_for(lambda: one.ballots() == (signed,))
        count, delivery = duty.context.seq, Delivery()
        assert self.ballots(delivery, one) == 1
        delivery.take_have(self.have(one, count - WINDOW - 1))
        assert self.ballots(delivery, one) == 0
        delivery.take_have(self.have(one, count - WINDOW))
        assert self.ballots(delivery, one) == 1
        delivery.take_have(self.have(one, count))
        assert self.ballots(delivery, one) == 0

    @staticmethod
    def have(one: Replica, count: int) -> Have:
        last = one.table.log.entry("table", count - 1)
        assert last is not None
        return Have(one.game, (ChainHead("table", count, last.head),))

    @staticmethod
    def ballots(delivery: Delivery, one: Replica) -> int:
        """How many of them the peer is sent now."""
        frames = []
        while (frame := delivery.next_frame(one, gives=True)) is not None:
            frames.append(frame)
        return sum(isinstance(frame, BallotFrame) for frame in frames)


class TestLastCard:
    """Who plays it twice is refused, and then his hand is opened, with what the others kept."""

    @pytest.mark.parametrize("audit", list(Audit))
    async def test_nobody_destroys_what_would_open_the_hand(
        self, tmp_path: Path, audit: Audit
    ) -> None:
        game = open_table(1, replace(OPEN_HAND, audit=audit))
        duty = game.play_until(Play.kind, count=32)
        place = SilentPlace.of(duty.context)
        both = sorted((game.answer(duty), game.answer(duty)), key=lambda signed: signed.head)
        context, absence = absence_at(game, place, (both[0],))
        copies = tuple(EntryCopy(one.raw, one.signature) for one in both)
        gone = sealed(game, context.seat, context, Absence(place, absence.votes, copies))
        entries = [*game.table.log, both[0]]
        for seat in set(range(4)) - {duty.seat}:
            lone = Lone(game, seat, tmp_path / f"{seat}.belote")
            one = lone.begin(entries)
            steward = steward_of(lone, one)
            await steward._forget_spent()
            async with live(one):
                one.offer(both[1])
                one.offer(gone)
                await stands_on(one, gone)
            steward._check_secrets()
            helper = one.table.waiting()[0]
            assert helper.kind == Recover.kind
            if helper.seat == seat:
                assert game.players[seat].answer(one.table, helper, OpenHand(is_willing=True))

    @pytest.mark.parametrize("audit", list(Audit))
    def test_it_is_destroyed_once_all_others_have_gone_on(self, audit: Audit) -> None:
        game = taking_game(options=replace(OPEN_HAND, audit=audit))
        place = SilentPlace.of(game.play_until(Play.kind, count=32).context)
        while not is_settled(game.table, place):
            assert not any("deck/1" in vault.forgotten for vault in game.vaults)
            game.deliver(game.answer(game.table.waiting()[0]))
        game.play()
        for vault in game.vaults:
            assert {"deck/1", "deck/2"} <= vault.forgotten
