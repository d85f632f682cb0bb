"""The stage: one full-screen application on which one screen after another is shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.input import Input
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle

from belote_cli.settings import Theme
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.guest import Guest
from belote_cli.tui.keys import every_key
from belote_cli.tui.look import Look
from belote_cli.tui.themes import style_of
from belote_cli.tui.touches import INTERRUPT, REPAINT, Press, Touch, as_shortcut

T = TypeVar("T")

_MAX_WAITING_TOUCHES: Final = 256
"""Keys that wait to be handled; more than that nobody means."""

_ESCAPE_S: Final = 0.05
"""How long after Esc the rest of a longer sequence may come."""


class Screen(ABC, Generic[T]):
    """What is shown, and what keys do. `finish` ends it with a result, None for "back"."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.done = trio.Event()
        self.result: T | None = None

    @property
    def is_typing(self) -> bool:
        """Whether letters are text now; else a capital letter is the same key as the small one."""
        return False

    @abstractmethod
    def draw(self, size: Size) -> Canvas:
        """The screen as it is now; only reads."""

    @abstractmethod
    def handle(self, touch: Touch) -> None:
        """Do what a key or a click means."""

    def finish(self, result: T | None = None) -> None:
        """End this screen."""
        self.result = result
        self.done.set()


class Stage:
    """Shows screens on a terminal, the last one opened on top.

    Attributes:
        look: how screens are written from now on.
        canvas: what was drawn last.
    """

    def __init__(
        self, look: Look, *, keys: Input | None = None, screen: Output | None = None
    ) -> None:
        """A stage on this terminal; by default on the one of the process."""
        self.look = look
        self.canvas = Canvas(Size(0, 0))
        self._screens: list[Screen[Any]] = []
        self._send, self._touches = trio.open_memory_channel[Touch](_MAX_WAITING_TOUCHES)
        self._turned = trio.Event()
        self._guest: Guest[Any] | None = None
        depth = ColorDepth.DEPTH_1_BIT if look.theme is Theme.NO_COLOURS else None
        self.application: Application[None] = Application(
            layout=Layout(Window(_Painting(self), always_hide_cursor=False)),
            key_bindings=every_key(self.deliver),
            style=DynamicStyle(lambda: style_of(self.look.theme)),
            include_default_pygments_style=False,
            full_screen=True,
            mouse_support=True,
            erase_when_done=True,
            color_depth=depth,
            input=keys,
            output=screen,
        )
        self.application.ttimeoutlen = _ESCAPE_S
        self.application.timeoutlen = _ESCAPE_S

    def run(self, main: Callable[[], Awaitable[T]]) -> T | None:
        """Run `main` under trio with the screen on; returns and raises as `Guest.run`."""

        async def play() -> T:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._feed)
                result = await main()
                nursery.cancel_scope.cancel()
            return result

        guest = Guest(self.application, play, lambda: self.deliver(INTERRUPT))
        self._guest = guest
        try:
            return guest.run()
        except BaseExceptionGroup as group:
            only = _only_leaf(group)
            if only is None:
                raise
            raise only from only.__cause__

    async def show(self, screen: Screen[T]) -> T | None:
        """Show a screen until it is finished; returns its result."""
        with self.showing(screen):
            await screen.done.wait()
        return screen.result

    @contextmanager
    def showing(self, screen: Screen[T]) -> Iterator[None]:
        """Show a screen as long as the block lasts."""
        self._screens.append(screen)
        self._turned.set()
        self.refresh()
        try:
            yield
        finally:
            self._screens.remove(screen)
            self._turned.set()
            self.refresh()

    async def _feed(self) -> None:
        """Hand every touch to the screen on top; between two screens it waits for the next."""
        while True:
            touch = await self._touches.receive()
            while not self._screens or self._screens[-1].done.is_set():
                self._turned = trio.Event()
                await self._turned.wait()
            if touch == REPAINT:
                self.repaint()
                continue
            screen = self._screens[-1]
            screen.handle(touch if screen.is_typing else as_shortcut(touch))
            self.refresh()

    def repaint(self) -> None:
        """Draw all of it anew: what stands on the terminal may not be what was drawn."""
        self.application.renderer.clear()
        self.refresh()

    def refresh(self) -> None:
        """Draw again, soon."""
        self.application.invalidate()

    def ring(self) -> None:
        """Ring the bell of the terminal."""
        self.application.output.bell()
        self.application.output.flush()

    def deliver(self, touch: Touch) -> None:
        """Take a touch from the terminal; it is handled in the game's own time."""
        if self._guest is not None:
            self._guest.call(lambda: self._queue(touch))

    def paint(self, size: Size) -> Canvas:
        """Draw what is on top."""
        screen = self._screens[-1] if self._screens else None
        self.canvas = Canvas(size) if screen is None else screen.draw(size)
        return self.canvas

    def _queue(self, touch: Touch) -> None:
        try:
            self._send.send_nowait(touch)
        except trio.WouldBlock:
            return


def _only_leaf(group: BaseExceptionGroup[BaseException]) -> BaseException | None:
    """The error of a group, if it holds just one."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return None if isinstance(error, BaseExceptionGroup) else error


class _Painting(UIControl):
    """The whole terminal as one canvas."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        canvas = self._stage.paint(Size(width, height))
        row, column = canvas.cursor or (0, 0)
        return UIContent(
            get_line=lambda index: list(canvas.fragments(index)),
            line_count=height,
            cursor_position=Point(x=column, y=row),
            show_cursor=canvas.cursor is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        match mouse_event.event_type:
            case MouseEventType.MOUSE_UP:
                where = mouse_event.position
                touch = self._stage.canvas.touch_at(where.y, where.x)
                if touch is not None:
                    self._stage.deliver(touch)
            case MouseEventType.SCROLL_UP:
                self._stage.deliver(Press("up"))
            case MouseEventType.SCROLL_DOWN:
                self._stage.deliver(Press("down"))
