"""What is to be told about each option: its values, its meaning, its French words, who plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from belote_net.rules.option_values import OptionValue, allowed_values, plain_value
from belote_net.rules.options import Options, default_values


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One option in words.

    Attributes:
        name: its name in the option map.
        values: what it may be; None for a whole number, whose bounds `meaning` gives.
        default: its value in the preset `classique`.
        meaning: what it decides, one line of English.
        french: what French players call it.
        source: who plays which value.
    """

    name: str
    values: tuple[OptionValue, ...] | None
    default: OptionValue
    meaning: str
    french: str
    source: str


OPTION_INFO: Final[Mapping[str, OptionInfo]] = MappingProxyType(
    {
        one.name: OptionInfo(
            name=one.name,
            values=allowed_values(default_values()[one.name]),
            default=plain_value(default_values()[one.name]),
            **one.metadata,
        )
        for one in fields(Options)
    }
)
"""Every option by name, in the order of the map."""
