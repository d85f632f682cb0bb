from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
import zeroconf

from belote_net.node.discovery import (
    MAX_TABLES,
    SERVICE,
    FoundTable,
    advertise,
    browse,
    interfaces,
)
from belote_net.node.games import Config
from belote_net.node.lobby import Settings
from belote_net.node.profile import Profile
from belote_net.node.start import host
from belote_net.node.transport import Address
from belote_net.rules.options import Options
from belote_net.table.messages import Seats

LEA = Address("192.168.1.7", 22032)
TABLE = FoundTable("Chez Léa", "Léa", (LEA,))


def info(table: bytes = b"Chez L\xc3\xa9a", **changes: object) -> zeroconf.ServiceInfo:
    fields: dict[str, object] = {
        "port": 22032,
        "parsed_addresses": ["192.168.1.7"],
        "properties": {b"table": table, b"host": b"L\xc3\xa9a"},
    }
    return zeroconf.ServiceInfo(SERVICE, f"x.{SERVICE}", **(fields | changes))  # type: ignore[arg-type]


class Wire:
    """A network in memory: what is registered is found."""

    def __init__(self) -> None:
        self.infos: list[zeroconf.ServiceInfo] = []
        self.closed = 0
        self.registered = threading.Event()

    def register(self, info: zeroconf.ServiceInfo) -> None:
        self.infos.append(info)
        self.registered.set()

    def browse(self, seconds: float) -> list[zeroconf.ServiceInfo]:
        return self.infos

    def close(self) -> None:
        self.closed += 1


class Broken(Wire):
    """A network on which everything fails."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self.failure = failure

    def register(self, info: zeroconf.ServiceInfo) -> None:
        raise self.failure

    def browse(self, seconds: float) -> list[zeroconf.ServiceInfo]:
        raise self.failure

    def close(self) -> None:
        raise self.failure


@pytest.mark.parametrize("table", [TABLE, replace(TABLE, may_be_watched=True)])
async def test_an_announced_table_is_found_and_withdrawn(table: FoundTable) -> None:
    wire = Wire()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(advertise, table, bytes(16), network=lambda: wire))
        await trio.to_thread.run_sync(wire.registered.wait)
        assert await browse(0, network=lambda: wire) == (table,)
        nursery.cancel_scope.cancel()
    assert wire.closed == 2


FAILURES = [OSError("no network"), zeroconf.NonUniqueNameException(), RuntimeError("closed")]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
async def test_no_failure_gets_out(failure: Exception) -> None:
    def no_network() -> Wire:
        raise failure

    networks: list[Callable[[], Wire]] = [lambda: Broken(failure), no_network]
    for network in networks:
        assert await browse(0, network=network) == ()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(advertise, TABLE, bytes(16), network=network))
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()


async def test_what_makes_no_sense_is_not_listed() -> None:
    wire = Wire()
    wire.infos = [
        info(table=b""),
        info(table=b"\xff\xfe"),
        info(parsed_addresses=[]),
        info(parsed_addresses=["fe80::1"]),
        info(port=None),
        info(properties={}),
        info(table=b"B\x1b[31m"),
        info(table=b"A"),
    ]
    found = await browse(0, network=lambda: wire)
    assert [one.table for one in found] == ["A", "B[31m"]


async def test_a_flood_is_cut() -> None:
    wire = Wire()
    wire.infos = [info()] * (3 * MAX_TABLES)
    assert len(await browse(0, network=lambda: wire)) == MAX_TABLES


async def test_without_an_address_there_is_nothing_to_announce() -> None:
    wire = Wire()
    await advertise(replace(TABLE, addresses=()), bytes(16), network=lambda: wire)
    assert wire.infos == []


def test_this_machine_has_addresses() -> None:
    assert "127.0.0.1" in interfaces()


async def test_what_a_table_announces_first_is_the_address_that_leads_outward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = ("127.0.0.1", "172.17.0.1", "192.0.2.7")
    monkeypatch.setattr("belote_net.node.node.interfaces", lambda: there)
    monkeypatch.setattr("belote_net.node.node.outward_addresses", lambda: ("192.0.2.7",))
    profile = Profile(tmp_path, "me", os.urandom)
    config = Config(profile, "Léa", None, port=0)
    async with host(config, Settings(Options(), Seats.CHOSEN)) as node:
        assert [one.host for one in node.addresses] == ["192.0.2.7", "172.17.0.1", "127.0.0.1"]
        assert node.lobby is not None
        told = [Address.parse(one).host for one in node.lobby.members[0].addresses]
        assert told == ["192.0.2.7", "172.17.0.1"]
    profile.close()


@pytest.mark.slow
async def test_real_multicast_never_raises_whatever_the_network_does() -> None:
    """Where multicast works this finds the table; where it is blocked it finds nothing."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(advertise, TABLE, bytes(range(16)))
        await trio.sleep(2)
        found = await browse(1)
        assert all(isinstance(one, FoundTable) for one in found)
        nursery.cancel_scope.cancel()
