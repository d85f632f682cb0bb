"""A bot that took a free seat on a guest's machine comes back with that machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from belote_net.node import start
from belote_net.node.events import SeatClaimed
from belote_net.node.profile import Profile
from belote_net.node.start import seat_bot
from belote_net.table.messages import Play
from tests.node.tables import four_players, wait_for
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick, vote


async def test_it_plays_on_when_its_machine_was_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does what is on the disk of it hold up the others: it is opened in a thread."""
    opened_in: list[int] = []

    def open_profile(root: Path, name: str, random_bytes: Callable[[int], bytes]) -> Profile:
        opened_in.append(threading.get_ident())
        return Profile(root, name, random_bytes)

    monkeypatch.setattr(start, "Profile", open_profile)
    async with four_players(tmp_path) as four:
        leaver, operator = four.players[0], four.players[1]
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        assert operator.config is not None
        operator.decider.pause = lambda view, duty: duty.kind == Play.kind
        await seat_bot(operator.live, operator.config, "Robot")
        await wait_for(lambda: bool(operator.told(SeatClaimed)))
        operator.live.votes.fill_seat(operator.told(SeatClaimed)[0].member.identity)
        for player in four.players[1:]:
            await wait_for(lambda player=player: player.live.votes.newcomer is not None)  # type: ignore[misc]
            player.live.votes.play_on()
        await wait_for(lambda: operator.game.table.members[0].name == "Robot")
        await wait_for(lambda: operator.game.table.state.absent is None)
        path = operator.game.path
        await operator.kill()
        operator.decider.pause = lambda view, duty: False
        await four.resume(operator, path)
        del four.players[0]
        await four.finish()
        assert len(opened_in) == 2
        assert threading.get_ident() not in opened_in
