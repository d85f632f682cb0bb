"""`bench --bots`: strengths against one another over mirrored deals."""

from __future__ import annotations

import pytest

from belote_cli.bench.duels import Duel, figure_of, play_duels
from belote_cli.commands import bench
from belote_cli.exit_codes import ExitCode
from belote_net.bots.strength import Strength
from belote_net.rules.options import Options
from tests.cli.support import Run


def differences(seed: int, *, workers: int = 1, pairs: int = 6) -> list[float]:
    duels = play_duels(Strength.BEGINNER, None, Options(), pairs=pairs, seed=seed, workers=workers)
    return [duel.difference for duel in duels]


def test_the_same_seed_gives_the_same_duels_on_any_number_of_cores() -> None:
    assert differences(3) == differences(3, workers=2)
    assert differences(3) != differences(4)


def test_beginners_are_better_than_chance() -> None:
    duels = play_duels(Strength.BEGINNER, None, Options(), pairs=40, seed=3, workers=1)
    figure = figure_of(list(duels))
    assert figure.mean - figure.margin > 0


def test_the_interval_is_that_of_a_mean() -> None:
    found = figure_of([Duel(one, (0.1, 0.3)) for one in (10.0, 20.0, 30.0, 40.0)])
    assert found.mean == 25
    assert found.margin == pytest.approx(1.96 * 12.9099 / 2, rel=1e-4)
    assert (found.deals, found.worst_s) == (4, 0.3)


def test_the_command_prints_means_intervals_and_times(
    belote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "PAIRINGS", ((Strength.BEGINNER, None),))
    found = belote("bench", "--bots", "--pairs", "4", lang="fr")
    assert found.code == ExitCode.FINE
    assert found.lines[0].startswith("débutants contre cartes légales au hasard : ")
    assert "4 donnes" in found.lines[1]


@pytest.mark.parametrize("wrong", [("--preset", "nowhere"), ("--pairs", "1")])
def test_what_cannot_be_measured_is_said(belote: Run, wrong: tuple[str, str]) -> None:
    found = belote("bench", "--bots", *wrong)
    assert found.code == ExitCode.USAGE
    assert found.error.count("\n") == 1
