from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belote_net.node.errors import LogCorrupt, StorageFailed
from belote_net.node.evidence import MAX_EVIDENCE_OF_SEAT, write_evidence
from belote_net.node.storage import (
    FORMAT,
    Header,
    LogFile,
    StoredEntry,
    frame_record,
    read_log,
)
from belote_protocol.codec import encode
from belote_protocol.entry import Seat, SignedEntry
from tests.node.support import FailingFile, Note, chain_of, identity

ENTRIES = chain_of(4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of three entries."""
    path = tmp_path / "2026-01-01-game.belote"
    log = LogFile.create(path)
    for index, signed in enumerate(ENTRIES[:3]):
        log.append(signed, 1000 + index)
    log.close()
    return path


def test_what_was_appended_is_read(path: Path) -> None:
    contents = read_log(path)
    assert [stored.signed for stored in contents.records] == ENTRIES[:3]
    assert [stored.arrival_ms for stored in contents.records] == [1000, 1001, 1002]
    assert (contents.sound_bytes, contents.torn_bytes) == (path.stat().st_size, 0)


def test_a_log_is_continued(path: Path) -> None:
    log, contents = LogFile.open(path)
    assert len(contents.records) == 3
    log.append(ENTRIES[3], 2000)
    log.close()
    assert [stored.signed for stored in read_log(path).records] == ENTRIES


def test_what_stands_in_no_chain_is_kept_beside_the_entries(path: Path) -> None:
    log, _ = LogFile.open(path)
    log.append_aside(ENTRIES[3])
    log.append(ENTRIES[3], 2000)
    log.close()
    contents = read_log(path)
    assert [stored.signed for stored in contents.records] == ENTRIES
    assert contents.aside == (ENTRIES[3],)


def test_a_log_that_is_written_again_keeps_what_it_is_told_to(path: Path) -> None:
    log, _ = LogFile.open(path)
    log.append_aside(ENTRIES[3])
    log.rewrite(ENTRIES[:2], (), ENTRIES[2:3], 3000)
    log.append_aside(ENTRIES[3])
    log.close()
    contents = read_log(path)
    assert [(one.signed, one.arrival_ms) for one in contents.records] == [
        (ENTRIES[0], 1000),
        (ENTRIES[1], 1001),
    ]
    assert contents.aside == tuple(ENTRIES[2:])


def test_an_entry_of_a_chain_is_not_one_byte_from_one_beside_it(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) - len(frame_record(encode((1002, *_wire(ENTRIES[2]))))) + 8] = 3
    path.write_bytes(data)
    with pytest.raises(LogCorrupt, match="record 3 is damaged"):
        read_log(path)


def _wire(signed: SignedEntry) -> tuple[bytes, bytes]:
    return signed.raw, signed.signature


def test_a_new_log_does_not_replace_another(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(StorageFailed, match="exists already"):
        LogFile.create(path)
    assert path.read_bytes() == before


def test_a_log_cut_anywhere_is_a_shorter_log_with_a_torn_tail(path: Path) -> None:
    data = path.read_bytes()
    header_end = read_log(path).sound_bytes - sum(
        len(frame_record(encode((1000, entry.raw, entry.signature)))) for entry in ENTRIES[:3]
    )
    ends = set()
    for size in range(header_end, len(data)):
        path.write_bytes(data[:size])
        contents = read_log(path)
        assert contents.sound_bytes + contents.torn_bytes == size
        assert [stored.signed for stored in contents.records] == ENTRIES[: len(contents.records)]
        ends.add((contents.sound_bytes, len(contents.records)))
    assert [count for _, count in sorted(ends)] == [0, 1, 2]


@pytest.mark.parametrize("tail", [b"\x00", bytes(7), bytes(8), bytes(5000), b"\x00\x00\x01"])
def test_a_torn_tail_is_moved_aside(path: Path, tail: bytes) -> None:
    sound = path.read_bytes()
    for number in (1, 2):
        path.write_bytes(sound + tail)
        log, contents = LogFile.open(path)
        log.close()
        assert contents.torn_bytes == len(tail)
        assert path.read_bytes() == sound
        assert path.with_name(f"{path.name}.torn-{number}").read_bytes() == tail


def test_reading_changes_nothing(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\x00\x00\x01")
    before = path.read_bytes()
    read_log(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_flipped_bit_loses_a_record_silently(path: Path, data: st.DataObject) -> None:
    sound = path.read_bytes()
    at = data.draw(st.integers(0, len(sound) - 1))
    damaged = bytearray(sound)
    damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    path.with_name("damaged").write_bytes(damaged)
    try:
        contents = read_log(path.with_name("damaged"))
    except LogCorrupt:
        return
    assert len(contents.records) == 3
    assert contents.torn_bytes == 0


def test_a_damaged_record_is_named(path: Path) -> None:
    data = bytearray(path.read_bytes())
    at = data.index(b"entry 1")
    data[at - 3] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(LogCorrupt, match="record 2 is damaged") as caught:
        LogFile.open(path)
    assert caught.value.record == 2
    assert path.read_bytes() == data


def test_a_damaged_length_is_not_a_torn_tail(path: Path) -> None:
    data = path.read_bytes()
    header_bytes = 8 + int.from_bytes(data[:4], "big")
    damaged = bytearray(data)
    damaged[header_bytes + 2] ^= 0x40
    path.write_bytes(damaged)
    with pytest.raises(LogCorrupt, match="record 1 has a damaged length"):
        read_log(path)


def test_a_length_beyond_any_record_is_refused_though_its_checksum_fits(path: Path) -> None:
    length = (2**31).to_bytes(4, "big")
    path.write_bytes(path.read_bytes() + length + zlib.crc32(length).to_bytes(4, "big"))
    with pytest.raises(LogCorrupt, match="record 4 has a damaged length"):
        read_log(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no header"),
        (bytes(100), "no header"),
        (frame_record(encode(Header(FORMAT, 1)))[:-1], "no header"),
        (frame_record(encode(Header("other", 1))), "not a log of belote-net"),
        (frame_record(encode([FORMAT])), "not a log of belote-net"),
        (frame_record(encode(Header(FORMAT, 2))), "log format 1 expected, got 2"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "damaged length"),
    ],
)
def test_what_is_no_log_is_said(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "file.belote"
    path.write_bytes(data)
    with pytest.raises(LogCorrupt, match=message) as caught:
        read_log(path)
    assert caught.value.record == 0


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match=r"cannot read .*none.*: No such file or directory"):
        LogFile.open(tmp_path / "none.belote")


def break_room(file: FailingFile) -> None:
    file.room_bytes = 10


def break_room_at_once(file: FailingFile) -> None:
    file.room_bytes = 0


def break_sync(file: FailingFile) -> None:
    file.sync_fails = True


@pytest.mark.parametrize("break_it", [break_room, break_room_at_once, break_sync])
def test_a_failed_write_is_rolled_back_and_ends_the_file(
    path: Path, break_it: Callable[[FailingFile], None]
) -> None:
    before = path.read_bytes()
    file = FailingFile(path)
    log = LogFile(path, file)
    break_it(file)
    with pytest.raises(StorageFailed, match="cannot write"):
        log.append(ENTRIES[3], 2000)
    assert path.read_bytes() == before
    file.room_bytes, file.sync_fails = None, False
    with pytest.raises(StorageFailed, match="an earlier write failed"):
        log.append(ENTRIES[3], 2000)
    log.close()
    assert path.read_bytes() == before


def test_a_write_that_cannot_be_rolled_back_leaves_a_torn_tail(path: Path) -> None:
    file = FailingFile(path)
    log = LogFile(path, file)
    file.room_bytes, file.truncate_fails = 10, True
    with pytest.raises(StorageFailed, match="No space left"):
        log.append(ENTRIES[3], 2000)
    log.close()
    assert read_log(path).torn_bytes == 10
    LogFile.open(path)[0].close()
    assert [stored.signed for stored in read_log(path).records] == ENTRIES[:3]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_is_read_only_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StorageFailed, match="Permission denied"):
            LogFile.create(tmp_path / "game.belote")
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_that_is_missing_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="No such file or directory"):
        LogFile.create(tmp_path / "none" / "game.belote")


def test_evidence_is_a_log_whose_last_record_is_the_refused_entry(path: Path) -> None:
    records = read_log(path).records
    for number, refused in enumerate((ENTRIES[3], chain_of(1)[0]), start=1):
        for arrival_ms in (7, 8):
            evidence = write_evidence(path, records, StoredEntry(refused, arrival_ms))
            assert evidence.name == f"2026-01-01-game.evidence-0-{number}.belote"
            assert read_log(evidence).records == (*records, StoredEntry(refused, 7))


def test_a_flood_of_refused_entries_fills_no_disk_and_replaces_nothing(path: Path) -> None:
    records = read_log(path).records
    refused = chain_of(20, author=identity("mallory"))
    first = [write_evidence(path, records, StoredEntry(one, 7)) for one in refused[:2]]
    before = [evidence.read_bytes() for evidence in first]
    for signed in refused[2:]:
        assert write_evidence(path, records, StoredEntry(signed, 8)) == first[-1]
    kept = sorted(path.parent.glob("*.evidence-*"))
    assert len(kept) == MAX_EVIDENCE_OF_SEAT
    assert kept == first
    assert [evidence.read_bytes() for evidence in kept] == before


def test_one_seat_cannot_take_the_room_for_proofs_against_another(path: Path) -> None:
    records = read_log(path).records
    for signed in chain_of(9, author=identity("mallory")):
        write_evidence(path, records, StoredEntry(signed, 7))
    context = replace(ENTRIES[3].entry.context, seat=Seat(2))
    other = SignedEntry.seal(context, Note("x"), identity("other"))
    evidence = write_evidence(path, records, StoredEntry(other, 7))
    assert evidence.name == "2026-01-01-game.evidence-2-1.belote"
    assert read_log(evidence).records[-1].signed == other
