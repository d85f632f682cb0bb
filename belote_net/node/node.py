"""A node: one nursery in which a member of a room listens, keeps its links and plays.

A face (a screen, a script, a test) gets it from `host`, `join` or `resume` in `start.py`, reads
its events and calls its few methods.
"""

from __future__ import annotations

import trio

from belote_net.node.changes import Changes
from belote_net.node.desk import Desk, HostDesk
from belote_net.node.discovery import FoundTable, advertise, interfaces
from belote_net.node.errors import LobbyError
from belote_net.node.events import Bulletin, NodeEvent
from belote_net.node.frames import MAX_ADDRESSES, TOKEN_BYTES, LobbyFrame, Role
from belote_net.node.games import Config, OpenGame, create_files
from belote_net.node.handshake import Peer, Self
from belote_net.node.link import FrameStream
from belote_net.node.lobby import Settings
from belote_net.node.profile import Profile
from belote_net.node.room import Room
from belote_net.node.tls import Credentials, new_credentials
from belote_net.node.transport import Address, Listener, listen, local_addresses, outward_addresses
from belote_net.node.votes import Votes
from belote_net.table.decisions import Duty
from belote_net.table.opening import OPENING_CONTEXT
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError
from belote_protocol.identity import PublicIdentity

GOODBYE_S = 1.0
"""How long leaving may take: what is due is sent first, then BYE."""

LOOPBACK = "127.0.0.1"


class Core:
    """What every part of a node shares."""

    def __init__(self, config: Config) -> None:
        """A node that is to be as `config` says; nothing runs yet."""
        self.config = config
        self.me = Self(
            config.profile.identity,
            config.random_bytes(TOKEN_BYTES),
            config.role,
            config.random_bytes,
        )
        self.changes = Changes()
        self.bulletin = Bulletin()


class Node:
    """One member of a room, or a spectator.

    Attributes:
        room: all that it knows of its room.
        addresses: where it listens; the first ones are those that others can reach.
    """

    def __init__(self, core: Core, room: bytes, desk: Desk) -> None:
        """A node of this room; `run` makes it live."""
        self.room = Room(core.config, core.me, room, desk, core.bulletin.tell, core.changes)
        self.addresses: tuple[Address, ...] = ()
        self._core = core
        self._scope = trio.CancelScope()
        self._doors = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._bots: list[Node] = []

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Listen, keep links, play, until closed or cancelled; started once it listens.

        Who only watches does not listen: it has one link, to the host, and calls for it.

        Raises:
            PortInUse: the port that was asked for belongs to another program.
            NodeError: this node cannot go on; nothing that failed was sent.
        """
        config = self._core.config
        try:
            with self._scope:
                credentials = await trio.to_thread.run_sync(new_credentials)
                listeners: list[Listener] = []
                if config.role is Role.PLAY:
                    listeners, port = await listen(config.port, host=config.bind)
                    self._note_addresses(port)
                await self._run_tasks(listeners, credentials, task_status)
        finally:
            self.room.close()
            self._core.bulletin.close()

    @property
    def events(self) -> trio.MemoryReceiveChannel[NodeEvent]:
        """What happens; bounded. It ends when the node does."""
        return self._core.bulletin.receive

    @property
    def config(self) -> Config:
        """How this node was asked to be."""
        return self._core.config

    @property
    def identity(self) -> PublicIdentity:
        """Our own."""
        return self._core.me.identity.public

    @property
    def lobby(self) -> LobbyFrame | None:
        """The lobby, as far as it is known here."""
        return self.room.desk.lobby

    @property
    def game(self) -> OpenGame | None:
        """The game that is played, or was played last."""
        return self.room.game

    @property
    def view(self) -> TableView | None:
        """The table as we may see it; None until places are drawn."""
        return self.game.view() if self.game else None

    @property
    def waiting(self) -> tuple[Duty, ...]:
        """What the game waits for, and from whom; the chain `table` first."""
        return self.game.table.waiting() if self.game else ()

    @property
    def votes(self) -> Votes:
        """What a person may do about a seat that does not speak, or that is free."""
        return Votes(self._own_games, self._in_reach)

    def _in_reach(self) -> frozenset[PublicIdentity]:
        """Ourselves, whom we have a link to, and through the host to whom he has one."""
        is_told = self.lobby is not None and self.room.desk.host in self.linked
        listed = self.lobby.members if self.lobby is not None and is_told else ()
        return self.linked | {self.identity} | {one.identity for one in listed if one.present}

    def _own_games(self) -> tuple[OpenGame, ...]:
        games = (self.game, *(bot.game for bot in self._bots))
        return tuple(game for game in games if game is not None) if self.game else ()

    @property
    def linked(self) -> frozenset[PublicIdentity]:
        """Whom we have a link to."""
        return frozenset(self.room.links.sessions)

    @property
    def here(self) -> frozenset[PublicIdentity]:
        """Who of the table is here. Who only watches believes the host, and else thinks all are."""
        if self.config.role is Role.PLAY:
            return self.linked
        if self.lobby is None or self.room.desk.host not in self.linked:
            return frozenset(self.game.members if self.game else ())
        # The host keeps his list as it was when the game began: of who took a seat since then it
        # says nothing.
        listed = {one.identity: one.present for one in self.lobby.members}
        seated = self.game.members if self.game else ()
        return frozenset(one for one in (*listed, *seated) if listed.get(one, True))

    @property
    def is_behind(self) -> bool:
        """Whether a part of the game is still to come that others have; no link: so we must ask."""
        game, sessions = self.game, self.room.links.sessions.values()
        return game is not None and not (
            sessions and all(session.has_caught_up(game.replica) for session in sessions)
        )

    @property
    def code(self) -> str | None:
        """The code that lets people in here; None while we let nobody in."""
        guard = self.room.guard
        return None if guard is None else guard.code

    def renew_code(self) -> str:
        """Make a new code, for instance after the old one was locked."""
        return self.room.desk.renew_code()

    def open_code(self) -> str | None:
        """A code that lets somebody in here: a new one if the old one was locked."""
        guard = self.room.guard
        return self.renew_code() if guard is not None and guard.is_locked else self.code

    def say(self, text: str) -> None:
        """Say something to everybody.

        Raises:
            LobbyError: we only watch.
        """
        if self.config.role is Role.WATCH:
            raise LobbyError("who only watches does not talk")
        self.room.chat.say(text)

    def set_ready(self, *, ready: bool = True) -> None:
        """Be ready to play by the rules that the lobby shows now, or not."""
        self.room.desk.set_ready(ready=ready)

    def wish_place(self, index: int) -> None:
        """Ask to change places with the member at this index of the lobby."""
        self.room.desk.want(place=index)

    def adopt(self, frames: FrameStream, peer: Peer, host: str) -> None:
        """Work on a link that was dialled before this node ran.

        Raises:
            LobbyError: the node does not run.
        """

        async def work() -> None:
            await self.room.links.attach(frames, peer, dialled=True, observed_host=host)

        self._live().start_soon(work)

    async def run_bot(self, bot: Node, profile: Profile) -> None:
        """Run a bot's node inside this one, until both end; closes its profile."""
        self._bots.append(bot)

        async def work(*, task_status: trio.TaskStatus[None]) -> None:
            try:
                await bot.run(task_status=task_status)
            finally:
                profile.close()

        loopback = Address(self._core.config.bind or LOOPBACK, self.addresses[0].port)
        bot.room.atlas.learn(self.identity, [str(loopback)])
        await self._live().start(work)

    async def close(self, reason: str = "") -> None:
        """Say goodbye to everybody and end, our bots too. The game can be resumed later."""
        async with trio.open_nursery() as nursery:
            for bot in self._bots:
                nursery.start_soon(bot.close, reason)
        self._doors.cancel()
        for session in self.room.links.sessions.values():
            session.leave(reason)
        with trio.move_on_after(GOODBYE_S):
            while self.room.links.sessions:
                moved = self._core.changes.watch()
                await moved.wait()
        self._scope.cancel()

    def _live(self) -> trio.Nursery:
        if self._nursery is None:
            raise LobbyError("the node does not run yet")
        return self._nursery

    async def _run_tasks(
        self,
        listeners: list[Listener],
        credentials: Credentials,
        task_status: trio.TaskStatus[None],
    ) -> None:
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._open_doors, listeners, credentials, nursery)
            nursery.start_soon(self.room.run)
            task_status.started()

    async def _open_doors(
        self, listeners: list[Listener], credentials: Credentials, nursery: trio.Nursery
    ) -> None:
        with self._doors:
            async with trio.open_nursery() as doors:
                if listeners:
                    doors.start_soon(self.room.links.serve, listeners, credentials, nursery)
                doors.start_soon(self.room.links.keep, nursery)

    def _note_addresses(self, port: int) -> None:
        config = self._core.config
        found = (config.bind,) if config.bind else interfaces()
        local = local_addresses(found, port, outward=outward_addresses())[: MAX_ADDRESSES - 1]
        self.addresses = (*local, Address(config.bind or LOOPBACK, port))
        told = local or self.addresses
        self.room.atlas.learn(self.identity, map(str, told))
        self.room.desk.want(addresses=tuple(map(str, told)))


class HostNode(Node):
    """The node that keeps the lobby: it opens games, lets people in and seats bots."""

    def __init__(self, core: Core, room: bytes, desk: HostDesk) -> None:
        """The host's node of this room."""
        super().__init__(core, room, desk)
        self._desk = desk
        self._announcement = trio.CancelScope()

    @property
    def code(self) -> str:
        """The code that lets people in; it changes with every seat that is taken."""
        return self._desk.guard.code

    def let_watch(self, *, allowed: bool) -> None:
        """Let others watch this table, or no longer; nobody is ready any more.

        Raises:
            LobbyError: this is to change while a game is played.
        """
        self._desk.watchers.allow(allowed=allowed)
        self._announcement.cancel()  # it says whether one may watch
        if not allowed:
            for session in self.room.links.sessions.values():
                if session.peer.role is Role.WATCH:
                    session.leave("this table may no longer be watched")

    def set_up(self, settings: Settings) -> None:
        """Play by other rules; nobody is ready any more.

        Raises:
            LobbyError: they do not fit who is here, or a game is being played.
        """
        self._desk.list.set_up(settings)

    def send_away(self, identity: PublicIdentity) -> None:
        """Take a seat back; whoever had it can come again only with the new code.

        Raises:
            LobbyError: it is the host's own, or a game is being played.
        """
        self._desk.list.remove(identity)
        self._desk.renew_code()
        session = self.room.links.sessions.get(identity)
        if session is not None:
            session.leave("the host needs the seat")

    async def start(self) -> bytes:
        """Begin a game with the lobby as it is; returns its id.

        Raises:
            LobbyError: somebody is missing or not ready, or a game is being played.
            StorageFailed: the game cannot be stored.
        """
        game = self.game
        if game and not game.has_ended:
            raise LobbyError("a game is being played")
        opening = self._desk.list.opening()
        signed = SignedEntry.seal(OPENING_CONTEXT, opening, self._core.me.identity)
        try:
            table = Table(signed)
        except ProtocolError as cause:
            raise LobbyError(f"no game can begin like this: {cause}") from cause
        # From here on the list stays as it is: every guest compares the first entry with it.
        self._desk.list.freeze()
        files = await trio.to_thread.run_sync(create_files, signed, table, self._core.config)
        self.room.add_game(table, files, fresh=True)
        return table.game

    def announce(self, table: str) -> None:
        """Make this table known on the local network, by this name."""
        self._live().start_soon(self._announce, table)

    async def _announce(self, table: str) -> None:
        usable = tuple(one for one in self.addresses if one.host != LOOPBACK)
        me, addresses = self._core.me, usable or self.addresses
        while True:
            announced = FoundTable(
                table, self.room.desk.wish.name, addresses, self._desk.watchers.are_allowed
            )
            self._announcement = trio.CancelScope()
            with self._announcement:
                await advertise(announced, me.instance)
                await trio.sleep_forever()
