from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.deck import read
from belote_protocol.errors import InvalidProof
from belote_protocol.hand import prove_play
from belote_protocol.holding import HoldingMode, HoldingStatement, verify_holding
from tests.protocol.prepared import OwnHand, deal, dealt_hand, own_hand, prepare, with_record
from tests.protocol.seeded import context, seeded
from tests.protocol.toy_group import toy_group

RANDOM = seeded("hand")
NONE: frozenset[int] = frozenset()
OWN = own_hand(3, 8, 12, 20)


def _prove_and_verify(own: OwnHand, statement: HoldingStatement) -> None:
    proof = prove_play(statement, own.secret, own.cards, context(), RANDOM)
    verify_holding(statement, proof, context())


def _play(
    own: OwnHand,
    position: int,
    *,
    forbidden: frozenset[int] = NONE,
    announced: frozenset[int] = NONE,
    located: frozenset[int] = NONE,
) -> HoldingStatement:
    """Prove an honest play of the real card at `position`; return its statement."""
    statement = own.hand.play_statement(
        position,
        own.cards[position],
        forbidden=forbidden,
        announced=announced,
        located=located,
    )
    _prove_and_verify(own, statement)
    return statement


def test_play_with_nothing_forbidden_is_plain() -> None:
    statement = _play(OWN, 1)
    assert statement.mode is HoldingMode.PLAIN
    assert statement.rest == ()
    assert statement.span == statement.known == NONE


@pytest.mark.parametrize(
    ("changes", "located"),
    [
        ({"absent": frozenset({5, 6})}, NONE),
        ({"absent": frozenset({5})}, frozenset({6, 7})),
        ({}, frozenset({5, 6})),
        ({"opened": frozenset({0, 2, 3})}, frozenset({3, 12, 20})),
        ({"known": frozenset({3, 12, 20})}, frozenset({3, 12, 20})),
    ],
    ids=["absent", "both", "located", "last card", "rest is known"],
)
def test_forbidding_nothing_new_is_plain(
    changes: dict[str, frozenset[int]], located: frozenset[int]
) -> None:
    own = with_record(OWN, **changes)
    statement = _play(own, 1, forbidden=frozenset({5, 6}), located=located)
    assert statement.mode is HoldingMode.PLAIN


def test_void_statement_is_computed_from_the_record() -> None:
    own = with_record(
        OWN,
        opened=frozenset({3}),
        known=frozenset({12}),
        absent=frozenset({0}),
        in_clear=frozenset({1}),
    )
    statement = _play(own, 1, forbidden=frozenset({5, 6}), located=frozenset({1, 2, 12, 20, 30}))
    assert statement.mode is HoldingMode.VOID
    assert [position for position, _ in statement.rest] == [0, 2]
    assert statement.known == frozenset({12})
    assert statement.span == frozenset(range(32)) - {0, 1, 2, 5, 6, 8, 12, 20, 30}


def test_played_known_card_leaves_the_known_ones() -> None:
    own = with_record(OWN, known=frozenset({8, 12}))
    statement = _play(own, 1, forbidden=frozenset({5}), located=frozenset({8, 12}))
    assert statement.known == frozenset({12})
    after = own.hand.after_play(1, 8, forbidden=frozenset({5}), announced=NONE)
    assert after.known == frozenset({12})
    assert after.opened == frozenset({1})
    assert after.absent == frozenset({5})


def test_announcement_with_nothing_forbidden_is_proven() -> None:
    statement = _play(OWN, 1, announced=frozenset({12}))
    assert statement.mode is HoldingMode.VOID
    assert statement.known == frozenset({12})
    after = OWN.hand.after_play(1, 8, forbidden=NONE, announced=frozenset({12}))
    assert after.known == frozenset({12})


def test_announcement_already_public_needs_no_proof() -> None:
    own = with_record(OWN, known=frozenset({12}), in_clear=frozenset({30}))
    located = frozenset({12, 30})
    statement = _play(own, 1, announced=frozenset({12, 30}), located=located)
    assert statement.mode is HoldingMode.PLAIN
    after = own.hand.after_play(1, 8, forbidden=NONE, announced=frozenset({12, 30}))
    assert after.known == frozenset({12})


def test_honest_void_proof_after_announcing_belote() -> None:
    """King played and queen announced; later a void proof must not stumble over the queen."""
    hand = OWN.hand
    _play(OWN, 1, announced=frozenset({12}))
    own = replace(OWN, hand=hand.after_play(1, 8, forbidden=NONE, announced=frozenset({12})))
    statement = _play(own, 0, forbidden=frozenset({5}), located=frozenset({8, 12}))
    assert statement.mode is HoldingMode.VOID
    assert statement.known == frozenset({12})
    own = replace(own, hand=own.hand.after_play(0, 3, forbidden=frozenset({5}), announced=NONE))
    statement = _play(own, 2, forbidden=frozenset({6}), located=frozenset({3, 8, 12}))
    assert statement.known == NONE


def test_turned_card_is_played_by_name() -> None:
    own = with_record(OWN, in_clear=frozenset({30}))
    args = {"announced": NONE, "located": frozenset({30})}
    assert own.hand.clear_play_statement(30, forbidden=NONE, **args) is None
    statement = own.hand.clear_play_statement(30, forbidden=frozenset({5}), **args)
    assert statement is not None
    assert statement.mode is HoldingMode.VOID
    assert statement.opening is None
    assert len(statement.rest) == 4
    _prove_and_verify(own, statement)
    after = own.hand.after_play(None, 30, forbidden=frozenset({5}), announced=NONE)
    assert after == replace(own.hand, in_clear=NONE, absent=frozenset({5}))


def test_belote_announced_with_the_turned_card() -> None:
    own = with_record(OWN, in_clear=frozenset({30}))
    statement = own.hand.clear_play_statement(
        30, forbidden=NONE, announced=frozenset({12}), located=frozenset({30})
    )
    assert statement is not None
    assert statement.known == frozenset({12})
    _prove_and_verify(own, statement)


def test_shown_declaration() -> None:
    statement = OWN.hand.contains_statement({3, 12}, located=frozenset({1}))
    assert statement is not None
    assert statement.mode is HoldingMode.CONTAINS
    assert statement.span == frozenset(range(32)) - {1, 3, 12}
    _prove_and_verify(OWN, statement)
    shown = OWN.hand.after_show({3, 12})
    assert shown.known == frozenset({3, 12})
    assert shown.contains_statement({3}, located=frozenset({3, 12})) is None


def test_shown_card_in_the_open_needs_no_proof() -> None:
    hand = with_record(OWN, in_clear=frozenset({30})).hand
    assert hand.contains_statement({30}, located=frozenset({30})) is None
    statement = hand.contains_statement({30, 3}, located=frozenset({30}))
    assert statement is not None
    assert statement.known == frozenset({3})
    assert hand.after_show({30, 3}).known == frozenset({3})


@pytest.mark.parametrize("cards", [{32}, {-1}, {1}, {5}, {6, 7, 8, 9, 10}])
def test_impossible_show_is_refused(cards: set[int]) -> None:
    hand = with_record(OWN, absent=frozenset({1})).hand
    with pytest.raises(InvalidProof):
        hand.contains_statement(cards, located=frozenset({5}))


@pytest.mark.parametrize("position", [-1, 4, 2**70])
@pytest.mark.parametrize("card", [-1, 8, 32, 2**70])
def test_strange_numbers_are_refused(position: int, card: int) -> None:
    with pytest.raises(InvalidProof):
        OWN.hand.play_statement(position, card, forbidden=NONE, announced=NONE, located=NONE)
    with pytest.raises(InvalidProof):
        OWN.hand.play_statement(0, 8, forbidden=NONE, announced={card, 32}, located=NONE)
    with pytest.raises(InvalidProof):
        OWN.hand.clear_play_statement(card, forbidden=NONE, announced=NONE, located=NONE)


def test_strange_forbidden_card_is_refused() -> None:
    with pytest.raises(InvalidProof, match="a card below 32"):
        OWN.hand.play_statement(1, 8, forbidden={32}, announced=NONE, located=NONE)


def test_smaller_pack_has_a_smaller_span() -> None:
    own = replace(OWN, hand=replace(OWN.hand, pack_size=24))
    statement = _play(own, 1, forbidden=frozenset({5}))
    assert statement.span == frozenset(range(24)) - {5, 8}


@settings(max_examples=12)
@given(st.data())
def test_whole_hand_is_played_honestly(data: st.DataObject) -> None:
    """Any order, any forbidden cards not held, any announcements held: all is provable."""
    with toy_group():
        cards = data.draw(st.permutations(range(12)))
        own = own_hand(*cards[:5])
        elsewhere = list(cards[5:])
        located: set[int] = set()
        left = set(range(5))
        while left:
            position = data.draw(st.sampled_from(sorted(left)))
            left.remove(position)
            held = {own.cards[index] for index in left}
            forbidden = data.draw(st.frozensets(st.sampled_from(elsewhere)))
            announced = data.draw(st.frozensets(st.sampled_from(sorted(held or {99}))))
            announced &= held
            _play(
                own,
                position,
                forbidden=forbidden,
                announced=announced,
                located=frozenset(located),
            )
            hand = own.hand.after_play(
                position, own.cards[position], forbidden=forbidden, announced=announced
            )
            own = replace(own, hand=hand)
            located |= {own.cards[position], *announced}
            assert not hand.absent & held
            assert hand.known <= held


def test_plays_after_a_real_deal() -> None:
    deck = prepare("prepared", 32)
    hands = [dealt_hand(deck, deal(deck, 32), seat) for seat in range(4)]
    assert sorted(card for own in hands for card in own.cards) == list(range(32))
    for own in hands:
        for position in (0, 7):
            held = frozenset(own.cards)
            _play(own, position, forbidden=frozenset(range(32)) - held - {0, 1, 2})


def test_dealt_hand_reads_its_cards() -> None:
    deck = prepare("removed", 8)
    hands = [dealt_hand(deck, deal(deck, 8), seat) for seat in range(4)]
    assert sorted(card for own in hands for card in own.cards) == list(range(8))
    with pytest.raises(InvalidProof, match="element of a card"):
        read(hands[0].hand.ciphertexts[0], hands[1].secret)
