"""What every test of the page gets."""

from __future__ import annotations

from tests.cli.conftest import belote
from tests.table.conftest import toy

__all__ = ["belote", "toy"]
