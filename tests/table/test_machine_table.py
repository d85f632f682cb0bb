"""The chains allow these sequences of entries, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.games import HOUSES, toy_log
from tests.table.machine_table import CLOSED, Row, State, machine_table, markdown


def rows(chain: str, **table: dict[str, str]) -> set[Row]:
    """Rows by phase and kind; `following` lists "phase:kind", or a kind of the same phase."""
    found = set()
    for phase, kinds in table.items():
        for kind, following in kinds.items():
            for each in following.split():
                after_phase, _, after_kind = each.rpartition(":")
                after = State(after_phase or phase, after_kind)
                found.add(Row(chain, State(phase, kind), after))
    return found


TABLE_CHAIN = rows(
    "table",
    agreeing={"agree": "agree drawing:coin"},
    drawing={"coin": "coin flip", "flip": "flip cutting:cut"},
    cutting={"cut": "dealing:deal"},
    dealing={"deal": "share", "share": "share bidding:bid"},
    bidding={"bid": "bid cutting:cut completing:share"},
    completing={"share": "share gather", "gather": "gather playing:play"},
    playing={
        "play": "play height show cutting:cut signing:result",
        "height": "height trump show play",
        "trump": "trump show play",
        "show": "show play",
    },
    signing={"result": f"result over:{CLOSED}"},
)
DECK_CHAIN = {
    Row("deck", State("-", kind), State("-", after))
    for kind, following in {
        "commit": "commit key",
        "key": "key shuffle",
        "shuffle": f"shuffle reveal {CLOSED}",
        "reveal": f"reveal {CLOSED}",
    }.items()
    for after in following.split()
}


@pytest.mark.usefixtures("toy")
class TestMachineTable:
    def test_games_show_these_rows_and_no_others(self) -> None:
        expected, found = TABLE_CHAIN | DECK_CHAIN, set[Row]()
        # What is rare: two declarations of the same height, of which one is in trumps.
        for seed in range(1, 60):
            for name in ("never revealed", "annonces", "annonces at once"):
                found |= machine_table([toy_log(name, seed)])
            assert found <= expected
            if found == expected:
                return
        assert found == expected

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOUSES)
    def test_no_house_rule_adds_a_row(self, name: str) -> None:
        logs = [toy_log(name, seed) for seed in range(8)]
        assert machine_table(logs) <= TABLE_CHAIN | DECK_CHAIN


def test_markdown_has_a_line_for_each_state_that_waits() -> None:
    shown = markdown(TABLE_CHAIN | DECK_CHAIN).splitlines()
    assert len(shown) == 2 + 14 + 4
    assert shown[2] == "| `table` | agreeing | `agree` | agreeing: `agree`, drawing: `coin` |"
    assert shown[-1] == "| `deck` | - | `reveal` | `reveal`, closed |"


def test_the_specification_shows_this_table() -> None:
    specification = Path(__file__).parents[2] / "docs" / "protocol.md"
    assert markdown(TABLE_CHAIN | DECK_CHAIN) in specification.read_text("utf-8")
