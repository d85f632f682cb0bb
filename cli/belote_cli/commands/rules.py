"""`belote-net rules`: list the presets, show one, compare two; a file of rules will do as well."""

from __future__ import annotations

from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_cli.option_words import PRESET_MEANINGS
from belote_cli.plain.situation import difference_line, rules_lines
from belote_cli.rule_arguments import options_named
from belote_cli.rule_words import option_meaning, option_name, option_source, value_words
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.option_values import OptionValue, option_text
from belote_net.rules.presets import DEFAULT_PRESET, PRESETS, differences

_COMPARED = 2


def run(invocation: Invocation) -> ExitCode:
    """Do what `rules` asks for."""
    action, presets = invocation.arguments.action, invocation.arguments.presets
    if action == "list":
        if presets:
            raise invocation.usage_error("To see a preset, type: belote-net rules show PRESET")
        _list(invocation)
    elif action == "show":
        if len(presets) > 1:
            raise invocation.usage_error("To compare presets, type: belote-net rules diff A B")
        _show(invocation, presets[0] if presets else DEFAULT_PRESET)
    else:
        if len(presets) != _COMPARED:
            raise invocation.usage_error("To compare presets, type: belote-net rules diff A B")
        _diff(invocation, presets[0], presets[1])
    return ExitCode.FINE


def _list(invocation: Invocation) -> None:
    if invocation.arguments.json:
        invocation.console.json({name: options.to_map() for name, options in PRESETS.items()})
        return
    invocation.console.line(invocation.text("House rules (presets):"))
    for name in PRESETS:
        meaning = invocation.text(PRESET_MEANINGS[name])
        line = invocation.text("{name}: {meaning}", name=name, meaning=meaning)
        invocation.console.line(f"  {line}")
    invocation.console.line(invocation.text("All options of one: belote-net rules show PRESET"))
    invocation.console.line(invocation.text("What differs: belote-net rules diff A B"))


def _show(invocation: Invocation, name: str) -> None:
    options = options_named(invocation, name)
    values = options.to_map()
    if invocation.arguments.json:
        explained = {option: _explained(invocation, option, values[option]) for option in values}
        invocation.console.json(explained)
        return
    if name in PRESETS:
        meaning = invocation.text(PRESET_MEANINGS[name])
        invocation.console.line(invocation.text("{name}: {meaning}", name=name, meaning=meaning))
    else:
        invocation.console.lines(rules_lines(options, invocation.pen))
    for option, value in values.items():
        _show_option(invocation, option, value)


def _show_option(invocation: Invocation, option: str, value: OptionValue) -> None:
    """What an option decides, what it may be, and who plays it so."""
    words = invocation.console.words
    line = invocation.text(
        "{option}={value} — {name}: {text} ({meaning})",
        option=option,
        value=option_text(value),
        name=option_name(option, words),
        text=value_words(option, value, words),
        meaning=option_meaning(option, words),
    )
    invocation.console.line(f"  {line}")
    others = ", ".join(
        f"{option_text(one)} ({text})"
        if (text := value_words(option, one, words)) != option_text(one)
        else option_text(one)
        for one in OPTION_INFO[option].values or ()
        if one != value
    )
    if others:
        line = invocation.text("elsewhere: {values}", values=others)
        invocation.console.line(f"      {line}")
    line = invocation.text("source: {source}", source=option_source(option, words))
    invocation.console.line(f"      {line}")


def _explained(invocation: Invocation, option: str, value: OptionValue) -> dict[str, object]:
    """An option for scripts; all words in the caller's language."""
    words, values = invocation.console.words, OPTION_INFO[option].values
    return {
        "value": value,
        "values": values,
        "name": option_name(option, words),
        "meaning": option_meaning(option, words),
        "words": None
        if values is None
        else {option_text(one): value_words(option, one, words) for one in values},
        "source": option_source(option, words),
    }


def _diff(invocation: Invocation, one: str, other: str) -> None:
    first, second = options_named(invocation, one), options_named(invocation, other)
    changes = differences(second, first)
    if invocation.arguments.json:
        invocation.console.json(
            {item.name: {one: item.preset_value, other: item.value} for item in changes}
        )
        return
    if not changes:
        invocation.console.line(invocation.text("Nothing differs."))
        return
    invocation.console.line(
        invocation.text("What {other} plays otherwise than {one}:", one=one, other=other)
    )
    for change in changes:
        invocation.console.line(f"  {difference_line(change, invocation.pen)}")
