"""A bot's node dies in a game on the screen: vote, forfeit, free seat, the bot again, by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.tui.program import Start
from belote_cli.words import Language
from tests.tui.cheat import among_slow_bots
from tests.tui.houses import Program, run
from tests.tui.terminal import CTRL_C, ENTER, Script, Terminal, gone, until

WORDS = {
    Language.ENGLISH: (
        "▶ Your bid.",
        "[a] propose to go on without",
        ("Go on without a player?", "A vote cannot be taken back.", "y: vote"),
        ("The deal is over", "forfeit: a player has left the table"),
        "[a] choose who takes it",
        ("Who takes the free seat?", "b: a bot of this machine"),
        "is back: the game goes on",
        "Leave the table?",
    ),
    Language.FRENCH: (
        "▶ À vous de parler.",
        "[a] proposer de continuer sans",
        ("Continuer sans un joueur ?", "Un vote ne se reprend pas.", "o : voter"),
        ("La donne est finie", "forfait"),
        "[a] choisir qui la prend",
        ("Qui prend la place libre ?", "b : un robot de cette machine"),
        "est de retour : la partie continue",
        "Quitter la table ?",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", list(Language))
def test_a_bot_that_died_is_voted_out_and_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    cheat = among_slow_bots(tmp_path, monkeypatch)
    monkeypatch.setattr("belote_cli.standstill.LOST_S", 1)
    monkeypatch.setattr("tests.tui.houses.SHORT", ("target=1000",))  # a forfeit does not end it
    my_turn, banner, vote, result, free, who, filled, leave = WORDS[language]

    def script(terminal: Terminal) -> Script:
        yield from cheat.silence_a_bot(terminal, my_turn)
        yield from until(terminal, banner)
        terminal.type("a")
        yield from until(terminal, *vote)
        terminal.type("y")
        yield from until(terminal, *result)
        terminal.type(ENTER)
        yield from gone(terminal, result[0])
        yield from until(terminal, free)
        terminal.type("a")
        yield from until(terminal, *who)
        terminal.type("b")
        yield from until(terminal, filled)
        terminal.type(CTRL_C)
        yield from until(terminal, leave, "belote-net resume")
        terminal.type(CTRL_C)

    program = Program(tmp_path, ("demo", "--as", "Zoe"), Start.DEMO, language)
    _, code = run(program, script)
    assert code == ExitCode.UNFINISHED
