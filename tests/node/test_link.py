from __future__ import annotations

import socket

import pytest
import trio
import trio.testing

from belote_net.node.discovery import interfaces
from belote_net.node.errors import BadAddress, PeerLost, PortInUse, TableNotFound
from belote_net.node.frames import (
    LINK,
    Bye,
    Ping,
)
from belote_net.node.framing import encode_frame
from belote_net.node.link import FrameStream
from belote_net.node.transport import (
    Address,
    dial,
    listen,
    local_addresses,
    outward_addresses,
)
from belote_protocol.errors import InvalidEncoding


async def test_frames_cross_a_stream_that_keeps_step() -> None:
    """A lockstep stream has no buffer: who sends waits for who receives."""
    left, right = trio.testing.lockstep_stream_pair()
    one, other = FrameStream(left, LINK), FrameStream(right, LINK)

    async def send() -> None:
        for _ in range(3):
            await one.send(Ping())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(send)
        for _ in range(3):
            assert await other.receive() == Ping()


async def test_a_stream_that_ends_is_a_lost_peer() -> None:
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(encode_frame(Bye("")) + b"\x00")
    await left.send_eof()
    stream = FrameStream(right, LINK)
    assert await stream.receive() == Bye("")
    with pytest.raises(PeerLost, match="hung up in the middle of a frame"):
        await stream.receive()


async def test_a_broken_stream_is_a_lost_peer_on_both_ends() -> None:
    left, right = trio.testing.memory_stream_pair()
    stream = FrameStream(right, LINK)
    await stream.aclose()
    with pytest.raises(PeerLost):
        await stream.receive()
    with pytest.raises(PeerLost):
        await stream.send(Ping())
    with pytest.raises(PeerLost, match="hung up"):
        await FrameStream(left, LINK).receive()


async def test_what_is_no_frame_ends_the_stream_for_good() -> None:
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(b"GET / HTTP/1.1\r\n\r\n")
    stream = FrameStream(right, LINK)
    for _ in range(2):
        with pytest.raises(InvalidEncoding, match="at most 65536 bytes"):
            await stream.receive()


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.7", "192.168.1.7", 22032),
        ("192.168.1.7:4000", "192.168.1.7", 4000),
        (" lea.local:1 ", "lea.local", 1),
        ("fd00::1", "fd00::1", 22032),
        ("[fd00::1]", "fd00::1", 22032),
        ("[fe80::1%eth0.5]:1", "fe80::1%eth0.5", 1),
        ("[fd00::1]:65535", "fd00::1", 65535),
        ("localhost", "localhost", 22032),
    ],
)
def test_addresses_are_read(text: str, host: str, port: int) -> None:
    assert Address.parse(text) == Address(host, port)
    assert Address.parse(str(Address.parse(text))) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        *("", ":1", "a:", "a:0", "a:65536", "a:b", "a:١", "a b", "a/b", "-a:1", "a" * 57),
        *("[fd00::1", "[x]:1", "[::1]x", "[::1]:", "[fe80::1%\x1b[31m]:1", "fe80::1%a b"),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="expected"):
        Address.parse(text)


async def test_a_port_that_is_in_use_is_said() -> None:
    (listener, *_), port = await listen(0, host="127.0.0.1")
    async with listener:
        with pytest.raises(PortInUse, match=f"port {port} cannot be used: another program has it"):
            await listen(port, host="127.0.0.1")


async def test_without_a_port_a_second_table_gets_a_free_one() -> None:
    (first, *_), first_port = await listen(None, host="127.0.0.1")
    async with first:
        (second, *_), second_port = await listen(None, host="127.0.0.1")
        async with second:
            assert first_port != second_port


async def test_all_interfaces_are_listened_on_at_one_port() -> None:
    listeners, port = await listen(0)
    assert {listener.socket.getsockname()[1] for listener in listeners} == {port}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.aclose_forcefully, await dial(Address("127.0.0.1", port)))
    for listener in listeners:
        await listener.aclose()


async def test_where_nobody_listens_no_table_is_found() -> None:
    (listener, *_), port = await listen(0, host="127.0.0.1")
    await listener.aclose()
    with pytest.raises(TableNotFound, match=f"nobody listens at 127.0.0.1:{port}"):
        await dial(Address("127.0.0.1", port))


async def test_a_name_that_no_machine_has_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str, port: int) -> trio.SocketStream:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(trio, "open_tcp_stream", resolve)
    with pytest.raises(TableNotFound, match="no machine is called salon"):
        await dial(Address("salon", 22032))


def test_local_addresses_are_those_that_others_can_use() -> None:
    found = [
        "127.0.0.1",
        "::1",
        "fe80::1%eth0",
        "169.254.1.1",
        "fd00::1",
        "192.168.1.7",
        "10.0.0.2",
    ]
    assert [str(address) for address in local_addresses(found, 22032)] == [
        "10.0.0.2:22032",
        "192.168.1.7:22032",
        "[fd00::1]:22032",
    ]


def test_a_bridge_of_containers_is_not_shown_before_the_network_that_others_are_on() -> None:
    found = ["172.17.0.1", "10.1.0.1", "192.168.1.7", "fd00::1", "2a01::7"]
    shown = local_addresses(found, 22032, outward=("192.168.1.7", "2a01::7"))
    assert [address.host for address in shown] == [
        "192.168.1.7",
        "10.1.0.1",
        "172.17.0.1",
        "2a01::7",
        "fd00::1",
    ]


def test_the_way_out_is_one_of_our_own_addresses() -> None:
    own = {text.partition("%")[0] for text in interfaces()}
    assert set(outward_addresses()) <= own


async def test_who_does_not_answer_is_not_called_a_machine_where_nobody_listens(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """A firewall drops what comes in silence."""

    async def silence(host: str, port: int) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(trio, "open_tcp_stream", silence)
    with pytest.raises(TableNotFound, match="does not answer: is a firewall in the way"):
        await dial(Address("192.0.2.1", 22032))
