"""Written games in files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from belote_cli.exit_codes import ExitCode
from belote_net.node.durable import read_whole
from belote_net.notation import WrittenGame, WrittenGameRefused, read_game

MAX_FILE_BYTES: Final = 2 * 1024 * 1024
"""The notation has at most a million characters, and few of them take more than a byte."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_BEGINNING: Final = b"belote "
"""No log begins so: its first bytes are a length, and this would be one of gigabytes."""


def exit_code(game: WrittenGame) -> ExitCode:
    """How a program ends that has read this game."""
    return ExitCode.FINE if game.told.match.is_over else ExitCode.UNFINISHED


def read_if_written(path: Path) -> WrittenGame | None:
    """Read a game as text; None if the file begins like none, and may be a log.

    Raises:
        StorageFailed: it is a game as text, and too large.
        WrittenGameRefused: it is one, and something in it is wrong.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_BYTE_ORDER_MARK) + len(_BEGINNING))
    except OSError:
        return None  # whoever reads it as a log says what is wrong with it
    if not beginning.removeprefix(_BYTE_ORDER_MARK).startswith(_BEGINNING):
        return None
    return read_game(_text(read_whole(path, limit_bytes=MAX_FILE_BYTES)))


def _text(data: bytes) -> str:
    data = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        return data.decode()
    except UnicodeDecodeError as cause:
        line = data.count(b"\n", 0, cause.start) + 1
        raise WrittenGameRefused(line, "text in UTF-8 expected") from cause
