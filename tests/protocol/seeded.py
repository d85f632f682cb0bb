"""Reproducible "randomness" for tests and vectors."""

from __future__ import annotations

import hashlib

from belote_protocol.transcript import RandomBytes, Transcript


def seeded(label: str) -> RandomBytes:
    """A stream of bytes that `label` fixes: SHAKE-256 of the label and a counter."""
    calls = 0

    def random_bytes(count: int) -> bytes:
        nonlocal calls
        calls += 1
        return hashlib.shake_256(f"{label}/{calls}".encode()).digest(count)

    return random_bytes


def context(label: str = "test") -> Transcript:
    """A transcript bound to one place."""
    transcript = Transcript()
    transcript.append("context", label.encode())
    return transcript
