"""What every test of the page gets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.support import Run, runner
from tests.protocol.toy_group import toy_group


@pytest.fixture
def belote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs `belote-net`, with a home of its own."""
    return runner(tmp_path / "home", capsys, monkeypatch)


@pytest.fixture
def toy() -> Iterator[None]:
    """A group without secrets, for whole games in no time."""
    with toy_group():
        yield
