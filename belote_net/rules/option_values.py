"""Values of options as they stand in a map, and back: strictly, one value of one type each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from belote_net.errors import OptionError
from belote_net.rules.choices import Choice, End

OptionValue = str | int | bool
"""A value as it stands in the option map."""

TARGET_LIMIT: Final = 10_000
"""Highest target, in points: beyond this nobody finishes an evening."""

DEALS_LIMIT: Final = 100
"""Highest fixed number of deals."""


def told(*, meaning: str, french: str, source: str) -> Mapping[str, str]:
    """Return the words that explain one option, as metadata of its field."""
    return {"meaning": meaning, "french": french, "source": source}


def plain_value(value: Choice | int) -> OptionValue:
    """Return an attribute of `Options` as it stands in the map."""
    plain: OptionValue = value.value if isinstance(value, Choice) else value
    return plain


def option_text(value: OptionValue) -> str:
    """Return a value of the map as it is written: on the command line, and in a written game."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed_values(default: Choice | int) -> tuple[OptionValue, ...] | None:
    """Return what an option with this default may be in the map; None: a bounded whole number."""
    if isinstance(default, Choice):
        return tuple(choice.value for choice in type(default))
    return (True, False) if isinstance(default, bool) else None


def read_value(name: str, default: Choice | int, value: object) -> Any:  # noqa: ANN401 - any option's type
    """Return a value of the map as an attribute of the same kind as the default.

    Raises:
        OptionError: it is not one of the values of the option `name`.
    """
    allowed = allowed_values(default)
    # True == 1 == 1.0 in Python: the type must be the same as well.
    if type(value) is type(plain_value(default)) and (allowed is None or value in allowed):
        return type(default)(value)
    wanted = "a whole number" if allowed is None else " or ".join(map(repr, allowed))
    raise OptionError(f"{name} is {wanted}, got {value!r}")


def check_end(end: End, *, target: int, deals: int) -> None:
    """Check that the match has one end, within bounds.

    Raises:
        OptionError: it has none, two, or one that is too far off.
    """
    wanted, number, limit, unwanted, other = "target", target, TARGET_LIMIT, "deals", deals
    if end is End.FIXED_DEALS:
        wanted, number, limit, unwanted, other = "deals", deals, DEALS_LIMIT, "target", target
    if not 1 <= number <= limit:
        raise OptionError(f"{wanted} is 1 to {limit} with end={end.value}, got {number}")
    if other != 0:
        raise OptionError(f"{unwanted} is 0 with end={end.value}")
