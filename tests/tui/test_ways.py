"""Watching bots, and joining by a code: what goes on without a key, and what the shell is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.tui.program import Start
from belote_net.node.discovery import FoundTable
from belote_net.node.errors import TableNotFound
from belote_net.node.transport import Address
from tests.tui.houses import Program, play, run
from tests.tui.terminal import ESCAPE, Script, Terminal, gone, until

TALLY = re.compile(r"Tricks \(points\): Lucien and Jo (\d) \((\d+)\), \S+ and \S+ (\d) \((\d+)\)")


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_four_bots_are_watched_without_a_key_and_their_log_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_cli.tui.pauses.RESULT_PAUSE_S", 0.3)
    seen, tallies = set[bool](), list[list[int]]()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "Deal 1", "Lucien and Jo")
        while "The match is over: " not in terminal.text:
            seen.add("your turn" in terminal.text)
            if found := TALLY.search(terminal.text):
                tallies.append([int(number) for number in found.groups()])
            yield
        yield from until(terminal, "The match is over: ")

    program = Program(tmp_path, ("demo", "--watch", "--fast", "--as", "Zoe"), Start.DEMO)
    _, code = run(program, script)
    assert code == ExitCode.FINE
    assert seen == {False}
    counted = dict.fromkeys(ours + theirs for ours, _, theirs, _ in tallies)
    assert list(counted)[:8] == list(range(8))  # every trick, the last below the result
    assert tallies == sorted(tallies, key=sum)
    assert "Verdict: finished. Every entry is right." in program.said
    assert "The match is over: " in program.said
    assert ".belote" in program.said


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_the_result_of_a_deal_never_covers_the_next_for_a_spectator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_cli.tui.pauses.RESULT_PAUSE_S", 3600.0)
    monkeypatch.setattr("tests.tui.houses.SHORT", ("audit=never", "litige=fail"))

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "The deal is over")
        yield from gone(terminal, "The deal is over")
        yield from until(terminal, " 1 (")
        terminal.type("qy")

    program = Program(tmp_path, ("demo", "--watch", "--fast", "--as", "Zoe"), Start.DEMO)
    _, code = run(program, script)
    assert code == ExitCode.UNFINISHED


@pytest.mark.slow
def test_a_code_is_enough_and_leaving_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([(), (FoundTable("Léa", "host", (Address("127.0.0.1", 1),)),)])

    async def browse() -> tuple[FoundTable, ...]:
        return next(looks)

    monkeypatch.setattr("belote_cli.tui.ways.browse", browse)
    monkeypatch.setattr("belote_cli.tui.ways.LOOK_AGAIN_S", 0.1)

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "Code 7-trefle-capot.")

    program = Program(tmp_path, ("join", "7-trefle-capot", "--as", "Zoe"), Start.JOIN)
    with pytest.raises(TableNotFound):
        run(program, script)

    looks = iter([()])
    monkeypatch.setattr("belote_cli.tui.ways.LOOK_AGAIN_S", 3600.0)

    def leaving(terminal: Terminal) -> Script:
        yield from until(terminal, "Code 7-trefle-capot.", "Still looking")
        terminal.type(ESCAPE)

    _, code = run(program, leaving)
    assert code == ExitCode.FINE
    assert "You have left before a game began." in program.said


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_after_a_demonstration_the_shell_knows_the_result_and_the_file(tmp_path: Path) -> None:
    def script(terminal: Terminal) -> Script:
        yield from play(terminal, "another game")
        terminal.type("q")

    program = Program(tmp_path, ("demo", "--fast", "--as", "Zoe"), Start.DEMO)
    _, code = run(program, script)
    assert code == ExitCode.FINE
    assert "The match is over: you " in program.said
    assert "Score: us " in program.said
    assert "Log: " in program.said
