"""`verify` and `replay`: what they say of good, cut, damaged, false and forked files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from tests.cli.games import cheated, entries, finished_game, forked, write_game
from tests.cli.support import Run

pytestmark = pytest.mark.usefixtures("one_process")

NAMES = ("Léa", "Marcel", "Jo", "Inès")


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    return write_game(tmp_path / "cut.belote", entries()[:60])


def test_a_finished_game(belote: Run, whole: Path) -> None:
    found = belote("verify", str(whole))
    assert found.code == ExitCode.FINE
    assert "Verdict: finished. Every entry is right." in found.lines
    for name in NAMES:
        (line,) = [line for line in found.lines if line.startswith(f"Player {name}: ")]
        assert len(line.removeprefix(f"Player {name}: ").split()) == 4
    assert "Points to reach (target): 100 instead of 1000." in found.lines
    assert f"Result signed by: {', '.join(NAMES)}." in found.lines
    scores = finished_game().table.state.current_match.scores
    assert any(f"Léa and Jo {scores[0]}, Inès and Marcel {scores[1]}" in x for x in found.lines)
    assert found.error == ""


def test_every_deal_stands_with_its_formula(belote: Run, whole: Path) -> None:
    lines = belote("verify", str(whole), lang="fr").lines
    played = finished_game().table.state.played
    assert sum(line.startswith("Donne ") for line in lines) == len(played)
    for item in played:
        assert item.score is not None
        for team, points in enumerate(item.score.points):
            side = ("Léa et Jo", "Inès et Marcel")[team]
            told = {line for line in lines if line.startswith(f"{side} : ")}
            assert any(line.endswith((f"= {points}", f" : {points}")) for line in told)


def test_an_unfinished_game(belote: Run, cut: Path) -> None:
    found = belote("verify", str(cut))
    assert found.code == ExitCode.UNFINISHED
    assert found.lines[-1].startswith("Verdict: unfinished.")


def test_a_torn_record_is_ignored_and_told(belote: Run, cut: Path) -> None:
    with cut.open("ab") as file:
        file.write(b"\x00\x00\x01")
    found = belote("verify", str(cut))
    assert found.code == ExitCode.UNFINISHED
    assert "The last record is incomplete (3 bytes): a crash left it, it is ignored." in found.lines


def test_a_broken_rule_names_record_place_seat_and_player(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "cheat.belote", cheated())
    entry = cheated()[-1].entry
    for lang, wrong, expected in (("en", "Wrong", "Expected"), ("fr", "Faux", "Attendu")):
        found = belote("verify", str(path), lang=lang)
        assert found.code == ExitCode.REFUSED
        text = found.out
        assert wrong in text
        assert expected in text
        assert str(len(cheated())) in text
        assert f"{entry.seat + 1}, {NAMES[entry.seat]}." in text
        assert f"{entry.seq}" in text
        assert "1970-01-01 00:00:30 UTC" in text
        assert {"en": "It says: ♥ hearts.", "fr": "Elle dit : ♥ cœur."}[lang] in text
    assert found.lines[-1] == f"{NAMES[entry.seat]} l'a signée, à la suite de tout ce qui précède."


def test_one_flipped_bit_anywhere_is_refused(belote: Run, cut: Path) -> None:
    good = cut.read_bytes()
    for offset in range(60, len(good), len(good) // 5):
        bad = bytearray(good)
        bad[offset] ^= 1
        cut.write_bytes(bad)
        found = belote("verify", str(cut))
        assert found.code == ExitCode.REFUSED, offset
        assert "Wrong: record " in found.out
        assert "proven" in found.lines[-1] or "damaged or forged" in found.lines[-1]


def test_two_entries_in_one_place(belote: Run, tmp_path: Path) -> None:
    one, other = forked()
    path = write_game(tmp_path / "both.belote", (*one, other[-1]))
    found = belote("verify", str(path))
    assert found.code == ExitCode.REFUSED
    name = NAMES[other[-1].entry.seat]
    assert found.lines[-1] == f"{name} signed two different entries in one place."


def test_two_files_of_one_game(belote: Run, whole: Path, cut: Path, tmp_path: Path) -> None:
    same = belote("verify", str(whole), str(whole))
    assert same.code == ExitCode.FINE
    assert same.lines[-1] == "The two files tell the same game, entry for entry."
    prefix = belote("verify", str(cut), str(whole))
    assert prefix.code == ExitCode.FINE
    assert prefix.lines[-1].startswith("One file goes on where the other ends")
    assert belote("verify", str(cut), str(cut)).code == ExitCode.UNFINISHED


def test_a_fork_names_who_signed_both(belote: Run, tmp_path: Path) -> None:
    one, other = (
        write_game(tmp_path / f"{number}.belote", log) for number, log in enumerate(forked())
    )
    found = belote("verify", str(one), str(other), lang="fr")
    assert found.code == ExitCode.REFUSED
    name = NAMES[forked()[0][-1].entry.seat]
    assert found.lines[-1] == f"{name} a signé deux inscriptions différentes au même rang."
    report = json.loads(belote("verify", str(one), str(other), "--json").out)
    assert [found["file"] for found in report["files"]] == [str(one), str(other)]
    (comparison,) = report["comparisons"]
    assert comparison["files"] == [str(one), str(other)]
    assert comparison["relation"] == "fork"
    assert comparison["culprit"] == forked()[0][-1].entry.seat


def test_two_different_games(belote: Run, whole: Path, tmp_path: Path) -> None:
    stranger = write_game(tmp_path / "other.belote", forked()[0])
    found = belote("verify", str(whole), str(stranger))
    assert found.code == ExitCode.USAGE
    assert found.lines[-1] == "These are two different games."


def test_json(belote: Run, whole: Path, tmp_path: Path) -> None:
    found = belote("verify", str(whole), "--json")
    report = json.loads(found.out)
    assert report["verdict"] == "finished"
    assert [player["name"] for player in report["players"]] == list(NAMES)
    assert report["scores"] == list(finished_game().table.state.current_match.scores)
    assert report["options"]["target"] == 100
    path = write_game(tmp_path / "cheat.belote", cheated())
    refusal = json.loads(belote("verify", str(path), "--json").out)["refusal"]
    assert refusal["record"] == len(cheated())
    assert refusal["culprit"] == cheated()[-1].entry.seat
    assert refusal["name"] == NAMES[cheated()[-1].entry.seat]


def test_what_is_no_log(belote: Run, tmp_path: Path) -> None:
    cases = {
        "missing": "there is no such file",
        "folder": "this is a folder",
        "empty": "not a game of belote-net",
        "text": "not a game of belote-net",
    }
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("Once upon a time there was a game of belote.")
    for name, words in cases.items():
        for command in ("verify", "replay"):
            found = belote(command, str(tmp_path / name))
            assert found.code == ExitCode.ENVIRONMENT
            assert words in found.error
            assert found.error.count("\n") == 1
            assert found.out == ""


def test_replay_tells_every_trick_and_hand(belote: Run, whole: Path) -> None:
    found = belote("replay", str(whole), lang="fr")
    assert found.code == ExitCode.FINE
    played = [item for item in finished_game().table.state.played if item.contract]
    tricks = [line for line in found.lines if line.startswith("Pli ")]
    assert len(tricks) == 8 * len(played)
    hands = [line for line in found.lines if line.startswith("Jeu — ")]
    assert len(hands) == 4 * len(played)
    for line in hands:
        bid_on, later = line.split(" : ")[1].split(" ; puis ")
        assert (len(bid_on.split()), len(later.split())) == (5, 3)
    for item in played:
        played_cards = {card for trick in item.tricks for card in trick.cards}
        assert len(played_cards) == 32
    assert any(line.startswith("Enchères : ") for line in found.lines)
    assert found.lines[-1].startswith("Score : ")


def test_replay_of_an_adjourned_and_of_a_refused_game(
    belote: Run, cut: Path, tmp_path: Path
) -> None:
    found = belote("replay", str(cut))
    assert found.code == ExitCode.UNFINISHED
    assert found.lines[-1] == "Here the game was adjourned."
    assert "The hands were not shown." in found.lines
    path = write_game(tmp_path / "cheat.belote", cheated())
    found = belote("replay", str(path))
    assert found.code == ExitCode.REFUSED
    assert "From here on the file is refused." in found.lines


def test_a_file_without_places_yet(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "early.belote", entries()[:3])
    for command in ("verify", "replay"):
        found = belote(command, str(path))
        assert found.code == ExitCode.UNFINISHED
        assert "The places are not drawn yet." in found.lines
