"""Fixtures of the tests of the second verifier."""

from __future__ import annotations

import pytest

from tests.second_opinion.verifier import set_up


@pytest.fixture(autouse=True)
def _second_verifier() -> None:
    """No test here can do without it."""
    set_up()
