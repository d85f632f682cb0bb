"""The benchmark: what it plays is a real game, and its lines say what they must."""

from __future__ import annotations

import random

import pytest

from belote_cli.bench.measures import (
    Figure,
    audit_figure,
    deal_figures,
    entry_figures,
    help_figure,
    least,
    most,
    play_deals,
    random_deal,
)
from belote_cli.commands.bench import figure_line
from belote_cli.words import Language
from belote_net.rules.options import Options
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.events import SeedRevealed
from tests.cli.games import pen


@pytest.mark.slow
def test_the_deals_that_are_measured_are_whole() -> None:
    steps = play_deals(1)
    audit = audit_log([step.signed for step in steps])
    assert audit.verdict is Verdict.UNFINISHED
    revealed = [
        event for step in audit.steps for event in step.events if isinstance(event, SeedRevealed)
    ]
    assert len(revealed) == 4
    names = {figure.name for figure in entry_figures(steps)}
    assert "shuffle, to verify" in names
    assert "play of a card, to make" in names
    figures = {figure.name: figure for figure in deal_figures(steps, 4)}
    assert 20 < figures["log of a deal"].value < 60
    assert audit_figure(steps).value > 0


def test_a_figure_with_its_bound() -> None:
    held = Figure("log of a deal", 50.0, "kB", bound=most(60))
    assert figure_line(held, pen()) == "log of a deal: 50 kB (promised ≤ 60 kB: held)"
    missed = Figure("legal cards of a hand", 250_000.4, "/s", bound=least(300_000))
    assert figure_line(missed, pen(Language.FRENCH)) == (
        "cartes jouables d'une main : 250 000/s (promis ≥ 300 000/s : NON tenu)"
    )
    counted = Figure("shuffle, to make", 16.123, "ms", 261)
    assert figure_line(counted, pen()) == "shuffle, to make: 16.1 ms, 261 multiplications"


def test_bounds_include_their_limit() -> None:
    assert most(5).is_held(5)
    assert not most(5).is_held(5.1)
    assert least(5).is_held(5)
    assert not least(5).is_held(4.9)


def test_a_random_deal_writes_points() -> None:
    dice = random.Random(1)
    points = [random_deal(dice, Options()) for _ in range(20)]
    assert all(81 <= total <= 272 for total in points)


@pytest.mark.slow
def test_help_is_measured_in_a_process_of_its_own() -> None:
    assert 0 < help_figure().value < 10
