"""The four-player game with a turned card: who sits where, who gets which card of the deck."""

from __future__ import annotations

from random import Random

import pytest

from belote_net.rules.auction import Contract
from belote_net.rules.cards import PACK, Card, Place, Suit
from belote_net.rules.choices import Annonces, AnnonceTie, DealRule, Direction, Show
from belote_net.rules.declarations import Claim
from belote_net.rules.options import Options
from belote_net.rules.scoring import LineKind, Outcome
from belote_net.rules.trick import Illegality, Trick
from belote_net.rules.variant import DealPattern
from belote_net.rules.variants import variant_for
from tests.rules.declaring import declaration
from tests.rules.playing import deal_hands, hand, trick

VARIANT = variant_for(Options())
PLACES = tuple(map(Place, range(4)))


def test_the_table() -> None:
    assert VARIANT.places == 4
    assert VARIANT.hand_size == 8
    assert VARIANT.pack == PACK
    assert VARIANT.teams == ((0, 2), (1, 3))
    assert VARIANT.options == Options()


@pytest.mark.parametrize("place", PLACES)
def test_neighbours(place: Place) -> None:
    after, opposite, before = ((place + step) % 4 for step in (1, 2, 3))
    assert VARIANT.order_from(place) == (place, after, opposite, before)
    assert VARIANT.next_place(place) == VARIANT.first_place(place) == after
    assert VARIANT.partner_of(place) == opposite
    assert VARIANT.cutter(place) == before
    assert VARIANT.team_of(place) == VARIANT.team_of(Place(opposite))
    assert VARIANT.team_of(place) != VARIANT.team_of(Place(after))
    assert place in VARIANT.teams[VARIANT.team_of(place)]
    attack, defence = VARIANT.sides(Contract(taker=place, trump=Suit.CLUBS))
    assert set(attack) == {place, opposite}
    assert set(defence) == {after, before}


@pytest.mark.parametrize(
    ("rule", "patterns"),
    [
        (DealRule.DEALER_CHOICE, (DealPattern.THREE_TWO, DealPattern.TWO_THREE)),
        (DealRule.THREE_TWO, (DealPattern.THREE_TWO,)),
        (DealRule.TWO_THREE, (DealPattern.TWO_THREE,)),
    ],
)
def test_patterns_left_to_the_dealer(rule: DealRule, patterns: tuple[DealPattern, ...]) -> None:
    assert variant_for(Options(deal_pattern=rule)).deal_patterns == patterns


@pytest.mark.parametrize("pattern", DealPattern)
@pytest.mark.parametrize("dealer", PLACES)
def test_every_card_is_dealt_once(dealer: Place, pattern: DealPattern) -> None:
    first = VARIANT.first_hands(dealer, pattern)
    assert [len(positions) for positions in first] == [5] * 4
    turned = VARIANT.turn_up_position(dealer, pattern)
    assert turned == 20
    for taker in PLACES:
        then = VARIANT.completion(dealer, Contract(taker=taker, trump=Suit.HEARTS))
        assert [len(positions) for positions in then] == [2 if p == taker else 3 for p in PLACES]
        dealt = [index for positions in (*first, *then) for index in positions]
        assert sorted([*dealt, turned]) == list(range(32))
        assert all(list(positions) == sorted(positions) for positions in (*first, *then))


def test_the_packets_of_a_deal() -> None:
    """Place 3 deals: 0 is served first, the dealer last; place 1 has taken."""
    assert VARIANT.first_hands(Place(3), DealPattern.THREE_TWO) == (
        (0, 1, 2, 12, 13),
        (3, 4, 5, 14, 15),
        (6, 7, 8, 16, 17),
        (9, 10, 11, 18, 19),
    )
    assert VARIANT.first_hands(Place(0), DealPattern.TWO_THREE) == (
        (6, 7, 17, 18, 19),
        (0, 1, 8, 9, 10),
        (2, 3, 11, 12, 13),
        (4, 5, 14, 15, 16),
    )
    assert VARIANT.completion(Place(3), Contract(taker=Place(1), trump=Suit.HEARTS)) == (
        (21, 22, 23),
        (24, 25),
        (26, 27, 28),
        (29, 30, 31),
    )


def test_hands_of_a_whole_deal() -> None:
    random = Random("hands")
    dealt = [deal_hands(VARIANT, PACK, Place(2), random) for _ in range(20)]
    contracts = [one for one in dealt if one is not None]
    assert contracts
    for contract, hands in contracts:
        assert [len(held) for held in hands] == [8] * 4
        assert frozenset[Card]().union(*hands) == set(PACK)
        assert PACK[20] in hands[contract.taker]


def test_the_auction_begins_after_the_dealer() -> None:
    auction = VARIANT.start_auction(Place(1), Card.parse("JC"))
    assert auction.turn == 2
    assert auction.order == (2, 3, 0, 1)


def test_the_rules_of_play_are_those_of_the_options() -> None:
    held, position = hand("8H AS 7C"), trick("KD 10H")
    ace = Card.parse("AS")
    assert VARIANT.legal_cards(held, position, Suit.HEARTS) == hand("8H")
    diamonds_and_hearts = {card for card in PACK if card.suit in (Suit.DIAMONDS, Suit.HEARTS)}
    assert VARIANT.forbidden(ace, position, Suit.HEARTS) == diamonds_and_hearts
    assert VARIANT.why_not(ace, held, position, Suit.HEARTS) is Illegality.MUST_UNDERTRUMP


@pytest.mark.parametrize("leader", PLACES)
def test_winner_at_every_place(leader: Place) -> None:
    won = Trick(leader=leader, cards=trick("JC KD 7C 8C").cards)
    assert VARIANT.trick_winner(won, Suit.SPADES) == leader


@pytest.mark.parametrize("absent", PLACES)
def test_forfeit_goes_to_the_other_side(absent: Place) -> None:
    contract = Contract(taker=Place(0), trump=Suit.SPADES)
    result = VARIANT.forfeit(absent, contract, belote=Place((absent + 1) % 4), held_points=81)
    assert result.outcome is Outcome.FORFEITED
    assert result.points[VARIANT.team_of(absent)] == 0
    assert sum(result.points) == 162 + 20 + 81
    assert result.taker == 0
    early = VARIANT.forfeit(absent, None, belote=None, held_points=0)
    assert early.taker is None
    assert sum(early.points) == 162


@pytest.mark.parametrize("dealer", PLACES)
def test_declarations_begin_with_the_lead(dealer: Place) -> None:
    assert VARIANT.start_declarations(dealer, Suit.CLUBS) is None
    options = Options(annonces=Annonces.ON, annonce_tie=AnnonceTie.CANCEL, show=Show.AT_ONCE)
    declarations = variant_for(options).start_declarations(dealer, Suit.CLUBS)
    assert declarations is not None
    assert declarations.order == VARIANT.order_from(VARIANT.first_place(dealer))
    assert declarations.teams == VARIANT.teams
    assert (declarations.trump, declarations.hand_size) == (Suit.CLUBS, 8)
    assert (declarations.tie, declarations.show) == (AnnonceTie.CANCEL, Show.AT_ONCE)
    assert declarations.spoken == ()


def test_declarations_and_forgiveness_reach_the_score() -> None:
    variant = variant_for(Options(annonces=Annonces.ON))
    contract = Contract(taker=Place(1), trump=Suit.HEARTS)
    declarations = variant.start_declarations(Place(3), contract.trump)
    assert declarations is not None
    for place in PLACES:
        declarations = declarations.with_claims(place, [Claim.FIFTY] if place == 3 else [])
    tricks = [Trick(leader=Place(0), cards=PACK[start : start + 4]) for start in range(0, 32, 4)]

    def points(number: int) -> tuple[int, ...]:
        result = variant.score(
            tricks,
            contract,
            belote=Place(1),
            forgiven=Place(1),
            held_points=0,
            is_last_deal=False,
            declarations=declarations,
        )
        assert result.forgiven == 1
        declared = [line.points for line in result.formula if line.kind is LineKind.DECLARATIONS]
        assert sum(declared) == number
        left = variant.forfeit(
            Place(0), contract, belote=Place(1), held_points=0, declarations=declarations
        )
        assert left.points == (0, 182 + number)
        return result.declarations

    assert points(0) == (0, 0)
    declarations = declarations.with_show(Place(3), [declaration("7S 8S 9S 10S")])
    assert points(50) == (0, 50)


@pytest.mark.parametrize("direction", Direction)
def test_the_direction_is_for_those_who_draw_the_table(direction: Direction) -> None:
    """Places are numbered in turn order, so dealing, bidding and play do not depend on it."""
    variant = variant_for(Options(direction=direction))
    for dealer in PLACES:
        assert variant.order_from(dealer) == VARIANT.order_from(dealer)
        assert variant.first_hands(dealer, DealPattern.TWO_THREE) == VARIANT.first_hands(
            dealer, DealPattern.TWO_THREE
        )
        assert variant.start_auction(dealer, PACK[0]).order == VARIANT.order_from(
            VARIANT.first_place(dealer)
        )
