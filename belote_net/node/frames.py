"""What travels on a link: frames and their limits; how they become bytes is in framing.py.

Each phase of a link has its closed table of frames and its own limit
(docs/protocol.md, "Links and handshake").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from belote_net.node.errors import Refusal
from belote_net.node.pake import PAKE_BYTES
from belote_net.node.text import MAX_SAY_CHARS
from belote_net.rules.option_values import OptionValue
from belote_net.table.claims import Claim
from belote_net.table.messages import MemberKind, Name, Nonce, OptionName, Seats
from belote_protocol.ballot import Ballot, Signature
from belote_protocol.codec import MAX_VALUE_BYTES, Wire
from belote_protocol.entry import MAX_SEATS, ChainName, Head, HeadOrNone
from belote_protocol.identity import PublicIdentity

MAX_FRAME_BYTES = MAX_VALUE_BYTES
"""Largest payload between peers that know each other: 64 KiB, ten times the largest entry."""

MAX_HANDSHAKE_BYTES = 4096
"""Largest payload from a stranger; the largest honest one has 400 bytes."""

MAX_CHAINS = 1024
"""Most chains that one HAVE names: as many as an evening of a thousand deals has."""

MAX_ADDRESSES = 8
"""Most addresses that one node names for itself."""

MAX_WATCHERS = 8
"""Most spectators of one table."""

MAX_DETAIL_CHARS = 200
MAX_OPTIONS = 64
TOKEN_BYTES = 16
"""Rooms and instances of a process are named by 16 random bytes."""

MAC_BYTES = 32

Token = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
Mac = Annotated[bytes, Meta(min_length=MAC_BYTES, max_length=MAC_BYTES)]
PakeMessage = Annotated[bytes, Meta(min_length=PAKE_BYTES, max_length=PAKE_BYTES)]
Version = Annotated[int, Meta(ge=0, lt=2**16)]
AddressText = Annotated[str, Meta(min_length=3, max_length=64)]
Addresses = Annotated[tuple[AddressText, ...], Meta(max_length=MAX_ADDRESSES)]
Revision = Annotated[int, Meta(ge=0, lt=2**53)]
ChatNumber = Annotated[int, Meta(ge=0, lt=2**53)]
MemberIndex = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class Role(Enum):
    """What a node comes for."""

    PLAY = "play"
    WATCH = "watch"


class Frame(Wire):
    """Base of every frame. The tag stands first in the array."""


class JoinHello(Frame, tag=1):
    """A guest with a code begins."""

    version: Version
    role: Role
    identity: PublicIdentity
    instance: Token
    nonce: Nonce
    pake: PakeMessage


class JoinAnswer(Frame, tag=2):
    """Who was called proves that it knows the code and who it is, and says whose room it is."""

    identity: PublicIdentity
    instance: Token
    nonce: Nonce
    pake: PakeMessage
    room: Token
    host: PublicIdentity
    mac: Mac
    signature: Signature


class JoinProof(Frame, tag=3):
    """The guest proves the same."""

    mac: Mac
    signature: Signature


class ReturnHello(Frame, tag=4):
    """A member of a room comes back, or meets another member for the first time."""

    version: Version
    role: Role
    identity: PublicIdentity
    instance: Token
    nonce: Nonce
    room: Token


class ReturnAnswer(Frame, tag=5):
    """The node that was dialled proves who it is."""

    identity: PublicIdentity
    instance: Token
    nonce: Nonce
    signature: Signature


class ReturnProof(Frame, tag=6):
    """The node that dialled proves who it is."""

    signature: Signature


class Welcome(Frame, tag=7):
    """The handshake is over: from here on the link's own frames are spoken."""


class Refused(Frame, tag=8):
    """The handshake is over: turned away."""

    reason: Refusal
    detail: Annotated[str, Meta(max_length=MAX_DETAIL_CHARS)]


class ChainHead(Wire):
    """How far one chain has come."""

    chain: ChainName
    count: Annotated[int, Meta(ge=1, lt=2**32)]
    head: Head


class Have(Frame, tag=16):
    """All that the sender has of one game. An empty game: it has none yet."""

    game: HeadOrNone
    chains: Annotated[tuple[ChainHead, ...], Meta(max_length=MAX_CHAINS)]


class EntryFrame(Frame, tag=17):
    """One signed entry."""

    raw: Annotated[bytes, Meta(min_length=1, max_length=MAX_FRAME_BYTES)]
    signature: Signature


class LobbyMember(Wire):
    """One member of a lobby.

    Attributes:
        operator: index of the member on whose machine this one runs; its own for a person.
    """

    identity: PublicIdentity
    name: Name
    kind: MemberKind
    operator: MemberIndex
    nonce: Nonce
    ready: bool
    present: bool
    addresses: Addresses


class Watcher(Wire):
    """One who only watches."""

    identity: PublicIdentity
    name: Name


class LobbyFrame(Frame, tag=18):
    """The whole lobby, from the host. Binds nobody.

    Attributes:
        revision: counts the snapshots of this host; an older one is ignored.
        terms: revision that last changed what one plays by: options, seats, that a game was
            played, or whether others may watch. Who is ready is ready for these.
        members: in signing order.
        options: names and values in the order of the rules' own map.
        previous: game that was played in this room before, or nothing.
        watchers: who watches now; None where nobody may.
    """

    room: Token
    revision: Revision
    terms: Revision
    members: Annotated[tuple[LobbyMember, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    seats: Seats
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=MAX_OPTIONS)]
    previous: HeadOrNone
    watchers: Annotated[tuple[Watcher, ...], Meta(max_length=MAX_WATCHERS)] | None


class LobbyAsk(Frame, tag=19):
    """What a guest wants for itself: all of it, each time.

    Attributes:
        nonce: its own, for the first entry.
        ready: the terms that it is ready for, or None.
        place: wished index in the list of members, or None.
    """

    name: Name
    nonce: Nonce
    ready: Revision | None
    place: MemberIndex | None
    addresses: Addresses


class Say(Frame, tag=20):
    """A chat line, signed by who said it, so that any node may pass it on.

    Attributes:
        number: higher than that of every earlier line of this author in this room.
    """

    author: PublicIdentity
    number: ChatNumber
    text: Annotated[str, Meta(min_length=1, max_length=MAX_SAY_CHARS)]
    signature: Signature


class Ping(Frame, tag=21):
    """Are you there?"""


class Pong(Frame, tag=22):
    """I am."""


class Bye(Frame, tag=23):
    """The sender leaves on purpose."""

    reason: Annotated[str, Meta(max_length=MAX_DETAIL_CHARS)]


class Whereabouts(Wire):
    """Where one member listens, as far as the sender knows."""

    identity: PublicIdentity
    addresses: Addresses


class Here(Frame, tag=24):
    """Where members of the room listen: the sender itself and those it has met."""

    members: Annotated[tuple[Whereabouts, ...], Meta(max_length=MAX_SEATS)]


class BallotFrame(Frame, tag=25):
    """What one seat signed about a place whose seat does not speak."""

    ballot: Ballot
    signature: Signature


class ClaimFrame(Frame, tag=26):
    """Somebody wishes to sit down where a seat is free."""

    claim: Claim
    signature: Signature


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a link: which frames it knows, and how large they may be."""

    name: str
    limit_bytes: int
    frames: dict[int, type[Frame]]


def _table(*kinds: type[Frame]) -> dict[int, type[Frame]]:
    return {int(str(kind.__struct_config__.tag)): kind for kind in kinds}


HANDSHAKE = Phase(
    "handshake",
    MAX_HANDSHAKE_BYTES,
    _table(
        JoinHello,
        JoinAnswer,
        JoinProof,
        ReturnHello,
        ReturnAnswer,
        ReturnProof,
        Welcome,
        Refused,
    ),
)
LINK = Phase(
    "link",
    MAX_FRAME_BYTES,
    _table(
        Have, EntryFrame, LobbyFrame, LobbyAsk, Say, Ping, Pong, Bye, Here, BallotFrame, ClaimFrame
    ),
)
WATCHING = Phase("link of a spectator", MAX_FRAME_BYTES, _table(Have, LobbyAsk, Ping, Pong, Bye))
"""What a node hears from who only watches: nothing that could go on to others."""


R = TypeVar("R", bound=Wire)


def changed(record: R, **changes: object) -> R:
    """The same record with some fields changed."""
    return replace(record, **changes)
