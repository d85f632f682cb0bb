"""Decks that a complaint ends: who lied is named, and loses his seat without a vote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.rules.choices import Audit
from belote_net.table.absence import speaker_about
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.ballots import BallotBox
from belote_net.table.events import Cause, DealAnnulled, DeckDied, DeckReady, SeatLeft
from belote_net.table.messages import Absence, Cut, Distribution, Play, Reseat
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import Complain, EscrowKey, Expose, Fault, Shuffle, deck_chain
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import InvalidProof, RejectedEntry
from belote_protocol.machine import NotYet
from tests.four_seats import FourSeats, short_game
from tests.table.leaving import leave, newcomer, silent_place, sit_down, vote_of
from tests.table.open_hands import open_table
from tests.table.stage import Stage, refusal_of

pytestmark = pytest.mark.usefixtures("toy")


def go_to(game: FourSeats, kind: str, seat: int, deck: int = 1) -> Stage:
    """Play until this seat owes an entry of this kind on the chain of a deck."""
    while True:
        for duty in game.table.waiting():
            if (duty.kind, duty.seat, duty.chain) == (kind, seat, deck_chain(deck)):
                return Stage(game, duty, game.answer(duty))
        game.deliver(game.answer(game.table.waiting()[0]))


def send_wrong_share(game: FourSeats, sender: int, receiver: int, deck: int = 1) -> None:
    """One seat sends another what is no share of its key."""
    stage = go_to(game, EscrowKey.kind, sender, deck)
    body = stage.body(EscrowKey)
    index = [seat for seat in range(4) if seat != sender].index(receiver)
    share = body.escrow[index]
    wrong = structs.replace(share, ciphertext=bytes(len(share.ciphertext)))
    escrow = (*body.escrow[:index], wrong, *body.escrow[index + 1 :])
    game.deliver(stage.seal(structs.replace(body, escrow=escrow)))


def complain_falsely(game: FourSeats, accuser: int, accused: int, deck: int = 1) -> None:
    """One seat says of a share that is right that it is not."""
    stage = go_to(game, Shuffle.kind, accuser, deck)
    game.deliver(stage.seal(Complain(accused)))


def go_on_to(game: FourSeats, kind: str) -> None:
    """Let everybody be honest until an entry of this kind is the first that is due."""
    while game.table.waiting()[0].kind != kind:
        game.deliver(game.answer(game.table.waiting()[0]))


Lie = Callable[[FourSeats], None]


def wrong_share(sender: int, receiver: int, deck: int = 1) -> Lie:
    return lambda game: send_wrong_share(game, sender, receiver, deck)


def false_complaint(accuser: int, accused: int, deck: int = 1) -> Lie:
    return lambda game: complain_falsely(game, accuser, accused, deck)


LIES = [
    *((wrong_share(sender, 3), sender, Fault.WRONG_ESCROW) for sender in range(3)),
    (wrong_share(3, 0), 3, Fault.WRONG_ESCROW),
    *((false_complaint(seat, (seat + 1) % 4), seat, Fault.FALSE_COMPLAINT) for seat in range(4)),
]


@pytest.mark.parametrize(("lie", "liar", "fault"), LIES)
def test_who_lied_is_named_and_loses_his_seat(lie: Lie, liar: int, fault: Fault) -> None:
    game = open_table(1)
    lie(game)
    go_on_to(game, Absence.kind)
    assert [one for one in game.events if isinstance(one, DeckDied)] == [DeckDied(1, liar, fault)]
    assert not any(isinstance(one, DeckReady) for one in game.events)
    duty = game.table.waiting()[0]
    dealer = game.table.state.seated.seat_at(game.table.state.current_match.dealer)
    assert duty.seat != liar
    assert duty.seat == dealer or dealer == liar
    for player, vault in zip(game.players, game.vaults, strict=True):
        assert deck_chain(1) in player.spent_purposes(game.table)
        assert deck_chain(1) not in vault.seeds
    game.deliver(game.answer(duty))
    assert SeatLeft(liar, Cause.FAULT) in game.events
    assert any(isinstance(one, DealAnnulled) for one in game.events)
    assert game.table.waiting()[0].kind == Reseat.kind
    newcomer(game, liar, "Odile")
    sit_down(game, liar)
    game.play()
    assert game.table.is_signed
    assert 1 in game.table.state.dead_decks
    assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED


def test_a_deck_that_dies_while_another_is_played_with() -> None:
    game = open_table(1)
    complain_falsely(game, 3, 0, deck=2)
    assert game.table.state.decks_burnt == 1
    stalled = game.table.stalled_at()
    assert stalled is not None
    go_on_to(game, Absence.kind)
    assert game.table.state.decks_burnt == 1
    assert len(game.table.state.played) == 1
    assert [one.number for one in game.events if isinstance(one, DeckDied)] == [2]
    game.deliver(game.answer(game.table.waiting()[0]))
    newcomer(game, 3, "Odile")
    sit_down(game, 3)
    game.play()
    assert game.table.is_signed


def test_who_is_accused_and_does_not_answer_is_absent_and_not_guilty() -> None:
    game = open_table(1)
    complain_falsely(game, 3, 0)
    while (stalled := game.table.stalled_at()) is None or stalled.kind != Expose.kind:
        game.deliver(game.answer(game.table.waiting()[0]))
    place = silent_place(game)
    assert (place.seat, place.seq) == (0, 12)
    assert leave(game) == 0
    assert SeatLeft(0, Cause.ABSENT) in game.events
    assert game.table.waiting()[0].kind == Reseat.kind


def test_nobody_is_absent_where_only_a_seed_is_due() -> None:
    """After the last shuffle that chain waits for seeds, which nobody has to open."""
    game = open_table(1)
    go_on_to(game, Distribution.kind)
    last = game.table.log.entry(deck_chain(1), 11)
    assert last is not None
    place = SilentPlace(deck_chain(1), 12, last.head, 0)
    dealing = game.table.waiting()[0]
    assert dealing.kind == Distribution.kind
    assert game.table.absence_context(place) is None
    box, speaker = BallotBox(), speaker_about(game.table.state, Seat(0), dealing.seat)
    for voter in range(1, 4):
        assert box.add(game.table, vote_of(game, voter, place))
    absence = box.certificate(game.table, place, ())
    assert absence is not None
    context = replace(dealing.context, seat=speaker, kind=Absence.kind)
    signed = SignedEntry.seal(context, absence, game.identities[speaker])
    refusal = refusal_of(game.table, signed)
    assert isinstance(refusal, RejectedEntry)
    assert "in the preparation of deck" in str(refusal)


def dead(game: FourSeats) -> Stage:
    """Deck 1 is dead by a false complaint, and the dealer, who did not make it, is to tell."""
    game.play_until(Cut.kind)
    dealer = game.table.state.seated.seat_at(game.table.state.current_match.dealer)
    complain_falsely(game, (dealer + 1) % 4, dealer)
    go_on_to(game, Absence.kind)
    duty = game.table.waiting()[0]
    return Stage(game, duty, game.answer(duty))


def other_culprit(stage: Stage) -> SignedEntry:
    body = stage.body(Absence)
    seat = next(one for one in stage.others() if one != body.place.seat)
    return stage.seal(structs.replace(body, place=structs.replace(body.place, seat=seat)))


def other_deck(stage: Stage) -> SignedEntry:
    body = stage.body(Absence)
    return stage.seal(structs.replace(body, place=structs.replace(body.place, chain="deck/2")))


def in_the_middle(stage: Stage) -> SignedEntry:
    """The complaint cited in the place of the answer to it."""
    body, chain = stage.body(Absence), deck_chain(1)
    complaint = stage.table.log.entry(chain, stage.table.log.count(chain) - 2)
    assert complaint is not None
    place = SilentPlace(chain, complaint.entry.seq + 1, complaint.head, body.place.seat)
    return stage.seal(structs.replace(body, place=place))


def by_another(stage: Stage) -> SignedEntry:
    dealer = stage.seat
    return stage.seal(stage.body(Absence), seat=(dealer + 1) % 4)


def deal_it_all_the_same(stage: Stage) -> SignedEntry:
    """The last entry of the dead deck, as if it had completed it."""
    last = stage.table.log.entry(deck_chain(1), 11) or stage.table.log.entry(deck_chain(1), 10)
    assert last is not None
    body = Distribution("3-2", 1, last.head, stage.state.digest())
    return stage.seal(body, seat=stage.state.seated.seat_at(stage.deal.dealer))


@pytest.mark.parametrize(
    "cheat", [other_culprit, other_deck, in_the_middle, by_another, deal_it_all_the_same]
)
def test_who_tells_another_end_is_refused(cheat: Callable[[Stage], SignedEntry]) -> None:
    stage = dead(open_table(1))
    signed = cheat(stage)
    refusal = refusal_of(stage.table, signed)
    assert isinstance(refusal, RejectedEntry)
    assert refusal.culprit == signed.entry.seat
    assert refusal_of(stage.table, stage.honest) is None


def test_a_deck_whose_last_seat_complains_is_not_complete() -> None:
    """The complaint stands where the last shuffle would."""
    game = open_table(1)
    complain_falsely(game, 3, 0)
    go_on_to(game, Absence.kind)
    duty = game.table.waiting()[0]
    stage = Stage(game, duty, game.answer(duty))
    refusal = refusal_of(game.table, deal_it_all_the_same(stage))
    assert isinstance(refusal, RejectedEntry)


@pytest.mark.parametrize(
    "change",
    [
        lambda place: {"prev": b"p" * 32},
        lambda place: {"seq": place.seq + 1},
        lambda place: {"seq": 0},
    ],
    ids=["another head", "later", "at the beginning"],
)
def test_an_end_that_is_not_here_is_waited_for(
    change: Callable[[SilentPlace], dict[str, object]],
) -> None:
    stage = dead(open_table(1))
    body = stage.body(Absence)
    ahead = structs.replace(body.place, **change(body.place))
    signed = stage.seal(structs.replace(body, place=ahead))
    assert isinstance(refusal_of(stage.table, signed), NotYet)


def whole_deck() -> FourSeats:
    """Deck 1 is complete, and no seed of it will be revealed."""
    game = FourSeats(options=replace(short_game(), audit=Audit.NEVER))
    game.play_until(Distribution.kind)
    return game


@pytest.mark.parametrize("end", [whole_deck, lambda: dead(open_table(1)).game])
def test_nobody_is_silent_on_a_chain_that_has_come_to_its_end(end: Callable[[], FourSeats]) -> None:
    table, chain = end().table, deck_chain(1)
    count = table.log.count(chain)
    last = table.log.entry(chain, count - 1)
    assert last is not None
    for seat in table.state.seats:
        with pytest.raises(InvalidProof):
            table.decks.silent(SilentPlace(chain, count, last.head, seat))


@pytest.mark.parametrize("kind", [Distribution.kind, Play.kind])
def test_without_votes_nobody_is_absent(kind: str) -> None:
    game = open_table(1)
    duty = game.play_until(kind)
    seat = (duty.seat + 1) % 4
    place = SilentPlace.of(duty.context)
    context = replace(duty.context, kind=Absence.kind, seat=game.table.state.seats[seat])
    signed = SignedEntry.seal(context, Absence(place, (), ()), game.identities[seat])
    refusal = refusal_of(game.table, signed)
    assert isinstance(refusal, RejectedEntry)
    assert refusal.culprit == seat


def test_dealing_waits_for_the_deck_and_the_dealer_for_nothing_else() -> None:
    game = open_table(1)
    go_on_to(game, Distribution.kind)
    duty = game.table.waiting()[0]
    assert game.table.decks.killer() is None
    assert game.table.stalled_at() == duty.context
