"""Frames to bytes and back, without I/O.

A frame is `length || payload`: four bytes, big-endian, then the msgpack array
`[tag, field, …]` (docs/protocol.md, "Links and handshake").
"""

from __future__ import annotations

from belote_net.node.frames import Frame, Phase
from belote_protocol.codec import decode, encode
from belote_protocol.errors import InvalidEncoding

LENGTH_BYTES = 4

_FIRST_ARRAY = 0x90
"""msgpack: an array of n < 16 items begins with 0x90 + n; a tag below 128 is its own byte."""
_MOST_FIELDS = 15
_TAG_LIMIT = 0x80


def encode_frame(frame: Frame) -> bytes:
    """The bytes of a frame, its length first."""
    payload = encode(frame)
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


def decode_payload(payload: bytes, phase: Phase) -> Frame:
    """Read the payload of one frame.

    Raises:
        InvalidEncoding: it is not the one encoding of a frame of this phase.
    """
    if len(payload) < 2 or not _FIRST_ARRAY < payload[0] <= _FIRST_ARRAY + _MOST_FIELDS:
        raise InvalidEncoding("a frame is an array that begins with its tag")
    kind = phase.frames.get(payload[1]) if payload[1] < _TAG_LIMIT else None
    if kind is None:
        raise InvalidEncoding(f"no frame of the {phase.name} has tag {payload[1]}")
    return decode(kind, payload)


class FrameDecoder:
    """Bytes in, frames out. Holds at most one frame and what was fed last.

    Any split of the same bytes gives the same frames and the same error at the same place.
    After an error the decoder is spent.
    """

    def __init__(self, phase: Phase) -> None:
        self._phase = phase
        self._buffer = bytearray()
        self._failure: InvalidEncoding | None = None

    def enter(self, phase: Phase) -> None:
        """Read what follows as frames of another phase."""
        self._phase = phase

    def feed(self, data: bytes) -> None:
        """Take bytes from the stream. Take out all frames before feeding more."""
        if self._failure is None:
            self._buffer += data

    def next_frame(self) -> Frame | None:
        """The next whole frame, or None when more bytes are needed.

        Raises:
            InvalidEncoding: the stream is not one of frames; every later call raises it again.
        """
        if self._failure is not None:
            raise self._failure
        try:
            return self._take()
        except InvalidEncoding as failure:
            self._failure = failure
            self._buffer.clear()
            raise

    @property
    def is_empty(self) -> bool:
        """Whether the stream ended between two frames."""
        return not self._buffer

    def _take(self) -> Frame | None:
        if len(self._buffer) < LENGTH_BYTES:
            return None
        length = int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
        if length > self._phase.limit_bytes:
            raise InvalidEncoding(
                f"frame of at most {self._phase.limit_bytes} bytes expected, got {length}"
            )
        end = LENGTH_BYTES + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[LENGTH_BYTES:end])
        del self._buffer[:end]
        return decode_payload(payload, self._phase)
