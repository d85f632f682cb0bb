"""A written game as the replay tells it: the public record of each deal, without any deck."""

from __future__ import annotations

from dataclasses import replace

from belote_cli.pen import Pen
from belote_cli.replay_words import Tale
from belote_cli.scene import Scene
from belote_net.notation import ToldDeal, ToldGame
from belote_net.notation.record import Cause
from belote_net.rules.cards import in_pack_order
from belote_net.rules.variants import variant_for
from belote_net.table.deal import Deal, OpenedHand
from belote_net.table.reveal import DealtHand
from belote_net.table.seating import Seating
from belote_net.table.state import PlayedDeal
from belote_protocol.entry import Seat


def tale_of(told: ToldGame, pen: Pen) -> Tale:
    """What the replay tells of a written game."""
    names = tuple(player.name for player in told.deals[-1].players)
    variant = variant_for(told.record.options)
    goes_on = [_deal(deal) for deal in told.deals if not deal.is_over]
    return Tale(
        scene=Scene(names, names, None, variant),
        changes=tuple(line for deal in told.deals for line in _changes(deal, pen)),
        played=tuple(
            PlayedDeal(_deal(deal), deal.score, deal.is_annulled)
            for deal in told.deals
            if deal.is_over
        ),
        current=goes_on[-1] if goes_on else None,
        hands={deal.number: _hands(deal) for deal in told.deals},
    )


def _deal(deal: ToldDeal) -> Deal:
    variant, departure, play = deal.variant, deal.record.departure, deal.play
    opened = None
    if departure is not None and departure.opened:
        opened = OpenedHand(departure.place, departure.opened)
    told = Deal(
        number=deal.number,
        dealer=deal.dealer,
        variant=variant,
        seating=Seating(tuple(Seat(seat) for seat in range(variant.places))),
        lifted=deal.record.cut,
        pattern=deal.record.pattern,
        turn_up=deal.record.turn_up,
        auction=deal.auction,
        opened=opened,
        names=tuple(player.name for player in deal.players),
    )
    if play is None:
        return told
    return replace(
        told,
        trick=play.trick if play.trick.cards else None,
        tricks=tuple(won.trick for won in play.tricks),
        belote=play.belote,
        declarations=play.declarations,
    )


def _hands(deal: ToldDeal) -> tuple[DealtHand, ...]:
    return tuple(
        DealtHand(in_pack_order(hand.first), in_pack_order(hand.later))
        for hand in deal.record.hands
    )


def _changes(deal: ToldDeal, pen: Pen) -> tuple[str, ...]:
    """Who left a deal, and who sat down after it."""
    departure, newcomer = deal.record.departure, deal.record.newcomer
    if departure is None:
        return ()
    name = deal.players[departure.place].name
    if departure.cause is Cause.FAULT:
        text = pen.text(
            "Deal {number}: {name} left it, all others refused what came.",
            number=deal.number,
            name=name,
        )
    else:
        text = pen.text(
            "Deal {number}: {name} left it, there was no answer.", number=deal.number, name=name
        )
    if newcomer is None:
        return (text,)
    if newcomer.is_same(deal.players[departure.place]):
        return (f"{text} {pen.text('{name} came back.', name=name)}",)
    return (f"{text} {pen.text('{name} took it.', name=newcomer.name)}",)
