"""Games to test with: a few sets of house rules, and whole games of the toy group, once each."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from belote_net.rules.choices import (
    AllPass,
    Annonces,
    Audit,
    BeloteCall,
    BeloteOrder,
    CannotOvertrump,
    DealRule,
    Direction,
    Overtrump,
    PartnerMasterVoid,
    PartnerTrumped,
    Round2TurnedSuit,
    Show,
    TrumpLedPartnerMaster,
)
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.messages import Call, Seats
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.four_seats import Chooser, FourSeats, random_chooser, short_game
from tests.protocol.toy_group import toy_group


@dataclass(frozen=True)
class House:
    """How a table plays."""

    options: Options
    seats: Seats = Seats.DRAWN


_DEFAULT = Options()

HOUSES: Mapping[str, House] = MappingProxyType(
    {
        **{name: House(short_game(options, deals=2)) for name, options in PRESETS.items()},
        "never revealed": House(replace(short_game(deals=2), audit=Audit.NEVER)),
        "manual belote": House(
            replace(
                short_game(deals=2),
                belote_call=BeloteCall.MANUAL_STRICT,
                direction=Direction.CLOCKWISE,
            ),
            Seats.CHOSEN,
        ),
        "king first": House(
            replace(
                short_game(deals=2),
                belote_order=BeloteOrder.KING_FIRST,
                deal_pattern=DealRule.TWO_THREE,
                all_pass=AllPass.SAME_DEALER,
            ),
            Seats.CHOSEN,
        ),
        "loose": House(
            replace(
                short_game(deals=2),
                cannot_overtrump=CannotOvertrump.DISCARD,
                overtrump=Overtrump.OPTIONAL,
                trump_led_partner_master=TrumpLedPartnerMaster.FREE,
                round2_turned_suit=Round2TurnedSuit.ALLOWED,
            )
        ),
        "partners ruff": House(
            replace(short_game(deals=2), partner_master_void=PartnerMasterVoid.MUST_TRUMP)
        ),
        "partners rise": House(
            replace(short_game(deals=2), partner_trumped=PartnerTrumped.MUST_RISE)
        ),
        "no undertrump": House(
            replace(short_game(deals=2), partner_trumped=PartnerTrumped.NO_UNDERTRUMP)
        ),
        "annonces": House(replace(short_game(deals=4), annonces=Annonces.ON)),
        "annonces at once": House(
            replace(short_game(deals=4), annonces=Annonces.ON, show=Show.AT_ONCE), Seats.CHOSEN
        ),
        "a match": House(replace(_DEFAULT, target=300)),
    }
)
"""Sets of house rules by name; each differs in what the chains see of it."""


def announcing(choose: Chooser) -> Chooser:
    """The same choices, with belote and rebelote said wherever it may be said truly."""

    def announce(view: TableView, duty: Duty) -> Decision:
        decision = choose(view, duty)
        if isinstance(decision, PlayCard):
            return replace(decision, announce=decision.card in view.announceable)
        return decision

    return announce


def passing_first(choose: Chooser, *, deals: int) -> Chooser:
    """Pass in the first `deals` deals, then choose."""

    def decide(view: TableView, duty: Duty) -> Decision:
        if duty.kind == Call.kind and view.deal_number <= deals:
            return PlaceBid(view.bids[0])
        return choose(view, duty)

    return decide


def seated(name: str, seed: object, *, private_tables: bool = False) -> FourSeats:
    """Four seats before their first entry; the first deal of every second seed is passed out."""
    house = HOUSES[name]
    passed = int(str(seed)) % 2 if str(seed).isdigit() else 0
    chooser = passing_first(announcing(random_chooser(seed)), deals=passed)
    return FourSeats(
        options=house.options,
        seed=f"{name}/{seed}",
        seats=house.seats,
        private_tables=private_tables,
        choosers=dict.fromkeys(range(4), chooser),
    )


@functools.cache
def toy_log(name: str, seed: int) -> tuple[SignedEntry, ...]:
    """The whole log of a game of the toy group."""
    with toy_group():
        game = seated(name, seed)
        game.play()
        return tuple(game.table.log)
