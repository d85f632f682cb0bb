"""Run one command: language, exit code, and the one place that prints errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from belote_cli.arguments import asked_language, parse_arguments
from belote_cli.console import Console
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import UnknownFailure, explain, known_errors, leaves
from belote_cli.invocation import Invocation
from belote_cli.words import Words, detect_language

Command = Callable[[Invocation], ExitCode]

_MENU: Final = "menu"


def run(arguments: list[str], *, environ: Mapping[str, str] = os.environ) -> int:
    """Run the program; returns the exit code."""
    words = Words(asked_language(arguments) or detect_language(environ))
    console = Console(words, environ=environ)
    try:
        parsed = parse_arguments(arguments, words)
    except SystemExit as end:
        return int(end.code or 0)
    invocation = Invocation(parsed, console, environ)
    try:
        return int(_command(parsed.command or _MENU)(invocation))
    except known_errors() as error:
        return _report(error, console)


def _command(name: str) -> Command:
    """The function of a command; only now its module is imported."""
    command: Command = import_module(f"belote_cli.commands.{name}").run
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
