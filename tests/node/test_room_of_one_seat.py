"""No seat can take the room in which an honest seat's entries wait."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.node.events import PeerLeft
from belote_net.node.frames import MAX_CHAINS, ChainHead, Have
from belote_net.node.held import MAX_HELD_BYTES
from belote_protocol.deck_state import Key
from tests.node.support import Note
from tests.node.tables import four_players, wait_for
from tests.node.test_hostile import CULPRIT, Scene

pytestmark = pytest.mark.slow


async def test_a_flood_on_chains_that_never_come_is_bounded_and_starts_no_tasks(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        four.players[CULPRIT].silent = True
        await four.gather()
        scene = Scene(four)
        game = await four.start()
        await scene.take_over(Key)
        raw, honest = await scene.raw(), scene.answer(Key)
        replica = four.players[0].game.replica
        *others, culprit = four.players[0].game.members
        tasks = trio.lowlevel.current_statistics().tasks_living
        flood = [
            scene.seal(honest, Note("x" * 30_000), chain=f"deck/{1000 + number}", seq=0)
            for number in range(60)
        ]
        await raw.send_entries(game, *flood)
        await wait_for(lambda: replica._held.size_bytes(culprit) >= MAX_HELD_BYTES)
        await trio.sleep(0.2)
        assert replica._held.size_bytes(culprit) < MAX_HELD_BYTES + 65_536
        assert trio.lowlevel.current_statistics().tasks_living < tasks + 10
        for other in others:
            assert replica._held.size_bytes(other) == 0
        await raw.frames.aclose()


async def test_entries_that_link_to_nothing_do_not_keep_an_honest_one_out(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        four.players[CULPRIT].silent = True
        await four.gather()
        scene = Scene(four)
        game = await four.start()
        await scene.take_over(Key)
        raw, honest = await scene.raw(), scene.answer(Key)
        junk = [
            scene.seal(honest, Note("x"), seq=honest.entry.seq + 1, prev=bytes([number]) * 32)
            for number in range(2)
        ]
        await raw.send_entries(game, *junk, honest)
        # Seat 0 shuffles next, in the very place that the junk was for.
        replica = four.players[1].game.replica
        await wait_for(lambda: replica.durable.get("deck/1", 0) > honest.entry.seq + 1)
        await raw.frames.aclose()


async def test_a_peer_that_claims_chains_without_end_loses_its_link(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        four.players[CULPRIT].silent = True
        await four.gather()
        scene = Scene(four)
        game = await four.start()
        await scene.take_over(Key)
        raw = await scene.raw()
        before = len(four.players[0].told(PeerLeft))
        for start in range(1, 4 * MAX_CHAINS, MAX_CHAINS):
            chains = (ChainHead(f"deck/{start + n}", 1, bytes(32)) for n in range(MAX_CHAINS))
            await raw.frames.send(Have(game, tuple(chains)))
        await wait_for(lambda: len(four.players[0].told(PeerLeft)) > before)
        assert "chains of a game at most" in four.players[0].told(PeerLeft)[-1].reason
