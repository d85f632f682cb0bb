"""One simulated game: four machines, a network, and a plan of faults that happen to them."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import trio

from belote_net.node.atlas import Atlas
from belote_net.node.errors import LobbyError
from belote_net.node.lobby import HOST_INDEX, Settings
from belote_net.node.node import HostNode
from belote_net.node.profile import Profile
from belote_net.node.start import host, join
from belote_net.node.storage import LogFile, StoredEntry
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.messages import (
    RULES_VERSION,
    Member,
    MemberKind,
    Opening,
    Seats,
)
from belote_net.table.opening import OPENING_CONTEXT
from belote_protocol.entry import NO_GAME, SignedEntry
from belote_protocol.version import PROTOCOL_LABEL
from tests.sim.adversary import Adversary
from tests.sim.catalogue import CATALOGUE
from tests.sim.checks import Ending, check_copy, check_ending
from tests.sim.machine import Machine, here
from tests.sim.network import Network
from tests.sim.people import Person
from tests.sim.plan import (
    SEATS,
    Away,
    Backup,
    Copy,
    Drop,
    Fault,
    Habits,
    Leave,
    Move,
    Plan,
    Split,
    Stall,
    Stop,
    Story,
)
from tests.sim.room import Room
from tests.sim.trace import Trace
from tests.sim.verdicts import check_liars

PATIENCE_S = 150.0
"""Once all is whole again, a game that does not move for so long is stuck: the slowest honest way
back is a link that is found dead after 20 s and a call that is repeated after 15 s."""

LOOK_EVERY_S = 0.5

LIARS_TAKE_S = 120.0
"""How long liars may go on when the game is over: some of their calls wait for a deadline."""

LOG_NAME = "2026-01-01-simulated.belote"


class Evening:
    """One game of one plan, in a scratch folder.

    Attributes:
        machines: by signing index.
        copies: machines with a copy of another one's folder.
        newcomers: machines of who came when a seat was free.
        absences: how often the table has gone on without a seat, once it is over.
    """

    def __init__(self, plan: Plan, root: Path, dice: random.Random) -> None:
        self.plan = plan
        self.root = root
        self.dice = dice
        self.trace = Trace()
        self.network = Network(self.dice, self.trace)
        self.room = Room(self.network, self.trace, self.dice)
        lies = dict(plan.lies)
        self.room.liars = frozenset(lies)
        self.machines = [self._player(index, lies.get(index, ())) for index in range(SEATS)]
        self.copies: list[Machine] = []
        self.newcomers: list[Machine] = []
        self.absences = 0
        for machine, habits in zip(self.machines, plan.habits, strict=False):
            if machine.index not in self.room.liars:
                machine.person = Person(machine, habits, self.dice).live
        for index, bomb in plan.bombs:
            self.machines[index].bombs.append(bomb)

    async def play(self) -> None:
        """Play until the game is signed everywhere, or cannot move without who is missing.

        Raises:
            Broken: a promise of the node was broken.
        """
        self._prepare_folders()
        async with trio.open_nursery() as nursery:
            if self.plan.story is Story.GATHERED:
                nursery.start_soon(self._gather)
            for machine in self.machines:
                nursery.start_soon(machine.live)
            for fault in self.plan.faults:
                nursery.start_soon(self._bring_about, fault, nursery)
            if self.plan.has_newcomer:
                nursery.start_soon(self._bring_newcomer, nursery)
            await self._wait_for_the_end()
            ending = self.ending
            if self.plan.lies:
                check_liars(ending, [one for one in self.machines if isinstance(one, Adversary)])
            else:
                check_ending(self.plan, ending)
            self.absences = len(list(ending.absences))
            for copy in self.copies:
                check_copy(copy)
            nursery.cancel_scope.cancel()

    @property
    def ending(self) -> Ending:
        """How everybody stands who is honest."""
        honest = [one for one in self.machines if one.index not in self.room.liars]
        return Ending(self.room, [*honest, *self.newcomers])

    async def _wait_for_the_end(self) -> None:
        await trio.sleep(self.plan.settled_at_s)
        moved_at, before = trio.current_time(), -1
        while trio.current_time() < moved_at + PATIENCE_S:
            await trio.sleep(LOOK_EVERY_S)
            total = sum(one.entries for one in (*self.machines, *self.newcomers))
            if total != before:
                moved_at, before = trio.current_time(), total
            if self.ending.is_complete and await self._liars_are_done():
                # What is still on its way arrives: nothing may come of it.
                await trio.sleep(2.0)
                return

    async def _liars_are_done(self) -> bool:
        """Leave liars some time for what they have not tried yet."""
        liars = [one for one in self.machines if isinstance(one, Adversary)]
        with trio.move_on_after(LIARS_TAKE_S):
            for liar in liars:
                await liar.wait_for(lambda liar=liar: liar.is_done)  # type: ignore[misc]
        return True

    async def _gather(self) -> None:
        """Let everybody be ready until the host can begin."""
        host_machine = self.machines[HOST_INDEX]
        here.set(host_machine)
        while not host_machine.has_game:
            await trio.sleep(LOOK_EVERY_S)
            for machine in self.machines:
                if machine.is_up and machine.live_node.lobby is not None:
                    machine.live_node.set_ready()
            with suppress(LobbyError):
                await self._host_node().start()

    async def _bring_newcomer(self, nursery: trio.Nursery) -> None:
        """Once a seat is free, somebody else comes with the host's code."""
        while not any(one.sees_free_seat for one in self.machines):  # noqa: ASYNC110 - machines come and go
            await trio.sleep(LOOK_EVERY_S)
        newcomer = self._machine(SEATS)
        self._comes_with_code(newcomer)
        newcomer.person = Person(newcomer, Habits(), self.dice).live
        self.newcomers.append(newcomer)
        nursery.start_soon(newcomer.live)

    def _host_node(self) -> HostNode:
        node = self.machines[HOST_INDEX].node
        if not isinstance(node, HostNode):
            raise LobbyError("the host is not here")
        return node

    def _invite(self) -> None:
        """The first machine opens the table, the others come with its code."""
        options = Options(end=End.FIXED_DEALS, target=0, deals=self.plan.deals)
        settings = Settings(options, self.dice.choice(list(Seats)))
        first, *others = self.machines
        first.comes = lambda config: host(config, settings)
        for machine in others:
            self._comes_with_code(machine)

    def _comes_with_code(self, machine: Machine) -> None:
        first = self.machines[HOST_INDEX]
        machine.waits_for = first
        machine.comes = lambda config: join(config, [first.address], self._host_node().code)

    async def _bring_about(self, fault: Fault, nursery: trio.Nursery) -> None:
        if isinstance(fault, Backup):
            await self._restore_backup(fault)
            return
        await trio.sleep(fault.at_s)
        if isinstance(fault, Split):
            self.network.split(fault.groups, is_noticed=fault.is_noticed)
            await trio.sleep(fault.heals_after_s)
            self.network.heal()
        elif isinstance(fault, Drop):
            self.network.drop_between(*fault.pair)
        elif isinstance(fault, Stall):
            self.network.stall_between(*fault.pair, fault.for_s)
        elif isinstance(fault, Away):
            self.machines[fault.machine].away_until = trio.current_time() + fault.for_s
        elif isinstance(fault, Copy):
            self._copy(self.machines[fault.machine])
            nursery.start_soon(self.copies[-1].live)
        else:
            await self._stop(fault)

    async def _stop(self, fault: Stop | Leave | Move) -> None:
        machine = self.machines[fault.machine]
        if isinstance(fault, Stop):
            machine.stop(power_is_lost=fault.power_is_lost, down_s=fault.down_s)
        elif isinstance(fault, Move):
            machine.moves = True
            machine.stop(power_is_lost=False, down_s=1.0)
        else:
            machine.gone = True
            if machine.node is not None and fault.says_goodbye:
                await machine.node.close("good night")
            machine.stop(power_is_lost=True, down_s=0.0)

    async def _restore_backup(self, fault: Backup) -> None:
        machine = self.machines[fault.machine]
        backup = self.root / f"backup of {fault.machine}"
        await trio.sleep(fault.taken_at_s)
        shutil.copytree(machine.folder, backup)
        await trio.sleep(fault.at_s - fault.taken_at_s)
        machine.backup = backup
        # Links stay open, so what it has said still comes to the others. If its last word came to
        # nobody, it could not know of it (docs/protocol.md, known limits).
        machine.stop(power_is_lost=True, down_s=fault.down_s)

    def _copy(self, original: Machine) -> None:
        copy = self._machine(SEATS + len(self.copies))
        shutil.copytree(original.folder, copy.folder)
        self.copies.append(copy)

    def _machine(self, index: int) -> Machine:
        return Machine(index, self.root / f"machine {index}", LOG_NAME, self.room)

    def _player(self, index: int, lies: Sequence[str]) -> Machine:
        if not lies:
            return self._machine(index)
        deviations = [CATALOGUE[name] for name in lies]
        return Adversary(index, self.root / f"machine {index}", LOG_NAME, self.room, deviations)

    def _prepare_folders(self) -> None:
        """Give every machine a key, the first entry, and the addresses of all."""
        if self.plan.story is Story.GATHERED:
            self._invite()
            return
        profiles = [
            Profile(machine.disk.root, "me", self.dice.randbytes) for machine in self.machines
        ]
        members = tuple(
            Member(
                profile.identity.public,
                f"player {seat}",
                MemberKind.PERSON,
                seat,
                self.dice.randbytes(32),
            )
            for seat, profile in enumerate(profiles)
        )
        options = Options(end=End.FIXED_DEALS, target=0, deals=self.plan.deals)
        opening = Opening(
            PROTOCOL_LABEL,
            RULES_VERSION,
            self.dice.randbytes(16),
            NO_GAME,
            self.dice.choice(list(Seats)),
            dict(options.to_map()),
            members,
        )
        first = SignedEntry.seal(OPENING_CONTEXT, opening, profiles[0].identity)
        atlas = Atlas()
        for machine, member in zip(self.machines, members, strict=True):
            atlas.learn(member.identity, [str(machine.address)])
        for machine, profile in zip(self.machines, profiles, strict=True):
            LogFile.create(machine.log_path, [StoredEntry(first, 0)]).close()
            machine.log_path.with_suffix(".peers").write_text(atlas.text())
            profile.close()
