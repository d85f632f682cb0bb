"""The settings of who sits before the screen, and the folder that keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from belote_cli.settings import Settings, save_settings
from belote_net.errors import NodeError
from belote_net.node.profile import Profile


@dataclass
class SettingsKeeper:
    """The player's settings, kept whenever they change.

    Attributes:
        settings: as they are now.
    """

    profile: Profile
    settings: Settings

    def keep(self, settings: Settings) -> None:
        """Keep new settings. If the disk refuses, they last as long as the program."""
        self.settings = settings
        try:
            save_settings(self.profile.folder, settings)
        except NodeError:
            return
