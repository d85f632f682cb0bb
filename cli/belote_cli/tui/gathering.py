"""The lobby of one node on the screen: between games, and before the first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from belote_cli.failures import explain
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.tui.pauses import Work
from belote_cli.tui.screens.lobby import READY_LINES, LobbyOutcome, LobbyScreen
from belote_cli.tui.screens.rules import RulesScreen
from belote_cli.tui.stage import Stage
from belote_net.errors import NodeError
from belote_net.node.lobby import Settings as TableSettings
from belote_net.node.node import HostNode, Node
from belote_net.rules.options import Options


class Gathering:
    """Shows the lobby and the rules of the table, until a game begins."""

    def __init__(
        self, stage: Stage, node: Node, lobby: LobbyFace, start: Callable[[Work], None]
    ) -> None:
        """The lobby of `node`; what is done there is started by `start`."""
        self._stage = stage
        self._node = node
        self._lobby = lobby
        self._start = start
        self._screen = LobbyScreen(stage.look, node, self._take)
        self._rules: RulesScreen | None = None

    async def show(self) -> bool:
        """Show the lobby until a game begins; whether the player stays."""
        how = await self._stage.show(self._screen)
        if how is LobbyOutcome.RULES:
            self._screen = self._screen.again()
            await self._show_rules()
        return how is not LobbyOutcome.LEFT and how is not None

    def tell(self, *lines: str) -> None:
        """Something happened."""
        self._screen.tell(*lines)

    def end(self) -> None:
        """A game begins."""
        self._screen.finish(LobbyOutcome.GAME)
        if self._rules is not None:
            self._rules.finish()

    def renew(self) -> None:
        """A game is over, and the lobby is as empty as before the first."""
        self._screen = LobbyScreen(self._stage.look, self._node, self._take)

    async def _show_rules(self) -> None:
        """The rules of the table; the host may change them until the game begins."""
        lobby = self._node.lobby
        if lobby is None:
            return
        node, before = self._node, Options.from_map(lobby.options)
        self._rules = RulesScreen(self._stage.look, before, is_editable=isinstance(node, HostNode))
        options = await self._stage.show(self._rules)
        self._rules = None
        if isinstance(node, HostNode) and options is not None and options != before:
            try:
                node.set_up(TableSettings(options, lobby.seats))
            except NodeError as error:
                self.tell(explain(error, self._stage.look.pen.words).text)

    def _take(self, line: str) -> None:
        """Do in the lobby what a line of the plain interface would do."""
        self._start(partial(self._do, line))

    async def _do(self, line: str) -> None:
        lines = await self._lobby.take(line)
        if line not in READY_LINES:  # who is missing stands on the screen already
            self.tell(*(lines or ()))
        self._stage.refresh()
