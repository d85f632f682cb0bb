"""A seat's key of one deck, shared among the others (docs/protocol.md §6.6).

The key x is a sum of shares, one for each other seat. Commitments s·G stand in the clear and add
up to H = x·G; each share travels encrypted to its receiver, who alone can tell whether it is the
one committed to. Who finds another complains in place of his shuffle (`preparation`).

A share is a key like any other: `deck.share_positions` makes its partial decryptions and their
proof, `deck.verify_shares` checks them, with the share for the secret and its commitment for the
public key; `join_partials` puts those of all receivers together. Fewer than all know nothing.

Source: Feldman, "A Practical Scheme for Non-interactive Verifiable Secret Sharing", FOCS '87;
RFC 7748 (X25519); RFC 5869 (HKDF); RFC 8439 (ChaCha20-Poly1305).
Deviation: shares are summed, not interpolated, as all receivers are needed. Both X25519 keys are
of this deck and follow from seeds, so that a seed that is exposed gives every byte again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Meta

from belote_protocol.codec import Opaque, Wire
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.group import (
    SCALAR_BYTES,
    Element,
    Scalar,
    generator_multiple,
    sum_of_elements,
)
from belote_protocol.seed import Seed
from belote_protocol.transcript import frame, int_bytes
from belote_protocol.version import PROTOCOL_LABEL

RECEIVING_KEY_BYTES: Final = 32

FIELD_PRIME: Final = 2**255 - 19
"""p: coordinates of X25519 are residues modulo p, and it ignores bit 255."""

LOW_ORDER: Final = tuple(
    bytes.fromhex(text)
    for text in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)
"""The coordinates, on the curve or its twist, of the points whose order divides 8."""

TAG_BYTES: Final = 16
SEALED_BYTES: Final = SCALAR_BYTES + TAG_BYTES

_CIPHER_KEY_BYTES: Final = 32
_NONCE: Final = bytes(12)
"""One message is encrypted under each key: the share of this deck, sender and receiver."""

LEAST_SEATS: Final = 4
"""With three seats, the two others alone would open the third."""

LEAST_OPERATORS: Final = 4
"""Three beside a seat's own: it takes three people to open a hand; two opponents never suffice."""


class ReceivingKey(Opaque):
    """The X25519 key under which a seat is sent its shares of one deck's keys, 32 bytes.

    Decoded strictly. Under a point of low order everybody knows the shared secret; a second
    encoding of a key would pass for another one.
    """

    __slots__ = ("_data",)

    def __init__(self, data: bytes) -> None:
        self._data = data

    @classmethod
    def from_bytes(cls, data: bytes) -> ReceivingKey:
        """Decode a receiving key.

        Raises:
            InvalidEncoding: wrong length, not below p (which bit 255 is not), or of low order.
        """
        if len(data) != RECEIVING_KEY_BYTES:
            raise InvalidEncoding(
                f"receiving key of {RECEIVING_KEY_BYTES} bytes expected, got {len(data)}"
            )
        if int.from_bytes(data, "little") >= FIELD_PRIME:
            raise InvalidEncoding("receiving key below the field prime expected")
        if data in LOW_ORDER:
            raise InvalidEncoding("receiving key of large order expected")
        return cls(data)

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReceivingKey) and self._data == other._data

    def __hash__(self) -> int:
        return hash((ReceivingKey, self._data))

    def __repr__(self) -> str:
        return f"ReceivingKey({self._data.hex()})"


class SealedShare(Wire):
    """One receiver's share s: the commitment s·G, and s encrypted to him."""

    commitment: Element
    ciphertext: Annotated[bytes, Meta(min_length=SEALED_BYTES, max_length=SEALED_BYTES)]


Escrow = tuple[SealedShare, ...]
"""All shares of one seat's key, in ascending order of receivers."""


@dataclass(frozen=True, slots=True)
class Route:
    """Whose share for whom, of which deck: what the encryption of a share is bound to."""

    game: bytes
    chain: str
    sender: Seat
    receiver: Seat

    @property
    def associated_data(self) -> bytes:
        """The frames that the cipher authenticates beside the share."""
        return b"".join(
            (
                frame("protocol", PROTOCOL_LABEL.encode()),
                frame("game", self.game),
                frame("chain", self.chain.encode()),
                frame("from", int_bytes(self.sender)),
                frame("to", int_bytes(self.receiver)),
            )
        )


def has_escrow(operators: Sequence[Seat]) -> bool:
    """Whether keys are shared at a table whose seat i is run by the seat `operators[i]`.

    At least three operators beside a seat's own must hold shares of its key: where one of them ran
    two seats, two people could open a hand, and both could be on the other side. A share with the
    own operator would help nobody: it is gone when the seat is.
    """
    return len(operators) >= LEAST_SEATS and len(set(operators)) >= LEAST_OPERATORS


def receivers(sender: int, seats: int) -> tuple[Seat, ...]:
    """Who gets a share of the key of `sender`: all other seats, in ascending order."""
    return tuple(Seat(seat) for seat in range(seats) if seat != sender)


def receiving_key(seed: Seed) -> ReceivingKey:
    """The receiving key of the holder of `seed`."""
    return ReceivingKey.from_bytes(_private_key(seed).public_key().public_bytes_raw())


def make_escrow(
    seed: Seed, receiving_keys: Sequence[ReceivingKey], context: EntryContext
) -> Escrow:
    """The shares of the key of `seed`, sealed; the same arguments give the same bytes.

    Args:
        seed: of the seat at which `context` stands.
        receiving_keys: of all seats, in seat order.
        context: of any entry by the sender on the deck's chain; its kind and place do not count.
    """
    others = receivers(context.seat, len(receiving_keys))
    shares = [
        Scalar.from_wide(seed.derive("escrow share", int_bytes(receiver)))
        for receiver in others[:-1]
    ]
    shares.append(seed.key() - sum(shares, Scalar(0)))
    own_key = receiving_keys[context.seat]
    sealed = []
    for receiver, share in zip(others, shares, strict=True):
        route = Route(context.game, context.chain, context.seat, receiver)
        peer = receiving_keys[receiver]
        cipher = _cipher(seed, peer, own_key, peer)
        ciphertext = cipher.encrypt(_NONCE, bytes(share), route.associated_data)
        sealed.append(SealedShare(generator_multiple(share), ciphertext))
    return tuple(sealed)


def verify_escrow_commitments(public_key: Element, escrow: Escrow, seats: int) -> None:
    """Check that `escrow` commits to shares of the secret of `public_key` for all other seats.

    What the ciphertexts hold, only their receivers can check.

    Raises:
        InvalidProof: there is not one share for each other seat, or they add up to another key.
    """
    if len(escrow) != seats - 1:
        raise InvalidProof(f"{seats - 1} escrow shares expected, got {len(escrow)}")
    if sum_of_elements(share.commitment for share in escrow) != public_key:
        raise InvalidProof("escrow shares of the author's key expected, got those of another")


def open_escrow_share(
    sealed: SealedShare, route: Route, receiving_keys: Sequence[ReceivingKey], seed: Seed
) -> Scalar:
    """The share that was sent along `route` to the holder of `seed`.

    Raises:
        InvalidProof: it was not encrypted for this, or is not the one committed to.
        InvalidEncoding: it is no scalar.
    """
    sender_key, own_key = receiving_keys[route.sender], receiving_keys[route.receiver]
    cipher = _cipher(seed, sender_key, sender_key, own_key)
    try:
        plaintext = cipher.decrypt(_NONCE, sealed.ciphertext, route.associated_data)
    except InvalidTag:
        raise InvalidProof(f"the escrow share of seat {route.sender} does not open") from None
    share = Scalar.from_bytes(plaintext)
    if generator_multiple(share) != sealed.commitment:
        raise InvalidProof(f"the escrow share that seat {route.sender} committed to expected")
    return share


def join_partials(partials: Sequence[Sequence[Element]], seats: int) -> tuple[Element, ...]:
    """x·A for every ciphertext (A, B), from the verified partial decryptions of all receivers.

    Args:
        partials: by receiver, s·A for the same ciphertexts in the same order.
        seats: how many seats there are, the one whose key is x among them.

    Raises:
        InvalidProof: not all receivers are there, or not for the same number of ciphertexts.
    """
    if len(partials) != seats - 1:
        raise InvalidProof(
            f"partial decryptions of {seats - 1} seats expected, got {len(partials)}"
        )
    if len({len(row) for row in partials}) != 1:
        raise InvalidProof("partial decryptions of the same ciphertexts expected")
    return tuple(sum_of_elements(column) for column in zip(*partials, strict=True))


def _private_key(seed: Seed) -> X25519PrivateKey:
    private_bytes = seed.derive("receiving key")[:RECEIVING_KEY_BYTES]
    return X25519PrivateKey.from_private_bytes(private_bytes)


def _cipher(
    seed: Seed, peer: ReceivingKey, sender: ReceivingKey, receiver: ReceivingKey
) -> ChaCha20Poly1305:
    """The cipher between the holder of `seed` and `peer`, one of which sends.

    The secret is the same in both directions; the keys in their order tell them apart.
    """
    secret = _private_key(seed).exchange(X25519PublicKey.from_public_bytes(bytes(peer)))
    info = frame("protocol", PROTOCOL_LABEL.encode())
    info += frame("escrow", bytes(sender) + bytes(receiver))
    return ChaCha20Poly1305(HKDF(SHA512(), _CIPHER_KEY_BYTES, None, info).derive(secret))
