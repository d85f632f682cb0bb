"""What is told to who types in the lobby of a real node."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from belote_cli.bots import BotMaker, Pace
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.words import Language
from belote_net.bots import Strength
from tests.cli.games import pen
from tests.node.tables import Four, four_players, wait_for

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


async def test_without_a_host_a_guest_is_told_so_whatever_he_types(tmp_path: Path) -> None:
    away = (
        "The host is not here: wait, or leave (quit) and open a table of your own with: "
        "belote-net host"
    )
    async with four_players(tmp_path) as four:
        face = await guest_of_two(four, Language.ENGLISH)
        guest = four.players[1]
        assert face.host_news() == ()
        assert await face.take("ready") == ()
        assert away not in (await face.take("who") or ())
        (another,) = face.another_game()
        assert another == "For another game type ready; to leave, quit; for help, ?."
        await four.players[0].kill()
        await wait_for(lambda: not guest.live.linked)
        assert face.host_news() == (away,)
        assert face.host_news() == ()
        assert await face.take("ready") == (away,)
        assert (await face.take("who") or ())[-1] == away
        assert face.another_game() == (away,)


async def test_the_host_reads_that_he_may_start_another_game(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        config = four.players[0].config
        assert config is not None
        face = LobbyFace(four.host, config, pen(Language.ENGLISH))
        assert face.another_game() == ("For another game type start; to leave, quit; for help, ?.",)
        assert face.host_news() == ()


async def test_how_well_the_bots_play_is_told_with_the_first_of_them(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        maker = BotMaker(0, Pace.FAST, Strength.BEGINNER)
        face = LobbyFace(four.host, replace(four.host.config, bot=maker), pen(Language.FRENCH))
        assert await face.take("bot") == ("Robots à cette table : débutants.",)
        await wait_for(lambda: len(four.members) == 2)
        assert await face.take("bot") == ()
        await wait_for(lambda: len(four.members) == 3)
