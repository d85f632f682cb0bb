"""Which cards may be played: against rules written once more, plainly, for every house rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.rules.cards import PACK, Card, Hand, Place, Suit, plain_strength, trump_strength
from belote_net.rules.choices import (
    CannotOvertrump,
    Overtrump,
    PartnerMasterVoid,
    PartnerTrumped,
    TrumpLedPartnerMaster,
)
from belote_net.rules.options import Options
from belote_net.rules.trick import (
    Illegality,
    Trick,
    forbidden,
    legal_cards,
    why_not,
    winning_index,
)
from tests.rules.playing import cards, hand, label, legality_option_sets, trick

_OPTION_SETS = tuple(legality_option_sets())
_EVERY_SET = pytest.mark.parametrize("options", _OPTION_SETS, ids=label)


def plain_winner(played: tuple[Card, ...], trump: Suit) -> int:
    """The index of the winning card, the slow way."""
    trumps = [index for index, card in enumerate(played) if card.suit is trump]
    if trumps:
        return max(trumps, key=lambda index: trump_strength(played[index]))
    followed = [index for index, card in enumerate(played) if card.suit is played[0].suit]
    return max(followed, key=lambda index: plain_strength(played[index]))


def plain_legal(held: Hand, played: tuple[Card, ...], trump: Suit, options: Options) -> Hand:
    """The legal cards, read off the rules from the top, duty by duty."""
    if not played:
        return held
    best = played[plain_winner(played, trump)]
    partner = len(played) >= 2 and best is played[-2]
    trumps = frozenset(card for card in held if card.suit is trump)
    higher = frozenset(
        card
        for card in trumps
        if best.suit is not trump or trump_strength(card) > trump_strength(best)
    )
    follow = frozenset(card for card in held if card.suit is played[0].suit)
    if played[0].suit is trump and follow:
        if partner and options.trump_led_partner_master is TrumpLedPartnerMaster.FREE:
            return follow
        return higher or follow
    if follow or not trumps:
        return follow or held
    if partner and options.partner_master_void is PartnerMasterVoid.FREE:
        return plain_over_partner(held, trumps, higher, options)
    if higher:
        return higher if options.overtrump is Overtrump.REQUIRED else trumps
    return trumps if options.cannot_overtrump is CannotOvertrump.UNDERTRUMP else held


def plain_over_partner(held: Hand, trumps: Hand, higher: Hand, options: Options) -> Hand:
    """The legal cards of who cannot follow while his partner is winning and he is free."""
    not_lower = held - (trumps - higher)
    match options.partner_trumped:
        case PartnerTrumped.ANY:
            return held
        case PartnerTrumped.MUST_RISE:
            return not_lower if higher else held
        case PartnerTrumped.NO_UNDERTRUMP:
            return not_lower or held


def check(held: Hand, played: tuple[Card, ...], trump: Suit, options: Options) -> None:
    """All that must hold in one position."""
    position = Trick(leader=Place(0), cards=played)
    legal = legal_cards(held, position, trump, options)
    assert legal == plain_legal(held, played, trump, options)
    assert legal
    for card in held:
        barred_by = forbidden(card, position, trump, options)
        assert card not in barred_by
        assert (card in legal) is held.isdisjoint(barred_by)
        assert (card in legal) is (why_not(card, held, position, trump, options) is None)


@cache
def small_positions() -> tuple[tuple[Hand, tuple[Card, ...]], ...]:
    """Every trick and every hand of four trumps, two cards of a suit and one of another.

    They cover every shape: trump or plain led, ruffed or not, by opponent or partner, and a hand
    with or without the suit, higher trumps, lower trumps, others.
    """
    few = cards("7H QH 10H JH 7S AS AD")

    def positions() -> Iterator[tuple[Hand, tuple[Card, ...]]]:
        for length in range(4):
            for played in permutations(few, length):
                left = [card for card in few if card not in played]
                for size in range(1, len(left) + 1):
                    for held in combinations(left, size):
                        yield frozenset(held), played

    return tuple(positions())


def test_there_are_twenty_four_plus_eight_option_sets() -> None:
    assert len(set(_OPTION_SETS)) == 32


@_EVERY_SET
def test_every_small_position(options: Options) -> None:
    for held, played in small_positions()[::3]:
        check(held, played, Suit.HEARTS, options)


@pytest.mark.slow
@_EVERY_SET
def test_every_small_position_whole(options: Options) -> None:
    for held, played in small_positions():
        for trump in Suit:
            check(held, played, trump, options)


def check_random_positions(options: Options, *, count: int, seed: str) -> None:
    """Check positions of any length, with hands of any size."""
    random = Random(f"{seed} {label(options)}")
    for _ in range(count):
        deck = random.sample(PACK, 11)
        size = random.randrange(4)
        held = frozenset(deck[size : size + random.randrange(1, 9)])
        check(held, tuple(deck[:size]), random.choice(list(Suit)), options)


@_EVERY_SET
def test_random_positions(options: Options) -> None:
    """Five thousand and more, every option set in turn."""
    check_random_positions(options, count=5_000 // len(_OPTION_SETS) + 1, seed="gate")


@pytest.mark.slow
@_EVERY_SET
def test_a_hundred_thousand_random_positions(options: Options) -> None:
    check_random_positions(options, count=100_000 // len(_OPTION_SETS), seed="slow")


@given(
    st.permutations(PACK),
    st.integers(0, 3),
    st.integers(1, 8),
    st.sampled_from(Suit),
    st.sampled_from(_OPTION_SETS),
)
def test_any_position(
    deck: list[Card], played: int, held: int, trump: Suit, options: Options
) -> None:
    check(frozenset(deck[played : played + held]), tuple(deck[:played]), trump, options)


@given(
    st.permutations(PACK), st.integers(0, 3), st.sampled_from(Suit), st.sampled_from(_OPTION_SETS)
)
def test_forbidden_is_the_union_of_all_that_bars_a_card(
    deck: list[Card], size: int, trump: Suit, options: Options
) -> None:
    """One other card at a time: what makes a play illegal is exactly what is forbidden."""
    played, card, others = tuple(deck[:size]), deck[size], deck[size + 1 :]
    position = Trick(leader=Place(0), cards=played)
    barring = {
        other
        for other in others
        if card not in plain_legal(frozenset({card, other}), played, trump, options)
    }
    assert forbidden(card, position, trump, options) - set(played) == barring


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True), st.sampled_from(Suit))
def test_winner(played: list[Card], trump: Suit) -> None:
    index = winning_index(played, trump)
    assert index == plain_winner(tuple(played), trump)
    for leader in map(Place, range(4)):
        assert Trick(leader, tuple(played)).winner(trump, 4) == (leader + index) % 4


def test_turns_go_round_from_the_leader() -> None:
    current = Trick(leader=Place(2))
    turns = []
    for card in cards("7S 8S 9S 10S"):
        turns.append(current.turn(4))
        current = current.with_card(card)
    assert turns == [2, 3, 0, 1]
    assert current.cards == cards("7S 8S 9S 10S")


@pytest.mark.parametrize("table", ["KD 10H", "KD 7D 10H", "10D 10H KD"])
def test_cut_by_either_opponent(table: str) -> None:
    """Diamonds led and ruffed with the ten of trumps: by the opponent before me, or after me."""
    position = trick(table)
    partner = winning_index(position.cards, Suit.HEARTS) == len(position.cards) - 2
    discard = Options(cannot_overtrump=CannotOvertrump.DISCARD)
    held, weak = hand("9H 8H AS"), hand("8H AS")
    legal = [legal_cards(held, position, Suit.HEARTS, one) for one in (Options(), discard)]
    legal += [legal_cards(weak, position, Suit.HEARTS, one) for one in (Options(), discard)]
    if partner:
        assert legal == [held, held, weak, weak]
    else:
        assert legal == [hand("9H"), hand("9H"), hand("8H"), weak]


_MUST_TRUMP = Options(partner_master_void=PartnerMasterVoid.MUST_TRUMP)
_MUST_RISE = Options(partner_trumped=PartnerTrumped.MUST_RISE)
_NO_UNDER = Options(partner_trumped=PartnerTrumped.NO_UNDERTRUMP)


@pytest.mark.parametrize(
    ("table", "held", "card", "options", "reason"),
    [
        ("", "7S AH", "8S", Options(), Illegality.NOT_HELD),
        ("10C", "7C JH", "JH", Options(), Illegality.MUST_FOLLOW),
        ("10H", "7H AS", "AS", Options(), Illegality.MUST_FOLLOW),
        ("10H", "AH 7H", "7H", Options(), Illegality.MUST_RISE),
        ("9H 7H", "JH 8H", "8H", Options(), Illegality.MUST_RISE_ON_PARTNER),
        ("AD", "7H KC", "KC", Options(), Illegality.MUST_RUFF),
        ("AD 7D", "7H KC", "KC", _MUST_TRUMP, Illegality.MUST_RUFF_FOR_PARTNER),
        ("KD QH 7D", "KH KC", "KC", _MUST_TRUMP, Illegality.MUST_RUFF_FOR_PARTNER),
        ("KD 10H", "9H 8H AS", "AS", Options(), Illegality.MUST_RUFF),
        ("KD 10H", "9H 8H AS", "8H", Options(), Illegality.MUST_OVERRUFF),
        ("KD 10H", "8H AS", "AS", Options(), Illegality.MUST_UNDERTRUMP),
        ("7S QH 8S", "7H AH 9D", "7H", _MUST_RISE, Illegality.MUST_OVERRUFF_PARTNER),
        ("7S QH 8S", "7H 9D", "7H", _NO_UNDER, Illegality.MUST_NOT_UNDERTRUMP_PARTNER),
        ("7S QH 8S", "7H 9D", "7H", _MUST_RISE, None),
        ("7S QH 8S", "7H 8H", "7H", _NO_UNDER, None),
        ("7S QH 8S", "7H AH 9D", "9D", _NO_UNDER, None),
    ],
)
def test_why_not(
    table: str, held: str, card: str, options: Options, reason: Illegality | None
) -> None:
    assert why_not(Card.parse(card), hand(held), trick(table), Suit.HEARTS, options) is reason


def test_the_option_behind_a_refusal() -> None:
    known = Options().to_map()
    behind = {illegality: illegality.option for illegality in Illegality}
    assert {illegality for illegality, option in behind.items() if option is None} == {
        *(Illegality.NOT_HELD, Illegality.MUST_FOLLOW, Illegality.MUST_RISE),
        Illegality.MUST_RUFF,
    }
    assert all(option in known for option in behind.values() if option is not None)


@_EVERY_SET
def test_another_value_of_the_option_behind_a_refusal_would_allow_the_card(
    options: Options,
) -> None:
    """What we name as the reason is one: some other value of that option lifts this refusal."""
    random = Random(label(options))
    for held, played in random.sample(small_positions(), 200):
        position = Trick(leader=Place(0), cards=played)
        for card in held:
            reason = why_not(card, held, position, Suit.HEARTS, options)
            if reason is not None and reason.option is not None:
                found = {
                    why_not(card, held, position, Suit.HEARTS, other)
                    for other in with_another(reason.option, options)
                }
                assert found - {reason}


@cache
def with_another(name: str, options: Options) -> tuple[Options, ...]:
    """The sets that differ in this option (and in `partner_trumped`, which it may rule out)."""
    kept = {one: value for one, value in options.to_map().items() if one != name}
    kept.pop("partner_trumped", None)
    return tuple(
        other
        for other in _OPTION_SETS
        if other != options and kept.items() <= other.to_map().items()
    )
