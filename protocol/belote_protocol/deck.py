"""Card numbers and group elements; the encrypted deck, opened share by share (docs/protocol.md §6).

The deck knows positions, seats and card numbers, and not what they mean. Who owns a position is
told to it once and for ever; a seat never gives a share of its own hidden position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from belote_protocol.backend import MAX_CARDS
from belote_protocol.elgamal import Ciphertext, decryption_share, remove_shares
from belote_protocol.errors import InvalidProof
from belote_protocol.group import (
    IDENTITY,
    Element,
    Scalar,
    constant,
    hash_to_group,
    sum_of_elements,
)
from belote_protocol.sigma import EqualityProof, prove_equality, verify_equality
from belote_protocol.transcript import RandomBytes, Transcript
from belote_protocol.version import PROTOCOL_LABEL

PUBLIC: Final = None
"""The owner of a position that everyone may see, such as the turned card."""


class BadKey(InvalidProof):
    """A key that no seat may use beside the others.

    Attributes:
        seat: signing index of the seat whose key it is.
    """

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(f"the key of seat {seat} {reason}")
        self.seat = seat


@constant
def card_elements(count: int = MAX_CARDS) -> tuple[Element, ...]:
    """The elements m_0 .. m_{count-1} that stand for the cards.

    Hashed to the group one by one: multiples of G would let anyone read the deck.
    """
    return tuple(hash_to_group(f"{PROTOCOL_LABEL}/card/{number}") for number in range(count))


@constant
def _card_numbers() -> Mapping[Element, int]:
    return {element: number for number, element in enumerate(card_elements())}


@constant
def initial_deck(count: int) -> tuple[Ciphertext, ...]:
    """The cards in order, in the open, as ciphertexts (O, m_k); never read from a message."""
    return tuple(Ciphertext(IDENTITY, element) for element in card_elements(count))


def joint_key(keys: Sequence[Element]) -> Element:
    """The sum of the keys of all seats, given in seat order.

    Raises:
        BadKey: a key is the identity, equal to an earlier one or its inverse, or the sum is the
            identity.
    """
    for seat, key in enumerate(keys):
        if key.is_identity:
            raise BadKey(seat, "is the identity")
        for other, earlier in enumerate(keys[:seat]):
            if key == earlier:
                raise BadKey(seat, f"is a copy of the key of seat {other}")
            if key == -earlier:
                raise BadKey(seat, f"mirrors the key of seat {other}")
    total = sum_of_elements(keys)
    if total.is_identity:
        raise BadKey(len(keys) - 1, "cancels the keys of the others")
    return total


def share_positions(
    secret: Scalar,
    public_key: Element,
    ciphertexts: Sequence[Ciphertext],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> tuple[tuple[Element, ...], EqualityProof]:
    """One seat's decryption shares of `ciphertexts`, in order, with one proof for all."""
    shares = tuple(decryption_share(ciphertext, secret) for ciphertext in ciphertexts)
    bases = [ciphertext.a for ciphertext in ciphertexts]
    return shares, prove_equality(secret, public_key, bases, shares, transcript, random_bytes)


def verify_shares(
    public_key: Element,
    ciphertexts: Sequence[Ciphertext],
    shares: Sequence[Element],
    proof: EqualityProof,
    transcript: Transcript,
) -> None:
    """Check that shares[i] is the share of ciphertexts[i] by the seat with `public_key`.

    Raises:
        InvalidProof: one is not, or there is not one share for every ciphertext.
    """
    bases = [ciphertext.a for ciphertext in ciphertexts]
    verify_equality(public_key, bases, shares, proof, transcript)


def read(ciphertext: Ciphertext, secret: Scalar) -> int:
    """The number of the card that `ciphertext`, under the key of `secret` alone, holds.

    Raises:
        InvalidProof: it holds no card.
    """
    return card_number(ciphertext.b - decryption_share(ciphertext, secret))


def card_number(element: Element) -> int:
    """The number of the card that `element` stands for.

    Raises:
        InvalidProof: it stands for none.
    """
    number = _card_numbers().get(element)
    if number is None:
        raise InvalidProof("the element of a card expected, got another")
    return number


@dataclass(frozen=True, slots=True)
class PublicDeck:
    """The public record of one prepared deck while it is dealt and opened.

    Attributes:
        keys: H_i by seat.
        ciphertexts: the deck after the last shuffle, by position.
        owners: by position dealt so far, the seat that alone may read it, or `PUBLIC`.
        shares: by seat, the verified decryption shares by position.
    """

    keys: tuple[Element, ...]
    ciphertexts: tuple[Ciphertext, ...]
    owners: Mapping[int, int | None] = field(default_factory=lambda: MappingProxyType({}))
    shares: tuple[Mapping[int, Element], ...] = ()

    def with_owners(self, owners: Mapping[int, int | None]) -> PublicDeck:
        """The deck after the rule of the game gave positions to seats, or to everyone (`PUBLIC`).

        Raises:
            InvalidProof: a position is not in the deck, or has an owner already: positions are
                given once and for ever.
        """
        for position, owner in owners.items():
            if not 0 <= position < len(self.ciphertexts):
                raise InvalidProof(f"position {position} is not in the deck")
            if position in self.owners:
                raise InvalidProof(f"position {position} has been dealt already")
            if owner is not PUBLIC and not 0 <= owner < len(self.keys):
                raise InvalidProof(f"position {position} is dealt to seat {owner}, which is none")
        return replace(self, owners=MappingProxyType({**self.owners, **owners}))

    def positions_owed(self, seat: int) -> tuple[int, ...]:
        """The dealt positions that `seat` has not shared and does not own, in order."""
        given = self._shares_of(seat)
        return tuple(
            position
            for position, owner in sorted(self.owners.items())
            if owner != seat and position not in given
        )

    def with_shares(
        self, seat: int, positions: Sequence[int], shares: Sequence[Element]
    ) -> PublicDeck:
        """The deck after the verified `shares` of `seat`, one for each of `positions`.

        Raises:
            InvalidProof: a position was not dealt, is the seat's own, or was shared already; or
                there is not one share for every position.
        """
        if len(positions) != len(shares):
            raise InvalidProof(f"{len(positions)} shares expected, got {len(shares)}")
        given = dict(self._shares_of(seat))
        for position, share in zip(positions, shares, strict=True):
            if position not in self.owners:
                raise InvalidProof(f"position {position} has not been dealt")
            if self.owners[position] == seat:
                raise InvalidProof(f"position {position} is hidden in the hand of seat {seat}")
            if position in given:
                raise InvalidProof(f"position {position} has been shared by seat {seat} already")
            given[position] = share
        by_seat = [self._shares_of(index) for index in range(len(self.keys))]
        by_seat[seat] = MappingProxyType(given)
        return replace(self, shares=tuple(by_seat))

    def personal(self, position: int, owner: int) -> Ciphertext:
        """(A_p, E_p): what is left under the key of `owner` once all others gave their shares.

        Raises:
            InvalidProof: `owner` does not own `position`, or a share is missing.
        """
        if self.owners.get(position, PUBLIC) != owner:
            raise InvalidProof(f"position {position} does not belong to seat {owner}")
        others = [seat for seat in range(len(self.keys)) if seat != owner]
        return self._opened_by(position, others)

    def open_public(self, position: int) -> int:
        """The number of the card at a public position, once every seat gave its share.

        Raises:
            InvalidProof: the position is not public, a share is missing, or it holds no card.
        """
        if self.owners.get(position, -1) is not PUBLIC:
            raise InvalidProof(f"position {position} is not public")
        return card_number(self._opened_by(position, range(len(self.keys))).b)

    def _opened_by(self, position: int, seats: Sequence[int]) -> Ciphertext:
        shares = [self._shares_of(seat).get(position) for seat in seats]
        present = [share for share in shares if share is not None]
        if len(present) != len(shares):
            missing = seats[shares.index(None)]
            raise InvalidProof(f"the share of seat {missing} for position {position} is missing")
        return remove_shares(self.ciphertexts[position], present)

    def _shares_of(self, seat: int) -> Mapping[int, Element]:
        return self.shares[seat] if self.shares else MappingProxyType({})
