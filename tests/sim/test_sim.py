"""Games with faults on virtual time; `python -m tests.sim.run` plays many more."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from belote_net.node.durable import DiskFile
from belote_net.node.duties import Steward
from belote_net.node.replica import Replica
from belote_net.node.room import Room
from belote_net.node.storage import LogFile
from belote_protocol.entry import SignedEntry
from tests.sim.disk import Disk, Moment, PowerCut
from tests.sim.machine import LOG, Bomb
from tests.sim.plan import Copy, Leave, Plan, Split, Stop, Story, plan_of
from tests.sim.run import main
from tests.sim.world import Failed, Outcome, run_evening

SEEDS = {
    Story.CALM: (1,),
    Story.ROUGH: (4, 6, 8, 13),
    Story.LEFT: (27, 36),
    Story.BACKUP: (25, 5),
    Story.COPIED: (1,),
}


@pytest.mark.parametrize(
    ("story", "seed"),
    [(story, seed) for story, seeds in SEEDS.items() for seed in seeds],
    ids=lambda value: value.value if isinstance(value, Story) else str(value),
)
def test_every_promise_holds_in_an_evening(story: Story, seed: int) -> None:
    outcome = run_evening(plan_of(seed, story))
    if story in (Story.CALM, Story.ROUGH, Story.COPIED):
        assert outcome.missing == ()
    if story is Story.LEFT:
        assert len(outcome.missing) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10_000, 10_200))
def test_every_promise_holds_in_many_evenings(seed: int) -> None:
    run_evening(plan_of(seed))
