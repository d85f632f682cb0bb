"""Entries that are signed by their seat in their place, and wrong: both name who did it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from belote_net.table.messages import MemberKind, Opening
from belote_net.table.opening import OPENING_CONTEXT
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.second_opinion.false_words import (
    absence_without_votes,
    false_shows,
    false_words,
    wrong_seeds,
)
from tests.second_opinion.verifier import agree, written
from tests.table import test_cheats, test_dead_decks, test_vote_cheats
from tests.table.open_hands import leave_at, open_table
from tests.table.recover_cheats import HELP
from tests.table.seat_cheats import next_stage

DEAD_DECKS = (
    test_dead_decks.other_culprit,
    test_dead_decks.other_deck,
    test_dead_decks.in_the_middle,
    test_dead_decks.by_another,
    test_dead_decks.deal_it_all_the_same,
)


def with_options(**options: str | int | bool) -> Callable[[Opening], Opening]:
    """The first entry with other house rules."""
    return lambda body: structs.replace(body, options=dict(body.options) | options)


def with_member(seat: int, **fields: object) -> Callable[[Opening], Opening]:
    """The first entry with a member who is another."""

    def change(body: Opening) -> Opening:
        members = list(body.members)
        members[seat] = structs.replace(members[seat], **fields)
        return structs.replace(body, members=tuple(members))

    return change


OPENINGS: tuple[Callable[[Opening], Opening], ...] = (
    lambda body: structs.replace(body, rules=2),
    lambda body: structs.replace(body, members=body.members[:3]),
    lambda body: structs.replace(body, members=(*body.members, *body.members)),
    lambda body: structs.replace(body, options=dict(reversed(body.options.items()))),
    lambda body: structs.replace(body, options=dict(list(body.options.items())[1:])),
    with_options(another="rule"),
    with_options(direction="up"),
    with_options(fail_points=161),
    with_options(belote_untakeable=1),
    with_options(target=0),
    with_options(target=10001),
    with_options(deals=3),
    with_options(end="fixed_deals"),
    with_options(end="fixed_deals", target=0, deals=101),
    with_options(partner_master_void="must_trump", partner_trumped="any", annonces=True),
    with_options(partner_master_void="must_trump", partner_trumped="must_rise"),
    with_options(contract_rule="82_92", belote_in_contract=False),
    with_member(1, name="JO"),
    with_member(1, name="a\u200bb"),
    with_member(1, name=" Marcel"),
    with_member(1, name="a\u00a0b"),
    with_member(1, operator=2),
    with_member(1, operator=7),
    with_member(1, kind=MemberKind.BOT, operator=4),
)


@pytest.mark.usefixtures("toy")
class TestCheats:
    """Entries that are signed by their seat in their place, and wrong: both name who did it."""

    @pytest.mark.slow
    def test_with_entries(self, tmp_path: Path) -> None:
        trials = [trial for found in test_cheats.trials().values() for trial in found]
        assert len(trials) > 100
        found = agree([written((*one.prefix, one.signed)) for one in trials], tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_votes_and_seats(self, tmp_path: Path) -> None:
        logs = []
        for make, cheat in test_vote_cheats.CHEATS.values():
            stage = make()
            signed = cheat.forge(stage)
            assert signed is not None
            logs.append(written((*stage.table.log, signed)))
        found = agree(logs, tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_dead_decks_and_with_help(self, tmp_path: Path) -> None:
        stage = test_dead_decks.dead(open_table(1))
        logs = [written((*stage.table.log, cheat(stage))) for cheat in DEAD_DECKS]
        game = open_table(7)
        leave_at(game, 5)
        game.deliver(game.answer(game.table.waiting()[0]))
        stage = next_stage(game)
        for cheat in HELP:
            signed = cheat.forge(stage)
            assert signed is not None
            logs.append(written((*stage.table.log, signed)))
        found = agree(logs, tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_words_and_seeds(self, tmp_path: Path) -> None:
        logs = (*false_words(), *false_shows(), *wrong_seeds(), absence_without_votes())
        found = agree(map(written, logs), tmp_path)
        assert len(found) > 10
        assert {one.verdict for one in found} == {"refused"}

    def test_with_the_first_entry(self, tmp_path: Path) -> None:
        game = FourSeats()
        body = game.opening_body()
        bodies = [change(body) for change in OPENINGS]
        opened = [SignedEntry.seal(OPENING_CONTEXT, one, game.identities[0]) for one in bodies]
        found = agree((written([one]) for one in opened), tmp_path)
        assert found[0].verdict is None
        assert {(one.verdict, *one.refusal[4:]) for one in found[1:]} == {("refused", 0, 0)}

    def test_with_names_that_only_a_table_of_unicode_can_tell_apart(self, tmp_path: Path) -> None:
        """They are right, whatever versions the two have: each player decides for himself."""
        game = FourSeats()
        names = ("LÉA", "Le\u0301a", "Jo\u0378", "Jo\U0001fae8")
        bodies = [with_member(1, name=name)(game.opening_body()) for name in names]
        opened = [SignedEntry.seal(OPENING_CONTEXT, one, game.identities[0]) for one in bodies]
        found = agree((written([one]) for one in opened), tmp_path)
        assert {one.verdict for one in found} == {"unfinished"}

    def test_with_a_first_entry_that_is_none(self, tmp_path: Path) -> None:
        game = FourSeats()
        body, host = game.opening_body(), game.identities[0]
        found = agree(
            (
                written([SignedEntry.seal(context, opening, signer)])
                for context, opening, signer in (
                    (OPENING_CONTEXT, body, game.identities[1]),
                    (replace(OPENING_CONTEXT, seq=1), body, host),
                    (OPENING_CONTEXT, structs.replace(body, members=()), host),
                    (OPENING_CONTEXT, with_member(1, identity=bytes(32))(body), host),
                )
            ),
            tmp_path,
        )
        assert {(one.verdict, one.refusal[1]) for one in found} == {("refused", "forged")}
