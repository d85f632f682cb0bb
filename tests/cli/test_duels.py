"""`bench --bots`: strengths against one another over mirrored deals."""

from __future__ import annotations

import pytest

from belote_cli.bench.duels import Contestant, Duel, duel
from belote_cli.commands import bench
from belote_cli.exit_codes import ExitCode
from belote_net.rules.options import Options
from tests.cli.support import Run

FAST = (Contestant.BEGINNER, Contestant.RANDOM)


def played(seed: int, *, workers: int = 1, pairs: int = 6) -> Duel:
    return duel(*FAST, Options(), pairs=pairs, seed=seed, workers=workers)


def test_the_same_seed_gives_the_same_duel_on_any_number_of_cores() -> None:
    one = played(3)
    assert one.differences == played(3, workers=2).differences
    assert one.differences != played(4).differences


def test_who_wins_follows_from_which_side_is_ours() -> None:
    ours = played(3, pairs=30)
    assert ours.mean - ours.margin > 0
    theirs = duel(*reversed(FAST), Options(), pairs=30, seed=3, workers=1)
    assert theirs.mean + theirs.margin < 0


def test_the_interval_is_that_of_a_mean() -> None:
    found = Duel(*FAST, differences=(10.0, 20.0, 30.0, 40.0), seconds=(0.1,))
    assert found.mean == 25
    assert found.margin == pytest.approx(1.96 * 12.9099 / 2, rel=1e-4)


def test_the_command_prints_means_intervals_and_times(
    belote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "_DUELS", (FAST,))
    found = belote("bench", "--bots", "--pairs", "4", lang="fr")
    assert found.code == ExitCode.FINE
    assert found.lines[0].startswith("débutants contre cartes légales au hasard : ")
    assert "4 donnes" in found.lines[1]


@pytest.mark.parametrize("wrong", [("--preset", "nowhere"), ("--pairs", "1")])
def test_what_cannot_be_measured_is_said(belote: Run, wrong: tuple[str, str]) -> None:
    found = belote("bench", "--bots", *wrong)
    assert found.code == ExitCode.USAGE
    assert found.error.count("\n") == 1
