"""How each decoder is called, and what must be true of what it gives back."""

from __future__ import annotations

import argparse
import atexit
import copy
import functools
import io
import random
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import msgspec
import zeroconf

from belote_cli.console import Console
from belote_cli.invocation import Invocation
from belote_cli.rule_files import read_rule_file
from belote_cli.settings import FILE_NAME, Settings, load_settings, save_settings
from belote_cli.words import Language, Words
from belote_net.errors import NotationError
from belote_net.node import discovery
from belote_net.node.atlas import Atlas
from belote_net.node.codes import parse_code
from belote_net.node.frames import (
    LobbyAsk,
    LobbyFrame,
    Phase,
)
from belote_net.node.framing import FrameDecoder, encode_frame
from belote_net.node.lobby import Lobby, difference, opening_of
from belote_net.node.lobby import Settings as TableSettings
from belote_net.node.pake import Exchange, PakeSide, begin, finish
from belote_net.node.profile import _parse_known
from belote_net.node.storage import Header, Record, StoredEntry, frame_record, read_log
from belote_net.node.text import MAX_SAY_CHARS, clean_name, clean_say
from belote_net.node.transport import Address
from belote_net.node.vault import Secret, Vault
from belote_net.notation import parse, write
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card
from belote_net.rules.choices import Annonces
from belote_net.rules.options import Options
from belote_net.table.messages import MAX_NAME_CHARACTERS
from belote_net.table.table import Table
from belote_protocol.codec import decode, encode
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.errors import InvalidEncoding, RejectedEntry
from belote_protocol.identity import SIGNATURE_BYTES
from tests.fuzz import samples
from tests.notation.games import random_game
from tests.table.stage import resealed

OPTION_MAP = dict[str, str | int | bool]


class Lax(AssertionError):
    """A decoder took what it ought to refuse."""


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _must_be_same(again: bytes, data: bytes) -> None:
    if again != data:
        raise Lax(f"{data.hex()} was taken for {again.hex()}")


def read_frames(phase: Phase, data: bytes) -> None:
    """Feed a stream as a link does, in two ways: the frames and the error must be the same."""
    whole, apart = FrameDecoder(phase), FrameDecoder(phase)
    got, error = _drain(whole, [data])
    middle = len(data) // 3
    if (got, error) != _drain(
        apart, [data[:middle], data[middle : middle + 1], data[middle + 1 :]]
    ):
        raise Lax(f"another split of {data.hex()} reads differently")
    _must_be_same(b"".join(got), data[: sum(map(len, got))])
    if error is not None:
        raise InvalidEncoding(error)


def _drain(decoder: FrameDecoder, pieces: list[bytes]) -> tuple[list[bytes], str | None]:
    frames: list[bytes] = []
    try:
        for piece in pieces:
            decoder.feed(piece)
            while (frame := decoder.next_frame()) is not None:
                frames.append(encode_frame(frame))
    except InvalidEncoding as error:
        return frames, str(error)
    return frames, None


def read_entry(data: bytes) -> None:
    signed = SignedEntry.from_wire(data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:])
    _must_be_same(encode(signed.entry), signed.raw)


def read_body(kind: type[Body], data: bytes) -> None:
    _must_be_same(encode(decode(kind, data)), data)


def read_check(data: bytes) -> None:
    """Another body in a place of a game, signed by whose turn it is."""
    found = samples.places()
    game, table, signed = found[data[0] % len(found)] if data else found[0]
    changed = resealed(msgspec.structs.replace(signed.entry, body=data[1:]), game)
    before = table.log.counts()
    try:
        table.check(changed)
    except RejectedEntry as refusal:
        if refusal.culprit not in (None, signed.entry.seat):
            raise Lax(f"seat {refusal.culprit} is blamed for {signed.entry.context}") from refusal
        raise
    finally:
        if table.log.counts() != before:
            raise Lax("a check changed the table")


def read_opening(data: bytes) -> None:
    game = samples.game()
    entry = msgspec.structs.replace(game.opening.entry, body=data)
    Table(resealed(entry, game))


def read_lobby(data: bytes) -> None:
    frame = decode(LobbyFrame, data)
    if difference(opening_of(frame), frame) is not None:
        raise Lax("a lobby differs from itself")


def read_ask(data: bytes) -> None:
    host = samples.LOBBY.members[0]
    lobby = Lobby(samples.TOKEN, host, TableSettings(Options()))
    lobby.expect(samples.TWO)
    wish = decode(LobbyAsk, data)
    lobby.ask(samples.TWO, wish)
    for member in decode(LobbyFrame, encode_frame(lobby.snapshot)[4:]).members:
        if not member.name or len(member.name) > MAX_NAME_CHARACTERS:
            raise Lax(f"a member is called {member.name!r}")


def read_options(data: bytes) -> None:
    values = decode(OPTION_MAP, data)
    if dict(Options.from_map(values).to_map()) != values:
        raise Lax(f"{values} was taken for something else")


@functools.cache
def _scratch() -> Path:
    """A folder for decoders that only read files; it goes when the process does."""
    folder = Path(tempfile.mkdtemp(prefix="belote-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _file(name: str, data: bytes) -> Path:
    path = _scratch() / name
    path.write_bytes(data)
    return path


def read_log_file(data: bytes) -> None:
    contents = read_log(_file("fuzz.belote", data))
    _must_be_same(_whole_log(contents.records), data[: contents.sound_bytes])


def _whole_log(records: tuple[StoredEntry, ...]) -> bytes:
    payloads = [encode(Header("belote-net log", 1))]
    payloads += [
        encode(Record(one.arrival_ms, one.signed.raw, one.signed.signature)) for one in records
    ]
    return b"".join(map(frame_record, payloads))


class _NoFile:
    """A file that takes everything and keeps nothing."""

    def __init__(self, path: Path) -> None:
        self._size_bytes = path.stat().st_size

    def append(self, data: bytes) -> None:
        self._size_bytes += len(data)

    def overwrite(self, offset: int, data: bytes) -> None:
        return

    def truncate(self, size_bytes: int) -> None:
        self._size_bytes = size_bytes

    def sync(self) -> None:
        return

    def size(self) -> int:
        return self._size_bytes

    def close(self) -> None:
        return


def read_vault(data: bytes) -> None:
    path = _file("fuzz.secrets", data)
    Vault(path, random.Random(0).randbytes, open_file=_NoFile).close()


def read_peers(data: bytes) -> None:
    atlas = Atlas()
    atlas.load(_file("fuzz.peers", data))
    again = Atlas()
    again.load(_file("fuzz.peers", atlas.text().encode()))
    if again.text() != atlas.text():
        raise Lax("addresses that were read cannot be stored")


def read_announcement(data: bytes) -> None:
    info = zeroconf.ServiceInfo(
        "_belote-net._tcp.local.",
        "x._belote-net._tcp.local.",
        port=int.from_bytes(data[:2], "big"),
        addresses=[data[2:6]] if len(data) >= 6 else [],
        properties=data[6:262],
    )
    discovery._read(info)


def read_rules(data: bytes) -> None:
    read_rule_file(_invocation(), _file("fuzz.toml", data))


@functools.cache
def _invocation() -> Invocation:
    console = Console(Words(Language.ENGLISH), environ={}, out=io.StringIO(), error=io.StringIO())
    return Invocation(argparse.Namespace(profile=None), console, {})


def read_settings(data: bytes) -> None:
    _file(FILE_NAME, data)
    load_settings(_scratch())


def settings_sample() -> tuple[bytes, ...]:
    save_settings(_scratch(), Settings())
    return ((_scratch() / FILE_NAME).read_bytes(),)


def read_names(data: bytes) -> None:
    text = _text(data)[: 5 * MAX_SAY_CHARS]
    name, line = clean_name(text), clean_say(text)
    if clean_name(name) != name or clean_say(line) != line or len(line) > MAX_SAY_CHARS:
        raise Lax(f"{name!r} and {line!r} are not clean")


def read_known(data: bytes) -> None:
    _parse_known(_text(data), 0)


def read_code(data: bytes) -> None:
    code = parse_code(_text(data))
    if parse_code(code) != code:
        raise Lax(f"{code} is no code")


def read_address(data: bytes) -> None:
    address = Address.parse(_text(data))
    if Address.parse(str(address)) != address:
        raise Lax(f"{address} reads as another address")


def read_notation(data: bytes) -> None:
    try:
        Card.parse(_text(data))
    except NotationError:
        Bid.parse(_text(data))


def read_written_game(data: bytes) -> None:
    record = parse(_text(data))
    if parse(write(record)) != record:
        raise Lax(f"{record} is another game once it is written")


def written_sample() -> tuple[bytes, ...]:
    options = replace(Options(), annonces=Annonces.ON)
    games = (random_game(options, seed, deals=2, lies=0.3) for seed in range(8))
    return tuple(write(game).encode() for game in games)


@functools.lru_cache(maxsize=1)
def _exchange() -> Exchange:
    """The host's side, begun once: that costs as much as to finish it."""
    return begin(PakeSide.HOST, "7-trefle-capot", random.Random(0).randbytes)


def read_pake(data: bytes) -> None:
    # Each exchange serves once.
    finish(copy.deepcopy(_exchange()), data)


def known_sample() -> tuple[bytes, ...]:
    return (f"{bytes(samples.ONE).hex()} 2026-01-01 Inès".encode(),)


def log_sample() -> tuple[bytes, ...]:
    stored = tuple(StoredEntry(one, 5) for one in tuple(samples.game().table.log)[:3])
    return (_whole_log(stored), _whole_log(stored) + bytes(20))


def secrets_sample() -> tuple[bytes, ...]:
    return (b"".join(frame_record(encode(Secret(name, bytes(32)))) for name in ("coin", "deck/1")),)


def checks_sample() -> tuple[bytes, ...]:
    return tuple(
        bytes([index]) + signed.entry.body for index, (_, _, signed) in enumerate(samples.places())
    )
