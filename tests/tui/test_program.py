"""The whole program by keys: real nodes, real links, and a terminal in memory."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.settings import Settings, Theme, load_settings
from belote_cli.tui.program import Start
from belote_cli.words import Language
from tests.tui.cheat import among_slow_bots
from tests.tui.houses import Program, choose, play, press, run
from tests.tui.terminal import (
    CTRL_C,
    DOWN,
    ENTER,
    ESCAPE,
    RIGHT,
    UP,
    Script,
    Terminal,
    gone,
    until,
)


def name_oneself(terminal: Terminal, name: str = "Zoé") -> Script:
    yield from until(terminal, "What is your name?")
    terminal.type(f"\x15{name}{ENTER}")
    yield from until(terminal, f"Good evening, {name}.")


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_a_whole_deal_by_keys_only_from_the_menu_and_back(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  play now")
        yield from play(terminal, "Enter: another game")
        assert "Score: us" in terminal.text
        yield from press(terminal, "Q")
        yield from until(terminal, "Good evening, Zoé.")
        yield from choose(terminal, "  your games")
        yield from until(terminal, "Zoé and ", "  1 deal; finished")
        yield from press(terminal, ENTER)
        yield from until(terminal, "Deal 1, auction (1 of", "Verdict: finished.")
        yield from press(terminal, DOWN + RIGHT + "p")
        yield from until(terminal, "Deal 1, trick 1 (", "It is proven that this card")
        terminal.type(ESCAPE)
        yield from until(terminal, "Your games")
        terminal.type(CTRL_C)
        yield from until(terminal, "Good evening, Zoé.")
        terminal.type("q")

    terminal, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE
    assert terminal.rings >= 8


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_resized_twenty_times_in_a_trick_there_is_one_clean_screen(tmp_path: Path) -> None:
    sizes = cycle(((120, 40), (80, 24), (60, 10), (100, 33), (200, 60)))

    def script(terminal: Terminal) -> Script:
        yield from play(terminal, "Your card.")
        for _, (columns, rows) in zip(range(20), sizes, strict=False):
            terminal.resize(columns, rows)
            expected = "Us 0" if columns >= 80 else "too small"
            while not (expected in terminal.text and is_clean(terminal)):
                yield
        terminal.type(CTRL_C)
        yield from until(terminal, "Leave the table?")
        terminal.type(CTRL_C)

    program = Program(tmp_path, ("demo", "--fast", "--as", "Zoé"), Start.DEMO)
    _, code = run(program, script)
    assert code == ExitCode.UNFINISHED
    assert "To go on: belote-net resume" in program.said


def is_clean(terminal: Terminal) -> bool:
    """Whether one table and nothing else is on the screen."""
    text = terminal.text
    if "too small" in text:
        return text.count("too small") == 1 and "▶" not in text
    return text.count("Us 0") == 1 == text.count("? help") and text.count("(you)") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("theme", "language"), list(zip(Theme, cycle(Language), strict=False)))
def test_a_deal_in_every_theme_and_language(
    tmp_path: Path, theme: Theme, language: Language
) -> None:
    french = language is Language.FRENCH
    turns = ("À vous de parler.", "À vous de jouer.") if french else ("Your bid.", "Your card.")
    end = "autre partie" if french else "another game"

    def script(terminal: Terminal) -> Script:
        yield from play(terminal, end, turns=turns)
        terminal.type("q")

    settings = tmp_path / "Zoe" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'{{"theme": "{theme.value}"}}')
    program = Program(tmp_path, ("demo", "--fast", "--as", "Zoe"), Start.DEMO, language)
    terminal, code = run(program, script, columns=120, rows=40)
    assert code == ExitCode.FINE
    assert bool(terminal.colours) == (theme is not Theme.NO_COLOURS)


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_without_colours_and_beyond_ascii_nothing_is_written(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from play(terminal, "autre partie", turns=("A vous de par", "A vous de jou"))
        terminal.type("q")

    program = Program(
        tmp_path,
        ("demo", "--fast", "--as", "Zoe"),
        Start.DEMO,
        Language.FRENCH,
        {"NO_COLOR": "1"},
    )
    terminal, code = run(program, script, encoding="ascii")
    assert code == ExitCode.FINE
    assert terminal.written.isascii()
    assert not terminal.colours


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_talk_pages_and_leaving_in_a_game_that_is_resumed(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  play now")
        yield from until(terminal, "▶ Your")
        terminal.type("té♠ \x07!" + ENTER)
        yield from until(terminal, "Zoé says: é♠ !")
        terminal.type(ESCAPE)
        yield from until(terminal, "? help")
        yield from press(terminal, "?")
        yield from until(terminal, "A dimmed card may not be played")
        terminal.type("s")
        yield from until(terminal, "Score sheet")
        terminal.type("o")
        yield from until(terminal, "Rules of this table", "(target)")
        terminal.type(ESCAPE)
        yield from gone(terminal, "Rules of this table")
        terminal.type(CTRL_C)
        yield from until(terminal, "Leave the table?")
        terminal.type(ESCAPE)
        yield from gone(terminal, "Leave the table?")
        terminal.type("qy")
        yield from until(terminal, "The game is adjourned", "Good evening")
        yield from choose(terminal, "  resume a game")
        yield from until(terminal, "can be resumed")
        yield from press(terminal, ENTER)
        yield from until(terminal, "▶ Your")
        yield from play(terminal, "another game")
        terminal.type("q")
        yield from until(terminal, "Good evening")
        terminal.type(CTRL_C)

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_the_first_lesson_has_a_hint_for_every_turn(tmp_path: Path) -> None:
    hints = []

    def script(terminal: Terminal) -> Script:
        def note() -> Script:
            yield from until(terminal, "I would")
            hints.append(terminal.text)

        yield from name_oneself(terminal)
        yield from choose(terminal, "  a first deal")
        yield from play(terminal, "Enter: go on", on_turn=note)
        terminal.type(ENTER)
        yield from until(terminal, "Good evening")
        terminal.type(ESCAPE)

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE
    assert len(hints) >= 8


@pytest.mark.slow
def test_settings_are_seen_at_once_and_kept(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  settings")
        yield from press(terminal, RIGHT)
        yield from until(terminal, "Réglages", "← français →")
        yield from press(terminal, DOWN)
        yield from press(terminal, RIGHT)
        yield from until(terminal, "rouge et noir")
        yield from press(terminal, DOWN + RIGHT)
        yield from until(terminal, "8P 10P DP AP")
        terminal.type("n\x15Léa" + ENTER)
        yield from until(terminal, "autre nom")
        terminal.type(ESCAPE)
        yield from until(terminal, "Bonsoir, Léa.")
        terminal.type("q")

    run(Program(tmp_path), script)
    kept = load_settings(tmp_path / "default")
    assert kept.theme is Theme.TWO_COLOURS
    assert kept != Settings()

    def again(terminal: Terminal) -> Script:
        yield from until(terminal, "Bonsoir, Léa.")
        terminal.type("q")

    run(Program(tmp_path), again)


@pytest.mark.slow
def test_the_lobby_takes_bots_rules_and_words(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "The next player types:", "3 seats are free.")
        yield from press(terminal, "b")
        yield from until(terminal, "Marcel", "2 seats are free.")
        yield from press(terminal, "thello" + ENTER)
        yield from until(terminal, "Zoe says: hello")
        yield from press(terminal, DOWN)
        yield from press(terminal, "k")
        yield from until(terminal, "3 seats are free.")
        yield from press(terminal, "o")
        yield from until(terminal, "Rules of this table", "another preset")
        yield from press(terminal, RIGHT)
        yield from until(terminal, "← clockwise →")
        yield from press(terminal, UP + DOWN + ENTER)
        yield from until(terminal, "The table before the game", "(direction)")
        terminal.type(ESCAPE)
        yield from until(terminal, "Leave the table?")
        terminal.type("y")

    program = Program(tmp_path, ("host", "--as", "Zoe"), Start.HOST)
    _, code = run(program, script)
    assert code == ExitCode.FINE
    assert "You have left before a game began." in program.said


@pytest.mark.slow
def test_a_code_that_is_used_up_stands_on_the_screen_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat = among_slow_bots(tmp_path, monkeypatch)

    def renew_the_code() -> None:
        cheat.sessions[0]._node.room.desk.renew_code()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "Marcel", "Jo", "Inès")
        yield from press(terminal, ENTER)
        yield from until(terminal, "Deal 1", "sort")
        yield from press(terminal, "c")
        yield from until(terminal, "Who wants to watch types:")
        cheat.call(renew_the_code)
        yield from gone(terminal, "Who wants to watch types:")
        terminal.type(CTRL_C + CTRL_C)

    arguments = ("host", "--as", "Zoe", "--watchers", "--bots", "3")
    _, code = run(Program(tmp_path, arguments, Start.HOST), script)
    assert code == ExitCode.UNFINISHED


@pytest.mark.slow
def test_a_code_that_is_none_is_said_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> tuple[object, ...]:
        return ()

    monkeypatch.setattr("belote_cli.tui.ways.browse", nothing)
    monkeypatch.setattr("belote_cli.tui.ways.LOOK_AGAIN_S", 3600.0)

    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  join a table")
        yield from until(terminal, "No table announces itself here yet.")
        terminal.type("7 trefle xyzzy" + ENTER)
        yield from until(terminal, "A code is a digit and two words")
        terminal.type("127.0.0.1:1" + ENTER)
        yield from until(terminal, "Code of the table:")
        terminal.type("7 trefle capot" + ENTER)
        yield from until(terminal, "Good evening", "No table was found.")
        terminal.type("q")

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE


@pytest.mark.slow
def test_the_rules_of_every_preset_from_the_menu(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  the rules")
        yield from until(terminal, "House rules (presets):", "classique-501")
        yield from press(terminal, "2")
        yield from until(terminal, "Rules of this table")
        terminal.type(ESCAPE)
        yield from until(terminal, "House rules (presets):")
        terminal.type(ESCAPE)
        yield from until(terminal, "Good evening")
        yield from choose(terminal, "  resume a game")
        yield from until(terminal, "There are no such games yet.")
        terminal.type(ESCAPE)
        yield from until(terminal, "Good evening")
        terminal.type("q")

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE


@pytest.mark.slow
def test_who_does_not_say_his_name_goes_home(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "What is your name?")
        terminal.type(CTRL_C)

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE


@pytest.mark.slow
def test_a_file_that_is_no_log_is_told_and_the_menu_comes_again(tmp_path: Path) -> None:
    games = tmp_path / "default" / "games"
    games.mkdir(parents=True)
    (games / "2026-01-01-abc.belote").write_bytes(b"this is no log")

    def script(terminal: Terminal) -> Script:
        yield from name_oneself(terminal)
        yield from choose(terminal, "  your games")
        yield from until(terminal, "2026-01-01-abc.belote", "cannot be read")
        yield from press(terminal, ENTER)
        yield from until(terminal, "Replay", "read on")
        terminal.type(ESCAPE)
        yield from until(terminal, "Your games")
        terminal.type(ESCAPE)
        yield from until(terminal, "Good evening")
        terminal.type("q")

    _, code = run(Program(tmp_path), script)
    assert code == ExitCode.FINE
