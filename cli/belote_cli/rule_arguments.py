"""Rules from the command line: a preset or a file, and options set one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from belote_cli.invocation import Invocation

if TYPE_CHECKING:
    from belote_net.rules.option_values import OptionValue
    from belote_net.rules.options import Options


def chosen_options(invocation: Invocation) -> Options:
    """The options that `--rules` and `--set` ask for.

    Raises:
        CommandFailed: an unknown preset or option, or a text that is no `OPTION=VALUE`.
        OptionError: the options contradict one another.
        OSError: a file of rules cannot be read.
    """
    return options_from(invocation, invocation.arguments.rules, invocation.arguments.changes)


def options_from(invocation: Invocation, rules: str | None, changes: Sequence[str]) -> Options:
    """The options of a preset or a file, with changes such as `target=501`.

    Raises as `chosen_options`.
    """
    from belote_net.rules.presets import DEFAULT_PRESET

    pairs = []
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise _no_option(invocation, change)
        pairs.append((name, text))
    return _changed(invocation, options_named(invocation, rules or DEFAULT_PRESET), pairs)


def options_named(invocation: Invocation, rules: str) -> Options:
    """The options of a preset, or of a TOML file.

    Raises as `chosen_options`.
    """
    from belote_cli.rule_files import SUFFIX, read_rule_file
    from belote_net.rules.presets import DEFAULT_PRESET

    if not rules.casefold().endswith(SUFFIX):
        return _preset(invocation, rules)
    found = read_rule_file(invocation, Path(rules))
    return _changed(invocation, _preset(invocation, found.preset or DEFAULT_PRESET), found.changes)


def _changed(
    invocation: Invocation, options: Options, changes: Iterable[tuple[str, str]]
) -> Options:
    """`options` with other values, all at once: each alone may contradict the rest."""
    from belote_net.rules.options import Options

    values = options.to_map()
    for name, text in changes:
        if name not in values:
            raise _no_option(invocation, name)
        values[name] = _read_value(invocation, name, text, type(values[name]))
    return Options.from_map(values)


def _no_option(invocation: Invocation, text: str) -> Exception:
    return invocation.usage_error(
        "{text} is no option of the game: write OPTION=VALUE, "
        "and see them with: belote-net rules show",
        text=text,
    )


def _preset(invocation: Invocation, name: str) -> Options:
    from belote_net.rules.presets import PRESETS

    if name not in PRESETS:
        raise invocation.usage_error(
            "There is no preset {name}. Presets: {presets}. A file of rules ends in .toml.",
            name=name,
            presets=", ".join(PRESETS),
        )
    return PRESETS[name]


def _read_value(
    invocation: Invocation, name: str, text: str, kind: type[OptionValue]
) -> OptionValue:
    from belote_net.rules.option_info import OPTION_INFO
    from belote_net.rules.option_values import option_text

    allowed = OPTION_INFO[name].values
    if allowed is not None:
        for value in allowed:
            if option_text(value) == text.casefold():
                return value
        listed = ", ".join(map(option_text, allowed))
        raise invocation.usage_error(
            "{option} is one of: {values}; got {text}.", option=name, values=listed, text=text
        )
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(10**6))):
        raise invocation.usage_error(
            "{option} is a whole number; got {text}.", option=name, text=text
        )
    return kind(text)
