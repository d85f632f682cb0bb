"""What every command-line test gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.node import HostNode
from tests.cli.games import entries, write_game
from tests.cli.support import Run, runner


@pytest.fixture
def belote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs `belote-net`, with a home of its own."""
    return runner(tmp_path / "home", capsys, monkeypatch)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The file of a whole game."""
    return write_game(tmp_path / "whole.belote", entries())


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting others takes longer than these files do; one test of many files does it."""
    monkeypatch.setattr("belote_cli.cores.os.cpu_count", lambda: 1)


@pytest.fixture(autouse=True)
def _no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of tests are not announced to the network around this machine."""
    monkeypatch.setattr(HostNode, "announce", lambda node, table: None)
