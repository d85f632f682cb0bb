"""A disk that fills up or becomes read-only: the node ends before it has said anything more."""

from __future__ import annotations

import errno
import os
from functools import partial
from pathlib import Path

import pytest

from belote_net.node import vault
from belote_net.node.desk import LEFT_ON_PURPOSE
from belote_net.node.durable import DiskFile
from belote_net.node.errors import StorageFailed
from belote_net.node.events import PeerLeft
from belote_net.node.storage import LogFile, read_log
from belote_net.table.decisions import Duty
from belote_net.table.messages import Call
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.view import TableView
from belote_protocol.identity import PublicIdentity
from tests.node.tables import Four, Player, four_players, wait_for

pytestmark = pytest.mark.slow

FAULTS = (errno.ENOSPC, errno.EROFS, errno.EIO)
PLAYERS = 4


class DeadDisk(DiskFile):
    """A file that takes nothing any more."""

    def __init__(self, path: Path, fault: int) -> None:
        super().__init__(path)
        self._fault = fault

    def append(self, data: bytes) -> None:
        raise OSError(self._fault, os.strerror(self._fault))


def bidding(view: TableView, duty: Duty) -> bool:
    return duty.kind == Call.kind


def at_once(view: TableView, duty: Duty) -> bool:
    return False


def is_gone(player: Player, identity: PublicIdentity) -> bool:
    return identity not in player.live.linked


async def bidder(four: Four) -> Player:
    """Play until somebody thinks about a bid, and all is on his disk."""
    for player in four.players:
        player.decider.pause = bidding
    await four.start()
    await wait_for(lambda: any(player.decider.paused for player in four.players))
    speaker = next(player for player in four.players if player.decider.paused)
    await wait_for(lambda: sum(speaker.game.replica.durable.values()) == len(speaker.log))
    return speaker


@pytest.mark.parametrize("fault", FAULTS, ids=errno.errorcode.get)
async def test_the_others_see_a_lost_link_and_the_game_goes_on_later(
    tmp_path: Path, fault: int
) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await wait_for(lambda: all(len(one.live.linked) == PLAYERS - 1 for one in four.players))
        speaker = await bidder(four)
        others = [player for player in four.players if player is not speaker]
        replica, path, identity = speaker.game.replica, speaker.game.path, speaker.live.identity
        before, said = path.read_bytes(), replica.durable[TABLE_CHAIN]
        replica._log_file.close()
        replica._log_file = LogFile(path, DeadDisk(path, fault))
        for player in four.players:
            player.decider.pause = at_once
        await wait_for(lambda: speaker.failure is not None)
        assert isinstance(speaker.failure, StorageFailed)
        assert os.strerror(fault) in str(speaker.failure)
        for player in others:
            await wait_for(partial(is_gone, player, identity))
            (left,) = [one for one in player.told(PeerLeft) if one.identity == identity]
            assert not left.reason.startswith(LEFT_ON_PURPOSE)
            # Nothing was sent of what could not be stored.
            assert player.game.table.log.count(TABLE_CHAIN) == said
        assert path.read_bytes() == before
        speaker.failure = None
        await four.resume(speaker, path)
        await four.finish()
        heads = [{entry.head for entry in player.log} for player in four.players]
        assert all(one == heads[0] for one in heads)


async def test_a_secret_that_cannot_be_stored_is_never_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(DiskFile):
        def __init__(self, path: Path, *, mode: int) -> None:
            super().__init__(path, mode=mode)
            self._is_full = tmp_path / "Jo" in path.parents

        def append(self, data: bytes) -> None:
            if self._is_full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().append(data)

    monkeypatch.setattr(vault, "DiskFile", Full)
    async with four_players(tmp_path) as four:
        await four.gather()
        await four.start()
        jo = four.players[2]
        await wait_for(lambda: jo.failure is not None)
        assert isinstance(jo.failure, StorageFailed)
        assert "No space left" in str(jo.failure)
        host = four.players[0]
        await wait_for(lambda: len(host.live.linked) == PLAYERS - 2)
        # His coin rests on a secret: he has said nothing that does.
        assert [duty.seat for duty in host.game.table.waiting()] == [2]
        (path,) = (tmp_path / "Jo").rglob("games/*.belote")
        kinds = [
            one.signed.entry.kind for one in read_log(path).records if one.signed.entry.seat == 2
        ]
        assert set(kinds) <= {"agree"}
