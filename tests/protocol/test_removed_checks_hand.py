"""Every check on hands, plays and the dealt deck, taken out one at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from belote_protocol import deck, hand, holding
from belote_protocol.group import (
    Scalar,
    hash_to_group,
)
from tests.protocol.prepared import OwnHand, own_hand, prepare, with_record
from tests.protocol.removal import Cheat, Row, check, ignore, instead, no_raise
from tests.protocol.seeded import context, seeded

RANDOM = seeded("removed")
STRANGE = hash_to_group("strange")
HAND = own_hand(7, 8, 9)
LONG = own_hand(7, 8, 9, 10)


def swapped_labels() -> None:
    """Open the seven as the eight, which is held at another position."""
    own = own_hand(7, 8, 9)
    statement = own.hand.play_statement(
        0, 8, forbidden={20}, announced=frozenset(), located=frozenset()
    )
    proof = holding.prove_holding(statement, own.secret, (7, 9), context(), RANDOM)
    holding.verify_holding(statement, proof, context())


def hidden_forbidden_card() -> None:
    """Discard while holding card 20, which forbids it."""
    own = own_hand(7, 8, 20)
    statement = own.hand.play_statement(
        0, 7, forbidden={20}, announced=frozenset(), located=frozenset()
    )
    proof = holding.prove_holding(statement, own.secret, (8,), context(), RANDOM)
    holding.verify_holding(statement, proof, context())


def announced_card_not_held() -> None:
    own = own_hand(7, 8, 9)
    statement = own.hand.play_statement(
        0, 7, forbidden=frozenset(), announced={30}, located=frozenset()
    )
    proof = holding.prove_holding(statement, own.secret, (30, 8), context(), RANDOM)
    holding.verify_holding(statement, proof, context())


def too_few_responses() -> None:
    own = own_hand(7, 8, 9)
    statement = own.hand.play_statement(
        0, 7, forbidden={20}, announced=frozenset(), located=frozenset()
    )
    proof = hand.prove_play(statement, own.secret, own.cards, context(), RANDOM)
    short = holding.HoldingProof(proof.challenge, proof.key_response, proof.span_responses[:-1])
    holding.verify_holding(statement, short, context())


def play(
    own: OwnHand,
    position: int,
    card: int,
    *,
    forbidden: frozenset[int] = frozenset(),
    announced: frozenset[int] = frozenset(),
    located: frozenset[int] = frozenset(),
) -> Cheat:
    """Play from a hand of which the record, or the deck, is not what it ought to be."""

    def cheat() -> None:
        statement = own.hand.play_statement(
            position, card, forbidden=forbidden, announced=announced, located=located
        )
        proof = hand.prove_play(statement, own.secret, own.cards, context(), RANDOM)
        holding.verify_holding(statement, proof, context())

    return cheat


def clear_play(own: OwnHand, card: int) -> Cheat:
    def cheat() -> None:
        none: frozenset[int] = frozenset()
        own.hand.clear_play_statement(card, forbidden=none, announced=none, located=none)

    return cheat


def false_proof_of_own(own: OwnHand, position: int, card: int) -> Cheat:
    def cheat() -> None:
        none: frozenset[int] = frozenset()
        statement = own.hand.play_statement(
            position, card, forbidden=none, announced=none, located=none
        )
        hand.prove_play(statement, own.secret, own.cards, context(), RANDOM)

    return cheat


def dealt(action: Callable[[deck.PublicDeck], object]) -> Cheat:
    def cheat() -> None:
        before = prepare("removed", 8)
        owners: dict[int, int | None] = {0: 0, 1: 1, 2: deck.PUBLIC}
        action(deck.PublicDeck(before.keys, before.decks[-1]).with_owners(owners))

    return cheat


def personal_of_public() -> None:
    before = prepare("removed", 8)
    public = deck.PublicDeck(before.keys, before.decks[-1]).with_owners({0: deck.PUBLIC})
    for seat in range(4):
        public = public.with_shares(seat, [0], [STRANGE])
    public.personal(0, 1)


def open_hidden() -> None:
    before = prepare("removed", 8)
    ciphertext = before.decks[-1][0]
    shares = tuple({0: ciphertext.a * seed.key()} for seed in before.seeds)
    deck.PublicDeck(before.keys, before.decks[-1], {0: 0}, shares).open_public(0)


def false_claim() -> None:
    statement = HAND.hand.contains_statement({30}, located=frozenset())
    assert statement is not None
    holding.prove_holding(statement, HAND.secret, HAND.cards, context(), RANDOM)


ROWS = [
    # What is proven about a hand.
    Row(
        "play: hashed opening weight",
        instead(holding, "_opening_weight", lambda _: Scalar(1)),
        swapped_labels,
    ),
    Row(
        "play: a statement that is true",
        no_raise(holding, "prove_holding", "does not hold"),
        false_claim,
    ),
    Row(
        "play: hidden forbidden card",
        no_raise(holding, "verify_holding", "about the hand"),
        hidden_forbidden_card,
    ),
    Row(
        "play: announced card not held",
        no_raise(holding, "verify_holding", "about the hand"),
        announced_card_not_held,
    ),
    Row(
        "play: one response for each card of the span",
        no_raise(holding, "verify_holding", "responses for the span"),
        too_few_responses,
        crash=ValueError,
    ),
    # What is computed from its public record.
    Row(
        "play: position in the hand",
        no_raise(hand.HiddenHand, "play_statement", "a position below"),
        play(HAND, -1, 9),
        crash=OverflowError,
    ),
    Row(
        "play: position opened before",
        no_raise(hand.HiddenHand, "play_statement", "opened already"),
        play(with_record(HAND, opened=frozenset({0})), 0, 7),
    ),
    Row(
        "play: card in the open",
        no_raise(hand.HiddenHand, "play_statement", "played by name"),
        play(with_record(HAND, in_clear=frozenset({7})), 0, 7),
    ),
    Row(
        "play: card seen before",
        no_raise(hand.HiddenHand, "play_statement", "located elsewhere"),
        play(HAND, 0, 7, located=frozenset({7})),
    ),
    Row(
        "play: card proven absent",
        no_raise(hand.HiddenHand, "play_statement", "proven not"),
        play(with_record(HAND, absent=frozenset({7})), 0, 7),
    ),
    Row(
        "play: card number",
        no_raise(hand.HiddenHand, "_check_cards", "a card below"),
        play(own_hand(32, 8), 0, 32),
        crash=IndexError,
    ),
    Row(
        "play: card illegal by itself",
        no_raise(hand.HiddenHand, "_play", "illegal here"),
        play(HAND, 0, 7, forbidden=frozenset({7})),
    ),
    Row(
        "play: card announced and played",
        no_raise(hand.HiddenHand, "_play", "announced as kept"),
        play(own_hand(7, 8, 7), 0, 7, announced=frozenset({7})),
    ),
    Row(
        "play: forbidden card in the open",
        no_raise(hand.HiddenHand, "_play", "lies in the open and"),
        play(with_record(HAND, in_clear=frozenset({20})), 0, 7, forbidden=frozenset({20})),
    ),
    Row(
        "play: forbidden card known",
        no_raise(hand.HiddenHand, "_play", "is known and forbids"),
        play(with_record(HAND, known=frozenset({8})), 0, 7, forbidden=frozenset({8})),
    ),
    Row(
        "play: more known cards than positions",
        no_raise(hand.HiddenHand, "_check_room", "do not fit"),
        play(with_record(HAND, known=frozenset({8, 9, 20})), 0, 7),
    ),
    Row(
        "play: announced card located elsewhere",
        no_raise(hand.HiddenHand, "_claimed", "cannot be"),
        play(LONG, 0, 7, announced=frozenset({8}), located=frozenset({8})),
    ),
    Row(
        "play: announced card proven absent",
        no_raise(hand.HiddenHand, "_claimed", "cannot be"),
        play(with_record(LONG, absent=frozenset({8})), 0, 7, announced=frozenset({8})),
    ),
    Row(
        "clear play: card in the open",
        no_raise(hand.HiddenHand, "clear_play_statement", "does not lie"),
        clear_play(HAND, 7),
    ),
    Row(
        "own play: the card at the position",
        no_raise(hand, "prove_play", "does not hold"),
        false_proof_of_own(HAND, 0, 8),
    ),
    # The deck.
    Row(
        "deal: position in the deck",
        no_raise(deck.PublicDeck, "with_owners", "not in the deck"),
        dealt(lambda public: public.with_owners({8: 0})),
    ),
    Row(
        "deal: once and for ever",
        no_raise(deck.PublicDeck, "with_owners", "dealt already"),
        dealt(lambda public: public.with_owners({0: 1})),
    ),
    Row(
        "deal: to a seat",
        no_raise(deck.PublicDeck, "with_owners", "which is none"),
        dealt(lambda public: public.with_owners({3: 4})),
    ),
    Row(
        "share: one for each position given",
        no_raise(deck.PublicDeck, "with_shares", "shares expected"),
        dealt(lambda public: public.with_shares(3, [0, 1], [STRANGE])),
        crash=ValueError,
    ),
    Row(
        "share: position not dealt",
        no_raise(deck.PublicDeck, "with_shares", "has not been dealt"),
        dealt(lambda public: public.with_shares(3, [5], [STRANGE])),
        crash=KeyError,
    ),
    Row(
        "share: of one's own position",
        no_raise(deck.PublicDeck, "with_shares", "hidden in the hand"),
        dealt(lambda public: public.with_shares(1, [1], [STRANGE])),
    ),
    Row(
        "share: given twice",
        no_raise(deck.PublicDeck, "with_shares", "shared by seat"),
        dealt(lambda public: public.with_shares(3, [0], [STRANGE]).with_shares(3, [0], [STRANGE])),
    ),
    Row(
        "personal: of its owner",
        no_raise(deck.PublicDeck, "personal", "does not belong"),
        personal_of_public,
    ),
    Row(
        "personal: all shares",
        no_raise(deck.PublicDeck, "_opened_by", "is missing"),
        dealt(lambda public: public.personal(0, 0)),
    ),
    Row(
        "open: public positions only",
        no_raise(deck.PublicDeck, "open_public", "is not public"),
        open_hidden,
    ),
    Row(
        "open: an element that is no card",
        no_raise(deck, "card_number", "element of a card"),
        lambda: ignore(deck.card_number(STRANGE)),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_cheat_passes_only_without_its_check(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
