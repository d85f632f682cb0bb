"""Machines of their own on one machine: network namespaces on a bridge, made and removed here."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

NETWORK = "10.77.0"
PREFIX_LENGTH = 24

BRIDGE_ADDRESS = "10.1.0.1"
"""What programs for containers give their own bridge: it sorts before the network's address."""


@dataclass(frozen=True)
class Machine:
    """One namespace, which a cable joins to the bridge.

    Attributes:
        namespace: where its programs run.
        port: the end of its cable at the bridge.
    """

    namespace: str
    bridge: str
    port: str
    interface: str

    @property
    def wrapper(self) -> tuple[str, ...]:
        """The command that starts a program on this machine."""
        return ("ip", "netns", "exec", self.namespace)

    def plug(self, *, plugged: bool) -> None:
        """Put the cable in, or pull it."""
        _ip("-n", self.bridge, "link", "set", self.port, "up" if plugged else "down")

    def move(self, old: int, new: int) -> None:
        """Give the machine another address, as another network would."""
        device = ("dev", self.interface)
        _ip("-n", self.namespace, "addr", "del", f"{address(old)}/{PREFIX_LENGTH}", *device)
        _ip("-n", self.namespace, "addr", "add", f"{address(new)}/{PREFIX_LENGTH}", *device)

    def add_bridge(self) -> None:
        """Give the machine a network of its own for containers, which nobody else is on."""
        _ip("-n", self.namespace, "link", "add", "docker0", "type", "bridge")
        _ip("-n", self.namespace, "addr", "add", f"{BRIDGE_ADDRESS}/16", "dev", "docker0")
        _ip("-n", self.namespace, "link", "set", "docker0", "up")

    def lead_outward(self, gateway: str) -> None:
        """Let the way to the rest of the world go through the network of the switch."""
        _ip("-n", self.namespace, "route", "add", "default", "via", gateway)

    def learn_neighbour(self, machine: str) -> None:
        """Believe that another machine is on the switch, whether it answers or not."""
        card = ("lladdr", "02:00:00:00:00:02", "dev", self.interface)
        _ip("-n", self.namespace, "neigh", "add", machine, *card)


def address(host: int) -> str:
    """The address of a host in the network of the bridge."""
    return f"{NETWORK}.{host}"


def why_not() -> str | None:
    """Why no namespaces can be made here; None if they can."""
    if shutil.which("ip") is None:
        return "the program ip is not here"
    probe = f"bn{os.getpid()}p"
    made = subprocess.run(
        ["ip", "netns", "add", probe], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        return f"no namespaces can be made: {made.stderr.strip()}"
    _ip("netns", "del", probe)
    return None


@contextmanager
def machines(count: int, *, prefix_length: int = PREFIX_LENGTH) -> Iterator[list[Machine]]:
    """So many machines on one switch, with the addresses 1 to `count`."""
    stem = f"bn{os.getpid()}"
    bridge = f"{stem}b"
    names = [f"{stem}m{number}" for number in range(1, count + 1)]
    made = []
    try:
        for name in (bridge, *names):
            _ip("netns", "add", name)
            made.append(name)
            _ip("-n", name, "link", "set", "lo", "up")
        _ip("-n", bridge, "link", "add", "br0", "type", "bridge")
        _ip("-n", bridge, "link", "set", "br0", "up")
        yield [
            _attach(bridge, name, f"{address(number)}/{prefix_length}", f"port{number}")
            for number, name in enumerate(names, start=1)
        ]
    finally:
        for name in made:
            _ip("netns", "del", name)


def _attach(bridge: str, name: str, own_address: str, port: str) -> Machine:
    interface = "eth0"
    _ip("-n", name, "link", "add", interface, "type", "veth", "peer", "name", port)
    _ip("-n", name, "link", "set", port, "netns", bridge)
    _ip("-n", bridge, "link", "set", port, "master", "br0", "up")
    _ip("-n", name, "addr", "add", own_address, "broadcast", "+", "dev", interface)
    _ip("-n", name, "link", "set", interface, "up")
    return Machine(name, bridge, port, interface)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], capture_output=True, text=True, check=True)
