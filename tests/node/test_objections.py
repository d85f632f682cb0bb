"""What a node objects to: on its disk before its ballot is, there after a restart, and shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from belote_net.node.duties import Steward
from belote_net.node.errors import SecretForgotten
from belote_net.node.events import EntryRefused
from belote_net.node.replica import Replica
from belote_net.node.storage import AsideEntry, LogFile, read_log, read_record, split_records
from belote_net.table.messages import Absence, Flip, Play
from belote_protocol.ballot import AGAINST, SignedBallot, SilentPlace, Stance
from belote_protocol.codec import decode
from belote_protocol.entry import Seat, SignedEntry
from tests.four_seats import FourSeats, MemoryVault, seeded_bytes
from tests.node.branches import Lone, live, stands_on, told, two_absences
from tests.node.tables import RandomDecider, wait_for
from tests.table.leaving import leave, silent_place, sit_down, taking_game, vote_of
from tests.table.stage import Stage
from tests.table.vote_cheats import wrong_entries

pytestmark = pytest.mark.usefixtures("toy")


def at_a_card() -> tuple[FourSeats, SilentPlace, int, list[SignedEntry]]:
    """A card is due: the game, the place, who would tell an absence, and two wrong entries."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    wrong = wrong_entries(Stage(game, duty, game.answer(duty)), 2)
    return game, silent_place(game), game.table.state.seats_from(duty.seat)[1], wrong


def steward_of(lone: Lone, replica: Replica) -> Steward:
    """Who speaks for the seat, and may."""
    player, vault = lone.game.players[lone.seat], lone.game.vaults[lone.seat]
    return Steward(
        replica,
        player,
        vault,  # type: ignore[arg-type] # it is asked for nothing here
        RandomDecider("nobody"),
        lone.events.append,
        fresh=True,
    )


def objection(game: FourSeats, voter: int, place: SilentPlace, to: SignedEntry) -> SignedBallot:
    return vote_of(game, voter, place, Stance.REFUSED, to.head, "it is wrong")


def evidence_in(folder: Path) -> Iterator[Path]:
    return folder.glob("*evidence*")


def told_by(replica: Replica) -> list[Absence]:
    """The absences that wait to be applied."""
    found = [one for one in replica._pending if one.entry.kind == Absence.kind]
    return [decode(Absence, one.entry.body) for one in found]


class TestWhatIsShown:
    async def test_an_entry_that_is_only_held(self, tmp_path: Path) -> None:
        """The speaker had voted before it came: he never tries it, and shows it all the same."""
        game, place, speaker, (wrong, _) = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        replica = lone.begin(list(game.table.log))
        steward = steward_of(lone, replica)
        steward.vote_absent()
        for voter in set(range(4)) - {speaker, place.seat}:
            replica.offer_ballot(objection(game, voter, place, wrong))
        steward._tend_votes()
        assert told_by(replica) == []
        assert replica.refused_at(place) == ()
        replica.offer(wrong)
        assert replica.refused_at(place) == (wrong,)
        steward._tend_votes()
        (absence,) = told_by(replica)
        assert [one.raw for one in absence.refused] == [wrong.raw]
        replica.close()

    async def test_a_second_entry_that_is_held_beside_one_that_was_refused(
        self, tmp_path: Path
    ) -> None:
        game, place, speaker, wrong = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as replica:
            replica.offer(wrong[0])
            await wait_for(lambda: "table" in replica.stopped)
            replica.offer(wrong[1])
            assert set(replica.refused_at(place)) == set(wrong)

    async def test_nothing_of_another_place_or_seat(self, tmp_path: Path) -> None:
        game, place, speaker, (wrong, _) = at_a_card()
        replica = Lone(game, speaker, tmp_path / "game.belote").begin(list(game.table.log))
        replica.offer(wrong)
        elsewhere = SilentPlace(place.chain, place.seq, bytes(32), place.seat)
        assert replica.refused_at(elsewhere) == ()
        assert replica.refused_at(place) == (wrong,)
        replica.close()

    async def test_a_speaker_tells_one_absence_whatever_comes_then(self, tmp_path: Path) -> None:
        """A second entry would make another absence of the same votes: he has spoken already."""
        game, place, speaker, wrong = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        replica = lone.begin(list(game.table.log))
        steward = steward_of(lone, replica)
        replica.offer(wrong[0])
        for voter in set(range(4)) - {place.seat}:
            replica.offer_ballot(objection(game, voter, place, wrong[0]))
        steward._tend_votes()
        before = told_by(replica)
        replica.offer(wrong[1])
        steward._tend_votes()
        assert told_by(replica) == before
        assert len(before) == 1
        replica.close()


class TestWhatIsNotSaid:
    async def test_an_absence_for_who_has_dealt_on_what_the_seat_said(self, tmp_path: Path) -> None:
        """He had voted, and accepted it when another had seen it: he keeps to that."""
        game, _, about_deck = two_absences()
        body = decode(Absence, about_deck.entry.body)
        lone = Lone(game, about_deck.entry.seat, tmp_path / "game.belote")
        replica = lone.begin(list(game.table.log))
        for voter in set(range(4)) - {body.place.seat}:
            replica.offer_ballot(vote_of(game, voter, body.place))
        steward_of(lone, replica)._tend_votes()
        assert told_by(replica) == []
        replica.close()

    async def test_what_the_seat_has_said_there_already(self, tmp_path: Path) -> None:
        """It waits to be applied, or it is of a branch to which the node has come back."""
        game = taking_game()
        duty = game.play_until(Play.kind, count=5)
        lone = Lone(game, duty.seat, tmp_path / "game.belote")
        replica = lone.begin(list(game.table.log))
        steward = steward_of(lone, replica)
        assert duty in steward._due()
        replica.offer(game.answer(duty))
        assert duty not in steward._due()
        replica.close()

    @pytest.mark.parametrize("is_settled", [False, True])
    async def test_no_secret_is_destroyed_while_the_deal_may_go_on_after_all(
        self, tmp_path: Path, *, is_settled: bool
    ) -> None:
        game = taking_game()
        game.play_until(Play.kind, count=5)
        seat = leave(game)
        if is_settled:
            sit_down(game, seat)
        lone = Lone(game, (seat + 1) % 4, tmp_path / "game.belote")
        game.vaults[lone.seat] = vault = MemoryVault(seeded_bytes("kept"))
        replica = lone.begin(list(game.table.log))
        await steward_of(lone, replica)._forget_spent()
        assert ("deck/1" in vault.forgotten) is is_settled
        replica.close()

    @pytest.mark.parametrize("is_void", [False, True])
    async def test_a_coin_that_was_shown_too_late_is_not_missed(
        self, tmp_path: Path, *, is_void: bool
    ) -> None:
        """Who drew last destroys his coin; then all others have gone on without him."""
        game = taking_game()
        game.play_until(Flip.kind, count=4)
        lone = Lone(game, 3, tmp_path / "game.belote")
        game.vaults[lone.seat] = MemoryVault(seeded_bytes("lost"))
        if is_void:
            assert leave(game) == lone.seat
        replica = lone.begin(list(game.table.log))
        steward = steward_of(lone, replica)
        if is_void:
            steward._check_secrets()
        else:
            with pytest.raises(SecretForgotten, match="coin"):
                steward._check_secrets()
        replica.close()


class TestOnTheDisk:
    async def test_before_the_ballot_that_objects(self, tmp_path: Path) -> None:
        game, place, speaker, (wrong, _) = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        other = next(seat for seat in range(4) if seat not in (speaker, wrong.entry.seat))
        entries = list(game.table.log)
        cut = max(at for at, one in enumerate(entries) if one.entry.chain == "table")
        async with live(lone.begin(entries[:cut])) as replica:
            steward = steward_of(lone, replica)
            for signed in entries[cut:]:
                replica.offer(signed)
            await stands_on(replica, entries[-1])
            async with replica._order:  # the disk is slow
                replica.offer_ballot(objection(game, other, place, wrong))
                replica.offer(wrong)
                await wait_for(lambda: "table" in replica.stopped)
                steward._tend_votes()
            await wait_for(lambda: len(replica.ballots()) == 2)
        payloads = [payload for _, payload in split_records(lone.path.read_bytes())]
        last = [read_record(payload, number=1) for payload in payloads[-3:]]
        assert [type(one) for one in last] == [SignedBallot, AsideEntry, SignedBallot]
        assert isinstance(last[2], SignedBallot)
        assert last[2].ballot.voter == speaker
        assert read_log(lone.path).aside == (wrong,)

    async def test_after_a_restart_the_same_is_accused_and_nothing_else_is_signed(
        self, tmp_path: Path
    ) -> None:
        game, place, speaker, (wrong, _) = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as replica:
            steward = steward_of(lone, replica)
            replica.offer(wrong)
            await wait_for(lambda: "table" in replica.stopped)
            steward._tend_votes()
            await wait_for(lambda: bool(replica.ballots()))
            before = replica.stopped["table"]
        size, lone.events = lone.path.stat().st_size, []
        again = lone.again()
        assert again.stopped["table"].signed == before.signed
        assert str(again.stopped["table"].refusal) == str(before.refusal)
        assert again.proofs() == (wrong,)
        assert again.refused_at(place) == (wrong,)
        async with live(again):
            steward_of(lone, again)._tend_votes()
            await wait_for(lambda: any(isinstance(one, EntryRefused) for one in lone.events))
        assert lone.path.stat().st_size == size, "neither the entry nor the ballot twice"
        assert len(list(evidence_in(tmp_path))) == 1

    async def test_of_two_in_one_place_the_second(self, tmp_path: Path) -> None:
        game, place, speaker, _ = at_a_card()
        duty = game.table.waiting()[0]
        first, second = game.answer(duty), game.answer(duty)
        assert first.head != second.head
        lone = Lone(game, speaker, tmp_path / "game.belote")
        async with live(lone.begin(list(game.table.log))) as replica:
            replica.offer(first)
            await stands_on(replica, first)
            replica.offer(second)
            await wait_for(lambda: bool(read_log(lone.path).aside))
        again = lone.again()
        assert again.stopped["table"].entries == (second, first)
        assert again.refused_at(place) == (second, first)
        again.close()

    async def test_no_longer_where_the_table_has_gone_on(self, tmp_path: Path) -> None:
        game, place, speaker, (wrong, _) = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        absence = told(game, place, (wrong,))
        async with live(lone.begin(list(game.table.log))) as replica:
            replica.offer(wrong)
            await wait_for(lambda: bool(read_log(lone.path).aside))
            replica.offer(absence)
            await stands_on(replica, absence)
        again = lone.again()
        assert again.stopped == {}
        assert again.proofs() == ()
        again.close()

    def test_what_nobody_signed_accuses_nobody(self, tmp_path: Path) -> None:
        """The file is in other hands between two evenings."""
        game, place, speaker, (wrong, _) = at_a_card()
        lone = Lone(game, speaker, tmp_path / "game.belote")
        lone.begin(list(game.table.log)).close()
        log, _ = LogFile.open(lone.path)
        log.append_aside(SignedEntry.from_wire(wrong.raw, bytes(64)))
        log.close()
        again = lone.again()
        assert again.stopped == {}
        assert again.refused_at(place) == ()
        again.close()


async def test_who_is_wrong_while_another_is_accused_before_him_is_named_too(
    tmp_path: Path,
) -> None:
    """The chain is stopped for two entries in one place; the next seat signs what is no card."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    first, second = game.answer(duty), game.answer(duty)
    game.deliver(first)
    due = game.table.waiting()[0]
    (wrong,) = wrong_entries(Stage(game, due, game.answer(due)), 1)
    me = next(seat for seat in range(4) if seat not in (duty.seat, due.seat))
    lone = Lone(game, me, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer(second)
        await wait_for(lambda: "table" in replica.stopped)
        replica.offer(wrong)
        await wait_for(lambda: len(list(evidence_in(tmp_path))) == 2)
        await trio.sleep(0.05)
        assert replica.stopped["table"].signed == second
        assert replica.refused_at(SilentPlace.of(due.context)) == (wrong,)
    refused = [event.seat for event in lone.events if isinstance(event, EntryRefused)]
    assert refused == [duty.seat, due.seat]


async def test_who_has_seen_a_card_there_never_says_that_none_is_here(tmp_path: Path) -> None:
    """He went back from it, and comes up to its place again before it does."""
    game, place, speaker, _ = at_a_card()
    card = game.answer(game.table.waiting()[0])
    lone = Lone(game, speaker, tmp_path / "game.belote")
    replica = lone.begin(list(game.table.log))
    replica.offer_ballot(vote_of(game, speaker, place, Stance.SEEN, card.head))
    steward_of(lone, replica).vote_absent()
    assert not replica.box.has_spoken(Seat(speaker), place, AGAINST)
    replica.close()
