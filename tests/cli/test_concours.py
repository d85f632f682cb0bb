"""`concours`: the ranking of a tournament, from sound, cut, copied and false logs."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from belote_cli.exit_codes import ExitCode
from belote_cli.standings import (
    Entrant,
    Ranking,
    SideResult,
    TableResult,
    standings,
    usual_ranking,
    without_copies,
)
from belote_cli.standings_sheet import Sheet
from tests.cli.games import cheated, entries, finished_game, pen, write_game
from tests.cli.support import Run
from tests.report.pages import read_page


def entrant(number: int, name: str | None = None) -> Entrant:
    return Entrant(bytes([number]) * 32, name or f"player {number}")


def side(*numbers: int, deals: int = 0, points: int = 0, capots: int = 0) -> SideResult:
    players = tuple(map(entrant, numbers))
    return SideResult(
        players=players,
        is_winner=False,
        deals_won=deals,
        points=points,
        capots=capots,
        forfeits=0,
    )


def table(number: int, *sides: SideResult, entries: int = 100) -> TableResult:
    return TableResult(bytes([number]) * 32, entries, is_finished=True, sides=sides)


def test_a_table_is_ranked_by_pairs(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    found = belote("concours", str(path))
    assert found.code == ExitCode.FINE
    match = finished_game().table.state.current_match
    assert "1 table counts." in found.lines
    best = max(match.scores)
    first = found.lines[1]
    assert first.split()[0] == "1"
    assert str(best) in first.split()
    assert " and " in first


def test_by_player_each_has_the_points_of_his_side(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    target = tmp_path / "ranking.csv"
    found = belote("concours", "--by", "player", "--csv", str(target), str(path), lang="fr")
    assert found.code == ExitCode.FINE
    rows = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert rows[0][:2] == ["Rang", "Qui"]
    scores = finished_game().table.state.current_match.scores
    assert sorted(int(row[5]) for row in rows[1:]) == sorted([*scores, *scores])


def test_bad_logs_are_listed_with_their_fault_and_left_out(belote: Run, tmp_path: Path) -> None:
    whole = write_game(tmp_path / "whole.belote", entries())
    bad = write_game(tmp_path / "bad.belote", cheated())
    text = tmp_path / "text"
    text.write_text("no game")
    found = belote("concours", str(whole), str(bad), str(text))
    assert found.code == ExitCode.REFUSED
    left_out = [line for line in found.lines if line.startswith("Left out: ")]
    assert [line.split()[2] for line in left_out] == ["bad.belote.", "text."]
    assert "1 table counts." in found.lines
    assert belote("concours", str(text)).code == ExitCode.ENVIRONMENT


def test_copies_count_once_and_unfinished_games_only_if_asked(belote: Run, tmp_path: Path) -> None:
    whole = write_game(tmp_path / "whole.belote", entries())
    cut = write_game(tmp_path / "cut.belote", entries()[:60])
    found = belote("concours", str(whole), str(cut))
    assert "1 table counts." in found.lines
    assert "1 file is another copy of a game, and counts once." in found.lines
    alone = belote("concours", str(cut))
    assert "0 tables count." in alone.lines
    assert "1 unfinished game is left out: count it with --unfinished." in alone.lines
    assert "1 table counts." in belote("concours", "--unfinished", str(cut)).lines


def test_the_page_asks_for_nothing_and_runs_nothing(belote: Run, tmp_path: Path) -> None:
    whole = write_game(tmp_path / "whole.belote", entries())
    page, sheet = tmp_path / "page.html", tmp_path / "sheet.csv"
    asked = ("--html", str(page), "--csv", str(sheet))
    assert belote("concours", *asked, str(whole)).code == ExitCode.FINE
    text = page.read_text(encoding="utf-8")
    assert "Léa" in text
    for forbidden in ("<script", "http:", "https:", "src=", "url("):
        assert forbidden not in text
    shown = read_page(text)
    assert "default-src 'none'; style-src 'unsafe-inline'" in [
        one.attributes.get("content") for one in shown.all("meta")
    ]
    lines = [[cell.text for cell in line.all("td")] for line in shown.all("tr")]
    assert lines == [[], *list(csv.reader(io.StringIO(sheet.read_text(encoding="utf-8"))))[1:]]


def test_a_name_in_the_page_is_text() -> None:
    line = standings([table(1, side(1, 2), side(3, 4))], Ranking.PLAYER)[0]
    mischief = replace(line.players[0], name="<script>alert(1)")
    page = Sheet((replace(line, players=(mischief,)),), pen()).as_html()
    assert "<script" not in page
    assert read_page(page).all("td")[1].text == "<script>alert(1)"


def test_drawn_partners_are_ranked_one_by_one() -> None:
    fixed = [table(1, side(1, 2), side(3, 4)), table(2, side(2, 1), side(5, 6))]
    assert usual_ranking(fixed) is Ranking.TEAM
    drawn = [*fixed, table(3, side(1, 3), side(2, 4))]
    assert usual_ranking(drawn) is Ranking.PLAYER


def test_deals_then_points_then_capots_decide_and_equals_share_a_rank() -> None:
    results = [
        table(1, side(1, 2, deals=7, points=900), side(3, 4, deals=5, points=1200)),
        table(2, side(5, 6, deals=7, points=950), side(7, 8, deals=5, points=1200, capots=1)),
        table(3, side(9, 10, deals=5, points=1200), side(11, 12)),
    ]
    lines = standings(results, Ranking.TEAM)
    assert [(line.rank, line.players[0].name) for line in lines] == [
        (1, "player 5"),
        (2, "player 1"),
        (3, "player 7"),
        (4, "player 3"),
        (4, "player 9"),
        (6, "player 11"),
    ]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 50)), max_size=12))
def test_of_the_logs_of_one_game_the_longest_counts(logs: list[tuple[int, int]]) -> None:
    results = [table(game, side(1, 2), side(3, 4), entries=count) for game, count in logs]
    kept = without_copies(results)
    assert {(one.game[0], one.entries) for one in kept} == {
        (game, max(count for other, count in logs if other == game)) for game, _ in logs
    }
