"""A guest is gone: the host votes, and brings a bot, by typed lines; or only waits for him."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.commands.resume import resume_game
from belote_cli.exit_codes import ExitCode
from tests.cli.support import TypedLines
from tests.cli.test_tables import Player, Reader, caller, seen

DEADLINE_S = 60


class Prompted(Player):
    """Types what a script has for what was told last; else plays, or says nothing any more."""

    def __init__(self, reader: Reader, script: Sequence[tuple[str, str]]) -> None:
        super().__init__(["start"], reader)
        self.had_nothing = trio.Event()
        self._script = list(script)

    async def next_line(self) -> str | None:
        await trio.lowlevel.checkpoint()
        if self._script and re.search(self._script[0][0], self.reader.text):
            return self._script.pop(0)[1]
        if self._left or re.search(r"\(\? for help\) >\n$", self.reader.text):
            return await super().next_line()
        self.had_nothing.set()
        return None if not self._script else ""


class Thinking(TypedLines):
    """Is ready, and thinks about the first question for ever."""

    def __init__(self) -> None:
        super().__init__(["ready"])
        self.is_thinking = trio.Event()

    async def next_line(self) -> str | None:
        if self._left:
            return await super().next_line()
        self.is_thinking.set()
        await trio.sleep_forever()
        return None


@dataclass
class Evening:
    """Léa with two bots, and Bob, who is asked something when his machine dies."""

    home: Path
    nursery: trio.Nursery
    lea: Reader = field(default_factory=Reader)
    bob: Reader = field(default_factory=Reader)
    codes: list[ExitCode] = field(default_factory=list)

    async def lose_bob(self, host: TypedLines) -> None:
        self.nursery.start_soon(self._host, host)
        await seen(self.lea, r"At the table \(3 of 4\)")
        code = await seen(self.lea, r"Code of the table: (\S+)")
        where = await seen(self.lea, r"window here: belote-net join (\S+)")
        thinking = Thinking()
        joining = ("join", "--as", "Bob", where, code)
        async with trio.open_nursery() as machine:
            machine.start_soon(join_table, caller(self.home, thinking, self.bob, *joining))
            await thinking.is_thinking.wait()
            machine.cancel_scope.cancel()

    async def bring_bob_back(self) -> None:
        again = caller(self.home, Thinking(), self.bob, "resume", "--as", "Bob")
        self.nursery.start_soon(resume_game, again)
        await seen(self.lea, r"Bob is connected\.")

    async def _host(self, source: TypedLines) -> None:
        arguments = ("host", "--as", "Léa", "--bots", "2")
        self.codes.append(await host_table(caller(self.home, source, self.lea, *arguments)))


@asynccontextmanager
async def evening(home: Path) -> AsyncIterator[Evening]:
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            yield Evening(home, nursery)
            nursery.cancel_scope.cancel()


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.01)
    monkeypatch.setattr("belote_cli.standstill.LOST_S", 1)


@pytest.mark.slow
def test_the_host_votes_and_gives_the_seat_to_a_bot_by_lines(tmp_path: Path) -> None:
    async def play() -> str:
        async with evening(tmp_path) as here:
            script = (
                (r"Type vote to go on without Bob\.", "vote"),
                (r"Type vote yes to vote", "yes"),
                (r"Type bot to give it to a bot of this machine\.", "bot"),
            )
            await here.lose_bob(Prompted(here.lea, script))
            await seen(here.lea, r"has taken the free seat: the game goes on\.")
            assert here.codes == []
            return here.lea.text

    told = trio.run(play)
    assert "A vote cannot be taken back." in told
    assert "Bob does not answer: the table goes on without Bob." in told
    assert "Bob has forfeited deal 1." in told
    assert "Bob's seat is free. Who wants it types: belote-net join " in told
    assert re.search(r"bot \(on Léa's machine: it will see seats 1, 2, 3 and 4\)", told)


@pytest.mark.slow
def test_a_script_that_has_no_word_for_it_waits_and_who_was_lost_comes_back(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with evening(tmp_path) as here:
            source = Prompted(here.lea, ())
            await here.lose_bob(source)
            await seen(here.lea, r"Type vote to go on without Bob\.")
            await source.had_nothing.wait()
            await here.bring_bob_back()
            assert here.codes == []

    trio.run(play)
