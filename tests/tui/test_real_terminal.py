"""Two players in a real terminal, two bots: a deal, in the middle of which one player is killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

PATIENCE_S = 90.0
PAUSE_S = 0.05
PROGRAM = (sys.executable, "-m", "belote_cli", "--lang", "en")
SHORT = tuple(f"--set={rule}" for rule in ("target=10", "audit=never", "litige=fail", "tie=draw"))


class Pane:
    """One window of a terminal in which the program runs."""

    def __init__(self, socket: str, home: Path, name: str) -> None:
        self.home = home
        self.name = name
        self._tmux = ("tmux", "-u", "-f", os.devnull, "-L", socket)

    def start(self, *arguments: str) -> None:
        """Run the program in a fresh window of 80 × 24."""
        size = ("-x", "80", "-y", "24")
        environment = (
            f"BELOTE_NET_HOME={self.home}", "PYTHONUTF8=1", "LANG=C.UTF-8", "TERM=screen-256color"
        )  # fmt: skip
        command = ("env", *environment, *PROGRAM, "--as", self.name, *arguments)
        self._run("new-session", "-d", "-s", self.name, *size, *command)

    def type(self, *keys: str) -> None:
        """Press keys, by the names that tmux gives them."""
        self._run("send-keys", "-t", self.name, *keys)

    @property
    def text(self) -> str:
        """What the window shows; empty once the program has ended."""
        shown = self._run("capture-pane", "-p", "-t", self.name, check=False)
        return shown.stdout if shown.returncode == 0 else ""

    def until(self, condition: Callable[[str], object] | str) -> str:
        """Wait until the window shows this; returns what it shows."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            text = self.text
            if condition in text if isinstance(condition, str) else condition(text):
                return text
            time.sleep(PAUSE_S)
        raise AssertionError(f"{condition!r} was never shown by {self.name}:\n{self.text}")

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        pid = self._run("display-message", "-p", "-t", self.name, "#{pane_pid}").stdout
        os.kill(int(pid), signal.SIGKILL)
        self.until(lambda text: not text)

    def stop(self) -> None:
        """Close the window, if it is still there."""
        self._run("kill-session", "-t", self.name, check=False)

    def _run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            (*self._tmux, *arguments), capture_output=True, text=True, check=check
        )


@pytest.fixture
def panes(tmp_path: Path) -> Iterator[tuple[Pane, Pane]]:
    socket = f"belote-{os.getpid()}"
    both = (Pane(socket, tmp_path, "Lea"), Pane(socket, tmp_path, "Bob"))
    try:
        yield both
    finally:
        for pane in both:
            pane.stop()


def play(panes: tuple[Pane, Pane], end: Callable[[], bool]) -> None:
    """Take at once, and play what is offered, until it is the end."""
    deadline = time.monotonic() + PATIENCE_S
    while not end():
        assert time.monotonic() < deadline, "\n".join(pane.text for pane in panes)
        for pane in panes:
            text = pane.text
            if "▶ Your bid." in text:
                pane.type("2", "2")
            elif "▶ Your card." in text:
                pane.type("Enter")
        time.sleep(PAUSE_S)


def tricks_done(text: str) -> int:
    found = re.search(r"Tricks \(points\): us (\d+) \(\d+\), them (\d+) \(\d+\)", text)
    return sum(map(int, found.groups())) if found else 0


def test_a_deal_in_two_windows_one_of_which_is_killed_and_comes_back(
    panes: tuple[Pane, Pane], tmp_path: Path
) -> None:
    host, guest = panes
    host.start("host", "--bots", "2", *SHORT)
    shown = host.until("1 seat is free.")
    code = re.search(r"join (\d-\w+-\w+)", shown)
    address = re.search(r"join (127\.0\.0\.1:\d+)", shown)
    assert code is not None
    assert address is not None
    guest.start("join", address[1], code[1])
    guest.until("Enter ready")
    guest.type("Enter")
    host.until("Not ready yet: Lea.")
    host.type("Enter")

    play(panes, lambda: tricks_done(host.text) >= 2)
    guest.kill()
    host.until("Not connected: Bob")
    guest.start("resume")
    guest.until(lambda text: tricks_done(text) >= 2 and "Not connected" not in text)
    play(panes, lambda: all("Enter: another game" in pane.text for pane in panes))

    for pane in panes:
        pane.type("Enter")
        pane.until("The table before the game")
        pane.type("q")
        pane.until("y leaves")
    for pane in panes:
        pane.type("y") if pane.text else None
        pane.until(lambda text: not text)
    logs = [next((tmp_path / pane.name / "games").glob("*.belote")) for pane in panes]
    verdict = subprocess.run((*PROGRAM, "verify", *map(str, logs)), capture_output=True, text=True)
    assert verdict.returncode == 0, verdict.stdout
    assert verdict.stdout.count("Verdict: finished. Every entry is right.") == len(panes)
