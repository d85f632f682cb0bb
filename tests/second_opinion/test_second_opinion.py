"""A second verifier, written from docs/protocol.md and docs/rules.md alone, comes to the same.

`main.mjs` shares no line with the program. What both accept, refuse, and blame on somebody is what
the document says; where they differ, one of them, or the document, is wrong.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from belote_net.rules.choices import Annonces, OnAbsence
from belote_net.rules.presets import PRESETS
from belote_net.table.messages import Absence, Call, Coin, Cut, Gather, Play, Share
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats, short_game
from tests.protocol.toy_group import toy_group
from tests.second_opinion.evenings import evening
from tests.second_opinion.verifier import VECTORS, agree, agree_on, node, written
from tests.table import test_dead_decks, test_vote_cheats
from tests.table.games import HOUSES, announcing, seated
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.open_hands import help_open, leave_at, open_table
from tests.table.test_decks_of_those_before import offered_to_a_bot, told_late

GATE_HOUSES = ("manual belote", "annonces at once")


class TestVectors:
    def test_every_case_ends_as_it_says(self) -> None:
        run = node("vectors", VECTORS, "--json")
        assert run.stderr == ""
        cases = json.loads(run.stdout)
        assert [one for one in cases if one["outcome"] != one["expected"]] == []
        tried = {one["name"].split(" ")[0] for one in cases}
        assert tried == {path.relative_to(VECTORS).as_posix() for path in VECTORS.rglob("*.json")}

    def test_a_case_that_says_something_else_is_found(self, tmp_path: Path) -> None:
        for name in ("knowledge.json", "shuffle-scaled.json", "coin.json"):
            shutil.copy(VECTORS / name, tmp_path)
        for name, key, value in (
            ("knowledge.json", "expect", "proof"),
            ("shuffle-scaled.json", "expect", "success"),
            ("coin.json", "index_below_4", 3),
        ):
            path = tmp_path / name
            path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
        run = node("vectors", tmp_path)
        assert run.returncode == 1
        assert "0 of 3 vectors agree" in run.stdout


@pytest.mark.usefixtures("toy")
class TestWholeGames:
    def test_by_several_rules(self, tmp_path: Path) -> None:
        check_houses(GATE_HOUSES, tmp_path)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOUSES)
    def test_by_all_rules(self, name: str, tmp_path: Path) -> None:
        check_houses([name] * 4, tmp_path)

    def test_seats_that_are_left(self, tmp_path: Path) -> None:
        found = agree_on((make() for make in LEFT), tmp_path)
        assert {one.verdict for one in found} == {"finished", "unfinished"}

    @pytest.mark.parametrize("leaver_is_first", [False, True])
    def test_a_deck_of_those_before(self, tmp_path: Path, *, leaver_is_first: bool) -> None:
        entries = told_late(offered_to_a_bot(leaver_is_first=leaver_is_first))
        (found,) = agree([written(entries)], tmp_path)
        assert found.verdict == "unfinished"

    def test_an_evening_with_everything(self, tmp_path: Path) -> None:
        check_evenings(range(3, 5), tmp_path, deals=1)

    @pytest.mark.slow
    @pytest.mark.parametrize("block", range(8))
    def test_many_evenings(self, block: int, tmp_path: Path) -> None:
        check_evenings(range(100 + 25 * block, 125 + 25 * block), tmp_path, deals=3)


def check_houses(names: Iterable[str], folder: Path) -> None:
    """A game by each of these rules, finished for both verifiers."""
    games = [seated(name, seed) for seed, name in enumerate(names, start=1)]
    for game in games:
        game.play()
    for found in agree_on(games, folder):
        assert (found.verdict, found.signed) == ("finished", 4)


def check_evenings(seeds: Iterable[int], folder: Path, *, deals: int) -> None:
    """Evenings by any rules, with liars, and with people who come and go."""
    games = [evening(seed, deals=deals) for seed in seeds]
    assert {found.verdict for found in agree_on(games, folder)} == {"finished"}


# Seats that are left, at every stage of a deal.


def left_at(kind: str, count: int = 1) -> Callable[[], FourSeats]:
    """Whoever owes an entry leaves; if the match goes on somebody else sits down."""

    def make() -> FourSeats:
        game = taking_game(deals=1)
        game.play_until(kind, count=count)
        seat = leave(game)
        if not game.table.is_over:
            newcomer(game, seat, "Odile")
            sit_down(game, seat)
        game.play()
        return game

    return make


def left_before_the_seating() -> FourSeats:
    """Then there is no game."""
    game = taking_game(deals=1)
    game.play_until(Coin.kind, count=3)
    leave(game)
    return game


def left_while_a_deck_is_made() -> FourSeats:
    """The deal waits for a deck, and the deck for who has left."""
    game = test_vote_cheats.at_a_deck().game
    leave(game)
    return game


def deck_killed() -> FourSeats:
    """Who complains falsely of a deck loses his seat without a vote."""
    game = open_table(options=replace(short_game(deals=1), on_absence=OnAbsence.OPEN_HAND))
    test_dead_decks.complain_falsely(game, 3, 0)
    test_dead_decks.go_on_to(game, Absence.kind)
    game.deliver(game.answer(game.table.waiting()[0]))
    newcomer(game, 3, "Odile")
    sit_down(game, 3)
    game.play()
    return game


def hand_opened(*, unwilling: Collection[int] = ()) -> Callable[[], FourSeats]:
    """The hand of who leaves is opened by the three others, or by two of them: not at all."""

    def make() -> FourSeats:
        options = replace(short_game(deals=1), on_absence=OnAbsence.OPEN_HAND, annonces=Annonces.ON)
        game = open_table(options=options, unwilling=unwilling)
        leave_at(game, 2)
        help_open(game)
        game.play()
        return game

    return make


LEFT: tuple[Callable[[], FourSeats], ...] = (
    left_before_the_seating,
    left_at(Cut.kind),
    left_at(Share.kind, 2),
    left_at(Share.kind, 4),
    left_at(Call.kind),
    left_at(Gather.kind, 3),
    left_at(Play.kind, 7),
    left_while_a_deck_is_made,
    deck_killed,
    hand_opened(),
    hand_opened(unwilling=range(4)),
)


class TestRealGroup:
    def test_the_game_of_the_vectors(self, tmp_path: Path) -> None:
        vector = json.loads((VECTORS / "games" / "game.json").read_text())
        entries = [SignedEntry.from_wire(*map(bytes.fromhex, pair)) for pair in vector["entries"]]
        (found,) = agree([written(entries)], tmp_path, toy=False)
        assert (found.verdict, found.scores) == ("finished", tuple(vector["scores"]))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", PRESETS)
    def test_a_match(self, name: str, tmp_path: Path) -> None:
        options = short_game(PRESETS[name], deals=2)
        chooser = announcing(seated(name, 3).choosers[0])
        game = FourSeats(options=options, seed=name, choosers=dict.fromkeys(range(4), chooser))
        game.play()
        (found,) = agree([written(game.table.log)], tmp_path, toy=False)
        assert found.verdict == "finished"

    def test_what_is_right_in_the_toy_group_is_refused(self, tmp_path: Path) -> None:
        with toy_group():
            game = taking_game(deals=1)
            game.play_until(Shuffle.kind)
        (found,) = agree([written(game.table.log)], tmp_path, toy=False)
        assert found.verdict == "refused"
