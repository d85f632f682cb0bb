"""Going on without a seat, with real cryptography: what the votes object to is really wrong."""

from __future__ import annotations

from msgspec import structs

from belote_net.table.audit import Verdict, audit_log
from belote_net.table.events import Cause, SeatLeft
from belote_net.table.messages import Play
from belote_protocol.ballot import SilentPlace
from belote_protocol.codec import decode
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry
from tests.four_seats import FourSeats
from tests.table.leaving import absence_at, leave, newcomer, silent_place, sit_down, taking_game
from tests.table.stage import refusal_of


def test_a_game_that_somebody_leaves_and_another_ends() -> None:
    game = taking_game(deals=2)
    game.play_until(Play.kind, count=6)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    game.play()
    audit = audit_log(tuple(game.table.log))
    assert (audit.verdict, audit.refusal) == (Verdict.FINISHED, None)
    assert game.table.is_signed
    assert game.table.members[seat].name == "Odile"


def refusing(game: FourSeats, signed: SignedEntry) -> SignedEntry:
    """All others object to an entry, and go on without its author."""
    context, absence = absence_at(game, SilentPlace.of(signed.entry.context), (signed,))
    return game.players[context.seat].tell_absence(context, absence)


def test_a_shuffle_whose_proof_fails() -> None:
    game = taking_game()
    while (duty := game.table.waiting()[0]).kind != Shuffle.kind:
        game.deliver(game.answer(duty))
    right = game.answer(duty)
    body = decode(Shuffle, right.entry.body)
    swapped = structs.replace(body, deck=(body.deck[1], body.deck[0], *body.deck[2:]))
    wrong = SignedEntry.seal(duty.context, swapped, game.identities[duty.seat])
    assert isinstance(refusal_of(game.table, wrong), RejectedEntry)
    assert "this one is right" in str(refusal_of(game.table, refusing(game, right)))
    game.deliver(refusing(game, wrong))
    assert SeatLeft(duty.seat, Cause.FAULT) in game.events
    assert game.table.state.played[-1].is_annulled


def test_a_card_that_was_not_dealt() -> None:
    game = taking_game()
    duty = game.play_until(Play.kind, count=5)
    right = game.answer(duty)
    body = decode(Play, right.entry.body)
    wrong = SignedEntry.seal(
        duty.context,
        structs.replace(body, card=(body.card + 1) % 32),
        game.identities[duty.seat],
    )
    assert isinstance(refusal_of(game.table, wrong), RejectedEntry)
    assert silent_place(game) == SilentPlace.of(wrong.entry.context)
    assert "this one is right" in str(refusal_of(game.table, refusing(game, right)))
    game.deliver(refusing(game, wrong))
    assert SeatLeft(duty.seat, Cause.FAULT) in game.events
