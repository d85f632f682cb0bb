from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from belote_net.node.errors import LobbyError
from belote_net.node.events import GameOpened, LobbyChanged, PeerJoined, PeerLeft, Said, TableMoved
from belote_net.node.start import add_bot
from belote_net.node.storage import read_log
from belote_net.table.decisions import Duty
from belote_net.table.messages import Call, MemberKind, Play
from belote_net.table.state import Phase
from belote_net.table.view import TableView
from belote_protocol.deck_state import Shuffle
from tests.node.spectators import bidding, third_trick
from tests.node.tables import Four, four_players, wait_for

pytestmark = pytest.mark.slow


def assert_same_game(four: Four) -> None:
    """All four have the same entries, in memory and on disk."""
    tables = [player.game.table for player in four.players]
    assert len({table.state.digest() for table in tables}) == 1
    assert len({frozenset(table.log.counts().items()) for table in tables}) == 1
    for player in four.players:
        stored = read_log(player.game.path)
        assert [one.signed for one in stored.records] == player.log
        assert player.failure is None
        assert not player.game.replica.stopped


async def test_four_nodes_play_a_game(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        game = await four.start()
        await four.finish()
        assert_same_game(four)
        for player in four.players:
            assert player.game.replica.game == game
            kinds = {type(event) for event in player.events}
            assert kinds >= {GameOpened, LobbyChanged, PeerJoined, TableMoved}


async def test_every_guest_is_linked_with_every_other(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await wait_for(lambda: all(len(player.live.linked) == 3 for player in four.players))


@pytest.mark.parametrize(
    ("pause", "kind"),
    [(bidding, Call.kind), (third_trick, Play.kind)],
    ids=["auction", "third trick"],
)
@pytest.mark.parametrize("who", [0, 2], ids=["host", "guest"])
async def test_a_killed_node_comes_back(
    tmp_path: Path, pause: Callable[[TableView, Duty], bool], kind: str, who: int
) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        doomed = four.players[who]
        others = [player for player in four.players if player is not doomed]
        doomed.decider.pause = pause
        for player in others:
            player.decider.passes = pause is bidding
        await four.start()
        await wait_for(lambda: doomed.decider.paused)
        assert kind in {duty.kind for duty in doomed.live.waiting}
        path = doomed.game.path
        await doomed.kill()
        await wait_for(lambda: all(player.told(PeerLeft) for player in others))
        doomed.decider.pause = lambda view, duty: False
        with trio.fail_after(5):
            await four.resume(doomed, path)
            await wait_for(lambda: len(doomed.live.linked) == 3)
        await four.finish()
        assert_same_game(four)


@pytest.mark.parametrize("who", [0, 3], ids=["host", "guest"])
async def test_a_node_killed_while_a_deck_is_made_comes_back(tmp_path: Path, who: int) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        doomed = four.players[who]
        await four.start()
        await wait_for(
            lambda: (
                doomed.live.game is not None
                and any(duty.kind == Shuffle.kind for duty in doomed.live.waiting)
            )
        )
        path = doomed.game.path
        await doomed.kill()
        await four.resume(doomed, path)
        await four.finish()
        assert_same_game(four)


async def test_all_four_are_killed_and_come_back_on_other_ports(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            player.decider.pause = third_trick
        await four.start()
        await wait_for(lambda: any(player.decider.paused for player in four.players))
        paths = [player.game.path for player in four.players]
        for player in four.players:
            await player.kill()
            player.decider.pause = lambda view, duty: False
        for player, path in zip(four.players, paths, strict=True):
            await four.resume(player, path)
        # All are at new ports: the first one learns where the others are from who is told.
        first = four.players[0].live
        for player in four.players[1:]:
            player.live.room.atlas.learn(first.identity, [str(first.addresses[0])])
        await four.finish()
        assert_same_game(four)


async def test_a_node_alone_does_not_speak_after_a_restart(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            player.decider.pause = bidding
        await four.start()
        await wait_for(lambda: any(player.decider.paused for player in four.players))
        speaker = next(player for player in four.players if player.decider.paused)
        path = speaker.game.path
        for player in four.players:
            await player.kill()
        speaker.decider.pause = lambda view, duty: False
        before = path.read_bytes()
        await four.resume(speaker, path)
        await wait_for(lambda: len(speaker.live.room.links.tried) == 3)
        await trio.sleep(0.2)
        assert path.read_bytes() == before
        assert speaker.game.steward is not None
        assert not speaker.game.steward.may_speak


async def test_a_game_with_bots_is_played_and_resumed(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        await four.join(four.players[1])
        for name in ("Robin", "Zoé"):
            await add_bot(four.host, four.host.config, name)
        await wait_for(lambda: len(four.members) == 4)
        del four.players[2:]
        four.players[1].decider.pause = third_trick
        await four.start()
        await wait_for(lambda: four.players[1].decider.paused)
        members = four.players[1].game.table.members
        assert [member.kind for member in members] == [
            MemberKind.PERSON,
            MemberKind.PERSON,
            MemberKind.BOT,
            MemberKind.BOT,
        ]
        assert [member.operator for member in members] == [0, 1, 0, 0]
        path = four.players[0].game.path
        await four.players[0].kill()
        four.players[1].decider.pause = lambda view, duty: False
        await four.resume(four.players[0], path)
        await four.finish()
        assert_same_game(four)


async def test_a_rematch_is_another_game_in_the_same_room(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        first = await four.start()
        with pytest.raises(LobbyError, match="a game is being played"):
            await four.host.start()
        await four.finish()
        await wait_for(lambda: four.host.lobby is not None and four.host.lobby.previous == first)
        with pytest.raises(LobbyError, match="not ready"):
            await four.host.start()
        second = await four.start()
        await wait_for(lambda: all(player.game.replica.game == second for player in four.players))
        await four.finish()
        assert_same_game(four)
        opening = four.players[3].game.table.state.opening
        assert opening.previous == first
        assert opening.room == four.host.room.room


async def test_a_chat_line_is_heard_once_by_everybody(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await wait_for(lambda: all(len(player.live.linked) == 3 for player in four.players))
        four.players[1].live.say(" bien joué ♠\x1b[2J ")
        await wait_for(lambda: all(player.told(Said) for player in four.players))
        await trio.sleep(0.05)
        expected = [Said(four.players[1].live.identity, "bien joué ♠[2J")]
        assert all(player.told(Said) == expected for player in four.players)


async def test_leaving_says_goodbye(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await four.players[3].live.close("à demain")
        await wait_for(lambda: len(four.members) == 3)
        await wait_for(lambda: bool(four.players[0].told(PeerLeft)))
        reasons = [event.reason for event in four.players[0].told(PeerLeft)]
        assert reasons == ["said goodbye: à demain"]


async def test_the_phase_is_over_when_all_have_signed(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await four.start()
        await four.finish()
        assert all(player.live.view is not None for player in four.players)
        phases = {player.live.view.phase for player in four.players if player.live.view}
        assert phases == {Phase.OVER}
        assert all(player.live.waiting == () for player in four.players)
