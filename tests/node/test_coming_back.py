"""Who was voted out comes back: by himself after the first time, then if the others wish it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_cli.standstill import EmptySeat, Lookout
from belote_net.node.events import OpeningRefused, PeerLeft
from belote_net.node.lobby import Settings
from belote_net.rules.choices import End, Tie
from belote_net.rules.options import Options
from belote_net.table.messages import Absence, Seats
from tests.node.tables import Four, Player, four_players, wait_for
from tests.node.test_games import assert_same_game
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick

pytestmark = pytest.mark.usefixtures("toy")

THREE_DEALS = Settings(Options(end=End.FIXED_DEALS, target=0, deals=3, tie=Tie.DRAW), Seats.CHOSEN)


async def vote_out(four: Four, silent: Player, *, times: int) -> None:
    """All others vote, and go on without who is at the table and says nothing."""
    silent.decider.paused = False
    await play_until_in_trick(four, silent)
    for player in four.players:
        if player is not silent:
            player.live.votes.vote_absent()
    await wait_for(lambda: all(_absences(player) == times for player in four.players))


async def test_who_stays_at_the_table_sees_another_play_on_in_his_seat(tmp_path: Path) -> None:
    """What the other commits himself to is not for his own secrets to answer."""
    async with four_players(tmp_path) as four:
        silent, filler = four.players[2], four.players[3]
        others = [player for player in four.players if player is not silent]
        await four.gather(THREE_DEALS)
        await four.start()
        await vote_out(four, silent, times=1)
        await wait_for(lambda: all(one.game.table.state.absent is None for one in others))
        await vote_out(four, silent, times=2)
        odile = Player("Odile", tmp_path / "Odile")
        await four.come(odile)
        me = odile.live.identity
        await wait_for(
            lambda: (
                filler.live.votes.free_seat is not None
                and me in [one.identity for one in filler.live.votes.claimants]
            )
        )
        filler.live.votes.fill_seat(me)
        for player in (filler, *others[:2]):
            await wait_for(lambda player=player: player.live.votes.newcomer is not None)  # type: ignore[misc]
            player.live.votes.play_on()
        four.players[2] = odile
        await four.finish()
        await wait_for(lambda: silent.game.table.is_signed)
        assert silent.failure is None


def _absences(player: Player) -> int:
    return sum(one.entry.kind == Absence.kind for one in player.log)


async def test_once_by_himself_and_then_with_the_consent_of_all(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        silent = four.players[2]
        others = [player for player in four.players if player is not silent]
        await four.gather(THREE_DEALS)
        await four.start()
        await vote_out(four, silent, times=1)
        await wait_for(lambda: all(one.game.table.state.absent is None for one in others))
        assert all(one.live.votes.newcomer is None for one in others)  # nobody was asked

        await vote_out(four, silent, times=2)
        filler = four.players[3]
        me = silent.live.identity
        await wait_for(
            lambda: (
                filler.live.votes.free_seat is not None
                and [one.identity for one in filler.live.votes.claimants] == [me]
            )
        )
        await trio.sleep(0.1)
        assert filler.live.votes.free_seat is not None, "he does not come back by himself"
        asking, asked = (Lookout(one.live, lambda: 0).look() for one in (silent, filler))
        assert isinstance(asking, EmptySeat)
        assert (asking.is_mine, asking.i_wish) == (False, True)
        assert isinstance(asked, EmptySeat)
        assert asked.is_mine_to_fill
        assert [one.identity for one in asked.sitters] == [me]

        silent.decider.pause = lambda view, duty: False
        filler.live.votes.fill_seat(me)
        for player in (filler, *others[:2]):  # one after the other, as they sign
            await wait_for(lambda player=player: player.live.votes.newcomer is not None)  # type: ignore[misc]
            await trio.sleep(0.05)
            assert silent.game.table.state.absent is not None
            player.live.votes.play_on()
        await four.finish()
        assert silent.game.table.members[2].identity == me


async def test_who_left_and_comes_in_by_a_code_goes_on_with_his_game(tmp_path: Path) -> None:
    """He chose to join and not to resume: the game that he agreed to once is here, and waits."""
    async with four_players(tmp_path) as four:
        guest = four.players[2]
        await four.gather(TWO_DEALS)
        game = await four.start()
        await play_until_in_trick(four, guest)
        path, said = guest.game.path, len(guest.log)
        await guest.kill()
        guest.decider.paused = False
        await four.come(guest)
        await wait_for(lambda: guest.decider.paused)
        assert guest.game.table.game == game
        assert guest.game.path == path
        assert len(guest.log) >= said
        assert not guest.told(OpeningRefused)
        guest.decider.pause = lambda view, duty: False
        await four.finish()
        assert_same_game(four)


async def test_who_comes_in_by_a_code_in_the_second_game_goes_on_with_it(tmp_path: Path) -> None:
    """He had a seat in both games that are served, so he hears of both at once."""
    async with four_players(tmp_path) as four:
        guest = four.players[2]
        await four.gather()
        await four.start()
        await four.finish()
        game = await four.start()
        await play_until_in_trick(four, guest)
        await guest.kill()
        guest.events.clear()
        guest.decider.paused = False
        await four.come(guest)
        await wait_for(lambda: guest.decider.paused)
        assert guest.game.table.game == game
        assert not guest.told(PeerLeft)
        guest.decider.pause = lambda view, duty: False
        await four.finish()
        assert guest.game.table.game == game
        assert_same_game(four)
        assert not guest.told(OpeningRefused)
