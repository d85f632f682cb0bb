"""A link breaks for a moment at the reader's own turn: he is told, asked again, and can play."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from belote_cli.commands.host import host_table
from belote_cli.commands.join import join_table
from belote_cli.plain.face import Face
from belote_net.node.node import Node
from tests.cli.support import TypedLines
from tests.cli.test_tables import SHORT, Player, Reader, caller, seen

DEADLINE_S = 60

PROMPT = r"Your (?:bid|card) \(\? for help\) >"


class AtTheKeyboard(TypedLines):
    """Types a line when it is given one."""

    def __init__(self) -> None:
        super().__init__([])
        self.keys, self._typed = trio.open_memory_channel[str](1)

    @property
    def is_interactive(self) -> bool:
        return True

    async def next_line(self) -> str | None:
        return await self._typed.receive()


@pytest.mark.slow
def test_a_short_break_at_ones_turn_is_told_and_the_turn_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.01)
    nodes: list[Node] = []

    def note(*arguments: Any) -> Face:  # noqa: ANN401 - whatever a face is given
        nodes.append(arguments[3])
        return Face(*arguments)

    monkeypatch.setattr("belote_cli.tables.Face", note)
    lea, bob = Reader(), Reader()

    async def play() -> None:
        keyboard = AtTheKeyboard()
        async with trio.open_nursery() as nursery:
            hosting = caller(
                tmp_path, Player(["start"], lea), lea, "host", "--as", "Léa", "--bots", "2", *SHORT
            )
            nursery.start_soon(host_table, hosting)
            await seen(lea, r"At the table \(3 of 4\)")
            code = await seen(lea, r"Code of the table: (\S+)")
            where = await seen(lea, r"window here: belote-net join (\S+)")
            sitting = caller(tmp_path, keyboard, bob, "join", "--as", "Bob", where, code)
            nursery.start_soon(partial(join_table, sitting))
            await seen(bob, r"4 Bob \(you\)")
            await keyboard.keys.send("ready")
            await seen(bob, PROMPT)
            asked = re.findall(PROMPT, bob.text)
            for session in list(nodes[1].room.links.sessions.values()):
                session.end("a cable was pulled")
            for reader, other in ((bob, "Léa"), (lea, "Bob")):
                await seen(reader, rf"The connection with {other} is lost; the game waits\.")
            told = await seen(bob, rf"(Léa is connected\.(?s:.)*{PROMPT})")
            assert told.splitlines()[-1] == asked[-1]
            await seen(lea, r"Bob is connected\.")
            await keyboard.keys.send("1")
            await seen(lea, r"Bob is connected\.(?s:.)*Bob (?:passes|takes|plays)")
            nursery.cancel_scope.cancel()

    async def within_time() -> None:
        with trio.fail_after(DEADLINE_S):
            await play()

    trio.run(within_time)
