"""A deck prepared by four seats, and hidden hands, with everybody's secrets: for tests."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

from belote_protocol.deck import (
    PublicDeck,
    initial_deck,
    joint_key,
    read,
    share_positions,
)
from belote_protocol.elgamal import Ciphertext, reencrypt
from belote_protocol.group import (
    IDENTITY,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.hand import HiddenHand
from belote_protocol.seed import Seed
from belote_protocol.shuffle import shuffle
from tests.protocol.seeded import context, seeded

SEATS = 4
HAND = 8


def card_element(number: int) -> Element:
    """m_k."""
    return hash_to_group(f"belote-net/v1/card/{number}")


@dataclass(frozen=True)
class Prepared:
    """One deck and all its secrets; decks[0] is in the open, decks[i + 1] is after seat i."""

    seeds: tuple[Seed, ...]
    keys: tuple[Element, ...]
    joint: Element
    permutations: tuple[tuple[int, ...], ...]
    randomizers: tuple[tuple[Scalar, ...], ...]
    decks: tuple[tuple[Ciphertext, ...], ...]


@functools.cache
def prepare(label: str, size: int) -> Prepared:
    """Four seats shuffle a deck of `size` cards."""
    random_bytes = seeded(label)
    seeds = tuple(Seed.fresh(random_bytes) for _ in range(SEATS))
    keys = tuple(generator_multiple(seed.key()) for seed in seeds)
    joint = joint_key(keys)
    permutations = tuple(seed.permutation("shuffle", b"", b"", size) for seed in seeds)
    randomizers = tuple(seed.randomizers("shuffle", b"", b"", size) for seed in seeds)
    decks = [initial_deck(size)]
    for permutation, randomizer in zip(permutations, randomizers, strict=True):
        decks.append(shuffle(decks[-1], joint, permutation, randomizer))
    return Prepared(seeds, keys, joint, permutations, randomizers, tuple(decks))


def deal(deck: Prepared, size: int) -> PublicDeck:
    """All positions given to seats in turn, and all shares of hidden positions given."""
    owners = {position: position // (size // SEATS) for position in range(size)}
    public = PublicDeck(deck.keys, deck.decks[-1]).with_owners(owners)
    for seat in range(SEATS):
        positions = public.positions_owed(seat)
        shares, _ = share_positions(
            deck.seeds[seat].key(),
            deck.keys[seat],
            [public.ciphertexts[position] for position in positions],
            context(),
            seeded("deal"),
        )
        public = public.with_shares(seat, positions, shares)
    return public


@dataclass(frozen=True)
class OwnHand:
    """A hidden hand and what its owner alone knows."""

    hand: HiddenHand
    secret: Scalar
    cards: tuple[int, ...]


def own_hand(*cards: int, label: str = "hand") -> OwnHand:
    """A hand that holds `cards` by position."""
    seed = Seed.fresh(seeded(label))
    secret = seed.key()
    public_key = generator_multiple(secret)
    randomizers = seed.randomizers("hand", b"", b"", len(cards))
    ciphertexts = tuple(
        reencrypt(Ciphertext(IDENTITY, card_element(card)), public_key, randomizer)
        for card, randomizer in zip(cards, randomizers, strict=True)
    )
    return OwnHand(HiddenHand(public_key, ciphertexts), secret, cards)


def dealt_hand(deck: Prepared, public: PublicDeck, seat: int) -> OwnHand:
    """The hand of `seat` out of a whole deal."""
    positions = [position for position, owner in public.owners.items() if owner == seat]
    ciphertexts = tuple(public.personal(position, seat) for position in positions)
    secret = deck.seeds[seat].key()
    cards = tuple(read(ciphertext, secret) for ciphertext in ciphertexts)
    return OwnHand(HiddenHand(deck.keys[seat], ciphertexts), secret, cards)


def with_record(own: OwnHand, **changes: frozenset[int]) -> OwnHand:
    """The same hand with other public knowledge about it."""
    record: HiddenHand = replace(own.hand, **changes)  # type: ignore[arg-type]  # sets of numbers
    return replace(own, hand=record)
