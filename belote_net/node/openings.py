"""Which first entries begin a game here: as the lobby had it, for us, and not too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from belote_net.node.desk import Desk
from belote_net.node.events import OpeningRefused, Tell
from belote_net.node.frames import Role
from belote_net.node.games import (
    Config,
    GameFiles,
    OpenGame,
    create_files,
    game_in,
    reopen,
    stored_log,
)
from belote_net.node.lobby import difference
from belote_net.table.messages import Opening
from belote_net.table.opening import check_invitation
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import BadSignature, InvalidProof, ProtocolError

MAX_LOOKED_ON = 32
"""Games without a seat of ours of which one node keeps files: an evening has fewer. A host who
makes some up must not fill our disk."""


class _NotForUs(InvalidProof):
    """A game that is none of ours, whatever the lobby will say later."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that begins here: its table, its open files, and whether nothing was stored of it."""

    table: Table
    files: GameFiles
    fresh: bool


class Openings:
    """The first entry that was heard of last, until it begins a game or is refused for good."""

    def __init__(
        self, config: Config, room: bytes, desk: Desk, games: Sequence[OpenGame], tell: Tell
    ) -> None:
        """Nothing was heard of yet.

        Args:
            config: of the node.
            room: a game of any other one is none of ours.
            desk: knows the last lobby, and what we were ready for.
            games: those that are open here, the last one last; it changes.
            tell: takes events.
        """
        self._config = config
        self._me = config.profile.identity.public
        self._room = room
        self._desk = desk
        self._games = games
        self._tell = tell
        self._candidate: SignedEntry | None = None
        self._refused_for: str | None = None
        self._looked_on = 0

    @property
    def is_pending(self) -> bool:
        """Whether a first entry is yet to be looked at, or waits for another lobby."""
        return self._candidate is not None

    def consider(self, signed: SignedEntry) -> None:
        """A first entry of a game that is not here; only the host of the room can have made it."""
        try:
            signed.verify_signature(self._desk.host)
        except BadSignature:
            return
        self._candidate = signed

    async def take(self) -> Opened | None:
        """The game that begins with the first entry that was heard of last, if it is as agreed.

        One that is not may have come before the last change of the lobby: it is looked at again.

        Raises:
            NodeError: its files cannot be opened.
        """
        signed = self._candidate
        if signed is None or any(signed.head == game.replica.game for game in self._games):
            self._candidate = None
            return None
        try:
            path = await trio.to_thread.run_sync(self._stored, signed.head)
            table = await trio.to_thread.run_sync(Table, signed)
            self._check(table, signed, is_stored=path is not None)
        except ProtocolError as refusal:
            if isinstance(refusal, _NotForUs):
                self._drop(signed)
            if str(refusal) != self._refused_for:
                self._refused_for = str(refusal)
                self._tell(OpeningRefused(str(refusal)))
            return None
        opened = await trio.to_thread.run_sync(self._open, signed, table, path)
        self._drop(signed)
        self._refused_for = None
        self._desk.spend_word()
        self._looked_on += table.seat_of(self._me) is None
        return opened

    def _drop(self, signed: SignedEntry) -> None:
        """Look at it no more; what was heard of meanwhile is yet to be looked at."""
        if self._candidate is signed:
            self._candidate = None

    def _stored(self, game: bytes) -> Path | None:
        """Its log, if it is here: of who has watched it, or left it and comes again. Blocks.

        Raises:
            InvalidProof: the log of another game has its name. Who makes up first entries finds
                two such.
        """
        path = stored_log(game, self._config)
        if path is not None and game_in(path) not in (None, game):
            raise _NotForUs("its file would be that of another game")
        return path

    def _open(self, signed: SignedEntry, table: Table, path: Path | None) -> Opened:
        """Open its files. Blocks."""
        if path is None:
            return Opened(table, create_files(signed, table, self._config), fresh=True)
        return Opened(*reopen(path, self._config), fresh=False)

    def _check(self, table: Table, signed: SignedEntry, *, is_stored: bool) -> None:
        """Check that a game is one of this room, for us, and as the lobby said.

        Raises:
            InvalidProof: it is not.
        """
        opening, has_seat = table.state.opening, table.seat_of(self._me) is not None
        if opening.room != self._room:
            raise _NotForUs("it is for another room")
        if opening.members[0].identity != self._desk.host:
            raise _NotForUs("it is not by the host of this room")
        if not has_seat and self._looked_on >= MAX_LOOKED_ON:
            raise _NotForUs(f"no more than {MAX_LOOKED_ON} games of others expected")
        if self._config.role is Role.WATCH:
            if has_seat:
                raise _NotForUs("we have a seat in it")
        elif is_stored and has_seat and not self._plays():
            pass  # we agreed to it once: it goes on from our log and our secrets, as by `resume`
        elif self._is_invited(table):
            self._check_terms(signed, opening, is_stored=is_stored)
        elif self._plays():
            raise _NotForUs("we play another one")
        # Else we came in the middle of it, for a seat that is free.

    def _check_terms(self, signed: SignedEntry, opening: Opening, *, is_stored: bool) -> None:
        """Check that we have agreed to play this game: this one, once, by the rules shown last."""
        check_invitation(
            signed,
            identity=self._me,
            nonce=self._desk.wish.nonce,
            known_games=(signed.head,) if is_stored else (),
        )
        lobby = self._desk.lobby
        if lobby is None or self._desk.wish.ready != lobby.terms:
            raise InvalidProof("it is for terms that we were not ready for")
        reason = difference(opening, lobby) or self._config.approve(opening)
        if reason is not None:
            raise InvalidProof(reason)

    def _plays(self) -> bool:
        """Whether we have a seat in a game that goes on: no other may take its place here."""
        going_on = [one for one in self._games if not (one.table.is_over or one.table.is_void)]
        return any(game.replica.seat is not None for game in going_on)

    def _is_invited(self, table: Table) -> bool:
        """Whether a game is for us, as it says itself or as the lobby does."""
        lobby = self._desk.lobby
        seated = [one.identity for one in table.state.opening.members]
        listed = [one.identity for one in lobby.members] if lobby else []
        return self._me in (*seated, *listed)
