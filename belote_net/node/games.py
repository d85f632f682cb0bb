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
from belote_net.node.frames import Role, changed
from belote_net.node.profile import Profile
from belote_net.node.replica import Replica
from belote_net.node.storage import LogContents, LogFile, StoredEntry, read_sound_part
from belote_net.node.text import shown_name
from belote_net.node.transport import Dial, dial
from belote_net.node.vault import Vault
from belote_net.table.claims import Claim, FreeSeat, SignedClaim, free_seat
from belote_net.table.decisions import Decider
from belote_net.table.messages import NONCE_BYTES, Member, MemberKind, Opening
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_net.table.view import TableView, view_of
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError
from belote_protocol.identity import PublicIdentity
from belote_protocol.machine import NotYet
from belote_protocol.transcript import RandomBytes

_NAME_HEX_CHARS = 12
"""How much of the game's id is in its file name: never two games alike, but on purpose."""


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
        operator: whose machine runs us, if it is not our own: we are a bot there.
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
    operator: PublicIdentity | None = None
    deals_by_hand: bool = False
    bot: Callable[[], Decider] | None = None
    role: Role = Role.PLAY
    port: int | None = None
    bind: str | None = None
    approve: Callable[[Opening], str | None] = _approve_all
    random_bytes: RandomBytes = os.urandom
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
        me = config.profile.identity.public
        self.path = files.log.path
        self._config, self._tell, self._changes = config, tell, changes
        self._fresh = fresh
        self._vault = files.vault
        self._is_closed = False
        self.replica = Replica(
            table, files.log, me=me, now_ms=config.now_ms, tell=tell, changes=changes
        )
        self.replica.take_stored(files.ballots, files.aside)
        self.steward = self._make_steward()

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

    @property
    def watchers_path(self) -> Path:
        """Where the host keeps who may watch."""
        return watchers_path(self.path)

    @property
    def has_ended(self) -> bool:
        """Whether the match is decided, or the table cannot go on: another game may begin."""
        table = self.table
        return table.is_over or table.is_void or TABLE_CHAIN in self.replica.stopped

    def view(self) -> TableView | None:
        """What we may see; None until places are drawn."""
        if self.steward is not None and self.replica.seat is not None:
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
                if self._config.role is Role.PLAY and self._config.decider is not None:
                    nursery.start_soon(self._seek_seat, nursery)
        finally:
            self.close()

    def _make_steward(self) -> Steward | None:
        """Who speaks for our seat, if we have one."""
        seat, config = self.replica.seat, self._config
        if seat is None or self._vault is None or config.decider is None:
            return None
        player = Player(
            seat,
            config.profile.identity,
            self._vault,
            config.random_bytes,
            deals_by_hand=config.deals_by_hand,
        )
        return Steward(
            self.replica, player, self._vault, config.decider, self._tell, fresh=self._fresh
        )

    async def _seek_seat(self, nursery: trio.Nursery) -> None:
        """Claim a free seat, if it was ours or we have none; speak for it once it is ours."""
        claimed: FreeSeat | None = None
        while True:
            moved = self._changes.watch()
            if self.steward is None and self.replica.seat is not None:
                self._vault = await trio.to_thread.run_sync(
                    _open_vault, self.path, self.table, self._config
                )
                self.steward = self._make_steward()
                if self.steward is not None:
                    nursery.start_soon(self.steward.run)
            free = free_seat(self.table)
            if free is not None and free != claimed and self.replica.seat in (None, free.seat):
                claimed = free
                self.replica.offer_claim(self._claim(free), self._config.profile.identity.public)
            await moved.wait()

    def _claim(self, free: FreeSeat) -> SignedClaim:
        config, seat = self._config, free.seat
        before = self.table.members[seat]
        identity, nonce = config.profile.identity, config.random_bytes(NONCE_BYTES)
        if before.identity == identity.public:
            member = changed(before, nonce=nonce)
        else:
            name = shown_name(config.name)
            operators = (one for one in self.table.state.seats if one != seat)
            hosts = [one for one in operators if self.members[one] == config.operator]
            member = Member(identity.public, name, config.kind, hosts[0] if hosts else seat, nonce)
        return SignedClaim.seal(Claim(self.table.game, free.prev, seat, member), identity)

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
    ballots: tuple[SignedBallot, ...] = ()
    aside: tuple[SignedEntry, ...] = ()


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


def stored_log(game: bytes, config: Config) -> Path | None:
    """The log that has the name of this game, if one is in the profile already. Blocks."""
    return next(config.profile.games.glob(f"*-{_short_name(game)}.belote"), None)


def game_in(path: Path) -> bytes | None:
    """Of which game a log is, as its first entry tells; None if that is damaged. Blocks.

    Raises:
        StorageFailed: it cannot be read.
    """
    contents, _ = read_sound_part(path)
    return contents.records[0].signed.head if contents.records else None


def watchers_path(log: Path) -> Path:
    """Where a host keeps who may watch the game in a log file."""
    return log.with_suffix(".watchers")


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
        vault = _open_vault(path, table, config)
        return table, GameFiles(log, vault, contents.ballots, contents.aside)
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


def _open_vault(path: Path, table: Table, config: Config) -> Vault | None:
    if table.seat_of(config.profile.identity.public) is None:
        return None
    return Vault(path.with_suffix(".secrets"), config.random_bytes)
