"""Links on virtual time: seeded delays and chunks, links that break or stall, networks that split.

A stream behaves as TCP does: bytes come in order or not at all. A stalled one takes what fits in
its window and brings nothing; when it goes on, nothing is missing.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

import trio

from belote_net.node.errors import TableNotFound
from belote_net.node.transport import DEFAULT_PORT, DIAL_DEADLINE_S, Address, Dial
from tests.sim.trace import Trace

WINDOW_BYTES = 32 * 1024
"""What a stream takes before its reader has read: about that of a real one."""

MAX_DELAY_S = 0.08
"""Slowest link between two machines of one table, one way."""


class Port(Protocol):
    """What the network needs of a machine."""

    index: int
    is_dead: bool

    def note_sent(self, data: bytes) -> None:
        """One frame is on its way."""


@dataclass
class _Way:
    """One direction of a link."""

    packets: deque[tuple[float, bytes]] = field(default_factory=deque)
    in_flight_bytes: int = 0
    has_ended: bool = False
    last_at: float = 0.0


class Link:
    """A stream between two machines, seen from outside."""

    def __init__(self, network: Network, caller: Port, called: Port) -> None:
        self.ports = (caller, called)
        self.ways = (_Way(), _Way())
        self.is_broken = False
        self.stalled_until = 0.0
        self.delay_s = network.dice.random() ** 2 * MAX_DELAY_S
        self.network = network
        self._moved = trio.Event()

    @property
    def pair(self) -> frozenset[int]:
        return frozenset(port.index for port in self.ports)

    @property
    def is_stalled(self) -> bool:
        return trio.current_time() < self.stalled_until or not self.network.connects(self.pair)

    def break_off(self) -> None:
        """Both ends are told that the link is gone; what was on its way is lost."""
        self.is_broken = True
        self.wake()

    def wake(self) -> None:
        self._moved.set()
        self._moved = trio.Event()

    async def wait(self, until: float) -> None:
        """Wait for a change, or a time."""
        with trio.move_on_at(until):
            await self._moved.wait()


class End(trio.abc.HalfCloseableStream):
    """One machine's end of a link."""

    def __init__(self, link: Link, side: int) -> None:
        self._link = link
        self._port = link.ports[side]
        self._out, self._in = link.ways[side], link.ways[1 - side]
        self._is_closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        link = self._link
        while self._out.in_flight_bytes > WINDOW_BYTES and not self._is_over():
            await link.wait(float("inf"))
        if self._is_closed:
            raise trio.ClosedResourceError
        if link.is_broken or self._out.has_ended or self._in.has_ended:
            raise trio.BrokenResourceError
        if self._port.is_dead:
            await trio.sleep_forever()
        jitter_s = link.network.dice.random() ** 3 * link.delay_s
        way = self._out
        way.last_at = max(way.last_at, trio.current_time() + link.delay_s + jitter_s)
        way.packets.append((way.last_at, bytes(data)))
        way.in_flight_bytes += len(data)
        link.wake()
        self._port.note_sent(bytes(data))

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        link, way = self._link, self._in
        while True:
            if self._is_closed:
                raise trio.ClosedResourceError
            if link.is_broken:
                raise trio.BrokenResourceError
            if link.is_stalled:
                # Wakes at the end of its own stall; the network wakes it when a split heals.
                until = link.stalled_until
                await link.wait(until if until > trio.current_time() else float("inf"))
            elif way.packets and way.packets[0][0] <= trio.current_time():
                return self._take(max_bytes or WINDOW_BYTES)
            elif way.packets:
                await link.wait(way.packets[0][0])
            elif way.has_ended:
                return b""
            else:
                await link.wait(float("inf"))

    async def send_eof(self) -> None:
        self._out.has_ended = True
        self._link.wake()
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        self._is_closed = True
        if not self._port.is_dead:
            self._out.has_ended = True
            self._link.wake()
        await trio.lowlevel.checkpoint()

    def _is_over(self) -> bool:
        return self._is_closed or self._link.is_broken or self._in.has_ended

    def _take(self, max_bytes: int) -> bytes:
        at, data = self._in.packets.popleft()
        dice = self._link.network.dice
        size = min(max_bytes, len(data))
        if dice.random() < 0.2:
            size = dice.randint(1, size)
        if size < len(data):
            self._in.packets.appendleft((at, data[size:]))
        self._in.in_flight_bytes -= size
        self._link.wake()
        return data[:size]


class Ear(trio.abc.Listener[End]):
    """Where a machine listens."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.is_open = True
        self._callers, self._accepted = trio.open_memory_channel[End](64)

    def call(self, end: End) -> None:
        self._callers.send_nowait(end)

    async def accept(self) -> End:
        return await self._accepted.receive()

    async def aclose(self) -> None:
        self.is_open = False
        self._accepted.close()
        await trio.lowlevel.checkpoint()


class Network:
    """All links between the machines of one room."""

    def __init__(self, dice: random.Random, trace: Trace) -> None:
        self.dice = dice
        self.links: list[Link] = []
        self._trace = trace
        self._ears: dict[Address, Ear] = {}
        self._group_of: dict[int, int] = {}

    def connects(self, pair: Iterable[int]) -> bool:
        """Whether bytes go between these machines now."""
        return len({self._group_of.get(index, 0) for index in pair}) == 1

    def split(self, groups: Iterable[Iterable[int]], *, is_noticed: bool) -> None:
        """Part the machines; who notices has broken links, the others silent ones."""
        self._group_of = {index: name for name, group in enumerate(groups) for index in group}
        for link in self.links:
            if is_noticed and not self.connects(link.pair):
                link.break_off()

    def heal(self) -> None:
        """Everybody reaches everybody again."""
        self._group_of = {}
        for link in self.links:
            link.wake()

    def drop(self, port: Port) -> None:
        """Break all links of a machine."""
        for link in self.links:
            if port in link.ports:
                link.break_off()

    def drop_between(self, one: int, other: int) -> None:
        """Break the links between two machines."""
        for link in self.links:
            if link.pair == {one, other}:
                link.break_off()

    def stall_between(self, one: int, other: int, for_s: float) -> None:
        """Let nothing through between two machines for a while."""
        for link in self.links:
            if link.pair == {one, other}:
                link.stalled_until = trio.current_time() + for_s

    def listen(self, port: Port, address: Address) -> tuple[Ear, Address]:
        """An open ear at this address; at a free port of its host, if the address names none."""
        if not address.port:
            taken = [at.port for at in self._ears if at.host == address.host]
            address = Address(address.host, max(taken, default=DEFAULT_PORT) + 1)
        ear = self._ears[address] = Ear(port)
        return ear, address

    def unplug(self, port: Port) -> None:
        """Nobody answers where this machine listened."""
        self._ears = {at: ear for at, ear in self._ears.items() if ear.port is not port}

    def dialler(self, port: Port) -> Dial:
        """How this machine opens streams."""

        async def dial(address: Address) -> End:
            await trio.sleep(self.dice.random() * MAX_DELAY_S)
            ear = self._ears.get(address)
            if ear is None or ear.port.is_dead or not ear.is_open:
                raise TableNotFound(f"nobody listens at {address}")
            if not self.connects((port.index, ear.port.index)):
                await trio.sleep(DIAL_DEADLINE_S)
                raise TableNotFound(f"{address} does not answer")
            link = Link(self, port, ear.port)
            self.links = [one for one in self.links if not one.is_broken]
            self.links.append(link)
            ear.call(End(link, 1))
            self._trace.note("call", port.index, ear.port.index)
            return End(link, 0)

        return dial
