"""Who are you: the first messages on a link, inside TLS (docs/protocol.md, "Links and handshake").

Join, with the table code, which both sides prove to know by SPAKE2; who lets in proves first. That
is the host, or while a seat is free who says who takes it:

    guest -> host   JoinHello    version, role, identity, instance, nonce, SPAKE2 message
    guest <- host   JoinAnswer   identity, instance, nonce, SPAKE2 message, room and whose it is,
                                 MAC, signature
    guest -> host   JoinProof    MAC, signature
    guest <- host   Welcome

Return, for members of a room, without a code:

    caller -> node  ReturnHello  version, role, identity, instance, nonce, room
    caller <- node  ReturnAnswer identity, instance, nonce, signature
    caller -> node  ReturnProof  signature
    caller <- node  Welcome

MACs and signatures cover a transcript of all that was said (transcripts.py), and of the certificate
that each side saw. Deadlines are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import trio

from belote_net.node.errors import (
    TWICE_HINT,
    CodeRefused,
    HandshakeFailed,
    MetOurselves,
    PeerLost,
    PeerRefused,
    Refusal,
)
from belote_net.node.frames import (
    LINK,
    MAX_DETAIL_CHARS,
    WATCHING,
    Frame,
    JoinAnswer,
    JoinHello,
    JoinProof,
    Refused,
    ReturnAnswer,
    ReturnHello,
    ReturnProof,
    Role,
    Welcome,
    changed,
)
from belote_net.node.guard import CodeGuard
from belote_net.node.link import FrameStream
from belote_net.node.pake import Exchange, PakeSide, begin, finish
from belote_net.node.text import clean_text
from belote_net.node.transcripts import (
    JOIN,
    RETURN,
    join_transcript,
    mac,
    return_transcript,
    signed,
    verify_mac,
)
from belote_net.table.messages import NONCE_BYTES
from belote_protocol.errors import InvalidProof
from belote_protocol.identity import Identity, PublicIdentity
from belote_protocol.transcript import RandomBytes

WIRE_VERSION = 1
"""Version of frames and handshake. That of the game is in its first entry."""

F = TypeVar("F", bound=Frame)


@dataclass(frozen=True, slots=True)
class Self:
    """What this node says of itself.

    Attributes:
        instance: 16 random bytes of this process: two processes with one identity differ.
        random_bytes: n fresh random bytes.
    """

    identity: Identity
    instance: bytes
    role: Role
    random_bytes: RandomBytes


@dataclass(frozen=True, slots=True)
class Peer:
    """Who is at the other end, proven.

    Attributes:
        joined: whether it came with the code, rather than as a member of the room.
    """

    identity: PublicIdentity
    instance: bytes
    role: Role
    room: bytes
    joined: bool


class Gate(Protocol):
    """What a node that was dialled knows about who may come in."""

    @property
    def room(self) -> bytes:
        """The room that one comes into, 16 bytes."""

    @property
    def host(self) -> PublicIdentity:
        """Whose room it is."""

    @property
    def guard(self) -> CodeGuard | None:
        """The code that lets strangers in, or None where they are not let in."""

    def is_member(self, identity: PublicIdentity) -> bool:
        """Whether this identity may come in without a code."""

    async def admit(self, peer: Peer) -> None:
        """Last word, once a peer has proven who it is.

        Raises:
            PeerRefused: it may not come in all the same.
        """


async def join(
    stream: FrameStream, certificate_hash: bytes, me: Self, code: str
) -> tuple[Peer, PublicIdentity]:
    """Come into a room with a code of it; `certificate_hash` is of the certificate we were shown.

    Returns who let us in, and whom that one calls the host of the room.

    Raises:
        CodeRefused: the host does not know this code, or somebody sits in between.
        PeerRefused: the host turned us away, or is ourselves.
        PeerLost, InvalidEncoding: the link ended or is not one of ours.
    """
    exchange = await trio.to_thread.run_sync(begin, PakeSide.GUEST, code, me.random_bytes)
    hello = JoinHello(
        WIRE_VERSION,
        me.role,
        me.identity.public,
        me.instance,
        me.random_bytes(NONCE_BYTES),
        exchange.message,
    )
    await stream.send(hello)
    answer = await _receive(stream, JoinAnswer)
    key = await trio.to_thread.run_sync(finish, exchange, answer.pake)
    transcript = join_transcript(certificate_hash, hello, answer)
    try:
        verify_mac(key, "host", transcript, answer.mac)
        answer.identity.verify(answer.signature, signed(JOIN, "host", transcript))
    except InvalidProof:
        await _turn_away(stream, Refusal.CODE, "the codes differ")
        raise CodeRefused(
            "the host does not know this code: check it, and that this is the right table"
        ) from None
    _refuse_self(me, answer.identity)
    signature = me.identity.sign(signed(JOIN, "guest", transcript))
    await stream.send(JoinProof(mac(key, "guest", transcript), signature))
    await _receive(stream, Welcome)
    stream.enter(LINK)
    peer = Peer(answer.identity, answer.instance, Role.PLAY, answer.room, joined=True)
    return peer, answer.host


async def come_back(
    stream: FrameStream,
    certificate_hash: bytes,
    me: Self,
    room: bytes,
    is_member: Callable[[PublicIdentity], bool],
) -> Peer:
    """Come into a room as a member of it.

    Raises:
        MetOurselves: it is our own process that answers.
        PeerRefused: we were turned away, or another process of ours answers.
        HandshakeFailed: the other side is no member or did not prove it.
        PeerLost, InvalidEncoding: the link ended or is not one of ours.
    """
    hello = ReturnHello(
        WIRE_VERSION,
        me.role,
        me.identity.public,
        me.instance,
        me.random_bytes(NONCE_BYTES),
        room,
    )
    await stream.send(hello)
    answer = await _receive_answer(stream)
    transcript = return_transcript(certificate_hash, hello, answer)
    try:
        answer.identity.verify(answer.signature, signed(RETURN, "node", transcript))
    except InvalidProof:
        await _turn_away(stream, Refusal.PROOF, "this is not who you say")
        raise HandshakeFailed(
            "the other side did not prove who it is, or somebody sits in between"
        ) from None
    if (answer.identity, answer.instance) == (me.identity.public, me.instance):
        raise MetOurselves("this is our own door")
    if not is_member(answer.identity) and answer.identity != me.identity.public:
        raise HandshakeFailed("the other side is not a member of this room")
    await stream.send(ReturnProof(me.identity.sign(signed(RETURN, "caller", transcript))))
    _refuse_self(me, answer.identity)
    await _receive(stream, Welcome)
    stream.enter(LINK)
    return Peer(answer.identity, answer.instance, Role.PLAY, room, joined=False)


async def answer(stream: FrameStream, certificate_hash: bytes, me: Self, gate: Gate) -> Peer:
    """Let somebody in, or not; `certificate_hash` is of our own certificate.

    Raises:
        CodeRefused: a wrong code was tried.
        MetOurselves: our own process has called.
        PeerRefused: it was turned away, or is another process of ours.
        HandshakeFailed: it did not prove who it is.
        PeerLost, InvalidEncoding: the link ended or is not one of ours.
    """
    hello = await stream.receive()
    try:
        if isinstance(hello, JoinHello):
            peer = await _answer_join(stream, certificate_hash, me, gate, hello)
        elif isinstance(hello, ReturnHello):
            peer = await _answer_return(stream, certificate_hash, me, gate, hello)
        else:
            raise HandshakeFailed(f"a hello expected, got {type(hello).__name__}")
        await gate.admit(peer)
    except PeerRefused as refusal:
        await _turn_away(stream, refusal.reason, str(refusal))
        raise
    except CodeRefused as refusal:
        await _turn_away(stream, Refusal.CODE, str(refusal))
        raise
    await stream.send(Welcome())
    stream.enter(LINK if peer.role is Role.PLAY else WATCHING)
    return peer


async def _answer_join(
    stream: FrameStream, certificate_hash: bytes, me: Self, gate: Gate, hello: JoinHello
) -> Peer:
    _check_version(hello.version)
    _refuse_self(me, hello.identity)
    if gate.guard is None:
        raise PeerRefused(Refusal.NO_CODE, "this node lets nobody in: ask the host")
    with gate.guard.attempt() as attempt:
        exchange, key = await trio.to_thread.run_sync(
            _exchange, attempt.code, hello.pake, me.random_bytes
        )
        nonce, message = me.random_bytes(NONCE_BYTES), exchange.message
        ours = me.identity.public
        draft = JoinAnswer(ours, me.instance, nonce, message, gate.room, gate.host, b"", b"")
        transcript = join_transcript(certificate_hash, hello, draft)
        signature = me.identity.sign(signed(JOIN, "host", transcript))
        tag = mac(key, "host", transcript)
        await stream.send(changed(draft, mac=tag, signature=signature))
        proof = await _receive_proof(stream, gate.guard)
        try:
            verify_mac(key, "guest", transcript, proof.mac)
        except InvalidProof:
            raise _wrong_code(gate.guard) from None
        _verify_signature(hello.identity, proof.signature, signed(JOIN, "guest", transcript))
        gate.guard.settle(attempt)
    return Peer(hello.identity, hello.instance, hello.role, gate.room, joined=True)


async def _answer_return(
    stream: FrameStream, certificate_hash: bytes, me: Self, gate: Gate, hello: ReturnHello
) -> Peer:
    _check_version(hello.version)
    if hello.room != gate.room:
        raise PeerRefused(Refusal.ROOM, "that room is not here")
    if not gate.is_member(hello.identity) and hello.identity != me.identity.public:
        raise PeerRefused(Refusal.UNKNOWN, "you are not a member of this room: join with its code")
    nonce = me.random_bytes(NONCE_BYTES)
    draft = ReturnAnswer(me.identity.public, me.instance, nonce, b"")
    transcript = return_transcript(certificate_hash, hello, draft)
    signature = me.identity.sign(signed(RETURN, "node", transcript))
    await stream.send(changed(draft, signature=signature))
    if (hello.identity, hello.instance) == (me.identity.public, me.instance):
        raise MetOurselves("this is our own call")
    proof = await _receive(stream, ReturnProof)
    _verify_signature(hello.identity, proof.signature, signed(RETURN, "caller", transcript))
    _refuse_self(me, hello.identity)
    return Peer(hello.identity, hello.instance, hello.role, gate.room, joined=False)


def _exchange(code: str, message: bytes, random_bytes: RandomBytes) -> tuple[Exchange, bytes]:
    exchange = begin(PakeSide.HOST, code, random_bytes)
    return exchange, finish(exchange, message)


async def _receive_proof(stream: FrameStream, guard: CodeGuard) -> JoinProof:
    """The guest's proof. One who hangs up instead has tried a wrong code."""
    try:
        return await _receive(stream, JoinProof)
    except (CodeRefused, PeerLost) as cause:
        raise _wrong_code(guard) from cause


def _wrong_code(guard: CodeGuard) -> CodeRefused:
    left = guard.attempts_left
    return CodeRefused(
        "a wrong code was tried, "
        + (f"{left} more may be" if left else "the code is locked: make a new one"),
        attempts_left=left,
    )


def _check_version(version: int) -> None:
    if version != WIRE_VERSION:
        raise PeerRefused(
            Refusal.VERSION, f"version {WIRE_VERSION} of the protocol expected, got {version}"
        )


def _refuse_self(me: Self, identity: PublicIdentity) -> None:
    if identity == me.identity.public:
        raise PeerRefused(Refusal.TWICE, f"one identity twice: {TWICE_HINT}")


def _verify_signature(identity: PublicIdentity, signature: bytes, message: bytes) -> None:
    try:
        identity.verify(signature, message)
    except InvalidProof:
        raise PeerRefused(
            Refusal.PROOF, "who calls did not prove who it is, or somebody sits in between"
        ) from None


async def _receive_answer(stream: FrameStream) -> ReturnAnswer:
    """The answer to our return. That we are there already is believed only to who has proven."""
    try:
        return await _receive(stream, ReturnAnswer)
    except PeerRefused as refusal:
        if refusal.reason is not Refusal.TWICE:
            raise
        raise HandshakeFailed("the other side did not prove that it is ourselves") from None


async def _receive(stream: FrameStream, kind: type[F]) -> F:
    frame = await stream.receive()
    if isinstance(frame, Refused):
        detail = clean_text(frame.detail, MAX_DETAIL_CHARS)
        if frame.reason is Refusal.CODE:
            raise CodeRefused(detail or "the code is wrong")
        raise PeerRefused(frame.reason, detail or f"turned away: {frame.reason.value}")
    if not isinstance(frame, kind):
        raise HandshakeFailed(f"{kind.__name__} expected, got {type(frame).__name__}")
    return frame


async def _turn_away(stream: FrameStream, reason: Refusal, detail: str) -> None:
    """Say why, if the other side still listens; the caller ends the link either way."""
    try:
        await stream.send(Refused(reason, detail[:MAX_DETAIL_CHARS]))
    except PeerLost:
        return
