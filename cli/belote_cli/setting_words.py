"""What a player can choose for himself, as messages to be translated."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from belote_cli.settings import (
    Bell,
    BeloteHabit,
    BotSkill,
    ForcedCards,
    HandOrder,
    LanguageChoice,
    SuitSigns,
    Theme,
    TurnClock,
)
from belote_cli.words import msg

SETTING_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "language": msg("Language"),
        "theme": msg("Colours"),
        "signs": msg("Suits"),
        "order": msg("Order of the hand"),
        "belote": msg("Belote, where it is left to you"),
        "forced": msg("Cards played without asking"),
        "bell": msg("Bell on your turn"),
        "clock": msg("Say that somebody takes long"),
        "bots": msg("Bots at your tables"),
    }
)
SETTING_VALUES: Final[Mapping[Enum, str]] = MappingProxyType(
    {
        LanguageChoice.SYSTEM: msg("as the system speaks"),
        LanguageChoice.FRENCH: "français",
        LanguageChoice.ENGLISH: "English",
        Theme.FOUR_COLOURS: msg("four colours, one for each suit"),
        Theme.TWO_COLOURS: msg("red and black"),
        Theme.COLOUR_BLIND: msg("colours that everybody can tell apart"),
        Theme.HIGH_CONTRAST: msg("high contrast on black"),
        Theme.NO_COLOURS: msg("no colours"),
        SuitSigns.GLYPHS: msg("signs"),
        SuitSigns.LETTERS: msg("letters"),
        SuitSigns.ASCII: msg("letters, and no other signs"),
        HandOrder.TRUMPS_FIRST: msg("trumps on the left"),
        HandOrder.TRUMPS_LAST: msg("trumps on the right"),
        HandOrder.BY_SUIT: msg("always the same order of suits"),
        BeloteHabit.BY_KEY: msg("I say it with b"),
        BeloteHabit.ALWAYS: msg("always said"),
        ForcedCards.BY_HAND: msg("none"),
        ForcedCards.LAST: msg("the last card"),
        ForcedCards.ONLY_LEGAL: msg("the only legal card"),
        Bell.ON: msg("yes"),
        Bell.OFF: msg("no"),
        TurnClock.OFF: msg("never"),
        TurnClock.HALF_A_MINUTE: msg("after 30 seconds"),
        TurnClock.A_MINUTE: msg("after a minute"),
        TurnClock.TWO_MINUTES: msg("after two minutes"),
        TurnClock.FIVE_MINUTES: msg("after five minutes"),
        BotSkill.BEGINNER: msg("beginners"),
        BotSkill.REGULAR: msg("regular players"),
        BotSkill.EXPERT: msg("experts"),
    }
)
