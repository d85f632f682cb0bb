from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.node.errors import Refusal
from belote_net.node.frames import (
    HANDSHAKE,
    LINK,
    MAX_FRAME_BYTES,
    MAX_HANDSHAKE_BYTES,
    BallotFrame,
    Bye,
    ChainHead,
    ClaimFrame,
    EntryFrame,
    Frame,
    Have,
    Here,
    JoinAnswer,
    JoinHello,
    JoinProof,
    LobbyAsk,
    LobbyFrame,
    LobbyMember,
    Ping,
    Pong,
    Refused,
    ReturnAnswer,
    ReturnHello,
    ReturnProof,
    Role,
    Say,
    Watcher,
    Welcome,
    Whereabouts,
)
from belote_net.node.framing import FrameDecoder, decode_payload, encode_frame
from belote_net.table.claims import Claim
from belote_net.table.messages import Member, MemberKind, Seats
from belote_protocol.ballot import Ballot, SilentPlace, Stance
from belote_protocol.codec import encode
from belote_protocol.errors import InvalidEncoding
from tests.node.support import identity

ONE, TWO = identity("one").public, identity("two").public
TOKEN, NONCE, MAC, SIGNATURE, PAKE = bytes(16), bytes(32), bytes(32), bytes(64), bytes(33)
YES = (True,)

HANDSHAKE_FRAMES: list[Frame] = [
    JoinHello(1, Role.PLAY, ONE, TOKEN, NONCE, PAKE),
    JoinAnswer(ONE, TOKEN, NONCE, PAKE, TOKEN, TWO, MAC, SIGNATURE),
    JoinProof(MAC, SIGNATURE),
    ReturnHello(1, Role.WATCH, ONE, TOKEN, NONCE, TOKEN),
    ReturnAnswer(ONE, TOKEN, NONCE, SIGNATURE),
    ReturnProof(SIGNATURE),
    Welcome(),
    Refused(Refusal.CODE, "wrong"),
]
LINK_FRAMES: list[Frame] = [
    Have(bytes(32), (ChainHead("table", 7, bytes(32)), ChainHead("deck/1", 1, bytes(32)))),
    EntryFrame(b"entry", SIGNATURE),
    LobbyFrame(
        TOKEN,
        3,
        2,
        (LobbyMember(ONE, "Léa", MemberKind.PERSON, 0, NONCE, *YES, *YES, ("10.0.0.1:22032",)),),
        Seats.DRAWN,
        {"target": 501, "belote_call": "auto"},
        b"",
        (Watcher(ONE, "Zoé"),),
    ),
    LobbyAsk("Paul", NONCE, 3, None, ()),
    Say(ONE, 7, "bien joué ♠", SIGNATURE),
    Ping(),
    Pong(),
    Bye("à demain"),
    Here((Whereabouts(ONE, ("[fd00::1]:22032",)),)),
    BallotFrame(
        Ballot(
            bytes(32),
            SilentPlace("table", 7, bytes(32), 2),
            0,
            Stance.REFUSED,
            bytes(32),
            "it is wrong",
        ),
        SIGNATURE,
    ),
    ClaimFrame(
        Claim(bytes(32), bytes(32), 2, Member(ONE, "Odile", MemberKind.PERSON, 2, NONCE)), SIGNATURE
    ),
]


def decoded(data: bytes, step: int, phase: object = LINK) -> tuple[list[Frame], str | None]:
    """Frames and the error of a stream fed in pieces of `step` bytes."""
    decoder = FrameDecoder(LINK if phase is LINK else HANDSHAKE)
    frames: list[Frame] = []
    try:
        for start in range(0, len(data), step):
            decoder.feed(data[start : start + step])
            while (frame := decoder.next_frame()) is not None:
                frames.append(frame)
    except InvalidEncoding as failure:
        return frames, str(failure)
    return frames, None


def test_every_frame_of_each_phase_is_in_the_lists_above() -> None:
    assert {type(frame) for frame in HANDSHAKE_FRAMES} == set(HANDSHAKE.frames.values())
    assert {type(frame) for frame in LINK_FRAMES} == set(LINK.frames.values())


@pytest.mark.parametrize("frame", HANDSHAKE_FRAMES, ids=lambda frame: type(frame).__name__)
def test_handshake_frames_come_back(frame: Frame) -> None:
    assert decode_payload(encode_frame(frame)[4:], HANDSHAKE) == frame
    with pytest.raises(InvalidEncoding, match="no frame of the link"):
        decode_payload(encode_frame(frame)[4:], LINK)


@pytest.mark.parametrize("frame", LINK_FRAMES, ids=lambda frame: type(frame).__name__)
def test_link_frames_come_back(frame: Frame) -> None:
    assert decode_payload(encode_frame(frame)[4:], LINK) == frame
    with pytest.raises(InvalidEncoding, match="no frame of the handshake"):
        decode_payload(encode_frame(frame)[4:], HANDSHAKE)


@given(st.integers(1, 400), st.permutations(LINK_FRAMES))
def test_a_stepwise_feed_gives_the_same_frames(step: int, frames: list[Frame]) -> None:
    data = b"".join(map(encode_frame, frames))
    assert decoded(data, step) == (frames, None)


@given(st.integers(1, 60), st.integers(0, 600), st.binary(min_size=1, max_size=8))
def test_a_damaged_stream_ends_alike_however_it_is_cut(step: int, at: int, noise: bytes) -> None:
    data = b"".join(map(encode_frame, LINK_FRAMES))
    at %= len(data)
    damaged = data[:at] + noise + data[at + len(noise) :]
    assert decoded(damaged, step) == decoded(damaged, len(damaged))


BAD_PAYLOADS = {
    "empty": b"",
    "one byte": b"\x91",
    "no array": b"\xa1a",
    "empty array": b"\x90\x15",
    "long form of an array": b"\xdc\x00\x01\x15",
    "unknown tag": msgpack.packb([99]),
    "tag in two bytes": b"\x91\xcc\x15",
    "a handshake frame": msgpack.packb([7]),
    "text for bytes": msgpack.packb([17, "entry", bytes(64)]),
    "bytes for text": msgpack.packb([23, b"bye"]),
    "omitted field": msgpack.packb([17, b"entry"]),
    "surplus field": msgpack.packb([21, 1]),
    "short signature": msgpack.packb([17, b"entry", bytes(63)]),
    "float": msgpack.packb([16, b"", [["table", 1.0, bytes(32)]]]),
    "boolean for a number": msgpack.packb([16, b"", [["table", True, bytes(32)]]]),
    "count 0": msgpack.packb([16, b"", [["table", 0, bytes(32)]]]),
    "chat too long": msgpack.packb([20, bytes(ONE), TOKEN, "a" * 201, SIGNATURE]),
    "nobody": msgpack.packb([20, bytes(32), TOKEN, "a", SIGNATURE]),
    "too many addresses": msgpack.packb([19, "a", NONCE, 3, None, ["1.2.3.4:5"] * 9]),
    "ready for no terms": msgpack.packb([19, "a", NONCE, True, None, []]),
    "trailing byte": msgpack.packb([21]) + b"\x00",
    "nesting bomb": b"\x92\x10" + b"\x91" * 60_000,
    "array that claims four thousand million items": b"\x92\x10\xdd\xff\xff\xff\xff",
    "extension": b"\x92\x17\xd4\x01\x00",
}


@pytest.mark.parametrize("payload", BAD_PAYLOADS.values(), ids=BAD_PAYLOADS.keys())
def test_a_bad_payload_is_refused_with_our_own_error(payload: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        decode_payload(payload, LINK)


@pytest.mark.parametrize(
    ("phase", "limit"), [(LINK, MAX_FRAME_BYTES), (HANDSHAKE, MAX_HANDSHAKE_BYTES)]
)
def test_a_huge_length_is_refused_before_a_byte_of_it_is_kept(phase: object, limit: int) -> None:
    frames, failure = decoded((limit + 1).to_bytes(4, "big"), 4, phase)
    assert frames == []
    assert failure == f"frame of at most {limit} bytes expected, got {limit + 1}"


def test_the_largest_frame_passes() -> None:
    overhead = len(encode(EntryFrame(bytes(60_000), SIGNATURE))) - 60_000
    frame = EntryFrame(bytes(MAX_FRAME_BYTES - overhead), SIGNATURE)
    assert len(encode(frame)) == MAX_FRAME_BYTES
    assert decoded(encode_frame(frame), 4096) == ([frame], None)


def test_a_spent_decoder_keeps_nothing_and_says_the_same_again() -> None:
    decoder = FrameDecoder(LINK)
    decoder.feed(b"\xff\xff\xff\xff")
    for _ in range(3):
        with pytest.raises(InvalidEncoding, match="at most"):
            decoder.next_frame()
        decoder.feed(bytes(1_000_000))
        assert decoder.is_empty


@given(st.binary(max_size=300))
def test_any_bytes_are_frames_or_our_own_error(data: bytes) -> None:
    decoded(data, max(len(data), 1))
    try:
        frame = decode_payload(data, LINK)
    except InvalidEncoding:
        return
    assert encode(frame) == data
