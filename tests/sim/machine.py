"""One player's computer: a node in it, files under it, and everything that can happen to both."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trio

from belote_net.errors import NodeError
from belote_net.node.errors import StorageFailed
from belote_net.node.events import (
    CallerRefused,
    EntryRefused,
    GameOpened,
    GameRewound,
    PeerLeft,
    TableMoved,
    TurnedAway,
)
from belote_net.node.frames import (
    LINK,
    BallotFrame,
    EntryFrame,
)
from belote_net.node.framing import LENGTH_BYTES, decode_payload
from belote_net.node.games import Config, OpenGame
from belote_net.node.node import Node
from belote_net.node.profile import Profile
from belote_net.node.start import resume
from belote_net.node.transport import DEFAULT_PORT, Address
from belote_net.table.decisions import Decision, Duty
from belote_net.table.view import TableView
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.identity import PublicIdentity
from tests.four_seats import random_chooser
from tests.sim.disk import BALLOT, LOG, Disk, Moment
from tests.sim.room import Bomb, Broken, Room

MAX_THINK_S = 0.4
LOOK_EVERY_S = 0.1
RETRY_S = 2.0
"""How long a player takes at most to try again who was not let in."""

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

WayIn = Callable[[Config], AbstractAsyncContextManager[Node]]

here: ContextVar[Machine] = ContextVar("here")
"""The machine that the running task belongs to."""


class Thinker:
    """Decides at random, after some time; not before its player is back at the table."""

    def __init__(self, seed: object, dice: random.Random, machine: Machine) -> None:
        self._choose = random_chooser(seed)
        self._dice = dice
        self._machine = machine

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        await trio.sleep(self._dice.random() * MAX_THINK_S)
        while self._machine.is_away:  # noqa: ASYNC110 - he may go away again meanwhile
            await trio.sleep_until(self._machine.away_until)
        return self._choose(view, duty)


class Machine:
    """A computer with one node; it comes back after every fault unless it is `gone`.

    Attributes:
        index: of the machine; its player's signing index too, unless it is a copy.
        is_dead: it has stopped, and its tasks only have to notice.
        gone: it never comes back.
        failure: why its node could not go on, if it could not.
        troubles: why links to it ended, and why callers were turned away.
        backup: a folder that replaces its own at the next start.
        away_until: when its player is at the table again; what is automatic goes on without him.
        person: what its player does beside bidding and playing, as long as a node is up.
        away_until: when its player is at the table again; what is automatic goes on without him.
        person: what its player does beside bidding and playing, as long as a node is up.
        comes: how its player comes to the table as long as there is no game; with whom it waits
            for `waits_for`, who has to be there first.
    """

    def __init__(self, index: int, root: Path, log_name: str, room: Room) -> None:
        self.index = index
        self.host = f"10.0.0.{index + 1}"
        self.is_dead = True
        self.gone = False
        self.failure: NodeError | None = None
        self.backup: Path | None = None
        self.moves = False
        self.away_until = 0.0
        self.person: Callable[[], Awaitable[None]] = trio.sleep_forever
        self.config: Config | None = None
        self.identity: PublicIdentity | None = None
        self.bombs: list[Bomb] = []
        self.node: Node | None = None
        self.refusals: list[EntryRefused] = []
        self.turned_away = 0
        self.troubles: list[str] = []
        self.starts = 0
        self.rewinds = 0
        self.happened: Counter[str] = Counter()
        self.room = room
        self.disk = Disk(root, room.dice)
        self.disk.at = self._reaches
        self.comes: WayIn | None = None
        self.waits_for: Machine | None = None
        self.log_path = root / "me" / "games" / log_name
        self._down_s = 0.0
        self._fuse: Bomb | None = None
        self._scope = trio.CancelScope()

    @property
    def is_up(self) -> bool:
        return self.node is not None and not self.is_dead

    @property
    def address(self) -> Address:
        """Where it listens now."""
        return Address(self.host, DEFAULT_PORT)

    @property
    def live_node(self) -> Node:
        if self.node is None:
            raise Broken(f"machine {self.index} is not up")
        return self.node

    @property
    def game(self) -> OpenGame:
        """The game on a machine that is up."""
        game = self.live_node.game
        if game is None:
            raise Broken(f"machine {self.index} has no game")
        return game

    @property
    def seat(self) -> Seat | None:
        """The seat that is this machine's player's now, as far as its node knows."""
        if not self.has_table or self.config is None:
            return None
        return self.game.table.seat_of(self.config.profile.identity.public)

    @property
    def has_table(self) -> bool:
        """Whether its node has a game."""
        return self.is_up and self.live_node.game is not None

    @property
    def sees_free_seat(self) -> bool:
        """Whether a seat is free, as far as its node knows."""
        return self.has_table and self.live_node.votes.free_seat is not None

    @property
    def is_away(self) -> bool:
        """Whether its player is not at the table."""
        return trio.current_time() < self.away_until

    @property
    def games(self) -> tuple[OpenGame, ...]:
        """The game on this machine, and those of the bots that run on it."""
        nodes = (self.node, *self.node._bots) if self.node is not None else ()
        return tuple(node.game for node in nodes if node.game is not None)

    @property
    def identities(self) -> frozenset[PublicIdentity]:
        """Who speaks on this machine: its player, and the bots that run on it."""
        nodes = (self.node, *self.node._bots) if self.node is not None else ()
        return frozenset(node.identity for node in nodes)

    @property
    def entries(self) -> int:
        """How many entries its node has."""
        game = self.node.game if self.node is not None else None
        return len(game.table.log) if game is not None else 0

    @property
    def has_game(self) -> bool:
        """Whether there is a game to go on with."""
        return self.log_path.exists()

    @property
    def folder(self) -> Path:
        """All that its player would copy or keep."""
        return self.disk.root / "me"

    @property
    def _has_to_wait(self) -> bool:
        return not self.has_game and self.waits_for is not None and not self.waits_for.is_up

    async def live(self) -> None:
        """Run nodes, one after the other, until this machine is gone."""
        here.set(self)
        while not self.gone and self.failure is None:
            self._down_s = 0.0
            while self._has_to_wait:  # noqa: ASYNC110 - machines come up without an event of ours
                await trio.sleep(LOOK_EVERY_S)
            await self._run_node()
            await trio.sleep(self._down_s)

    def stop(self, *, power_is_lost: bool, down_s: float) -> None:
        """End the process at once, wherever it is."""
        if self.is_dead:
            return
        self.room.trace.note("stop", self.index, power_is_lost)
        self.is_dead = True
        self._down_s = down_s
        self._scope.cancel()
        self.disk.stop(power_is_lost=power_is_lost)
        if not power_is_lost:
            self.room.network.drop(self)

    def note_sent(self, data: bytes) -> None:
        """A frame leaves: an entry must be on this disk, and be the only one in its place."""
        payload = data[LENGTH_BYTES:]
        self.room.trace.note("send", self.index, payload[1], len(payload))
        if payload[1] not in LINK.frames:
            return
        frame = decode_payload(payload, LINK)
        if isinstance(frame, BallotFrame):
            self._note_ballot(SignedBallot(frame.ballot, frame.signature))
        elif isinstance(frame, EntryFrame):
            self._note_entry(SignedEntry.from_wire(frame.raw, frame.signature))

    def _note_entry(self, signed: SignedEntry) -> None:
        is_proof = any(signed in game.replica.proofs() for game in self.games)
        is_proof |= signed.entry.seat in self.room.liars
        if not is_proof and not self.disk.has_synced(LOG, signed.raw):
            raise Broken(f"machine {self.index} sends what is not on its disk")
        self.room.note_entry(signed)
        if self._reaches(Moment.SENT, LOG):
            self.explode()

    def _note_ballot(self, signed: SignedBallot) -> None:
        if not self.disk.has_synced(LOG, signed.signature):
            raise Broken(f"machine {self.index} sends a ballot that is not on its disk")
        self.room.note_ballot(signed.ballot)
        if self._reaches(Moment.SENT, BALLOT):
            self.explode()

    async def _run_node(self) -> None:
        self._prepare()
        self.is_dead = False
        self.starts += 1
        try:
            with trio.CancelScope() as self._scope:
                profile = Profile(self.disk.root, "me", self.room.dice.randbytes)
                try:
                    self.config = self._make_config(profile)
                    async with self._way_in(self.config) as self.node:
                        self.room.trace.note("up", self.index)
                        await self._live_with(self.node)
                finally:
                    profile.close()
        except StorageFailed as full:
            if not self.happened[Moment.FULL.value]:
                raise
            self.room.trace.note("full", self.index, type(full).__name__)
            self._down_s = 1.0
        except NodeError as failure:
            self.room.trace.note("failed", self.index, type(failure).__name__)
            if self.has_game:
                self.failure = failure
            else:
                self._down_s = RETRY_S * self.room.dice.random()
        finally:
            self.node = None
            if not self.is_dead:
                self.is_dead = True
                self.disk.stop(power_is_lost=False)
                self.room.network.drop(self)

    def _way_in(self, config: Config) -> AbstractAsyncContextManager[Node]:
        if self.has_game:
            return resume(config, self.log_path)
        if self.comes is None:
            raise Broken(f"machine {self.index} has no game")
        return self.comes(config)

    def _prepare(self) -> None:
        """What changes while a machine is off."""
        self.room.network.unplug(self)
        self.room.network.drop(self)
        if self.backup is not None:
            shutil.rmtree(self.folder)
            shutil.copytree(self.backup, self.folder)
            self.backup = None
        if self.moves:
            self.moves = False
            self.host = f"10.0.{self.starts}.{self.index + 1}"

    def _make_config(self, profile: Profile) -> Config:
        self.identity = profile.identity.public
        dice = random.Random(self.room.dice.random())
        return Config(
            profile,
            f"player {self.index}",
            Thinker(dice.random(), dice, self),
            bot=lambda: Thinker(dice.random(), dice, self),
            port=DEFAULT_PORT,
            bind=self.host,
            random_bytes=dice.randbytes,
            now=lambda: EPOCH + timedelta(seconds=trio.current_time()),
            dial=self.room.network.dialler(self),
        )

    async def _live_with(self, node: Node) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.person)
            await self._listen_to(node)
            nursery.cancel_scope.cancel()

    async def _listen_to(self, node: Node) -> None:
        async for event in node.events:
            self.room.trace.note("event", self.index, type(event).__name__)
            if isinstance(event, TableMoved):
                self.room.trace.note("moved", self.index, event.chain, event.seq)
            elif isinstance(event, EntryRefused):
                self.refusals.append(event)
            elif isinstance(event, PeerLeft | CallerRefused):
                self.troubles.append(event.reason)
            elif isinstance(event, GameRewound):
                self.rewinds += 1
            elif isinstance(event, TurnedAway):
                self.turned_away += 1
            elif isinstance(event, GameOpened) and not event.resumed:
                if self.comes is None:
                    raise Broken("a game began that nobody began")
                self.log_path = self.game.path

    def explode(self) -> None:
        """The bomb that was just reached goes off."""
        if self._fuse is not None:
            self.stop(power_is_lost=self._fuse.power_is_lost, down_s=self._fuse.down_s)

    def _reaches(self, moment: Moment, what: str) -> bool:
        """Whether a bomb waits for just this; it is spent by it."""
        for bomb in self.bombs:
            if (bomb.moment, bomb.what) == (moment, what):
                bomb.countdown -= 1
                if bomb.countdown == 0:
                    self.bombs.remove(bomb)
                    self.happened[moment.value] += 1
                    self._fuse = bomb
                    return True
        return False
