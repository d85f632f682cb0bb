"""Byte streams between machines: where to dial, where to listen.

Everything above sees a `trio.abc.HalfCloseableStream`, so another transport needs another
`dial` and `listen` and nothing else.
"""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass

import trio

from belote_net.node.errors import BadAddress, PortInUse, TableNotFound

DEFAULT_PORT = 22032
"""Where others look first. Not registered with IANA, below the ephemeral ranges."""

DIAL_DEADLINE_S = 5.0
"""A machine of the same network answers within milliseconds or not at all."""

MAX_HOST_CHARS = 56
"""Longest host name that is told to others; with a port it fits a frame."""

_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?")

_SCOPE = re.compile(r"[A-Za-z0-9_.-]+")

_FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that belong to nobody (RFC 5737, RFC 3849): the way there is the way out."""

Stream = trio.abc.HalfCloseableStream
Dial = Callable[["Address"], Awaitable[Stream]]


@dataclass(frozen=True, slots=True)
class Address:
    """A host name or IP address, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read HOST, HOST:PORT, an IPv6 address, or [IPv6]:PORT.

        >>> str(Address.parse("[fd00::1]:4000")), str(Address.parse("192.168.1.7"))
        ('[fd00::1]:4000', '192.168.1.7:22032')

        Raises:
            BadAddress: it is none of these.
        """
        text = text.strip()
        if text.startswith("["):
            host, bracket, rest = text[1:].partition("]")
            if not bracket or not _is_ipv6(host) or (rest and not rest.startswith(":")):
                raise BadAddress(f"HOST:PORT expected, got {text!r}")
            return cls(host, _port(rest[1:], text))
        if _is_ipv6(text):
            return cls(text, DEFAULT_PORT)
        host, _, port = text.partition(":")
        if len(host) > MAX_HOST_CHARS or not _HOST_NAME.fullmatch(host):
            raise BadAddress(f"HOST:PORT expected, got {text!r}")
        return cls(host, _port(port, text))


async def dial(address: Address) -> Stream:
    """Connect to a node.

    Raises:
        TableNotFound: nobody answers there.
    """
    try:
        with trio.fail_after(DIAL_DEADLINE_S):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError:
        raise TableNotFound(f"{address} does not answer: is a firewall in the way?") from None
    except socket.gaierror as cause:
        raise TableNotFound(f"no machine is called {address.host}") from cause
    except (OSError, UnicodeError, ValueError) as cause:
        raise TableNotFound(f"nobody listens at {address}") from cause


async def close_at_once(stream: Stream) -> None:
    """Close a stream without any goodbye, also where the work on it was cancelled."""
    with trio.CancelScope(shield=True):
        await trio.aclose_forcefully(stream)


async def listen(port: int | None, *, host: str | None = None) -> tuple[list[Listener], int]:
    """Listeners on all interfaces (or on `host`), IPv4 and IPv6, and their common port.

    Without a `port` the default one is taken, or a free one if it is in use.

    Raises:
        PortInUse: `port` was asked for and belongs to another program.
    """
    if port is not None and port != 0:
        try:
            return await trio.open_tcp_listeners(port, host=host), port
        except OSError as cause:
            raise PortInUse(f"port {port} cannot be used: {_reason(cause)}") from cause
    if port is None:
        with suppress(OSError):  # another table on this machine may have it
            return await trio.open_tcp_listeners(DEFAULT_PORT, host=host), DEFAULT_PORT
    return await _listen_anywhere(host)


Listener = trio.SocketListener


async def _listen_anywhere(host: str | None) -> tuple[list[Listener], int]:
    """Listeners on a free port: IPv4 chooses, IPv6 joins if it can."""
    first = await trio.open_tcp_listeners(0, host=host if host is not None else "0.0.0.0")
    port = int(first[0].socket.getsockname()[1])
    if host is None and socket.has_ipv6:
        with suppress(OSError):  # no IPv6 here, or the port is taken there: IPv4 alone serves
            first += await trio.open_tcp_listeners(port, host="::")
    return first, port


def local_addresses(
    interfaces: Iterable[str], port: int, *, outward: Container[str] = ()
) -> tuple[Address, ...]:
    """The addresses that others may reach us at, IPv4 first.

    Args:
        interfaces: IP addresses of this machine, as text.
        port: where we listen.
        outward: those of the networks that lead out of this machine, which others are on rather
            than on the bridges of containers and virtual machines: they come first.
    """
    found = {ipaddress.ip_address(text.partition("%")[0]) for text in interfaces}
    usable = [ip for ip in found if not (ip.is_loopback or ip.is_link_local or ip.is_multicast)]
    usable.sort(key=lambda ip: (ip.version, str(ip) not in outward, ip))
    return tuple(Address(str(ip), port) for ip in usable)


def outward_addresses() -> tuple[str, ...]:
    """The IP addresses that this machine has towards the rest of the world; nothing is sent."""
    found = []
    for family, far_away in _FAR_AWAY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, DEFAULT_PORT))
            found.append(str(probe.getsockname()[0]))
    return tuple(found)


def _is_ipv6(text: str) -> bool:
    """Whether it is an IPv6 address; the name of a network behind it may hold nothing odd."""
    _, percent, scope = text.partition("%")
    if percent and not _SCOPE.fullmatch(scope):
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _port(text: str, whole: str) -> int:
    if not text and not whole.endswith(":"):
        return DEFAULT_PORT
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 2**16:
        raise BadAddress(f"a port from 1 to 65535 expected, got {whole!r}")
    return int(text)


def _reason(cause: OSError) -> str:
    if cause.errno == errno.EADDRINUSE:
        return "another program has it"
    return cause.strerror or str(cause)
