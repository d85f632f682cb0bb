"""Values of the game as JSON has them: cards and suits as letters, all else by its fields."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

from belote_net.rules.cards import Card, Suit

Told = dict[str, object]


def plain_fields(value: object) -> Told:
    """The fields of a frozen value by name."""
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} has no fields")
    return {one.name: plain(getattr(value, one.name)) for one in fields(value)}


def plain(value: object) -> object:
    """A value as JSON has it."""
    match value:
        case Card() | Suit():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [plain(part) for part in value]
        case None | bool() | int() | str():
            return value
    return plain_fields(value)
