"""A player who is gone in the middle of a deal: the others open his hand, and the deal goes on."""

from __future__ import annotations

from pathlib import Path

from belote_net.node.lobby import Settings
from belote_net.rules.choices import End, OnAbsence
from belote_net.rules.options import Options
from belote_net.rules.scoring import Outcome
from belote_net.table.decisions import Duty
from belote_net.table.events import HandOpened
from belote_net.table.messages import Play, Recover, Seats
from belote_net.table.state import Phase
from belote_net.table.view import TableView
from tests.node.tables import Four, Player, four_players, wait_for
from tests.node.test_leaving import play_until_in_trick, vote
from tests.table.open_hands import helping

TWO_DEALS = Settings(
    Options(end=End.FIXED_DEALS, target=0, deals=2, on_absence=OnAbsence.OPEN_HAND), Seats.CHOSEN
)


def ask_all(four: Four, *, is_willing: bool = True) -> None:
    """Everybody knows what he says when he is asked to help."""
    for player in four.players:
        player.decider._choose = helping(player.decider._choose, is_willing=is_willing)


async def leave_in_a_trick(four: Four, leaver: Player) -> Path:
    """Play until this player is to play a card, and kill his node; returns his log."""
    await four.gather(TWO_DEALS)
    await four.start()
    await play_until_in_trick(four, leaver)
    path = leaver.game.path
    await leaver.kill()
    return path


async def check_end(four: Four) -> None:
    await four.finish()
    assert len({tuple(sorted(p.game.table.log.counts().items())) for p in four.players}) == 1
    for player in four.players:
        assert not list(player.game.path.parent.glob("*evidence*"))


async def test_the_others_open_the_hand_and_play_on(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        ask_all(four)
        leaver = four.players[2]
        path = await leave_in_a_trick(four, leaver)
        await vote(four, leaver)
        for player in four.players[:2]:
            played = player.game.table.state.played[-1]
            assert played.score is not None
            assert played.score.outcome is not Outcome.FORFEITED
            assert played.deal.opened is not None
            assert any(
                isinstance(one, HandOpened)
                for event in player.events
                for one in getattr(event, "events", ())
            )
        leaver.decider.pause = lambda view, duty: False
        await four.resume(leaver, path)
        await check_end(four)


async def test_one_who_declines_leaves_it_closed(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        ask_all(four)
        four.players[0].decider._choose = helping(four.players[0].decider._choose, is_willing=False)
        leaver = four.players[2]
        path = await leave_in_a_trick(four, leaver)
        await vote(four, leaver)
        played = four.players[0].game.table.state.played[-1]
        assert played.deal.opened is None
        assert played.score is not None
        assert played.score.outcome is Outcome.FORFEITED
        leaver.decider.pause = lambda view, duty: False
        await four.resume(leaver, path)
        await check_end(four)


def waits(view: TableView, duty: Duty) -> bool:
    """Think about a card once a hand lies open."""
    return duty.kind == Play.kind and view.open_hand != ()


async def test_who_comes_back_too_early_only_looks_on(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        ask_all(four)
        leaver = four.players[1]
        path = await leave_in_a_trick(four, leaver)
        others = [player for player in four.players if player is not leaver]
        for player in others:
            player.decider.pause = lambda view, duty: (
                duty.kind == Play.kind and view.open_hand != ()
            )
            player.live.votes.vote_absent()
        await wait_for(lambda: any(player.decider.paused for player in others))
        leaver.decider.pause = lambda view, duty: False
        await four.resume(leaver, path)
        await wait_for(lambda: leaver.live.view is not None and leaver.live.view.open_hand != ())
        state = leaver.game.table.state
        assert (state.phase, state.absent) == (Phase.PLAYING, 1)
        assert not leaver.game.table.duties(state.seats[1])
        assert leaver.live.votes.newcomer is None
        for player in others:
            player.decider.pause = lambda view, duty: False
        await check_end(four)


async def test_who_is_asked_may_think_about_it_and_come_back(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        ask_all(four)
        leaver, thinker = four.players[3], four.players[0]
        path = await leave_in_a_trick(four, leaver)
        thinker.decider.pause = lambda view, duty: duty.kind == Recover.kind
        thinker.decider.paused = False
        for player in four.players[:3]:
            player.live.votes.vote_absent()
        await wait_for(lambda: thinker.decider.paused)
        assert thinker.live.votes.stall is None
        own_path = thinker.game.path
        await thinker.kill()
        thinker.decider.pause = lambda view, duty: False
        await four.resume(thinker, own_path)
        await wait_for(lambda: thinker.live.votes.free_seat is not None)
        assert thinker.game.table.state.played[-1].deal.opened is not None
        leaver.decider.pause = lambda view, duty: False
        await four.resume(leaver, path)
        await check_end(four)
