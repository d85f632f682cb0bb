"""A machine whose player keeps to nothing: a real node, and a deviation that makes it lie.

Whatever the deviation does not touch, the node does honestly, so each lie comes at its most
plausible moment: from a member, on a link that is up, in the middle of a game.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import trio

from belote_net.node.duties import Steward
from belote_net.node.frames import EntryFrame, Frame
from belote_net.node.framing import LENGTH_BYTES
from belote_net.node.session import Session
from belote_net.table.decisions import Decision, Duty
from belote_net.table.table import Table
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import random_chooser
from tests.sim.machine import Machine
from tests.sim.room import Room

LOOK_EVERY_S = 0.03


class Effect(Enum):
    """What a deviation leads to, at every honest node."""

    FAULT = "fault"
    """It is refused in one place, its author is named, and the table goes on without him."""
    TWICE = "twice"
    """Whoever meets both names their author; the table goes on without him, unless all had built
    on one of them."""
    NAMED = "named"
    """Whoever meets it names its author; nothing stops, nothing is lost."""
    OWES = "owes"
    """It is refused and its author named, and nothing but an entry of his is waited for."""
    ABSENT = "absent"
    """It proves nothing against anybody; the others go on without who does not speak."""
    REFUSED = "refused"
    """It costs a link, or a call, and nothing else."""
    NOTHING = "nothing"
    """It changes nothing."""


Act = Callable[["Adversary"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Deviation:
    """One way to lie.

    Attributes:
        name: what it is called in plans.
        reason: part of the reason for which honest nodes refuse it.
    """

    name: str
    effect: Effect
    act: Act
    reason: str = ""


class Adversary(Machine):
    """A machine that deviates: its entries and frames are not held to what honest ones are.

    Attributes:
        done: what it has done so far.
        has_begun: whether it has lied at all, though it may not have come to the end of it.
    """

    def __init__(
        self, index: int, root: Path, log_name: str, room: Room, deviations: Sequence[Deviation]
    ) -> None:
        """The liar of seat `index`, who deviates in these ways, one after the other."""
        super().__init__(index, root, log_name, room)
        self.deviations = tuple(deviations)
        self.done: list[Deviation] = []
        self.has_begun = False
        self.person = self._deviate
        self._choose = random_chooser(f"adversary/{index}")

    @property
    def is_done(self) -> bool:
        """Whether it has tried all that it can: in a game that is over, only links are left."""
        left = self.deviations[len(self.done) :]
        return not left or any(one.effect is not Effect.REFUSED for one in left)

    @property
    def table(self) -> Table:
        """The table as this node has it."""
        return self.game.table

    @property
    def steward(self) -> Steward:
        """Who speaks for the seat, as long as it has one."""
        steward = self.game.steward
        if steward is None:
            raise LookupError("there is no seat to lie from")
        return steward

    @property
    def key(self) -> Identity:
        """What it signs with."""
        if self.config is None:
            raise LookupError("the node does not run")
        return self.config.profile.identity

    @property
    def dice(self) -> random.Random:
        """Randomness of the room."""
        return self.room.dice

    def note_sent(self, data: bytes) -> None:
        """A frame leaves, whatever it is."""
        payload = data[LENGTH_BYTES:]
        self.room.trace.note("lies", self.index, payload[1:2].hex(), len(payload))

    async def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true."""
        while not condition():  # noqa: ASYNC110 - whatever changes it fires no event of ours
            await trio.sleep(LOOK_EVERY_S)

    def hold_back(self, *kinds: str) -> None:
        """Let the node say nothing of these kinds; of no kind at all, if none is named."""
        honest = type(self.steward)._due

        def due() -> tuple[Duty, ...]:
            return tuple(one for one in honest(steward) if kinds and one.kind not in kinds)

        steward = self.steward
        vars(steward)["_due"] = due

    def speak_again(self) -> None:
        """Be honest from here on."""
        vars(self.steward).pop("_due", None)
        self.game.replica.changes.fire()

    async def duty(self, kind: str) -> Duty:
        """Wait until the seat owes an entry of this kind; any kind, if it is empty."""

        def due() -> Iterator[Duty]:
            duties = self.table.duties(Seat(self.index)) if self.steward.may_speak else ()
            return (one for one in duties if kind in ("", one.kind))

        await self.wait_for(lambda: self.seat is not None and next(due(), None) is not None)
        return next(due())

    def answer(self, duty: Duty) -> SignedEntry:
        """What is honestly due; another one each time, where there is a choice."""
        player, decision = self.steward.player, None
        if player.needs_decision(duty):
            decision = self._decide(duty)
        return player.answer(self.table, duty, decision)

    def _decide(self, duty: Duty) -> Decision:
        view = self.steward.player.view(self.table)
        if view is None:
            raise LookupError("nothing to decide on")
        return self._choose(view, duty)

    def sessions(self, *seats: int) -> tuple[Session, ...]:
        """The links to these seats; to all, if none is named."""
        members = self.table.members
        wanted = seats or range(len(members))
        links = self.live_node.room.links.sessions
        found = (links.get(members[seat].identity) for seat in wanted)
        return tuple(session for session in found if session is not None)

    def tell(self, frame: Frame, *seats: int) -> None:
        """Put a frame on these links, among what the node sends."""
        self.has_begun = True
        for session in self.sessions(*seats):
            # The queue of chat lines takes any frame.
            session._says.append(frame)  # type: ignore[arg-type]
        self.game.replica.changes.fire()

    def tell_entry(self, signed: SignedEntry, *seats: int) -> None:
        """Send an entry that the own node may not even accept."""
        self.tell(EntryFrame(signed.raw, signed.signature), *seats)

    async def tell_bytes(self, data: bytes, seat: int) -> None:
        """Put raw bytes on one link."""
        await self.wait_for(lambda: bool(self.sessions(seat)))
        await self.sessions(seat)[0]._stream._stream.send_all(data)

    def victim(self) -> int:
        """One of the honest seats."""
        return self.dice.choice([seat for seat in range(4) if seat not in self.room.liars])

    async def _deviate(self) -> None:
        self.room.shunned.add(self.key.public)
        for deviation in self.deviations[len(self.done) :]:
            await self.wait_for(lambda: self.has_table and len(self.sessions()) == 3)
            # An honest node that meets a wrong entry of its own ends; this one is not ashamed.
            vars(self.game.replica)["_is_ours"] = lambda signed: False
            await deviation.act(self)
            self.done.append(deviation)
            self.room.trace.note("lied", self.index, deviation.name)
        await trio.sleep_forever()
