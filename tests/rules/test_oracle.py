"""Legal cards against another program: belote-cli, which plays `classique` (its scores differ)."""

from __future__ import annotations

from random import Random

import pytest
from belote import deck as oracle_deck  # type: ignore[import-untyped]  # it ships no types
from belote import game as oracle_game

from belote_net.rules.cards import PACK, Card, Place, Rank, Suit
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick, legal_cards
from tests.rules.playing import LEGALITY_OPTIONS

_SUITS = {suit: oracle_deck.Suit[suit.name] for suit in Suit}
_THEIRS = {
    card: oracle_deck.Card(_SUITS[card.suit], oracle_deck.Rank[card.rank.name]) for card in PACK
}
_OURS = {theirs: card for card, theirs in _THEIRS.items()}


ITS_OPTIONS = Options.from_map(
    Options().to_map()
    | {
        "cannot_overtrump": "undertrump",
        "partner_master_void": "free",
        "trump_led_partner_master": "rise",
        "overtrump": "required",
        "partner_trumped": "any",
    }
)
"""What it plays: undertrump, free when the partner is winning, strict rise."""


def oracle_legal(held: frozenset[Card], trick: Trick, trump: Suit) -> frozenset[Card]:
    """The legal cards according to belote-cli."""
    seats = list(oracle_game.Seat)
    seat = seats[trick.turn(len(seats))]
    hands = tuple(tuple(map(_THEIRS.__getitem__, held)) if one is seat else () for one in seats)
    state = oracle_game.GameState(
        hands=hands,
        trump=_SUITS[trump],
        turn=seat,
        phase=oracle_game.Phase.PLAYING,
        current_trick=tuple(
            oracle_game.TrickCard(seats[(trick.leader + index) % len(seats)], _THEIRS[card])
            for index, card in enumerate(trick.cards)
        ),
    )
    return frozenset(map(_OURS.__getitem__, oracle_game.legal_cards(state, seat)))


def test_the_packs_are_the_same() -> None:
    assert len(_OURS) == len(PACK)
    assert {rank.name for rank in Rank} == {rank.name for rank in oracle_deck.Rank}


def random_position(random: Random) -> tuple[frozenset[Card], Trick, Suit]:
    """A hand of any size before a trick that somebody led."""
    deck = random.sample(PACK, 11)
    size = random.randrange(1, 4)
    trick = Trick(leader=Place(random.randrange(4)), cards=tuple(deck[:size]))
    held = frozenset(deck[size : size + random.randrange(1, 9)])
    return held, trick, random.choice(list(Suit))


@pytest.mark.parametrize("seed", range(20))
def test_ten_thousand_positions(seed: int) -> None:
    random = Random(f"oracle {seed}")
    restricted = 0
    for _ in range(500):
        held, trick, trump = random_position(random)
        legal = legal_cards(held, trick, trump, ITS_OPTIONS)
        assert legal == oracle_legal(held, trick, trump)
        restricted += legal != held
    assert restricted > 200


@pytest.mark.parametrize("name", LEGALITY_OPTIONS)
def test_any_other_rule_would_be_noticed(name: str) -> None:
    """Each value that it does not play makes differences: the comparison sees every option."""
    for value in OPTION_INFO[name].values or ():
        if value == ITS_OPTIONS.to_map()[name]:
            continue
        wrong = Options.from_map(ITS_OPTIONS.to_map() | {name: value})
        random = Random(f"oracle {name}")
        assert any(
            legal_cards(held, trick, trump, wrong) != oracle_legal(held, trick, trump)
            for held, trick, trump in (random_position(random) for _ in range(1_000))
        )
