"""A node that has gone over to another branch goes on there, and keeps to what it has signed."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.storage import read_log
from belote_net.rules.choices import Annonces
from belote_net.rules.options import Options
from belote_net.table.ballots import WINDOW
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Play
from belote_protocol.ballot import AGAINST, SilentPlace
from belote_protocol.entry import Seat, SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, stands_on, told
from tests.node.tables import wait_for
from tests.table.leaving import member_for, silent_place, taking_game, vote_of
from tests.table.stage import Stage
from tests.table.vote_cheats import wrong_entries

pytestmark = pytest.mark.usefixtures("toy")


def after_a_late_card(built: int) -> tuple[FourSeats, int, SignedEntry]:
    """A game with a card that came late, the entries before it, and the absence told all the same.

    So many entries have been built on the card.
    """
    game = taking_game()
    game.play_until(Play.kind, count=5)
    before, absence = len(game.table.log), told(game, silent_place(game))
    for _ in range(1 + built):
        game.deliver(game.answer(game.table.waiting()[0]))
    return game, before, absence


def reseat_after(before: int, absence: SignedEntry) -> SignedEntry:
    """What stands after the absence: the seat is offered to who left it."""
    ahead = taking_game()
    ahead.advance_to(before)
    ahead.deliver(absence)
    duty, silent = ahead.table.waiting()[0], ahead.table.state.absent_seat
    member = SeatMember(member_for(ahead, silent))
    return ahead.players[duty.seat].answer(ahead.table, duty, member)


async def test_what_was_refused_on_the_branch_that_is_left_stops_no_other(tmp_path: Path) -> None:
    """Nobody will ever say anything in its place there: the node would wait for ever."""
    game, before, absence = after_a_late_card(2)
    duty = game.table.waiting()[0]
    assert duty.kind == Play.kind
    wrong = wrong_entries(Stage(game, duty, game.answer(duty)), 1)[0]
    place = SilentPlace.of(duty.context)
    me = next(seat for seat in range(4) if seat not in (duty.seat, absence.entry.seat))
    lone = Lone(game, me, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer(wrong)
        await wait_for(lambda: "table" in replica.stopped)
        replica.offer(absence)
        await stands_on(replica, absence)
        assert replica.stopped == {}
        assert replica.refused_at(place) == (wrong,), "the game may come back there"
        reseat = reseat_after(before, absence)
        replica.offer(reseat)
        await stands_on(replica, reseat)
    async with live(lone.again()) as replica:
        assert replica.stopped == {}
        assert replica.refused_at(place) == (wrong,)


async def test_what_waits_to_be_written_while_the_file_is_written_again_stands_there_once(
    tmp_path: Path,
) -> None:
    """An entry of a deck, applied just before: of a file with one twice, no game can be resumed."""
    game, _, absence = after_a_late_card(2)
    lone = Lone(game, 0, tmp_path / "game.belote")
    replica = lone.begin(list(game.table.log))
    async with live(replica):
        for _ in range(2):
            duty = next(one for one in game.table.waiting() if one.chain == "deck/2")
            last = game.answer(duty)
            if duty.context.seq == 0:
                game.deliver(last)
                replica.offer(last)
                await stands_on(replica, last)
        async with replica._order:  # the disk is slow
            replica.offer(absence)
            await wait_for(lambda: replica._order.statistics().tasks_waiting == 1)
            replica.offer(last)
            await wait_for(lambda: replica._order.statistics().tasks_waiting == 2)
            assert last.head in replica.table.log
        await stands_on(replica, absence)
        await wait_for(lambda: replica._order.statistics().tasks_waiting == 0)
        assert sum(replica.durable.values()) == len(replica.table.log)
    stored = [one.signed.head for one in read_log(lone.path).records]
    assert len(stored) == len(set(stored))
    lone.again().close()


async def test_a_vote_about_a_place_far_on_in_what_was_left_binds_across_a_restart(
    tmp_path: Path,
) -> None:
    """Who had forgotten it could say there that he has seen what he had said was absent."""
    game = taking_game(seed=4, deals=1, options=Options(annonces=Annonces.ON))
    me, last = Seat(0), game.play_until(Play.kind, count=2).seat
    game.deliver(game.answer(game.table.waiting()[0]))
    absence = told(game, silent_place(game))
    while game.table.waiting()[0].seat != last:
        game.deliver(game.answer(game.table.waiting()[0]))
    place = silent_place(game)
    assert place.seq > absence.entry.seq + 1 + WINDOW, "a long round of declarations"
    lone = Lone(game, me, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer_ballot(vote_of(game, me, place))
        await wait_for(lambda: len(replica.ballots()) == 1)
        replica.offer(absence)
        await stands_on(replica, absence)
        assert replica.box.has_spoken(me, place, AGAINST)
    again = lone.again()
    assert again.box.has_spoken(me, place, AGAINST)
    again.close()


async def test_what_one_has_built_on_stays_whatever_else_its_author_signs_there(
    tmp_path: Path,
) -> None:
    """He signs three cards in one place: the one that others have built on may come to stand."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    late = game.answer(duty)
    more = wrong_entries(Stage(game, duty, late), 2)
    absence = told(game, silent_place(game), tuple(more))
    game.deliver(late)
    mine = game.answer(game.table.waiting()[0])
    game.deliver(mine)
    lone = Lone(game, mine.entry.seat, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        for signed in more:
            replica.offer(signed)
        assert set(replica._forks) == set(more)
        replica.offer(absence)
        await stands_on(replica, absence)
        assert {late, mine} <= set(replica._forks)
        assert replica.has_said(mine.entry.context)
