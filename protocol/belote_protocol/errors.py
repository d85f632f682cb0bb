"""Every error of the protocol layer. Each says what was expected and what came."""

from __future__ import annotations


class ProtocolError(Exception):
    """Something that a peer sent, or that a caller asked for, breaks the protocol."""


class InvalidEncoding(ProtocolError):
    """Bytes that are not the one encoding of a value."""


class InvalidProof(ProtocolError):
    """A proof, a commitment or a statement that does not hold."""


class RejectedEntry(ProtocolError):
    """A signed entry that the chain refuses.

    Attributes:
        culprit: signing index of the seat at fault, or None when the entry's author is not proven
            (a bad signature costs the link, never a seat).
        head: hash of the refused entry.
    """

    def __init__(self, reason: str, *, culprit: int | None, head: bytes) -> None:
        super().__init__(reason)
        self.reason = reason
        self.culprit = culprit
        self.head = head


class BadSignature(RejectedEntry):
    """Not signed by the seat that it names."""


class BrokenChain(RejectedEntry):
    """Not the next entry of its chain: wrong place, seat, kind or link."""


class Equivocation(RejectedEntry):
    """Two different entries by one seat with the same game, chain and previous head."""


class RuleBroken(RejectedEntry):
    """In its place and well signed, but its content is wrong: encoding, proof or rule."""
