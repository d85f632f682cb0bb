"""Deals played to their end: by the rules, from any moment."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import OpenDeal, at_random, play_deal
from belote_net.bots.dice import Dice
from belote_net.bots.expert.habits import follow, lead
from belote_net.bots.expert.playout import Moment, Seats, play_out
from belote_net.bots.expert.slots import SUIT_OF, TRUMP_BITS, pack_bits, slots_for
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Card, Place, Suit, Team
from belote_net.rules.counting import CAPOT_LAST_TRICK_BONUS, LAST_TRICK_BONUS, count_tricks
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant
from belote_net.rules.variants import variant_for
from tests.bots.positions import EVERYBODY, mixed
from tests.rules.playing import legality_option_sets

OPTION_SETS = (*PRESETS.values(), *legality_option_sets())


def played_at_random(seed: int, options: Options) -> OpenDeal | None:
    """A whole deal of random players; None if all have passed."""
    match = Match.start(options, Place(seed % 4))
    players = dict.fromkeys(EVERYBODY, at_random(Dice(f"{seed}"), eagerness=0.6))
    deal, score = play_deal(match, mixed(seed), players)
    return None if score is None else deal


@settings(max_examples=40)
@given(st.integers(0, 100_000), st.sampled_from(list(PRESETS.values())))
def test_a_moment_counts_as_the_rules_do(seed: int, options: Options) -> None:
    deal = played_at_random(seed, options)
    if deal is None or deal.deal.contract is None:
        return
    variant, contract = variant_for(options), deal.deal.contract
    slots, seats = slots_for(options, contract.trump), Seats.at(variant, contract)
    attack = variant.team_of(contract.taker)
    won = [
        (variant.team_of(variant.trick_winner(trick, contract.trump)), trick)
        for trick in deal.deal.tricks
    ]
    moment = Moment(variant.first_place(deal.deal.dealer))
    for number, trick in enumerate(deal.deal.tricks, start=1):
        for lying, card in enumerate(trick.cards):
            assert moment.player == (trick.leader + lying) % variant.places
            assert moment.lying == lying
            moment = moment.after(slots.slot(card), seats)
        count = count_tricks(won[:number], contract.trump, teams=2)
        mine = sum(points for team, points in enumerate(count.points) if team == attack)
        bonus = (100 if count.capot is not None else LAST_TRICK_BONUS) * (count.last == attack)
        assert (moment.points, moment.tricks) == (mine - bonus, count.tricks[attack])
    assert moment.lying == 0


def played_by_the_rules(
    variant: Variant, contract: Contract, tricks: list[Trick], hands: dict[Place, set[Card]]
) -> tuple[int, int]:
    """What `play_out` does, with cards instead of bits, and everything asked of the rules."""
    slots = slots_for(variant.options, contract.trump)
    attack, _ = variant.sides(contract)

    def bits(*held: set[Card]) -> int:
        return sum(slots.bits(pack_bits(one)) for one in held)

    while any(hands.values()):
        trick = tricks[-1]
        place = trick.turn(variant.places)
        hand = hands[place]
        against = [hands[other] for other in EVERYBODY if (other in attack) != (place in attack)]
        legal = variant.legal_cards(frozenset(hand), trick, contract.trump)
        others = bits(*(held for other, held in hands.items() if other != place))
        if not trick.cards:
            trumps = bits(*against) & TRUMP_BITS
            slot = lead(bits(hand), others, trumps, took=place in attack)
        elif len(legal) == 1:
            slot = slots.slot(*legal)
        else:
            winner = variant.trick_winner(trick, contract.trump)
            best = slots.slot(trick.cards[(winner - trick.leader) % variant.places])
            is_last = len(trick.cards) == variant.places - 1
            slot = follow(
                bits(set(legal)),
                0 if is_last else others,
                SUIT_OF[slots.slot(trick.cards[0])],
                best,
                partner_wins=winner == variant.partner_of(place),
            )
        card = slots.cards[slot]
        assert card in legal
        hand.remove(card)
        tricks[-1] = trick.with_card(card)
        if len(tricks[-1].cards) == variant.places:
            tricks.append(Trick(variant.trick_winner(tricks[-1], contract.trump)))
    won = [
        (Team(variant.trick_winner(trick, contract.trump) in attack), trick)
        for trick in tricks[:-1]
    ]
    count = count_tricks(won, contract.trump, teams=2)
    beyond = CAPOT_LAST_TRICK_BONUS - LAST_TRICK_BONUS if count.capot == 1 else 0
    return count.points[1] - beyond, count.tricks[1]


@settings(max_examples=80)
@given(st.integers(0, 100_000), st.sampled_from(OPTION_SETS), st.integers(0, 31))
def test_a_deal_is_played_out_by_the_rules(seed: int, options: Options, start: int) -> None:
    deal = played_at_random(seed, options)
    if deal is None or deal.deal.contract is None:
        return
    variant, contract = variant_for(options), deal.deal.contract
    slots, seats = slots_for(options, contract.trump), Seats.at(variant, contract)
    cards = [
        (place, card)
        for trick in deal.deal.tricks
        for place, card in zip(variant.order_from(trick.leader), trick.cards, strict=True)
    ]
    moment, tricks = Moment(cards[0][0]), [Trick(cards[0][0])]
    for _, card in cards[:start]:
        moment = moment.after(slots.slot(card), seats)
        tricks[-1] = tricks[-1].with_card(card)
        if len(tricks[-1].cards) == variant.places:
            tricks.append(Trick(variant.trick_winner(tricks[-1], contract.trump)))
    hands = {
        place: {card for player, card in cards[start:] if player == place} for place in EVERYBODY
    }
    bits = [slots.bits(pack_bits(hands[place])) for place in EVERYBODY]
    expected = played_by_the_rules(variant, contract, tricks, hands)
    assert play_out(moment, bits, slots, seats) == expected


def test_after_the_last_card_nothing_is_left_to_play() -> None:
    variant = variant_for(Options())
    seats = Seats.at(variant, Contract(Place(1), Suit.HEARTS))
    slots = slots_for(Options(), Suit.HEARTS)
    over = Moment(player=3, winner=3, points=70, tricks=4)
    assert play_out(over, [0, 0, 0, 0], slots, seats) == (80, 4)
    lost = Moment(player=2, winner=2, points=70, tricks=4)
    assert play_out(lost, [0, 0, 0, 0], slots, seats) == (70, 4)
