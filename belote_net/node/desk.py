"""The lobby as a node keeps it: a host has the list, a guest its wish and the last snapshot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Sequence

from belote_net.node.changes import Changes
from belote_net.node.errors import PeerRefused, Refusal
from belote_net.node.events import CodeChanged, CodeTried, LobbyChanged, Tell
from belote_net.node.frames import LobbyAsk, LobbyFrame, Role, changed
from belote_net.node.guard import CodeGuard
from belote_net.node.handshake import Peer
from belote_net.node.lobby import Lobby, nonsense_in, without_addresses
from belote_net.node.text import shown_name
from belote_net.node.watchers import Watchers
from belote_net.table.messages import NONCE_BYTES, Member
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity
from belote_protocol.transcript import RandomBytes

LEFT_ON_PURPOSE = "said goodbye"
"""How the reason begins for which a link ended that was closed with BYE."""


class Desk(ABC):
    """What host and guest have in common: an own wish, and whether one is ready.

    Attributes:
        wish: what this node wants for itself.
        guard: our own code, for the times when we let strangers in.
    """

    def __init__(
        self,
        me: PublicIdentity,
        name: str,
        random_bytes: RandomBytes,
        tell: Tell,
        changes: Changes,
        *,
        always_ready: bool = False,
    ) -> None:
        """A desk of the player `me`.

        Args:
            me: who.
            name: what others call this player.
            random_bytes: n fresh random bytes.
            tell: takes events.
            changes: fired when anything changes here.
            always_ready: ready for anything, as bots are.
        """
        self.wish = LobbyAsk(shown_name(name), random_bytes(NONCE_BYTES), None, None, ())
        self._me = me
        self._random_bytes = random_bytes
        self._tell = tell
        self._changes = changes
        self._always_ready = always_ready
        self.guard = CodeGuard(random_bytes, lambda left: tell(CodeTried(left)))

    @property
    @abstractmethod
    def host(self) -> PublicIdentity:
        """Who keeps the list."""

    @property
    @abstractmethod
    def lobby(self) -> LobbyFrame | None:
        """The lobby, as far as it is known here."""

    @property
    def watchers(self) -> Watchers | None:
        """Who may watch; only the host knows."""
        return None

    def spend_word(self) -> None:
        """Our word and our nonce were for one game, and are for no other."""
        self.want(nonce=self._random_bytes(NONCE_BYTES), ready=None)

    @abstractmethod
    def reserve(self, peer: Peer) -> bool:
        """Keep a seat for who comes in with the code, or a place for who watches.

        Returns whether one had to be taken for it.

        Raises:
            PeerRefused: there is none.
        """

    def renew_code(self) -> str:
        """Make a new code; the old one is worth nothing any more."""
        code = self.guard.renew()
        self._tell(CodeChanged(code))
        return code

    @abstractmethod
    def frame_for(self, peer: Peer) -> LobbyFrame | LobbyAsk | None:
        """What this peer ought to know."""

    @abstractmethod
    def take(self, peer: Peer, frame: LobbyFrame | LobbyAsk) -> None:
        """Hear what a peer says of the lobby.

        Raises:
            InvalidEncoding: it has no say in it.
        """

    @abstractmethod
    def game_ended(
        self, game: bytes, seated: Sequence[Member], here: Container[PublicIdentity]
    ) -> None:
        """The game in progress is over: another one may be wished for.

        Args:
            game: its id.
            seated: who sat there at the end, in signing order.
            here: whom we have a link to.
        """

    def is_listed(self, identity: PublicIdentity) -> bool:
        """Whether this player is a member of the lobby, or expected there."""
        members = self.lobby.members if self.lobby else ()
        return identity == self.host or any(one.identity == identity for one in members)

    def release(self, identity: PublicIdentity) -> None:
        """Give back a seat that was kept; only the host keeps any."""
        return

    def note_presence(self, identity: PublicIdentity, *, left: str | None) -> None:
        """A link came up, or went down for the reason `left`; only the host keeps account."""
        return

    def want(self, **wishes: object) -> None:
        """Wish for something else: `name`, `place`, `ready`, `nonce` or `addresses`."""
        self.wish = changed(self.wish, **wishes)
        self._wish_changed()

    def set_ready(self, *, ready: bool) -> None:
        """Be ready to play by the terms of the lobby as it is now, or not."""
        self.want(ready=self.lobby.terms if ready and self.lobby else None)

    def _wish_changed(self) -> None:
        self._changes.fire()


def _terms_of(lobby: LobbyFrame) -> object:
    """What one is ready for: it must not change under somebody's word."""
    is_watched = lobby.watchers is not None
    return lobby.terms, lobby.seats, tuple(lobby.options.items()), lobby.previous, is_watched


class GuestDesk(Desk):
    """A guest: its wish goes to the host, who answers with snapshots."""

    def __init__(
        self,
        me: PublicIdentity,
        host: PublicIdentity,
        name: str,
        random_bytes: RandomBytes,
        tell: Tell,
        changes: Changes,
        *,
        always_ready: bool = False,
    ) -> None:
        """A desk of `me` in the room of `host`; otherwise as `Desk`."""
        super().__init__(me, name, random_bytes, tell, changes, always_ready=always_ready)
        self._host = host
        self._last: LobbyFrame | None = None
        self._source = b""

    @property
    def host(self) -> PublicIdentity:
        """Who keeps the list."""
        return self._host

    @property
    def lobby(self) -> LobbyFrame | None:
        """The last snapshot."""
        return self._last

    def reserve(self, peer: Peer) -> bool:
        """A guest keeps no seats."""
        raise PeerRefused(Refusal.NO_CODE, "this node lets nobody in: ask the host")

    def frame_for(self, peer: Peer) -> LobbyFrame | LobbyAsk | None:
        """The host ought to know our wish."""
        return self.wish if peer.identity == self._host else None

    def take(self, peer: Peer, frame: LobbyFrame | LobbyAsk) -> None:
        """A snapshot, from the host."""
        if not isinstance(frame, LobbyFrame) or peer.identity != self._host:
            raise InvalidEncoding("only the host speaks of the lobby")
        if frame.room != peer.room:
            raise InvalidEncoding("a lobby of this room expected")
        same_process = self._source == peer.instance
        if same_process and self._last is not None and frame.revision <= self._last.revision:
            return
        if problem := nonsense_in(frame):
            raise InvalidEncoding(problem)
        if self._last is not None and _terms_of(frame) != _terms_of(self._last):
            # Our word was for other terms, whatever number the host gives these.
            self.want(ready=None)
        self._last, self._source = frame, peer.instance
        if self._always_ready:
            self.set_ready(ready=True)
        self._tell(LobbyChanged(frame))
        self._changes.fire()

    def game_ended(
        self, game: bytes, seated: Sequence[Member], here: Container[PublicIdentity]
    ) -> None:
        """The host will say so."""


class HostDesk(Desk):
    """The host: keeps the list, and the code."""

    def __init__(
        self,
        me: PublicIdentity,
        lobby: Lobby,
        name: str,
        random_bytes: RandomBytes,
        tell: Tell,
        changes: Changes,
    ) -> None:
        """A desk with a list that has its host in it; otherwise as `Desk`."""
        super().__init__(me, name, random_bytes, tell, changes)
        self.list = lobby
        self._watchers = Watchers(lobby)
        self._ended: tuple[bytes, tuple[PublicIdentity, ...]] | None = None
        lobby.ask(me, self.wish)
        lobby.on_change = self._list_changed

    @property
    def host(self) -> PublicIdentity:
        """We are."""
        return self._me

    @property
    def lobby(self) -> LobbyFrame:
        """The list as it is."""
        return self.list.snapshot

    @property
    def watchers(self) -> Watchers:
        """Who may watch."""
        return self._watchers

    def is_listed(self, identity: PublicIdentity) -> bool:
        """Whether a seat is kept for this player."""
        return self.list.is_expected(identity)

    def reserve(self, peer: Peer) -> bool:
        """Keep a seat for who plays, or a place for who watches; a seat taken changes the code."""
        if peer.role is Role.WATCH:
            return self._watchers.admit(peer.identity)
        if self.list.is_expected(peer.identity):
            return False
        self.list.expect(peer.identity)
        self._watchers.dismiss(peer.identity)
        self.renew_code()
        return True

    def release(self, identity: PublicIdentity) -> None:
        """Give back a seat or a place that was kept for who did not come in after all."""
        self.list.forget(identity)
        self._watchers.dismiss(identity)

    def frame_for(self, peer: Peer) -> LobbyFrame | LobbyAsk | None:
        """Everybody ought to know the list; who watches, not where the others live."""
        shown = self.list.snapshot
        return shown if peer.role is Role.PLAY else without_addresses(shown)

    def take(self, peer: Peer, frame: LobbyFrame | LobbyAsk) -> None:
        """A wish, from a guest; of a spectator only the name counts."""
        if not isinstance(frame, LobbyAsk):
            raise InvalidEncoding("only the host speaks of the lobby")
        if peer.role is Role.WATCH:
            self._watchers.name(peer.identity, frame.name)
        elif self.list.is_expected(peer.identity):
            self.list.ask(peer.identity, frame)

    def note_presence(self, identity: PublicIdentity, *, left: str | None) -> None:
        """Who left on purpose gives the seat back; who was cut off keeps it."""
        if left is not None and left.startswith(LEFT_ON_PURPOSE):
            self.list.forget(identity)
        if left is not None:
            self._watchers.dismiss(identity)
        self.list.set_present(identity, present=left is None)

    def game_ended(
        self, game: bytes, seated: Sequence[Member], here: Container[PublicIdentity]
    ) -> None:
        """Open the list again, for another game by the same room.

        A game may go on after all, when all others have gone on without who had stopped it. Then
        the list is for those who sit there at its end.
        """
        ended = game, tuple(member.identity for member in seated)
        if self._ended != ended:
            self._ended = ended
            self.list.next_game(game, seated, here)
            self.spend_word()

    def _wish_changed(self) -> None:
        self.list.ask(self._me, self.wish)
        self._changes.fire()

    def _list_changed(self) -> None:
        self._tell(LobbyChanged(self.list.snapshot))
        self._changes.fire()
