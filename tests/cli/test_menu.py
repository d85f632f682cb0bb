"""The menu line by line: all that the screen's menu offers, and the settings that both follow."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from belote_cli.card_text import typed_number
from belote_cli.exit_codes import ExitCode
from belote_cli.homes import DEFAULT_PROFILE, folder_name, profiles_root
from belote_cli.setting_words import SETTING_NAMES
from belote_cli.settings import (
    LanguageChoice,
    Settings,
    SuitSigns,
    load_settings,
    save_settings,
)
from belote_cli.tui.menu import menu_screen
from belote_cli.words import Language, Words
from belote_protocol.version import PROTOCOL_LABEL
from tests.cli.games import entries, write_game
from tests.cli.support import Run
from tests.tui.scenes import look

FRENCH, ENGLISH = Words(Language.FRENCH), Words(Language.ENGLISH)


def number_of(belote: Run, title: str, *arguments: str) -> str:
    """The number under which the menu offers something."""
    lines = belote(*arguments, lines=["q"]).lines
    (line,) = (line for line in lines if line.endswith(f": {title}"))
    return line.partition(":")[0]


# What the menu offers.


def test_both_menus_offer_the_same(belote: Run) -> None:
    offered = {line.partition(": ")[2] for line in belote(lines=["q"]).lines[1:]}
    for item in menu_screen(look(), "Zoé").items:
        same = {"play now": "play with three bots"}.get(item.text, item.text)
        assert same in offered, item.text


@pytest.mark.slow
def test_a_first_deal_with_a_teacher(belote: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.0)
    number = number_of(belote, "a first deal with hints")
    answers = [str(1 + at % 8) for at in range(160)]
    found = belote(lines=[number, "2", *answers])
    deal, end, _ = found.out.partition("The match is over: ")
    assert end
    assert deal.count("I would play ") == 8
    assert deal.count("Trumps rank jack, nine, ace") <= 1
    bids = deal.count("You may say: ")
    assert deal.count("Take with a strong hand in trumps") == bids
    assert deal.count("The turned card offers trumps") <= deal.count("Turned card: ")


def test_a_game_is_told_again(belote: Run, tmp_path: Path) -> None:
    folder = tmp_path / "home" / DEFAULT_PROFILE / "games"
    folder.mkdir(parents=True)
    write_game(folder / "2026-01-01-a.belote", entries())
    number = number_of(belote, "your games")
    found = belote(lines=[number, "7", "1", "q"])
    assert "1: " in found.out
    assert "Type a number from 1 to 1, or nothing." in found.lines
    assert any(line.startswith("Hand of Léa: ") for line in found.lines)
    for nothing in ("", "q"):
        assert "Hand of" not in belote(lines=[number, nothing, "q"]).out


def test_which_game_goes_on_is_asked_if_there_are_several(belote: Run, tmp_path: Path) -> None:
    folder = tmp_path / "home" / DEFAULT_PROFILE / "games"
    folder.mkdir(parents=True)
    for name in "ab":
        write_game(folder / f"2026-01-01-{name}.belote", entries()[:60])
        (folder / f"2026-01-01-{name}.secrets").touch()
    write_game(folder / "2026-01-02-c.belote", entries())
    number = number_of(belote, "resume a game")
    found = belote(lines=[number, "", number, "9", "q", "q"])
    listed = [line for line in found.lines if "can be resumed" in line]
    assert len(listed) == 4
    assert found.lines.count("Number of the game, or nothing:") == 3
    assert "finished" not in found.out


def test_rules_are_listed_and_shown(belote: Run) -> None:
    number = number_of(belote, "the rules")
    found = belote(lines=[number, "concours", number, "nonsense", number, "", "q"])
    assert "  deals=12 — number of deals: 12" in found.out
    assert "There is no preset nonsense." in found.out
    assert found.lines.count("House rules (presets):") == 3
    assert found.code == ExitCode.FINE


@pytest.mark.parametrize("typed", ["0", "-1", "9" * 5000, "²", "1.0", "one", "٣", "+1"])
def test_what_is_no_number_of_the_menu_changes_nothing(belote: Run, typed: str) -> None:
    assert typed_number(typed, 9) is None
    found = belote(lines=[typed, "q"])
    assert found.code == ExitCode.FINE
    assert "Type a number from 1 to " in found.out


def test_numbers_are_read_with_spaces_around_them() -> None:
    assert [typed_number(text, 12) for text in (" 1 ", "12", "012", "13")] == [1, 12, 12, None]


# Settings.


def test_settings_are_changed_by_their_number_and_heard_at_once(
    belote: Run, tmp_path: Path
) -> None:
    number = number_of(belote, "settings")
    signs = str(1 + list(SETTING_NAMES).index("signs"))
    bell = str(1 + list(SETTING_NAMES).index("bell"))
    found = belote(lines=[number, "1", signs, bell, "99", "n", "Zoé", "", "q"])
    assert "1: Langue : français" in found.lines
    assert f"{signs}: Enseignes : lettres" in found.lines
    assert any(line.startswith(f"{bell}: ") and "écran" in line for line in found.lines)
    assert f"Tapez un numéro de 1 à {len(SETTING_NAMES)}, ou rien." in found.lines
    assert "n: autre nom (Zoé)" in found.lines
    kept = load_settings(tmp_path / "home" / DEFAULT_PROFILE)
    assert (kept.language, kept.signs) == (LanguageChoice.FRENCH, SuitSigns.LETTERS)
    assert kept.bell is not Settings().bell
    assert belote(lines=["q"]).lines[0] == "Bonsoir, Zoé."


def test_an_empty_name_is_no_name(belote: Run) -> None:
    number = number_of(belote, "settings", "--as", "Zoe")
    found = belote("--as", "Zoe", lines=[number, "n", "\u200b", "n"])
    assert found.code == ExitCode.FINE
    assert found.out.count("n: another name (Zoe)") == 3


def keep(home: Path, settings: Settings, profile: str = DEFAULT_PROFILE) -> None:
    (home / profile).mkdir(parents=True)
    save_settings(home / profile, settings)


def test_the_chosen_language_is_spoken_by_every_command(belote: Run, tmp_path: Path) -> None:
    keep(tmp_path / "home", Settings(language=LanguageChoice.FRENCH))
    assert belote("games").lines == ["Pas encore de partie."]
    assert belote("rules").lines[0] == "Règles de maison :"
    assert belote("--help").out.startswith("usage : ")
    assert "erreur : " in belote("frob").error
    assert belote("resume").error.startswith("belote-net : Il n'y a pas de partie")
    assert belote("--plain", lines=["q"]).lines[0].startswith("Bonsoir, ")
    assert "protocole" in belote("--version").out


def test_the_command_line_wins_over_the_choice_and_this_over_the_system(
    belote: Run, tmp_path: Path
) -> None:
    keep(tmp_path / "home", Settings(language=LanguageChoice.FRENCH))
    keep(tmp_path / "home", Settings(language=LanguageChoice.ENGLISH), "Zoe")
    for arguments in (["--lang", "en", "games"], ["games", "--lang=en"]):
        assert belote(*arguments).lines == ["No games yet."]
    assert belote("games", lang="en").lines == ["Pas encore de partie."]
    for arguments in (["games", "--as", "Zoé"], ["--as=Zoe", "games"]):
        assert belote(*arguments, lang="fr").lines == ["No games yet."]
    assert belote("games", "--as", "Other", lang="fr").lines == ["Pas encore de partie."]


@pytest.mark.parametrize(
    ("signs", "shown"), [(SuitSigns.GLYPHS, "♠"), (SuitSigns.LETTERS, "P"), (SuitSigns.ASCII, "P")]
)
def test_suits_are_written_as_they_were_chosen(
    belote: Run, tmp_path: Path, signs: SuitSigns, shown: str
) -> None:
    keep(tmp_path / "home", Settings(language=LanguageChoice.FRENCH, signs=signs))
    path = write_game(tmp_path / "game.belote", entries())
    text = belote("replay", str(path)).out
    assert f"As{shown}" not in text
    assert f"A{shown}" in text
    assert ("♥" in text) == (signs is SuitSigns.GLYPHS)
    assert text.isascii() == (signs is SuitSigns.ASCII)


def test_no_colours_are_no_colours_in_lines_too(
    belote: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    path = str(write_game(tmp_path / "game.belote", entries()))
    assert "\x1b[" in belote("verify", path).out
    (tmp_path / "home" / DEFAULT_PROFILE).mkdir(parents=True, exist_ok=True)
    text = json.dumps({"theme": "no-colours"})
    (tmp_path / "home" / DEFAULT_PROFILE / "settings.json").write_text(text)
    assert "\x1b[" not in belote("verify", path).out


# Where all that is kept.


def test_the_root_is_ours_to_choose(tmp_path: Path) -> None:
    assert profiles_root({"BELOTE_NET_HOME": str(tmp_path)}) == tmp_path
    assert "belote-net" in str(profiles_root({}))


@pytest.mark.parametrize(
    ("player", "folder"),
    [
        (None, DEFAULT_PROFILE),
        ("Zoé", "Zoe"),
        ("../x", "x"),
        ("a b_c", "a-b-c"),
        ("♠", ""),
        ("x" * 99, "x" * 32),
    ],
)
def test_a_player_has_a_folder_that_is_safe(player: str | None, folder: str) -> None:
    assert folder_name(player) == folder


# The version.


def test_the_version_of_the_program_and_of_its_protocol(belote: Run) -> None:
    found = belote("--version")
    assert found.code == ExitCode.FINE
    number = version("belote-net")
    assert found.lines == [f"belote-net {number}, protocol {PROTOCOL_LABEL}"]
    french = belote("--version", lang="fr")
    assert french.lines == [f"belote-net {number}, protocole {PROTOCOL_LABEL}"]
