"""What a peer is sent that has, or had, another history than we have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from belote_net.node.delivery import Delivery
from belote_net.node.frames import ChainHead, Have
from belote_net.node.replica import Replica
from belote_net.table.ballots import WINDOW
from belote_net.table.messages import Play, Reseat
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, stands_on
from tests.node.tables import wait_for
from tests.node.test_votes_of_newcomers import has, sent
from tests.table.leaving import leave, newcomer, sit_down, taking_game

pytestmark = pytest.mark.usefixtures("toy")


def one_who_spoke_too_late(*, is_replaced: bool = True) -> tuple[FourSeats, int, list[SignedEntry]]:
    """He or another has his seat again: the game, the seat, and what he has himself."""
    game = taking_game()
    duty = game.play_until(Play.kind, count=3)
    his = [*game.table.log, game.answer(duty)]
    seat = leave(game)
    if is_replaced:
        newcomer(game, seat, "Ana")
    sit_down(game, seat)
    return game, seat, his


async def carry(delivery: Delivery, here: Replica, there: Replica) -> list[SignedEntry]:
    """Bring what is sent now, all at once, and wait until it is dealt with; returns it."""
    came = list[SignedEntry]()
    for one in sent(delivery, here):
        assert isinstance(one, SignedEntry)
        came.append(one)
        there.offer(one)
    await trio.sleep(0.05)
    await wait_for(lambda: sum(there.durable.values()) == len(there.table.log))
    return came


async def test_who_sits_down_is_told_before_what_he_says(tmp_path: Path) -> None:
    """It would end the link of whoever brings it, and cannot be held for later."""
    game, seat, his = one_who_spoke_too_late()
    last = _last(list(game.table.log))
    here = Lone(game, (seat + 1) % 4, tmp_path / "here.belote").begin(list(game.table.log))
    lone = Lone(game, seat, tmp_path / "there.belote")
    there = lone.begin(his)
    async with live(here), live(there):
        delivery = Delivery()
        with trio.fail_after(20):
            while last.head not in there.table.log:
                delivery.take_have(has(there))
                await carry(delivery, here, there)
        await stands_on(there, last)


async def test_who_is_back_is_sent_no_more_at_once_than_he_can_hold(tmp_path: Path) -> None:
    """As before the histories forked: what he had no room for is sent again."""
    game, seat, his = one_who_spoke_too_late(is_replaced=False)
    here = Lone(game, (seat + 1) % 4, tmp_path / "here.belote").begin(list(game.table.log))
    there = Lone(game, seat, tmp_path / "there.belote").begin(his)
    async with live(here), live(there):
        delivery, forked = Delivery(), _last(list(game.table.log))
        with trio.fail_after(20):
            while forked.head not in there.table.log:
                delivery.take_have(has(there))
                await carry(delivery, here, there)
        before = len(game.table.log)
        game.advance_to(before + 4 * WINDOW)
        for signed in list(game.table.log)[before:]:
            here.offer(signed)
            await stands_on(here, signed)
        with trio.fail_after(20):
            while there.table.log.counts() != here.table.log.counts():
                delivery.take_have(has(there))
                await carry(delivery, here, there)


async def test_who_stays_with_his_history_is_sent_all_of_ours(tmp_path: Path) -> None:
    """Who sat down in what both share is known there, or he will never have our history."""
    game, seat, _ = one_who_spoke_too_late()
    here = Lone(game, (seat + 1) % 4, tmp_path / "here.belote").begin(list(game.table.log))
    delivery, entries = Delivery(), [one for one in game.table.log if one.entry.chain == "table"]
    delivery.take_have(Have(here.game, (ChainHead("table", len(entries) - 1, bytes(32)),)))
    reseat = next(at for at, one in enumerate(entries) if one.entry.kind == Reseat.kind)
    came = [one for one in sent(delivery, here) if one in entries]
    assert came == entries[: reseat + 1]
    assert delivery.unanswered()["table"] == len(entries) - 1
    delivery.send_again("table")
    again = [one for one in sent(delivery, here) if one in entries]
    assert again == entries, "also what may have been pushed out there"
    here.close()


def _last(entries: Sequence[SignedEntry]) -> SignedEntry:
    return [one for one in entries if one.entry.chain == "table"][-1]
