"""What is told to who types in the lobby of a real node."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.words import Language
from tests.cli.games import pen
from tests.node.tables import Four, four_players

pytestmark = pytest.mark.usefixtures("toy")


async def guest_of_two(four: Four, language: Language) -> LobbyFace:
    """The lobby as the second player has it, while nobody else is there."""
    await four.open()
    guest = four.players[1]
    await four.join(guest)
    assert guest.config is not None
    return LobbyFace(guest.live, guest.config, pen(language))


async def test_a_guest_who_would_start_is_told_what_he_can_type(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        face = await guest_of_two(four, Language.ENGLISH)
        told = ("The host starts the game: type ready when you are.",)
        assert await face.take("start") == told
        assert await face.take("bot") == ("Only the host can do that.",)


async def test_a_place_that_nobody_has_is_understood(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        face = await guest_of_two(four, Language.FRENCH)
        assert await face.take("place 3") == (
            "La place 3 est libre : on ne change de place qu'avec quelqu'un. Attendez que "
            "quelqu'un l'occupe.",
        )
        assert await face.take("place 5") == ("Je ne comprends pas « 5 ». Tapez ? pour l'aide.",)


async def test_below_the_rules_a_guest_reads_what_to_type(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        face = await guest_of_two(four, Language.ENGLISH)
        lobby = four.players[1].live.lobby
        assert lobby is not None
        *rules, next_step, _seated = face.changed(lobby)
        assert next_step == "Type ready to play by these rules, ? for help."
        assert "When a player leaves (on_absence): the other side writes it." in rules[-1]
