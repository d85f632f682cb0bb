"""Comparing logs, and what a log says of who is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.table.audit import Fault, Relation, audit_log, compare_logs, is_signed, signer_of
from belote_net.table.messages import Agree, Cut
from belote_net.table.reveal import dealt_hands
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import BadSignature
from belote_protocol.log import Log
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats, short_game
from tests.table.games import seated, toy_log
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.stage import refusal_of


def folded(log: tuple[SignedEntry, ...]) -> Log:
    """The log of the table that these entries make."""
    audit = audit_log(log)
    assert audit.refusal is None
    assert audit.table is not None
    assert [step.signed for step in audit.steps] == list(log)
    return audit.table.log


@pytest.mark.usefixtures("toy")
class TestComparison:
    def test_the_same(self) -> None:
        log = toy_log("classique", 2)
        assert compare_logs(folded(log), folded(log)).relation is Relation.SAME

    def test_a_prefix(self) -> None:
        log = toy_log("classique", 2)
        for one, other in ((log, log[:40]), (log[:40], log)):
            comparison = compare_logs(folded(one), folded(other))
            assert comparison.relation is Relation.PREFIX
            assert comparison.culprit is None

    def test_chains_of_different_length_on_both_sides(self) -> None:
        """One log has more of the table, the other more of a deck: neither is wrong."""
        game = seated("classique", 2)
        game.play_until(Cut.kind)
        log = tuple(game.table.log)
        cut, commit = (game.answer(duty) for duty in game.table.waiting())
        comparison = compare_logs(folded((*log, cut)), folded((*log, commit)))
        assert comparison.relation is Relation.PREFIX

    def test_a_fork_names_its_author(self) -> None:
        game = seated("classique", 2)
        duty = game.play_until(Cut.kind)
        log = tuple(game.table.log)
        cuts = [
            SignedEntry.seal(duty.context, Cut(lifted), game.identities[duty.seat])
            for lifted in (10, 11)
        ]
        comparison = compare_logs(*(folded((*log, cut)) for cut in cuts))
        assert comparison.relation is Relation.FORK
        assert (comparison.one, comparison.other) == tuple(cuts)
        assert comparison.culprit == duty.seat

    def test_different_games(self) -> None:
        one, other = (FourSeats(options=short_game(), seed=seed).table.log for seed in (1, 2))
        assert compare_logs(one, other).relation is Relation.DIFFERENT_GAMES


@pytest.mark.usefixtures("toy")
class TestSignatures:
    def test_who_signed(self) -> None:
        game = seated("classique", 2)
        context = game.table.waiting()[0].context
        right = SignedEntry.seal(context, Agree(), game.identities[context.seat])
        wrong = SignedEntry.seal(context, Agree(), game.identities[0])
        assert is_signed(game.table, right)
        assert not is_signed(game.table, wrong)

    def test_a_seat_that_there_is_not(self) -> None:
        game = seated("classique", 2)
        entry = game.table.waiting()[0].context
        for chain in ("table", "tables"):
            context = type(entry)(entry.game, chain, entry.seq, entry.prev, Seat(5), "agree")
            signed = SignedEntry.seal(context, Agree(), game.identities[0])
            assert not is_signed(game.table, signed)
            refusal = refusal_of(game.table, signed)
            assert isinstance(refusal, BadSignature)
            assert refusal.culprit is None

    @pytest.mark.parametrize(("chain", "place"), [("table", 5), ("deck/1", 0), ("deck/1", 5)])
    def test_two_on_one_head_are_two_in_one_place_whatever_their_number(
        self, chain: str, place: int
    ) -> None:
        game = seated("classique", 2)
        game.play_until("bid")
        said = game.table.log.entry(chain, place)
        assert said is not None
        for seq in (2, place, place + 1, 900):
            context = replace(said.entry.context, seq=seq, kind="note")
            other = SignedEntry.seal(context, Agree(), game.identities[said.entry.seat])
            refusal = audit_log((*game.table.log, other)).refusal
            assert refusal is not None
            assert (refusal.fault, refusal.culprit) == (Fault.EQUIVOCATION, said.entry.seat)
            assert refusal.other == said

    def test_who_spoke_twice_before_he_left_is_found_and_not_who_came_after_him(self) -> None:
        game = taking_game()
        game.play_until("play")
        left = leave(game)
        before = game.identities[left]
        newcomer(game, left, "Odile")
        sit_down(game, left)
        for chain, seq in (("table", 4 + left), ("deck/1", left)):
            said = game.table.log.entry(chain, seq)
            assert said is not None
            assert said.entry.seat == left
            other = SignedEntry.seal(said.entry.context, Agree(), before)
            forged = SignedEntry.seal(said.entry.context, Agree(), game.identities[left])
            assert signer_of(game.table, other) == before.public
            refusal = audit_log((*game.table.log, other)).refusal
            assert refusal is not None
            assert (refusal.fault, refusal.culprit) == (Fault.EQUIVOCATION, left)
            refusal = audit_log((*game.table.log, forged)).refusal
            assert refusal is not None
            assert (refusal.fault, refusal.culprit) == (Fault.GAP, None)

    def test_what_must_wait_is_damage_only_if_it_was_signed(self) -> None:
        game = seated("classique", 2)
        context = replace(game.table.waiting()[0].context, chain="deck/99")
        for signer, fault in ((context.seat, Fault.GAP), (0, Fault.FORGED)):
            signed = SignedEntry.seal(context, Agree(), game.identities[signer])
            refusal = audit_log((*game.table.log, signed)).refusal
            assert refusal is not None
            assert (refusal.fault, refusal.culprit) == (fault, None)


@pytest.mark.usefixtures("toy")
def test_hands_of_a_deal_that_was_not_dealt() -> None:
    game = seated("classique", 2)
    game.play_until(Cut.kind)
    with pytest.raises(LookupError, match="nothing was dealt"):
        dealt_hands(game.table.state.current_deal, [Seed(bytes(32))] * 4)
