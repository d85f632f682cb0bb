"""No order of events parts honest seats over a silent one; and what each rule is there for."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from belote_net.table.ballots import BallotBox
from belote_net.table.messages import Cut
from belote_protocol.ballot import NO_ENTRY, SignedBallot, SilentPlace, Stance
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import RejectedEntry
from tests.four_seats import FourSeats, short_game
from tests.table import voting_model as model
from tests.table.leaving import vote_of
from tests.table.stage import refusal_of
from tests.table.voting_model import (
    ENTRIES,
    ENTRY,
    OTHER_ENTRY,
    SILENT,
    SPEAKER,
    VOTERS,
    Back,
    Findings,
    Model,
    Rules,
    Scene,
)

SPECIFICATION = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")

RULES = Rules()
PLAIN_VOTES = Rules(locks=False, back=Back.NEVER)
"""Each accepts what comes first, whatever he has voted, and keeps it."""

WATCHER = 1
"""A voter who does not tell the absence."""

LATE = Scene()
TWICE = Scene(entries=2, liars=frozenset({SILENT}), goes_on=())


def lying(scene: Scene, *liars: int) -> Scene:
    """The same with more who lie."""
    return replace(scene, liars=scene.liars | set(liars))


HONEST: Mapping[str, Scene] = {
    "it speaks late": LATE,
    "it speaks late, and the speaker goes on last": replace(LATE, goes_on=(1, 2, 0)),
    "it speaks late, and a node crashes": replace(LATE, crash=True),
    **{
        f"it speaks late, and seats {one} and {other} have no link": replace(
            LATE, lost=(one, other), goes_on=()
        )
        for one, other in ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    },
    "it never speaks": replace(LATE, entries=0),
    "it signs two entries": TWICE,
    "it signs two entries, and a node crashes": replace(TWICE, crash=True),
    "it signs a right and a wrong entry": replace(TWICE, wrong=frozenset({OTHER_ENTRY})),
    "it signs two wrong entries": replace(TWICE, wrong=frozenset(ENTRIES)),
    "it signs a wrong entry": replace(TWICE, entries=1, wrong=frozenset({ENTRY})),
}
"""All voters keep to the rules."""

LYING: Mapping[str, Scene] = {
    "it speaks late, and a voter lies": lying(LATE, WATCHER),
    "it speaks late, and the speaker lies": lying(LATE, SPEAKER),
    "it speaks late, the speaker lies and goes on last": replace(
        lying(LATE, SPEAKER), goes_on=(1, 2, 0)
    ),
    "it speaks late, and the speaker tells two absences": replace(
        lying(LATE, SPEAKER), two_absences=True, goes_on=()
    ),
    "it speaks late, the speaker lies, and the others have no link": replace(
        lying(LATE, SPEAKER), lost=(1, 2), goes_on=()
    ),
    "it signs two entries, and a voter lies": lying(TWICE, WATCHER),
    "it signs two entries, and the speaker lies": lying(TWICE, SPEAKER),
}
"""One voter lies, alone or with the silent seat."""

LONG: Mapping[str, Scene] = {
    **{
        f"it signs two entries, and all go on: {one}, {two}, {three}": replace(
            TWICE, goes_on=(one, two, three)
        )
        for one, two, three in ((0, 1, 2), (1, 2, 0), (1, 0, 2))
    },
    "it signs a right and a wrong entry, and all go on": replace(
        TWICE, wrong=frozenset({OTHER_ENTRY}), goes_on=VOTERS
    ),
}
LONG_LYING: Mapping[str, Scene] = {
    "the speaker tells two absences, and all go on": replace(
        lying(LATE, SPEAKER), two_absences=True
    ),
    "it signs two entries, a voter lies, and all go on": replace(
        lying(TWICE, WATCHER), goes_on=VOTERS
    ),
    "it signs two entries, the speaker lies, and all go on": replace(
        lying(TWICE, SPEAKER), goes_on=VOTERS
    ),
}


@functools.cache
def found(rules: Rules, scene: Scene) -> Findings:
    """What a search finds, printed once."""
    findings = Model(rules, scene).search()
    print(rules, scene, findings, sep="\n")
    return findings


def nobody_is_parted(name: str, scene: Scene) -> None:
    findings = found(RULES, scene)
    assert findings.ends > 0
    assert (findings.parted, findings.undone) == (0, 0)
    assert f"| {name} | {findings.states:,} |" in SPECIFICATION


def all_ends_well(name: str, scene: Scene) -> None:
    nobody_is_parted(name, scene)
    findings = found(RULES, scene)
    assert (findings.waiting, findings.stuck) == (0, 0)


class TestRules:
    @pytest.mark.parametrize("name", HONEST)
    def test_honest_voters_agree_and_go_on(self, name: str) -> None:
        all_ends_well(name, HONEST[name])

    @pytest.mark.parametrize("name", LYING)
    def test_one_liar_parts_nobody(self, name: str) -> None:
        nobody_is_parted(name, LYING[name])

    @pytest.mark.slow
    @pytest.mark.parametrize("name", LONG)
    def test_honest_voters_who_go_on(self, name: str) -> None:
        all_ends_well(name, LONG[name])

    @pytest.mark.slow
    @pytest.mark.parametrize("name", LONG_LYING)
    def test_one_liar_and_all_go_on(self, name: str) -> None:
        nobody_is_parted(name, LONG_LYING[name])

    @pytest.mark.parametrize(
        "scene",
        [LATE, replace(LATE, goes_on=(1, 2, 0)), replace(LATE, crash=True)],
    )
    def test_no_play_is_lost_that_an_honest_seat_has_built_on(self, scene: Scene) -> None:
        assert found(RULES, scene).lost == 0


class TestWithoutARule:
    """The model can fail: leaving out any rule shows what it is there for."""

    def test_plain_votes_part_honest_seats(self) -> None:
        findings = found(PLAIN_VOTES, LATE)
        assert findings.parted > 0
        said = f"{findings.parted} of {findings.ends} ends have parted"
        assert said in " ".join(SPECIFICATION.split())

    def test_without_going_back_a_liar_parts_the_others(self) -> None:
        assert found(replace(RULES, back=Back.NEVER), lying(LATE, SPEAKER)).parted > 0

    def test_if_an_absence_always_wins_a_liar_takes_back_what_all_have_built_on(self) -> None:
        rules = replace(RULES, back=Back.FOR_AN_ABSENCE)
        assert found(rules, lying(LATE, SPEAKER)).undone > 0

    def test_if_nobody_returns_to_what_is_settled_a_liar_parts_the_others(self) -> None:
        rules = replace(RULES, back=Back.UNLESS_SETTLED)
        assert found(rules, lying(LATE, SPEAKER)).parted > 0

    def test_two_absences_in_no_order_leave_everybody_waiting(self) -> None:
        scene = LYING["it speaks late, and the speaker tells two absences"]
        assert found(RULES, scene).waiting == 0
        assert found(replace(RULES, orders_absences=False), scene).waiting > 0

    def test_a_speaker_that_has_voted_must_show_what_it_holds(self) -> None:
        assert found(replace(RULES, shows_held=False), TWICE).stuck > 0

    def test_what_is_objected_to_must_be_stored(self) -> None:
        scene = replace(HONEST["it signs a wrong entry"], crash=True)
        assert found(RULES, scene).stuck == 0
        assert found(replace(RULES, stores_proofs=False), scene).stuck > 0

    def test_a_speaker_that_has_gone_on_must_not_tell(self) -> None:
        scene = lying(LATE, WATCHER)
        assert found(RULES, scene).lost == 0
        assert found(replace(RULES, keeps_on=False), scene).lost > 0


# The model says of messages what the code says of ballots and entries.


class Place:
    """A cut that seat 3 owes, what it may say there, and a box of ballots about it."""

    def __init__(self, *, wrong: bool) -> None:
        self.game = next(game for game in _games() if game.play_until(Cut.kind).seat == SILENT)
        context = self.game.table.waiting()[0].context
        self.place = SilentPlace.of(context)
        lifted = (10, 2 if wrong else 11)
        self.entries = {
            stand: SignedEntry.seal(context, Cut(count), self.game.identities[SILENT])
            for stand, count in zip(ENTRIES, lifted, strict=True)
        }
        self.wrong = model.SIGNED[OTHER_ENTRY] if wrong else 0
        self.box = BallotBox()

    def ballot(self, voter: int, message: int) -> SignedBallot:
        """A message of the model, as the ballot that it stands for."""
        if message == model.ABSENT[voter]:
            return vote_of(self.game, voter, self.place, Stance.ABSENT, NO_ENTRY)
        if message == model.REFUSED[voter]:
            head = self.entries[OTHER_ENTRY].head
            return vote_of(self.game, voter, self.place, Stance.REFUSED, head, "it is wrong")
        stand = next(one for one in ENTRIES if model.SEEN[one][voter] == message)
        return vote_of(self.game, voter, self.place, Stance.SEEN, self.entries[stand].head)

    def is_certified(self, known: int) -> bool:
        """Whether the ballots, with the entries that are known, make an absence that is right."""
        shown = [self.entries[one] for one in ENTRIES if known & model.SIGNED[one]]
        absence = self.box.certificate(self.game.table, self.place, shown)
        context = self.game.table.absence_context(self.place)
        if absence is None or context is None:
            return False
        signed = self.game.players[context.seat].tell_absence(context, absence)
        refusal = refusal_of(self.game.table, signed)
        assert refusal is None or isinstance(refusal, RejectedEntry)
        return refusal is None


def _games() -> Iterator[FourSeats]:
    for seed in range(50):
        yield FourSeats(options=short_game(), seed=seed)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("wrong", [False, True])
def test_the_model_is_the_code(wrong: bool) -> None:  # noqa: FBT001 - parametrized
    dice, outcomes = random.Random(f"histories/{wrong}"), set()
    for _ in range(40):
        here = Place(wrong=wrong)
        known = 0
        for _ in range(7):
            voter = dice.choice(VOTERS)
            against = [model.ABSENT[voter], model.REFUSED[voter]]
            seen = [model.SEEN[one][voter] for one in ENTRIES]
            said = known & (model.AGAINST[voter] | sum(seen))
            message = dice.choice([*against, *against, *seen])
            if said and not (said in seen and message == model.REFUSED[voter]):
                continue  # only liars say more
            assert here.box.add(here.game.table, here.ballot(voter, message))
            known |= message
            for stand in ENTRIES:
                for seat in VOTERS:
                    expected = model.may_build_on(seat, stand, known)
                    signed = here.entries[stand]
                    assert here.box.may_build_on(Seat(seat), signed) is expected
                    outcomes.add(("may build on", expected))
            shown = dice.choice([0, *model.SIGNED[1:3], model.BOTH_ENTRIES])
            expected = model.is_certified(known, shown, here.wrong)
            assert here.is_certified(known | shown) is expected
            outcomes.add(("is certified", expected))
    assert len(outcomes) == 4
