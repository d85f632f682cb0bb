"""A player who does not speak: votes, going on without him, and who takes the seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.errors import LobbyError
from belote_net.node.events import GameRewound, SeatClaimed
from belote_net.node.lobby import Settings
from belote_net.node.start import seat_bot
from belote_net.rules.choices import End, Tie
from belote_net.rules.options import Options
from belote_net.rules.scoring import Outcome
from belote_net.table.messages import MemberKind, Play, Seats
from tests.node.tables import ONE_DEAL, Four, Player, four_players, wait_for

TWO_DEALS = Settings(Options(end=End.FIXED_DEALS, target=0, deals=2, tie=Tie.DRAW), Seats.CHOSEN)
"""Two deals and never a third: a deal that is forfeited and one that fails may leave a tie."""


async def play_until_in_trick(four: Four, leaver: Player) -> None:
    """Play until this player thinks about a card."""
    leaver.decider.pause = lambda view, duty: duty.kind == Play.kind
    await wait_for(lambda: leaver.decider.paused)
    seat = four.players.index(leaver)
    await wait_for(
        lambda: all(
            player.live.votes.stall is not None
            # And not for what he said just before, which may not have come to all yet.
            and (player.live.votes.stall.context.seat, player.live.votes.stall.context.kind)
            == (seat, Play.kind)
            for player in four.players
            if player is not leaver
        )
    )


async def vote(four: Four, leaver: Player) -> None:
    for player in four.players:
        if player is not leaver:
            player.live.votes.vote_absent()
    await wait_for(
        lambda: all(
            player.live.votes.free_seat is not None
            for player in four.players
            if player is not leaver and player.node is not None
        )
    )


async def test_who_was_killed_is_voted_out_comes_back_and_plays_on(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver = four.players[2]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        path = leaver.game.path
        await leaver.kill()
        await vote(four, leaver)
        score = four.players[0].game.table.state.played[-1].score
        assert score is not None
        assert score.outcome is Outcome.FORFEITED
        leaver.decider.pause = lambda view, duty: False
        await four.resume(leaver, path)
        await four.finish()
        heads = {p.game.table.log.counts()["table"] for p in four.players}
        assert len(heads) == 1


async def test_who_has_to_tell_the_absence_is_waited_for_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # He who is bound as well cannot take what the leaver says: he speaks after this time.
    monkeypatch.setattr("belote_net.node.hearing.HEARING_S", 0.5)
    async with four_players(tmp_path) as four:
        leaver, teller, *others = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        path = teller.game.path
        teller.live.votes.vote_absent()
        await wait_for(lambda: all(_voters(player) == {1} for player in others))
        await teller.kill()
        for player in others:
            player.live.votes.vote_absent()
        await wait_for(lambda: all(_voters(player) == {1, 2, 3} for player in others))
        for player in others:
            await wait_for(lambda player=player: _missing(player) == (1,))  # type: ignore[misc]
        # Who is bound by his vote cannot hear who speaks after all.
        leaver.decider.pause = lambda view, duty: False
        await wait_for(lambda: leaver.game.table.waiting()[0].seat != 0)
        assert all(_voters(player) == {1, 2, 3} for player in others)
        await four.resume(teller, path)
        await four.finish()
        assert len({p.game.table.log.counts()["table"] for p in four.players}) == 1


def _voters(player: Player) -> set[int]:
    stall = player.live.votes.stall
    return set(stall.votes) if stall is not None else set()


def _missing(player: Player) -> tuple[int, ...]:
    stall = player.live.votes.stall
    return stall.missing if stall is not None else ()


async def test_who_is_late_takes_back_what_he_said_and_is_not_blamed(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver = four.players[1]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        others = [player for player in four.players if player is not leaver]
        for player in others:
            player.live.votes.vote_absent()
        # He speaks before he hears of the votes, or after: both come out the same.
        leaver.decider.pause = lambda view, duty: False
        await four.finish()
        assert leaver.game.table.state.current_match.deals_played == 2
        for player in four.players:
            assert not list(player.game.path.parent.glob("*evidence*"))
        # What came late for a deck that is dead already is kept by some and dropped by others.
        assert len({player.game.table.log.count("table") for player in four.players}) == 1
        assert len(leaver.told(GameRewound)) <= 1


async def seat_stranger(four: Four, left: int, filler: Player, door: Player) -> Player:
    """Let somebody in at this door, and have him take the seat that is free."""
    odile = Player("Odile", four.players[left].root.parent / "Odile")
    await four.come(odile, door=door.live)
    await wait_for(lambda: bool(filler.told(SeatClaimed)))
    filler.live.votes.fill_seat(odile.live.identity)
    for turn in range(1, 4):
        player = four.players[(left + turn) % 4]
        await wait_for(lambda player=player: player.live.votes.newcomer is not None)  # type: ignore[misc]
        player.live.votes.play_on()
    four.players[left] = odile
    return odile


@pytest.mark.parametrize(
    ("left", "door", "fills"),
    [(3, 0, 0), (2, 0, 3), (2, 3, 3), (0, 1, 1)],
    ids=["by the host's code", "who fills is another", "by that one's code", "the host left"],
)
async def test_a_stranger_takes_the_seat_with_the_code(
    tmp_path: Path, left: int, door: int, fills: int
) -> None:
    async with four_players(tmp_path) as four:
        leaver, filler = four.players[left], four.players[fills]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        doors = [player.live.code is not None for player in four.players if player is not leaver]
        assert doors == [seat in (0, fills) for seat in range(4) if seat != left]
        odile = await seat_stranger(four, left, filler, four.players[door])
        await four.finish()
        assert odile.game.table.members[left].name == "Odile"
        assert all(player.live.code is None for player in four.players[1:])


async def test_a_rematch_needs_no_code_and_is_with_who_took_the_seat(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver = four.players[2]
        await four.gather(TWO_DEALS)
        last = await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        odile = await seat_stranger(four, 2, four.players[3], four.players[0])
        await four.finish()
        await wait_for(lambda: four.host.lobby is not None and four.host.lobby.previous == last)
        four.host.set_up(ONE_DEAL)
        game = await four.start()
        await wait_for(lambda: odile.live.game is not None and odile.game.replica.game == game)
        await four.finish()


async def play_again(four: Four, settings: Settings) -> None:
    """Play one game to its end and begin another at the same table."""
    last = await four.start()
    await four.finish()
    await wait_for(lambda: four.host.lobby is not None and four.host.lobby.previous == last)
    four.host.set_up(settings)
    await four.start()


async def test_a_stranger_asks_for_the_seat_of_the_host_in_a_second_game(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver, filler = four.players[0], four.players[1]
        await four.gather(ONE_DEAL)
        await play_again(four, TWO_DEALS)
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        odile = Player("Odile", tmp_path / "Odile")
        await four.come(odile, door=filler.live)
        # He asks for one unknown game at a time: of the one that is over he must not be told.
        await wait_for(lambda: bool(filler.told(SeatClaimed)))
        assert odile.game.replica.game == filler.game.replica.game


async def test_where_the_others_are_is_kept_beside_a_second_game_too(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather(ONE_DEAL)
        await play_again(four, TWO_DEALS)
        await wait_for(lambda: all(player.game.peers_path.exists() for player in four.players))


async def test_a_bot_takes_the_seat(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver = four.players[0]  # the host himself
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        filler = four.players[1]
        assert filler.config is not None
        await seat_bot(filler.live, filler.config, "Robot")
        await wait_for(lambda: bool(filler.told(SeatClaimed)))
        filler.live.votes.fill_seat(filler.told(SeatClaimed)[0].member.identity)
        for player in four.players[1:]:
            await wait_for(lambda player=player: player.live.votes.newcomer is not None)  # type: ignore[misc]
            player.live.votes.play_on()
        del four.players[0]
        await four.finish()
        member = four.players[0].game.table.members[0]
        assert (member.kind, member.operator, member.name) == (MemberKind.BOT, 1, "Robot")


async def test_nobody_votes_against_himself_or_when_nobody_is_waited_for(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        leaver = four.players[2]
        await four.gather(TWO_DEALS)
        with pytest.raises(LobbyError):
            four.players[0].live.votes.vote_absent()
        await four.start()
        await play_until_in_trick(four, leaver)
        with pytest.raises(LobbyError):
            leaver.live.votes.vote_absent()
