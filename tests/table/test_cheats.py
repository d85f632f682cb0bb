"""One class of cheat at a time: refused at every table, and evidence for whoever reads the log."""

from __future__ import annotations

import functools

import pytest

from tests.table.card_cheats import CARDS
from tests.table.cheats import ANYWHERE
from tests.table.cheats import STEPS as OTHER_STEPS
from tests.table.deck_cheats import DECKS
from tests.table.declaring_cheats import DECLARING
from tests.table.games import seated
from tests.table.stage import Cheat, Trial, try_all

STEPS = (*OTHER_STEPS, *DECKS)
CHEATS = {cheat.name: cheat for cheat in (*STEPS, *CARDS, *DECLARING)}
HOUSES = (
    *("classique", "manual belote", "annonces", "annonces at once"),
    *("partners rise", "partners ruff", "no undertrump"),
)
GAMES = tuple((house, seed) for seed in (1, 2, 4) for house in HOUSES)
RARE = tuple((house, seed) for seed in range(6, 160, 2) for house in HOUSES[-1:])
"""Played until every cheat has found an occasion; only the rarest of rules need more than a few."""

REAL_STEPS = frozenset(cheat.name for cheat in STEPS) - {"reveal after an all-pass"}
"""Cheats that find an occasion in every game with two deals."""


@functools.cache
def trials() -> dict[str, list[Trial]]:
    """Every cheat, tried at four private tables of the toy group."""
    found: dict[str, list[Trial]] = {name: [] for name in CHEATS}
    for index, (house, seed) in enumerate((*GAMES, *RARE)):
        missing = [cheat for cheat in CHEATS.values() if not found[cheat.name]]
        if not missing:
            break
        game = seated(house, seed, private_tables=index == 0)
        for cheat, more in try_all(game, missing).items():
            found[cheat].extend(more)
    return found


@pytest.mark.usefixtures("toy")
class TestCheats:
    @pytest.mark.parametrize("name", CHEATS)
    def test_every_table_refuses(self, name: str) -> None:
        found = trials()[name]
        assert found, "no occasion"
        for trial in found:
            trial.check()

    @pytest.mark.parametrize("name", CHEATS)
    def test_the_log_is_evidence(self, name: str) -> None:
        for trial in trials()[name]:
            trial.check_evidence()


@functools.cache
def everywhere() -> dict[str, list[Trial]]:
    """The cheats that fit any place, tried in every place of one game."""
    return try_all(seated("classique", 1), ANYWHERE, times=1000)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", [cheat.name for cheat in ANYWHERE])
def test_refused_in_every_place(name: str) -> None:
    found = everywhere()[name]
    assert len(found) > 20
    for trial in found:
        trial.check()


def _real(cheats: tuple[Cheat, ...], seed: int) -> dict[str, list[Trial]]:
    return try_all(seated("classique", seed), cheats)


@functools.cache
def real_trials() -> dict[str, list[Trial]]:
    return _real((*STEPS, *CARDS, *DECLARING), 2)


class TestRealCryptography:
    @pytest.mark.parametrize("name", CHEATS)
    def test_refused(self, name: str) -> None:
        found = real_trials()[name]
        assert found or name not in REAL_STEPS
        for trial in found:
            trial.check()

    def test_most_cheats_with_cards_found_an_occasion(self) -> None:
        found = {name for name, some in real_trials().items() if some}
        assert len(found & {cheat.name for cheat in CARDS}) >= 20

    @pytest.mark.slow
    @pytest.mark.parametrize(("house", "seed"), GAMES[:2])
    def test_evidence(self, house: str, seed: int) -> None:
        for some in try_all(seated(house, seed), CHEATS.values()).values():
            for trial in some:
                trial.check()
                trial.check_evidence()
