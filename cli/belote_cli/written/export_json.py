"""A game deal by deal for scripts (docs/schema/export.schema.json)."""

from __future__ import annotations

from belote_cli.plain_json import Told, plain
from belote_net.notation import Compass, Player, ToldDeal, ToldGame
from belote_net.notation.record import DealtCards, Departure
from belote_net.notation.told import ToldPlay
from belote_net.rules.cards import in_pack_order
from belote_net.rules.declaration_round import Spoken
from belote_net.rules.presets import nearest_preset


def export_json(told: ToldGame) -> Told:
    """The whole game. Places and teams are numbers from 0 in order of play."""
    record, match = told.record, told.match
    compass = Compass.of(record.options)
    preset, _ = nearest_preset(record.options)
    return {
        "game": record.game,
        "date": record.date,
        "preset": preset,
        "options": record.options.to_map(),
        "letters": list(compass.letters),
        "players": [_player(player) for player in record.players],
        "deals": [_deal(deal) for deal in told.deals],
        "is_over": match.is_over,
        "scores": list(match.scores),
        "winner": match.winner,
        "signed": list(record.signed),
    }


def _player(player: Player) -> Told:
    return {"name": player.name, "key": player.key, "operator": player.operator}


def _deal(deal: ToldDeal) -> Told:
    record, auction, play = deal.record, deal.auction, deal.play
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "players": [player.name for player in deal.players],
        "cut": record.cut,
        "packets": plain(record.pattern),
        "hands": [_hand(hand) for hand in record.hands] or None,
        "turn_up": plain(record.turn_up),
        "bids": [
            {"place": place, "bid": str(bid)}
            for place, bid in (auction.bids if auction is not None else ())
        ],
        "contract": None if play is None else plain(play.contract),
        "tricks": [] if play is None else _tricks(deal, play),
        "declarations": [
            _spoken(one) for one in (play.declarations.spoken if play and play.declarations else ())
        ],
        "belote": None if play is None else play.belote.holder,
        "left": None if record.departure is None else _departure(record.departure),
        "ending": _ending(deal),
        "score": plain(deal.score),
        "false_claimers": list(deal.false_claimers),
        "totals": list(deal.match.scores),
        "newcomer": None if record.newcomer is None else _player(record.newcomer),
    }


def _ending(deal: ToldDeal) -> str | None:
    """How a deal ended; None while it is not over."""
    if deal.score is not None:
        return deal.score.outcome.value
    if deal.is_annulled:
        return "annulled"
    return "passed" if deal.is_passed else None


def _hand(hand: DealtCards) -> Told:
    return {"first": plain(in_pack_order(hand.first)), "later": plain(in_pack_order(hand.later))}


def _tricks(deal: ToldDeal, play: ToldPlay) -> list[Told]:
    """The tricks that were begun; who won one is only said of a complete one."""
    told = [(won.trick.leader, won.winner, won.points) for won in play.tricks]
    begun = (play.trick.leader, None, None)
    return [
        {"leader": leader, "cards": plain(cards), "winner": winner, "points": points}
        for cards, (leader, winner, points) in zip(deal.record.tricks, (*told, begun), strict=False)
    ]


def _spoken(one: Spoken) -> Told:
    shown = None if one.shown is None else [plain(some.cards) for some in one.shown]
    return {
        "place": one.place,
        "claims": plain(one.claims),
        "height": plain(one.height),
        "in_trumps": plain(one.in_trumps),
        "shown": shown,
        "is_void": one.is_void,
    }


def _departure(departure: Departure) -> Told:
    opened = in_pack_order(departure.opened)
    return {
        "place": departure.place,
        "cause": departure.cause.value,
        "opened": plain(opened) if opened else None,
    }
