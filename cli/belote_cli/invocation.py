"""What every command is given."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from belote_cli.console import Console
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed
from belote_cli.homes import folder_name, profiles_root
from belote_cli.pen import Pen


@dataclass(frozen=True, slots=True)
class Invocation:
    """One call of the program."""

    arguments: argparse.Namespace
    console: Console
    environ: Mapping[str, str]

    @property
    def pen(self) -> Pen:
        """How to write for the one who called."""
        return self.console.pen

    @property
    def profile_name(self) -> str:
        """The profile that `--as` names, as a folder may be called; or the usual one.

        Raises:
            CommandFailed: nothing is left of the name.
        """
        given: str | None = self.arguments.profile
        name = folder_name(given)
        if not name:
            raise self.usage_error("{name} is no name: use letters and digits.", name=given)
        return name

    @property
    def profiles_root(self) -> Path:
        """The folder of all profiles."""
        return profiles_root(self.environ)

    @property
    def games_folder(self) -> Path:
        """The folder of the profile's games; it need not exist."""
        return self.profiles_root / self.profile_name / "games"

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the caller's language."""
        return self.console.text(message, **fields)

    def usage_error(self, message: str, /, **fields: object) -> CommandFailed:
        """The error for a command that is not written as it should be."""
        return CommandFailed(self.text(message, **fields), ExitCode.USAGE)
