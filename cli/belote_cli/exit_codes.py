"""What the program tells the shell when it ends."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes; scripts rely on them."""

    FINE = 0
    """Done; a game that was read is finished."""
    REFUSED = 1
    """An entry of a log, or a player, is refused."""
    USAGE = 2
    """The command is not written as it should be."""
    ENVIRONMENT = 3
    """Network, file or version: this machine cannot do it now."""
    UNFINISHED = 4
    """All that was read is right, and the game could go on."""


_GRAVITY = (
    ExitCode.FINE,
    ExitCode.UNFINISHED,
    ExitCode.USAGE,
    ExitCode.ENVIRONMENT,
    ExitCode.REFUSED,
)


def gravest(codes: Iterable[ExitCode]) -> ExitCode:
    """Of several exit codes, the one with which the program ends."""
    return max(codes, default=ExitCode.FINE, key=_GRAVITY.index)
