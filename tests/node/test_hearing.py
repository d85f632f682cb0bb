"""How long a node that was started listens before it speaks."""

from __future__ import annotations

import trio
import trio.testing

from belote_net.node.room import HEARING_S, Hearing


async def test_for_a_while_if_nothing_comes(autojump_clock: trio.testing.MockClock) -> None:
    hearing = Hearing()
    assert not hearing.is_over(5)
    await trio.sleep(HEARING_S * 0.9)
    assert not hearing.is_over(5)
    await trio.sleep(HEARING_S * 0.2)
    assert hearing.is_over(5)


async def test_for_as_long_as_entries_come(autojump_clock: trio.testing.MockClock) -> None:
    """An old copy of a long evening takes longer to bring up to date."""
    hearing = Hearing()
    for known in range(20):
        assert not hearing.is_over(known)
        await trio.sleep(HEARING_S * 0.9)
    await trio.sleep(HEARING_S * 0.2)
    assert hearing.is_over(known)
