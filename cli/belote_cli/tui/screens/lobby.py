"""The lobby's screen: what its keys do."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from belote_cli.bots import BotMaker
from belote_cli.plain.lobby import lobby_places
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.look import Look
from belote_cli.tui.render_lobby import LobbyScene, lobby_canvas
from belote_cli.tui.stage import Screen
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press, Touch
from belote_net.node.lobby import HOST_INDEX
from belote_net.node.node import HostNode, Node

READY_LINES: Final = ("start", "ready")
"""Lines of the plain lobby that say that the game may begin."""

_MAX_TOLD_LINES: Final = 50


class LobbyOutcome(Enum):
    """Why the lobby's screen ended."""

    GAME = "game"
    RULES = "rules"
    LEFT = "left"


class LobbyScreen(Screen[LobbyOutcome]):
    """The lobby of one node. What is done there is done by lines of the plain lobby."""

    def __init__(self, look: Look, node: Node, take: Callable[[str], None]) -> None:
        super().__init__(look)
        self._node = node
        self._take = take
        self._selected = 0
        self._told: tuple[str, ...] = ()
        self._edit: LineEdit | None = None
        self._asks_to_leave = False

    def again(self) -> LobbyScreen:
        """The same screen, to be shown once more."""
        fresh = LobbyScreen(self.look, self._node, self._take)
        fresh.tell(*self._told)
        return fresh

    def tell(self, *lines: str) -> None:
        """Something happened."""
        self._told = (*self._told, *lines)[-_MAX_TOLD_LINES:]

    @property
    def scene(self) -> LobbyScene:
        """What is shown now."""
        node = self._node
        hosts, maker = isinstance(node, HostNode), node.config.bot
        return LobbyScene(
            lobby=node.lobby,
            me=node.identity,
            code=node.code if isinstance(node, HostNode) else None,
            addresses=tuple(map(str, node.addresses)) if hosts else (),
            selected=self._selected,
            told=self._told,
            edit=self._edit,
            asks_to_leave=self._asks_to_leave,
            host_is_away=not hosts and node.room.host not in node.linked,
            skill=maker.skill if isinstance(maker, BotMaker) else "",
        )

    @property
    def is_typing(self) -> bool:
        """While one talks."""
        return self._edit is not None

    def draw(self, size: Size) -> Canvas:
        """The lobby as it is now."""
        return lobby_canvas(self.scene, self.look, size)

    def handle(self, touch: Touch) -> None:
        """Do what a key or a click means."""
        if self._asks_to_leave:
            self._answer(touch)
        elif touch == INTERRUPT:
            self._edit, self._asks_to_leave = None, True
        elif isinstance(touch, Pick):
            self._selected = touch.index
        elif self._edit is not None:
            self._type(touch, self._edit)
        elif touch == ENTER and not self.scene.watches:
            ready = self.scene.is_ready
            self._take("wait" if ready else READY_LINES[0 if self.scene.is_host else 1])
        else:
            self._press(touch)

    def _press(self, touch: Press) -> None:
        lobby = self._node.lobby
        places = lobby_places(lobby) if lobby is not None else 1
        match touch.key:
            case "up" | "down":
                step = 1 if touch.key == "down" else -1
                self._selected = (self._selected + step) % places
            case "b" if self.scene.is_host:
                self._take("bot")
            case "k" if self.scene.is_host and self._selected != HOST_INDEX:
                self._take(f"kick {self._selected + 1}")
            case "c" if self.scene.is_host:
                self._take("code")
            case "w" if self.scene.is_host:
                self._take("watchers")
            case "p" if not (self.scene.is_host or self.scene.watches):
                self._take(f"place {self._selected + 1}")
            case "o":
                self.finish(LobbyOutcome.RULES)
            case "t" if not self.scene.watches:
                self._edit = LineEdit()
            case "q" | "escape":
                self._asks_to_leave = True
            case "l":
                self.look = self.look.with_letters_toggled()

    def _type(self, touch: Press, edit: LineEdit) -> None:
        if touch == ESCAPE:
            self._edit = None
        elif touch == ENTER:
            if edit.text.strip():
                self._node.say(edit.text)
            self._edit = None
        else:
            self._edit = edit.pressed(touch)

    def _answer(self, touch: Touch) -> None:
        """Leaving a table may end it for everybody: no key does it by accident."""
        if touch in (Press("y"), Press("o"), INTERRUPT):
            self.finish(LobbyOutcome.LEFT)
        elif touch in (ESCAPE, Press("n")):
            self._asks_to_leave = False
