"""Rules from the command line: a preset, and options set one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from belote_cli.invocation import Invocation

if TYPE_CHECKING:
    from belote_net.rules.options import Options, OptionValue


def chosen_options(invocation: Invocation) -> Options:
    """The options that `--preset` and `--set` ask for.

    Raises:
        CommandFailed: an unknown preset or option, or a text that is no `OPTION=VALUE`.
        OptionError: the options contradict one another.
    """
    return options_from(invocation, invocation.arguments.preset, invocation.arguments.changes)


def options_from(invocation: Invocation, preset: str | None, changes: Sequence[str]) -> Options:
    """The options of a preset with changes such as `target=501`; raises as `chosen_options`."""
    from belote_net.rules.options import Options
    from belote_net.rules.presets import DEFAULT_PRESET

    values = preset_named(invocation, preset or DEFAULT_PRESET).to_map()
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or name not in values:
            raise invocation.usage_error(
                "{text} is no option of the game: write OPTION=VALUE, "
                "and see them with: belote-net rules show",
                text=change,
            )
        values[name] = _read_value(invocation, name, text, type(values[name]))
    return Options.from_map(values)


def preset_named(invocation: Invocation, name: str) -> Options:
    """The preset with this name.

    Raises:
        CommandFailed: there is none.
    """
    from belote_net.rules.presets import PRESETS

    if name not in PRESETS:
        raise invocation.usage_error(
            "There is no preset {name}. Presets: {presets}.", name=name, presets=", ".join(PRESETS)
        )
    return PRESETS[name]


def _read_value(
    invocation: Invocation, name: str, text: str, kind: type[OptionValue]
) -> OptionValue:
    from belote_cli.rule_words import plain_value
    from belote_net.rules.option_info import OPTION_INFO

    allowed = OPTION_INFO[name].values
    if allowed is not None:
        for value in allowed:
            if plain_value(value) == text.casefold():
                return value
        listed = ", ".join(map(plain_value, allowed))
        raise invocation.usage_error(
            "{option} is one of: {values}; got {text}.", option=name, values=listed, text=text
        )
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(10**6))):
        raise invocation.usage_error(
            "{option} is a whole number; got {text}.", option=name, text=text
        )
    return kind(text)
