"""What a player likes, kept between games in his profile's folder. Imports nothing heavy.

A file that is damaged, or from another version, never keeps anybody from playing: what cannot be
read is as it was in the beginning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from belote_cli.words import Language, detect_language

FILE_NAME: Final = "settings.json"
MAX_FILE_BYTES: Final = 10_000


class LanguageChoice(Enum):
    """Which language the program speaks."""

    SYSTEM = "system"
    FRENCH = "fr"
    ENGLISH = "en"

    @property
    def language(self) -> Language | None:
        """The language, or None if the system decides."""
        return None if self is LanguageChoice.SYSTEM else Language(self.value)


class Theme(Enum):
    """The colours of the screen."""

    FOUR_COLOURS = "four-colours"
    TWO_COLOURS = "two-colours"
    COLOUR_BLIND = "colour-blind"
    HIGH_CONTRAST = "high-contrast"
    NO_COLOURS = "no-colours"


class SuitSigns(Enum):
    """How suits are drawn where the terminal has their signs."""

    GLYPHS = "glyphs"
    LETTERS = "letters"
    ASCII = "ascii"
    """Letters, and nothing else that a terminal could draw two cells wide."""


class HandOrder(Enum):
    """How the own hand lies."""

    TRUMPS_FIRST = "trumps-first"
    TRUMPS_LAST = "trumps-last"
    BY_SUIT = "by-suit"


class BeloteHabit(Enum):
    """Who says belote where the rules leave it to the player."""

    BY_KEY = "by-key"
    ALWAYS = "always"


class ForcedCards(Enum):
    """Which cards are played without being asked for."""

    BY_HAND = "by-hand"
    LAST = "last"
    ONLY_LEGAL = "only-legal"


class Bell(Enum):
    """Whether the terminal rings when it is the player's turn."""

    ON = "on"
    OFF = "off"


class TurnClock(Enum):
    """After how many seconds this screen says that somebody takes long; it binds nobody."""

    OFF = "off"
    HALF_A_MINUTE = "30"
    A_MINUTE = "60"
    TWO_MINUTES = "120"
    FIVE_MINUTES = "300"

    @property
    def seconds(self) -> int:
        """How long a turn may take; 0: as long as it likes."""
        return 0 if self is TurnClock.OFF else int(self.value)


class BotSkill(Enum):
    """How well the bots play that sit at this player's tables: the values of `bots.Strength`."""

    BEGINNER = "beginner"
    REGULAR = "regular"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a player can choose for himself; no other player sees it."""

    language: LanguageChoice = LanguageChoice.SYSTEM
    theme: Theme = Theme.FOUR_COLOURS
    signs: SuitSigns = SuitSigns.GLYPHS
    order: HandOrder = HandOrder.TRUMPS_FIRST
    belote: BeloteHabit = BeloteHabit.BY_KEY
    forced: ForcedCards = ForcedCards.BY_HAND
    bell: Bell = Bell.ON
    clock: TurnClock = TurnClock.A_MINUTE
    bots: BotSkill = BotSkill.REGULAR


def stepped(settings: Settings, name: str, step: int) -> Settings:
    """`settings` with the one called `name` so many values further on, round and round."""
    now: Enum = getattr(settings, name)
    values = list(type(now))
    changes: dict[str, Any] = {name: values[(values.index(now) + step) % len(values)]}
    return replace(settings, **changes)


def load_settings(folder: Path) -> Settings:
    """The settings in a profile's folder."""
    try:
        with (folder / FILE_NAME).open("rb") as file:
            found = json.loads(file.read(MAX_FILE_BYTES))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(found, dict):
        return Settings()
    kept: dict[str, Any] = {}
    for one in fields(Settings):
        default: Enum = getattr(Settings(), one.name)
        for value in type(default):
            if value.value == found.get(one.name):
                kept[one.name] = value
    return Settings(**kept)


def save_settings(folder: Path, settings: Settings) -> None:
    """Keep the settings.

    Raises:
        StorageFailed: the file cannot be written.
    """
    from belote_net.node import durable

    values = {one.name: getattr(settings, one.name).value for one in fields(settings)}
    text = json.dumps(values, indent=2) + "\n"
    durable.write_whole(folder / FILE_NAME, text.encode())


def spoken_language(
    asked: Language | None, settings: Settings, environ: Mapping[str, str]
) -> Language:
    """The language to speak: `--lang` wins over the player's choice, and this over the system."""
    return asked or settings.language.language or detect_language(environ)
