"""Watching somebody's table by the line interface: real nodes on loopback, typed lines."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import trio

from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.commands.resume import resume_game
from belote_cli.commands.watch import watch_table
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_net.node.discovery import FoundTable
from belote_net.node.errors import PeerRefused, Refusal, TableNotFound
from belote_net.node.transport import Address
from tests.cli.support import Run, TypedLines
from tests.cli.test_tables import SHORT, Command, Player, Reader, caller, seen


class Typist(TypedLines):
    """Types each line once its reader is shown something, and then no more."""

    def __init__(self, reader: Reader, *script: tuple[str, str]) -> None:
        super().__init__([])
        self._reader = reader
        self._script = list(script)

    @property
    def is_interactive(self) -> bool:
        return True

    async def next_line(self) -> str | None:
        if not self._script:
            return None
        pattern, line = self._script.pop(0)
        await seen(self._reader, f"(?s){pattern}")
        return line


class Slow(Player):
    """Answers only while `may_play`; says `code` when it may not for the first time."""

    def __init__(self, reader: Reader, *, answers: int) -> None:
        super().__init__(["start"], reader)
        self.may_play = trio.Event()
        self._before = answers
        self._asks_for_code = True

    async def next_line(self) -> str | None:
        if self._left:
            return await super().next_line()
        if self._before:
            self._before -= 1
        elif self._asks_for_code:
            self._asks_for_code = False
            return "code"
        else:
            await self.may_play.wait()
        return await super().next_line()


@dataclass
class Table:
    """A host with three bots, in a process of its own as far as anybody can tell."""

    home: Path
    nursery: trio.Nursery
    reader: Reader = field(default_factory=Reader)
    source: TypedLines | None = None
    codes: list[ExitCode] = field(default_factory=list)

    async def open(self, source: TypedLines, *arguments: str) -> None:
        hosting = ("host", "--as", "Léa", *arguments, *SHORT)
        self.nursery.start_soon(partial(self.run, host_table, source, self.reader, *hosting))
        await seen(self.reader, r"At the table \(4 of 4\)")

    async def run(self, work: Command, source: TypedLines, reader: Reader, *arguments: str) -> None:
        self.codes.append(await work(caller(self.home, source, reader, *arguments)))

    async def where(self) -> str:
        return await seen(self.reader, r"window here: belote-net join (\S+)")


@asynccontextmanager
async def table(home: Path) -> AsyncIterator[Table]:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            yield Table(home, nursery)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.01)


@pytest.mark.slow
def test_a_script_watches_a_game_to_its_end_and_verifies_it(belote: Run, tmp_path: Path) -> None:
    home, zoe = tmp_path / "home", Reader()

    async def evening() -> list[ExitCode]:
        async with table(home) as here:
            host = Slow(here.reader, answers=0)
            await here.open(host, "--bots", "3", "--watchers")
            code = await seen(here.reader, r"types: belote-net watch (\S+)")
            watching = ("watch", "--as", "Zoé", await here.where(), code)
            here.nursery.start_soon(here.run, watch_table, TypedLines([]), zoe, *watching)
            await seen(here.reader, r"Watching now: Zoé\.")
            host.may_play.set()
        return here.codes

    assert trio.run(evening) == [ExitCode.FINE, ExitCode.FINE]
    assert "You watch this table." in zoe.text
    assert "Others may watch this table. Watching now: you." in zoe.text
    assert re.search(r"The match is over: (.*) win\.", zoe.text)
    assert "Your hand" not in zoe.text
    path = re.findall(r"The game is kept in (\S+)", zoe.text)[-1]
    assert belote("verify", path).code == ExitCode.FINE
    listed = belote("games", "--as", "Zoé").out
    assert "watched to its end" in listed
    assert "Zoé" not in listed.split(";")[0]
    assert belote("resume", "--as", "Zoé").code == ExitCode.ENVIRONMENT


@pytest.mark.slow
def test_who_comes_late_leaves_and_comes_back_without_a_code(belote: Run, tmp_path: Path) -> None:
    home, zoe, again = tmp_path / "home", Reader(), Reader()

    async def evening() -> list[ExitCode]:
        async with table(home) as here:
            host = Slow(here.reader, answers=2)
            await here.open(host, "--bots", "3", "--watchers")
            code = await seen(here.reader, r"Who wants to watch types: belote-net watch (\S+)\nor")
            typist = Typist(
                zoe,
                ("Waiting for Léa", "?"),
                ("quit: leave; the game goes on", "say hello"),
                ("You only watch", "7s"),
                ("You only watch.*You only watch", "score"),
                ("Score: .*Score: ", "code"),
                ("Only the host can do that", "quit"),
            )
            where = await here.where()
            await here.run(watch_table, typist, zoe, "watch", "--as", "Zoe", where, code)
            game = await seen(zoe, r"To watch on: belote-net resume (\w+) --as Zoe")
            host.may_play.set()
            await here.run(
                resume_game, TypedLines([]), again, "resume", "--as", "Zoe", game, "--at", where
            )
        return here.codes

    codes = trio.run(evening)
    assert sorted(codes) == [ExitCode.FINE, ExitCode.FINE, ExitCode.UNFINISHED]
    # What was played before is told as the table stands, not card by card.
    before = zoe.text[: zoe.text.index("Waiting for Léa")]
    assert " plays " not in before
    assert "Contract: " in before or "Turned card: " in before
    assert "Zoe says" not in zoe.text
    assert re.search(r"The match is over: (.*) win\.", again.text)
    path = re.findall(r"The game is kept in (\S+)", again.text)[-1]
    assert belote("verify", path).code == ExitCode.FINE


@pytest.mark.slow
def test_the_host_opens_the_table_and_closes_it_and_everybody_sees_it(tmp_path: Path) -> None:
    lea, bob = Reader(), Reader()
    opened, closed = "Others may watch this table; nobody does.", "Nobody may watch this table."

    async def evening() -> None:
        async with table(tmp_path) as here:
            here.reader = lea
            typist = Typist(
                lea,
                (r"Bob \(ready\)", "watchers"),
                (opened, "who"),
                (opened + ".*" + opened, "watchers"),
                (closed, "quit"),
            )
            here.nursery.start_soon(here.run, host_table, typist, lea, "host", "--as", "Léa")
            code = await seen(lea, r"Code of the table: (\S+)")
            join = ("join", "--as", "Bob", await here.where(), code)
            guest = Typist(bob, ("At the table", "ready"), (opened, "watchers"), (closed, "quit"))
            await here.run(join_table, guest, bob, *join)
            here.nursery.cancel_scope.cancel()

    trio.run(evening)
    assert re.search(r"2 Bob \(ready\)\n(.|\n)*2 Bob\n", lea.text)  # he is asked again
    assert "Only the host can do that." in bob.text
    assert bob.text.index(opened) < bob.text.index(closed)


@pytest.mark.slow
def test_a_table_that_is_closed_says_so(belote: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"

    async def evening() -> None:
        async with table(home) as here:
            stay = Player([], here.reader, interactive=True)
            here.nursery.start_soon(here.run, host_table, stay, here.reader, "host", "--as", "Léa")
            code = await seen(here.reader, r"Code of the table: (\S+)")
            watching = ("watch", "--as", "Zoe", await here.where(), code)
            with pytest.raises(PeerRefused) as caught:
                await here.run(watch_table, TypedLines([]), Reader(), *watching)
            assert caught.value.reason is Refusal.CLOSED
            here.nursery.cancel_scope.cancel()

    trio.run(evening)


OPEN = FoundTable("Chez Léa", "Léa", (Address("127.0.0.1", 1),), may_be_watched=True)
CLOSED = FoundTable("Chez Jo", "Jo", (Address("127.0.0.1", 2),))


@pytest.mark.parametrize(
    ("found", "asked", "error"),
    [
        ((), False, CommandFailed),
        ((CLOSED,), False, CommandFailed),
        ((CLOSED, OPEN), False, TableNotFound),
        ((OPEN, OPEN), True, TableNotFound),
    ],
)
def test_only_tables_that_may_be_watched_are_offered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    found: tuple[FoundTable, ...],
    asked: bool,  # noqa: FBT001 - a parameter
    error: type[Exception],
) -> None:
    async def browse() -> tuple[FoundTable, ...]:
        return found

    monkeypatch.setattr("belote_cli.commands.join.browse", browse)
    reader = Reader()

    async def evening() -> None:
        lines = TypedLines(["2"])
        await watch_table(caller(tmp_path, lines, reader, "watch", "--as", "Zoe", "7-trefle-capot"))

    with pytest.raises(error):
        trio.run(evening)
    assert ("Number of the table" in reader.text) == asked
    assert "Chez Jo" not in reader.text
    if OPEN in found:
        assert "Chez Léa (127.0.0.1:1), may be watched" in reader.text


def test_tables_to_join_say_whether_they_may_be_watched(
    belote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def browse() -> tuple[FoundTable, ...]:
        return (CLOSED, OPEN)

    monkeypatch.setattr("belote_cli.commands.join.browse", browse)
    found = belote("join", "--as", "Bob", lines=["x"])
    assert "1: Chez Jo (127.0.0.1:2)" in found.lines
    assert "2: Chez Léa (127.0.0.1:1), may be watched" in found.lines


def test_nothing_to_watch_says_what_to_do(belote: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def browse() -> tuple[FoundTable, ...]:
        return ()

    monkeypatch.setattr("belote_cli.commands.join.browse", browse)
    found = belote("watch", "7-trefle-capot", "--as", "Zoe", lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert "tapez : belote-net watch HÔTE:PORT" in found.error
