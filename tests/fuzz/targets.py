"""Every place where bytes or text of others become values: what it may raise, and good inputs."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass

from belote_cli.failures import CommandFailed
from belote_net.errors import NotationError, OptionError
from belote_net.node.errors import BadAddress, BadCode, LogCorrupt, StorageFailed
from belote_net.node.frames import (
    HANDSHAKE,
    LINK,
)
from belote_net.node.framing import encode_frame
from belote_net.node.pake import PakeSide, begin
from belote_net.notation import WrittenGameRefused
from belote_net.rules.options import Options
from belote_net.table.opening import UnknownVersion
from belote_protocol.codec import encode
from belote_protocol.errors import InvalidEncoding, RejectedEntry
from belote_protocol.machine import NotYet
from tests.fuzz import readers, samples


@dataclass(frozen=True)
class Target:
    """One decoder.

    Attributes:
        read: gives bytes to it, and says so if what comes out is not what it promises.
        errors: all that it may raise.
        samples: inputs that it takes.
        costs: how many times slower it is than a frame, roughly.
    """

    name: str
    read: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    samples: Callable[[], tuple[bytes, ...]]
    costs: int = 1


_RULE_FILE = b'preset = "maison-1000"\n[options]\nlitige = "fail"\ntarget = 500\nx = [1, {a = 2}]\n'
_CODES = (b"7-trefle-capot", b"7 Tr\xc3\xa8fle capo")
_NOTATIONS = (b"10H", b"JS", b"pass", b"S")
_TXT_RECORD = b"\x56\x30\x0a\x00\x00\x07\x0atable=abcd\x08host=L\xc3\xa9"

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target(
            "handshake",
            functools.partial(readers.read_frames, HANDSHAKE),
            (InvalidEncoding,),
            lambda: tuple(map(encode_frame, samples.HANDSHAKE_FRAMES)),
        ),
        Target(
            "link",
            functools.partial(readers.read_frames, LINK),
            (InvalidEncoding,),
            lambda: tuple(map(encode_frame, samples.LINK_FRAMES)),
        ),
        Target("lobby", readers.read_lobby, (InvalidEncoding,), lambda: (encode(samples.LOBBY),)),
        Target("ask", readers.read_ask, (InvalidEncoding,), lambda: (encode(samples.ASK),), 2),
        Target(
            "entry",
            readers.read_entry,
            (InvalidEncoding,),
            lambda: tuple(one.raw + one.signature for one in tuple(samples.game().table.log)[:40]),
        ),
        *(
            Target(
                f"body-{kind}",
                functools.partial(readers.read_body, body),
                (InvalidEncoding,),
                functools.partial(samples.samples_of, kind),
            )
            for kind, body in samples.bodies().items()
        ),
        Target("check", readers.read_check, (RejectedEntry, NotYet), readers.checks_sample, 20),
        Target(
            "opening",
            readers.read_opening,
            (RejectedEntry, InvalidEncoding, UnknownVersion),
            lambda: (samples.game().opening.entry.body,),
            10,
        ),
        Target(
            "options",
            readers.read_options,
            (InvalidEncoding, OptionError),
            lambda: (encode(dict(Options().to_map())),),
        ),
        Target("log-file", readers.read_log_file, (LogCorrupt,), readers.log_sample, 5),
        Target("secrets-file", readers.read_vault, (LogCorrupt,), readers.secrets_sample, 10),
        Target(
            "peers-file",
            readers.read_peers,
            (StorageFailed,),
            lambda: (f"{bytes(samples.ONE).hex()} 10.0.0.1:1 [::1]:2\n".encode(),),
            10,
        ),
        Target("known-line", readers.read_known, (LogCorrupt,), readers.known_sample),
        Target("rule-file", readers.read_rules, (CommandFailed,), lambda: (_RULE_FILE,), 5),
        Target("settings-file", readers.read_settings, (), readers.settings_sample, 5),
        Target("announcement", readers.read_announcement, (), lambda: (_TXT_RECORD,), 5),
        Target(
            "code",
            readers.read_code,
            (BadCode,),
            lambda: (b"7-trefle-capot", b"7 Tr\xc3\xa8fle capo"),
        ),
        Target(
            "address",
            readers.read_address,
            (BadAddress,),
            lambda: (b"10.0.0.1:22032", b"[fd00::1]:4000", b"fd00::1", b"bureau"),
        ),
        Target(
            "notation",
            readers.read_notation,
            (NotationError,),
            lambda: (b"10H", b"JS", b"pass", b"S"),
        ),
        Target(
            "written-game",
            readers.read_written_game,
            (WrittenGameRefused,),
            readers.written_sample,
            20,
        ),
        Target("names", readers.read_names, (), lambda: ("Inès ♠\u0301\u202e x".encode(),)),
        Target(
            "pake",
            readers.read_pake,
            (InvalidEncoding,),
            lambda: (begin(PakeSide.GUEST, "1-as-as", random.Random(1).randbytes).message,),
            20,
        ),
    )
}
"""By name."""
