"""House rules from a file: a preset, and the options in which a table differs from it.

preset = "maison-1000"

[options]
litige = "fail"
target = 500
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from belote_cli.failures import CommandFailed
from belote_cli.invocation import Invocation

SUFFIX: Final = ".toml"

_PRESET: Final = "preset"
_OPTIONS: Final = "options"
_PLACE: Final = re.compile(r"line (?P<line>\d+), column (?P<column>\d+)")
"""How the library says where a file is not as it should be."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """What a file says.

    Attributes:
        preset: the preset it starts from; None if it names none.
        changes: by option, the value as it is written on the command line.
    """

    preset: str | None
    changes: tuple[tuple[str, str], ...]


def read_rule_file(invocation: Invocation, path: Path) -> RuleFile:
    """Read a file of house rules; whether its options and values exist is not checked here.

    Raises:
        CommandFailed: it is no such file.
        OSError: it cannot be read.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(invocation, path, error) from error
    if unknown := sorted(set(found) - {_PRESET, _OPTIONS}):
        raise invocation.usage_error(
            "{path}: only preset and [options] are expected, got {key}.", path=path, key=unknown[0]
        )
    preset, options = found.get(_PRESET), found.get(_OPTIONS, {})
    if not (preset is None or isinstance(preset, str)):
        raise invocation.usage_error("{path}: preset must be a name in quotes.", path=path)
    if not isinstance(options, Mapping):
        raise invocation.usage_error("{path}: [options] must be a table.", path=path)
    return RuleFile(preset, tuple((name, _written(value)) for name, value in options.items()))


def _unreadable(invocation: Invocation, path: Path, error: Exception) -> CommandFailed:
    """Where a file is not TOML; what the library says of it is only a detail."""
    if isinstance(error, UnicodeDecodeError):
        return invocation.usage_error(
            "{path} is no text in UTF-8 (byte {place}).", path=path, place=error.start
        )
    if isinstance(error, RecursionError):
        return invocation.usage_error("{path} is nested too deeply.", path=path)
    detail, _, place = str(error).removesuffix(")").rpartition(" (at ")
    found = _PLACE.fullmatch(place)
    if found is None:
        return invocation.usage_error(
            "{path} is no TOML file: it is wrong at its end ({detail}).",
            path=path,
            detail=detail,
        )
    return invocation.usage_error(
        "{path} is no TOML file: line {line}, column {column} ({detail}).",
        path=path,
        line=found["line"],
        column=found["column"],
        detail=detail,
    )


def _written(value: Any) -> str:  # noqa: ANN401 - whatever a TOML file can hold
    """A value as one would type it; what is no text, number or truth is no option's value."""
    return value if isinstance(value, str) else str(value).casefold()
