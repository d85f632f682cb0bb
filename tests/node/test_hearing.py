"""How long a node that was started listens before it speaks."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
import trio
import trio.testing

from belote_net.node.hearing import HEARING_S, Hearing
from belote_net.node.replica import Replica
from belote_net.node.session import Session
from tests.node.spectators import bidding
from tests.node.support import identity
from tests.node.tables import four_players, wait_for

ONE, OTHER = (identity(name).public for name in ("one", "other"))


async def test_for_a_while_if_nothing_comes(autojump_clock: trio.testing.MockClock) -> None:
    hearing = Hearing()
    assert not hearing.is_over(5, [ONE])
    await trio.sleep(HEARING_S * 0.9)
    assert not hearing.is_over(5, [ONE])
    await trio.sleep(HEARING_S * 0.2)
    assert hearing.is_over(5, [ONE])


async def test_for_as_long_as_entries_come(autojump_clock: trio.testing.MockClock) -> None:
    """An old copy of a long evening takes longer to bring up to date."""
    hearing = Hearing()
    for known in range(20):
        assert not hearing.is_over(known, [ONE])
        await trio.sleep(HEARING_S * 0.9)
    await trio.sleep(HEARING_S * 0.2)
    assert hearing.is_over(known, [ONE])


async def test_to_each_of_the_others_for_as_long(autojump_clock: trio.testing.MockClock) -> None:
    """Who comes when the time of another is nearly over has his own."""
    hearing = Hearing()
    assert not hearing.is_over(5, [ONE])
    await trio.sleep(HEARING_S * 0.9)
    assert not hearing.is_over(5, [ONE, OTHER])
    await trio.sleep(HEARING_S * 0.9)
    assert not hearing.is_over(5, [ONE, OTHER])
    await trio.sleep_until(hearing.until)
    assert hearing.is_over(5, [ONE, OTHER])


async def test_who_comes_and_goes_keeps_nobody_silent_for_ever(
    autojump_clock: trio.testing.MockClock,
) -> None:
    hearing, times = Hearing(), 0
    while not hearing.is_over(5, [ONE]):
        await trio.sleep(HEARING_S * 0.4)
        hearing.is_over(5, [])
        await trio.sleep(HEARING_S * 0.4)
        times += 1
    assert times == 3


class _Behind:
    """A link to somebody who has more than we have."""

    def has_caught_up(self, replica: Replica) -> bool:
        return False


async def test_not_while_nobody_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that breaks at once, and then nothing: we have not heard anybody yet."""
    monkeypatch.setattr("belote_net.node.hearing.HEARING_S", 1.0)
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
        await four.resume(speaker, path)
        links, steward = speaker.live.room.links, speaker.game.steward
        await wait_for(lambda: len(links.tried) == 3)
        assert steward is not None
        for one in sorted(links.tried, key=bytes)[:2]:
            links.sessions[one] = cast(Session, _Behind())
            speaker.game.replica.changes.fire()
            await trio.sleep(0.1)
            assert not steward.may_speak
            del links.sessions[one]
            speaker.game.replica.changes.fire()
            await trio.sleep(1.2)
        links.sessions[one] = cast(Session, _Behind())
        speaker.game.replica.changes.fire()
        await wait_for(lambda: steward.may_speak)
        del links.sessions[one]
