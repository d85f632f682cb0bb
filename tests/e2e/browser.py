"""A headless Chromium, spoken to over the pipe of its DevTools: no port, no library."""

from __future__ import annotations

import base64
import json
import os
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

PATIENCE_S: Final = 60.0
"""After this a browser that does not answer has failed."""

_CHUNK_BYTES: Final = 1 << 16

_OPTIONS: Final = (
    "--headless",
    "--no-sandbox",  # root has no other way; the pages are ours
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)

_WITH_PIPES: Final = """\
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Chromium hears on descriptor 3 and speaks on 4; only a fresh process can promise both."""

Message = dict[str, Any]
Scheme = Literal["light", "dark"]
Medium = Literal["", "print"]


def chromium() -> str | None:
    """Where a Chromium is installed; None if none is."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


@dataclass
class Browser:
    """One page in a browser that has started.

    Attributes:
        events: everything the browser has told without being asked, in order.
    """

    hears: int
    speaks: int
    events: list[Message] = field(default_factory=list)
    _session: str | None = None
    _asked: int = 0
    _buffer: bytes = b""

    def attach(self) -> None:
        """Make a page, and have it tell all that happens in it."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: object) -> Message:
        """What the browser answers.

        Raises:
            RuntimeError: it says that it cannot.
            TimeoutError: it says nothing.
        """
        self._asked += 1
        asked = {"id": self._asked, "method": method, "params": parameters}
        if self._session is not None:
            asked["sessionId"] = self._session
        os.write(self.hears, json.dumps(asked).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") != self._asked:
                self.events.append(message)
            elif "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            else:
                found: Message = message["result"]
                return found

    def await_event(self, method: str) -> Message:
        """The first event of that name, of those that were told or are to come."""
        while True:
            for event in self.events:
                if event.get("method") == method:
                    return event
            self.events.append(self._next())

    def told(self, method: str) -> list[Message]:
        """What events of that name said so far."""
        return [event["params"] for event in self.events if event.get("method") == method]

    def open(self, path: Path) -> None:
        """Show a file; returns when it is loaded and laid out."""
        self.events.clear()
        self.ask("Page.navigate", url=path.as_uri())
        self.await_event("Page.loadEventFired")

    def look(
        self, width: int, height: int, scheme: Scheme = "light", *, medium: Medium = ""
    ) -> None:
        """Be a screen, or paper, of that size, whose owner likes light or dark pages."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.ask("Emulation.setScrollbarsHidden", hidden=True)
        wish = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", media=medium, features=[wish])

    def value(self, expression: str) -> Any:  # noqa: ANN401 - whatever the page computes
        """What an expression is worth in the page; it runs beside the page's own policy."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def screenshot(self, *, top: float = 0, height: float | None = None) -> bytes:
        """The page as PNG, from `top` on: the whole of it, or so many pixels."""
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": top,
            "width": size["width"],
            "height": height or size["height"] - top,
            "scale": 1,
        }
        shot = self.ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def printed(self) -> bytes:
        """The page as PDF, on the paper that its style asks for."""
        found = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(found["data"])

    def _next(self) -> Message:
        deadline = time.monotonic() + PATIENCE_S
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.speaks, selectors.EVENT_READ)
            while b"\0" not in self._buffer:
                if not waiting.select(deadline - time.monotonic()):
                    raise TimeoutError("the browser says nothing")
                chunk = os.read(self.speaks, _CHUNK_BYTES)
                if not chunk:
                    raise RuntimeError("the browser has ended")
                self._buffer += chunk
        line, self._buffer = self._buffer.split(b"\0", 1)
        found: Message = json.loads(line)
        return found


@contextmanager
def browser(executable: str, home: Path) -> Iterator[Browser]:
    """A browser with a profile of its own in `home`, which ends with the block."""
    with ExitStack() as open_ones:
        hears, to_browser = os.pipe()
        from_browser, speaks = os.pipe()
        for ours in (to_browser, from_browser):
            open_ones.callback(os.close, ours)
        ran = subprocess.Popen(
            [
                *(sys.executable, "-c", _WITH_PIPES, str(hears), str(speaks), executable),
                *(*_OPTIONS, f"--user-data-dir={home}"),
            ],
            pass_fds=(hears, speaks),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(hears)
        os.close(speaks)
        open_ones.callback(_end, ran)
        found = Browser(to_browser, from_browser)
        found.attach()
        yield found
        found._session = None
        found.ask("Browser.close")


def _end(ran: subprocess.Popen[bytes]) -> None:
    """Wait for a browser that was told to close; kill one that does not."""
    try:
        ran.wait(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        ran.kill()
        ran.wait()
