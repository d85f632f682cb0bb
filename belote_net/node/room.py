"""A room as one of its members has it: lobby, games, chat and who is where."""

from __future__ import annotations

import math
from pathlib import Path

import trio

from belote_net.node import durable
from belote_net.node.atlas import Atlas
from belote_net.node.changes import Changes
from belote_net.node.chat import Chat
from belote_net.node.desk import Desk
from belote_net.node.errors import PeerRefused, Refusal
from belote_net.node.events import GameOpened, Tell
from belote_net.node.frames import Here, LobbyAsk, LobbyFrame, Role, Say
from belote_net.node.games import Config, GameFiles, OpenGame
from belote_net.node.guard import CodeGuard
from belote_net.node.handshake import Peer, Self
from belote_net.node.hearing import Hearing
from belote_net.node.links import Links
from belote_net.node.openings import Openings
from belote_net.node.replica import Replica
from belote_net.node.session import Session
from belote_net.node.transport import Address
from belote_net.node.watchers import NEVER_WATCHED
from belote_net.table.claims import MAX_CLAIMS, free_seat, may_fill
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity

MAX_GAMES = 2
"""Games that are served: the last one, and the one before, whose signatures may still come."""


class Room:
    """What this node knows of its room, and does there. Links ask it and tell it everything."""

    def __init__(
        self, config: Config, me: Self, room: bytes, desk: Desk, tell: Tell, changes: Changes
    ) -> None:
        """The room `room`, in which this node is `me` and has this desk."""
        self.room = room
        self.desk = desk
        self.atlas = Atlas()
        self.games: list[OpenGame] = []
        self.links = Links(me, self, self.atlas, config.dial, tell, changes)
        self.chat = Chat(config.profile.identity, room, config.now_ms, tell, self._pass_on)
        self._config = config
        self._me = me.identity.public
        self._tell = tell
        self._changes = changes
        self._openings = Openings(config, room, desk, self.games, tell)
        self._is_closed = False
        self._scopes: dict[bytes, trio.CancelScope] = {}
        self._past: set[bytes] = set()
        self._newcomers: dict[PublicIdentity, None] = {}
        self._saved_here: tuple[Here | None, Path] = (None, Path())
        self._hearings: dict[bytes, Hearing] = {}
        self._saved_watchers = (NEVER_WATCHED, Path())

    async def run(self) -> None:
        """Open games that begin, see to those that are open, until cancelled.

        Raises:
            NodeError: this node cannot go on.
        """
        async with trio.open_nursery() as nursery:
            while True:
                moved = self._changes.watch()
                opened = await self._openings.take()
                if opened is not None:
                    self.add_game(opened.table, opened.files, fresh=opened.fresh)
                for game in self.games:
                    if game.replica.game not in self._scopes:
                        scope = self._scopes[game.replica.game] = trio.CancelScope()
                        nursery.start_soon(self._run_game, game, scope)
                while len(self.games) > MAX_GAMES:
                    self._leave(self.games.pop(0).replica.game)
                soonest = self._let_speak()
                self._note_end()
                await self._save_whereabouts()
                await self._save_watchers()
                with trio.move_on_at(soonest):
                    await moved.wait()

    @property
    def game(self) -> OpenGame | None:
        """The game that is played, or was played last."""
        return self.games[-1] if self.games else None

    def close(self) -> None:
        """Close the files of all games. They run by themselves; one may not have come so far."""
        self._is_closed = True
        for game in self.games:
            game.close()

    def add_game(self, table: Table, files: GameFiles, *, fresh: bool) -> OpenGame:
        """Take part in a game whose files are open."""
        game = OpenGame(table, files, self._config, self._tell, self._changes, fresh=fresh)
        self.games.append(game)
        if self._is_closed:
            game.close()  # it was opened while the node ended: `resume` finds it
        self._tell(GameOpened(table.game, resumed=not fresh))
        self._changes.fire()
        return game

    # What links ask.

    @property
    def role(self) -> Role:
        """Whether we play or watch."""
        return self._config.role

    @property
    def host(self) -> PublicIdentity:
        """Whose room it is."""
        return self.desk.host

    @property
    def guard(self) -> CodeGuard | None:
        """The code that lets strangers in, while this node does.

        The host does; so does who says who takes a free seat, as the host may be who left.
        """
        return self.desk.guard if self._me == self.host or self._fills_a_seat() else None

    def is_member(self, identity: PublicIdentity) -> bool:
        """Whether this identity may come in without a code."""
        if identity in (*self._newcomers, self._config.operator) or self.desk.is_listed(identity):
            return True
        return any(identity in game.members for game in self.games)

    def expect_newcomer(self, identity: PublicIdentity) -> None:
        """Let somebody in who wishes for a seat that is free; who came first is forgotten first."""
        self._newcomers[identity] = None
        while len(self._newcomers) > MAX_CLAIMS:
            del self._newcomers[next(iter(self._newcomers))]
        self._changes.fire()

    def may_return(self, identity: PublicIdentity) -> bool:
        """Whether this identity may come in without a code: a member, or who has watched."""
        watchers = self.desk.watchers
        has_watched = watchers is not None and watchers.remembers(identity)
        return has_watched or self.is_member(identity)

    def reserve(self, peer: Peer) -> bool:
        """Keep a seat, or a place to watch from, for who comes in; whether one had to be taken."""
        if peer.joined and peer.role is Role.PLAY and self._has_free_seat(peer.identity):
            self.expect_newcomer(peer.identity)
            self.desk.renew_code()
            return True
        if peer.joined or peer.role is Role.WATCH:
            return self.desk.reserve(peer)
        if not self.is_member(peer.identity):
            raise PeerRefused(Refusal.UNKNOWN, "who has watched may come back to watch only")
        return False

    def _fills_a_seat(self) -> bool:
        game = self.game
        return game is not None and may_fill(game.table, game.table.seat_of(self._me))

    def _has_free_seat(self, identity: PublicIdentity) -> bool:
        """Whether the game that is played waits for somebody, who may be this stranger."""
        game = self.game
        return (
            game is not None and free_seat(game.table) is not None and not self.is_member(identity)
        )

    def release(self, identity: PublicIdentity) -> None:
        """Give back a seat that was kept for who did not come in after all."""
        self._newcomers.pop(identity, None)
        self.desk.release(identity)

    def others(self) -> tuple[tuple[PublicIdentity, bool], ...]:
        """The other members that ought to be linked; for each, whether we are the one to dial."""
        if self._config.role is Role.WATCH:
            return ((self.desk.host, True),)
        members = self._members()
        mine = members.index(self._me) if self._me in members else len(members)
        return tuple(
            (identity, mine < index)
            for index, identity in enumerate(members)
            if identity != self._me
        )

    def note_presence(self, identity: PublicIdentity, *, left: str | None) -> None:
        """A member's link came up, or went down for the reason `left`."""
        self.desk.note_presence(identity, left=left)

    def replicas(self) -> tuple[Replica, ...]:
        """The games that are served, the oldest first."""
        return tuple(game.replica for game in self.games)

    def replica(self, game: bytes) -> Replica | None:
        """One of them."""
        return next((one for one in self.replicas() if one.game == game), None)

    def is_past(self, game: bytes) -> bool:
        """Whether a game was served, and is no more, or is over: one that is here came after it.

        Who was restarted in a game has only that one. He is told of the one before, and must not
        open it: it would be his last one.
        """
        if self.replica(game) is not None:
            return False
        followed = [one.table.state.opening.previous for one in self.games]
        return game in self._past or game in followed

    def consider(self, opening: SignedEntry) -> None:
        """A first entry of a game that is not here: see whether it is as agreed."""
        self._openings.consider(opening)
        self._changes.fire()

    def lobby_for(self, session: Session) -> LobbyFrame | LobbyAsk | None:
        """What this peer ought to know of the lobby."""
        return self.desk.frame_for(session.peer)

    def whereabouts(self) -> Here:
        """Where we and others listen."""
        return self.atlas.here(self._members())

    def take_lobby(self, session: Session, frame: LobbyFrame | LobbyAsk) -> None:
        """The peer's part of the lobby."""
        self.desk.take(session.peer, frame)
        if isinstance(frame, LobbyFrame):
            for member in frame.members:
                self._learn(member.identity, member.addresses, session.peer.identity)
        else:
            self._learn(session.peer.identity, frame.addresses, session.peer.identity)

    def take_here(self, session: Session, frame: Here) -> None:
        """Where others listen, says the peer; of itself we also know where we saw it."""
        peer = session.peer.identity
        for one in frame.members:
            addresses = one.addresses
            if one.identity == peer and session.observed_host and addresses:
                port = addresses[0].rpartition(":")[2]
                if port.isascii() and port.isdigit():
                    addresses = (str(Address(session.observed_host, int(port))), *addresses)
            if self.is_member(one.identity):
                self._learn(one.identity, addresses, peer)

    def take_say(self, session: Session, frame: Say) -> None:
        """A chat line."""
        known = self.is_member(frame.author)
        self.chat.hear(frame, session.peer.identity, is_known=known)

    # What goes on by itself.

    def _leave(self, game: bytes) -> None:
        """Serve a game no more."""
        self._scopes.pop(game).cancel()
        self._hearings.pop(game, None)
        self._past.add(game)

    async def _run_game(self, game: OpenGame, scope: trio.CancelScope) -> None:
        with scope:
            await game.run()

    def _let_speak(self) -> float:
        """Let our player speak once we have heard what all others have that can be reached.

        Returns when to look again if nothing changes, by trio's clock.
        """
        soonest = math.inf
        for game in self.games:
            steward = game.steward
            if steward is None or steward.may_speak:
                continue
            others = [identity for identity in game.members if identity != self._me]
            linked = {one: self.links.sessions[one] for one in others if one in self.links.sessions}
            tried = all(one in self.links.tried or one in linked for one in others)
            awaited = [one for one in linked if not linked[one].has_caught_up(game.replica)]
            hearing = self._hearings.setdefault(game.replica.game, Hearing())
            is_over = hearing.is_over(len(game.table.log), awaited if tried else ())
            if not tried or not linked:
                continue
            if is_over:
                steward.allow()
            else:
                soonest = min(soonest, hearing.until)
        return soonest

    def _note_end(self) -> None:
        """Once a game is over, or cannot go on, the lobby is open for another."""
        game = self.game
        if game is not None and game.has_ended:
            self.desk.game_ended(game.replica.game, game.table.members, self.links.sessions)

    async def _save_whereabouts(self) -> None:
        here, game = self.whereabouts(), self.game
        if game is not None and (here, game.peers_path) != self._saved_here:
            self._saved_here = (here, game.peers_path)
            data = self.atlas.text().encode()
            await trio.to_thread.run_sync(durable.write_whole, game.peers_path, data)

    async def _save_watchers(self) -> None:
        watchers, game = self.desk.watchers, self.game
        if watchers is None or game is None:
            return
        text, path = watchers.text(), game.watchers_path
        if (text, path) != self._saved_watchers and (text != NEVER_WATCHED or path.exists()):
            self._saved_watchers = (text, path)
            await trio.to_thread.run_sync(durable.write_whole, path, text.encode())

    def _members(self) -> list[PublicIdentity]:
        """Members of the game and of the lobby, in signing order."""
        of_game = self.game.members if self.game else ()
        of_lobby = (one.identity for one in self.desk.lobby.members) if self.desk.lobby else ()
        operator = (self._config.operator,) if self._config.operator else ()
        all_of_us = (*of_game, *of_lobby, self.desk.host, *operator, *self._newcomers)
        return list(dict.fromkeys(all_of_us))

    def _learn(
        self, identity: PublicIdentity, addresses: tuple[str, ...], teller: PublicIdentity
    ) -> None:
        if identity == self._me:
            return
        self.atlas.make_room(self._members())
        if self.atlas.learn(identity, addresses, teller=teller):
            self._changes.fire()

    def _pass_on(self, frame: Say, source: PublicIdentity | None) -> None:
        for identity, session in self.links.sessions.items():
            if identity not in (source, frame.author):
                session.say(frame)
