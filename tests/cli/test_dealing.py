"""Cutting and dealing by hand, at the line interface."""

from __future__ import annotations

import pytest

from belote_cli.plain.dealing import (
    choice_text,
    dealing_choices,
    dealing_decision,
    is_dealing,
)
from belote_net.rules.variant import DealPattern
from belote_net.table.decisions import CutPack, DealPacks, Decision, Duty
from belote_net.table.messages import Call, Cut, Distribution
from belote_net.table.player import Player
from belote_net.table.view import TableView
from belote_protocol.codec import decode
from tests.four_seats import FourSeats
from tests.protocol.toy_group import toy_group


def due(kind: str) -> tuple[FourSeats, Duty, TableView]:
    """A table at which an entry of this kind is due, as its author sees it."""
    four = FourSeats(seed="by hand")
    duty = four.play_until(kind)
    view = four.players[duty.seat].view(four.table)
    assert view is not None
    return four, duty, view


@pytest.mark.parametrize(
    ("kind", "line", "decision"),
    [
        (Cut.kind, "3", CutPack(3)),
        (Cut.kind, " 29 ", CutPack(29)),
        (Cut.kind, "2", None),
        (Cut.kind, "30", None),
        (Cut.kind, "9" * 5000, None),
        (Cut.kind, "٣", None),
        (Cut.kind, "half", None),
        (Distribution.kind, "1", DealPacks(DealPattern.THREE_TWO)),
        (Distribution.kind, "2-3", DealPacks(DealPattern.TWO_THREE)),
        (Distribution.kind, "4-4", None),
        (Distribution.kind, "", None),
    ],
)
def test_what_a_line_decides(kind: str, line: str, decision: Decision | None) -> None:
    with toy_group():
        _, duty, view = due(kind)
        assert is_dealing(duty)
        assert dealing_decision(line, view, duty) == decision


def test_the_decision_is_what_is_signed() -> None:
    with toy_group():
        four, duty, _ = due(Cut.kind)
        by_hand = Player(
            duty.seat,
            four.identities[duty.seat],
            four.vaults[duty.seat],
            bytes,
            deals_by_hand=True,
        )
        assert by_hand.needs_decision(duty)
        assert not four.players[duty.seat].needs_decision(duty)
        signed = by_hand.answer(four.table, duty, CutPack(17))
        assert decode(Cut, signed.entry.body).lifted == 17
        four, duty, _ = due(Distribution.kind)
        dealer = four.players[duty.seat]
        signed = dealer.answer(four.table, duty, DealPacks(DealPattern.TWO_THREE))
        assert decode(Distribution, signed.entry.body).pattern == "2-3"
        _, duty, _ = due(Call.kind)
        assert not is_dealing(duty)


@pytest.mark.parametrize("kind", [Cut.kind, Distribution.kind])
def test_every_choice_can_be_typed(kind: str) -> None:
    with toy_group():
        _, duty, view = due(kind)
        for choice in dealing_choices(view, duty):
            assert dealing_decision(choice_text(choice), view, duty) == choice
