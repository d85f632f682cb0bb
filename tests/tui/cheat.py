"""A bot's machine in the hands of a cheat, for tests of what the screen then says."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from belote_cli.tui.session import Session
from belote_net.node.node import HostNode
from belote_net.table.decisions import Duty
from belote_net.table.messages import Agree, Call, Member, MemberKind
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import Identity
from tests.tui.houses import press
from tests.tui.terminal import Terminal


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

    def silence_a_bot(self, terminal: Terminal, my_turn: str) -> Generator[None, None, Duty]:
        """Pass until a bot is to bid, and end its node; returns what it owes."""
        while (duty := self.duty) is None:
            if my_turn in terminal.text:
                yield from press(terminal, "11")
            yield
        self.call(partial(self._silence, duty))
        return duty

    def _silence(self, duty: Duty) -> None:
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


def among_slow_bots(home: Path, monkeypatch: pytest.MonkeyPatch) -> Cheat:
    """A cheat at a table where no bot ever comes to the end of its thoughts."""
    cheat = Cheat(home)
    monkeypatch.setattr("belote_cli.tui.house.Session", cheat.note)
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 3600.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 3600.0)
    return cheat
