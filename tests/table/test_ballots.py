"""The ballots of one game: which are kept, for how long, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs

from belote_net.table.ballots import _PER_ENTRY, _PER_VOTER, WINDOW, BallotBox, is_settled
from belote_net.table.messages import MAX_COPY_BYTES, Cut, Distribution, Play
from belote_net.table.state import Phase
from belote_net.table.statements import statements_of
from belote_protocol.ballot import (
    NO_ENTRY,
    Ballot,
    SignedBallot,
    SilentPlace,
    Stance,
    verify_certificate,
)
from belote_protocol.deck_state import Commit, completing_seq
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import InvalidEncoding, InvalidProof
from tests.four_seats import FourSeats
from tests.table.leaving import (
    entrant,
    leave,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
    vote_of,
)
from tests.table.seat_cheats import a_free_seat, somebody_asked
from tests.table.stage import Stage
from tests.table.test_vote_cheats import at_a_card
from tests.table.vote_cheats import wrong_entries, wrong_entry

pytestmark = pytest.mark.usefixtures("toy")


def here(stage: Stage) -> SilentPlace:
    return silent_place(stage.game)


def absent(stage: Stage, voter: int, place: SilentPlace | None = None) -> SignedBallot:
    return vote_of(stage.game, voter, place or here(stage))


def refused(stage: Stage, voter: int, signed: SignedEntry) -> SignedBallot:
    return vote_of(stage.game, voter, here(stage), Stance.REFUSED, signed.head, "it is wrong")


def seen(stage: Stage, voter: int, signed: SignedEntry) -> SignedBallot:
    return vote_of(stage.game, voter, here(stage), Stance.SEEN, signed.head)


def doubles(stage: Stage, box: BallotBox) -> list[int]:
    """Who is proven to have voted twice."""
    return [one.ballot.voter for one, _ in statements_of(stage.table, box).doubles()]


class TestKeeping:
    def test_a_ballot_is_new_once(self) -> None:
        stage, box = at_a_card(), BallotBox()
        signed = absent(stage, stage.others()[0])
        assert box.add(stage.table, signed)
        assert not box.add(stage.table, signed)
        assert list(box) == [signed]
        assert box.places() == (here(stage),)

    def test_of_another_game(self) -> None:
        stage, box = at_a_card(), BallotBox()
        voter = stage.others()[0]
        ballot = structs.replace(absent(stage, voter).ballot, game=bytes(32))
        with pytest.raises(InvalidEncoding, match="a ballot of this game"):
            box.add(stage.table, stage.game.players[voter].vote(ballot))

    @pytest.mark.parametrize("changes", [{"voter": 5}, {"place": 5}])
    def test_by_and_about_seats_that_there_are(self, changes: dict[str, int]) -> None:
        stage, box = at_a_card(), BallotBox()
        voter = stage.others()[0]
        ballot = absent(stage, voter).ballot
        place = structs.replace(ballot.place, seat=changes.get("place", ballot.place.seat))
        ballot = structs.replace(ballot, place=place, voter=changes.get("voter", voter))
        with pytest.raises(InvalidProof, match="seats of this game"):
            box.add(stage.table, stage.game.players[voter].vote(ballot))

    def test_signed_by_its_voter(self) -> None:
        stage, box = at_a_card(), BallotBox()
        one, other, _ = stage.others()
        signed = stage.game.players[other].vote(absent(stage, one).ballot)
        with pytest.raises(InvalidProof, match=f"signed by seat {one}"):
            box.add(stage.table, signed)
        assert not list(box)

    @pytest.mark.parametrize("about_itself", [True, False])
    def test_what_no_ballot_can_say(self, *, about_itself: bool) -> None:
        stage, box = at_a_card(), BallotBox()
        voter = stage.seat if about_itself else stage.others()[0]
        entry = NO_ENTRY if about_itself else stage.honest.head
        ballot = Ballot(stage.table.game, here(stage), voter, Stance.ABSENT, entry, "")
        with pytest.raises(InvalidEncoding):
            box.add(stage.table, stage.game.players[voter].vote(ballot))

    def test_of_who_sat_there_before(self) -> None:
        """Whoever brings it is not at fault: he may not know yet that the seat changed hands."""
        stage, box = somebody_asked(), BallotBox()
        place = SilentPlace("table", stage.context.seq, stage.context.prev, stage.others()[0])
        ballot = Ballot(stage.table.game, place, stage.seat, Stance.ABSENT, NO_ENTRY, "")
        before = SignedBallot.seal(ballot, entrant(stage.game, stage.seat))
        assert not box.add(stage.table, before)
        assert box.add(stage.table, SignedBallot.seal(ballot, stage.game.identities[stage.seat]))

    def test_two_of_one_voter_for_one_place(self) -> None:
        stage, box = at_a_card(), BallotBox()
        voter = stage.others()[0]
        assert box.add(stage.table, seen(stage, voter, stage.honest))
        assert box.add(stage.table, refused(stage, voter, wrong_entry(stage)))
        assert not box.add(stage.table, absent(stage, voter))
        assert len(list(box)) == 2

    def test_one_voter_cannot_fill_our_memory(self) -> None:
        stage, box = at_a_card(), BallotBox()
        one, other, _ = stage.others()
        for number in range(_PER_VOTER + 5):
            place = structs.replace(here(stage), prev=number.to_bytes(32))
            assert box.add(stage.table, absent(stage, one, place)) is (number < _PER_VOTER)
        assert len(list(box)) == _PER_VOTER
        assert box.add(stage.table, absent(stage, other))

    def test_who_had_a_seat_before_has_no_vote_on_it(self) -> None:
        """He may have signed it before he left, about a place that was to come."""
        game, box = taking_game(), BallotBox()
        game.play_until(Play.kind, count=3)
        seat = leave(game)
        voted = [one for one in range(4) if one != (seat + 1) % 4]
        place = SilentPlace("table", game.table.log.count("table") + 5, bytes(32), (seat + 1) % 4)
        early = [vote_of(game, seat, place), vote_of(game, seat, place, Stance.SEEN, bytes(32))]
        assert [box.add(game.table, one) for one in early] == [True, True]
        assert box.ballots_at(place).keys() == {seat}
        newcomer(game, seat, "Ana")
        sit_down(game, seat)
        box.prune(game.table)
        assert box.ballots_at(place) == {}
        assert not box.has_spoken(seat, place, Stance)
        for voter in voted:
            assert box.add(game.table, vote_of(game, voter, place))
        absence = box.certificate(game.table, place, ())
        assert absence is not None
        verify_certificate(game.table.game, place, absence.votes, game.table.state.identities)

    def test_what_a_game_has_gone_back_from_is_kept(self) -> None:
        """It may come there again, and nobody may vote there again."""
        game, before, box = taking_game(), taking_game(), BallotBox()
        game.play_until(Play.kind, count=20)
        before.play_until(Play.kind)
        place = silent_place(game)
        signed = vote_of(game, (place.seat + 1) % 4, place)
        assert box.add(game.table, signed)
        box.prune(before.table)
        assert list(box) == [signed]

    def test_nor_the_disk_with_what_matters_for_a_moment(self) -> None:
        """What a box has taken is stored, and stays in the file when it is forgotten here."""
        game, box = taking_game(), BallotBox()
        liar, other = 0, 1
        taken = 0
        for _ in plays_of(game):
            box.prune(game.table)
            here = SilentPlace("table", game.table.log.count("table") - 3, bytes(32), other)
            for number in range(_PER_VOTER):
                place = structs.replace(here, prev=number.to_bytes(32))
                taken += box.add(game.table, vote_of(game, liar, place))
        most = _PER_VOTER + _PER_ENTRY * len(game.table.log)
        assert most - 10 < taken <= most
        assert box.add(game.table, vote_of(game, other, structs.replace(here, seat=2)))


class TestWhatMatters:
    @pytest.mark.parametrize(("ahead", "is_kept"), [(0, True), (WINDOW, True), (WINDOW + 1, False)])
    def test_not_far_ahead(self, ahead: int, *, is_kept: bool) -> None:
        stage, box = at_a_card(), BallotBox()
        place = structs.replace(here(stage), seq=here(stage).seq + ahead)
        assert box.add(stage.table, absent(stage, stage.others()[0], place)) is is_kept

    def test_on_no_other_chain(self) -> None:
        stage, box = at_a_card(), BallotBox()
        for chain in ("tables", "deck/0", "deck/9"):
            place = structs.replace(here(stage), chain=chain, seq=3)
            assert not box.add(stage.table, absent(stage, stage.others()[0], place))

    def test_about_a_play_until_all_others_have_built_on_it(self) -> None:
        """He may play again, and a third time, before all of them have played."""
        game, box = taking_game(), BallotBox()
        distances = set()
        for stage in plays_of(game):
            place = here(stage)
            voter = stage.others()[0]
            assert box.add(game.table, vote_of(game, voter, place))
            for open_place in box.places():
                spoken = speakers_after(game, open_place)
                assert is_settled(game.table, open_place) is (len(spoken) == 3)
                if len(spoken) == 3:
                    distances.add(game.table.log.count("table") - open_place.seq)
            box.prune(game.table)
            assert not any(is_settled(game.table, one) for one in box.places())
        assert max(distances) > 5, "as far as a window of four entries reaches"

    def test_about_a_deck_that_was_dealt_until_all_others_have_gone_on(self) -> None:
        """Who last heard that a deck was shuffled twice may have dealt it already."""
        game, box = taking_game(), BallotBox()
        duty = game.play_until(Distribution.kind)
        last = game.table.log.entry("deck/1", completing_seq(4))
        assert last is not None
        place = SilentPlace.of(last.entry.context)
        voter = duty.seat if duty.seat != place.seat else game.table.state.seats_from(duty.seat)[1]
        ballot = vote_of(game, voter, place)
        assert box.add(game.table, ballot)
        assert not is_settled(game.table, place)
        while not is_settled(game.table, place):
            box.prune(game.table)
            assert list(box) == [ballot]
            assert game.table.absence_context(place) is not None
            game.deliver(game.answer(game.table.waiting()[0]))
        box.prune(game.table)
        assert not list(box)
        assert not box.add(game.table, ballot)

    def test_about_the_next_deck(self) -> None:
        game, box = taking_game(), BallotBox()
        game.play_until(Commit.kind)
        place = silent_place(game)
        assert box.add(game.table, vote_of(game, (place.seat + 1) % 4, place))
        beyond = structs.replace(place, seq=completing_seq(4) + 2)
        assert not box.add(game.table, vote_of(game, (place.seat + 1) % 4, beyond))


def plays_of(game: FourSeats) -> Iterator[Stage]:
    """Every play of the first deal, before it is made."""
    game.play_until(Play.kind)
    while game.table.state.phase is Phase.PLAYING:
        duty = game.table.waiting()[0]
        if duty.kind == Play.kind:
            yield Stage(game, duty, game.answer(duty))
        game.deliver(game.answer(duty))


def speakers_after(game: FourSeats, place: SilentPlace) -> set[int]:
    """Who else has spoken on the chain `table` since."""
    entries = (
        game.table.log.entry("table", seq)
        for seq in range(place.seq + 1, game.table.log.count("table"))
    )
    return {one.entry.seat for one in entries if one} - {place.seat}


class TestOwnVote:
    def test_who_has_not_voted_builds_on_anything(self) -> None:
        stage, box = at_a_card(), BallotBox()
        assert box.may_build_on(None, stage.honest)
        assert box.may_build_on(stage.others()[0], stage.honest)

    @pytest.mark.parametrize("stance", ["absent", "refused"])
    def test_who_has_voted_builds_on_what_another_has_seen(self, stance: str) -> None:
        stage, box = at_a_card(), BallotBox()
        me, other, _ = stage.others()
        wrong = wrong_entry(stage)
        mine = absent(stage, me) if stance == "absent" else refused(stage, me, wrong)
        box.add(stage.table, mine)
        assert not box.may_build_on(me, stage.honest)
        assert box.may_build_on(other, stage.honest)
        box.add(stage.table, seen(stage, other, stage.honest))
        assert box.may_build_on(me, stage.honest)
        assert not box.may_build_on(me, wrong)

    def test_its_own_word_does_not_count(self) -> None:
        stage, box = at_a_card(), BallotBox()
        me = stage.others()[0]
        for ballot in (absent(stage, me), seen(stage, me, stage.honest)):
            box.add(stage.table, ballot)
        assert not box.may_build_on(me, stage.honest)
        assert doubles(stage, box) == [me]

    def test_who_votes_twice_is_named(self) -> None:
        stage, box = at_a_card(), BallotBox()
        one, other, third = stage.others()
        for ballot in (
            seen(stage, one, stage.honest),
            refused(stage, one, wrong_entry(stage)),
            absent(stage, other),
            refused(stage, third, wrong_entry(stage)),
            absent(stage, third),
        ):
            assert box.add(stage.table, ballot)
        assert doubles(stage, box) == [third]
        assert box.has_spoken(one, here(stage), [Stance.SEEN])
        assert not box.has_spoken(other, here(stage), [Stance.SEEN, Stance.REFUSED])

    def test_what_was_said_against_a_seat(self) -> None:
        stage, box = at_a_card(), BallotBox()
        one, other, _ = stage.others()
        box.add(stage.table, seen(stage, one, stage.honest))
        box.add(stage.table, absent(stage, other))
        assert box.ballots_at(here(stage)) == {other: absent(stage, other).ballot}


class TestCertificate:
    def box(self, stage: Stage, *objections: SignedEntry | None) -> BallotBox:
        """A box with one vote of each other seat: absent, or an objection to this entry."""
        box = BallotBox()
        for voter, objection in zip(stage.others(), objections, strict=False):
            ballot = refused(stage, voter, objection) if objection else absent(stage, voter)
            assert box.add(stage.table, ballot)
        return box

    def accepts(self, stage: Stage, box: BallotBox, *shown: SignedEntry) -> bool:
        """Whether there is an absence, which the table then takes."""
        absence = box.certificate(stage.table, here(stage), shown)
        context = stage.table.absence_context(here(stage))
        assert context is not None
        if absence is None:
            return False
        stage.table.check(stage.game.players[context.seat].tell_absence(context, absence))
        return True

    def test_all_others_have_to_vote(self) -> None:
        stage = at_a_card()
        assert not self.accepts(stage, self.box(stage, None, None))
        assert self.accepts(stage, self.box(stage, None, None, None))

    def test_what_is_objected_to_has_to_be_here(self) -> None:
        stage = at_a_card()
        wrong, other = wrong_entries(stage, 2)
        box = self.box(stage, wrong, None, wrong)
        assert not self.accepts(stage, box)
        assert not self.accepts(stage, box, other)
        assert self.accepts(stage, box, wrong)

    def test_what_nobody_objects_to_is_not_shown(self) -> None:
        stage = at_a_card()
        assert self.accepts(stage, self.box(stage, None, None, None), wrong_entry(stage))

    def test_two_entries_are_enough_of_any_number(self) -> None:
        """Whoever is sent three must not need to show all that the others object to."""
        stage = at_a_card()
        three = wrong_entries(stage, 3)
        box = self.box(stage, *three)
        for missing in range(3):
            shown = three[:missing] + three[missing + 1 :]
            assert self.accepts(stage, box, *shown)
        assert self.accepts(stage, box, *three)
        assert not self.accepts(stage, box, three[0])

    def test_two_entries_are_at_fault_although_each_is_right(self) -> None:
        game = taking_game()
        duty = game.play_until(Cut.kind)
        stage = Stage(game, duty, game.answer(duty))
        two = [stage.seal(Cut(lifted)) for lifted in (10, 11)]
        box = self.box(stage, two[0], two[1], None)
        assert self.accepts(stage, box, *two)
        assert not self.accepts(stage, box, two[0])

    def test_what_is_too_large_to_be_shown_proves_nothing(self) -> None:
        stage = at_a_card()
        large = wrong_entry(stage, b"w" * MAX_COPY_BYTES)
        assert not self.accepts(stage, self.box(stage, large, large, large), large)

    def test_entries_of_another_place_are_not_shown(self) -> None:
        stage = at_a_card()
        wrong = wrong_entry(stage)
        elsewhere = wrong_entry(stage, seq=stage.context.seq + 1)
        assert self.accepts(stage, self.box(stage, wrong, wrong, wrong), wrong, elsewhere)


def test_a_free_seat_is_no_place_to_vote_about() -> None:
    stage = a_free_seat()
    assert stage.table.stalled_at() is None
    assert stage.seat != Seat(stage.table.state.absent or 0)
