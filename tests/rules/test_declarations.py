"""Declarations: what cards make, what a hand holds, what may be shown and claimed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.errors import IllegalPlay
from belote_net.rules.cards import PACK, Card, Hand, Place, Rank, Suit
from belote_net.rules.declarations import (
    Claim,
    Declaration,
    DeclarationKind,
    InTrumps,
    best_first,
    claims_of,
    detect,
    false_claims,
    height_of,
    in_trumps,
    justifications,
    rank_order,
    verify_set,
)
from tests.rules.declaring import declaration
from tests.rules.playing import cards, hand

_NATURAL = ["7", "8", "9", "10", "J", "Q", "K", "A"]
_FOUR_POINTS = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}


@pytest.mark.parametrize(
    ("text", "claim", "points"),
    [
        ("7S 8S 9S", Claim.TIERCE, 20),
        ("AH KH QH", Claim.TIERCE, 20),
        ("9S 10S JS QS", Claim.FIFTY, 50),
        ("7D 8D 9D 10D JD", Claim.HUNDRED, 100),
        ("7D 8D 9D 10D JD QD", Claim.HUNDRED, 100),
        ("7D 8D 9D 10D JD QD KD AD", Claim.HUNDRED, 100),
        ("JS JH JD JC", Claim.FOUR_200, 200),
        ("9S 9H 9D 9C", Claim.FOUR_150, 150),
        ("AS AH AD AC", Claim.FOUR_100, 100),
        ("KS KH KD KC", Claim.FOUR_100, 100),
        ("QS QH QD QC", Claim.FOUR_100, 100),
        ("10S 10H 10D 10C", Claim.FOUR_100, 100),
    ],
)
def test_what_cards_make(text: str, claim: Claim, points: int) -> None:
    for order in (cards(text), cards(text)[::-1]):
        made = Declaration.of(order)
        assert made.claim is claim
        assert made.kind is claim.kind
        assert made.points == claim.points == points
        assert made.height.value == max((card.rank.value for card in order), key=_NATURAL.index)
        assert made.suit is (None if made.kind is DeclarationKind.FOUR_OF_A_KIND else order[0].suit)
    assert [made.is_in(suit) for suit in Suit] == [made.suit is suit for suit in Suit]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7S",
        "7S 8S",
        "AS 10S KS",
        "KS AS 7S",
        "7S 8S 10S",
        "7S 8S 9H",
        "AS 7H 8H",
        "7S 8S 9S 9S",
        "JS JH JD",
        "JS JH JD JD",
        "7S 7H 7D 7C",
        "8S 8H 8D 8C",
        "JS JH JD JC QC",
    ],
)
def test_other_cards_make_none(text: str) -> None:
    with pytest.raises(IllegalPlay, match="no declaration"):
        Declaration.of(cards(text))


def test_ranks_have_their_natural_order() -> None:
    assert [rank.value for rank in sorted(Rank, key=rank_order)] == _NATURAL


def test_claims_from_the_weakest() -> None:
    assert [claim.strength for claim in Claim] == list(range(6))
    assert [claim.points for claim in Claim] == [20, 50, 100, 100, 150, 200]
    assert [claim.least_cards for claim in Claim] == [3, 4, 5, 4, 4, 4]
    assert Claim.FOUR_100.strength > Claim.HUNDRED.strength


@pytest.mark.parametrize(
    ("claim", "heights"),
    [
        (Claim.TIERCE, "9 10 J Q K A"),
        (Claim.FIFTY, "10 J Q K A"),
        (Claim.HUNDRED, "J Q K A"),
        (Claim.FOUR_100, "10 Q K A"),
        (Claim.FOUR_150, "9"),
        (Claim.FOUR_200, "J"),
    ],
)
def test_heights_that_a_claim_may_have(claim: Claim, heights: str) -> None:
    assert [rank.value for rank in claim.heights] == heights.split()


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ("7S 9S JS KS 7H 9H JH KH", []),
        ("AS 10S KS 7H 7D 7C 8H 8D", []),
        ("7S 8S 9S KS AS 7H 8H 9H", ["7S 8S 9S", "7H 8H 9H"]),
        ("QS KS AS 7S 8S 9S AH AD", ["QS KS AS", "7S 8S 9S"]),
        # An ace in four of a kind cuts the hundred to a fifty: 150 beats 100.
        ("10S JS QS KS AS AH AD AC", ["AS AH AD AC", "10S JS QS KS"]),
        # The middle of a hundred: four queens or the hundred, 100 both; the four is the better.
        ("10S JS QS KS AS QH QD QC", ["QS QH QD QC"]),
        # Four nines are worth more than the fifty that they cut to nothing.
        ("8S 9S 10S JS 9H 9D 9C 7H", ["9S 9H 9D 9C"]),
        # Four kings or a tierce to the king more than once: the four.
        ("JS QS KS KH KD KC 7C 8C", ["KS KH KD KC"]),
        ("JS JH JD JC 9S 9H 9D 9C", ["JS JH JD JC", "9S 9H 9D 9C"]),
        ("7S 8S 9S 10S JS QS KS AS", ["7S 8S 9S 10S JS QS KS AS"]),
        ("7S 8S 9S 10S JS QS KS AH", ["7S 8S 9S 10S JS QS KS"]),
        ("QC KC AC 7C 8C 9C 10C AS", ["7C 8C 9C 10C", "QC KC AC"]),
    ],
)
def test_what_a_hand_holds(held: str, found: list[str]) -> None:
    assert list(detect(hand(held))) == [declaration(text) for text in found]


def all_sets(held: Hand) -> Iterator[tuple[Declaration, ...]]:
    """Every set of declarations of a hand: no card twice, no row cut into rows that touch."""
    made = []
    for size in range(3, 9):
        for some in combinations(sorted(held, key=lambda card: card.number), size):
            ranks = [_NATURAL.index(card.rank.value) for card in some]
            row = len({card.suit for card in some}) == 1 and ranks[-1] - ranks[0] == size - 1
            four = size == 4 and len({card.rank for card in some}) == 1
            if row or (four and some[0].rank.value in _FOUR_POINTS):
                made.append(some)
    for count in range(3):
        for chosen in combinations(made, count):
            together = [card for some in chosen for card in some]
            if len(together) != len(set(together)) or any(map(cut, combinations(chosen, 2))):
                continue
            yield tuple(map(Declaration.of, chosen))


def cut(two: tuple[tuple[Card, ...], tuple[Card, ...]]) -> bool:
    """Whether two declarations are one row."""
    together = sorted((card for some in two for card in some), key=lambda card: card.number)
    numbers = [card.number for card in together]
    one_suit = len({card.suit for card in together}) == 1
    return one_suit and numbers[-1] - numbers[0] == len(numbers) - 1


def plain_points(some: tuple[Declaration, ...]) -> int:
    """What declarations are worth, by the number of their cards."""
    return sum(
        _FOUR_POINTS[one.height.value]
        if one.suit is None
        else {3: 20, 4: 50}.get(len(one.cards), 100)
        for one in some
    )


def rank_pairs(some: tuple[Declaration, ...]) -> list[tuple[int, int]]:
    """Strength and height of each, best first."""
    return sorted(
        ((one.claim.strength, _NATURAL.index(one.height.value)) for one in some), reverse=True
    )


def check_detect(held: Hand) -> bool:
    """Compare with all sets there are; say whether there was anything to find."""
    best = max(all_sets(held), key=lambda some: (plain_points(some), rank_pairs(some)))
    found = detect(held)
    assert (plain_points(found), rank_pairs(found)) == (plain_points(best), rank_pairs(best))
    verify_set(found)
    assert best_first(found) == found
    assert {card for one in found for card in one.cards} <= held
    return bool(found)


def rich_hand(random: Random) -> Hand:
    """Eight cards that often make something: few suits, few ranks, or a four and others."""
    ranks = random.sample(list(Rank), random.choice([2, 3, 8, 8]))
    suits = random.sample(list(Suit), random.choice([1, 2, 2, 4]) if len(ranks) == 8 else 4)
    pool = [card for card in PACK if card.rank in ranks and card.suit in suits]
    return frozenset(random.sample(pool, 8))


@pytest.mark.parametrize("seed", range(4))
def test_detect_finds_the_best_of_all_sets(seed: int) -> None:
    random = Random(f"detect {seed}")
    found = sum(check_detect(rich_hand(random)) for _ in range(60))
    assert found > 25


@pytest.mark.slow
def test_detect_finds_the_best_of_all_sets_in_many_hands() -> None:
    random = Random("detect")
    for _ in range(20_000):
        check_detect(rich_hand(random))
        check_detect(frozenset(random.sample(PACK, 8)))


@given(st.sets(st.sampled_from(PACK), min_size=8, max_size=8))
def test_detect_in_any_hand(held: set[Card]) -> None:
    check_detect(frozenset(held))


def test_best_of_several() -> None:
    two = (declaration("QS KS AS"), declaration("QD KD AD"), declaration("7H 8H 9H"))
    assert claims_of(two) == (Claim.TIERCE,) * 3
    assert height_of(two) is Rank.ACE
    assert [in_trumps(two, suit) is InTrumps.YES for suit in Suit] == [True, False, True, False]
    mixed = (declaration("QS KS AS"), declaration("7H 8H 9H 10H"))
    assert claims_of(mixed) == (Claim.FIFTY, Claim.TIERCE)
    assert height_of(mixed) is Rank.TEN
    assert in_trumps(mixed, Suit.SPADES) is InTrumps.NO
    assert in_trumps(mixed, Suit.HEARTS) is InTrumps.YES


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["QS KS AS", "KS KH KD KC"], "each card counts in one declaration only"),
        (["QS KS AS", "QS KS AS"], "each card counts in one declaration only"),
        (["7S 8S 9S", "10S JS QS KS AS"], "cards in a row are one sequence, got two"),
        (["10S JS QS", "7S 8S 9S"], "cards in a row are one sequence, got two"),
    ],
)
def test_sets_that_may_not_be_shown(texts: list[str], sentence: str) -> None:
    with pytest.raises(IllegalPlay, match=sentence):
        verify_set([declaration(text) for text in texts])


@pytest.mark.parametrize(
    "texts",
    [[], ["7S 8S 9S"], ["7S 8S 9S", "JS QS KS"], ["7S 8S 9S", "10H JH QH"], ["AS AH AD AC"]],
)
def test_sets_that_may_be_shown(texts: list[str]) -> None:
    verify_set([declaration(text) for text in texts])


def test_a_declaration_must_be_what_it_says() -> None:
    true = declaration("7S 8S 9S")
    for false in (
        Declaration(kind=DeclarationKind.FIFTY, cards=true.cards, height=true.height),
        Declaration(kind=true.kind, cards=true.cards, height=Rank.ACE),
        Declaration(kind=true.kind, cards=true.cards[::-1], height=true.height),
    ):
        with pytest.raises(IllegalPlay, match="expected, got"):
            verify_set([false])


@pytest.mark.parametrize(
    ("held", "claims", "is_false"),
    [
        ("7S 8S 9S 10S AH KD QC JC", [Claim.FIFTY], False),
        ("7S 8S 9S 10S AH KD QC JC", [Claim.TIERCE], False),
        ("7S 8S 9S 10S AH KD QC JC", [], False),
        ("7S 8S 9S 10S AH KD QC JC", [Claim.HUNDRED], True),
        ("7S 8S 9S 10S AH KD QC JC", [Claim.TIERCE, Claim.TIERCE], True),
        ("7S 8S 9S 7H 8H 9H AD AC", [Claim.TIERCE, Claim.TIERCE], False),
        ("7S 8S 9S 7H 8H 9H AD AC", [Claim.FIFTY, Claim.TIERCE], True),
        ("7S 8S 9S 10S JS QS KS AS", [Claim.HUNDRED, Claim.TIERCE], True),
        ("7S 8S 9S 10S JS QS KS AS", [Claim.HUNDRED], False),
        ("QS KS AS AH AD AC 7C 8C", [Claim.FOUR_100, Claim.TIERCE], True),
        ("JS QS KS AS AH AD AC 8C", [Claim.FOUR_100, Claim.TIERCE], False),
        ("JS QS KS AS AH AD AC 8C", [Claim.FIFTY], False),
        ("JS QS KS AS AH AD AC 8C", [Claim.FOUR_200], True),
        ("8S 8H 8D 8C AH KD QC JC", [Claim.FOUR_100], True),
    ],
)
def test_false_claims(held: str, claims: list[Claim], is_false: bool) -> None:  # noqa: FBT001 - a case
    here, there = Place(2), Place(0)
    said = {here: claims, there: [Claim.FOUR_150]}
    hands = {here: hand(held), there: hand("9S 9H 9D 9C 7D 8D JD QH")}
    assert false_claims(said, hands) == ((here,) if is_false else ())
    assert false_claims(said, {here: hand(held), there: hand("7D")}) == (
        (there, here) if is_false else (there,)
    )


@pytest.mark.parametrize("seed", range(3))
def test_claims_are_justified_by_the_sets_that_make_them(seed: int) -> None:
    random = Random(f"claims {seed}")
    for _ in range(12):
        held = rich_hand(random)
        sets = {claims_of(some) for some in all_sets(held)}
        for claims in [(one, *two) for one in Claim for two in ((), *((two,) for two in Claim))]:
            ordered = tuple(sorted(claims, key=lambda claim: claim.strength, reverse=True))
            shown = next(justifications(ordered, held), None)
            assert (shown is not None) is (ordered in sets)
