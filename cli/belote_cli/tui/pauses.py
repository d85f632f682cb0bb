"""What goes away by itself: a complete trick, and before a spectator the result of a deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.table_scene import ShownTrick

TRICK_PAUSE_S: Final = 1.6
"""How long a complete trick stays, if no key is pressed."""

RESULT_PAUSE_S: Final = 4.0
"""How long who only watches sees the result of a deal."""

Work = Callable[[], Awaitable[None]]


class Pauses:
    """The pauses of one session."""

    def __init__(self, start: Callable[[Work], None], refresh: Callable[[], None]) -> None:
        """Pauses that are waited for by `start`, and after which `refresh` draws again."""
        self._start = start
        self._refresh = refresh
        self._trick = trio.CancelScope()
        self._result = trio.CancelScope()

    def hold(self, table: TableScreen, trick: ShownTrick) -> None:
        """Keep a complete trick in sight for a while, or until a key."""
        self._trick.cancel()
        self._trick = trio.CancelScope()
        table.hold(trick)
        self._after(self._trick, TRICK_PAUSE_S, table.release)

    def close_soon(self, table: TableScreen) -> None:
        """Close the result of a deal: who only watches need not press a key to go on."""
        self._result.cancel()
        self._result = trio.CancelScope()
        self._after(self._result, TRICK_PAUSE_S + RESULT_PAUSE_S, table.close_result)

    def _after(self, scope: trio.CancelScope, pause_s: float, action: Callable[[], None]) -> None:
        async def work() -> None:
            with scope:
                await trio.sleep(pause_s)
                action()
                self._refresh()

        self._start(work)
