"""The games of a folder, and which of them is the last."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from belote_cli.console import Console
from belote_cli.game_choice import choose_game
from belote_cli.game_list import list_games
from belote_cli.homes import DEFAULT_PROFILE, HOME_VARIABLE
from belote_cli.invocation import Invocation
from belote_cli.words import Language, Words
from tests.cli.games import entries, write_game

WORDS = Words(Language.ENGLISH)


def test_of_the_games_of_one_day_the_one_that_began_last_is_the_last(tmp_path: Path) -> None:
    """Their files are named by the day and by what nobody chose."""
    folder = tmp_path / DEFAULT_PROFILE / "games"
    folder.mkdir(parents=True)
    begun = {"2026-01-02-c": 500, "2026-01-02-b": 9_000, "2026-01-02-d": 700, "2026-01-01-e": 0}
    for name, began_ms in begun.items():
        write_game(folder / f"{name}.belote", entries()[:60], began_ms=began_ms)
        (folder / f"{name}.secrets").touch()
    in_order = [game.path.stem for game in list_games(folder, WORDS)]
    assert in_order == ["2026-01-01-e", "2026-01-02-c", "2026-01-02-d", "2026-01-02-b"]
    console = Console(WORDS, environ={})
    here = Invocation(Namespace(profile=None), console, {HOME_VARIABLE: str(tmp_path)})
    assert choose_game(here, None).stem == "2026-01-02-b"
