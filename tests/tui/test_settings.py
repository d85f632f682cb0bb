"""Settings are kept, and a file that is damaged never keeps anybody from playing."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.setting_words import SETTING_NAMES, SETTING_VALUES
from belote_cli.settings import (
    FILE_NAME,
    Bell,
    HandOrder,
    LanguageChoice,
    Settings,
    SuitSigns,
    Theme,
    load_settings,
    save_settings,
    spoken_language,
)
from belote_cli.tui.look import Look, look_for
from belote_cli.tui.screens.settings import SettingsScreen
from belote_cli.tui.themes import style_of
from belote_cli.tui.touches import ENTER, ESCAPE, Pick, Press
from belote_cli.words import Language


def kinds() -> list[tuple[str, type[Enum]]]:
    """Every setting and what it may be."""
    return [(one.name, type(getattr(Settings(), one.name))) for one in fields(Settings)]


@settings(max_examples=20)
@given(st.data())
def test_every_choice_comes_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    chosen: dict[str, Any] = {name: data.draw(st.sampled_from(kind)) for name, kind in kinds()}
    folder = tmp_path_factory.mktemp("profile")
    save_settings(folder, Settings(**chosen))
    assert load_settings(folder) == Settings(**chosen)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 5000,
        '{"theme": ["x"]}',
        '{"theme": "gone"}',
        "\x00\xff",
        "9" * 20_000,
    ],
)
def test_a_damaged_file_means_the_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="latin-1")
    assert load_settings(tmp_path) == Settings()


def test_of_a_file_from_another_version_what_is_known_is_kept(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"bell": "off", "theme": "gone", "new": 1}')
    assert load_settings(tmp_path) == Settings(bell=Bell.OFF)


def test_no_color_wins_over_any_theme_and_ascii_over_any_sign() -> None:
    look = look_for(
        Settings(theme=Theme.HIGH_CONTRAST), Language.FRENCH, "ascii", {"NO_COLOR": "1"}
    )
    assert look.theme is Theme.NO_COLOURS
    assert look.has_letters
    assert look.with_letters_toggled().has_letters  # there is nothing else to show


def test_the_command_line_wins_over_the_settings_and_these_over_the_system() -> None:
    french, system = Settings(language=LanguageChoice.FRENCH), {"LANG": "en_GB.UTF-8"}
    assert spoken_language(None, Settings(), system) is Language.ENGLISH
    assert spoken_language(None, french, system) is Language.FRENCH
    assert spoken_language(Language.ENGLISH, french, {"LANG": "fr"}) is Language.ENGLISH


@pytest.mark.parametrize("theme", list(Theme))
def test_every_theme_styles_every_suit(theme: Theme) -> None:
    style = style_of(theme)
    names = {name for names, _ in style.style_rules for name in names.split()}
    assert {"suit-spades", "suit-hearts", "suit-diamonds", "suit-clubs", "turn", "dim"} <= names
    coloured = {
        style.get_attrs_for_style_str(f"class:suit-{suit}").color
        for suit in ("spades", "hearts", "diamonds", "clubs")
    }
    expected = {Theme.TWO_COLOURS: 2, Theme.NO_COLOURS: 1}
    assert len(coloured) == expected.get(theme, 4)


def test_every_setting_has_a_name_and_every_value_words() -> None:
    assert list(SETTING_NAMES) == [one.name for one in fields(Settings)]
    assert set(SETTING_VALUES) == {
        value for one in fields(Settings) for value in type(getattr(Settings(), one.name))
    }


def test_the_screen_changes_what_is_chosen_and_keeps_it() -> None:
    kept: list[Settings] = []

    def change(wanted: Settings) -> Look:
        kept.append(wanted)
        return look_for(wanted, Language.ENGLISH, "utf-8", {})

    screen = SettingsScreen(look_for(Settings(), Language.ENGLISH, "utf-8", {}), Settings(), change)
    screen.handle(Pick(2))
    screen.handle(Press("right"))
    assert kept[-1].signs is SuitSigns.LETTERS
    assert screen.look.has_letters
    screen.handle(Press("down"))
    screen.handle(Press("left"))
    screen.handle(ENTER)
    orders = [one.order for one in kept[-2:]]
    assert orders == [HandOrder.BY_SUIT, HandOrder.TRUMPS_FIRST]
    screen.handle(ESCAPE)
    assert screen.done.is_set()
