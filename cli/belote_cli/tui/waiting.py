"""What the table waits for, as the one who looks at the screen may be told it."""

from __future__ import annotations

from belote_cli.pen import Pen
from belote_cli.plain.news import missing_players
from belote_cli.plain.situation import waiting_line
from belote_net.node.node import Node
from belote_net.table.state import Phase
from belote_net.table.view import TableView


def is_played(view: TableView | None) -> bool:
    """Whether nothing is left to play."""
    return view is not None and view.phase in (Phase.SIGNING, Phase.OVER)


def waiting_text(node: Node, view: TableView | None, pen: Pen) -> str:
    """Who keeps the game from going on.

    A spectator's view has no place: he is never told that it is his turn.
    """
    missing = missing_players(node, pen)
    if view is None or (missing and not is_played(view)):
        return " ".join(missing)
    return waiting_line(view, pen)
