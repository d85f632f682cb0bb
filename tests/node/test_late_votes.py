"""What votes can take back, and what they cannot: an entry that all others have built on stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.changes import Changes
from belote_net.node.replica import Replica
from belote_net.node.storage import LogFile, StoredEntry
from belote_net.table.messages import MAX_COPY_BYTES, Play
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import InvalidEncoding
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.protocol.toy_group import toy_group
from tests.table.leaving import absence_at, silent_place

ROUND = 4


def replica_of(game: FourSeats, path: Path) -> Replica:
    log = LogFile.create(path, [StoredEntry(one, 0) for one in game.table.log])
    return Replica(
        game.table,
        log,
        me=game.identities[0].public,
        now_ms=lambda: 0,
        tell=lambda event: None,
        changes=Changes(),
    )


def late_absence(built: int) -> tuple[FourSeats, SignedEntry]:
    """A game in which a seat was voted out, but spoke, and so many entries were built on that."""
    chooser = random_chooser(1, eagerness=1.0)
    game = FourSeats(options=short_game(deals=2), seed=1, choosers=dict.fromkeys(range(4), chooser))
    game.play_until(Play.kind, count=5)
    context, absence = absence_at(game, silent_place(game))
    signed = game.players[context.seat].tell_absence(context, absence)
    for _ in range(1 + built):
        game.deliver(game.answer(game.table.waiting()[0]))
    return game, signed


@pytest.mark.parametrize(("built", "goes_back"), [(0, True), (2, True), (2 * ROUND, False)])
def test_votes_kept_back_undo_nothing_that_all_have_built_on(
    tmp_path: Path, built: int, *, goes_back: bool
) -> None:
    with toy_group():
        game, absence = late_absence(built)
        replica = replica_of(game, tmp_path / "game.belote")
        replica.offer(absence)
        assert bool(replica._forks.better(game.table)) is goes_back
        replica.close()


def test_an_entry_that_no_absence_could_show_is_not_taken(tmp_path: Path) -> None:
    with toy_group():
        game, _ = late_absence(0)
        replica = replica_of(game, tmp_path / "game.belote")
        duty = game.table.waiting()[0]
        honest = game.answer(duty)
        large = SignedEntry(bytes(MAX_COPY_BYTES + 1), honest.signature, honest.entry, bytes(32))
        with pytest.raises(InvalidEncoding, match="at most"):
            replica.offer(large)
        replica.offer(honest)
        assert Seat(honest.entry.seat) == duty.seat
        replica.close()
