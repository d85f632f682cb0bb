from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.deck import (
    PUBLIC,
    BadKey,
    PublicDeck,
    card_elements,
    card_number,
    initial_deck,
    joint_key,
    read,
    share_positions,
    verify_shares,
)
from belote_protocol.elgamal import Ciphertext
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
    sum_of_elements,
)
from tests.protocol.prepared import SEATS, Prepared, deal, prepare
from tests.protocol.seeded import context, seeded

RANDOM = seeded("deck")
DECK = prepare("removed", 8)
PUBLIC_DECK = PublicDeck(DECK.keys, DECK.decks[-1])


def _keys(*logarithms: int) -> list[Element]:
    return [generator_multiple(Scalar(logarithm)) for logarithm in logarithms]


def test_card_elements_are_hashed_one_by_one() -> None:
    elements = card_elements()
    assert elements[5] == hash_to_group("belote-net/v1/card/5")
    assert [card_number(element) for element in elements] == list(range(32))
    assert card_elements(8) == elements[:8]
    for number in range(32):
        assert card_elements()[0] * Scalar(number) != elements[1]


@pytest.mark.parametrize(
    "element", [GENERATOR, IDENTITY, -card_elements()[0]], ids=["G", "O", "mirrored"]
)
def test_element_of_no_card_is_refused(element: Element) -> None:
    with pytest.raises(InvalidProof, match="element of a card"):
        card_number(element)


def test_initial_deck_is_open_and_in_order() -> None:
    assert initial_deck(3) == tuple(Ciphertext(IDENTITY, m) for m in card_elements(3))


def test_joint_key_is_the_sum() -> None:
    assert joint_key(_keys(3, 5, 7, 11)) == generator_multiple(Scalar(26))


@pytest.mark.parametrize(
    ("logarithms", "seat", "reason"),
    [
        ((0, 3), 0, "is the identity"),
        ((3, 0), 1, "is the identity"),
        ((3, 5, 3), 2, "is a copy of the key of seat 0"),
        ((3, 5, 7, -5), 3, "mirrors the key of seat 1"),
        ((3, 5, -8), 2, "cancels"),
    ],
)
def test_bad_key_names_its_seat(logarithms: tuple[int, ...], seat: int, reason: str) -> None:
    with pytest.raises(BadKey, match=reason) as caught:
        joint_key(_keys(*logarithms))
    assert caught.value.seat == seat


def _share(deck: Prepared, public: PublicDeck, seat: int) -> PublicDeck:
    positions = public.positions_owed(seat)
    ciphertexts = [public.ciphertexts[position] for position in positions]
    shares, proof = share_positions(
        deck.seeds[seat].key(), deck.keys[seat], ciphertexts, context(), RANDOM
    )
    verify_shares(deck.keys[seat], ciphertexts, shares, proof, context())
    return public.with_shares(seat, positions, shares)


def test_only_the_owner_reads_a_position() -> None:
    public = deal(DECK, 8)
    seen = []
    for position, owner in public.owners.items():
        assert owner is not None
        personal = public.personal(position, owner)
        seen.append(read(personal, DECK.seeds[owner].key()))
        for other in range(SEATS):
            if other != owner:
                with pytest.raises(InvalidProof, match="element of a card"):
                    read(personal, DECK.seeds[other].key())
    assert sorted(seen) == list(range(8))


def test_dealing_in_two_steps_with_a_turned_card() -> None:
    public = PUBLIC_DECK.with_owners({0: 0, 1: 1, 2: 2, 3: 3, 4: PUBLIC})
    assert public.positions_owed(1) == (0, 2, 3, 4)
    for seat in range(SEATS):
        public = _share(DECK, public, seat)
        assert public.positions_owed(seat) == ()
    turned = public.open_public(4)
    public = public.with_owners({5: 0, 6: 1})
    assert public.positions_owed(0) == (6,)
    assert public.positions_owed(2) == (5, 6)
    for seat in range(SEATS):
        public = _share(DECK, public, seat)
    cards = {
        read(public.personal(position, owner), DECK.seeds[owner].key())
        for position, owner in ((0, 0), (1, 1), (2, 2), (3, 3), (5, 0), (6, 1))
    }
    assert len(cards | {turned}) == 7


def test_missing_share_is_named() -> None:
    public = PUBLIC_DECK.with_owners({0: 0, 1: PUBLIC})
    for seat in (0, 1, 3):
        public = _share(DECK, public, seat)
    with pytest.raises(InvalidProof, match="share of seat 2 for position 0 is missing"):
        public.personal(0, 0)
    with pytest.raises(InvalidProof, match="share of seat 2 for position 1 is missing"):
        public.open_public(1)
    public = _share(DECK, public, 2)
    assert 0 <= public.open_public(1) < 8


def test_wrong_share_opens_no_card() -> None:
    public = PUBLIC_DECK.with_owners({0: PUBLIC})
    for seat in range(3):
        public = _share(DECK, public, seat)
    public = public.with_shares(3, [0], [GENERATOR])
    with pytest.raises(InvalidProof, match="element of a card"):
        public.open_public(0)


@pytest.mark.parametrize("position", [-1, 8])
def test_position_outside_the_deck_is_refused(position: int) -> None:
    with pytest.raises(InvalidProof, match="not in the deck"):
        PUBLIC_DECK.with_owners({position: 0})
    with pytest.raises(InvalidProof, match="has not been dealt"):
        PUBLIC_DECK.with_shares(0, [position], [GENERATOR])
    with pytest.raises(InvalidProof, match="does not belong"):
        PUBLIC_DECK.personal(position, 0)
    with pytest.raises(InvalidProof, match="is not public"):
        PUBLIC_DECK.open_public(position)


@pytest.mark.parametrize("owner", [-1, 4])
def test_owner_outside_the_table_is_refused(owner: int) -> None:
    with pytest.raises(InvalidProof, match="which is none"):
        PUBLIC_DECK.with_owners({0: owner})


def test_refused_step_changes_nothing() -> None:
    public = PUBLIC_DECK.with_owners({0: 0, 1: 1})
    with pytest.raises(InvalidProof, match="hidden in the hand"):
        public.with_shares(0, [1, 0], [GENERATOR, GENERATOR])
    with pytest.raises(InvalidProof, match="shared by seat 0 already"):
        public.with_shares(0, [1, 1], [GENERATOR, GENERATOR])
    assert public.positions_owed(0) == (1,)


@given(st.lists(st.integers(-3, 12), max_size=4), st.integers(0, 3))
def test_any_positions_raise_only_our_error(positions: list[int], seat: int) -> None:
    public = PUBLIC_DECK.with_owners({0: 0, 1: 1, 2: PUBLIC})
    allowed = set(public.positions_owed(seat))
    fine = len(set(positions)) == len(positions) and set(positions) <= allowed
    shares = [GENERATOR] * len(positions)
    if fine:
        after = public.with_shares(seat, positions, shares)
        assert set(after.positions_owed(seat)) == allowed - set(positions)
    else:
        with pytest.raises(InvalidProof):
            public.with_shares(seat, positions, shares)


def test_shares_for_other_ciphertexts_are_refused() -> None:
    secret, key = DECK.seeds[1].key(), DECK.keys[1]
    first, second = DECK.decks[-1][:2]
    shares, proof = share_positions(secret, key, [first, second], context(), RANDOM)
    verify_shares(key, [first, second], shares, proof, context())
    for ciphertexts, given_shares, other_key in (
        ([second, first], shares, key),
        ([first, second], shares[::-1], key),
        ([first], shares[:1], key),
        ([first, second], shares[:1], key),
        ([first, second], shares, DECK.keys[2]),
    ):
        with pytest.raises(InvalidProof):
            verify_shares(other_key, ciphertexts, given_shares, proof, context())


def test_rogue_key_would_be_the_whole_joint_key() -> None:
    """Why keys need proofs of knowledge: the sum is what the last seat alone chose."""
    others = _keys(5, 7, 11)
    rogue = generator_multiple(Scalar(13)) - sum_of_elements(others)
    assert joint_key([*others, rogue]) == generator_multiple(Scalar(13))
