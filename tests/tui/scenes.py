"""Scenes for the renderer: views of the short game of the command-line tests."""

from __future__ import annotations

from functools import cache

from belote_cli.settings import Settings, SuitSigns
from belote_cli.tui.look import Look, look_for
from belote_cli.tui.table_scene import ShownTrick, TableScene
from belote_cli.words import Language
from belote_net.table.view import TableView, view_of
from tests.cli.games import bidding_views, constrained_view, finished_game


@cache
def look(
    language: Language = Language.ENGLISH,
    *,
    encoding: str = "utf-8",
    signs: SuitSigns = SuitSigns.GLYPHS,
) -> Look:
    """How a reader of that language sees the screen."""
    return look_for(Settings(signs=signs), language, encoding, {})


def playing_scene() -> TableScene:
    """A player is to play, and some of his cards are refused."""
    view = constrained_view()
    trick = ShownTrick(view.trick, None) if view.trick is not None else None
    linked = frozenset(player.identity for player in view.players)
    return TableScene(view, trick=trick, is_asked=True, linked=linked)


def bidding_scene() -> TableScene:
    """A player is to bid."""
    view = bidding_views()[0]
    linked = frozenset(player.identity for player in view.players)
    return TableScene(view, is_asked=True, linked=linked)


def watching_view() -> TableView:
    """The finished game, as a spectator sees it."""
    view = view_of(finished_game().table.state, None, frozenset())
    assert view is not None
    return view
