"""Random deals and matches, played by the rules alone; and short ways to write cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from belote_net.errors import OptionError
from belote_net.rules.auction import Contract
from belote_net.rules.belote import BeloteCalls, belote_partner
from belote_net.rules.cards import PACK, Card, Hand, Place, in_pack_order
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.declarations import detect
from belote_net.rules.match import Match
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant
from belote_net.rules.variants import variant_for
from tests.rules.declaring import Speaker, all_answered, before_second_card, honest

LEGALITY_OPTIONS = (
    "cannot_overtrump",
    "partner_master_void",
    "trump_led_partner_master",
    "overtrump",
    "partner_trumped",
)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    return tuple(Card.parse(word) for word in text.split())


def hand(text: str) -> Hand:
    """Read a hand, its cards separated by spaces."""
    return frozenset(cards(text))


def trick(text: str) -> Trick:
    """Read a trick led from the first place."""
    return Trick(leader=Place(0), cards=cards(text))


def legality_option_sets() -> Iterator[Options]:
    """Every combination of the options that decide which cards are legal."""
    for values in product(*(OPTION_INFO[name].values or () for name in LEGALITY_OPTIONS)):
        chosen = dict(zip(LEGALITY_OPTIONS, values, strict=True))
        try:
            yield Options.from_map(Options().to_map() | chosen)
        except OptionError:
            continue


def label(options: Options) -> str:
    """The values of the legality options, for the name of a test."""
    values = options.to_map()
    return "-".join(str(values[name]) for name in LEGALITY_OPTIONS)


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played to its end."""

    contract: Contract
    tricks: tuple[Trick, ...]
    belote: Place | None
    forgiven: Place | None = None
    declarations: DeclarationRound | None = None


def deal_hands(
    variant: Variant, deck: tuple[Card, ...], dealer: Place, rng: Random
) -> tuple[Contract, list[Hand]] | None:
    """Deal, bid at random and complete the hands; None if all pass."""
    pattern = rng.choice(variant.deal_patterns)
    position = variant.turn_up_position(dealer, pattern)
    if position is None:
        raise ValueError("a turned card expected")
    auction = variant.start_auction(dealer, deck[position])
    while not auction.is_over:
        auction = auction.with_bid(rng.choice(auction.legal_bids()))
    contract = auction.contract
    if contract is None:
        return None
    packets = zip(
        variant.first_hands(dealer, pattern), variant.completion(dealer, contract), strict=True
    )
    hands = [frozenset(deck[index] for index in (*first, *then)) for first, then in packets]
    hands[contract.taker] |= {deck[position]}
    return contract, hands


def play_deal(
    variant: Variant, dealer: Place, rng: Random, *, forgivable: tuple[Place, ...] = ()
) -> Played | None:
    """Play one random deal by the rules, rebelote now and then forgotten; None if all pass."""
    deck = list(PACK)
    rng.shuffle(deck)
    dealt = deal_hands(variant, tuple(deck), dealer, rng)
    if dealt is None:
        return None
    contract, hands = dealt
    calls = BeloteCalls.start(contract.trump, variant.options, forgivable=forgivable)
    declarations = variant.start_declarations(dealer, contract.trump)
    speakers = {
        Place(place): honest(detect(held), contract.trump, is_discreet=rng.random() < 0.5)
        for place, held in enumerate(hands)
    }
    tricks: list[Trick] = []
    leader = variant.first_place(dealer)
    for number in range(variant.hand_size):
        current = Trick(leader=leader)
        for place in variant.order_from(leader):
            legal = variant.legal_cards(hands[place], current, contract.trump)
            card = rng.choice(in_pack_order(legal))
            says = says_belote(calls, place, card, hands[place])
            may_forget = not calls.must_announce(place, card) and bool(calls.plays)
            says = says and not (may_forget and rng.random() < 0.3)
            calls = calls.with_play(place, card, announced=says)
            if declarations is not None:
                declarations = declare(declarations, place, speakers, number)
            hands[place] -= {card}
            current = current.with_card(card)
        tricks.append(current)
        leader = variant.trick_winner(current, contract.trump)
    return Played(
        contract=contract,
        tricks=tuple(tricks),
        belote=calls.holder,
        forgiven=calls.forgiven,
        declarations=declarations,
    )


def declare(
    declarations: DeclarationRound, place: Place, speakers: dict[Place, Speaker], trick: int
) -> DeclarationRound:
    """What is said and shown with the card that the player at `place` plays to this trick."""
    if trick == 0:
        declarations = declarations.with_claims(place, speakers[place].claims)
        return all_answered(declarations, speakers)
    if trick == 1:
        return before_second_card(declarations, place, speakers)
    return declarations


def says_belote(calls: BeloteCalls, place: Place, card: Card, held: Hand) -> bool:
    """Whether an honest player who never forgets says it with this card."""
    if not calls.may_announce(place, card):
        return False
    return bool(calls.plays) or belote_partner(card, calls.trump) in held


def score(variant: Variant, played: Played, match: Match) -> DealScore:
    """Score a played deal of this match."""
    return variant.score(
        played.tricks,
        played.contract,
        belote=played.belote,
        forgiven=played.forgiven,
        declarations=played.declarations,
        held_points=match.held_points,
        is_last_deal=match.is_last_deal,
    )


def play_match(options: Options, seed: int, *, most_deals: int) -> Iterator[Match]:
    """Play random deals; yield the match after each, until it is over or `most_deals` are dealt."""
    rng = Random(seed)
    variant = variant_for(options)
    match = Match.start(options, Place(rng.randrange(variant.places)))
    for _ in range(most_deals):
        played = play_deal(variant, match.dealer, rng, forgivable=match.forgivable)
        if played is None:
            match = match.after_all_pass()
        else:
            match = match.after(score(variant, played, match), played.contract)
        yield match
        if match.is_over:
            return
