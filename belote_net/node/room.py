"""A room as one of its members has it: lobby, games, chat and who is where."""

from __future__ import annotations

import trio

from belote_net.node import durable
from belote_net.node.atlas import Atlas
from belote_net.node.changes import Changes
from belote_net.node.chat import Chat
from belote_net.node.desk import Desk
from belote_net.node.events import GameOpened, OpeningRefused, Tell
from belote_net.node.frames import Here, LobbyAsk, LobbyFrame, Role, Say
from belote_net.node.games import Config, GameFiles, OpenGame, create_files, is_stored
from belote_net.node.guard import CodeGuard
from belote_net.node.handshake import Peer, Self
from belote_net.node.links import Links
from belote_net.node.lobby import difference
from belote_net.node.replica import Replica
from belote_net.node.session import Session
from belote_net.node.transport import Address
from belote_net.table.opening import TABLE_CHAIN, check_invitation
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import BadSignature, ProtocolError
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
        self.chat = Chat(config.profile.identity, room, config.random_bytes, tell, self._pass_on)
        self._config = config
        self._me = me.identity.public
        self._tell = tell
        self._changes = changes
        self._candidate: SignedEntry | None = None
        self._refused_for: str | None = None
        self._scopes: dict[bytes, trio.CancelScope] = {}
        self._saved: Here | None = None

    async def run(self) -> None:
        """Open games that begin, see to those that are open, until cancelled.

        Raises:
            NodeError: this node cannot go on.
        """
        async with trio.open_nursery() as nursery:
            while True:
                moved = self._changes.watch()
                await self._consider_candidate()
                for game in self.games:
                    if game.replica.game not in self._scopes:
                        scope = self._scopes[game.replica.game] = trio.CancelScope()
                        nursery.start_soon(self._run_game, game, scope)
                while len(self.games) > MAX_GAMES:
                    self._scopes[self.games.pop(0).replica.game].cancel()
                self._let_speak()
                self._note_end()
                await self._save_whereabouts()
                await moved.wait()

    @property
    def game(self) -> OpenGame | None:
        """The game that is played, or was played last."""
        return self.games[-1] if self.games else None

    def add_game(self, table: Table, files: GameFiles, *, fresh: bool) -> OpenGame:
        """Take part in a game whose files are open."""
        game = OpenGame(table, files, self._config, self._tell, self._changes, fresh=fresh)
        self.games.append(game)
        self._tell(GameOpened(table.game, resumed=not fresh))
        self._changes.fire()
        return game

    # What links ask.

    @property
    def guard(self) -> CodeGuard | None:
        """The code that lets strangers in, if this node hosts."""
        return self.desk.guard

    def is_member(self, identity: PublicIdentity) -> bool:
        """Whether this identity may come in without a code."""
        return self.desk.is_listed(identity) or any(identity in game.members for game in self.games)

    def reserve(self, peer: Peer) -> bool:
        """Keep a seat for who comes in with the code; whether one had to be taken for it."""
        return self.desk.reserve(peer)

    def release(self, identity: PublicIdentity) -> None:
        """Give back a seat that was kept for who did not come in after all."""
        self.desk.release(identity)

    def others(self) -> tuple[tuple[PublicIdentity, bool], ...]:
        """The other members that ought to be linked; for each, whether we are the one to dial."""
        if self._config.role is Role.WATCH:
            return ()
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

    def consider(self, opening: SignedEntry) -> None:
        """A first entry of a game that is not here: see whether it is as agreed.

        Only the host of the room can have made it.
        """
        try:
            opening.verify_signature(self.desk.host)
        except BadSignature:
            return
        self._candidate = opening
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
                self._learn(member.identity, member.addresses)
        else:
            self._learn(session.peer.identity, frame.addresses)

    def take_here(self, session: Session, frame: Here) -> None:
        """Where others listen, says the peer; of itself we also know where we saw it."""
        for one in frame.members:
            if one.identity == session.peer.identity and session.observed_host and one.addresses:
                port = one.addresses[0].rpartition(":")[2]
                if port.isascii() and port.isdigit():
                    self._learn(one.identity, (str(Address(session.observed_host, int(port))),))
            if self.is_member(one.identity):
                self._learn(one.identity, one.addresses)

    def take_say(self, session: Session, frame: Say) -> None:
        """A chat line."""
        known = self.is_member(frame.author) or frame.author in self.links.sessions
        self.chat.hear(frame, session.peer.identity, is_known=known)

    # What goes on by itself.

    async def _run_game(self, game: OpenGame, scope: trio.CancelScope) -> None:
        with scope:
            await game.run()

    async def _consider_candidate(self) -> None:
        signed = self._candidate
        if signed is None or self.replica(signed.head) is not None:
            self._candidate = None
            return
        try:
            if self._config.role is Role.PLAY:
                await trio.to_thread.run_sync(self._check_invitation, signed)
            table = await trio.to_thread.run_sync(Table, signed)
            reason = self._reason_against(table)
        except ProtocolError as refusal:
            table, reason = None, str(refusal)
        if table is not None and reason is None:
            files = await trio.to_thread.run_sync(create_files, signed, table, self._config)
            self._candidate = self._refused_for = None
            self.desk.spend_word()
            self.add_game(table, files, fresh=True)
        elif reason is not None and reason != self._refused_for:
            # It may have come before the last change of the lobby: it is looked at again then.
            self._refused_for = reason
            self._tell(OpeningRefused(reason))

    def _check_invitation(self, signed: SignedEntry) -> None:
        """Refuse a game that we have played, or that was made up from what we said for another."""
        check_invitation(
            signed,
            identity=self._me,
            nonce=self.desk.wish.nonce,
            known_games=(signed.head,) if is_stored(signed.head, self._config) else (),
        )

    def _reason_against(self, table: Table) -> str | None:
        opening = table.state.opening
        if opening.room != self.room:
            return "it is for another room"
        if opening.members[0].identity != self.desk.host:
            return "it is not by the host of this room"
        if self._config.role is Role.WATCH:
            return None
        lobby = self.desk.lobby
        if lobby is None or self.desk.wish.ready != lobby.terms:
            return "it is for terms that we were not ready for"
        return difference(opening, lobby) or self._config.approve(opening)

    def _let_speak(self) -> None:
        """Let our player speak once we have heard what all others have that can be reached."""
        for game in self.games:
            steward = game.steward
            if steward is None or steward.may_speak:
                continue
            others = [identity for identity in game.members if identity != self._me]
            sessions = [
                self.links.sessions[identity]
                for identity in others
                if identity in self.links.sessions
            ]
            tried = all(
                identity in self.links.tried or identity in self.links.sessions
                for identity in others
            )
            if tried and sessions and all(one.has_caught_up(game.replica) for one in sessions):
                steward.allow()

    def _note_end(self) -> None:
        """Once a game is over, or cannot go on, the lobby is open for another."""
        game = self.game
        if game is not None and (game.table.is_over or TABLE_CHAIN in game.replica.stopped):
            self.desk.game_ended(game.replica.game)

    async def _save_whereabouts(self) -> None:
        here, game = self.whereabouts(), self.game
        if game is not None and here != self._saved:
            self._saved = here
            data = self.atlas.text().encode()
            await trio.to_thread.run_sync(durable.write_whole, game.peers_path, data)

    def _members(self) -> list[PublicIdentity]:
        """Members of the game and of the lobby, in signing order."""
        of_game = self.game.members if self.game else ()
        of_lobby = (one.identity for one in self.desk.lobby.members) if self.desk.lobby else ()
        return list(dict.fromkeys((*of_game, *of_lobby, self.desk.host)))

    def _learn(self, identity: PublicIdentity, addresses: tuple[str, ...]) -> None:
        if identity != self._me and self.atlas.learn(identity, addresses):
            self._changes.fire()

    def _pass_on(self, frame: Say, source: PublicIdentity | None) -> None:
        for identity, session in self.links.sessions.items():
            if identity not in (source, frame.author):
                session.say(frame)
