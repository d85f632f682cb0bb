"""Real nodes on loopback, in one process, for the tests of whole games."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from belote_net.node.events import NodeEvent
from belote_net.node.games import Config
from belote_net.node.lobby import Settings
from belote_net.node.node import HostNode, Node
from belote_net.node.profile import Profile
from belote_net.node.start import host, join
from belote_net.node.transport import Address
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty
from belote_net.table.messages import Seats
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.four_seats import random_chooser
from tests.node.support import seeded

NAMES = ("Léa", "Marcel", "Jo", "Inès")
LOOPBACK = "127.0.0.1"
ONE_DEAL = Settings(Options(end=End.FIXED_DEALS, target=0, deals=1), Seats.CHOSEN)

DEADLINE_S = 20
"""Real seconds that a whole game may take on a busy machine; it takes about one."""


class RandomDecider:
    """Decides at random, at once; or never, while `pause` says so."""

    def __init__(self, seed: object, *, eagerness: float = 0.6) -> None:
        self._choose = random_chooser(seed, eagerness=eagerness)
        self.pause: Callable[[TableView, Duty], bool] = lambda view, duty: False

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        if self.pause(view, duty):
            await trio.sleep_forever()
        await trio.lowlevel.checkpoint()
        return self._choose(view, duty)


@dataclass
class Player:
    """One person with a machine: what survives when the node is killed."""

    name: str
    root: Path
    decider: RandomDecider = field(init=False)
    events: list[NodeEvent] = field(default_factory=list)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    node: Node | None = None
    profile: Profile | None = None

    def __post_init__(self) -> None:
        self.decider = RandomDecider(self.name)

    def config(self) -> Config:
        self.profile = Profile(self.root, f"p{NAMES.index(self.name)}", seeded(self.name))
        return Config(
            self.profile,
            self.name,
            self.decider,
            bot=lambda: RandomDecider("bot"),
            port=0,
            bind=LOOPBACK,
        )

    @property
    def live(self) -> Node:
        assert self.node is not None
        return self.node

    @property
    def log(self) -> list[SignedEntry]:
        assert self.live.game is not None
        return list(self.live.game.table.log)

    async def listen(self) -> None:
        """Collect the events of the node."""
        async for event in self.live.events:
            self.events.append(event)

    async def until(self, kind: type[NodeEvent], count: int = 1) -> None:
        """Wait until the node has told `count` events of a kind."""
        await wait_for(lambda: sum(isinstance(one, kind) for one in self.events) >= count)


async def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something becomes true."""
    while not condition():
        await trio.sleep(0.005)


@dataclass
class Four:
    """Four players, the first of whom hosts."""

    players: list[Player]
    stack: AsyncExitStack
    nursery: trio.Nursery

    @property
    def host(self) -> HostNode:
        node = self.players[0].live
        assert isinstance(node, HostNode)
        return node

    async def open(self, settings: Settings = ONE_DEAL) -> None:
        player = self.players[0]
        player.node = await self.stack.enter_async_context(host(player.config(), settings))
        self.nursery.start_soon(player.listen)

    async def join(self, player: Player) -> None:
        address = self.host.addresses[0]
        context = join(player.config(), [address], self.host.code)
        player.node = await self.stack.enter_async_context(context)
        self.nursery.start_soon(player.listen)
        lobby = self.host.room.desk
        await wait_for(
            lambda: (
                lobby.lobby is not None
                and any(one.identity == player.live.identity for one in lobby.lobby.members)
            )
        )

    async def start(self) -> bytes:
        await wait_for(lambda: all(player.live.lobby is not None for player in self.players))
        for player in self.players:
            player.live.set_ready()
        lobby = self.host.room.desk
        await wait_for(
            lambda: lobby.lobby is not None and all(one.ready for one in lobby.lobby.members)
        )
        return await self.host.start()

    async def finish(self) -> None:
        """Wait until all four have all of a signed game."""
        await wait_for(
            lambda: all(
                player.live.game is not None and player.live.game.table.is_signed
                for player in self.players
            )
        )


@asynccontextmanager
async def four_players(root: Path) -> AsyncIterator[Four]:
    """Four players without nodes; at the end everything is closed."""
    players = [Player(name, root) for name in NAMES]
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
            yield Four(players, stack, nursery)
            await stack.aclose()
            for player in players:
                if player.profile is not None:
                    player.profile.close()
            nursery.cancel_scope.cancel()


def addresses_of(players: Sequence[Player]) -> list[Address]:
    return [player.live.addresses[0] for player in players if player.node is not None]
