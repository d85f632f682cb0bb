"""What can go wrong around a table: files, links, codes. Each message is one clear sentence."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from belote_net.errors import NodeError

TWICE_HINT = "use --as NAME to play from a second terminal"
"""What a player can do who meets himself."""


class StorageFailed(NodeError):
    """A file could not be read or written; nothing that was there is lost."""


class LogCorrupt(NodeError):
    """A log or secrets file holds something that was never written.

    Attributes:
        record: number of the first bad record; 0 is the header.
    """

    def __init__(self, message: str, *, record: int) -> None:
        super().__init__(message)
        self.record = record


class SecretForgotten(NodeError):
    """A secret was asked for that had been destroyed."""


class ProfileInUse(NodeError):
    """Another process plays under this profile."""


class GameInUse(NodeError):
    """Another process plays this game."""


class NodeFault(NodeError):
    """This node said something that it refuses itself: a bug of this program, nobody's fault."""


class LobbyError(NodeError):
    """The lobby cannot do this now."""


class BadAddress(NodeError):
    """Not HOST:PORT."""


class BadCode(NodeError):
    """Not a table code.

    Attributes:
        suggestion: the code that was probably meant, or None.
    """

    def __init__(self, message: str, *, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.suggestion = suggestion


class PortInUse(NodeError):
    """The port that was asked for belongs to another program."""


class TableNotFound(NodeError):
    """Nobody answers there."""


class PeerLost(NodeError):
    """A link ended: it was closed, it broke, or nothing came for too long."""


class HandshakeFailed(NodeError):
    """The other side did not prove what it had to."""


class MetOurselves(HandshakeFailed):
    """Who answers a call is the process that calls: the address is one of our own."""


class CodeRefused(HandshakeFailed):
    """The two sides do not share a code: one of them mistyped, or somebody sits in between.

    Attributes:
        attempts_left: how many wrong codes the host still takes, or None where unknown.
    """

    def __init__(self, message: str, *, attempts_left: int | None = None) -> None:
        super().__init__(message)
        self.attempts_left = attempts_left


class Refusal(Enum):
    """Why a node turns another away. The value is what travels."""

    VERSION = "version"
    """It speaks another version of the protocol."""
    CODE = "code"
    """Its table code is wrong."""
    LOCKED = "locked"
    """Too many wrong codes were tried; the host must make a new one."""
    NO_CODE = "no-code"
    """This node admits nobody; only the host does."""
    UNKNOWN = "unknown"
    """It comes back to a room whose member it is not."""
    ROOM = "room"
    """It asks for a room that is not here."""
    TWICE = "twice"
    """Its identity is here already, in another process."""
    LINKED = "linked"
    """There is a link between the two already."""
    FULL = "full"
    """Every seat is taken."""
    CLOSED = "closed"
    """It wants to watch a table that may not be watched."""
    CROWDED = "crowded"
    """It wants to watch a table that as many watch already as can."""
    PROOF = "proof"
    """It did not prove who it is, or somebody sits in between."""


class PeerRefused(HandshakeFailed):
    """The other side, or this one, turned the other away.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: Refusal, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    """All errors in a group, and in the groups in it, in order."""
    for failure in group.exceptions:
        if isinstance(failure, BaseExceptionGroup):
            yield from leaves(failure)
        else:
            yield failure
