"""A game deal by deal for scripts (docs/schema/export.schema.json)."""

from __future__ import annotations

from belote_cli.plain_json import Told, plain
from belote_net.notation import Compass, Player, ToldDeal, ToldGame
from belote_net.notation.record import DealtCards, Departure
from belote_net.notation.writing import trick_points
from belote_net.rules.cards import Place, in_pack_order
from belote_net.rules.declaration_round import Spoken
from belote_net.rules.presets import nearest_preset
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for


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
    record, auction = deal.record, deal.auction
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
        "contract": plain(deal.contract),
        "tricks": _tricks(deal),
        "declarations": [
            _spoken(one) for one in (deal.declarations.spoken if deal.declarations else ())
        ],
        "belote": deal.belote.holder if deal.belote is not None else None,
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


def _tricks(deal: ToldDeal) -> list[Told]:
    begun = (deal.trick,) if deal.trick is not None else ()
    return [_trick(deal, index, trick) for index, trick in enumerate((*deal.tricks, *begun))]


def _trick(deal: ToldDeal, index: int, trick: Trick) -> Told:
    """A trick; who won it is only said of a complete one."""
    winner: Place | None = None
    points: int | None = None
    if index < len(deal.tricks) and deal.contract is not None:
        variant = variant_for(deal.match.options)
        winner = variant.trick_winner(trick, deal.contract.trump)
        points = trick_points(trick, deal)
    cards = plain(deal.record.tricks[index])
    return {"leader": trick.leader, "cards": cards, "winner": winner, "points": points}


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
