"""For all tests: properties are tried on the same examples in every run, without a deadline."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import hypothesis
import pytest

from tests.protocol.toy_group import toy_group

hypothesis.settings.register_profile("belote-net", derandomize=True, deadline=None)
hypothesis.settings.load_profile("belote-net")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run every asynchronous test under trio."""
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.add_marker(pytest.mark.trio)


@pytest.fixture
def toy() -> Iterator[None]:
    """Compute in the toy group: for the flow of entries, never for soundness."""
    with toy_group():
        yield
