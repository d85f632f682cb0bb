"""Belote and rebelote: whether a key says it, and whether it is said."""

from __future__ import annotations

from belote_cli.settings import BeloteHabit, Settings
from belote_cli.tui.table_scene import TableScene
from belote_net.rules.cards import Card
from belote_net.rules.choices import BeloteCall


def is_left_to_the_key(scene: TableScene, card: Card, settings: Settings) -> bool:
    """Whether the player, who is to play, may say it himself with this card."""
    view = scene.view
    if view is None or not scene.is_asked or card not in view.announceable:
        return False
    by_hand = settings.belote is BeloteHabit.BY_KEY
    return view.options.belote_call is not BeloteCall.AUTO and by_hand


def is_said(scene: TableScene, card: Card, settings: Settings) -> bool:
    """Whether it is said when the player plays this card now."""
    if scene.view is None or card not in scene.view.announceable:
        return False
    return scene.announces or settings.belote is BeloteHabit.ALWAYS
