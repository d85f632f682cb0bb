"""A hand is not opened by who has already built on what its player said: he may come back to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from belote_net.node.duties import Steward
from belote_net.node.replica import Replica
from belote_net.table.decisions import Decision, Duty, OpenHand
from belote_net.table.messages import Play, Recover
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live, stands_on, told
from tests.table.leaving import silent_place, vote_of
from tests.table.open_hands import open_table

pytestmark = pytest.mark.usefixtures("toy")


@dataclass
class Willing:
    """Helps whenever he is asked, and counts how often that is."""

    asked: int = 0

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        self.asked += 1
        return OpenHand(is_willing=True)


def played_late() -> tuple[FourSeats, int, SignedEntry, list[SignedEntry]]:
    """All voted, but the player did speak, and another one after him.

    The game without them, who that other one is, the absence that is told all the same, and the two
    plays. It is another one than who tells it.
    """
    game = open_table()
    for cards in range(1, 30):
        duty = game.play_until(Play.kind, count=1)
        before = len(game.table.log)
        absence = told(game, silent_place(game))
        plays = [game.answer(duty)]
        game.deliver(plays[0])
        (after,) = (one for one in game.table.waiting() if one.chain == "table")
        if after.kind == Play.kind and after.seat != absence.entry.seat and cards > 1:
            plays.append(game.answer(after))
            rewound = open_table()
            rewound.advance_to(before)
            return rewound, after.seat, absence, plays
    raise LookupError("nobody else plays next")


async def asked_to_open(
    replica: Replica, lone: Lone, game: FourSeats
) -> tuple[Decision | None, int]:
    """What a player who is always willing says when it is his turn to help, and how often asked."""
    decider = Willing()
    player, vault = game.players[lone.seat], game.vaults[lone.seat]
    steward = Steward(
        replica,
        player,
        vault,  # type: ignore[arg-type] # it is asked for nothing here
        decider,
        lone.events.append,
        fresh=True,
    )
    while (duty := game.table.waiting()[0]).seat != lone.seat:
        signed = game.answer(duty)
        game.deliver(signed)
        replica.offer(signed)
        await stands_on(replica, signed)
    assert duty.kind == Recover.kind
    assert duty in steward._due()
    return await steward._decide(duty), decider.asked


@pytest.mark.parametrize("has_built", [False, True])
async def test_who_has_built_on_a_play_does_not_open_the_hand_it_came_from(
    tmp_path: Path, *, has_built: bool
) -> None:
    """With the plays of two more the absence would be taken back, and the hand known to them."""
    game, seat, absence, plays = played_late()
    said = plays[: 1 + has_built]
    lone = Lone(game, seat, tmp_path / "game.belote")
    async with live(lone.begin([*game.table.log, *said])) as replica:
        replica.offer(absence)
        await stands_on(replica, absence)
        game.deliver(absence)
        decision, asked = await asked_to_open(replica, lone, game)
    assert decision == OpenHand(is_willing=not has_built)
    assert asked == int(not has_built)
    async with live(lone.again()) as replica:
        assert replica.may_come_back() is has_built


@pytest.mark.parametrize("has_voted", [False, True])
async def test_who_has_voted_against_a_card_before_opens_no_hand_until_that_is_settled(
    tmp_path: Path, *, has_voted: bool
) -> None:
    """With that vote all may go back to before the card, and who is absent now would play there."""
    game = open_table()
    while True:
        game.play_until(Play.kind, count=2)
        before = silent_place(game)
        game.deliver(game.answer(game.table.waiting()[0]))
        if game.table.waiting()[0].kind == Play.kind:
            break
    place, absence = silent_place(game), told(game, silent_place(game))
    me = next(seat for seat in range(4) if seat not in (before.seat, place.seat))
    lone = Lone(game, me, tmp_path / "game.belote")
    async with live(lone.begin(list(game.table.log))) as replica:
        if has_voted:
            replica.offer_ballot(vote_of(game, me, before))
        replica.offer(absence)
        await stands_on(replica, absence)
        game.deliver(absence)
        decision, asked = await asked_to_open(replica, lone, game)
    assert decision == OpenHand(is_willing=not has_voted)
    assert asked == int(not has_voted)
    async with live(lone.again()) as replica:
        assert replica.may_come_back() is has_voted
