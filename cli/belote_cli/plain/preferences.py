"""The settings, changed line by line. Those of the full screen are kept here too."""

from __future__ import annotations

from typing import Final

from belote_cli.card_text import plain_text, typed_number
from belote_cli.pen import Pen
from belote_cli.setting_words import SETTING_NAMES, SETTING_VALUES
from belote_cli.settings import Settings, load_settings, save_settings, spoken_language, stepped
from belote_cli.tables import Caller
from belote_cli.words import Language, Words
from belote_net.node.profile import Profile
from belote_net.node.text import clean_name

_HEARD: Final = ("language", "theme", "signs", "clock", "bots")
"""Settings that the lines follow; all others are for the full screen only."""

_NAME: Final = frozenset(("n", "name", "nom"))


async def change_settings(caller: Caller, profile: Profile, name: str) -> None:
    """Show the settings and change them one by one, until nothing more is wanted.

    Raises:
        StorageFailed: what was chosen cannot be kept.
    """
    settings = load_settings(profile.folder)
    console = caller.invocation.console
    while True:
        console.lines(setting_lines(settings, name, console.pen))
        line = await caller.ask("Number of what is to change, n, or nothing to go back: ")
        wanted = "" if line is None else line.strip()
        if not wanted:
            return
        if plain_text(wanted) in _NAME:
            name = await _rename(caller, profile, name)
        elif (number := typed_number(wanted, len(SETTING_NAMES))) is not None:
            settings = stepped(settings, list(SETTING_NAMES)[number - 1], 1)
            save_settings(profile.folder, settings)
            _adapt(caller, settings)
        else:
            caller.tell("Type a number from 1 to {last}, or nothing.", last=len(SETTING_NAMES))


def setting_lines(settings: Settings, name: str, pen: Pen) -> tuple[str, ...]:
    """Every setting with its value, numbered from 1, and the player's name."""
    lines = []
    for number, (setting, words) in enumerate(SETTING_NAMES.items(), start=1):
        chosen = pen.text(SETTING_VALUES[getattr(settings, setting)])
        line = pen.text("{name}: {meaning}", name=pen.text(words), meaning=chosen)
        if setting not in _HEARD:
            line = pen.text("{setting} (on the full screen)", setting=line)
        lines.append(f"{number}: {line}")
    return (*lines, f"n: {pen.text('another name')} ({name})")


async def _rename(caller: Caller, profile: Profile, name: str) -> str:
    line = await caller.ask("What is your name? ")
    return profile.rename(line) if line is not None and clean_name(line) else name


def _adapt(caller: Caller, settings: Settings) -> None:
    """Speak and write as it was chosen; `--lang` still wins."""
    lang = caller.invocation.arguments.lang
    asked = None if lang is None else Language(lang)
    language = spoken_language(asked, settings, caller.invocation.environ)
    caller.invocation.console.adapt(Words(language), settings)
