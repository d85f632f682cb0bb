"""The lobby in words, and what may be typed there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_cli.plain.lobby import (
    LobbyCommand,
    LobbyVerb,
    lobby_help,
    lobby_line,
    member_named,
    read_lobby_line,
)
from belote_cli.words import Language
from belote_net.node.frames import LobbyFrame, LobbyMember, changed
from belote_net.rules.options import Options
from belote_net.table.messages import MemberKind, Seats
from belote_protocol.entry import NO_GAME
from belote_protocol.identity import Identity
from tests.cli.games import pen
from tests.four_seats import seeded_bytes

FRENCH = pen(Language.FRENCH)
KEYS = [Identity.generate(seeded_bytes(f"lobby/{number}")).public for number in range(4)]


def member(number: int, name: str, kind: MemberKind = MemberKind.PERSON) -> LobbyMember:
    operator = 0 if kind is MemberKind.BOT else number
    ready, present = False, True
    return LobbyMember(KEYS[number], name, kind, operator, bytes(32), ready, present, ())


def lobby(*members: LobbyMember) -> LobbyFrame:
    options = dict(Options().to_map())
    return LobbyFrame(bytes(16), 1, 1, members, Seats.CHOSEN, options, NO_GAME, None)


LEA, BOB = member(0, "Léa"), changed(member(1, "Bob"), ready=True)
ROBOT = changed(member(2, "Jo", MemberKind.BOT), ready=True)
AWAY = changed(member(3, "Zoé"), present=False)


def test_who_is_at_the_table_and_how() -> None:
    assert lobby_line(lobby(LEA), KEYS[0], FRENCH) == "À table (1 sur 4) : 1 Léa (vous)"
    assert lobby_line(lobby(LEA, BOB, ROBOT, AWAY), KEYS[1], FRENCH) == (
        "À table (4 sur 4) : 1 Léa, 2 Bob (vous, d'accord), 3 Jo (robot chez Léa), 4 Zoé (pas là)"
    )


def test_members_by_number_and_name() -> None:
    full = lobby(LEA, BOB, ROBOT, AWAY)
    assert member_named(full, "2") == BOB
    assert member_named(full, "LEA") == LEA
    for text in ("0", "5", "", "Nobody", "9" * 400):
        assert member_named(full, text) is None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", LobbyCommand(LobbyVerb.NOTHING)),
        ("Prêt", LobbyCommand(LobbyVerb.READY)),
        (" start ", LobbyCommand(LobbyVerb.START)),
        ("robot", LobbyCommand(LobbyVerb.BOT)),
        ("place 3", LobbyCommand(LobbyVerb.PLACE, "3")),
        ("renvoyer Bob 2", LobbyCommand(LobbyVerb.SEND_AWAY, "Bob 2")),
        ("dire  Salut à tous", LobbyCommand(LobbyVerb.SAY, "Salut à tous")),
        ("place", LobbyCommand(LobbyVerb.UNCLEAR, "place")),
        ("start now", LobbyCommand(LobbyVerb.UNCLEAR, "start now")),
        ("7♠", LobbyCommand(LobbyVerb.UNCLEAR, "7♠")),
    ],
)
def test_lines_in_the_lobby(line: str, command: LobbyCommand) -> None:
    assert read_lobby_line(line) == command


@given(st.text(max_size=40))
def test_any_line_is_read(text: str) -> None:
    read_lobby_line(text)
    member_named(lobby(LEA, BOB), text)


def test_every_line_of_the_help_works() -> None:
    for language in Language:
        for hosts in (True, False):
            for line in lobby_help(pen(language), hosts=hosts):
                verb, *rest = line.split(":")[0].split()
                typed = " ".join([verb, *("2" for _ in rest)])
                assert read_lobby_line(typed).verb is not LobbyVerb.UNCLEAR, line
