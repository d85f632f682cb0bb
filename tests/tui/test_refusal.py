"""A bot's machine sends what is wrong: the screen says who, what, why, and where the proof is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.plain.manner import End
from belote_cli.tui.program import Start
from belote_cli.tui.session import Session
from belote_cli.words import Language
from belote_net.node.node import HostNode
from belote_net.node.storage import read_log
from belote_net.table.decisions import Duty
from belote_net.table.messages import Agree, Call, Member, MemberKind
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import Identity
from tests.tui.houses import Program, press, run
from tests.tui.terminal import CTRL_C, ESCAPE, Script, Terminal, gone, until


@dataclass
class Cheat:
    """Speaks for the bot whose turn it is, with the bot's own key."""

    home: Path
    sessions: list[Session] = field(default_factory=list)

    def note(self, *arguments: Any) -> Session:  # noqa: ANN401 - whatever a session is given
        self.sessions.append(Session(*arguments))
        return self.sessions[-1]

    @property
    def duty(self) -> Duty | None:
        """The bid that is owed, once it is a bot's."""
        game = self.sessions[0]._node.game if self.sessions else None
        duties = game.table.waiting() if game is not None else ()
        bids = [one for one in duties if one.kind == Call.kind]
        return next((one for one in bids if self._member(one).kind is MemberKind.BOT), None)

    def silence(self, duty: Duty) -> None:
        """End the bot's own node, which would not live with what is said in its name."""
        session, public = self.sessions[0], self._member(duty).identity
        host, nursery = session._node, session._nursery
        assert isinstance(host, HostNode)
        assert nursery is not None
        (bot,) = (one for one in host._bots if one.identity == public)
        nursery.start_soon(bot.close)

    def send(self, duty: Duty) -> None:
        """Send a well-signed entry that is no bid, as if over a link."""
        session, public = self.sessions[0], self._member(duty).identity
        files = (self.home / "Zoe" / "bots").rglob("identity.key")
        identities = [Identity(file.read_bytes()) for file in files]
        identity = next(one for one in identities if one.public == public)
        signed = SignedEntry.seal(duty.context, Agree(), identity)
        game = session._node.game
        assert game is not None
        game.replica.offer(signed)

    def call(self, action: Callable[[], None]) -> None:
        """Do something in the game's own time."""
        guest = self.sessions[0]._stage._guest
        assert guest is not None
        guest.call(action)

    def _member(self, duty: Duty) -> Member:
        game = self.sessions[0]._node.game
        assert game is not None
        return game.table.members[duty.seat]


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
        ("Un envoi est refusé", "Refusé : ce qu'a envoyé ", "(siège ", "Call ne se lit pas ainsi"),
        "La preuve est gardée dans",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", list(Language))
def test_a_refused_entry_is_shown_whole_and_the_proof_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    cheat = Cheat(tmp_path)
    monkeypatch.setattr("belote_cli.tui.house.Session", cheat.note)
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 3600.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 3600.0)
    my_turn, gone_words, page, proof = WORDS[language]

    def script(terminal: Terminal) -> Script:
        while (duty := cheat.duty) is None:
            if my_turn in terminal.text:
                yield from press(terminal, "11")
            yield
        cheat.call(partial(cheat.silence, duty))
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
