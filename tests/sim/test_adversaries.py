"""Nodes that lie in every way that we know: honest ones name them, and play on without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import pytest

from belote_net.node import hearing
from belote_net.node.replica import Replica
from belote_net.table import claims
from tests.sim.adversary import Effect
from tests.sim.catalogue import CATALOGUE, COLLUSIONS, GAME, LINK
from tests.sim.plan import Plan, Stop, hostile
from tests.sim.world import Failed, Outcome, run_evening

SOME = (
    "play: no proof",
    "share twice, told to all",
    "an absence with votes: own",
    "silent from a play on",
    "two ballots that exclude each other",
)
"""One of each effect, in the gate; the others take minutes."""

AT_ONCE = 9
"""Lies that cost a link, in one game."""

TWO_TRIES = 2
"""In how many pairs of seats two liars are tried."""

EVENINGS = 24
"""On how many somebody looks for an occasion: only one seat cuts, and where a seat is drawn."""

CLAIMS = "entries that are claimed and never sent"


def lie(name: str) -> Outcome:
    """The evening on which somebody does this: the first of some on which a seat can.

    Raises:
        Failed: an honest player lost something by it.
    """
    for seed in (3, 0, 1, 2, *range(4, EVENINGS)):
        try:
            return run_evening(hostile(seed, (seed % 4, (name,))))
        except Failed as failure:
            if not failure.had_no_occasion:
                raise
    raise AssertionError(f"nobody has an occasion for {name!r}")


def test_the_catalogue_is_large_and_has_every_effect() -> None:
    assert len(CATALOGUE) == len(GAME) + len(LINK) >= 150
    assert {one.effect for one in CATALOGUE.values()} == set(Effect)
    assert {name for pair in COLLUSIONS for name in pair} <= CATALOGUE.keys()
    assert {CATALOGUE[name].effect for name in SOME} == set(Effect) - {Effect.OWES, Effect.REFUSED}


@pytest.mark.parametrize(
    "name", [SOME[0], *(pytest.param(name, marks=pytest.mark.slow) for name in SOME[1:])]
)
def test_honest_players_lose_nothing(name: str) -> None:
    lie(name)


@pytest.mark.slow
def test_lies_on_links_cost_links() -> None:
    run_evening(hostile(1, (2, tuple(one.name for one in LINK[:AT_ONCE]))))


@pytest.mark.slow
def test_the_same_liar_gives_the_same_trace() -> None:
    assert lie("key: trailing bytes").digest == lie("key: trailing bytes").digest


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.name for one in GAME if one.name not in SOME])
def test_no_other_lie_does_either(name: str) -> None:
    lie(name)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(AT_ONCE, len(LINK), AT_ONCE))
def test_other_lies_on_links_cost_links_too(first: int) -> None:
    run_evening(hostile(first, (0, tuple(one.name for one in LINK[first : first + AT_ONCE]))))


@pytest.mark.slow
@pytest.mark.parametrize("together", COLLUSIONS, ids=" and ".join)
def test_two_who_lie_together_frame_nobody(together: tuple[str, str]) -> None:
    occasions = 0
    for seats in permutations(range(4), 2):
        try:
            lies = ((seat, (name,)) for seat, name in zip(seats, together, strict=True))
            run_evening(hostile(7, *lies))
            occasions += 1
        except Failed as failure:
            if not failure.had_no_occasion:
                raise
        if occasions == TWO_TRIES:
            return
    assert occasions, f"nobody has an occasion for {together}"


def a_claim_keeps_a_node_silent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hearing, "HEARING_S", float("inf"))


def takes_the_culprit_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(claims, "_left_by_fault", lambda table: False)


def answers_for_who_sat_there_before(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Replica, "_is_ours", lambda self, signed: signed.entry.seat == self.seat)


@pytest.mark.slow
def test_who_was_restarted_is_not_kept_silent_by_a_false_claim() -> None:
    outcome = run_evening(restarted_among_claims())
    assert outcome.absences == 0


def restarted_among_claims() -> Plan:
    """Somebody is restarted while another claims entries that do not exist."""
    stop = Stop(4.0, 1, power_is_lost=False, down_s=1.0)
    return replace(hostile(1, (2, (CLAIMS,))), faults=(stop,), habits=())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lacks", "name", "what"),
    [
        (takes_the_culprit_back, "key: trailing bytes", "is back|led to"),
        (answers_for_who_sat_there_before, "shuffle: shuffle: duplicate", "cannot go on"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_simulator_notices_what_a_node_lacks(
    lacks: Callable[[pytest.MonkeyPatch], None],
    name: str,
    what: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lacks(monkeypatch)
    with pytest.raises(Failed, match=what):
        lie(name)


@pytest.mark.slow
def test_a_node_that_believes_every_claim_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    a_claim_keeps_a_node_silent(monkeypatch)
    with pytest.raises(Failed, match=r"waited for|does not end"):
        run_evening(restarted_among_claims())
