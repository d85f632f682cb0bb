"""The menu: what can be done, again and again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from belote_cli.failures import CommandFailed, explain
from belote_cli.game_list import (
    PROGRESS_WORDS,
    GameSummary,
    is_watched,
    list_games,
    players_words,
)
from belote_cli.option_words import PRESET_MEANINGS
from belote_cli.plain.manner import End, Ending
from belote_cli.tui.house import NO_ENDING, House
from belote_cli.tui.look import Look
from belote_cli.tui.replays import show_replay
from belote_cli.tui.screens.lists import Item, ListScreen
from belote_cli.tui.screens.rules import RulesScreen
from belote_cli.tui.screens.settings import SettingsScreen, Wish
from belote_cli.tui.ways import (
    first_lesson,
    go_on,
    join_table,
    open_table,
    play_with_bots,
    watch_table,
)
from belote_cli.words import msg
from belote_net.errors import BeloteError
from belote_net.rules.presets import PRESETS

_Action = Callable[[House], Awaitable[object]]


async def show_menu(house: House) -> Ending:
    """Show the menu until the player quits."""
    selected, notice = 0, ""
    while True:
        screen = menu_screen(house.look, house.name, selected=selected, notice=notice)
        choice = await house.stage.show(screen)
        action = None if choice is None else _ENTRIES[choice][2]
        if choice is None or action is None:
            return NO_ENDING
        selected, notice = choice, await _do(house, action)


def menu_screen(look: Look, name: str, *, selected: int = 0, notice: str = "") -> ListScreen:
    """The menu of a player called `name`."""
    items = [Item(look.text(title), look.text(note)) for title, note, _ in _ENTRIES]
    return ListScreen(
        look,
        look.text("Good evening, {name}.", name=name),
        items,
        notice=notice,
        selected=selected,
        footer=look.text("quit"),
    )


async def _do(house: House, action: _Action) -> str:
    """Do it; returns what the menu has to say afterwards."""
    try:
        ending = await action(house)
    except (BeloteError, CommandFailed, OSError) as error:
        return explain(error, house.look.pen.words).text
    if not isinstance(ending, Ending) or ending.end is not End.ADJOURNED:
        return ""
    if ending.path is not None and is_watched(ending.path):
        return house.look.text("You watch this game no longer; “resume a game” watches on.")
    return house.look.text("The game is adjourned; “resume a game” goes on with it.")


async def _resume(house: House) -> Ending:
    unfinished = [game for game in _games(house) if game.goes_on]
    chosen = await _choose_game(house, house.look.text("Resume a game"), unfinished)
    return NO_ENDING if chosen is None else await go_on(house, chosen.path)


async def _replay(house: House) -> None:
    selected = 0
    games = _games(house)
    while True:
        title = house.look.text("Your games: Enter replays one")
        chosen = await _choose_game(house, title, games, selected)
        if chosen is None:
            return
        selected = games.index(chosen)
        await show_replay(house, chosen.path)


def _games(house: House) -> list[GameSummary]:
    """The player's games, the latest first."""
    return list_games(house.keeper.profile.games, house.look.pen.words)[::-1]


async def _choose_game(
    house: House, title: str, games: list[GameSummary], selected: int = 0
) -> GameSummary | None:
    notice = "" if games else house.look.text("There are no such games yet.")
    items = [_game_item(game, house.look) for game in games]
    screen = ListScreen(house.look, title, items, notice=notice, selected=selected)
    choice = await house.stage.show(screen)
    return None if choice is None else games[choice]


def _game_item(game: GameSummary, look: Look) -> Item:
    state = look.text(PROGRESS_WORDS[game.progress])
    if not game.players:
        return Item(game.path.name, f"{state}. {game.reason}".rstrip(" ."))
    deals = look.pen.count("{number} deal", "{number} deals", game.deals)
    day = game.path.name[: len("2026-01-01")]
    return Item(
        f"{day}  {players_words(game, look.pen)}",
        look.text("{deals}; {state}", deals=deals, state=state),
    )


async def _rules(house: House) -> None:
    selected = 0
    while True:
        items = [Item(name, house.look.text(PRESET_MEANINGS[name])) for name in PRESETS]
        title = house.look.text("House rules (presets):")
        choice = await house.stage.show(ListScreen(house.look, title, items, selected=selected))
        if choice is None:
            return
        selected = choice
        options = PRESETS[list(PRESETS)[choice]]
        await house.stage.show(RulesScreen(house.look, options, is_editable=False))


async def _settings(house: House) -> None:
    while True:
        screen = SettingsScreen(house.look, house.keeper.settings, house.change_settings)
        if await house.stage.show(screen) is not Wish.NAME:
            return
        await house.ask_name(house.look.text("Settings"), house.name)


_ENTRIES: Final[tuple[tuple[str, str, _Action | None], ...]] = (
    (msg("play now"), msg("you and three bots"), play_with_bots),
    (msg("a first deal with hints"), msg("for who has never played"), first_lesson),
    (msg("open a table"), msg("the others join you"), open_table),
    (msg("join a table"), msg("by its code or its address"), join_table),
    (msg("watch a table"), msg("without any hand"), watch_table),
    (msg("resume a game"), msg("that was adjourned"), _resume),
    (msg("your games"), msg("replay and proofs"), _replay),
    (msg("the rules"), msg("what tables play"), _rules),
    (msg("settings"), msg("language, colours, suits, bell"), _settings),
    (msg("quit"), msg("see you soon"), None),
)
