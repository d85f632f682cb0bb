"""Games with faults on virtual time; `python -m tests.sim.run` plays many more."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import trio

from belote_net.node import games, start
from belote_net.node.durable import ByteFile
from belote_net.node.duties import Steward
from belote_net.node.games import Config, GameFiles
from belote_net.node.handshake import Peer
from belote_net.node.links import Links
from belote_net.node.replica import Replica
from belote_net.node.room import Room
from belote_net.node.storage import LogFile
from belote_net.table.ballots import BallotBox
from belote_net.table.claims import ClaimBox
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from tests.sim.disk import BALLOT, LOG, Moment
from tests.sim.plan import SEATS, Away, Habits, Plan, Split, Stop, Story, plan_of
from tests.sim.room import Bomb
from tests.sim.run import main
from tests.sim.world import Failed, run_evening

EVENINGS = [
    (Story.CALM, 1),
    (Story.ROUGH, 4),
    (Story.ROUGH, 6),
    (Story.LEFT, 27),
    (Story.BACKUP, 25),
    (Story.COPIED, 1),
    (Story.GATHERED, 1),
]

VOTES = [
    (Story.VOTED, 12),
    (Story.GONE, 2),
    (Story.SPLIT_VOTE, 2),
    (Story.RESEATED, 5),
    (Story.UNVOTED, 1),
]
"""Evenings on which the table goes on without somebody."""

MORE_VOTES = [(story, seed) for story, _ in VOTES for seed in range(20, 26)]


@pytest.mark.parametrize(("story", "seed"), EVENINGS, ids=lambda value: getattr(value, "value", ""))
def test_every_promise_holds(story: Story, seed: int) -> None:
    outcome = run_evening(replace(plan_of(seed, story), deals=1))
    assert len(outcome.missing) == (story in (Story.LEFT, Story.BACKUP))


@pytest.mark.parametrize(("story", "seed"), VOTES, ids=lambda value: getattr(value, "value", ""))
def test_the_table_goes_on_without_who_does_not_speak(story: Story, seed: int) -> None:
    outcome = run_evening(plan_of(seed, story))
    assert outcome.absences >= 1 + (story is Story.RESEATED)
    assert len(outcome.missing) == (story is Story.GONE)


def test_who_spoke_too_late_takes_it_back() -> None:
    """He comes back to a machine that reaches nobody, and plays; the others have gone on."""
    patient, hasty = Habits(), Habits((2.0,), for_ever=True)
    away = Away(3.0, 3, 4.0)
    alone = Split(5.0, ((3,), (0, 1, 2)), is_noticed=False, heals_after_s=20.0)
    plan = Plan(1, Story.VOTED, 1, (away, alone), (), (hasty, hasty, hasty, patient))
    outcome = run_evening(plan)
    assert (outcome.absences, outcome.rewinds) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("story", "seed"), MORE_VOTES, ids=lambda value: getattr(value, "value", value)
)
def test_every_promise_holds_on_more_evenings_with_votes(story: Story, seed: int) -> None:
    run_evening(plan_of(seed, story))


@pytest.mark.parametrize(
    "moment", [Moment.BEFORE_WRITE, Moment.WRITTEN, Moment.SYNCED, Moment.SENT]
)
def test_a_machine_that_stops_while_it_votes_votes_once(moment: Moment) -> None:
    bomb = Bomb(moment, BALLOT, 1, power_is_lost=moment is not Moment.SENT, down_s=1.0)
    patient, hasty = Habits(), Habits((2.0,), for_ever=True)
    away = Away(3.0, 3, 20.0)
    plan = Plan(1, Story.VOTED, 1, (away,), ((0, bomb),), (hasty, hasty, hasty, patient))
    outcome = run_evening(plan)
    assert outcome.happened == (moment.value,)
    assert outcome.absences == 1


@pytest.mark.parametrize("moment", [Moment.BEFORE_WRITE, Moment.WRITTEN, Moment.SENT])
def test_a_machine_that_stops_in_the_middle_of_its_work_comes_back(moment: Moment) -> None:
    bomb = Bomb(moment, LOG, 30, power_is_lost=moment is not Moment.SENT, down_s=1.0)
    outcome = run_evening(Plan(1, Story.ROUGH, 1, (), ((2, bomb),)))
    assert outcome.happened == (moment.value,)
    assert outcome.missing == ()


@pytest.mark.parametrize("groups", [((0, 1), (2, 3)), ((0,), (1, 2, 3))], ids=["2-2", "3-1"])
def test_a_game_goes_on_when_a_split_heals(groups: tuple[tuple[int, ...], ...]) -> None:
    split = Split(3.0, groups, is_noticed=False, heals_after_s=40.0)
    outcome = run_evening(Plan(1, Story.ROUGH, 1, (split,), ()))
    assert outcome.missing == ()
    assert outcome.lasted_s > split.at_s + split.heals_after_s


def test_the_same_seed_gives_the_same_trace_in_another_process() -> None:
    plan = plan_of(4, Story.LEFT)
    here = run_evening(plan)
    command = [sys.executable, "-m", "tests.sim.run", "--verbose", "--jobs=1", "--games=1"]
    there = subprocess.run(
        [*command, "--first-seed=4", "--story=left"],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.startswith(f"4 left {here.digest[:16]}\n")
    assert run_evening(plan_of(5, Story.LEFT)).digest != here.digest


def test_a_node_that_is_stopped_while_it_starts_gives_its_files_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[GameFiles] = []

    def reopen(path: Path, config: Config) -> tuple[Table, GameFiles]:
        table, files = games.reopen(path, config)
        opened.append(files)
        return table, files

    monkeypatch.setattr(start, "reopen", reopen)
    stops = [
        Stop(0.005 * step, step % SEATS, power_is_lost=False, down_s=0.0) for step in range(1, 20)
    ]
    assert run_evening(Plan(2, Story.ROUGH, 1, tuple(stops), ())).missing == ()
    assert len(opened) > 2 * SEATS
    assert not any(files.vault._lock.is_locked for files in opened if files.vault)


class Unsynced:
    """A log file that says that it has synced."""

    def __init__(self, file: ByteFile) -> None:
        self._file = file
        self.append, self.truncate = file.append, file.truncate
        self.overwrite, self.size, self.close = file.overwrite, file.size, file.close

    def sync(self) -> None:
        return


def never_syncs(patch: pytest.MonkeyPatch) -> None:
    original = LogFile.__init__
    patch.setattr(
        LogFile, "__init__", lambda self, path, file: original(self, path, Unsynced(file))
    )


def sends_before_it_writes(patch: pytest.MonkeyPatch) -> None:
    original = Replica._store

    async def store(self: Replica, signed: SignedEntry) -> None:
        self.durable[signed.entry.chain] = signed.entry.seq + 1
        self.changes.fire()
        await original(self, signed)

    patch.setattr(Replica, "_store", store)


def speaks_before_it_listens(patch: pytest.MonkeyPatch) -> None:
    def let_speak(self: Room) -> float:
        for game in self.games:
            if game.steward is not None:
                game.steward.allow()
        return math.inf

    patch.setattr(Room, "_let_speak", let_speak)


def lets_everybody_in(patch: pytest.MonkeyPatch) -> None:
    async def check_new(self: Links, peer: Peer) -> None:
        await trio.lowlevel.checkpoint()

    patch.setattr(Links, "check_new", check_new)


def trusts_its_secrets(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Steward, "_check_secrets", lambda self: None)


def forgets_its_ballots(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Replica, "take_stored", lambda self, ballots, aside: None)
    patch.setattr(BallotBox, "may_build_on", lambda self, voter, signed: True)


def seats_whoever_claimed_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ClaimBox, "prune", lambda self, table: None)


@pytest.mark.parametrize(
    ("lacks", "story", "seeds", "what"),
    [
        (never_syncs, Story.CALM, (1,), "sends what is not on its disk"),
        (sends_before_it_writes, Story.CALM, (1,), "sends what is not on its disk"),
        (speaks_before_it_listens, Story.BACKUP, (20, 60, 61, 64), "spoke twice"),
        (lets_everybody_in, Story.COPIED, (3, 6, 1, 4), "spoke twice"),
        (trusts_its_secrets, Story.BACKUP, (9, 11, 19, 26), "the element of a card expected"),
        (
            forgets_its_ballots,
            Story.SPLIT_VOTE,
            (37, 39, 43),
            "voted against|voted twice|differ|blames",
        ),
        (seats_whoever_claimed_once, Story.RESEATED, (118, 122), "a fresh nonce|blames"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_simulator_notices_what_a_node_lacks(
    lacks: Callable[[pytest.MonkeyPatch], None],
    story: Story,
    seeds: tuple[int, ...],
    what: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On one of these evenings at least: which one it is depends on the timing of everything."""
    lacks(monkeypatch)
    with pytest.raises(Failed, match=what):
        _play_all(story, seeds)


@dataclass
class Holding:
    """A replica, a player and a vault, as far as a steward asks them what is to be forgotten."""

    durable: dict[str, int]
    log: range = range(3)
    forgotten: list[str] = field(default_factory=list)

    @property
    def table(self) -> Holding:
        return self

    def spent_purposes(self, table: object) -> tuple[str, ...]:
        return ("deck/1",)

    def forget(self, purpose: str) -> None:
        self.forgotten.append(purpose)


@pytest.mark.parametrize(("stored", "forgotten"), [(2, []), (3, ["deck/1"])])
def test_a_secret_is_kept_until_the_entry_that_spends_it_is_on_the_disk(
    stored: int, forgotten: list[str]
) -> None:
    holding: Any = Holding({"table": stored})
    steward = Steward(holding, holding, holding, holding, holding, fresh=True)
    trio.run(steward._forget_spent)
    assert holding.forgotten == forgotten


def test_plans_hold_every_kind_of_fault() -> None:
    plans = [plan_of(seed) for seed in range(500)]
    assert {plan.story for plan in plans} == set(Story) - {Story.HOSTILE}
    assert {bomb.moment for plan in plans for _, bomb in plan.bombs} == set(Moment)
    assert all(0 <= machine < SEATS for plan in plans for machine, _ in plan.bombs)


def test_a_failed_game_is_named_by_its_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    never_syncs(monkeypatch)
    assert main(["--games=2", "--first-seed=3", "--jobs=1"]) == 1
    printed = capsys.readouterr()
    assert "seed 3: Broken" in printed.err
    assert "--first-seed 3" in printed.out


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10_000, 10_200))
def test_every_promise_holds_in_many_evenings(seed: int) -> None:
    run_evening(plan_of(seed))


def _play_all(story: Story, seeds: tuple[int, ...]) -> None:
    for seed in seeds:
        run_evening(plan_of(seed, story))
