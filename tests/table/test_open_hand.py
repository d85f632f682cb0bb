"""A hand whose player has left: opened by the three others, it plays the deal to its end."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from msgspec import structs

from belote_net.rules.cards import Hand, in_pack_order
from belote_net.rules.choices import Annonces, Audit, OnAbsence
from belote_net.rules.open_hand import open_card
from belote_net.rules.scoring import Outcome
from belote_net.rules.trick import Trick
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.events import (
    DealForfeited,
    DealScored,
    HandOpened,
    OpeningDeclined,
)
from belote_net.table.messages import (
    Call,
    Gather,
    MemberKind,
    Opening,
    Play,
    Recover,
    Reseat,
    Share,
)
from belote_net.table.state import Phase
from belote_protocol.deck import card_number
from belote_protocol.deck_state import Commit, EscrowCommit, Reveal
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import InvalidProof, RejectedEntry
from belote_protocol.group import Scalar
from tests.four_seats import FourSeats
from tests.table.leaving import leave, sit_down
from tests.table.open_hands import (
    OPEN_HAND,
    help_open,
    helping,
    leave_at,
    left_deal,
    open_table,
)
from tests.table.recover_cheats import HELP, share
from tests.table.stage import Cheat, Stage, refusal_of

toy = pytest.mark.usefixtures("toy")


def play_to_the_free_seat(game: FourSeats) -> None:
    """Play on until somebody is to take the seat of who has left."""
    while game.table.waiting() and game.table.waiting()[0].kind != Reseat.kind:
        game.deliver(game.answer(game.table.waiting()[0]))


def finish(game: FourSeats, seat: int) -> None:
    """Play the deal to its end, let the absent player come back, and play the rest."""
    play_to_the_free_seat(game)
    if not game.table.is_over:
        sit_down(game, seat)
    game.play()
    assert game.table.is_signed
    assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED


def check_plays(game: FourSeats, seat: int, hand: Hand) -> None:
    """Check that the open hand played its own cards, each by the rule, and that they counted."""
    deal = game.table.state.played[0].deal
    assert deal.opened is not None
    assert deal.contract is not None
    place, left = deal.opened.place, hand
    assert place == deal.seating.place_of(Seat(seat))
    assert deal.opened.cards == hand
    for trick in deal.tricks:
        index = (place - trick.leader) % 4
        if trick.cards[index] in left:
            before = Trick(trick.leader, trick.cards[:index])
            assert trick.cards[index] == open_card(deal.variant, left, before, deal.contract.trump)
            left -= {trick.cards[index]}
    assert not left
    assert sum(len(trick.cards) for trick in deal.tricks) == 32
    score = game.table.state.played[0].score
    assert score is not None
    assert score.outcome is not Outcome.FORFEITED


@toy
@pytest.mark.parametrize("cards", range(32))
@pytest.mark.parametrize("seed", [1, 2])
def test_who_leaves_at_any_card(cards: int, seed: int) -> None:
    game = open_table(seed)
    game.play_until(Play.kind, count=cards + 1)
    hand = game.players[game.table.waiting()[0].seat].hand(game.table)
    seat = leave(game)
    before = len(game.table.log)
    help_open(game)
    assert next(one.cards for one in game.events if isinstance(one, HandOpened)) == in_pack_order(
        hand
    )
    finish(game, seat)
    check_plays(game, seat, hand)
    # Not a word of his in this deal, and nobody opens a seed of it.
    table_chain = [
        one.entry for one in tuple(game.table.log)[before:] if one.entry.chain == "table"
    ]
    in_deal = table_chain[: next(i for i, e in enumerate(table_chain) if e.kind == Reseat.kind)]
    assert seat not in {entry.seat for entry in in_deal}
    first = f"deck/{game.table.state.played[0].deal.deck_number}"
    revealed = {one.entry.chain for one in game.table.log if one.entry.kind == Reveal.kind}
    assert first not in revealed
    assert revealed
    assert all(first not in vault.seeds for vault in game.vaults)


@toy
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("trick", range(8))
def test_every_seat_in_every_trick(seat: int, trick: int) -> None:
    game = open_table(seat + 1)
    while not (
        game.table.waiting()[0].kind == Play.kind
        and game.table.waiting()[0].seat == seat
        and len(left_deal(game).tricks) == trick
    ):
        game.deliver(game.answer(game.table.waiting()[0]))
    hand = game.players[seat].hand(game.table)
    assert leave(game) == seat
    finish(game, seat)
    check_plays(game, seat, hand)


def test_in_the_real_group() -> None:
    game = open_table(3, replace(OPEN_HAND, deals=1, annonces=Annonces.ON))
    game.play_until(Play.kind, count=10)
    hand = game.players[game.table.waiting()[0].seat].hand(game.table)
    seat = leave(game)
    finish(game, seat)
    check_plays(game, seat, hand)


@toy
def test_four_private_tables_come_to_the_same() -> None:
    game = open_table(4, private_tables=True)
    seat = leave_at(game, 5)
    help_open(game)
    finish(game, seat)
    assert len({table.state.digest() for table in game.tables}) == 1


# Who is asked, and when.


@toy
def test_all_others_are_asked_in_order_from_the_seat_after() -> None:
    game = open_table()
    seat = leave_at(game, 6)
    asked = []
    while game.table.waiting()[0].kind == Recover.kind:
        duty = game.table.waiting()[0]
        assert game.table.state.phase is Phase.RECOVERING
        assert game.players[duty.seat].needs_decision(duty)
        asked.append(duty.seat)
        game.deliver(game.answer(duty))
    assert asked == [(seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4]
    assert game.table.state.phase is Phase.PLAYING


@toy
@pytest.mark.parametrize("helpers_before", range(3))
def test_one_who_declines_leaves_the_hand_closed(helpers_before: int) -> None:
    game = open_table()
    seat = leave_at(game, 6)
    order = [(seat + offset) % 4 for offset in (1, 2, 3)]
    unwilling = order[helpers_before]
    game.choosers = {
        one: helping(game.choosers[one], is_willing=one != unwilling) for one in range(4)
    }
    help_open(game)
    state = game.table.state
    assert [one.entry.seat for one in game.table.log if one.entry.kind == Recover.kind] == order[
        : helpers_before + 1
    ]
    assert state.phase is Phase.FILLING
    assert state.played[-1].score is not None
    assert state.played[-1].score.outcome is Outcome.FORFEITED
    assert state.played[-1].deal.opened is None
    declined = [one.seat for one in game.events if isinstance(one, OpeningDeclined)]
    assert declined == [unwilling]
    assert any(isinstance(one, DealForfeited) for one in game.events)
    assert not any(isinstance(one, HandOpened) for one in game.events)
    finish(game, seat)


@toy
@pytest.mark.parametrize(("kind", "count"), [(Share.kind, 8), (Call.kind, 1), (Gather.kind, 4)])
def test_before_the_first_trick_nobody_is_asked(kind: str, count: int) -> None:
    game = open_table()
    game.play_until(kind, count=count)
    leave(game)
    assert game.table.waiting()[0].kind == Reseat.kind
    assert game.table.state.played[-1].deal.opened is None


@toy
def test_without_the_option_nobody_is_asked() -> None:
    game = open_table(options=replace(OPEN_HAND, on_absence=OnAbsence.FORFEIT))
    leave_at(game, 3)
    assert game.table.waiting()[0].kind == Reseat.kind
    assert {one.entry.kind for one in game.table.log} >= {Commit.kind}


class WithBot(FourSeats):
    """Four seats, the last of which is a bot of the first."""

    def opening_body(self) -> Opening:
        body = super().opening_body()
        bot = structs.replace(body.members[3], kind=MemberKind.BOT, operator=0)
        return structs.replace(body, members=(*body.members[:3], bot))


@toy
def test_with_a_bot_at_the_table_no_key_is_shared() -> None:
    game = WithBot(options=OPEN_HAND, choosers=open_table().choosers)
    assert not game.table.state.keeps_escrow(game.table.members)
    leave_at(game, 3)
    assert game.table.waiting()[0].kind == Reseat.kind
    kinds = {one.entry.kind for one in game.table.log}
    assert Commit.kind in kinds
    assert EscrowCommit.kind not in kinds


@toy
def test_a_card_that_lies_in_the_open_needs_no_help() -> None:
    """The taker leaves with nothing but the turned card in hand."""
    for seed in range(40):
        game = open_table(seed)
        while game.table.waiting()[0].kind != Reseat.kind and not game.table.is_over:
            duty = game.table.waiting()[0]
            deal = game.table.state.deal
            if duty.kind == Play.kind and deal is not None and len(deal.tricks) == 7:
                hand = game.players[duty.seat].hand(game.table)
                if hand == {deal.turn_up}:
                    seat = leave(game)
                    assert not any(one.entry.kind == Recover.kind for one in game.table.log)
                    play_to_the_free_seat(game)
                    assert left_deal(game).opened is not None
                    check_plays(game, seat, hand)
                    return
            if deal is not None and deal.number > 1:
                break
            game.deliver(game.answer(duty))
    raise AssertionError("no taker kept the turned card")


@toy
def test_while_one_seat_is_free_no_other_can_be_declared_absent() -> None:
    game = open_table()
    leave_at(game, 6)
    assert game.table.stalled_at() is None  # a helper is waited for
    help_open(game)
    assert game.table.waiting()[0].kind == Play.kind
    assert game.table.stalled_at() is None


@toy
def test_who_has_left_cannot_come_back_into_the_deal() -> None:
    game = open_table()
    seat = leave_at(game, 6)
    help_open(game)
    due = game.table.waiting()[0]
    assert not game.table.duties(seat)
    stage = Stage(game, due, game.answer(due))
    late = stage.seal(stage.body(Play), seat=seat)
    refusal = refusal_of(game.table, late)
    assert isinstance(refusal, RejectedEntry)
    assert refusal.culprit == seat


@toy
def test_an_open_hand_ends_the_match_if_it_is_the_last_deal() -> None:
    game = open_table(options=replace(OPEN_HAND, deals=1))
    seat = leave_at(game, 9)
    game.play()
    assert game.table.is_signed
    assert seat not in {one.entry.seat for one in game.table.log if one.entry.kind == "result"}
    assert any(isinstance(one, DealScored) for one in game.events)
    assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED


# Cheats.


@toy
@pytest.mark.parametrize("cheat", HELP, ids=lambda cheat: cheat.name)
@pytest.mark.parametrize("helper", range(3))
def test_who_helps_falsely_is_refused(cheat: Cheat, helper: int) -> None:
    check_refused(cheat, helper)


@pytest.mark.slow
@pytest.mark.parametrize("cheat", HELP, ids=lambda cheat: cheat.name)
def test_who_helps_falsely_is_refused_in_the_real_group(cheat: Cheat) -> None:
    check_refused(cheat, 1)


def check_refused(cheat: Cheat, helper: int) -> None:
    game = open_table(7)
    leave_at(game, 5)
    for _ in range(helper):
        game.deliver(game.answer(game.table.waiting()[0]))
    duty = game.table.waiting()[0]
    stage = Stage(game, duty, game.answer(duty))
    signed = cheat.forge(stage)
    assert signed is not None
    before = game.table.state
    refusal = refusal_of(game.table, signed)
    assert isinstance(refusal, RejectedEntry)
    assert refusal.culprit == signed.entry.seat
    assert cheat.reason in str(refusal)
    assert game.table.state is before
    audit = audit_log((*game.table.log, signed))
    assert audit.refusal is not None
    assert audit.refusal.culprit == signed.entry.seat


@toy
def test_nobody_helps_where_nobody_is_asked() -> None:
    """In the place of a card, and once another has declined."""
    asked, game = open_table(7), open_table(7)
    leave_at(asked, 5)
    duty = asked.table.waiting()[0]
    body = Stage(asked, duty, asked.answer(duty)).body(Recover)
    due = game.play_until(Play.kind, count=6)
    asked.choosers = {one: helping(asked.choosers[one], is_willing=False) for one in range(4)}
    help_open(asked)
    for one, context in ((game, due.context), (asked, asked.table.waiting()[0].context)):
        signed = SignedEntry.seal(
            replace(context, kind=Recover.kind), body, one.identities[context.seat]
        )
        refusal = refusal_of(one.table, signed)
        assert isinstance(refusal, RejectedEntry)
        assert refusal.culprit == context.seat


# Who learns what.


@toy
@pytest.mark.parametrize("spoken", range(3))
def test_nobody_reads_the_hand_before_all_three_have_spoken(spoken: int) -> None:
    """With what is in the log and the shares of any two seats, no card comes out."""
    game = open_table(5)
    seat = leave_at(game, 5)
    first = game.table.waiting()[0]
    stage = Stage(game, first, game.answer(first))
    for _ in range(spoken):
        game.deliver(game.answer(game.table.waiting()[0]))
    views = [player.view(game.table) for player in game.players]
    assert all(view is not None and view.open_hand == () for view in views)
    deal = left_deal(game)
    hidden = deal.hidden_left(deal.seating.place_of(seat))
    keys = [share(stage, one) for one in range(4) if one != seat]
    for first_key, second_key in combinations(keys, 2):
        for ciphertext in hidden:
            with pytest.raises(InvalidProof):
                card_number(ciphertext.b - ciphertext.a * (first_key + second_key))
    for ciphertext in hidden:
        assert card_number(ciphertext.b - ciphertext.a * sum(keys, Scalar(0))) >= 0


@toy
def test_all_see_the_open_hand_and_the_cards_that_are_left_in_it() -> None:
    game = open_table(5, replace(OPEN_HAND, audit=Audit.NEVER))
    game.play_until(Play.kind, count=6)
    seat = game.table.waiting()[0].seat
    hand = game.players[seat].hand(game.table)
    leave(game)
    help_open(game)
    for player in game.players:
        view = player.view(game.table)
        assert view is not None
        assert view.absent == game.table.state.seated.place_of(seat)
        assert view.open_hand == in_pack_order(hand - left_deal(game).played)
        assert view.players[view.absent].cards_left == len(view.open_hand)
    play_to_the_free_seat(game)
    view = game.players[0].view(game.table)
    assert view is not None
    assert view.open_hand == ()
    sit_down(game, seat)
    view = game.players[0].view(game.table)
    assert view is not None
    assert view.absent is None
