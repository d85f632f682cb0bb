"""What every command-line test gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.node import HostNode
from tests.cli.support import Run, runner


@pytest.fixture
def belote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs `belote-net`, with a home of its own."""
    return runner(tmp_path / "home", capsys, monkeypatch)


@pytest.fixture(autouse=True)
def _no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of tests are not announced to the network around this machine."""
    monkeypatch.setattr(HostNode, "announce", lambda node, table: None)
