"""Tables that are watched, for the tests of spectators."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from belote_net.node.frames import Role
from belote_net.node.lobby import Settings
from belote_net.node.storage import read_log
from belote_net.table.decisions import Duty
from belote_net.table.messages import Call, Play
from belote_net.table.view import TableView
from tests.node.tables import ONE_DEAL, Four, Player, wait_for


def spectator(four: Four, tmp_path: Path, name: str = "Zoé") -> Player:
    return Player(name, tmp_path / name, role=Role.WATCH, silent=True)


async def open_to_spectators(four: Four, settings: Settings = ONE_DEAL) -> None:
    """Four players at a table that may be watched."""
    await four.gather(settings)
    four.host.let_watch(allowed=True)


async def has_all(watcher: Player, four: Four) -> None:
    """Wait until a spectator's disk has all that the host's has."""
    host = four.players[0]
    await wait_for(
        lambda: (
            watcher.live.game is not None
            and watcher.game.replica.durable == host.game.replica.durable
        )
    )
    assert [one.signed for one in read_log(watcher.game.path).records] == watcher.log
    assert {one.head for one in watcher.log} == {one.head for one in host.log}


def bidding(view: TableView, duty: Duty) -> bool:
    return duty.kind == Call.kind


def third_trick(view: TableView, duty: Duty) -> bool:
    return duty.kind == Play.kind and len(view.tricks) == 2


async def pause(four: Four, moment: Callable[[TableView, Duty], bool]) -> None:
    """Start a game and play until this moment."""
    for player in four.players:
        player.decider.pause = moment
    await four.start()
    await wait_for(lambda: any(player.decider.paused for player in four.players))


def go_on(four: Four) -> None:
    for player in four.players:
        player.decider.pause = lambda view, duty: False


def shown_names(player: Player) -> list[str] | None:
    """The spectators in a player's lobby by name; None where nobody may watch."""
    watchers = player.live.lobby.watchers if player.live.lobby else None
    return None if watchers is None else [one.name for one in watchers]
