"""A bot's machine sends what is wrong: by lines, too, the table goes on without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from belote_cli.commands.demo import play_demo
from belote_cli.exit_codes import ExitCode
from belote_cli.plain.face import Face
from belote_net.node.node import Node
from belote_net.table.decisions import Duty
from belote_net.table.messages import Agree, Call, MemberKind, Play
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import Identity
from tests.cli.support import TypedLines
from tests.cli.test_leaving import Prompted
from tests.cli.test_tables import Reader, caller, seen

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("toy")]

DEADLINE_S = 40
SLOW_S = 3600.0


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> list[Node]:
    """The nodes that faces show; no bot ever comes to the end of its thoughts."""
    shown: list[Node] = []

    def face(*arguments: Any) -> Face:  # noqa: ANN401 - whatever a face is given
        made = Face(*arguments)
        shown.append(made._node)
        return made

    monkeypatch.setattr("belote_cli.tables.Face", face)
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", SLOW_S)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", SLOW_S)
    return shown


def turn_of_a_bot(nodes: list[Node]) -> Duty | None:
    """What is to be said, once it is for a bot to say."""
    game = nodes[0].game if nodes else None
    if game is None:
        return None
    members, due = game.table.members, game.table.waiting()
    turns = [one for one in due if one.kind in (Call.kind, Play.kind)]
    return next((one for one in turns if members[one.seat].kind is MemberKind.BOT), None)


async def send_what_is_wrong(home: Path, nodes: list[Node]) -> str:
    """Say something wrong for a bot whose turn it is, and return its name; its node lives on."""
    while (duty := turn_of_a_bot(nodes)) is None:  # noqa: ASYNC110 - it fires no event of ours
        await trio.sleep(0.01)
    host = nodes[0]
    assert host.game is not None
    member = host.game.table.members[duty.seat]
    (bot,) = (one for one in (host, *host._bots) if one.identity == member.identity)
    assert bot.game is not None
    # An honest node that meets a wrong entry of its own ends; this one is not ashamed.
    vars(bot.game.replica)["_is_ours"] = lambda signed: False
    keys = await trio.to_thread.run_sync(lambda: list(map(_identity, home.rglob("identity.key"))))
    key = next(one for one in keys if one.public == member.identity)
    host.game.replica.offer(SignedEntry.seal(duty.context, Agree(), key))
    return member.name


def _identity(path: Path) -> Identity:
    return Identity(path.read_bytes())


def demo(
    home: Path, nodes: list[Node], make: Callable[[Reader], TypedLines], *more: str, until: str = ""
) -> tuple[str, str, list[ExitCode]]:
    """What was told until then, or to the end, whom it was about, and how the program ended."""

    async def play() -> tuple[str, str, list[ExitCode]]:
        reader, codes = Reader(), list[ExitCode]()

        async def run() -> None:
            arguments = ("demo", "--as", "Zoe", *more)
            codes.append(await play_demo(caller(home, make(reader), reader, *arguments)))

        with trio.fail_after(DEADLINE_S):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(run)
                name = await send_what_is_wrong(home, nodes)
                if until:
                    await seen(reader, until)
                    nursery.cancel_scope.cancel()
        return reader.text, name, codes

    return trio.run(play)


def test_the_seat_is_given_to_another_bot_and_the_game_goes_on(
    tmp_path: Path, nodes: list[Node]
) -> None:
    script = ((r"Type bot to give it to a bot of this machine\.", "bot"),)
    text, name, codes = demo(
        tmp_path,
        nodes,
        lambda reader: Prompted(reader, script),
        until=r"has taken the free seat: the game goes on\.",
    )
    assert f"Refused: what {name} sent" in text
    assert f"You refuse what {name} sent." not in text  # it is told once
    assert f"{name}'s seat is free." in text
    assert codes == []


def test_a_script_that_has_no_word_for_it_ends(tmp_path: Path, nodes: list[Node]) -> None:
    text, name, codes = demo(tmp_path, nodes, lambda reader: Prompted(reader, ()))
    assert f"Refused: what {name} sent" in text
    assert codes == [ExitCode.REFUSED]


def test_where_there_is_nothing_to_type_it_ends(tmp_path: Path, nodes: list[Node]) -> None:
    text, _, codes = demo(tmp_path, nodes, lambda reader: TypedLines(()), "--watch")
    assert "The proof is kept in" in text
    assert codes == [ExitCode.REFUSED]
