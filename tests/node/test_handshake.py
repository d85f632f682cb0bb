from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import pytest
import trio
import trio.testing

from belote_net.node.errors import (
    CodeRefused,
    HandshakeFailed,
    PeerLost,
    PeerRefused,
    Refusal,
)
from belote_net.node.frames import (
    LINK,
    Frame,
    JoinAnswer,
    JoinHello,
    JoinProof,
    Ping,
    Refused,
    ReturnAnswer,
    ReturnHello,
    ReturnProof,
    Role,
    Welcome,
)
from belote_net.node.framing import encode_frame
from belote_net.node.guard import MAX_ATTEMPTS, CodeGuard
from belote_net.node.handshake import Peer, Self, answer, come_back, join
from belote_net.node.link import FrameStream
from belote_net.node.tls import Credentials, dial_tls, new_credentials, serve_tls
from belote_net.node.transport import Address, dial, listen
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity
from tests.node.support import identity, seeded

ROOM, OTHER_ROOM = b"r" * 16, b"s" * 16
CERTIFICATE = b"c" * 32


def who(name: str) -> Self:
    return Self(identity(name), name.encode().ljust(16, b"."), Role.PLAY, seeded(name))


@dataclass
class House:
    """A gate that lets in who has the code, and Léa without."""

    room: bytes = ROOM
    host: PublicIdentity = identity("owner").public
    guard: CodeGuard | None = field(default_factory=lambda: CodeGuard(seeded("house")))
    refusal: PeerRefused | None = None

    def is_member(self, identity_: PublicIdentity) -> bool:
        return identity_ == identity("lea").public

    async def admit(self, peer: Peer) -> None:
        if self.refusal is not None:
            raise self.refusal


Entered = Peer | tuple[Peer, PublicIdentity]
Side = Callable[[FrameStream], Awaitable[Entered]]
Outcome = Entered | Exception


async def meet(guest: Side, host: Side) -> tuple[Outcome, Outcome]:
    """Both sides on one link: what each learns, or the error that it ends with."""
    outcomes: dict[str, Outcome] = {}

    async def run(name: str, side: Side, stream: FrameStream) -> None:
        try:
            outcomes[name] = await side(stream)
        except (HandshakeFailed, PeerLost, InvalidEncoding) as failure:
            outcomes[name] = failure
            await stream.aclose()

    left, right = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, "host", host, FrameStream(right))
        nursery.start_soon(run, "guest", guest, FrameStream(left))
    return outcomes["guest"], outcomes["host"]


def joining(name: str, code: str, certificate: bytes = CERTIFICATE) -> Side:
    return lambda stream: join(stream, certificate, who(name), code)


def returning(
    name: str, room: bytes = ROOM, certificate: bytes = CERTIFICATE, host: str = "host"
) -> Side:
    def is_member(one: PublicIdentity) -> bool:
        return one == identity(host).public

    return lambda stream: come_back(stream, certificate, who(name), room, is_member)


def hosting(house: House, name: str = "host") -> Side:
    return lambda stream: answer(stream, CERTIFICATE, who(name), house)


def code_of(house: House) -> str:
    assert house.guard is not None
    return house.guard.code


async def test_who_has_the_code_comes_in() -> None:
    house = House()
    guest, host = await meet(joining("paul", code_of(house)), hosting(house))
    expected = Peer(identity("host").public, who("host").instance, Role.PLAY, ROOM, joined=True)
    assert guest == (expected, identity("owner").public)
    assert host == Peer(identity("paul").public, who("paul").instance, Role.PLAY, ROOM, joined=True)


async def test_a_right_code_is_no_attempt() -> None:
    house = House()
    assert house.guard is not None
    for _ in range(MAX_ATTEMPTS + 1):
        await meet(joining("paul", house.guard.code), hosting(house))
    assert house.guard.attempts_left == MAX_ATTEMPTS


async def test_a_wrong_code_is_said_on_both_sides() -> None:
    house = House()
    guest, host = await meet(joining("paul", "0-zebre-zebre"), hosting(house))
    assert isinstance(guest, CodeRefused)
    assert "does not know this code" in str(guest)
    assert isinstance(host, CodeRefused)
    assert (host.attempts_left, str(host)) == (4, "a wrong code was tried, 4 more may be")


async def test_five_wrong_codes_lock_the_code_until_it_is_renewed() -> None:
    house = House()
    assert house.guard is not None
    for left in (4, 3, 2, 1, 0):
        _, host = await meet(joining("paul", "0-zebre-zebre"), hosting(house))
        assert isinstance(host, CodeRefused)
        assert host.attempts_left == left
    assert "locked" in str(host)
    guest, host = await meet(joining("paul", house.guard.code), hosting(house))
    assert isinstance(guest, PeerRefused)
    assert isinstance(host, PeerRefused)
    assert guest.reason is host.reason is Refusal.LOCKED
    old = house.guard.code
    house.guard.renew()
    assert house.guard.code != old
    guest, _ = await meet(joining("paul", house.guard.code), hosting(house))
    assert not isinstance(guest, Exception)


async def test_who_hangs_up_after_the_answer_has_spent_an_attempt() -> None:
    house = House()
    assert house.guard is not None

    async def hang_up(stream: FrameStream) -> Peer:
        me = who("mallory")
        await stream.send(
            JoinHello(1, Role.PLAY, me.identity.public, me.instance, bytes(32), b"A" + bytes(32))
        )
        raise PeerLost("on purpose")

    for _ in range(MAX_ATTEMPTS):
        await meet(hang_up, hosting(house))
    assert house.guard.attempts_left == 0


async def test_attempts_are_charged_before_the_answer() -> None:
    """Ten guests at once get five answers, not ten."""
    house = House()
    answers: list[type[Frame]] = []
    send, receive = trio.open_memory_channel[None](10)

    async def guess(stream: FrameStream) -> Peer:
        me, exchange = who("mallory"), b"A" + bytes.fromhex("58" + "66" * 31)
        await stream.send(
            JoinHello(1, Role.PLAY, me.identity.public, me.instance, bytes(32), exchange)
        )
        answers.append(type(await stream.receive()))
        await send.send(None)
        await trio.testing.wait_all_tasks_blocked()
        raise PeerLost("enough")

    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(meet, guess, hosting(house))
        for _ in range(10):
            await receive.receive()
    assert answers.count(JoinAnswer) <= MAX_ATTEMPTS
    assert answers.count(JoinAnswer) + answers.count(Refused) == 10


async def test_a_code_that_changed_meanwhile_lets_nobody_in() -> None:
    house = House()
    guard = house.guard
    assert guard is not None
    renew = guard.renew

    async def slow(stream: FrameStream) -> Entered:
        class Between(FrameStream):
            async def send(self, frame: Frame) -> None:
                if isinstance(frame, JoinProof):
                    renew()
                await super().send(frame)

        return await join(Between(stream._stream), CERTIFICATE, who("paul"), guard.code)

    guest, host = await meet(slow, hosting(house))
    assert isinstance(guest, CodeRefused)
    assert isinstance(host, PeerRefused)
    assert "changed the code" in str(host)
    assert guard.attempts_left == MAX_ATTEMPTS


async def test_only_the_host_lets_strangers_in() -> None:
    guest, host = await meet(joining("paul", "0-zebre-zebre"), hosting(House(guard=None)))
    assert isinstance(guest, PeerRefused)
    assert isinstance(host, PeerRefused)
    assert guest.reason is Refusal.NO_CODE


async def test_one_identity_twice_is_refused_with_a_hint() -> None:
    house = House()
    guest, host = await meet(joining("host", code_of(house)), hosting(house))
    assert isinstance(guest, PeerRefused)
    assert isinstance(host, PeerRefused)
    assert guest.reason is host.reason is Refusal.TWICE
    assert "--as NAME" in str(guest)
    assert house.guard is not None
    assert house.guard.attempts_left == MAX_ATTEMPTS


async def test_a_member_comes_back_without_a_code() -> None:
    guest, host = await meet(returning("lea"), hosting(House(guard=None)))
    assert isinstance(guest, Peer)
    assert guest.identity == identity("host").public
    assert host == Peer(identity("lea").public, who("lea").instance, Role.PLAY, ROOM, joined=False)


@pytest.mark.parametrize(
    ("side", "reason"),
    [
        (returning("paul"), Refusal.UNKNOWN),
        (returning("lea", room=OTHER_ROOM), Refusal.ROOM),
    ],
)
async def test_who_is_no_member_does_not_come_back(side: Side, reason: Refusal) -> None:
    guest, host = await meet(side, hosting(House()))
    assert isinstance(guest, PeerRefused)
    assert isinstance(host, PeerRefused)
    assert guest.reason is host.reason is reason


async def test_a_member_does_not_come_back_to_a_stranger() -> None:
    guest, _ = await meet(returning("lea", host="marc"), hosting(House()))
    assert isinstance(guest, HandshakeFailed)
    assert "not a member" in str(guest)


async def test_the_gate_has_the_last_word() -> None:
    house = House(refusal=PeerRefused(Refusal.FULL, "every seat is taken"))
    guest, host = await meet(joining("paul", code_of(house)), hosting(house))
    assert isinstance(guest, PeerRefused)
    assert (guest.reason, str(guest)) == (Refusal.FULL, "every seat is taken")
    assert isinstance(host, PeerRefused)


async def test_another_version_is_said_on_both_sides() -> None:
    async def old(stream: FrameStream) -> Peer:
        me = who("paul")
        await stream.send(
            JoinHello(0, Role.PLAY, me.identity.public, me.instance, bytes(32), bytes(33))
        )
        refused = await stream.receive()
        assert refused == Refused(Refusal.VERSION, "version 1 of the protocol expected, got 0")
        raise PeerLost("done")

    _, host = await meet(old, hosting(House()))
    assert isinstance(host, PeerRefused)
    assert host.reason is Refusal.VERSION


async def test_another_certificate_is_refused_by_both_ways_in() -> None:
    house = House()
    guest, host = await meet(joining("paul", code_of(house), b"d" * 32), hosting(house))
    assert isinstance(guest, CodeRefused)
    assert isinstance(host, CodeRefused)
    guest, host = await meet(returning("lea", certificate=b"d" * 32), hosting(house))
    assert isinstance(guest, HandshakeFailed)
    assert "somebody sits in between" in str(guest)
    assert isinstance(host, HandshakeFailed)


def altered(kind: type[Frame], name: str, value: bytes) -> Callable[[Frame], Frame]:
    def change(frame: Frame) -> Frame:
        if not isinstance(frame, kind):
            return frame
        fields = {field_: getattr(frame, field_) for field_ in frame.__struct_fields__}
        return kind(**(fields | {name: value}))

    return change


ALTERATIONS = [
    (JoinHello, "nonce", bytes(32)),
    (JoinHello, "instance", bytes(16)),
    (JoinHello, "identity", identity("mallory").public),
    (JoinHello, "role", Role.WATCH),
    (JoinAnswer, "identity", identity("mallory").public),
    (JoinAnswer, "instance", bytes(16)),
    (JoinAnswer, "nonce", bytes(32)),
    (JoinAnswer, "room", OTHER_ROOM),
    (JoinAnswer, "host", identity("mallory").public),
    (JoinAnswer, "mac", bytes(32)),
    (JoinAnswer, "signature", bytes(64)),
    (JoinProof, "mac", bytes(32)),
    (JoinProof, "signature", bytes(64)),
    (ReturnHello, "nonce", bytes(32)),
    (ReturnHello, "instance", bytes(16)),
    (ReturnHello, "role", Role.WATCH),
    (ReturnAnswer, "identity", identity("mallory").public),
    (ReturnAnswer, "instance", bytes(16)),
    (ReturnAnswer, "nonce", bytes(32)),
    (ReturnAnswer, "signature", bytes(64)),
    (ReturnProof, "signature", bytes(64)),
]


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    ALTERATIONS,
    ids=[f"{kind.__name__}.{name}" for kind, name, _ in ALTERATIONS],
)
async def test_every_altered_field_is_refused(kind: type[Frame], name: str, value: bytes) -> None:
    house = House()
    change = altered(kind, name, value)

    class Altering(FrameStream):
        async def send(self, frame: Frame) -> None:
            await super().send(change(frame))

    def through(side: Side) -> Side:
        return lambda stream: side(Altering(stream._stream))

    is_join = kind in (JoinHello, JoinAnswer, JoinProof)
    guest_side = joining("paul", code_of(house)) if is_join else returning("lea")
    guest, host = await meet(through(guest_side), through(hosting(house)))
    assert isinstance(guest, Exception)
    assert isinstance(host, Exception)


@pytest.mark.parametrize(
    "frame", [Welcome(), ReturnProof(bytes(64)), JoinProof(bytes(32), bytes(64))]
)
async def test_a_frame_out_of_order_is_refused(frame: Frame) -> None:
    async def blunder(stream: FrameStream) -> Peer:
        await stream.send(frame)
        raise PeerLost("done")

    _, host = await meet(blunder, hosting(House()))
    assert isinstance(host, HandshakeFailed)
    assert "a hello expected" in str(host)


async def test_a_message_that_is_no_exchange_is_refused() -> None:
    async def blunder(stream: FrameStream) -> Peer:
        me = who("paul")
        await stream.send(
            JoinHello(1, Role.PLAY, me.identity.public, me.instance, bytes(32), b"A" + b"\xff" * 32)
        )
        raise PeerLost("done")

    _, host = await meet(blunder, hosting(House()))
    assert isinstance(host, InvalidEncoding)


async def test_after_the_welcome_both_speak_the_frames_of_a_link() -> None:
    house = House()
    left, right = map(FrameStream, trio.testing.memory_stream_pair())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer, right, CERTIFICATE, who("host"), house)
        await join(left, CERTIFICATE, who("paul"), code_of(house))
    await left.send(Ping())
    assert await right.receive() == Ping()
    assert encode_frame(Ping())[5] in LINK.frames


async def serve_once(
    credentials: Credentials, house: House, outcomes: list[Outcome]
) -> tuple[Address, Callable[[], Awaitable[None]]]:
    (listener, *_), port = await listen(0, host="127.0.0.1")

    async def serve() -> None:
        async with listener:
            socket_stream = await listener.accept()
            secured = await serve_tls(socket_stream, credentials)
            stream = FrameStream(secured)
            try:
                outcomes.append(
                    await answer(stream, credentials.certificate_hash, who("host"), house)
                )
            except (HandshakeFailed, PeerLost) as failure:
                outcomes.append(failure)
            await stream.aclose()

    return Address("127.0.0.1", port), serve


async def call(address: Address, code: str | None) -> Outcome:
    secured, certificate = await dial_tls(await dial(address))
    stream = FrameStream(secured)
    try:
        if code is not None:
            return await join(stream, certificate, who("paul"), code)
        return await returning("lea", certificate=certificate)(stream)
    except (HandshakeFailed, PeerLost) as failure:
        return failure
    finally:
        await stream.aclose()


async def relay(target: Address, listener: trio.SocketListener) -> None:
    """One who ends TLS on both sides and passes every byte on."""
    async with listener:
        inner = await serve_tls(await listener.accept(), new_credentials())
        outer, _ = await dial_tls(await dial(target))

    async def pump(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
        try:
            while data := await source.receive_some(4096):
                await sink.send_all(data)
        except trio.BrokenResourceError:
            pass
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(pump, inner, outer)
        nursery.start_soon(pump, outer, inner)
    await trio.aclose_forcefully(inner)
    await trio.aclose_forcefully(outer)


@pytest.mark.parametrize("with_code", ["code", "no code"])
@pytest.mark.parametrize("relayed", ["direct", "relayed"])
async def test_a_relay_that_ends_tls_is_refused(with_code: str, relayed: str) -> None:
    house, outcomes = House(), list[Outcome]()
    code = code_of(house) if with_code == "code" else None
    with trio.fail_after(5):
        address, serve = await serve_once(new_credentials(), house, outcomes)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve)
            if relayed == "relayed":
                (listener, *_), port = await listen(0, host="127.0.0.1")
                nursery.start_soon(relay, address, listener)
                address = replace(address, port=port)
            outcome = await call(address, code)
    if relayed == "direct":
        assert not isinstance(outcome, Exception)
        assert isinstance(outcomes[0], Peer)
    else:
        assert isinstance(outcome, HandshakeFailed)
        assert isinstance(outcomes[0], HandshakeFailed)


async def test_who_speaks_no_tls_is_refused() -> None:
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(b"GET / HTTP/1.1\r\n\r\n")
    await left.send_eof()
    with pytest.raises(PeerLost, match="TLS"):
        await serve_tls(right, new_credentials())
