"""What follows a match, by keys: another one, the menu, the shell. And the contract before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.tui.program import Start
from tests.tui.houses import Program, play, press, run
from tests.tui.terminal import CTRL_C, ENTER, Script, Terminal, gone, until

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("hurried")]


def demo(home: Path) -> Program:
    return Program(home, ("demo", "--fast", "--as", "Zoe"), Start.DEMO)


def finished(home: Path) -> int:
    """How many games were played to their end, as the program itself lists them."""
    return len(list((home / "Zoe" / "games").glob("*.belote")))


def test_enter_plays_another_game_with_the_same_bots_and_q_leaves(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        for _ in range(2):
            yield from play(terminal, "Enter: another game · q: leave")
            terminal.type(ENTER)
            yield from gone(terminal, "another game")
            assert "The next player types" not in terminal.text
            yield from until(terminal, "Deal 1", "Marcel", "Jo", "Inès")
        yield from play(terminal, "Enter: another game · q: leave")
        yield from press(terminal, "s")
        yield from until(terminal, "Score sheet", "Esc: back")
        terminal.type("q")

    program = demo(tmp_path)
    _, code = run(program, script)
    assert code == ExitCode.FINE
    assert finished(tmp_path) == 3
    assert "The match is over: you " in program.said


def test_a_game_with_bots_that_was_taken_up_again_has_another_after_it(tmp_path: Path) -> None:
    def leaving(terminal: Terminal) -> Script:
        yield from until(terminal, "▶ Your")
        terminal.type(CTRL_C + CTRL_C)

    _, code = run(demo(tmp_path), leaving)
    assert code == ExitCode.UNFINISHED

    def script(terminal: Terminal) -> Script:
        for _ in range(2):
            yield from play(terminal, "another game")
            terminal.type(ENTER)
            yield from gone(terminal, "another game")
            yield from until(terminal, "Deal 1")
        yield from play(terminal, "another game")
        terminal.type("q")

    _, code = run(Program(tmp_path, ("resume", "--as", "Zoe"), Start.RESUME), script)
    assert code == ExitCode.FINE
    assert finished(tmp_path) == 3


def test_a_host_comes_back_to_the_lobby(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "1 seat is free.")
        terminal.type("b")
        yield from until(terminal, "Inès")
        terminal.type(ENTER)
        yield from play(terminal, "another game")
        terminal.type(ENTER)
        yield from until(terminal, "The table before the game", "Enter start")
        terminal.type(ENTER)
        yield from play(terminal, "another game")
        terminal.type(CTRL_C)

    program = Program(tmp_path, ("host", "--bots", "2", "--as", "Zoe"), Start.HOST)
    _, code = run(program, script)
    assert code == ExitCode.FINE
    assert finished(tmp_path) == 2


def test_the_contract_is_in_sight_from_the_call_on_and_after_a_restart(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        while "▶ Your card." not in terminal.text:
            if "▶ Your bid." in terminal.text:
                terminal.type("22")
                yield from gone(terminal, "▶ Your bid.")
            if "You take" in terminal.text or " takes " in terminal.text:
                assert "taken by" in terminal.lines[0], terminal.text
            yield
        calls.append(terminal.lines[0])
        terminal.type(CTRL_C + CTRL_C)

    calls: list[str] = []
    run(demo(tmp_path), script)

    def again(terminal: Terminal) -> Script:
        yield from until(terminal, "▶ Your card.")
        calls.append(terminal.lines[0])
        terminal.type("o")
        yield from until(terminal, "Rules of this table")
        calls.append(terminal.lines[0])
        terminal.type(CTRL_C + CTRL_C)

    run(Program(tmp_path, ("resume", "--as", "Zoe"), Start.RESUME), again)
    first, resumed, below_a_page = calls
    assert "taken by" in first
    assert first == resumed == below_a_page
