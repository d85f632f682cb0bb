"""Who stands at the door: the handshakes that go on, few at once, and how refusals are told.

Silence costs a caller nothing, so it must not keep others out: where there is no room for one more,
whoever has been quiet longest makes it. Every machine has its own share of the room.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import trio

from belote_net.node.events import CallerRefused, Tell
from belote_net.node.link import HANDSHAKE_DEADLINE_S

MAX_CALLERS = 32
"""Handshakes at once. A process with three bots has four doors, and some systems give it no more
than 256 descriptors."""

MAX_OF_ONE_MACHINE = 8
"""Handshakes at once of one machine; one person's node makes one."""

MAX_OF_THIS_MACHINE = 16
"""The same for our own machine, on which all four may play."""

STEP_CREDIT_S = 0.5
"""A caller who has taken a step counts as if he had come so much later, so that nobody of his own
machine is let in for him meanwhile. The rest of an honest handshake takes 0.1 s."""

TELL_EVERY_S = 60.0
"""How often the same kind of refusal is told at most: a person reads it."""

PASSES_WITHIN_S = 10.0
"""For how long a refusal that passes by itself is not told: a newcomer calls all members as soon as
the host has named them to him, some of whom have not heard of him yet, and calls again."""

_HERE = "this machine"


class Caller:
    """One caller, until the handshake is done.

    Attributes:
        scope: cancelled at the deadline of a handshake, or when another caller needs the room.
        machine: where he calls from, as `machine_of` says.
        since: when he came, or a while after his last step; the lowest makes room first.
        was_cut: whether he had to make room.
    """

    def __init__(self, machine: str) -> None:
        """A caller who has just come."""
        self.machine = machine
        self.since = trio.current_time()
        self.was_cut = False
        self.scope = trio.CancelScope(deadline=self.since + HANDSHAKE_DEADLINE_S)

    def note_step(self) -> None:
        """He has taken a step that takes more than a connection."""
        self.since = trio.current_time() + STEP_CREDIT_S


class Callers:
    """All callers whose handshake is not done. Who is past it is none of them any more."""

    def __init__(self) -> None:
        self._inside: list[Caller] = []

    @contextmanager
    def let_in(self, host: str | None) -> Iterator[Caller]:
        """Do a handshake in here; the body ends early at its deadline, or to make room.

        Args:
            host: the address that he is seen at, or None where streams have none.
        """
        caller = Caller(machine_of(host))
        self._inside.append(caller)
        self._make_room(caller.machine)
        try:
            with caller.scope:
                yield caller
        finally:
            if not caller.was_cut:
                self._inside.remove(caller)

    def give_way(self) -> None:
        """The system has no room for one more: whoever has been quiet longest makes some."""
        if self._inside:
            self._cut_quietest(self._largest_crowd())

    def _make_room(self, machine: str) -> None:
        crowd = [one for one in self._inside if one.machine == machine]
        limit = MAX_OF_THIS_MACHINE if machine == _HERE else MAX_OF_ONE_MACHINE
        if len(crowd) <= limit:
            if len(self._inside) <= MAX_CALLERS:
                return
            crowd = self._largest_crowd()
        self._cut_quietest(crowd)

    def _cut_quietest(self, crowd: list[Caller]) -> None:
        quietest = min(crowd, key=lambda one: one.since)
        quietest.was_cut = True
        quietest.scope.cancel()
        self._inside.remove(quietest)

    def _largest_crowd(self) -> list[Caller]:
        counts = Counter(one.machine for one in self._inside)
        most = max(counts.values())
        return [one for one in self._inside if counts[one.machine] == most]


class Refusals:
    """Tells of those who were turned away: each kind of refusal now and then, with how often."""

    def __init__(self, tell: Tell) -> None:
        """Refusals that go to `tell`."""
        self._tell = tell
        self._untold: Counter[str] = Counter()
        self._told_at: dict[str, float] = {}
        self._began: dict[str, float] = {}
        self._last: dict[str, float] = {}

    def note(self, kind: str, reason: str, host: str | None = None, *, passes_s: float = 0) -> None:
        """Note one refusal.

        Args:
            kind: one of a few; the same kind is not told again at once.
            reason: in words.
            host: who was refused, if that is known.
            passes_s: how long it may take until such a one passes by itself; it is told, with all
                before it, if it has not.
        """
        now = trio.current_time()
        if now - self._last.get(kind, -math.inf) >= TELL_EVERY_S:
            self._began[kind] = now
            if passes_s:
                del self._untold[kind]  # those before have passed
        self._last[kind] = now
        self._untold[kind] += 1
        if now - self._began[kind] < passes_s:
            return
        if now - self._told_at.get(kind, -math.inf) >= TELL_EVERY_S:
            self._told_at[kind] = now
            self._tell(CallerRefused(reason, host, self._untold.pop(kind)))


def machine_of(host: str | None) -> str:
    """What counts as one machine: an IPv4 address, an IPv6 network of 64 bits, or our own machine.

    >>> machine_of("192.168.1.7"), machine_of("::ffff:192.168.1.7"), machine_of("fd00::1:2:3:4")
    ('192.168.1.7', '192.168.1.7', 'fd00::/64')
    >>> machine_of("127.0.0.1") == machine_of("::1")
    True
    """
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return _HERE
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            network = ipaddress.IPv6Network((address, 64), strict=False)
            return _HERE if address.is_loopback else str(network)
        address = address.ipv4_mapped
    return _HERE if address.is_loopback else str(address)
