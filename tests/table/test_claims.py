"""Claims to a free seat: whose they are, which are kept, and for how long."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as alter

from belote_net.table.absence import members_with
from belote_net.table.claims import (
    MAX_CLAIMS,
    Claim,
    ClaimBox,
    SignedClaim,
    free_seat,
    is_return,
    may_fill,
)
from belote_net.table.messages import Member, MemberKind, Play
from belote_protocol.entry import Seat
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats, seeded_bytes
from tests.table.leaving import entrant, leave, sit_down, taking_game
from tests.table.seat_cheats import the_seat_of_an_operator

pytestmark = pytest.mark.usefixtures("toy")

SEAT = 2


@pytest.fixture
def game() -> FourSeats:
    """Seat 2 has left in a trick."""
    game = taking_game(deals=3)
    leave_in_a_trick(game)
    return game


def leave_in_a_trick(game: FourSeats) -> None:
    while (duty := game.play_until(Play.kind)).seat != SEAT:
        game.deliver(game.answer(duty))
    leave(game)


def identity(name: str) -> Identity:
    return Identity.generate(seeded_bytes(name))


def claim_of(game: FourSeats, name: str, who: Identity | None = None) -> SignedClaim:
    """A claim that is right."""
    free, who = free_seat(game.table), who or identity(name)
    assert free is not None
    nonce = seeded_bytes(f"{name}/nonce")(32)
    member = Member(who.public, name, MemberKind.PERSON, SEAT, nonce)
    return SignedClaim.seal(Claim(game.table.game, free.prev, free.seat, member), who)


def fillers(game: FourSeats) -> list[Seat | None]:
    return [seat for seat in (*game.table.state.seats, None) if may_fill(game.table, seat)]


def test_the_next_seat_fills_the_free_one(game: FourSeats) -> None:
    free = free_seat(game.table)
    assert free is not None
    assert (free.seat, free.filler) == (SEAT, SEAT + 1)
    assert fillers(game) == [SEAT + 1]
    sit_down(game, SEAT)
    assert fillers(game) == []


def test_where_that_is_a_bot_its_machine_fills_it() -> None:
    game = the_seat_of_an_operator().game
    free = free_seat(game.table)
    assert free is not None
    assert free.filler == 3
    assert fillers(game) == [game.table.members[3].operator] == [2]


def test_a_claim_is_kept_once_and_shows_who_would_sit_down(game: FourSeats) -> None:
    box, signed = ClaimBox(), claim_of(game, "Odile")
    assert box.add(game.table, signed)
    assert not box.add(game.table, signed)
    assert list(box) == [signed]
    assert box.member(signed.claim.member.identity) == signed.claim.member
    assert box.member(identity("another").public) is None
    assert not is_return(game.table, signed.claim.member)


def test_who_brings_a_claim_that_was_not_made_is_at_fault(game: FourSeats) -> None:
    box, honest = ClaimBox(), claim_of(game, "Odile")
    renamed = alter(honest.claim.member, name="Odilon")
    with pytest.raises(InvalidProof):
        box.add(game.table, replace(honest, claim=alter(honest.claim, member=renamed)))
    with pytest.raises(InvalidProof):
        box.add(game.table, replace(honest, signature=bytes(64)))
    other_game = SignedClaim.seal(alter(honest.claim, game=b"g" * 32), identity("Odile"))
    with pytest.raises(InvalidEncoding, match="a claim in this game expected"):
        box.add(game.table, other_game)
    assert list(box) == []


@pytest.mark.parametrize("change", [{"seat": 1}, {"prev": b"p" * 32}], ids=["seat", "time"])
def test_a_claim_to_a_seat_that_is_not_free_blames_nobody(
    game: FourSeats, change: dict[str, object]
) -> None:
    box, honest = ClaimBox(), claim_of(game, "Odile")
    stale = SignedClaim.seal(alter(honest.claim, **change), identity("Odile"))
    assert not box.add(game.table, stale)
    assert list(box) == []


def test_who_cannot_sit_there_is_not_offered_to_the_one_who_chooses(game: FourSeats) -> None:
    box = ClaimBox()
    taken = game.table.members[0].name
    signed = claim_of(game, taken, identity("Odile"))
    signed.verify()
    with pytest.raises(InvalidProof):
        members_with(game.table.state, signed.claim.member)
    assert not box.add(game.table, signed)
    assert list(box) == []


def test_claims_are_bounded_and_who_left_always_has_room(game: FourSeats) -> None:
    box = ClaimBox()
    for number in range(MAX_CLAIMS):
        assert box.add(game.table, claim_of(game, f"Z{number}"))
    assert not box.add(game.table, claim_of(game, "late"))
    back = claim_of(game, game.table.members[SEAT].name, entrant(game, SEAT))
    assert is_return(game.table, back.claim.member)
    assert box.add(game.table, back)
    assert len(list(box)) == MAX_CLAIMS + 1


def test_who_makes_up_claimants_keeps_out_nobody_who_comes_himself(game: FourSeats) -> None:
    box = ClaimBox()
    for number in range(MAX_CLAIMS):
        assert box.add(game.table, claim_of(game, f"Z{number}"))
    wrong = replace(claim_of(game, "A"), signature=bytes(64))
    with pytest.raises(InvalidProof):
        box.add(game.table, wrong, in_person=True)
    assert len(list(box)) == MAX_CLAIMS
    for number in range(MAX_CLAIMS):
        assert box.add(game.table, claim_of(game, f"A{number}"), in_person=True)
        assert not box.add(game.table, claim_of(game, "late"))
    assert [one.claim.member.name for one in box] == [f"A{number}" for number in range(MAX_CLAIMS)]
    assert not box.add(game.table, claim_of(game, "late"), in_person=True)


def test_claims_are_forgotten_once_the_seat_is_filled(game: FourSeats) -> None:
    box = ClaimBox()
    assert box.add(game.table, claim_of(game, "Odile"))
    sit_down(game, SEAT)
    assert free_seat(game.table) is None
    box.prune(game.table)
    assert list(box) == []


def test_who_did_not_get_the_seat_can_claim_it_when_it_is_free_again(game: FourSeats) -> None:
    box = ClaimBox()
    assert box.add(game.table, claim_of(game, "Odile"))
    sit_down(game, SEAT)
    leave_in_a_trick(game)
    again = claim_of(game, "Odile")
    assert box.add(game.table, again)
    assert list(box) == [again]
