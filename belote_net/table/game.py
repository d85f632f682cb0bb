"""The chain `table`, from the first entry to the result: the evening, top to bottom.

This generator reads like docs/protocol.md §9. It says who is expected to say what, and in which
order; what makes it right stands in `checks`. It does not know which seat is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from belote_net.rules.cards import Place
from belote_net.rules.declaration_round import StepKind
from belote_net.table import checks, declaring, recovery
from belote_net.table.absence import (
    Missing,
    SeatGone,
    check_last_agree,
    check_reseat,
    next_seat,
    stand_ins,
)
from belote_net.table.deal import auction_of
from belote_net.table.events import HandsCompleted, SeatsTaken
from belote_net.table.messages import (
    Agree,
    Call,
    Coin,
    Cut,
    Distribution,
    Flip,
    Gather,
    Height,
    InTrump,
    Play,
    Recover,
    Reseat,
    Result,
    Share,
    Show,
)
from belote_net.table.state import Game, Phase
from belote_protocol.entry import Body, EntryContext, Seat
from belote_protocol.machine import Expect, Steps, ask

B = TypeVar("B", bound=Body)


def play_game(game: Game, decks: checks.Decks) -> Steps[Game]:
    """The whole chain after its first entry."""
    try:
        game = yield from sit_down(game)
    except SeatGone as gone:
        return replace(gone.game, phase=Phase.VOID)

    while not game.current_match.is_over:
        try:
            game = yield from play_deal(game.begin_deal(), decks)
        except SeatGone as gone:
            game = yield from play_open(gone.game)
            game = yield from fill_seat(game.settle_absence())

    game = game.finish()
    for seat in game.present_seats:
        game = yield from entry_of(seat, game, Result, checks.check_result)
    return replace(game, phase=Phase.OVER)


def sit_down(game: Game) -> Steps[Game]:
    """All agree, and draw the first dealer; the places too, where they are drawn."""
    for seat in game.seats[1:]:
        game = yield from entry_of(seat, game, Agree, checks.check_agree)
    game = replace(game, phase=Phase.DRAWING)
    for seat in game.seats:
        game = yield from entry_of(seat, game, Coin, checks.check_coin)
    for seat in game.seats:
        game = yield from entry_of(seat, game, Flip, checks.check_flip)
    return game.draw_places().telling(SeatsTaken())


def fill_seat(game: Game) -> Steps[Game]:
    """Somebody takes the free seat, if the match goes on: all agree, the new member first."""
    while (absent := game.absent) is not None and not game.current_match.is_over:
        before, speaker = game.identities, next_seat(game, absent)
        game = yield from entry_of(speaker, game, Reseat, check_reseat)
        try:
            *first, last = game.seats_from(absent)
            for seat in first:
                game = yield from entry_of(seat, game, Agree, checks.check_agree)
            game = yield from entry_of(last, game, Agree, partial(check_last_agree, before))
        except SeatGone as gone:
            game = gone.game
    return game


def play_deal(game: Game, decks: checks.Decks) -> Steps[Game]:
    """One deal: cut, deal, auction, and if somebody took, eight tricks."""
    variant, dealer = game.variant, game.current_deal.dealer
    forehand = variant.first_place(dealer)

    game = yield from turn_of(variant.cutter(dealer), game, Cut, checks.check_cut)
    game = replace(game, phase=Phase.DEALING)
    check_distribution = partial(checks.check_distribution, decks)
    dealing_seat = game.seated.seat_at(dealer)
    game = yield from entry_of(dealing_seat, game, Distribution, check_distribution, decks)
    for place in variant.order_from(forehand):
        game = yield from turn_of(place, game, Share, checks.check_share)

    game = replace(game, phase=Phase.BIDDING)
    while (speaker := auction_of(game.current_deal).turn) is not None:
        game = yield from turn_of(speaker, game, Call, checks.check_call)
    if game.current_deal.contract is None:
        return game.throw_in()

    game = checks.complete_hands(game)
    for place in variant.order_from(forehand):
        game = yield from turn_of(place, game, Share, checks.check_share)
    for place in game.current_deal.places:
        game = yield from turn_of(place, game, Gather, checks.check_gather)

    game = replace(game, phase=Phase.PLAYING).telling(HandsCompleted())
    return (yield from play_tricks(game))


def play_tricks(game: Game) -> Steps[Game]:
    """Card by card to the last one; a hand that lies in the open plays by itself."""
    while (place := game.current_deal.to_play) is not None:
        game = yield from settle_declarations(game, place)
        if recovery.is_open(game, place):
            game = recovery.play_card(game)
        else:
            game = yield from turn_of(place, game, Play, checks.check_play)
    return game.score_deal()


def play_open(game: Game) -> Steps[Game]:
    """The deal of who has left its play, to its end, if the three others open his hand.

    If one of them does not, the game is as it was.
    """
    if not recovery.may_open(game):
        return game
    game = recovery.begin(game)
    for seat in recovery.helpers(game):
        game = yield from entry_of(seat, game, Recover, recovery.check_recover)
        if game.phase is Phase.FILLING:
            return game
    return (yield from play_tricks(game))


def settle_declarations(game: Game, place: Place) -> Steps[Game]:
    """What is owed about declarations before the player at `place` plays: details, then shows."""
    while (step := declaring.step_due(game, place)) is not None:
        if recovery.is_open(game, step.place):
            game = recovery.declare(game, step)
        elif step.kind is StepKind.HEIGHT:
            game = yield from turn_of(step.place, game, Height, declaring.check_height)
        elif step.kind is StepKind.TRUMP:
            game = yield from turn_of(step.place, game, InTrump, declaring.check_in_trump)
        else:
            game = yield from turn_of(step.place, game, Show, declaring.check_show)
    return game


Check = Callable[[Game, B, EntryContext], Game]


def entry_of(
    seat: Seat, game: Game, body: type[B], check: Check[B], decks: checks.Decks | None = None
) -> Steps[Game]:
    """Wait for an entry of `seat`; the game after it.

    Raises:
        SeatGone: all others go on without a seat.
    """
    before = replace(game, events=())
    owed: Expect[B, Game] = Expect(seat, body, partial(check, before), game)
    came: Game | Missing = yield from ask(replace(owed, instead=stand_ins(owed, game, decks)))
    if isinstance(came, Missing):
        raise SeatGone(came.game)
    return came


def turn_of(place: Place, game: Game, body: type[B], check: Check[B]) -> Steps[Game]:
    """Wait for an entry of the player at `place`; the game after it."""
    return (yield from entry_of(game.seated.seat_at(place), game, body, check))
