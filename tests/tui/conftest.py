"""What every test of the screen gets."""

from __future__ import annotations

import pytest

from belote_net.node.node import HostNode


@pytest.fixture(autouse=True)
def _no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of tests are not announced to the network around this machine."""
    monkeypatch.setattr(HostNode, "announce", lambda node, table: None)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes time to think, and tricks are taken up at once."""
    monkeypatch.setattr("belote_cli.bots.SHORTEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.bots.LONGEST_THOUGHT_S", 0.0)
    monkeypatch.setattr("belote_cli.tui.pauses.TRICK_PAUSE_S", 0.02)
