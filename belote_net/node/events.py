"""What a node tells its face: everything that a person ought to hear about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import trio

from belote_net.errors import RuleError
from belote_net.node.frames import LobbyFrame
from belote_net.table.events import Event as TableEvent
from belote_net.table.messages import Member
from belote_protocol.ballot import Ballot
from belote_protocol.identity import PublicIdentity

MAX_EVENTS = 1024
"""Events that wait for a face: those of about ten deals."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The lobby is now like this."""

    lobby: LobbyFrame


@dataclass(frozen=True, slots=True)
class CodeChanged:
    """The table has a new code."""

    code: str


@dataclass(frozen=True, slots=True)
class CodeTried:
    """Somebody tried a wrong code; none left: it is locked."""

    attempts_left: int


@dataclass(frozen=True, slots=True)
class PeerJoined:
    """A link to this member is up."""

    identity: PublicIdentity


@dataclass(frozen=True, slots=True)
class PeerLeft:
    """The link to this member ended; `reason` says how."""

    identity: PublicIdentity
    reason: str


@dataclass(frozen=True, slots=True)
class CallerRefused:
    """Somebody who called was turned away, and why; many alike are told as one.

    Attributes:
        host: the address of the last one, or None where that is not known.
        times: how many were turned away for that since it was told last.
    """

    reason: str
    host: str | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A member whom we called turned us away, and why."""

    identity: PublicIdentity
    reason: str


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game began, or goes on after a restart."""

    game: bytes
    resumed: bool


@dataclass(frozen=True, slots=True)
class OpeningRefused:
    """A first entry is not what was agreed on in the lobby; we do not play under it."""

    reason: str


@dataclass(frozen=True, slots=True)
class TableMoved:
    """An entry was accepted and stored.

    Attributes:
        chain: and `seq`: its place.
        events: what it brought about; often nothing.
    """

    game: bytes
    chain: str
    seq: int
    events: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class EntryRefused:
    """A well-signed entry is wrong, or its seat has spoken twice.

    Its chain stops here if everybody waits for that seat.

    Attributes:
        seat: who is at fault.
        evidence: file that proves it, whose last record is the entry.
    """

    game: bytes
    chain: str
    seq: int
    seat: int
    reason: str
    evidence: Path


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A seat has signed something about a place whose seat does not speak."""

    game: bytes
    ballot: Ballot


@dataclass(frozen=True, slots=True)
class SeatClaimed:
    """Somebody wishes to sit down on the seat that is free."""

    game: bytes
    member: Member


@dataclass(frozen=True, slots=True)
class GameRewound:
    """What was said at this place and after it counts no more: all others went on without it."""

    game: bytes
    seq: int


@dataclass(frozen=True, slots=True)
class DecisionRefused:
    """What was decided is against the rules; nothing left this machine, and it is asked again."""

    reason: RuleError


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line, cleaned."""

    identity: PublicIdentity
    text: str


@dataclass(frozen=True, slots=True)
class EventsMissed:
    """The face was slow and events were dropped: look at the node again."""


NodeEvent = (
    LobbyChanged
    | CodeChanged
    | CodeTried
    | PeerJoined
    | PeerLeft
    | CallerRefused
    | TurnedAway
    | GameOpened
    | OpeningRefused
    | TableMoved
    | EntryRefused
    | VoteCast
    | SeatClaimed
    | GameRewound
    | DecisionRefused
    | Said
    | EventsMissed
)

Tell = Callable[[NodeEvent], None]


class Bulletin:
    """A bounded stream of events. Telling never blocks: a face that sleeps misses some."""

    def __init__(self) -> None:
        self._send, self.receive = trio.open_memory_channel[NodeEvent](MAX_EVENTS)
        self._missed = False

    def tell(self, event: NodeEvent) -> None:
        """Put an event in the stream, or note that one was missed."""
        try:
            if self._missed:
                self._send.send_nowait(EventsMissed())
                self._missed = False
            self._send.send_nowait(event)
        except trio.WouldBlock:
            self._missed = True
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # nobody listens any more, or the node has ended

    def close(self) -> None:
        """End the stream: who reads it gets the rest and then the end."""
        self._send.close()
