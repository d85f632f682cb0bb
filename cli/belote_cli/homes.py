"""Where the players of this computer have their things. Imports nothing heavy."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "BELOTE_NET_HOME"
DEFAULT_PROFILE: Final = "default"

MAX_FOLDER_CHARACTERS: Final = 32
"""Longest name of a profile's folder."""


def profiles_root(environ: Mapping[str, str]) -> Path:
    """The folder of all profiles: `BELOTE_NET_HOME`, else the system's folder for user data."""
    home = environ.get(HOME_VARIABLE)
    return Path(home) if home else platformdirs.user_data_path("belote-net", appauthor=False)


def folder_name(player: str | None) -> str:
    """How the folder of a player is called who is named so; None is the usual player.

    Returns:
        Letters, digits and hyphens; nothing if nothing is left of the name.
    """
    if player is None:
        return DEFAULT_PROFILE
    decomposed = unicodedata.normalize("NFKD", player).encode("ascii", errors="ignore").decode()
    return re.sub("[^A-Za-z0-9]+", "-", decomposed).strip("-")[:MAX_FOLDER_CHARACTERS]
