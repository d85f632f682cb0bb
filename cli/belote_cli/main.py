"""Run one command: language, exit code, and the one place that prints errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from belote_cli.arguments import PROGRAM, asked_language, asked_player, parse_arguments
from belote_cli.console import Console
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import UnknownFailure, explain, known_errors, leaves
from belote_cli.homes import folder_name, profiles_root
from belote_cli.invocation import Invocation
from belote_cli.settings import load_settings, spoken_language
from belote_cli.words import Words

Command = Callable[[Invocation], ExitCode]

_MENU: Final = "menu"
_MODULES: Final[Mapping[str, str]] = MappingProxyType({"inspect": "inspect_entry"})
"""Of commands whose name is that of a module of Python."""


def run(arguments: list[str], *, environ: Mapping[str, str] = os.environ) -> int:
    """Run the program; returns the exit code."""
    settings = load_settings(profiles_root(environ) / folder_name(asked_player(arguments)))
    words = Words(spoken_language(asked_language(arguments), settings, environ))
    console = Console(words, environ=environ, settings=settings)
    try:
        parsed = parse_arguments(arguments, words)
    except SystemExit as end:
        return int(end.code or 0)
    if parsed.version:
        console.line(_version_line(words))
        return ExitCode.FINE
    invocation = Invocation(parsed, console, environ)
    try:
        return int(_command(parsed.command or _MENU)(invocation))
    except known_errors() as error:
        return _report(error, console)


def _version_line(words: Words) -> str:
    """The version of the program, and of the protocol: only nodes of the same one can play."""
    from importlib.metadata import version

    from belote_protocol.version import PROTOCOL_LABEL

    return words.text(
        "{program} {version}, protocol {protocol}",
        program=PROGRAM,
        version=version(PROGRAM),
        protocol=PROTOCOL_LABEL,
    )


def _command(name: str) -> Command:
    """The function of a command; only now its module is imported."""
    command: Command = import_module(f"belote_cli.commands.{_MODULES.get(name, name)}").run
    return command


def _report(error: BaseException, console: Console) -> int:
    """Print what went wrong, in one sentence; a fault of our own keeps its traceback."""
    if any(isinstance(leaf, BrokenPipeError) for leaf in leaves(error)):
        _silence_output()
        return ExitCode.FINE
    try:
        failure = explain(error, console.words)
    except UnknownFailure:
        raise error from None
    console.error(console.text("belote-net: {text}", text=failure.text))
    return failure.code


def _silence_output() -> None:
    """The reader has gone (`| head`): nothing more can be said, not even when Python ends."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
