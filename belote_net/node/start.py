"""Ways to a node: host a table, join or watch one, or go on with a game.

Each is an asynchronous context: inside it the node runs; leaving it ends the node at once (call
`Node.close` first to say goodbye). If the node itself cannot go on, the context is cancelled and
raises why.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import trio

from belote_net.errors import NodeError
from belote_net.node.desk import GuestDesk, HostDesk
from belote_net.node.errors import LobbyError, PeerLost, ProfileInUse, TableNotFound, leaves
from belote_net.node.frames import TOKEN_BYTES
from belote_net.node.games import (
    Config,
    GameFiles,
    game_in,
    reopen,
    stored_log,
    watchers_path,
)
from belote_net.node.handshake import Peer
from belote_net.node.handshake import join as join_room
from belote_net.node.link import HANDSHAKE_DEADLINE_S, FrameStream
from belote_net.node.lobby import HOST_INDEX, Lobby, Settings, host_member
from belote_net.node.node import Core, HostNode, Node
from belote_net.node.profile import Profile
from belote_net.node.tls import dial_tls
from belote_net.node.transport import Address, close_at_once
from belote_net.rules.options import Options
from belote_net.table.messages import NONCE_BYTES, Member, MemberKind
from belote_net.table.table import Table
from belote_protocol.entry import NO_GAME
from belote_protocol.identity import PublicIdentity

BOTS_FOLDER = "bots"
"""Folder of a profile with the profiles of the bots that it hosts."""

KNOCK_PAUSES_S = (0.5, 1.0)
"""How long one waits who was cut off at a door before he knocks again: others were many."""


@asynccontextmanager
async def host(config: Config, settings: Settings) -> AsyncIterator[HostNode]:
    """Open a table.

    Raises:
        PortInUse, StorageFailed: the node cannot run.
    """
    core = Core(config)
    room = config.random_bytes(TOKEN_BYTES)
    node = HostNode(core, room, _host_desk(core, room, settings))
    async with _running(node):
        yield node


@asynccontextmanager
async def join(config: Config, addresses: Sequence[Address], code: str) -> AsyncIterator[Node]:
    """Come to a table, with its code, at the first of these addresses that answers.

    Whether to play or to watch, the role of `config` says.

    Raises:
        TableNotFound, PeerLost: nobody answers at any of them, or hangs up.
        CodeRefused, PeerRefused, HandshakeFailed: we were not let in.
        PortInUse, StorageFailed: the node cannot run.
    """
    core = Core(config)
    door = await _knock(core, addresses, code)
    node = Node(core, door.peer.room, _guest_desk(core, door.host))
    try:
        async with _running(node):
            node.room.atlas.learn(door.peer.identity, [str(door.address)])
            node.adopt(door.frames, door.peer, door.address.host)
            yield node
    finally:
        with trio.CancelScope(shield=True):
            await door.frames.aclose()


@asynccontextmanager
async def resume(
    config: Config, path: Path, addresses: Sequence[Address] = ()
) -> AsyncIterator[Node]:
    """Go on with the game in a log file; bots that we host go on too.

    Args:
        config: as for the game so far; the same profile.
        path: the log.
        addresses: where others may be, beside where they were last.

    Raises:
        StorageFailed, GameInUse, LogCorrupt: the game cannot be opened.
        PortInUse: the node cannot run.
    """
    core = Core(config)
    table, files = await trio.to_thread.run_sync(reopen, path, config)
    node = _resumed_node(core, table, path)
    _take_up(node, table, files, addresses)
    async with _running(node):
        ours = table.seat_of(node.identity)
        for member in table.members:
            is_ours = member.kind is MemberKind.BOT and member.operator == ours
            if is_ours and member.identity != node.identity:
                await _resume_bot(node, config, member)
        yield node


async def add_bot(node: HostNode, config: Config, name: str) -> None:
    """Seat a bot: a node of its own, with its own key, in this process.

    Args:
        node: the host.
        config: what the bot has in common with the host; `config.bot` makes its decider, and its
            key is kept in a folder of `config.profile`.
        name: what the bot is called.

    Raises:
        PeerRefused: every seat is taken.
        LobbyError: this host has no bots.
    """
    desk = node.room.desk
    if not isinstance(desk, HostDesk) or config.bot is None:
        raise LobbyError("this node has no bots")
    profile = await trio.to_thread.run_sync(_free_bot_profile, config)
    try:
        desk.list.expect(profile.identity.public, is_bot=True)
    except BaseException:
        profile.close()
        raise
    core = Core(_bot_config(config, profile, name))
    own_desk = _guest_desk(core, node.room.host, always_ready=True)
    await node.run_bot(Node(core, node.room.room, own_desk), profile)


async def seat_bot(node: Node, config: Config, name: str) -> None:
    """Bring a bot to a game in which a seat is free: it claims the seat like anybody else.

    Args:
        node: the member on whose machine it runs.
        config: as for `add_bot`.
        name: what the bot is called.

    Raises:
        LobbyError: this node has no bots.
    """
    if config.bot is None:
        raise LobbyError("this node has no bots")
    profile = await trio.to_thread.run_sync(_free_bot_profile, config)
    node.room.expect_newcomer(profile.identity.public)
    await _run_bot(node, config, profile, name)


@dataclass(frozen=True, slots=True)
class _Door:
    """A link on which somebody has let us in.

    Attributes:
        host: whose room it is, as `peer` says.
        address: where we were let in.
    """

    frames: FrameStream
    peer: Peer
    host: PublicIdentity
    address: Address


async def _knock(core: Core, addresses: Sequence[Address], code: str) -> _Door:
    """The first door that opens. Who is cut off at a crowded one knocks again."""
    for pause_s in KNOCK_PAUSES_S:
        with suppress(PeerLost):
            return await _knock_once(core, addresses, code)
        await trio.sleep(pause_s)
    return await _knock_once(core, addresses, code)


async def _knock_once(core: Core, addresses: Sequence[Address], code: str) -> _Door:
    failure: NodeError = TableNotFound("no address to look for a table at")
    for address in addresses:
        stream = peer = None
        try:
            with trio.fail_after(HANDSHAKE_DEADLINE_S):
                stream = await core.config.dial(address)
                secured, certificate_hash = await dial_tls(stream)
                frames = FrameStream(secured)
                peer, host = await join_room(frames, certificate_hash, core.me, code)
                return _Door(frames, peer, host, address)
        except (TableNotFound, PeerLost) as cause:
            failure = cause
        except trio.TooSlowError:
            failure = TableNotFound(f"{address} answers too slowly")
        finally:
            if peer is None and stream is not None:
                await close_at_once(stream)
    raise failure


def _host_desk(core: Core, room: bytes, settings: Settings) -> HostDesk:
    config = core.config
    nonce = config.random_bytes(NONCE_BYTES)
    member = host_member(core.me.identity.public, config.name, nonce, (), kind=config.kind)
    return HostDesk(
        core.me.identity.public,
        Lobby(room, member, settings),
        config.name,
        config.random_bytes,
        core.bulletin.tell,
        core.changes,
    )


def _guest_desk(core: Core, host: PublicIdentity, *, always_ready: bool = False) -> GuestDesk:
    config = core.config
    return GuestDesk(
        core.me.identity.public,
        host,
        config.name,
        config.random_bytes,
        core.bulletin.tell,
        core.changes,
        always_ready=always_ready,
    )


def _resumed_node(core: Core, table: Table, path: Path) -> Node:
    opening = table.state.opening
    host_identity = opening.members[HOST_INDEX].identity
    if host_identity != core.me.identity.public:
        return Node(core, opening.room, _guest_desk(core, host_identity))
    settings = Settings(Options.from_map(opening.options), opening.seats)
    desk = _host_desk(core, opening.room, settings)
    for member in opening.members:
        is_ours = member.kind is MemberKind.BOT and member.operator == HOST_INDEX
        desk.list.expect(member.identity, is_bot=is_ours)
    desk.watchers.load(watchers_path(path))
    desk.list.freeze()
    return HostNode(core, opening.room, desk)


def _take_up(node: Node, table: Table, files: GameFiles, addresses: Sequence[Address]) -> None:
    game = node.room.add_game(table, files, fresh=False)
    node.room.atlas.load(game.peers_path)
    for identity in game.members:
        if identity != node.identity:
            node.room.atlas.learn(identity, map(str, addresses))


async def _resume_bot(node: Node, config: Config, member: Member) -> None:
    profile = await trio.to_thread.run_sync(_bot_profile, config, member.identity)
    if profile is not None:
        await _run_bot(node, config, profile, member.name)


async def _run_bot(node: Node, config: Config, profile: Profile, name: str) -> None:
    """Run a bot's node in a game; it may have played in it before, and has its log then."""
    core = Core(_bot_config(config, profile, name))
    bot = Node(core, node.room.room, _guest_desk(core, node.room.host, always_ready=True))
    game = node.game.table.game if node.game is not None else NO_GAME
    own_path = await trio.to_thread.run_sync(stored_log, game, core.config)
    if own_path is not None and await trio.to_thread.run_sync(game_in, own_path) == game:
        table, files = await trio.to_thread.run_sync(reopen, own_path, core.config)
        _take_up(bot, table, files, ())
    await node.run_bot(bot, profile)


def _bot_config(config: Config, profile: Profile, name: str) -> Config:
    decider = config.bot() if config.bot else None
    return replace(
        config,
        profile=profile,
        name=name,
        decider=decider,
        kind=MemberKind.BOT,
        operator=config.profile.identity.public,
        deals_by_hand=False,
        bot=None,
        port=0,
    )


def _free_bot_profile(config: Config) -> Profile:
    """A profile that no bot of this process uses; made if all are in use. Blocks."""
    root, number = config.profile.folder / BOTS_FOLDER, 1
    while True:
        try:
            return Profile(root, f"bot-{number}", config.random_bytes)
        except ProfileInUse:
            number += 1


def _bot_profile(config: Config, identity: PublicIdentity) -> Profile | None:
    """The profile of the bot that we host under this identity, if it is not in use. Blocks."""
    root = config.profile.folder / BOTS_FOLDER
    for folder in sorted(root.iterdir()) if root.exists() else ():
        try:
            profile = Profile(root, folder.name, config.random_bytes)
        except ProfileInUse:
            continue
        if profile.identity.public == identity:
            return profile
        profile.close()
    return None


@asynccontextmanager
async def _running(node: Node) -> AsyncIterator[None]:
    """Run a node around the body. A single error comes out as itself, not in a group."""
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(node.run)
            yield
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        failures = list(leaves(group))
        ours = [failure for failure in failures if isinstance(failure, NodeError)]
        if len(failures) == 1 or ours:
            failure = (ours or failures)[0]
            raise failure from failure.__cause__
        raise
