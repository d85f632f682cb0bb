"""The version of everything that is hashed or signed; not the version of the package."""

from __future__ import annotations

from typing import Final

PROTOCOL_LABEL: Final = "belote-net/v1"
"""Begins every transcript, every derived label and every signed statement (protocol.md)."""
