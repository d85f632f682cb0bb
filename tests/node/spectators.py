"""Tables that are watched, for the tests of spectators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from belote_net.node.frames import Role
from belote_net.node.lobby import Settings
from belote_net.node.start import resume
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
            # And nothing is on its way to either disk, as of a deck that is made meanwhile.
            and sum(watcher.game.replica.durable.values()) == len(watcher.log) == len(host.log)
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


async def spectator_in_the_middle(
    four: Four, tmp_path: Path, moment: Callable[[TableView, Duty], bool]
) -> Player:
    """A game that has come to this moment, and a spectator who has all of it."""
    await open_to_spectators(four)
    await pause(four, moment)
    watcher = spectator(four, tmp_path)
    await four.come(watcher)
    await has_all(watcher, four)
    return watcher


async def resume_at(four: Four, player: Player, path: Path, port: int) -> None:
    """Let a player go on with a game at the port that others know."""
    await four.nursery.start(player.run, lambda config: resume(replace(config, port=port), path))


def go_on(four: Four) -> None:
    for player in four.players:
        player.decider.pause = lambda view, duty: False


def shown_names(player: Player) -> list[str] | None:
    """The spectators in a player's lobby by name; None where nobody may watch."""
    watchers = player.live.lobby.watchers if player.live.lobby else None
    return None if watchers is None else [one.name for one in watchers]
