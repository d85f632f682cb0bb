"""One thread for both: asyncio hosts the screen, trio runs the game as its guest.

However it ends (the game's own wish, an error on either side, a signal, a terminal that has gone),
the game is cancelled and ends first: it says goodbye to the others while it is being cancelled.
Then the terminal is as it was before, and an error goes on to the caller.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, Protocol, TypeVar

import trio
from prompt_toolkit.application import Application

T = TypeVar("T")

_ENDING_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class _Outcome(Protocol):
    """How a trio run ended."""

    def unwrap(self) -> object:
        """Return its value, or raise its error."""


class Guest(Generic[T]):
    """A trio run inside an application of prompt-toolkit."""

    def __init__(
        self,
        application: Application[None],
        main: Callable[[], Awaitable[T]],
        interrupt: Callable[[], None],
    ) -> None:
        """Ready to run, once.

        Args:
            application: the screen; it ends when `main` does.
            main: the game.
            interrupt: what Ctrl-C does when it comes as a signal.
        """
        self._application = application
        self._main = main
        self._interrupt = interrupt
        self._scope = trio.CancelScope()
        self._token: trio.lowlevel.TrioToken | None = None
        self._fault: BaseException | None = None
        self._result: T | None = None

    def run(self) -> T | None:
        """What `main` returned; None if a signal or the loss of the terminal ended it.

        Raises:
            BaseException: whatever `main`, a redraw or a callback raised.
        """
        return asyncio.run(self._host())

    async def _host(self) -> T | None:
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[_Outcome] = loop.create_future()
        loop.set_exception_handler(self._note_fault)
        self._catch_signals(loop)

        def start() -> None:
            trio.lowlevel.start_guest_run(
                self._guarded,
                run_sync_soon_threadsafe=loop.call_soon_threadsafe,
                done_callback=lambda how: self._end(ended, how),
                host_uses_signal_set_wakeup_fd=True,
            )
            self._token = trio.lowlevel.current_trio_token()

        try:
            await self._application.run_async(
                pre_run=start, set_exception_handler=False, handle_sigint=False
            )
        except (EOFError, OSError):  # the terminal has gone: nobody can be told
            self.cancel()
        except BaseException:
            self.cancel()
            if self._token is not None:
                await ended
            raise
        how = await ended
        if self._fault is not None:
            raise self._fault
        how.unwrap()
        return self._result

    async def _guarded(self) -> None:
        with self._scope:
            self._result = await self._main()

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the game's own time; nothing once the game is over."""
        if self._token is None:
            return
        try:
            self._token.run_sync_soon(function)
        except trio.RunFinishedError:
            return

    def cancel(self) -> None:
        """End the game: it says goodbye and returns."""
        self.call(self._scope.cancel)

    def _end(self, ended: asyncio.Future[_Outcome], how: _Outcome) -> None:
        ended.set_result(how)
        future = self._application.future
        if future is not None and not future.done():
            self._application.exit()

    def _note_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An error in a callback of the host, such as a redraw: the first one is the cause."""
        fault = context.get("exception") or RuntimeError(context["message"])
        if isinstance(fault, OSError):
            self.cancel()  # writing to a terminal that has gone
            return
        self._fault = self._fault or fault
        self.cancel()

    def _catch_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        def catch(number: int, action: Callable[[], None]) -> None:
            try:
                loop.add_signal_handler(number, action)
            except (NotImplementedError, RuntimeError):  # Windows; or not in the main thread
                return

        catch(signal.SIGINT, self._interrupt)
        for number in _ENDING_SIGNALS:
            catch(number, self.cancel)
