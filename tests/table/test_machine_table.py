"""The chains allow these sequences of entries, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from belote_net.rules.choices import Annonces, AnnonceTie, Audit
from belote_net.rules.options import Options
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.table.games import HOUSES, toy_log
from tests.table.leaving import leave, sit_down, taking_game
from tests.table.machine_table import CLOSED, Row, State, machine_table, markdown
from tests.table.open_hands import OPEN_HAND, open_table
from tests.table.seat_cheats import somebody_asked
from tests.table.stacked import stack
from tests.table.test_dead_decks import complain_falsely, go_on_to
from tests.table.test_deals_that_matter import play


def rows(name: str, **table: dict[str, str]) -> set[Row]:
    """Rows by phase and kind; `following` lists "phase:kind", or a kind of the same phase."""
    found = set()
    for phase, kinds in table.items():
        for kind, following in kinds.items():
            for each in following.split():
                after_phase, _, after_kind = each.rpartition(":")
                after = State(after_phase or phase, after_kind)
                found.add(Row(name, State(phase, kind), after))
    return found


GONE = "filling:reseat signing:result"
"""What is due when somebody has left, and no open hand plays for him any more."""

TABLE_CHAIN = rows(
    "table",
    agreeing={"agree": "agree drawing:coin", "absence": f"void:{CLOSED}"},
    drawing={"coin": "coin flip", "flip": "flip cutting:cut", "absence": f"void:{CLOSED}"},
    cutting={"cut": "dealing:deal", "absence": "filling:reseat"},
    dealing={"deal": "share", "share": "share bidding:bid", "absence": GONE},
    bidding={"bid": "bid cutting:cut completing:share", "absence": GONE},
    completing={"share": "share gather", "gather": "gather playing:play", "absence": GONE},
    playing={
        "play": f"play height show cutting:cut {GONE}",
        "height": "height trump show play",
        "trump": "trump show play",
        "show": "show play",
        "absence": f"play recovering:recover {GONE}",
    },
    recovering={"recover": f"recover playing:height playing:show playing:play {GONE}"},
    filling={"reseat": "agree", "agree": "agree cutting:cut", "absence": "reseat"},
    signing={"result": f"result over:{CLOSED}"},
)
SELDOM = rows("table", recovering={"recover": "playing:trump"})
"""Allowed, but no game of these tests gets there."""
DECK_CHAIN = {
    Row("deck", State("-", kind), State("-", after))
    for kind, following in {
        "commit": "commit key",
        "key": "key shuffle",
        "commit-escrow": "commit-escrow key-escrow",
        "key-escrow": "key-escrow shuffle",
        "shuffle": f"shuffle reveal {CLOSED}",
        "complain": "expose",
        "expose": CLOSED,
        "reveal": f"reveal {CLOSED}",
    }.items()
    for after in following.split()
}


ALL = TABLE_CHAIN | DECK_CHAIN | SELDOM

Log = Sequence[SignedEntry]


def left_games() -> Iterator[Log]:
    """Somebody leaves at every kind of entry; he comes back, unless the match is over."""
    for deals in (1, 2):
        for kind, count in (
            *(("agree", 1), ("coin", 1), ("cut", 1), ("deal", 1), ("share", 1), ("share", 4)),
            *(("bid", 1), ("share", 6), ("gather", 2), ("play", 5)),
        ):
            game = taking_game(deals=deals)
            game.play_until(kind, count=count)
            seat = leave(game)
            if not game.table.is_over and not game.table.is_void:
                sit_down(game, seat)
            yield tuple(game.table.log)
    game = somebody_asked().game
    leave(game)
    yield tuple(game.table.log)


def open_games() -> Iterator[Log]:
    """The others open the hand of who leaves, or one of them does not; or the deck dies."""
    declaring = replace(OPEN_HAND, annonces=Annonces.ON)
    for seed, kind, count, options in (
        *((1, "play", 5, declaring), (4, "height", 1, declaring)),
        *((5, "play", 31, OPEN_HAND), (1, "play", 32, OPEN_HAND)),
        *((1, "play", count, replace(OPEN_HAND, deals=1)) for count in (5, 32)),
    ):
        for unwilling in ((), (0, 1)):
            game = open_table(seed, options, unwilling=unwilling)
            game.play_until(kind, count=count)
            leave(game)
            yield _until_a_seat_is_free(game)
    game = open_table(1)
    complain_falsely(game, 1, 2)
    go_on_to(game, "absence")
    yield tuple(game.table.log)


def _until_a_seat_is_free(game: FourSeats) -> Log:
    while game.table.waiting() and game.table.waiting()[0].kind != "reseat":
        game.deliver(game.answer(game.table.waiting()[0]))
    return tuple(game.table.log)


def declaring_games() -> Iterator[Log]:
    """Two declarations of one height, and neither is in trumps: nobody shows. Then any others."""
    options = replace(
        Options(), annonces=Annonces.ON, annonce_tie=AnnonceTie.CANCEL, audit=Audit.NEVER
    )
    equal = stack("KS QS JS", "KC QC JC", "", "", turn_up="8H")
    yield tuple(play(equal, options=options).game.table.log)
    for seed in range(1, 60):
        for name in ("never revealed", "annonces", "annonces at once"):
            yield toy_log(name, seed)


@pytest.mark.usefixtures("toy")
class TestMachineTable:
    def test_games_show_these_rows_and_no_others(self) -> None:
        found = set[Row]()
        for log in chain(left_games(), open_games(), declaring_games()):
            found |= machine_table([log])
            assert found <= ALL
            if found >= ALL - SELDOM:
                return
        assert found >= ALL - SELDOM

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOUSES)
    def test_no_house_rule_adds_a_row(self, name: str) -> None:
        logs = [toy_log(name, seed) for seed in range(8)]
        assert machine_table(logs) <= ALL


def test_markdown_has_a_line_for_each_entry_in_each_phase() -> None:
    shown = markdown(ALL).splitlines()
    assert len(shown) == 2 + 25 + 8
    assert shown[2] == "| `table` | agreeing | `agree` | agreeing: `agree`, drawing: `coin` |"
    assert shown[3] == "| `table` | agreeing | `absence` | closed |"
    assert shown[-1] == "| `deck` | - | `reveal` | `reveal`, closed |"


def test_the_specification_shows_this_table() -> None:
    specification = Path(__file__).parents[2] / "docs" / "protocol.md"
    assert markdown(ALL) in specification.read_text("utf-8")
