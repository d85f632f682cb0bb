"""What must hold at every honest node when somebody has lied: who is named, and what goes on."""

from __future__ import annotations

from collections.abc import Sequence

from belote_net.node.events import EntryRefused
from belote_net.table.messages import Absence, Reseat
from belote_net.table.statements import statements_of
from belote_protocol.codec import decode
from tests.node.culprits import culprit_of
from tests.sim.adversary import Adversary, Deviation, Effect
from tests.sim.checks import Ending, check_logs, check_speech, check_waiting
from tests.sim.machine import Machine
from tests.sim.room import Broken


class NoOccasion(Broken):
    """Nothing that a liar wished to lie about came up in his seat."""


PROVEN = (Effect.FAULT, Effect.OWES)
"""What every honest node names its author for."""

UNPROVEN = (Effect.ABSENT, Effect.REFUSED, Effect.NOTHING)
"""What nobody can be named for."""


def check_liars(ending: Ending, liars: Sequence[Adversary]) -> None:
    """All promises to the honest, and what the deviations must lead to.

    Raises:
        Broken: one of them was broken.
    """
    check_speech(ending.room)
    for machine in ending.machines:
        _check_only_liars_are_named(machine, ending)
    for liar in liars:
        # What two do together may keep the game from coming to the end of either.
        has_lied = liar.has_begun and len(liars) > 1
        if liar.failure is None and len(liar.done) < len(liar.deviations) and not has_lied:
            raise NoOccasion(f"no occasion for {liar.deviations[len(liar.done)].name!r}")
    if len(liars) == 1:
        for deviation in liars[0].deviations:
            _check_effect(ending, deviation)
    check_logs(ending)
    may_wait = len(liars) > 1 or liars[0].deviations[0].effect is Effect.OWES
    if not ending.is_complete:
        check_waiting(ending)
        if not may_wait:
            raise Broken(f"the game does not end: {ending.table.waiting()}")


def _check_they_are_out(ending: Ending) -> None:
    """Nobody plays on with whom all have refused; at most his seat is still free."""
    is_free = ending.table.state.absent is not None
    seated = {
        decode(Reseat, one.entry.body).member.identity
        for one in ending.table.log
        if one.entry.kind == Reseat.kind
    }
    if ending.room.shunned & (seated if is_free else seated | ending.members):
        raise Broken("who was refused by all is back")


def _check_only_liars_are_named(machine: Machine, ending: Ending) -> None:
    """No honest seat is blamed, and whoever reads the evidence blames the same one."""
    liars = ending.room.liars
    if machine.failure is not None or not machine.has_table:
        raise Broken(f"an honest node cannot go on: {machine.failure!r}")
    doubles = statements_of(machine.game.table, machine.game.replica.box).doubles()
    named = {one.seat for one in machine.refusals} | {one.ballot.voter for one, _ in doubles}
    if not named <= liars:
        raise Broken(f"machine {machine.index} names {named - liars}")
    for refusal in machine.refusals:
        _check_evidence(refusal)


def _check_evidence(refusal: EntryRefused) -> None:
    culprit = culprit_of(refusal.evidence)
    if culprit != refusal.seat:
        raise Broken(f"the evidence names {culprit}, the node {refusal.seat}")


def _check_effect(ending: Ending, deviation: Deviation) -> None:
    effect = deviation.effect
    faults = [bool(decode(Absence, signed.entry.body).refused) for signed, _ in ending.absences]
    firsts = [machine.refusals[0] for machine in ending.machines if machine.refusals]
    everybody = len(firsts) == len(ending.machines)
    if effect in PROVEN and not everybody:
        raise Broken(f"{len(firsts)} honest nodes know who lied: {deviation.name}")
    if effect in (Effect.NAMED, Effect.TWICE) and not (firsts or any(faults)):
        raise Broken(f"nobody was named: {deviation.name}")
    if effect in (Effect.FAULT, Effect.OWES):
        _check_same_refusal(deviation, firsts)
    if effect is Effect.FAULT:
        _check_they_are_out(ending)
    if effect in UNPROVEN and firsts:
        raise Broken(f"{deviation.name} was held against seat {firsts[0].seat}: {firsts[0].reason}")
    expected = {Effect.FAULT: [True], Effect.ABSENT: [False]}.get(effect, [])
    if effect is Effect.TWICE and faults:
        expected = [True]
    if faults[:1] != expected:
        raise Broken(f"{deviation.name} led to absences {faults}")
    troubles = [reason for machine in ending.machines for reason in machine.troubles]
    if effect is Effect.REFUSED and not any(deviation.reason in one for one in troubles):
        raise Broken(f"{deviation.name}: {deviation.reason!r} expected in {troubles}")


def _check_same_refusal(deviation: Deviation, refusals: Sequence[EntryRefused]) -> None:
    """All refuse at the same place, for the reason that the catalogue gives."""
    if len({(one.chain, one.seq, one.seat) for one in refusals}) != 1:
        raise Broken(f"{deviation.name} is refused in different places")
    if not all(deviation.reason in one.reason for one in refusals):
        raise Broken(f"{deviation.reason!r} expected in {[one.reason for one in refusals]}")
