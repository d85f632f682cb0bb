"""A thousand hostile connections to one node, in a process of their own.

`python -m tests.node.siege HOST PORT COUNT` opens them, says `ready`, and goes on until its
standard input ends.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Awaitable, Callable

import trio

from belote_net.node.errors import HandshakeFailed, PeerLost, TableNotFound
from belote_net.node.frames import Role
from belote_net.node.handshake import Self, come_back
from belote_net.node.link import FrameStream
from belote_net.node.tls import dial_tls
from belote_net.node.transport import Address, Stream, dial
from belote_protocol.errors import InvalidEncoding
from tests.node.support import identity, seeded

AGAIN = 12
"""How many come again and again, ten times a second; the others stay as long as they are let."""

_ENDS = (HandshakeFailed, PeerLost, InvalidEncoding, trio.BrokenResourceError)


async def stay_silent(stream: Stream) -> None:
    """Say nothing, ever."""
    await trio.sleep_forever()


async def stop_after_tls(stream: Stream) -> None:
    """Speak TLS, and say nothing inside."""
    await dial_tls(stream)
    await trio.sleep_forever()


async def send_garbage(stream: Stream) -> None:
    """Speak something else."""
    await stream.send_all(b"GET / HTTP/1.1\r\n\r\n" * 100)
    await trio.sleep_forever()


async def claim_to_return(stream: Stream) -> None:
    """Come back to a room of which one never was."""
    me = Self(identity("stranger"), bytes(16), Role.PLAY, seeded("stranger"))
    secured, certificate_hash = await dial_tls(stream)
    await come_back(FrameStream(secured), certificate_hash, me, bytes(16), lambda one: True)


WAYS: tuple[Callable[[Stream], Awaitable[None]], ...] = (
    stay_silent,
    stop_after_tls,
    send_garbage,
    claim_to_return,
)


async def attack(
    address: Address,
    number: int,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """One connection, in one of the ways, until it is cut off; started when it is made."""
    try:
        stream = await dial(address)
    except TableNotFound:
        task_status.started()
        return
    task_status.started()
    try:
        await WAYS[number % len(WAYS)](stream)
    except _ENDS:
        return
    finally:
        await trio.aclose_forcefully(stream)


async def keep_attacking(address: Address, number: int) -> None:
    """The same again and again."""
    while True:
        with trio.move_on_after(0.5):
            await attack(address, number)
        await trio.sleep(0.1)


async def besiege(address: Address, count: int) -> None:
    """All of it, until the standard input ends."""
    async with trio.open_nursery() as nursery:
        for number in range(count):
            await nursery.start(attack, address, number)
        for number in range(AGAIN):
            nursery.start_soon(keep_attacking, address, number)
        print("ready", flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    host, port, connections = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    trio.run(besiege, Address(host, port), connections)
