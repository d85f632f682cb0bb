"""Who may watch the table of a host, and who does: let in with the code, and back without it.

A spectator has no seat and no say. What the host remembers of it is its key, so that it can come
back, and the name that everybody is shown.
"""

from __future__ import annotations

from pathlib import Path

from belote_net.node import durable
from belote_net.node.errors import PeerRefused, Refusal
from belote_net.node.frames import MAX_WATCHERS, Watcher, changed
from belote_net.node.lobby import Lobby
from belote_net.node.text import FALLBACK_NAME
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity

MAX_REMEMBERED = 64
"""Spectators who may come back without the code; who came first is forgotten first."""

MAX_FILE_BYTES = 16 * 1024

_OPEN, _CLOSED = "open", "closed"
"""The first line of the file: whether the table may be watched."""

NEVER_WATCHED = f"{_CLOSED}\n"
"""What is to be stored of a table that nobody was ever allowed to watch: nothing."""


class Watchers:
    """The spectators of one host's table. The list that everybody sees is in its lobby."""

    def __init__(self, lobby: Lobby) -> None:
        """Nobody watches this lobby, and nobody may."""
        self._lobby = lobby
        self._remembered: dict[PublicIdentity, str] = {}

    @property
    def are_allowed(self) -> bool:
        """Whether the table may be watched."""
        return self._lobby.snapshot.watchers is not None

    @property
    def present(self) -> tuple[Watcher, ...]:
        """Who watches now."""
        return self._lobby.snapshot.watchers or ()

    def allow(self, *, allowed: bool) -> None:
        """Let the table be watched, or no longer: then everybody is forgotten who did.

        Raises:
            LobbyError: this is to change while a game is played.
        """
        if allowed != self.are_allowed:
            self._lobby.show_watchers(() if allowed else None)
            self._remembered.clear()

    def remembers(self, identity: PublicIdentity) -> bool:
        """Whether this spectator may come back without the code."""
        return identity in self._remembered

    def admit(self, identity: PublicIdentity) -> bool:
        """Let a spectator in; whether a place had to be taken for it.

        Raises:
            PeerRefused: it has a seat, nobody may watch, or too many do.
        """
        if self._lobby.is_expected(identity):
            raise PeerRefused(Refusal.TWICE, "who has a seat at this table cannot watch it")
        if not self.are_allowed:
            raise PeerRefused(Refusal.CLOSED, "this table may not be watched")
        if any(one.identity == identity for one in self.present):
            return False
        if len(self.present) >= MAX_WATCHERS:
            raise PeerRefused(Refusal.CROWDED, f"{MAX_WATCHERS} watch this table already")
        name = self._remembered.pop(identity, FALLBACK_NAME)
        self._remember(identity, name)
        self._lobby.show_watchers((*self.present, Watcher(identity, name)))
        return True

    def name(self, identity: PublicIdentity, wished: str) -> None:
        """Call a spectator by the name that it wishes for first: names are not for talking."""
        if self._remembered.get(identity) != FALLBACK_NAME or not self.are_allowed:
            return
        name = self._lobby.free_name(identity, wished)
        self._remembered[identity] = name
        self._lobby.show_watchers(
            tuple(
                changed(one, name=name) if one.identity == identity else one for one in self.present
            )
        )

    def dismiss(self, identity: PublicIdentity) -> None:
        """A spectator has gone, or did not come in after all; for anybody else nothing happens."""
        if self.are_allowed:
            self._lobby.show_watchers(
                tuple(one for one in self.present if one.identity != identity)
            )

    def text(self) -> str:
        """What to store: whether the table may be watched, and who may come back."""
        keys = (bytes(identity).hex() for identity in self._remembered)
        return "".join(f"{line}\n" for line in (_OPEN if self.are_allowed else _CLOSED, *keys))

    def load(self, path: Path) -> None:
        """Read what was stored, if anything was; a line that makes no sense is skipped.

        Raises:
            StorageFailed: the file is there and cannot be read.
        """
        if not path.exists():
            return
        text = durable.read_whole(path, limit_bytes=MAX_FILE_BYTES).decode(errors="replace")
        first, *keys = text.splitlines() or [_CLOSED]
        self.allow(allowed=first == _OPEN)
        for key in keys:
            try:
                self._remember(PublicIdentity.from_bytes(bytes.fromhex(key)), FALLBACK_NAME)
            except (ValueError, InvalidEncoding):
                continue

    def _remember(self, identity: PublicIdentity, name: str) -> None:
        self._remembered[identity] = name
        while len(self._remembered) > MAX_REMEMBERED:
            self._remembered.pop(next(iter(self._remembered)))
