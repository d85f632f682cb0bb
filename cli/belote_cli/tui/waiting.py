"""What the table waits for, as the one who looks at the screen may be told it."""

from __future__ import annotations

from typing import Final

import trio

from belote_cli.pen import Pen
from belote_cli.plain.news import missing_players, void_line
from belote_cli.plain.seat_face import SeatFace
from belote_cli.plain.situation import waiting_line
from belote_cli.standstill import SilentSeat, Standstill, is_void
from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.seat_news import seat_news
from belote_net.node.node import Node
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.state import Phase
from belote_net.table.view import TableView

_NAMED_AFTER_S: Final = 2
"""Machines take turns many times a second; who takes longer is named."""


class Patience:
    """For how long the same has been waited for."""

    def __init__(self) -> None:
        self._moment: object = None
        self._since_s = trio.current_time()

    def waited_s(self, moment: object) -> int:
        """Whole seconds since `moment` was first asked about."""
        if moment != self._moment:
            self._moment, self._since_s = moment, trio.current_time()
        return int(trio.current_time() - self._since_s)


def is_played(view: TableView | None) -> bool:
    """Whether nothing is left to play."""
    return view is not None and view.phase in (Phase.SIGNING, Phase.OVER)


def waiting_text(node: Node, view: TableView | None, still: Standstill | None, pen: Pen) -> str:
    """Who keeps the game from going on.

    A spectator's view has no place: he is never told that it is his turn.
    """
    if is_void(node.game):
        return void_line(pen)
    missing = missing_players(node, pen)
    if view is None or (missing and not is_played(view)):
        return " ".join(missing)
    text = waiting_line(view, pen)
    if view.turn is None and isinstance(still, SilentSeat) and still.waited_s >= _NAMED_AFTER_S:
        return f"{text} {pen.text('Waiting for {name}.', name=still.name)}"
    return text


class Waiting:
    """Keeps a table's screen up to date with who is waited for, and since when."""

    def __init__(self, node: Node, seats: SeatFace) -> None:
        """Of the game that `node` plays."""
        self._node = node
        self._seats = seats
        self._patience = Patience()

    def show(self, table: TableScreen, view: TableView | None) -> None:
        """Bring the screen up to date."""
        pen, game = table.look.pen, self._node.game
        still = self._seats.look()
        text = waiting_text(self._node, view, still, pen)
        moment = (text, game.table.log.count(TABLE_CHAIN) if game is not None else 0)
        waited_s = self._patience.waited_s(moment)
        table.wait_for(text, 0 if is_played(view) else waited_s)
        table.update(missing=" ".join(missing_players(self._node, pen)))
        table.show_seat(seat_news(self._seats, table.look))
