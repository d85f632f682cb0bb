"""One link at work: a reader, a writer and a ping, and what each side knows of the other.

The writer has no queue of entries: it looks at what this node has, at what the peer has said that
it has, and sends the next thing that is missing. So any node passes on whatever a peer lacks, and
mesh, star and chain are only cases.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

import trio

from belote_net.errors import NodeError
from belote_net.node.changes import Changes
from belote_net.node.delivery import Delivery
from belote_net.node.desk import LEFT_ON_PURPOSE
from belote_net.node.errors import PeerLost, leaves
from belote_net.node.frames import (
    BallotFrame,
    Bye,
    ClaimFrame,
    EntryFrame,
    Frame,
    Have,
    Here,
    LobbyAsk,
    LobbyFrame,
    Ping,
    Pong,
    Role,
    Say,
)
from belote_net.node.handshake import Peer
from belote_net.node.link import DEAD_AFTER_S, PING_EVERY_S, FrameStream
from belote_net.node.replica import Replica
from belote_net.table.claims import SignedClaim
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidEncoding, ProtocolError

MAX_SAYS = 32
"""Chat lines that wait for one link; older ones are dropped."""

LINGER_S = 0.5
"""How long a peer may take to read our goodbye before we close."""

SAY_BURST = 10
"""Chat lines that a peer may send at once, and then one every `SAY_EVERY_S`; others are dropped."""
SAY_EVERY_S = 1.0


SPECTATOR_PACE_S = 0.005
"""How long a frame of a spectator, or each chain that it names, keeps the next one waiting: what
it floods us with stays in its own buffers. An honest one names a chain for each entry it has read,
so it still catches up at 200 entries a second, as fast as it can verify them."""


class Hub(Protocol):
    """What a link needs of its node."""

    @property
    def role(self) -> Role:
        """Whether we play or watch."""

    def replicas(self) -> tuple[Replica, ...]:
        """The games that are served, the oldest first."""

    def replica(self, game: bytes) -> Replica | None:
        """One of them."""

    def is_past(self, game: bytes) -> bool:
        """Whether a game was served, and is no more, or is over and not here."""

    def consider(self, opening: SignedEntry) -> None:
        """A first entry of a game that is not here."""

    def lobby_for(self, session: Session) -> LobbyFrame | LobbyAsk | None:
        """What this peer ought to know of the lobby."""

    def whereabouts(self) -> Here:
        """Where we and others listen."""

    def take_lobby(self, session: Session, frame: LobbyFrame | LobbyAsk) -> None:
        """The peer's part of the lobby. Raises InvalidEncoding if it has none."""

    def take_here(self, session: Session, frame: Here) -> None:
        """Where others listen, says the peer."""

    def take_say(self, session: Session, frame: Say) -> None:
        """A chat line. Raises InvalidEncoding if its author did not sign it."""


class Session:
    """One link, from its handshake to its end.

    Attributes:
        peer: who is at the other end.
        dialled: whether we dialled.
        observed_host: where the peer was seen to be, or None.
        heard_at: when a frame last came, in seconds of trio's clock.
    """

    def __init__(
        self,
        stream: FrameStream,
        peer: Peer,
        hub: Hub,
        changes: Changes,
        *,
        dialled: bool,
        observed_host: str | None,
    ) -> None:
        """Take over a stream on which the handshake is done."""
        self.peer = peer
        self.dialled = dialled
        self.observed_host = observed_host
        self.heard_at = trio.current_time()
        self._stream = stream
        self._hub = hub
        self._changes = changes
        self._to_send = Changes()
        self._scope = trio.CancelScope()
        self._reason = "the link was closed"
        self._told: dict[type[Frame], Frame | None] = {}
        self._deliveries: dict[bytes, Delivery] = {}
        self._wanted: bytes | None = None
        self._says: deque[Say] = deque(maxlen=MAX_SAYS)
        self._say_budget, self._say_time = float(SAY_BURST), self.heard_at
        self._urgent: dict[type[Frame], None] = {}  # in the order in which they fell due
        self._bye: Bye | None = None
        self._is_among_players = Role.WATCH not in (peer.role, hub.role)

    async def run(self) -> str:
        """Work until the link ends, one way or another; returns why it ended."""
        try:
            with self._scope, self._changes.wake(self._to_send):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read)
                    nursery.start_soon(self._ping)
                    await self._write()
                    nursery.cancel_scope.cancel()
        except* (NodeError, ProtocolError) as group:
            if self._bye is None:
                self._reason = str(next(leaves(group)))
        finally:
            with trio.CancelScope(shield=True):
                await self._stream.aclose()
        return self._reason

    def end(self, reason: str) -> None:
        """End the link at once."""
        self._reason = reason
        self._scope.cancel()

    def leave(self, reason: str) -> None:
        """Say goodbye once all that is due has been sent, and end the link."""
        self._bye, self._reason = Bye(reason), "we left"
        self._to_send.fire()

    def say(self, frame: Say) -> None:
        """Pass a chat line on."""
        self._says.append(frame)
        self._to_send.fire()

    def probe(self) -> None:
        """Ask the peer for a sign of life."""
        self._urgent[Ping] = None
        self._to_send.fire()

    @property
    def counts(self) -> dict[bytes, dict[str, int]]:
        """By game, and chain, how many entries the peer has said that it has."""
        known = {game: one.counts for game, one in self._deliveries.items()}
        return {game: counts for game, counts in known.items() if counts is not None}

    def has_caught_up(self, replica: Replica) -> bool:
        """Whether the peer has said what it has of a game, and nothing of it is missing here."""
        return self._delivery(replica.game).has_caught_up(replica)

    def _delivery(self, game: bytes) -> Delivery:
        if game not in self._deliveries:
            # One unknown game at a time, besides those that are served: a peer cannot make us
            # remember many, nor does a long evening.
            kept = {self._wanted, *(one.game for one in self._hub.replicas())}
            for over in self._deliveries.keys() - kept:
                del self._deliveries[over]
            self._deliveries[game] = Delivery()
        return self._deliveries[game]

    async def _ping(self) -> None:
        while True:
            before = {game: one.unanswered() for game, one in self._deliveries.items()}
            await trio.sleep(PING_EVERY_S)
            self._send_again(before)
            self.probe()

    def _send_again(self, before: dict[bytes, dict[str, int]]) -> None:
        """Send again what was unanswered by game and chain, and still is."""
        for game in before.keys() & self._deliveries.keys():
            delivery = self._deliveries[game]
            for chain, _ in before[game].items() & delivery.unanswered().items():
                delivery.send_again(chain)

    async def _read(self) -> None:
        while True:
            try:
                with trio.fail_after(DEAD_AFTER_S):
                    frame = await self._stream.receive()
            except trio.TooSlowError:
                raise PeerLost(f"nothing came for {DEAD_AFTER_S:.0f} seconds") from None
            self.heard_at = trio.current_time()
            self._take(frame)
            # A flood from one link must not keep the loop from everything else.
            await trio.sleep(self._pace(frame))

    def _pace(self, frame: Frame) -> float:
        """How long to wait before the next frame is read, in seconds."""
        if self.peer.role is Role.PLAY:
            return 0
        return SPECTATOR_PACE_S * max(1, len(frame.chains) if isinstance(frame, Have) else 1)

    def _take(self, frame: Frame) -> None:
        if isinstance(frame, Ping):
            self._urgent[Pong] = None
            self._to_send.fire()
        elif isinstance(frame, Have):
            self._take_have(frame)
        elif isinstance(frame, EntryFrame):
            self._take_entry(SignedEntry.from_wire(frame.raw, frame.signature))
        elif isinstance(frame, BallotFrame):
            replica = self._hub.replica(frame.ballot.game)
            if replica is not None:
                replica.offer_ballot(SignedBallot(frame.ballot, frame.signature))
        elif isinstance(frame, ClaimFrame):
            replica = self._hub.replica(frame.claim.game)
            if replica is not None:
                claim = SignedClaim(frame.claim, frame.signature)
                replica.offer_claim(claim, self.peer.identity)
        elif isinstance(frame, LobbyFrame | LobbyAsk):
            self._hub.take_lobby(self, frame)
        elif isinstance(frame, Here):
            self._hub.take_here(self, frame)
        elif isinstance(frame, Say):
            if self._may_say():
                self._hub.take_say(self, frame)
        elif isinstance(frame, Bye):
            raise PeerLost(
                f"{LEFT_ON_PURPOSE}: {frame.reason}" if frame.reason else LEFT_ON_PURPOSE
            )

    def _take_have(self, have: Have) -> None:
        if not have.game or self._hub.is_past(have.game):
            return
        if self._hub.replica(have.game) is None:
            if self.peer.role is Role.WATCH:
                return  # a spectator has nothing to tell
            self._wanted = have.game
        self._delivery(have.game).take_have(have)
        self._changes.fire()

    def _take_entry(self, signed: SignedEntry) -> None:
        entry = signed.entry
        game = entry.game or signed.head
        replica = self._hub.replica(game)
        if replica is not None:
            if replica.offer(signed):
                self._delivery(game).note_fork(entry.chain)
                self._changes.fire()
        elif self._hub.is_past(game):
            return  # it was on its way
        elif signed.head == self._wanted:
            self._hub.consider(signed)
        else:
            raise InvalidEncoding("an entry of a game of this room expected")

    def _may_say(self) -> bool:
        now = trio.current_time()
        earned = (now - self._say_time) / SAY_EVERY_S
        self._say_budget = min(float(SAY_BURST), self._say_budget + earned)
        self._say_time = now
        if self._say_budget < 1:
            return False
        self._say_budget -= 1
        return True

    async def _write(self) -> None:
        while True:
            moved = self._to_send.watch()
            frame = self._next_frame()
            if frame is None:
                await moved.wait()
                continue
            try:
                with trio.fail_after(DEAD_AFTER_S):
                    await self._stream.send(frame)
            except trio.TooSlowError:
                raise PeerLost(f"took nothing for {DEAD_AFTER_S:.0f} seconds") from None
            if isinstance(frame, Bye):
                # Closing at once could destroy what is on its way; the peer closes when it reads.
                await trio.sleep(LINGER_S)
                return

    def _next_frame(self) -> Frame | None:
        """The next thing that the peer ought to be told, noted as told; Bye comes last."""
        if self._urgent:
            urgent = next(iter(self._urgent))
            del self._urgent[urgent]
            return urgent()
        here = self._hub.whereabouts() if self._is_among_players else None
        for news in (here, self._hub.lobby_for(self)):
            if news is not None and self._told.get(type(news)) != news:
                self._told[type(news)] = news
                return news
        if self._says:
            return self._says.popleft()
        if self._wanted is not None and self._hub.replica(self._wanted) is not None:
            self._wanted = None  # it is here now
        if self._wanted is not None and (have := self._delivery(self._wanted).ask(self._wanted)):
            return have
        gives = self._hub.role is Role.PLAY
        for replica in self._served():
            frame = self._delivery(replica.game).next_frame(replica, gives=gives)
            if frame is not None:
                return frame
        return self._bye

    def _served(self) -> tuple[Replica, ...]:
        """The games that the peer is told of: the last one, those it has, and those it plays.

        Who has not the last one is told of no other before: he would ask for that one, and ask for
        one unknown game at a time. So it is for who comes in the middle of it, and for who has lost
        both.
        """
        games, peer = self._hub.replicas(), self.peer
        has_last = bool(games) and bool(self.counts.get(games[-1].game))
        plays = peer.role is Role.PLAY and has_last
        return tuple(
            one
            for one in games
            if one is games[-1]
            or one.game in self.counts
            or (plays and one.table.seat_of(peer.identity) is not None)
        )
