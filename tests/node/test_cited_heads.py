"""An entry that cites what nobody has waits: within bounds, blaming nobody, stopping nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
import trio.testing

from belote_net.node.changes import Changes
from belote_net.node.events import NodeEvent, TableMoved
from belote_net.node.frames import changed
from belote_net.node.replica import Replica
from belote_net.node.storage import LogFile, StoredEntry
from belote_net.table.decisions import Duty
from belote_net.table.messages import Distribution
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.codec import decode
from belote_protocol.entry import SignedEntry
from belote_protocol.machine import Checked
from tests.four_seats import FourSeats, short_game
from tests.node.support import identity
from tests.node.tables import wait_for
from tests.protocol.toy_group import toy_group


@dataclass
class Scene:
    """A game in which a deal is due, as a spectator's node has it."""

    game: FourSeats
    duty: Duty
    replica: Replica
    told: list[NodeEvent] = field(default_factory=list)

    def citing(self, deck_head: bytes) -> SignedEntry:
        """The deal that is due, of a deck that was completed by this entry."""
        honest = self.game.answer(self.duty)
        body = changed(decode(Distribution, honest.entry.body), deck_head=deck_head)
        return SignedEntry.seal(
            honest.entry.context, body, self.game.identities[int(self.duty.seat)]
        )

    async def settle(self) -> None:
        """Let the node look at everything again a few times."""
        for _ in range(20):
            self.replica.changes.fire()
            await trio.sleep(0.002)


@asynccontextmanager
async def deal_due(folder: Path, *, missing: int = 0) -> AsyncIterator[Scene]:
    """The node lacks the last `missing` entries of the deck's chain."""
    with toy_group():
        game = FourSeats(options=short_game())
        duty = game.play_until(Distribution.kind)
        entries = list(game.table.log)
        lacking = [one for one in entries if one.entry.chain == "deck/1"][-missing:] * bool(missing)
        table = Table(game.opening)
        for signed in entries[1:]:
            if signed not in lacking:
                table.fold(signed)
        log = LogFile.create(folder / "game.belote", [StoredEntry(one, 0) for one in table.log])
        told: list[NodeEvent] = []
        replica = Replica(
            table,
            log,
            me=identity("spectator").public,
            now_ms=lambda: 0,
            tell=told.append,
            changes=Changes(),
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(replica.run)
            yield Scene(game, duty, replica, told)
            nursery.cancel_scope.cancel()
        replica.close()


async def test_a_head_that_never_comes_is_waited_for_by_name(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with deal_due(tmp_path) as scene:
            replica, count = scene.replica, scene.replica.table.log.count(TABLE_CHAIN)
            tasks = trio.lowlevel.current_statistics().tasks_living
            for number in range(200):
                replica.offer(scene.citing(bytes([number]) * 32))
            await scene.settle()
            assert replica.table.log.count(TABLE_CHAIN) == count
            assert replica.stopped == {}
            assert scene.told == []
            assert [duty.seat for duty in replica.table.waiting()] == [scene.duty.seat]
            assert len(list(replica._held)) == 2
            assert trio.lowlevel.current_statistics().tasks_living <= tasks + 4


@pytest.mark.parametrize("missing", [1, 3])
async def test_a_head_that_comes_later_sets_the_entry_free(tmp_path: Path, missing: int) -> None:
    with trio.fail_after(10):
        async with deal_due(tmp_path, missing=missing) as scene:
            replica = scene.replica
            deal = scene.game.answer(scene.duty)
            replica.offer(deal)
            await scene.settle()
            assert deal not in replica.table.log
            chain = [one for one in scene.game.table.log if one.entry.chain == "deck/1"]
            for signed in reversed(chain[-missing:]):
                replica.offer(signed)
            await wait_for(lambda: replica.durable.get(TABLE_CHAIN) == deal.entry.seq + 1)
            assert replica.stopped == {}
            assert sum(isinstance(event, TableMoved) for event in scene.told) == missing + 1


async def test_it_is_not_checked_again_before_more_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seed is expensive to check, and whatever comes on a link makes the node look again."""
    with trio.fail_after(10):
        async with deal_due(tmp_path, missing=1) as scene:
            replica, checked = scene.replica, list[SignedEntry]()
            check = replica.table.check

            def counted(signed: SignedEntry) -> Checked:
                checked.append(signed)
                return check(signed)

            monkeypatch.setattr(replica.table, "check", counted)
            deal = scene.citing(bytes(32))
            replica.offer(deal)
            await scene.settle()
            assert checked == [deal]
            (*_, last) = (one for one in scene.game.table.log if one.entry.chain == "deck/1")
            replica.offer(last)
            await wait_for(lambda: replica.durable.get("deck/1") == last.entry.seq + 1)
            await scene.settle()
            assert checked == [deal, last, deal]
