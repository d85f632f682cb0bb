"""A bot's machine sends what is wrong: the screen says who, what, why, and where the proof is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.plain.manner import End
from belote_cli.tui.program import Start
from belote_cli.words import Language
from belote_net.node.storage import read_log
from belote_net.table.messages import Call
from tests.tui.cheat import among_slow_bots
from tests.tui.houses import Program, press, run
from tests.tui.terminal import CTRL_C, ESCAPE, Script, Terminal, gone, until

WORDS = {
    Language.ENGLISH: (
        "▶ Your bid.",
        "✗ not connected",
        ("Something was refused", "Refused: what ", "(seat ", "Reason: not a Call: ", "Esc: back"),
        "The proof is kept in",
    ),
    Language.FRENCH: (
        "▶ À vous de parler.",
        "✗ hors ligne",
        ("Un envoi est refusé", "Refusé : ce qu'a envoyé ", "(place ", "Call ne se lit pas ainsi"),
        "La preuve est gardée dans",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", list(Language))
def test_a_refused_entry_is_shown_whole_and_the_proof_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    cheat = among_slow_bots(tmp_path, monkeypatch)
    my_turn, gone_words, page, proof = WORDS[language]

    def script(terminal: Terminal) -> Script:
        duty = yield from cheat.silence_a_bot(terminal, my_turn)
        yield from until(terminal, gone_words)
        cheat.call(partial(cheat.send, duty))
        yield from until(terminal, *page, proof)
        shown.append("".join(line.strip() for line in terminal.lines))
        yield from press(terminal, ESCAPE)
        yield from gone(terminal, page[0])
        terminal.type(CTRL_C + CTRL_C)

    shown: list[str] = []
    program = Program(tmp_path, ("demo", "--as", "Zoe"), Start.DEMO, language)
    _, code = run(program, script)
    end = cheat.sessions[0].ending.end
    assert code == {End.FINISHED: ExitCode.FINE, End.REFUSED: ExitCode.REFUSED}[end]
    (evidence,) = (tmp_path / "Zoe" / "games").glob("*.evidence-*.belote")
    assert str(evidence) in shown[0]
    assert any(name in shown[0] for name in ("Marcel", "Jo", "Inès"))
    assert read_log(evidence).records[-1].signed.entry.kind == Call.kind
