"""Real nodes on loopback, in one process, for the tests of whole games."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import trio

from belote_net.errors import NodeError
from belote_net.node.events import NodeEvent
from belote_net.node.frames import LobbyMember, Role
from belote_net.node.games import Config, OpenGame
from belote_net.node.lobby import Settings
from belote_net.node.node import HostNode, Node
from belote_net.node.profile import Profile
from belote_net.node.start import host, join, resume
from belote_net.node.transport import Dial, dial
from belote_net.rules.auction import PASS
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, PlaceBid
from belote_net.table.messages import Call, Opening, Seats
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.four_seats import random_chooser

T = TypeVar("T", bound=NodeEvent)

NAMES = ("Léa", "Marcel", "Jo", "Inès")
LOOPBACK = "127.0.0.1"
ONE_DEAL = Settings(Options(end=End.FIXED_DEALS, target=0, deals=1), Seats.CHOSEN)

DEADLINE_S = 120
"""Real seconds that a whole game may take on a busy machine; it takes about one."""


class RandomDecider:
    """Decides at random, at once, or when `pause` says no more that it should wait."""

    def __init__(self, seed: object, *, eagerness: float = 0.6) -> None:
        self._choose = random_chooser(seed, eagerness=eagerness)
        self.pause: Callable[[TableView, Duty], bool] = lambda view, duty: False
        self.paused = False
        self.passes = False

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        while self.pause(view, duty):
            self.paused = True
            await trio.sleep(0.005)
        await trio.lowlevel.checkpoint()
        if self.passes and duty.kind == Call.kind:
            return PlaceBid(PASS)
        return self._choose(view, duty)


@dataclass
class Player:
    """One person with a machine: what survives when the node is killed.

    Attributes:
        silent: the node has nobody who decides, so its seat never speaks.
        dial: how its node opens streams.
        role: whether it plays or watches.
        approve: its last word on a first entry.
    """

    name: str
    root: Path
    decider: RandomDecider = field(init=False)
    events: list[NodeEvent] = field(default_factory=list)
    node: Node | None = None
    silent: bool = False
    dial: Dial = dial
    role: Role = Role.PLAY
    approve: Callable[[Opening], str | None] = lambda opening: None
    config: Config | None = None
    failure: BaseException | None = None
    _scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    _ended: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        self.decider = RandomDecider(self.name)

    async def run(
        self,
        context: Callable[[Config], AbstractAsyncContextManager[Node]],
        *,
        task_status: trio.TaskStatus[None],
    ) -> None:
        """Be at the computer with a node of this kind, until killed."""
        profile = Profile(self.root, "me", os.urandom)
        self.config = config = Config(
            profile,
            self.name,
            None if self.silent else self.decider,
            bot=lambda: RandomDecider("bot"),
            port=0,
            bind=LOOPBACK,
            dial=self.dial,
            role=self.role,
            approve=self.approve,
        )
        self._scope, self._ended = trio.CancelScope(), trio.Event()
        try:
            with self._scope:
                async with context(config) as self.node:
                    task_status.started()
                    async for event in self.node.events:
                        self.events.append(event)
        except NodeError as failure:
            if self.node is None:
                raise
            self.failure = failure
        finally:
            profile.close()
            self._ended.set()

    async def kill(self) -> None:
        """End the node at once, as a crash would."""
        self._scope.cancel()
        await self._ended.wait()
        self.node = None

    @property
    def live(self) -> Node:
        assert self.node is not None
        return self.node

    @property
    def game(self) -> OpenGame:
        assert self.live.game is not None
        return self.live.game

    @property
    def log(self) -> list[SignedEntry]:
        return list(self.game.table.log)

    def told(self, kind: type[T]) -> list[T]:
        """Events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


async def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something becomes true, which real sockets and threads bring about."""
    while not condition():  # noqa: ASYNC110 - whatever changes it fires no event of ours
        await trio.sleep(0.005)


@dataclass
class Four:
    """Four players, the first of whom hosts."""

    players: list[Player]
    nursery: trio.Nursery

    @property
    def host(self) -> HostNode:
        node = self.players[0].live
        assert isinstance(node, HostNode)
        return node

    @property
    def members(self) -> tuple[LobbyMember, ...]:
        lobby = self.host.lobby
        return lobby.members if lobby else ()

    async def open(self, settings: Settings = ONE_DEAL) -> None:
        await self.nursery.start(self.players[0].run, lambda config: host(config, settings))

    async def come(
        self, player: Player, code: str | None = None, *, door: Node | None = None
    ) -> None:
        """Let a player in with this code, or the right one, at the host's door or another's."""
        node = door or self.host
        address, known = node.addresses[0], code or node.code
        assert known is not None, "this node lets nobody in"
        await self.nursery.start(player.run, lambda config: join(config, [address], known))

    async def join(self, player: Player) -> None:
        """Let a player in and wait until he is on the list."""
        await self.come(player)
        me = player.live.identity
        await wait_for(lambda: any(one.identity == me for one in self.members))

    async def gather(self, settings: Settings = ONE_DEAL) -> None:
        """Open a table and let everybody come."""
        await self.open(settings)
        for player in self.players[1:]:
            await self.join(player)

    async def start(self) -> bytes:
        await wait_for(
            lambda: all(
                player.live.lobby is not None
                and self.host.lobby is not None
                and player.live.lobby.terms == self.host.lobby.terms
                for player in self.players
            )
        )
        for player in self.players:
            player.live.set_ready()
        await wait_for(lambda: all(one.ready for one in self.members))
        return await self.host.start()

    async def resume(self, player: Player, path: Path) -> None:
        await self.nursery.start(player.run, lambda config: resume(config, path))

    async def finish(self) -> None:
        """Wait until all four have all of a signed game on their disks."""
        await wait_for(
            lambda: all(
                player.live.game is not None
                and player.game.table.is_signed
                and player.live.waiting == ()
                and sum(player.game.replica.durable.values()) == len(player.log)
                for player in self.players
            )
        )


@asynccontextmanager
async def four_players(root: Path) -> AsyncIterator[Four]:
    """Four players without nodes; at the end everything is closed."""
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            yield Four([Player(name, root / name) for name in NAMES], nursery)
            nursery.cancel_scope.cancel()
