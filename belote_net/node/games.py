"""One game as this node plays it: its table, its file, its secrets and who speaks for the seat."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import trio

from belote_net.node.changes import Changes
from belote_net.node.duties import Steward
from belote_net.node.errors import LogCorrupt
from belote_net.node.events import Tell
from belote_net.node.frames import Role
from belote_net.node.profile import Profile
from belote_net.node.replica import Replica
from belote_net.node.storage import LogContents, LogFile, StoredEntry
from belote_net.node.transport import Dial, dial
from belote_net.node.vault import Vault
from belote_net.table.decisions import Decider
from belote_net.table.messages import MemberKind, Opening
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_net.table.view import TableView, view_of
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import ProtocolError
from belote_protocol.identity import PublicIdentity
from belote_protocol.machine import NotYet

_NAME_HEX_CHARS = 12
"""How much of the game's id is in its file name: never two games alike."""


def _now() -> datetime:
    return datetime.now(UTC)


def _approve_all(opening: Opening) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Config:
    """How a node is to be.

    Attributes:
        profile: the key and the folder; the caller opens and closes it.
        name: what others see; they see it cleaned.
        decider: who decides for our seat; a spectator has none.
        kind: who decides: a person, or a bot (the host's seat of a game that is watched).
        deals_by_hand: whether the decider also cuts and chooses the packets.
        bot: makes a decider for each bot that this node hosts.
        role: whether we play or watch.
        port: where to listen; None: the default one or a free one, 0: a free one.
        bind: address of the one interface to listen on; None: all.
        approve: last word on a first entry that agrees with the lobby: None, or why not.
        random_bytes: n fresh random bytes from the system.
        now: the time of day, for names of files and arrival times.
        dial: opens a byte stream to an address.
    """

    profile: Profile
    name: str
    decider: Decider | None = None
    kind: MemberKind = MemberKind.PERSON
    deals_by_hand: bool = False
    bot: Callable[[], Decider] | None = None
    role: Role = Role.PLAY
    port: int | None = None
    bind: str | None = None
    approve: Callable[[Opening], str | None] = _approve_all
    random_bytes: Callable[[int], bytes] = os.urandom
    now: Callable[[], datetime] = _now
    dial: Dial = field(default=dial)

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return int(self.now().timestamp() * 1000)


class OpenGame:
    """A game that this node takes part in, or watches.

    Attributes:
        replica: its entries, applied and stored.
        steward: speaks for our seat; None where we only watch.
        path: the log file.
    """

    def __init__(
        self,
        table: Table,
        files: GameFiles,
        config: Config,
        tell: Tell,
        changes: Changes,
        *,
        fresh: bool,
    ) -> None:
        """Take part in the game of `table`, all of whose entries are stored already.

        Args:
            table: the game as far as it has come.
            files: open files of this game.
            config: of the node.
            tell: takes events.
            changes: fired when anything changes here.
            fresh: the game began in this process.
        """
        seat = seat_of(table, config)
        self.path = files.log.path
        self._vault = files.vault
        self._is_closed = False
        self.replica = Replica(
            table, files.log, seat=seat, now_ms=config.now_ms, tell=tell, changes=changes
        )
        self.steward: Steward | None = None
        if seat is not None and files.vault is not None and config.decider is not None:
            player = Player(
                seat,
                config.profile.identity,
                files.vault,
                config.random_bytes,
                deals_by_hand=config.deals_by_hand,
            )
            self.steward = Steward(
                self.replica, player, files.vault, config.decider, tell, fresh=fresh
            )

    @property
    def table(self) -> Table:
        """The game as far as it has come."""
        return self.replica.table

    @property
    def members(self) -> tuple[PublicIdentity, ...]:
        """Who plays, in signing order."""
        return tuple(member.identity for member in self.table.members)

    @property
    def peers_path(self) -> Path:
        """Where the addresses of the others are kept."""
        return self.path.with_suffix(".peers")

    def view(self) -> TableView | None:
        """What we may see; None until places are drawn."""
        if self.steward is not None:
            return self.steward.player.view(self.table)
        return view_of(self.table.state, None, frozenset())

    async def run(self) -> None:
        """Apply entries and pay duties, until cancelled.

        Raises:
            NodeError: this node cannot go on; nothing that failed was sent.
        """
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.replica.run)
                if self.steward is not None:
                    nursery.start_soon(self.steward.run)
        finally:
            self.close()

    def close(self) -> None:
        """Close the files, so that the game can be taken up again; a second time does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self.replica.close()
        if self._vault is not None:
            self._vault.close()


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The open files of one game; the vault is there only for who plays."""

    log: LogFile
    vault: Vault | None


def create_files(opening: SignedEntry, table: Table, config: Config) -> GameFiles:
    """New files for a game that begins, with its first entry in the log. Blocks.

    Raises:
        StorageFailed, GameInUse: they cannot be created.
    """
    stem = f"{config.now().date().isoformat()}-{_short_name(table.game)}"
    path = config.profile.games / f"{stem}.belote"
    vault = _open_vault(path, table, config)
    try:
        log = LogFile.create(path, [StoredEntry(opening, config.now_ms())])
    except BaseException:
        if vault is not None:
            vault.close()
        raise
    return GameFiles(log, vault)


def is_stored(game: bytes, config: Config) -> bool:
    """Whether a log of this game is in the profile already. Blocks."""
    return any(config.profile.games.glob(f"*-{_short_name(game)}.belote"))


def _short_name(game: bytes) -> str:
    return game.hex()[:_NAME_HEX_CHARS]


def reopen(path: Path, config: Config) -> tuple[Table, GameFiles]:
    """The game in a log file, folded with every check, and its files. Blocks, 0.35 s a deal.

    Raises:
        StorageFailed, GameInUse: the files cannot be opened.
        LogCorrupt: they are damaged, or the game in them is not one that this program accepts.
    """
    log, contents = LogFile.open(path)
    try:
        table = fold(contents)
        return table, GameFiles(log, _open_vault(path, table, config))
    except BaseException:
        log.close()
        raise


def fold(contents: LogContents) -> Table:
    """The table that follows from what a file holds.

    Raises:
        LogCorrupt: it names the first record that does not follow.
    """
    table: Table | None = None
    for number, stored in enumerate(contents.records, start=1):
        try:
            if table is None:
                table = Table(stored.signed)
            else:
                table.fold(stored.signed)
        except (ProtocolError, NotYet) as cause:
            raise LogCorrupt(f"record {number} is refused: {cause}", record=number) from cause
    if table is None:
        raise LogCorrupt("the log has no first entry", record=1)
    return table


def seat_of(table: Table, config: Config) -> Seat | None:
    """Our own seat, or None if we have none in this game."""
    me = config.profile.identity.public
    seats = (seat for seat, member in enumerate(table.members) if member.identity == me)
    return next((Seat(seat) for seat in seats), None)


def _open_vault(path: Path, table: Table, config: Config) -> Vault | None:
    if seat_of(table, config) is None:
        return None
    return Vault(path.with_suffix(".secrets"), config.random_bytes)
