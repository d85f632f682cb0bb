"""What every test of the page gets."""

from __future__ import annotations

from tests.cli.conftest import belote

__all__ = ["belote"]
