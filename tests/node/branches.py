"""A replica on the branches of one game: what is offered to it, and where it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from belote_net.node.changes import Changes
from belote_net.node.events import NodeEvent
from belote_net.node.replica import Replica
from belote_net.node.storage import LogFile, StoredEntry
from belote_net.table.messages import Distribution
from belote_net.table.table import Table
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import completing_seq
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.node.tables import wait_for
from tests.table.leaving import absence_at, taking_game

DEADLINE_S = 120
"""Real seconds that one replica may take on a busy machine; it takes a tenth of one."""


def table_of(entries: Sequence[SignedEntry]) -> Table:
    """The table that follows from these entries."""
    table = Table(entries[0])
    for signed in entries[1:]:
        table.fold(signed)
    return table


@dataclass
class Lone:
    """One seat's replica, which hears what the test offers it and is linked to nobody."""

    game: FourSeats
    seat: int
    path: Path
    events: list[NodeEvent] = field(default_factory=list)

    def begin(self, entries: Sequence[SignedEntry]) -> Replica:
        """A replica that has these entries, in a new file."""
        log = LogFile.create(self.path, [StoredEntry(one, 0) for one in entries])
        return self._replica(table_of(entries), log)

    def again(self) -> Replica:
        """A replica of what is in the file, as after a restart."""
        log, contents = LogFile.open(self.path)
        replica = self._replica(table_of([one.signed for one in contents.records]), log)
        replica.take_stored(contents.ballots, contents.aside)
        return replica

    def _replica(self, table: Table, log: LogFile) -> Replica:
        return Replica(
            table,
            log,
            me=self.game.identities[self.seat].public,
            now_ms=lambda: 0,
            tell=self.events.append,
            changes=Changes(),
        )


@asynccontextmanager
async def live(replica: Replica) -> AsyncIterator[Replica]:
    """The replica at work; all that it was offered is dealt with when it is closed."""
    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(replica.run)
            yield replica
            nursery.cancel_scope.cancel()
    replica.close()


async def stands_on(replica: Replica, signed: SignedEntry) -> None:
    """Wait until the replica has an entry, and has nothing else to go over to."""
    await wait_for(
        lambda: (
            signed.head in replica.table.log
            and replica._forks.better(replica.table) is None
            and sum(replica.durable.values()) == len(replica.table.log)
        )
    )


def told(game: FourSeats, place: SilentPlace, refused: tuple[SignedEntry, ...] = ()) -> SignedEntry:
    """The absence that all the others have voted for."""
    context, absence = absence_at(game, place, refused)
    return game.players[context.seat].tell_absence(context, absence)


def two_absences() -> tuple[FourSeats, SignedEntry, SignedEntry]:
    """A game, and two that are right in one place: about the dealer, and about his deck.

    The last to shuffle sits after the dealer, so the two are told by two speakers.
    """
    game = taking_game(seed=3, deals=3)
    deal, last_seq = game.play_until(Distribution.kind), completing_seq(4)
    last = game.table.log.entry("deck/1", last_seq)
    assert last is not None
    assert game.table.state.seats_from(deal.seat)[1] == last.entry.seat
    about_dealer = told(game, SilentPlace.of(deal.context))
    about_deck = told(game, SilentPlace.of(last.entry.context))
    assert about_dealer.entry.prev == about_deck.entry.prev
    assert about_dealer.entry.seat != about_deck.entry.seat
    return game, about_dealer, about_deck
