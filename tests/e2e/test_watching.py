"""A table of one person and three bots is watched by another process, which is killed once."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from tests.e2e.seats import Seat
from tests.e2e.test_four_processes import verify

DEADLINE_S = 120
"""Real seconds for one deal on a busy machine: bots take their time to think."""


@pytest.mark.slow
async def test_a_spectator_is_killed_and_sees_the_rest_all_the_same(tmp_path: Path) -> None:
    host, watcher = Seat(tmp_path, "Lea"), Seat(tmp_path, "Zoe")
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            rules = ("--set", "target=10", "--set", "litige=fail")
            await host.start(nursery, "host", "--bots", "3", "--watchers", *rules)
            code = (await host.until(r"types: belote-net watch (\S+)")).group(1)
            _, address = await host.code_and_address(codes=1)
            await watcher.start(nursery, "watch", code, address)
            await host.until(r"Watching now: Zoe\.")
            await host.type("start")
            game = (await watcher.until(r"You watch game (\w+)\.")).group(1)
            await watcher.until(r"plays (?s:.*) plays ")
            await watcher.kill()
            await watcher.start(nursery, "resume", game)
            await watcher.until("The game is kept in")
            await host.until("The game is kept in")
            assert "Your hand" not in watcher.output
            for seat in (host, watcher):
                await seat.leave()
            nursery.cancel_scope.cancel()
    assert list((tmp_path / "Zoe").rglob("*.secrets")) == []
    assert watcher.entries() != []
    assert {one.head for one in watcher.entries()} == {one.head for one in host.entries()}
    for logs in ((watcher.log,), (host.log, watcher.log)):
        verdict = await trio.to_thread.run_sync(verify, *logs)
        assert verdict.returncode == 0, verdict.stdout
