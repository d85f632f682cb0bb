"""What is put in the place of other things: a log that is written again, an entry held twice."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from belote_net.node import durable
from belote_net.node.durable import DiskFile
from belote_net.node.errors import StorageFailed
from belote_net.node.held import HeldEntries
from belote_net.node.storage import MAX_SUPERSEDED, LogFile, StoredEntry, read_log
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from tests.node.support import Note, chain_of, identity


class FullDisk(DiskFile):
    """A new file for which there is no room."""

    def append(self, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_that_cannot_be_rewritten_stays_and_is_closed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, path = chain_of(4), tmp_path / "game.belote"
    log = LogFile.create(path, [StoredEntry(one, 0) for one in entries])
    originals = durable.DiskFile
    kept = [originals(tmp_path / "game.belote.superseded-1.new")]
    # The copy of the old log still fits on the disk, the new log does not.
    monkeypatch.setattr(
        durable, "DiskFile", lambda path, mode: kept.pop() if kept else FullDisk(path, mode=mode)
    )
    with pytest.raises(StorageFailed):
        log.rewrite(entries[:2], (), (), 0)
    other = originals(tmp_path / "other")  # the system gives it the descriptor that is free
    log.close()
    other.append(b"still open")
    other.close()
    assert [one.signed for one in read_log(path).records] == entries


def test_what_is_held_already_is_no_news() -> None:
    """Or a node that waits would wake itself for ever."""
    author, held = identity("author"), HeldEntries()
    entry = chain_of(2, author=author)[1]
    assert held.add(entry, author.public)
    assert not held.add(entry, author.public)
    assert list(held) == [entry]


def test_of_what_is_not_held_nothing_is_kept() -> None:
    """Names of chains are without end, and nobody would ever forget one."""
    author, held = identity("author"), HeldEntries()
    for number in range(400):
        context = EntryContext(bytes(32), f"deck/{number + 1}", 0, bytes(32), Seat(0), Note.kind)
        held.add(SignedEntry.seal(context, Note("too much"), author), author.public)
    assert len(held.chains) == len(list(held)) < 300


def test_of_what_a_log_held_before_so_much_is_kept(tmp_path: Path) -> None:
    """Who makes a node go back again and again fills no disk with copies."""
    entries, path = chain_of(MAX_SUPERSEDED + 5), tmp_path / "game.belote"
    log = LogFile.create(path, [StoredEntry(entries[0], 0)])
    for count in range(2, len(entries) + 1):
        log.rewrite(entries[:count], (), (), 0)
    log.close()
    copies = sorted(tmp_path.glob("*superseded*"))
    held = [len(read_log(copy).records) for copy in copies]
    assert held == [*range(1, MAX_SUPERSEDED), len(entries) - 1]
