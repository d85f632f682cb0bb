"""Playing by the line interface: real nodes on loopback, typed lines, printed lines."""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest
import trio

from belote_cli.arguments import parse_arguments
from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.commands.resume import resume_game
from belote_cli.console import Console
from belote_cli.exit_codes import ExitCode
from belote_cli.homes import HOME_VARIABLE
from belote_cli.invocation import Invocation
from belote_cli.tables import Caller
from belote_cli.where import read_where
from belote_cli.words import Language, Words
from belote_net.node.durable import DiskFile
from belote_net.node.errors import BadAddress, BadCode, CodeRefused
from belote_net.node.profile import Profile
from belote_net.node.transport import Address
from tests.cli.support import Run, TypedLines

ANSWERS = ("2", "3", "4", "5", "6", "7", "8", "1")
"""Typed in turn, one of them is always a legal bid or card."""

SHORT = ("--set", "target=10", "--set", "audit=never")


Command = Callable[[Caller], Awaitable[ExitCode]]


class Reader(io.TextIOWrapper):
    """What one reader has been shown so far."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    @property
    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()


class Player(TypedLines):
    """Types some lines, then whatever is legal, until the game is over or so many answers."""

    def __init__(
        self, first: Sequence[str], reader: Reader, *, last: int = 10_000, interactive: bool = False
    ) -> None:
        super().__init__(first)
        self.reader = reader
        self._answers = cycle(ANSWERS)
        self._last = last
        self._interactive = interactive

    @property
    def is_interactive(self) -> bool:
        return self._interactive

    async def next_line(self) -> str | None:
        line = await super().next_line()
        if line is not None:
            return line
        if self._interactive:
            await trio.sleep_forever()
        if "The game is kept in" in self.reader.text or not self._last:
            return None
        self._last -= 1
        return next(self._answers)


def caller(home: Path, source: TypedLines, reader: Reader, *arguments: str) -> Caller:
    """Somebody at a terminal of his own."""
    words = Words(Language.ENGLISH)
    console = Console(words, environ={}, out=reader, error=reader)
    parsed = parse_arguments(list(arguments), words)
    return Caller(Invocation(parsed, console, {HOME_VARIABLE: str(home)}), source)


async def seen(reader: Reader, pattern: str) -> str:
    """Wait until something is shown; returns its first group."""
    with trio.fail_after(20):
        while (found := re.search(pattern, reader.text)) is None:  # noqa: ASYNC110
            await trio.sleep(0.01)  # the text has no event to wait for
    return found[1] if found.groups() else found[0]


@pytest.mark.slow
def test_four_bots_play_and_verify_their_own_log(belote: Run) -> None:
    found = belote("demo", "--watch", "--fast", "--seed", "3", *SHORT, "--as", "Zoé")
    assert found.code == ExitCode.FINE
    assert "This process holds the secrets of all four: it could see every hand." in found.lines
    assert "Verdict: finished. Every entry is right." in found.lines
    path = found.lines[-1].removeprefix("Log: ")
    again = belote("verify", path)
    assert again.code == ExitCode.FINE
    assert set(again.lines) <= set(found.lines)
    replayed = belote("replay", path)
    assert replayed.code == ExitCode.FINE


@pytest.mark.slow
def test_a_whole_demo_by_script(belote: Run) -> None:
    lines = [
        "?",
        "score",
        "table",
        "rules",
        "last",
        "hand",
        "why 1",
        "\x1b[A",
        "é♠" * 300,
        "say hi",
    ]
    found = belote(
        "demo", "--fast", *SHORT, "--as", "Zoé", lines=[*lines, *(ANSWERS * 20)], lang="fr"
    )
    assert found.code == ExitCode.FINE
    assert any(line.startswith("La partie est finie : vous avez ") for line in found.lines)
    assert any(line.startswith("La partie est gardée dans ") for line in found.lines)
    assert "Zoé dit : hi" in found.lines
    assert "À vous de jouer (? pour l'aide) >" in found.lines
    assert found.out.count("Votre jeu") >= 8
    assert "\x1b" not in found.out


@pytest.mark.slow
def test_the_end_of_the_lines_adjourns_and_says_how_to_go_on(belote: Run) -> None:
    found = belote("demo", "--fast", "--as", "Zoe", lines=["p"])
    assert found.code == ExitCode.UNFINISHED
    (game,) = re.findall(r"To go on: belote-net resume (\w+) --as Zoe", found.lines[-1])
    listed = belote("games", "--as", "Zoe")
    assert game in listed.out
    assert "can be resumed" in listed.out
    resumed = belote("resume", game, "--as", "Zoe", lines=["score", "p", "table"])
    assert resumed.code == ExitCode.UNFINISHED
    assert f"Game {game} goes on as soon as the others are here." in resumed.lines
    assert any(line.startswith("Score: ") for line in resumed.lines)
    finished = belote("demo", "--fast", *SHORT, "--as", "Zoe", lines=ANSWERS * 20)
    assert finished.code == ExitCode.FINE


@pytest.mark.slow
def test_two_people_and_two_bots_with_a_break(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.01)
    host_out, guest_out = Reader(), Reader()

    async def leave_and_come_back() -> list[ExitCode]:
        codes: list[ExitCode] = []

        async def sit(work: Command, source: TypedLines, out: Reader, *arguments: str) -> None:
            codes.append(await work(caller(tmp_path, source, out, *arguments)))

        async with trio.open_nursery() as nursery:
            lines = Player(["who", "?", "start"], host_out)
            hosting = ("host", "--as", "Léa", "--bots", "2", *SHORT)
            nursery.start_soon(partial(sit, host_table, lines, host_out, *hosting))
            await seen(host_out, r"At the table \(3 of 4\)")
            code = await seen(host_out, r"Code of the table: (\S+)")
            where = await seen(host_out, r"window here: belote-net join (\S+)")
            guest = Player(["rules", "say hello", "bot", "ready"], guest_out, last=3)
            await sit(join_table, guest, guest_out, "join", "--as", "Bob", where, code)
            await seen(host_out, "Bob has left the table; the game waits.")
            await sit(resume_game, Player([], guest_out), guest_out, "resume", "--as", "Bob")
        return codes

    assert trio.run(leave_and_come_back) == [ExitCode.UNFINISHED, ExitCode.FINE, ExitCode.FINE]
    assert "Bob, met for the first time: " in host_out.text
    assert "Bob says: hello" in host_out.text
    assert "Léa, met for the first time: " in guest_out.text
    assert "Only the host can do that." in guest_out.text
    assert "Bob is connected." in host_out.text
    for reader, word in ((host_out, "start"), (guest_out, "ready")):
        after = reader.text.rpartition("The match is over: ")[2]
        assert f"For another game type {word}; to leave, quit; for help, ?." in after


@pytest.mark.slow
def test_a_guest_is_told_that_the_host_has_gone(tmp_path: Path) -> None:
    host_out, guest_out = Reader(), Reader()

    async def stay(source: TypedLines, out: Reader, *arguments: str) -> None:
        work = host_table if arguments[0] == "host" else join_table
        await work(caller(tmp_path, source, out, *arguments))

    async def lose_the_host() -> None:
        async with trio.open_nursery() as nursery:
            with trio.CancelScope() as hosting:
                async with trio.open_nursery() as table:
                    lines = Player([], host_out, interactive=True)
                    table.start_soon(partial(stay, lines, host_out, "host", "--as", "Lea"))
                    code = await seen(host_out, r"Code of the table: (\S+)")
                    where = await seen(host_out, r"window here: belote-net join (\S+)")
                    guest = Player([], guest_out, interactive=True)
                    nursery.start_soon(
                        partial(stay, guest, guest_out, "join", "--as", "Bob", where, code)
                    )
                    await seen(guest_out, r"At the table \(2 of 4\)")
                    hosting.cancel()
            await seen(guest_out, "The host is not here: wait, or leave")
            nursery.cancel_scope.cancel()

    trio.run(lose_the_host)


def test_a_place_to_join_in_any_order() -> None:
    address, code = Address("192.168.1.7", 22032), "7-trefle-capot"
    assert read_where([]) == (None, None)
    assert read_where(["192.168.1.7"]) == (address, None)
    assert read_where(["7-Trèfle-capot"]) == (None, code)
    assert read_where(["7", "trefle", "capot"]) == (None, code)
    for words in (["192.168.1.7", code], [code, "192.168.1.7:22032"]):
        assert read_where(words) == (address, code)
    assert read_where(["7", "trefle", "capot", "192.168.1.7"]) == (address, code)
    assert read_where(["localhost", code]) == (Address("localhost", 22032), code)
    assert read_where(["pc-de-lea", code]) == (Address("pc-de-lea", 22032), code)
    assert read_where(["[fd00::1]:4000"]) == (Address("fd00::1", 4000), None)


def test_what_is_neither_code_nor_address() -> None:
    for words in (["trefle"], ["7-xyzzy-qqqq"], ["7", "trefle"]):
        with pytest.raises(BadCode):
            read_where(words)
    for words in (["1.2.3.4", "5.6.7.8"], ["x:y"], ["1.2.3.4:99999"]):
        with pytest.raises(BadAddress):
            read_where(words)


def test_nobody_at_the_address(belote: Run) -> None:
    found = belote("join", "127.0.0.1:1", "7-trefle-capot", "--as", "Bob", lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert found.error.startswith("belote-net : Aucune table trouvée.")


def test_a_code_that_is_none_by_script(belote: Run) -> None:
    found = belote("join", "127.0.0.1:1", "--as", "Bob", lines=["nonsense"])
    assert found.code == ExitCode.ENVIRONMENT
    assert "A code is a digit and two words" in found.error
    assert belote("join", "127.0.0.1:1", "--as", "Bob").code == ExitCode.ENVIRONMENT


def test_a_port_in_use(belote: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = belote("host", "--as", "Bob", "--port", str(port), lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert found.error == (
        "belote-net : Un autre programme utilise ce port : choisissez-en un autre avec --port.\n"
    )


def test_one_player_in_two_windows(belote: Run, tmp_path: Path) -> None:
    profile = Profile(tmp_path / "home", "Bob", secrets.token_bytes)
    try:
        found = belote("host", "--as", "Bob")
    finally:
        profile.close()
    assert found.code == ExitCode.ENVIRONMENT
    assert "--as NAME" in found.error


def test_a_host_who_leaves_before_anybody_came(belote: Run) -> None:
    found = belote(
        "host", "--as", "Bob", lines=["?", "who", "nonsense", "place 9", "kick x", "code"]
    )
    assert found.code == ExitCode.FINE
    assert "At the table (1 of 4): 1 Bob (you)" in found.lines
    assert "start: begin as soon as all are ready" in found.lines
    assert found.out.count("I do not understand") == 3
    assert "The code of the table is now " in found.out


@pytest.mark.slow
def test_a_wrong_code_is_told_on_both_sides(tmp_path: Path) -> None:
    host_out, guest_out = Reader(), Reader()

    async def knock() -> None:
        async with trio.open_nursery() as nursery:
            stay = Player([], host_out, interactive=True)
            nursery.start_soon(host_table, caller(tmp_path, stay, host_out, "host", "--as", "Lea"))
            where = await seen(host_out, r"window here: belote-net join (\S+)")
            guest = caller(
                tmp_path, TypedLines([]), guest_out, "join", "--as", "Bob", where, "7-trefle-capot"
            )
            with pytest.raises(CodeRefused):
                await join_table(guest)
            await seen(host_out, "Somebody typed a wrong code: 4 tries are left.")
            nursery.cancel_scope.cancel()

    trio.run(knock)


def test_the_menu(belote: Run) -> None:
    lines = ["8", "", "7", "x", "10", "6", "q"]
    found = belote(lines=lines, lang="fr", environ={"USER": "zoé"})
    assert found.code == ExitCode.FINE
    assert found.lines[0] == "Bonsoir, zoé."
    assert "1: jouer avec trois robots" in found.lines
    assert "Règles de maison :" in found.lines
    assert "Pas encore de partie." in found.lines
    assert "Il n'y a pas de partie à reprendre." in found.lines
    assert found.lines.count("Tapez un numéro de 1 à 9, ou q.") == 2
    assert belote().code == ExitCode.FINE


PROGRAM = (sys.executable, "-m", "belote_cli")


def program_environ(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        HOME_VARIABLE: str(home),
        "LANG": "fr_FR.UTF-8",
        "LC_ALL": "",
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.mark.slow
def test_standard_input_of_a_real_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "demo", "--fast", "--as", "Zoé"],
        input="?\r\nscore\né♠\x00\x1b[A\n" + "\xff" * 20_000 + "\ntable",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=program_environ(tmp_path),
        timeout=30,
        check=False,
    )
    assert done.returncode == ExitCode.UNFINISHED
    assert done.stderr == ""
    assert "Votre jeu : 1:" in done.stdout
    assert "Je ne comprends pas « é♠??[A »" in done.stdout
    assert "La partie est suspendue. Pour la reprendre : belote-net resume " in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "demo", "--fast", "--as", "Zoé"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=program_environ(tmp_path),
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "(? pour l'aide)" in line.decode():
            process.send_signal(number)
            break
    out, error = process.communicate(timeout=30)
    assert process.returncode == ExitCode.UNFINISHED
    assert error == b""
    assert "Pour la reprendre : belote-net resume " in out.decode()


@pytest.mark.slow
def test_a_reader_who_has_gone_ends_the_game_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "demo", "--watch", "--fast", "--as", "Zoé"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=program_environ(tmp_path),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == ExitCode.FINE


@pytest.mark.slow
def test_a_full_disk_ends_the_game_with_one_sentence(
    belote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def append(file: DiskFile, data: bytes) -> None:
        nonlocal written
        written += len(data)
        if written > 40_000:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file, data)

    real = DiskFile.append
    monkeypatch.setattr(DiskFile, "append", append)
    found = belote("demo", "--watch", "--fast", "--as", "Zoe", lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert found.error == ("belote-net : Le disque est plein. Ce qui était écrit avant est sauf.\n")
    assert "Pour la reprendre : belote-net resume" in found.lines[-1]
