"""What is signed by who came later: told to those who can tell who he is, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belote_net.node.delivery import Delivery
from belote_net.node.frames import BallotFrame, ChainHead, EntryFrame, Have
from belote_net.node.replica import Replica
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Cut, Play
from belote_protocol.ballot import SignedBallot, SilentPlace, Stance
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity
from tests.four_seats import FourSeats
from tests.node.branches import Lone, live
from tests.node.tables import wait_for
from tests.table.leaving import leave, member_for, newcomer, taking_game, vote_of

pytestmark = pytest.mark.usefixtures("toy")


def somebody_new() -> tuple[FourSeats, int, list[SignedEntry]]:
    """A seat is offered to somebody new, who has to agree: the game, the seat, what was before."""
    game = taking_game()
    game.play_until(Play.kind, count=3)
    seat = leave(game)
    before = list(game.table.log)
    newcomer(game, seat, "Ana")
    duty = game.table.waiting()[0]
    member = SeatMember(member_for(game, seat))
    game.deliver(game.players[duty.seat].answer(game.table, duty, member))
    return game, seat, before


def his_ballot(game: FourSeats, seat: int) -> SignedBallot:
    """He has seen what nobody has asked about."""
    last = game.table.log.entry("table", game.table.log.count("table") - 1)
    assert last is not None
    return vote_of(game, seat, SilentPlace.of(last.entry.context), Stance.SEEN, last.head)


def sent(delivery: Delivery, replica: Replica) -> Iterator[SignedBallot | SignedEntry]:
    """What a peer is sent now, of ballots and entries."""
    while (frame := delivery.next_frame(replica, gives=True)) is not None:
        if isinstance(frame, BallotFrame):
            yield SignedBallot(frame.ballot, frame.signature)
        elif isinstance(frame, EntryFrame):
            yield SignedEntry.from_wire(frame.raw, frame.signature)


def has(replica: Replica) -> Have:
    return Have(replica.game, tuple(replica.heads().values()))


@pytest.mark.parametrize("says", ["votes", "is wrong"])
async def test_who_has_missed_that_he_sat_down_is_told_that_first(
    tmp_path: Path, says: str
) -> None:
    """He could not tell whose signature it is, and would end the link: again and again."""
    game, seat, before = somebody_new()
    voter = (seat + 2) % 4
    here = Lone(game, voter, tmp_path / "here.belote").begin(list(game.table.log))
    there = Lone(game, (seat + 3) % 4, tmp_path / "there.belote").begin(before)
    async with live(here), live(there):
        duty = game.table.waiting()[0]
        assert duty.seat == seat
        if says == "votes":
            here.offer_ballot(his_ballot(game, seat))
            await wait_for(lambda: len(here.ballots()) == 1)
        else:
            here.offer(SignedEntry.seal(duty.context, Cut(9), game.identities[seat]))
            await wait_for(lambda: len(here.proofs()) == 1)
        delivery, came = Delivery(), list[SignedBallot | SignedEntry]()
        while len(came) < 2:
            for one in sent(delivery, here):
                came.append(one)
                if isinstance(one, SignedBallot):
                    there.offer_ballot(one)
                else:
                    there.offer(one)
            await wait_for(lambda: sum(there.durable.values()) == len(there.table.log))
            await wait_for(lambda: there._held.candidates(there.table.log, "table", bool) == ())
            delivery.take_have(has(there))
        reseat, his = came
        assert isinstance(reseat, SignedEntry)
        assert reseat.head == list(game.table.log)[-1].head
        assert isinstance(his, SignedBallot if says == "votes" else SignedEntry)


async def test_not_to_who_has_as_much_of_another_branch(tmp_path: Path) -> None:
    game, seat, _ = somebody_new()
    here = Lone(game, (seat + 2) % 4, tmp_path / "here.belote").begin(list(game.table.log))
    async with live(here):
        here.offer_ballot(his_ballot(game, seat))
        await wait_for(lambda: len(here.ballots()) == 1)
        delivery, count = Delivery(), game.table.log.count("table")
        delivery.take_have(Have(here.game, (ChainHead("table", count, bytes(32)),)))
        assert not any(isinstance(one, SignedBallot) for one in sent(delivery, here))


@pytest.mark.parametrize("says", ["votes", "is wrong"])
async def test_what_was_told_costs_no_signature_at_the_next_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    game, seat, _ = somebody_new()
    here = Lone(game, (seat + 2) % 4, tmp_path / "here.belote").begin(list(game.table.log))
    async with live(here):
        if says == "votes":
            here.offer_ballot(his_ballot(game, seat))
            await wait_for(lambda: len(here.ballots()) == 1)
        else:
            wrong = game.table.waiting()[0].context
            here.offer(SignedEntry.seal(wrong, Cut(9), game.identities[seat]))
            await wait_for(lambda: len(here.proofs()) == 1)
        delivery = Delivery()
        delivery.take_have(has(here))
        assert len(list(sent(delivery, here))) == 1
        verified = list[object]()
        monkeypatch.setattr(PublicIdentity, "verify", lambda *told: verified.append(told))
        assert list(sent(delivery, here)) == []
        assert verified == []


async def test_in_a_file_they_harm_nobody(tmp_path: Path) -> None:
    """He sat there on a branch that this node has left."""
    game, seat, before = somebody_new()
    lone = Lone(game, (seat + 2) % 4, tmp_path / "game.belote")
    replica = lone.begin(before)
    replica._log_file.append_ballot(his_ballot(game, seat), 0)
    replica.close()
    replica = lone.again()
    assert replica.ballots() == ()
    replica.close()
