"""Who sat on a seat before still has its key; what he says there is not held against who has it."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from belote_net.node.events import EntryRefused
from belote_net.table.messages import Cut, Play
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live
from tests.node.tables import wait_for
from tests.node.test_objections import evidence_in
from tests.table.leaving import entrant, leave, newcomer, sit_down, taking_game

pytestmark = pytest.mark.usefixtures("toy")


def after_a_change() -> tuple[FourSeats, int, SignedEntry]:
    """Somebody new has a seat, and has spoken: the game, the seat, and what he said."""
    game = taking_game(deals=4)
    game.play_until(Play.kind, count=3)
    seat = leave(game)
    newcomer(game, seat, "Ana")
    sit_down(game, seat)
    while True:
        signed = game.answer(game.table.waiting()[0])
        game.deliver(signed)
        if signed.entry.chain == "table" and signed.entry.seat == seat:
            return game, seat, signed


@pytest.mark.parametrize("is_his_own", [False, True])
async def test_who_left_makes_nobody_speak_twice(tmp_path: Path, *, is_his_own: bool) -> None:
    game, seat, said = after_a_change()
    signer: Identity = game.identities[seat] if is_his_own else entrant(game, seat)
    other = SignedEntry.seal(said.entry.context, Cut(4), signer)
    lone = Lone(game, (seat + 1) % 4, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        replica.offer(other)
        assert ("table" in replica.stopped) is is_his_own
        if is_his_own:
            await wait_for(lambda: any(isinstance(one, EntryRefused) for one in lone.events))
        else:
            await trio.testing.wait_all_tasks_blocked(0.01)
            assert list(evidence_in(tmp_path)) == []
