"""Finding tables on the local network by mDNS: a convenience that may fail, and never harms.

zeroconf has its own threads and event loop; nothing of it is seen outside this module. Where
multicast is blocked it finds nothing and says nothing, so an address is always shown as well.
"""

from __future__ import annotations

import concurrent.futures
import ipaddress
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import ifaddr
import trio
import zeroconf

from belote_net.node.text import clean_name
from belote_net.node.transport import Address

SERVICE = "_belote-net._tcp.local."

BROWSE_S = 2.0
"""How long a search takes: answers come within one second."""

MAX_TABLES = 32
"""Most tables that one search lists."""

_INFO_DEADLINE_MS = 1000
_NAME_KEY = b"table"
_HOST_KEY = b"host"
_WATCH_KEY = b"watch"
_INSTANCE_HEX_CHARS = 8

_CLOSE_DEADLINE_S = 2.0
"""How long leaving may take; a table that is not withdrawn expires by itself."""

_CONTAINED = (
    zeroconf.Error,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    AssertionError,
    concurrent.futures.CancelledError,
    concurrent.futures.TimeoutError,
)
"""What may come out of the library, its threads and hostile packets: finding then finds nothing."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that announces itself. Nothing of it is proven before the handshake.

    Attributes:
        table: its name.
        host: name of who runs it.
        addresses: where it listens, all on one port.
        may_be_watched: whether it says that others may watch.
    """

    table: str
    host: str
    addresses: tuple[Address, ...]
    may_be_watched: bool = False


class Network(Protocol):
    """The part of zeroconf that is used: a test puts a broken one here."""

    def register(self, info: zeroconf.ServiceInfo) -> None:
        """Announce a service; takes 1.7 s."""

    def browse(self, seconds: float) -> list[zeroconf.ServiceInfo]:
        """Services that answered within this time."""

    def close(self) -> None:
        """Withdraw what was announced."""


class Multicast:
    """`Network` by zeroconf."""

    def __init__(self) -> None:
        self._zeroconf = zeroconf.Zeroconf()

    def register(self, info: zeroconf.ServiceInfo) -> None:
        """Announce a service; takes 1.7 s."""
        self._zeroconf.register_service(info, allow_name_change=True)

    def browse(self, seconds: float) -> list[zeroconf.ServiceInfo]:
        """Services that answered within this time."""
        listener = _Collector()
        browser = zeroconf.ServiceBrowser(self._zeroconf, SERVICE, listener)
        listener.wait(seconds)
        browser.cancel()
        found = (
            self._zeroconf.get_service_info(SERVICE, name, timeout=_INFO_DEADLINE_MS)
            for name in listener.names()
        )
        return [info for info in found if info is not None]

    def close(self) -> None:
        """Withdraw what was announced."""
        self._zeroconf.close()


class _Collector(zeroconf.ServiceListener):
    """Names of services, in the order in which they answered."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._stop = threading.Event()

    def add_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        if len(self._names) < MAX_TABLES:
            self._names[name] = None

    def update_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        """What a service says of itself is asked later."""

    def remove_service(self, zc: zeroconf.Zeroconf, type_: str, name: str) -> None:
        self._names.pop(name, None)

    def wait(self, seconds: float) -> None:
        self._stop.wait(seconds)

    def names(self) -> list[str]:
        return list(self._names)


async def advertise(
    table: FoundTable, instance: bytes, *, network: Callable[[], Network] = Multicast
) -> None:
    """Announce a table until cancelled. Never raises, and never waits for the network.

    Args:
        table: as others are to find it; never its code.
        instance: random bytes of this process, that make the announced name unique.
        network: opens the part of zeroconf that is used.
    """
    if not table.addresses:
        return
    properties = {_NAME_KEY: table.table.encode(), _HOST_KEY: table.host.encode()}
    if table.may_be_watched:
        properties[_WATCH_KEY] = b"yes"
    info = zeroconf.ServiceInfo(
        SERVICE,
        f"belote-{instance.hex()[:_INSTANCE_HEX_CHARS]}.{SERVICE}",
        port=table.addresses[0].port,
        parsed_addresses=[address.host for address in table.addresses],
        properties=properties,
    )
    opened: list[Network] = []

    def register() -> None:
        with suppress(*_CONTAINED):
            opened.append(network())
            opened[0].register(info)

    try:
        await trio.to_thread.run_sync(register, abandon_on_cancel=True)
        await trio.sleep_forever()
    finally:
        with trio.move_on_after(_CLOSE_DEADLINE_S, shield=True):
            await trio.to_thread.run_sync(_close, opened, abandon_on_cancel=True)


async def browse(
    seconds: float = BROWSE_S, *, network: Callable[[], Network] = Multicast
) -> tuple[FoundTable, ...]:
    """Tables that announce themselves on this network, by name. Empty if none, or on any error."""

    def search() -> list[zeroconf.ServiceInfo]:
        opened: list[Network] = []
        try:
            with suppress(*_CONTAINED):
                opened.append(network())
                return opened[0].browse(seconds)
            return []
        finally:
            _close(opened)

    infos = await trio.to_thread.run_sync(search, abandon_on_cancel=True)
    found = (_read(info) for info in infos[:MAX_TABLES])
    return tuple(sorted((table for table in found if table), key=lambda table: table.table))


def interfaces() -> tuple[str, ...]:
    """IP addresses of this machine, as text; empty if the system does not tell."""
    with suppress(*_CONTAINED):
        return tuple(
            ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        )
    return ()


def _close(opened: list[Network]) -> None:
    for one in opened:
        with suppress(*_CONTAINED):
            one.close()


def _read(info: zeroconf.ServiceInfo) -> FoundTable | None:
    """A table as it announces itself, or None if it makes no sense."""
    with suppress(*_CONTAINED):
        texts = info.parsed_addresses()
        usable = [text for text in texts if not ipaddress.ip_address(text).is_link_local]
        addresses = tuple(Address(text, info.port or 0) for text in usable)
        table = clean_name((info.properties.get(_NAME_KEY) or b"").decode())
        host = clean_name((info.properties.get(_HOST_KEY) or b"").decode())
        if addresses and table and info.port:
            return FoundTable(table, host, addresses, _WATCH_KEY in info.properties)
    return None
