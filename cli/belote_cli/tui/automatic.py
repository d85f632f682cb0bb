"""Cards that are played without being asked for, where the player's settings want it."""

from __future__ import annotations

from belote_cli.settings import BeloteHabit, ForcedCards, Settings
from belote_net.rules.choices import BeloteCall
from belote_net.table.decisions import PlayCard
from belote_net.table.view import TableView


def forced_play(view: TableView, settings: Settings) -> PlayCard | None:
    """The only thing that can be played, if the settings leave that to the program.

    A card with which belote may be said is never forced, unless it is always said.
    """
    if len(view.legal) != 1 or settings.forced is ForcedCards.BY_HAND:
        return None
    if settings.forced is ForcedCards.LAST and len(view.hand) > 1:
        return None
    (card,) = view.legal
    says_belote = card in view.announceable
    by_key = view.options.belote_call is not BeloteCall.AUTO
    if says_belote and by_key and settings.belote is BeloteHabit.BY_KEY:
        return None
    return PlayCard(card, announce=says_belote)
