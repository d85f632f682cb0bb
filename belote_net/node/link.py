"""Frames over one byte stream."""

from __future__ import annotations

import trio

from belote_net.node.errors import PeerLost
from belote_net.node.frames import (
    HANDSHAKE,
    Frame,
    Phase,
)
from belote_net.node.framing import FrameDecoder, encode_frame
from belote_net.node.tls import BROKEN

READ_BYTES = 16 * 1024
"""How much is read at once: with one frame, all that a link holds in memory."""

PING_EVERY_S = 5.0
"""How often a quiet link is asked whether it lives."""

DEAD_AFTER_S = 20.0
"""A link that brings nothing, or takes nothing, for so long is dead: four pings."""

HANDSHAKE_DEADLINE_S = 10.0
"""TLS and all messages of a handshake; on a LAN they take 0.1 s."""


class FrameStream:
    """Sends and receives frames. One task sends, one receives; begin receiving first.

    Deadlines are the caller's.
    """

    def __init__(self, stream: trio.abc.Stream, phase: Phase = HANDSHAKE) -> None:
        self._stream = stream
        self._decoder = FrameDecoder(phase)

    def enter(self, phase: Phase) -> None:
        """Speak the frames of another phase from here on."""
        self._decoder.enter(phase)

    async def send(self, frame: Frame) -> None:
        """Send one frame.

        Raises:
            PeerLost: the stream is broken.
        """
        try:
            await self._stream.send_all(encode_frame(frame))
        except BROKEN as cause:
            raise PeerLost("the link broke") from cause

    async def receive(self) -> Frame:
        """The next frame.

        Raises:
            PeerLost: the stream ended or is broken.
            InvalidEncoding: the stream is not one of frames.
        """
        while (frame := self._decoder.next_frame()) is None:
            try:
                data = await self._stream.receive_some(READ_BYTES)
            except BROKEN as cause:
                raise PeerLost("the link broke") from cause
            if not data:
                where = "" if self._decoder.is_empty else " in the middle of a frame"
                raise PeerLost(f"the other side hung up{where}")
            self._decoder.feed(bytes(data))
        return frame

    async def aclose(self) -> None:
        """Close the stream at once."""
        await trio.aclose_forcefully(self._stream)
