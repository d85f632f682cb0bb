"""The log file of one game: a header, then one record per entry, in order of arrival.

Ballots stand between the entries, and so do entries that are in no chain here: see `AsideRecord`.

Every record is framed as `length || CRC-32 of these four bytes || payload`, both numbers in four
bytes, big-endian. The CRC tells a changed length from a record that a crash cut short: only the
latter may be put aside. Of the payload no checksum is needed; entries are signed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from belote_net.node import durable
from belote_net.node.durable import ByteFile, DiskFile
from belote_net.node.errors import LogCorrupt, StorageFailed
from belote_protocol.ballot import Ballot, Signature, SignedBallot
from belote_protocol.codec import MAX_VALUE_BYTES, Wire, decode, encode
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidEncoding

FORMAT = "belote-net log"
FORMAT_VERSION = 1

PREFIX_BYTES = 8
"""Length and its CRC-32."""

MAX_LOG_BYTES = 64 * 1024 * 1024
"""Largest log that is read: a thousand deals, ten evenings."""

MAX_SUPERSEDED = 8
"""Most older contents of one log that are kept: the first ones and the last. Whoever makes a node
go back again and again must not fill its disk with copies."""

_NUMBER_BYTES = 4


class Header(Wire):
    """First record of a file."""

    format: str
    version: Annotated[int, Meta(ge=1, lt=2**32)]


ArrivalTime = Annotated[int, Meta(ge=0, lt=2**53)]
"""When something came here, in milliseconds since 1970. Local and unsigned."""


class Record(Wire, tag=1):
    """One entry as it was stored."""

    arrival_ms: ArrivalTime
    raw: bytes
    signature: Signature


class BallotRecord(Wire, tag=2):
    """One ballot as it was stored: it stands beside the chains, wherever it came."""

    arrival_ms: ArrivalTime
    ballot: Ballot
    signature: Signature


class AsideRecord(Wire, tag=3):
    """One entry that stands in no chain here.

    It was refused, or is the second one of its seat in one place, or it is of a branch that this
    node has left. Who objects to it must be able to show it, and who signed it must not sign
    something else there, whenever this process ends.
    """

    raw: bytes
    signature: Signature


_RECORD_KINDS: dict[int, type[Record | BallotRecord | AsideRecord]] = {
    1: Record,
    2: BallotRecord,
    3: AsideRecord,
}


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry and when it came."""

    signed: SignedEntry
    arrival_ms: int


@dataclass(frozen=True, slots=True)
class AsideEntry:
    """An entry that stands in no chain here."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class LogContents:
    """What a log file holds.

    Attributes:
        records: the entries, in order of arrival.
        ballots: what seats signed beside the chains, in order of arrival.
        aside: entries that stand in no chain here, in order of arrival.
        sound_bytes: size of the file without its torn tail.
        torn_bytes: size of what a crash left of a last record; 0 normally.
    """

    records: tuple[StoredEntry, ...]
    ballots: tuple[SignedBallot, ...]
    aside: tuple[SignedEntry, ...]
    sound_bytes: int
    torn_bytes: int


def frame_record(payload: bytes) -> bytes:
    """`payload` behind its length and the CRC-32 of that length."""
    length = len(payload).to_bytes(_NUMBER_BYTES, "big")
    return length + zlib.crc32(length).to_bytes(_NUMBER_BYTES, "big") + payload


def split_records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Offset and payload of each whole record of a file; what is left over is a torn tail.

    Raises:
        LogCorrupt: a length is not one that was ever written.
    """
    offset = number = 0
    while len(data) - offset >= PREFIX_BYTES and any(memoryview(data)[offset:]):
        length_bytes = data[offset : offset + _NUMBER_BYTES]
        length = int.from_bytes(length_bytes, "big")
        checksum = int.from_bytes(data[offset + _NUMBER_BYTES : offset + PREFIX_BYTES], "big")
        if zlib.crc32(length_bytes) != checksum or length > 2 * MAX_VALUE_BYTES:
            raise LogCorrupt(f"record {number} has a damaged length", record=number)
        end = offset + PREFIX_BYTES + length
        if end > len(data):
            return
        yield offset, data[offset + PREFIX_BYTES : end]
        offset, number = end, number + 1


def read_log(path: Path) -> LogContents:
    """Read a log file, changing nothing. Says nothing about whether its entries are right.

    Raises:
        StorageFailed: the file cannot be read.
        LogCorrupt: it is no log, or a record is damaged.
    """
    contents, damage = read_sound_part(path)
    if damage is not None:
        raise damage
    return contents


def read_sound_part(path: Path) -> tuple[LogContents, LogCorrupt | None]:
    """Read a log file as far as it is sound; the error says what is wrong with the rest, if it is.

    Raises:
        StorageFailed: the file cannot be read.
    """
    data = durable.read_whole(path, limit_bytes=MAX_LOG_BYTES)
    records: list[StoredEntry] = []
    ballots: list[SignedBallot] = []
    aside: list[SignedEntry] = []
    damage: LogCorrupt | None = None
    sound_bytes = 0
    try:
        for number, (offset, payload) in enumerate(split_records(data)):
            if number == 0:
                check_header(payload)
            else:
                read = read_record(payload, number)
                if isinstance(read, StoredEntry):
                    records.append(read)
                elif isinstance(read, AsideEntry):
                    aside.append(read.signed)
                else:
                    ballots.append(read)
            sound_bytes = offset + PREFIX_BYTES + len(payload)
    except LogCorrupt as cause:
        damage = cause
    if sound_bytes == 0 and damage is None:
        damage = LogCorrupt(f"{path.name} has no header", record=0)
    read_all = tuple(records), tuple(ballots), tuple(aside)
    return LogContents(*read_all, sound_bytes, len(data) - sound_bytes), damage


class LogFile:
    """A log file that is open for appending. What `append` returned from is on the disk."""

    def __init__(self, path: Path, file: ByteFile) -> None:
        self.path = path
        self._file = file
        self._size_bytes = file.size()
        self._failed = False

    @classmethod
    def create(cls, path: Path, records: Sequence[StoredEntry] = ()) -> LogFile:
        """A new file with its header and these records: all of it is there, or no file.

        Raises:
            StorageFailed: it exists, or cannot be written.
        """
        if path.exists():
            raise StorageFailed(f"{path} exists already")
        durable.write_whole(path, whole_log(records))
        return cls(path, _open_file(path))

    @classmethod
    def open(cls, path: Path) -> tuple[LogFile, LogContents]:
        """Continue a file. A torn tail is moved into `<file>.torn-N` first.

        Raises:
            StorageFailed: the file cannot be read or written.
            LogCorrupt: it is no log, or a record is damaged; the file is left as it is.
        """
        contents = read_log(path)
        file = _open_file(path)
        if contents.torn_bytes:
            try:
                _move_tail_aside(path, file, contents.sound_bytes)
            except OSError as cause:
                file.close()
                raise durable.failed("repair", path, cause) from cause
        return cls(path, file), contents

    def append(self, signed: SignedEntry, arrival_ms: int) -> None:
        """Add one entry: write, then wait for the disk.

        Raises:
            StorageFailed: the entry is not stored and this file takes no more. What was in it
                before is still there.
        """
        self._append(Record(arrival_ms, signed.raw, signed.signature))

    def append_ballot(self, signed: SignedBallot, arrival_ms: int) -> None:
        """Add one ballot, as `append` adds an entry.

        Raises:
            StorageFailed: as `append`.
        """
        self._append(BallotRecord(arrival_ms, signed.ballot, signed.signature))

    def append_aside(self, signed: SignedEntry) -> None:
        """Add an entry that stands in no chain here, as `append` adds one that does.

        Raises:
            StorageFailed: as `append`.
        """
        self._append(AsideRecord(signed.raw, signed.signature))

    def rewrite(
        self,
        entries: Iterable[SignedEntry],
        ballots: Iterable[SignedBallot],
        aside: Iterable[SignedEntry],
        arrival_ms: int,
    ) -> None:
        """Put other contents in the place of the file's; what it held is kept beside it.

        Of what it held before, `MAX_SUPERSEDED` are kept: the first ones, and the last.

        Args:
            entries: all that the log holds from now on.
            ballots: likewise.
            aside: all entries that it holds from now on beside its chains.
            arrival_ms: when what is new among the entries came.

        Raises:
            StorageFailed: one of the files cannot be written; this one is as it was or as it was
                to be.
        """
        old = durable.read_whole(self.path, limit_bytes=MAX_LOG_BYTES)
        durable.write_whole(_free_name(self.path, "superseded", last=MAX_SUPERSEDED), old)
        arrived = {stored.signed.head: stored.arrival_ms for stored in read_log(self.path).records}
        records = [StoredEntry(one, arrived.get(one.head, arrival_ms)) for one in entries]
        self._file.close()
        durable.write_whole(self.path, whole_log(records, tuple(ballots), tuple(aside)))
        self._file = _open_file(self.path)
        self._size_bytes = self._file.size()

    def _append(self, contents: Record | BallotRecord | AsideRecord) -> None:
        if self._failed:
            raise StorageFailed(f"cannot write {self.path}: an earlier write failed")
        record = frame_record(encode(contents))
        try:
            self._file.append(record)
            self._file.sync()
        except OSError as cause:
            self._failed = True
            self._roll_back()
            raise durable.failed("write", self.path, cause) from cause
        self._size_bytes += len(record)

    def close(self) -> None:
        """Close the file; everything is on the disk already."""
        self._file.close()

    def _roll_back(self) -> None:
        try:
            self._file.truncate(self._size_bytes)
        except OSError:
            # Half a record stays behind: a torn tail, which the next `open` moves aside.
            return


def whole_log(
    records: Sequence[StoredEntry],
    ballots: Sequence[SignedBallot] = (),
    aside: Sequence[SignedEntry] = (),
    form: str = FORMAT,
) -> bytes:
    """A whole file with these records, in another format than a log's if it is something else."""
    payloads = [encode(Header(form, FORMAT_VERSION))]
    payloads += [
        encode(Record(stored.arrival_ms, stored.signed.raw, stored.signed.signature))
        for stored in records
    ]
    payloads += [encode(BallotRecord(0, signed.ballot, signed.signature)) for signed in ballots]
    payloads += [encode(AsideRecord(signed.raw, signed.signature)) for signed in aside]
    return b"".join(map(frame_record, payloads))


def has_format(payload: bytes, form: str) -> bool:
    """Whether a first record says that the file is of this format."""
    try:
        return decode(Header, payload).format == form
    except InvalidEncoding:
        return False


def check_header(payload: bytes, form: str = FORMAT) -> None:
    """Refuse a first record that is not one of this format and of our version.

    Raises:
        LogCorrupt: it is not.
    """
    if not has_format(payload, form):
        raise LogCorrupt("this is not a log of belote-net", record=0)
    header = decode(Header, payload)
    if header.version != FORMAT_VERSION:
        raise LogCorrupt(
            f"log format {FORMAT_VERSION} expected, got {header.version}: "
            "another version of belote-net wrote it",
            record=0,
        )


def read_record(payload: bytes, number: int) -> StoredEntry | SignedBallot | AsideEntry:
    """What a record after the first one holds.

    Raises:
        LogCorrupt: it is damaged.
    """
    kind = _RECORD_KINDS.get(payload[1]) if len(payload) > 1 else None
    try:
        if kind is None:
            raise InvalidEncoding("a record of an entry or of a ballot expected")
        record = decode(kind, payload)
        if isinstance(record, BallotRecord):
            return SignedBallot(record.ballot, record.signature)
        signed = SignedEntry.from_wire(record.raw, record.signature)
        if isinstance(record, Record):
            return StoredEntry(signed, record.arrival_ms)
        return AsideEntry(signed)
    except InvalidEncoding as cause:
        raise LogCorrupt(f"record {number} is damaged: {cause}", record=number) from cause


def _open_file(path: Path) -> DiskFile:
    try:
        return DiskFile(path)
    except OSError as cause:
        raise durable.failed("open", path, cause) from cause


def _free_name(path: Path, what: str, *, last: int | None = None) -> Path:
    """A name beside `path` that no file has yet, or the last of so many."""
    return next(
        name
        for number in count(1)
        if not (name := path.with_name(f"{path.name}.{what}-{number}")).exists() or number == last
    )


def _move_tail_aside(path: Path, file: ByteFile, sound_bytes: int) -> None:
    data = durable.read_whole(path, limit_bytes=MAX_LOG_BYTES)
    durable.write_whole(_free_name(path, "torn"), data[sound_bytes:])
    file.truncate(sound_bytes)
    file.sync()
