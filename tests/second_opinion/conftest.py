"""Fixtures of the tests of the second verifier."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.protocol.toy_group import toy_group


@pytest.fixture
def toy() -> Iterator[None]:
    """Compute in the toy group: for the flow of entries, never for soundness."""
    with toy_group():
        yield
