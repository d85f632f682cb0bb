"""Deviations at the door: whoever calls says what he likes, and is not let in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import trio

from belote_net.errors import NodeError
from belote_net.node.frames import (
    TOKEN_BYTES,
    Frame,
    JoinHello,
    JoinProof,
    ReturnAnswer,
    ReturnHello,
    ReturnProof,
    Role,
    Welcome,
)
from belote_net.node.handshake import WIRE_VERSION, Self, come_back
from belote_net.node.link import FrameStream
from belote_net.node.pake import PAKE_BYTES
from belote_net.table.messages import NONCE_BYTES
from belote_protocol.errors import ProtocolError
from tests.node.support import identity
from tests.sim.adversary import Act, Adversary, Deviation, Effect
from tests.sim.false_frames import bystander, entry_of_another_game, linked_victim
from tests.sim.room import Broken

MakeHello = Callable[[Adversary], Iterator[Frame | bytes]]


def calling(make: MakeHello) -> Act:
    """Call an honest node, say these things, and be turned away.

    Raises:
        Broken: it let the caller in.
    """

    async def act(liar: Adversary) -> None:
        seat = await linked_victim(liar)
        stream = await _dial(liar, seat)
        frames = FrameStream(stream)
        with trio.move_on_after(15):
            try:
                for one in make(liar):
                    if isinstance(one, bytes):
                        await stream.send_all(one)
                    else:
                        await frames.send(one)
                while True:
                    if isinstance(await frames.receive(), Welcome):
                        raise Broken("a caller was let in who ought not to be")
            except (NodeError, ProtocolError, trio.BrokenResourceError):
                pass
        await stream.aclose()

    return act


async def _dial(liar: Adversary, seat: int) -> trio.abc.Stream:
    atlas = liar.live_node.room.atlas
    address = atlas.of(liar.table.members[seat].identity)[0]
    return await liar.room.network.dialler(liar)(address)


def _hello(liar: Adversary, **changes: object) -> ReturnHello:
    values = {
        "version": WIRE_VERSION,
        "role": Role.PLAY,
        "identity": liar.key.public,
        "instance": bytes(TOKEN_BYTES),
        "nonce": bytes(NONCE_BYTES),
        "room": liar.live_node.room.room,
        **changes,
    }
    return ReturnHello(**values)  # type: ignore[arg-type]


def _returns(**changes: object) -> MakeHello:
    return lambda liar: iter((_hello(liar, **changes), ReturnProof(bytes(64))))


def _as_another(liar: Adversary) -> Iterator[Frame | bytes]:
    other = liar.table.members[bystander(liar)]
    yield _hello(liar, identity=other.identity)
    yield ReturnProof(bytes(64))


def _with_code(liar: Adversary) -> Iterator[Frame | bytes]:
    token, nonce = bytes(TOKEN_BYTES), bytes(NONCE_BYTES)
    stranger = identity("stranger").public
    yield JoinHello(WIRE_VERSION, Role.PLAY, stranger, token, nonce, bytes(PAKE_BYTES))
    yield JoinProof(bytes(32), bytes(64))


def _answer_first(liar: Adversary) -> Iterator[Frame | bytes]:
    yield ReturnAnswer(liar.key.public, bytes(TOKEN_BYTES), bytes(NONCE_BYTES), bytes(64))


def _proof_first(liar: Adversary) -> Iterator[Frame | bytes]:
    yield ReturnProof(bytes(64))


def _says(*data: bytes) -> MakeHello:
    return lambda liar: iter(data)


async def second_process(liar: Adversary) -> None:
    """Call with the own identity as another process, while the first one is linked."""
    seat = await linked_victim(liar)
    frames = FrameStream(await _dial(liar, seat))
    me = Self(liar.key, b"second process..", Role.PLAY, liar.dice.randbytes)
    try:
        with trio.move_on_after(15):
            await come_back(frames, bytes(32), me, liar.live_node.room.room, lambda one: True)
            raise Broken("one identity was let in twice")
    except (NodeError, ProtocolError):
        await frames.aclose()


CALLS: dict[str, MakeHello] = {
    "another version": _returns(version=9),
    "another room": _returns(room=b"r" * TOKEN_BYTES),
    "a stranger": _returns(identity=identity("stranger").public),
    "no proof": _returns(),
    "a spectator's role without proof": _returns(role=Role.WATCH),
    "another member's name": _as_another,
    "a code where there is none": _with_code,
    "an answer first": _answer_first,
    "a proof first": _proof_first,
    "a welcome first": lambda liar: iter((Welcome(),)),
    "an entry first": lambda liar: iter((entry_of_another_game(liar),)),
    "nothing at all": _says(),
    "half a frame": _says(b"\x00\x00\x00\x40", b"\x96"),
    "a frame without end": _says(b"\x00\x00\x10\x01"),
    "noise": _says(bytes(range(200))),
}

DOORS = (
    *(Deviation(f"call: {name}", Effect.REFUSED, calling(make)) for name, make in CALLS.items()),
    Deviation("call: a second process", Effect.REFUSED, second_process),
)
