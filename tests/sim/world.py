"""The world in which a simulated game takes place: no threads, no sockets, no real time.

Everything that could differ between two runs comes from the seed: delays, the order in which
tasks run, random bytes, the time of day.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
import trio
from trio._core import _run as trio_run
from trio.testing import MockClock

from belote_net.node import durable, handshake, links, node, start, storage, vault
from belote_net.node.durable import PUBLIC_MODE, DiskFile
from belote_net.node.errors import leaves
from belote_net.node.pake import PAKE_BYTES, Exchange, PakeSide
from belote_net.node.tls import Credentials
from belote_net.node.transport import Address, Stream
from belote_protocol.identity import PublicIdentity
from belote_protocol.transcript import RandomBytes
from tests.protocol.toy_group import toy_group
from tests.sim.disk import PowerCut
from tests.sim.evening import Evening
from tests.sim.machine import here
from tests.sim.network import Ear
from tests.sim.plan import Plan
from tests.sim.verdicts import NoOccasion

T = TypeVar("T")

MAX_WORK_S = 0.02
"""How long a thread or a disk takes at most."""

_CERTIFICATE = bytes(32)
"""There is no TLS here; the handshake inside it is the real one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game.

    Attributes:
        digest: of the whole trace.
        lasted_s: virtual seconds.
        missing: machines that never came back.
        absences: how often the table has gone on without a seat.
        rewinds: how often a node took back what it had accepted.
        happened: which planned moments were reached.
    """

    plan: Plan
    digest: str
    lasted_s: float
    missing: tuple[int, ...]
    happened: tuple[str, ...]
    absences: int = 0
    rewinds: int = 0


class Failed(AssertionError):
    """A game broke a promise; the message has its seed and the end of its trace.

    Attributes:
        had_no_occasion: whether it only had nothing that its liar could lie about.
    """

    def __init__(self, message: str, cause: BaseException) -> None:
        super().__init__(message)
        self.had_no_occasion = isinstance(cause, NoOccasion)


def run_evening(plan: Plan) -> Outcome:
    """Play one game.

    Raises:
        Failed: a promise was broken, or something that nobody foresaw went wrong.
    """
    dice = random.Random(f"evening/{plan.seed}")
    with tempfile.TemporaryDirectory(prefix="belote-sim-") as root, _world(dice):
        evening = Evening(plan, Path(root), dice)

        async def play() -> float:
            await evening.play()
            return trio.current_time()

        try:
            lasted_s = trio.run(play, clock=MockClock(autojump_threshold=0))
        except BaseException as failure:
            if isinstance(failure, KeyboardInterrupt):
                raise
            lines = "\n".join(evening.trace.lines)
            cause = _innermost(failure)
            told = f"seed {plan.seed}: {type(cause).__name__}: {cause}"
            raise Failed(f"{lines}\n{plan}\n{told}", cause) from failure
    machines = evening.machines
    return Outcome(
        plan,
        evening.trace.digest,
        lasted_s,
        tuple(one.index for one in machines if one.gone or one.failure is not None),
        tuple(sorted(moment for one in machines for moment in one.happened)),
        evening.absences,
        sum(one.rewinds for one in evening.machines),
    )


@contextmanager
def _world(dice: random.Random) -> Iterator[None]:
    """Replace threads, sockets, TLS and disks; seed the scheduler."""

    async def run_inline(work: Callable[..., T], *args: object, **options: object) -> T:
        """What `trio.to_thread.run_sync` does: once begun, it is not cancelled."""
        machine = here.get()
        await trio.lowlevel.checkpoint_if_cancelled()
        await _take_time(dice)
        if not machine.is_dead:
            try:
                result = work(*args)
            except PowerCut:
                machine.explode()
            else:
                await _take_time(dice)
                return result
        await trio.sleep_forever()
        raise RuntimeError("nobody wakes up here")

    with pytest.MonkeyPatch.context() as patch, toy_group():
        patch.setattr(trio_run, "_ALLOW_DETERMINISTIC_SCHEDULING", True)
        trio_run._r.seed(dice.random())
        patch.setattr(trio.to_thread, "run_sync", run_inline)
        patch.setattr(node, "listen", _listen)
        patch.setattr(node, "new_credentials", _no_credentials)
        patch.setattr(links, "serve_tls", _serve_plainly)
        patch.setattr(links, "dial_tls", _dial_plainly)
        patch.setattr(start, "dial_tls", _dial_plainly)
        patch.setattr(handshake, "begin", _begin)
        patch.setattr(handshake, "finish", _finish)
        patch.setattr(PublicIdentity, "verify", _remembering_verify(PublicIdentity.verify))
        patch.setattr(durable, "_flush_to_disk", _ignore)
        patch.setattr(durable, "sync_folder", _ignore)
        for module in (durable, storage, vault):
            patch.setattr(module, "DiskFile", _open_file)
        yield


async def _take_time(dice: random.Random) -> None:
    with trio.CancelScope(shield=True):
        await trio.sleep(dice.random() ** 2 * MAX_WORK_S)


async def _listen(port: int, *, host: str) -> tuple[list[Ear], int]:
    machine = here.get()
    await trio.lowlevel.checkpoint()
    ear, address = machine.room.network.listen(machine, Address(machine.host, port))
    return [ear], address.port


def _no_credentials() -> Credentials:
    return Credentials(cast(Any, None), _CERTIFICATE)


async def _serve_plainly(stream: Stream, credentials: Credentials) -> Stream:
    await trio.lowlevel.checkpoint()
    return stream


async def _dial_plainly(stream: Stream) -> tuple[Stream, bytes]:
    await trio.lowlevel.checkpoint()
    return stream, _CERTIFICATE


def _begin(side: PakeSide, code: str, random_bytes: RandomBytes) -> Exchange:
    """What SPAKE2 does for the flow, and nothing of what it is for."""
    return Exchange(bytes(1) + random_bytes(PAKE_BYTES - 1), code)


def _finish(exchange: Exchange, message: bytes) -> bytes:
    both = b"".join(sorted((exchange.message, message)))
    return hashlib.sha256(exchange._state.encode() + both).digest()


def _open_file(path: Path, *, mode: int = PUBLIC_MODE) -> DiskFile:
    machine = here.get(None)
    return machine.disk.open(path, mode=mode) if machine else DiskFile(path, mode=mode)


def _ignore(_: object) -> None:
    return


def _remembering_verify(
    verify: Callable[[PublicIdentity, bytes, bytes], None],
) -> Callable[[PublicIdentity, bytes, bytes], None]:
    """The same answers, but good signatures are verified once and not eight times."""

    @lru_cache(maxsize=4096)
    def remember(identity: PublicIdentity, signature: bytes, message: bytes) -> None:
        verify(identity, signature, message)

    return remember


def _innermost(failure: BaseException) -> BaseException:
    return next(leaves(failure)) if isinstance(failure, BaseExceptionGroup) else failure
