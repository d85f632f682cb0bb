"""All links of a node: who calls is let in or not, who is missing is called.

Everybody listens. Of two members the one with the lower index dials, and the other one too after
a while, so that a node that has moved still finds its table. When two links of one pair meet,
both ends keep the same one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import trio

from belote_net.errors import NodeError
from belote_net.node.atlas import Atlas
from belote_net.node.callers import PASSES_WITHIN_S, Caller, Callers, Refusals
from belote_net.node.changes import Changes
from belote_net.node.errors import (
    TWICE_HINT,
    CodeRefused,
    MetOurselves,
    PeerRefused,
    Refusal,
)
from belote_net.node.events import (
    PeerJoined,
    PeerLeft,
    Tell,
    TurnedAway,
)
from belote_net.node.frames import Role
from belote_net.node.guard import CodeGuard
from belote_net.node.handshake import Peer, Self, answer, come_back
from belote_net.node.link import HANDSHAKE_DEADLINE_S, FrameStream
from belote_net.node.session import Hub, Session
from belote_net.node.tls import Credentials, dial_tls, serve_tls
from belote_net.node.transport import Address, Dial, Stream, close_at_once
from belote_protocol.errors import ProtocolError
from belote_protocol.identity import PublicIdentity

ACCEPT_PAUSE_S = 0.05
"""How long a door stays shut after the system could not open it, for want of descriptors mostly."""

HIGHER_WAITS_S = 3.0
"""How long the higher of two members waits to be called before it calls."""

BACK_OFF_S = 0.5
MAX_BACK_OFF_S = 10.0
"""Time between two calls to who does not answer: it doubles, from the first to the second."""

PROBE_S = 1.0
"""How long an old link has to show that it lives when its member calls from another process."""


class House(Hub, Protocol):
    """What links need of their node."""

    @property
    def room(self) -> bytes:
        """The room that all links are for."""

    @property
    def host(self) -> PublicIdentity:
        """Whose room it is."""

    @property
    def guard(self) -> CodeGuard | None:
        """The code that lets strangers in, while this node does."""

    def is_member(self, identity: PublicIdentity) -> bool:
        """Whether this identity belongs to the table."""

    def may_return(self, identity: PublicIdentity) -> bool:
        """Whether this identity may come in without a code: a member, or who has watched."""

    def reserve(self, peer: Peer) -> bool:
        """Keep a seat, or a place to watch from, for who comes in; whether one had to be taken.

        Raises:
            PeerRefused: there is none.
        """

    def release(self, identity: PublicIdentity) -> None:
        """Give back a seat that was kept for who did not come in after all."""

    def others(self) -> tuple[tuple[PublicIdentity, bool], ...]:
        """The other members that ought to be linked; for each, whether we are the one to dial."""

    def note_presence(self, identity: PublicIdentity, *, left: str | None) -> None:
        """A member's link came up, or went down for the reason `left`."""


class Links:
    """The links of one node.

    Attributes:
        sessions: by identity, the link to each peer.
        tried: members who were called at least once and did not answer, or did.
    """

    def __init__(
        self, me: Self, house: House, atlas: Atlas, dial: Dial, tell: Tell, changes: Changes
    ) -> None:
        """Links of the node `house`, which is known to others as `me`."""
        self.sessions: dict[PublicIdentity, Session] = {}
        self.tried: set[PublicIdentity] = set()
        self._me = me
        self._house = house
        self._atlas = atlas
        self._dial = dial
        self._tell = tell
        self._changes = changes
        self._callers = Callers()
        self._refusals = Refusals(tell)
        self._dialling: set[PublicIdentity] = set()
        self._failures: dict[PublicIdentity, int] = {}
        self._turned_away: dict[PublicIdentity, str] = {}
        self._due: dict[PublicIdentity, float] = {}

    async def serve(
        self,
        listeners: Sequence[trio.abc.Listener[Stream]],
        credentials: Credentials,
        nursery: trio.Nursery,
    ) -> None:
        """Let callers in, until cancelled; their links live in `nursery`."""
        async with trio.open_nursery() as doors:
            for listener in listeners:
                doors.start_soon(self._open_door, listener, credentials, nursery)

    async def keep(self, nursery: trio.Nursery) -> None:
        """Call whoever is missing, until cancelled; the links live in `nursery`."""
        async with trio.open_nursery() as calls:
            while True:
                moved = self._changes.watch()
                soonest = math.inf
                for identity, is_ours in self._house.others():
                    if identity in self.sessions or identity in self._dialling:
                        continue
                    wait = 0.0 if is_ours or identity not in self.tried else HIGHER_WAITS_S
                    due = self._due.setdefault(identity, trio.current_time() + wait)
                    if due <= trio.current_time():
                        self._dialling.add(identity)
                        calls.start_soon(self._call, identity, nursery)
                    else:
                        soonest = min(soonest, due)
                with trio.move_on_at(soonest):
                    await moved.wait()

    async def attach(
        self, stream: FrameStream, peer: Peer, *, dialled: bool, observed_host: str | None
    ) -> None:
        """Work on a link until it ends. A worse link than the one that is there ends at once."""
        before = self.sessions.get(peer.identity)
        if before is not None and not self._is_better(before, peer, dialled=dialled):
            await stream.aclose()
            return
        session = Session(
            stream, peer, self._house, self._changes, dialled=dialled, observed_host=observed_host
        )
        self.sessions[peer.identity] = session
        self._failures.pop(peer.identity, None)
        self._turned_away.pop(peer.identity, None)
        if before is None:
            self._tell(PeerJoined(peer.identity))
        else:
            before.end("a newer link took its place")
        self._house.note_presence(peer.identity, left=None)
        self._changes.fire()
        reason = await session.run()
        if self.sessions.get(peer.identity) is session:
            del self.sessions[peer.identity]
            self._due.pop(peer.identity, None)
            self._tell(PeerLeft(peer.identity, reason))
            self._house.note_presence(peer.identity, left=reason)
            self._changes.fire()

    async def _open_door(
        self,
        listener: trio.abc.Listener[Stream],
        credentials: Credentials,
        nursery: trio.Nursery,
    ) -> None:
        async with listener:
            while True:
                try:
                    stream = await listener.accept()
                except OSError as cause:
                    self._refusals.note(
                        "door", f"nobody can be let in at this moment: {cause.strerror or cause}"
                    )
                    self._callers.give_way()
                    await trio.sleep(ACCEPT_PAUSE_S)
                else:
                    nursery.start_soon(self._welcome, stream, credentials)

    async def _welcome(self, stream: Stream, credentials: Credentials) -> None:
        host, door = host_of(stream), _Door(self._house, self)
        peer, secured = None, None
        try:
            with self._callers.let_in(host) as caller:
                secured = FrameStream(await serve_tls(stream, credentials))
                caller.note_step()
                peer = await answer(secured, credentials.certificate_hash, self._me, door)
            if peer is None:
                self._note_silence(caller, host)
        except (CodeRefused, MetOurselves):
            pass  # the guard tells of wrong codes
        except (NodeError, ProtocolError) as refusal:
            reason = refusal.reason if isinstance(refusal, PeerRefused) else None
            kind = f"{type(refusal).__name__} {reason.value if reason else ''}"
            passes_s = PASSES_WITHIN_S if reason is Refusal.UNKNOWN else 0
            self._refusals.note(kind, str(refusal), host, passes_s=passes_s)
        finally:
            if peer is None:
                door.withdraw()
                await close_at_once(stream)
        if peer is not None and secured is not None:
            await self.attach(secured, peer, dialled=False, observed_host=host)

    def _note_silence(self, caller: Caller, host: str | None) -> None:
        if caller.was_cut:
            self._refusals.note("crowd", "more callers at once than there is room for", host)
        else:
            self._refusals.note("silence", "who called did not say who it is", host)

    async def _call(self, identity: PublicIdentity, nursery: trio.Nursery) -> None:
        for address in self._atlas.of(identity):
            if identity in self.sessions or await self._call_at(address, identity, nursery):
                break
        failures = self._failures.get(identity, 0)
        self._failures[identity] = failures + 1
        back_off = min(MAX_BACK_OFF_S, BACK_OFF_S * 2.0**failures)
        jitter = 0.5 + self._me.random_bytes(1)[0] / 256
        self._due[identity] = trio.current_time() + back_off * jitter
        self._dialling.discard(identity)
        self.tried.add(identity)
        self._changes.fire()

    async def _call_at(
        self, address: Address, identity: PublicIdentity, nursery: trio.Nursery
    ) -> bool:
        """Call one address; whether a member of the room answered there."""
        stream = peer = None
        try:
            with trio.fail_after(HANDSHAKE_DEADLINE_S):
                stream = await self._dial(address)
                secured, certificate_hash = await dial_tls(stream)
                frames = FrameStream(secured)
                peer = await come_back(
                    frames, certificate_hash, self._me, self._house.room, self._house.is_member
                )
        except MetOurselves:
            # We were given a port that was another member's before.
            self._atlas.forget(address)
            return False
        except (NodeError, ProtocolError, trio.TooSlowError) as failure:
            self._note_refusal(identity, failure)
            return False
        finally:
            if peer is None and stream is not None:
                await close_at_once(stream)
        self._atlas.prefer(peer.identity, address)
        nursery.start_soon(self._attach_dialled, frames, peer, address.host)
        return peer.identity == identity

    def _note_refusal(self, identity: PublicIdentity, failure: Exception) -> None:
        """Tell why we are turned away, if a person can do something about it; once."""
        telling = _TELLING if self._me.role is Role.PLAY else (*_TELLING, Refusal.UNKNOWN)
        is_telling = isinstance(failure, PeerRefused) and failure.reason in telling
        if is_telling and self._turned_away.get(identity) != str(failure):
            self._turned_away[identity] = str(failure)
            self._tell(TurnedAway(identity, str(failure)))

    async def _attach_dialled(self, frames: FrameStream, peer: Peer, host: str) -> None:
        await self.attach(frames, peer, dialled=True, observed_host=host)

    async def check_new(self, peer: Peer) -> None:
        """Refuse a caller whose member is linked already, unless the new link is the better one.

        Raises:
            PeerRefused: its identity is here in another process, or a better link is.
        """
        before = self.sessions.get(peer.identity)
        if before is None:
            return
        if before.peer.instance == peer.instance:
            if not self._is_better(before, peer, dialled=False):
                raise PeerRefused(Refusal.LINKED, "there is a link between us already")
            return
        heard_at = before.heard_at
        before.probe()
        await trio.sleep(PROBE_S)
        if before.heard_at > heard_at and self.sessions.get(peer.identity) is before:
            raise PeerRefused(
                Refusal.TWICE, f"this identity is here in another process: {TWICE_HINT}"
            )

    def _is_better(self, before: Session, peer: Peer, *, dialled: bool) -> bool:
        """Whether a new link ought to replace one to the same member; both ends agree on it."""
        if before.peer.instance != peer.instance or before.dialled == dialled:
            return True  # a restarted peer, or a link that broke unnoticed
        mine, theirs = bytes(self._me.identity.public), bytes(peer.identity)
        return (mine < theirs) == dialled


_TELLING = (Refusal.TWICE, Refusal.VERSION, Refusal.ROOM, Refusal.CLOSED, Refusal.CROWDED)
"""Refusals that a person can do something about; others pass by themselves."""


class _Door:
    """The gate for one caller: what was kept for it is given back if it does not come in."""

    def __init__(self, house: House, links: Links) -> None:
        self._house = house
        self._links = links
        self._reserved: PublicIdentity | None = None

    @property
    def room(self) -> bytes:
        return self._house.room

    @property
    def host(self) -> PublicIdentity:
        return self._house.host

    @property
    def guard(self) -> CodeGuard | None:
        return self._house.guard

    def is_member(self, identity: PublicIdentity) -> bool:
        return self._house.may_return(identity)

    async def admit(self, peer: Peer) -> None:
        await self._links.check_new(peer)
        if self._house.reserve(peer):
            self._reserved = peer.identity

    def withdraw(self) -> None:
        if self._reserved is not None:
            self._house.release(self._reserved)


def host_of(stream: Stream) -> str | None:
    """The address that the other side of a TCP stream is seen at."""
    if not isinstance(stream, trio.SocketStream):
        return None
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return None
