"""What must hold when a simulated game has come to its end, or to a stop."""

from __future__ import annotations

from itertools import combinations

from belote_net.node.storage import read_log
from belote_net.table.audit import Verdict, audit_log
from belote_protocol.log import Log
from tests.sim.machine import Broken, Machine, Room
from tests.sim.plan import Plan, Story


def is_finished(machine: Machine) -> bool:
    """Whether this machine has all of a signed game on its disk."""
    if not machine.is_up or machine.live_node.game is None:
        return False
    replica, table = machine.game.replica, machine.game.table
    stored = sum(replica.durable.values()) == len(table.log)
    return table.is_signed and not table.waiting() and stored


def check_evening(plan: Plan, room: Room, machines: list[Machine]) -> None:
    """All promises at once.

    Raises:
        Broken: one of them was broken.
    """
    up = [machine for machine in machines if machine.is_up]
    missing = [machine for machine in machines if not machine.is_up]
    if room.twice:
        raise Broken(f"seat {room.twice[0].entry.seat} spoke twice: {room.twice[0].entry.context}")
    for machine in machines:
        _check_nobody_is_blamed(machine)
        if machine.failure is not None and plan.story is not Story.BACKUP:
            raise Broken(f"node {machine.index} cannot go on: {machine.failure!r}")
    logs = {machine.index: machine.game.table.log for machine in up}
    for one, other in combinations(logs, 2):
        _check_prefixes(logs[one], logs[other], f"machines {one} and {other}")
    for machine in up:
        _check_file(machine)
    _check_nothing_is_lost(room, list(logs.values()))
    _check_agreement(up)
    if missing:
        _check_waiting(up, missing)
    elif not all(map(is_finished, machines)):
        waiting = up[0].game.table.waiting()
        raise Broken(f"everybody is here and nothing moves: {waiting}")


def check_copy(copy: Machine) -> None:
    """The same identity on another machine was turned away, and never said a word."""
    if not copy.is_up:
        raise Broken(f"the copy stopped: {copy.failure!r}")
    steward = copy.game.steward
    if not copy.turned_away or steward is None or steward.may_speak or copy.live_node.linked:
        raise Broken("a copy of a player was let in")


def _check_nobody_is_blamed(machine: Machine) -> None:
    evidence = list(machine.log_path.parent.glob("*evidence*"))
    stopped = machine.game.replica.stopped if machine.is_up else {}
    if evidence or stopped or machine.refusals:
        reasons = [one.reason for one in machine.refusals]
        raise Broken(f"machine {machine.index} blames: {reasons}, {list(stopped)} stopped")


def _check_prefixes(one: Log, other: Log, who: str) -> None:
    for chain in set(one.chains) & set(other.chains):
        for seq in range(min(one.count(chain), other.count(chain))):
            if one.entry(chain, seq) != other.entry(chain, seq):
                raise Broken(f"{who} differ on {chain} at {seq}")


def _check_file(machine: Machine) -> None:
    """The file holds what the node applied, in that order, and stands up to an audit."""
    stored = [one.signed for one in read_log(machine.log_path).records]
    if stored != list(machine.game.table.log):
        raise Broken(f"the file of machine {machine.index} is not its log")
    if machine.index == 0:
        verdict = audit_log(stored).verdict
        expected = Verdict.FINISHED if machine.game.table.is_over else Verdict.UNFINISHED
        if verdict is not expected:
            raise Broken(f"the audit says {verdict}")


def _check_nothing_is_lost(room: Room, logs: list[Log]) -> None:
    """What was sent is where it was said; what one survivor has, all have."""
    for signed in room.sent.values():
        entry = signed.entry
        for log in logs:
            ours = log.entry(entry.chain, entry.seq)
            if ours is not None and ours.head != signed.head:
                raise Broken(f"another entry than {entry.context} was kept")
    if len({frozenset(log.counts().items()) for log in logs}) > 1:
        raise Broken(f"survivors differ: {[log.counts() for log in logs]}")


def _check_agreement(up: list[Machine]) -> None:
    states = [machine.game.table.state for machine in up]
    # Before the coins are flipped there is nothing to digest but the log.
    if len({state.digest() if state.seating else b"" for state in states}) > 1:
        raise Broken("state digests differ")


def _check_waiting(up: list[Machine], missing: list[Machine]) -> None:
    """Whoever is waited for is one of those who are missing."""
    absent = {machine.index for machine in missing}
    if any(not (machine.gone or machine.failure) for machine in missing):
        raise Broken("a machine that ought to come back did not")
    for machine in up:
        owing = {int(duty.seat) for duty in machine.game.table.waiting()}
        if not owing <= absent or not (owing or machine.game.table.is_signed):
            raise Broken(f"seats {owing} are waited for, and {absent} are missing")
