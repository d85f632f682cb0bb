"""A key shared among the other seats: sealing, opening, using, and what is refused."""

from __future__ import annotations

import hmac
import itertools
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as alter

from belote_protocol import escrow
from belote_protocol.backend import SMALL_ORDER
from belote_protocol.codec import decode, encode
from belote_protocol.deck import card_number, share_positions, verify_shares
from belote_protocol.elgamal import decryption_share, remove_shares
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.errors import InvalidEncoding, InvalidProof, ProtocolError
from belote_protocol.escrow import (
    FIELD_PRIME,
    LOW_ORDER,
    Escrow,
    ReceivingKey,
    Route,
    SealedShare,
    has_escrow,
    join_partials,
    make_escrow,
    open_escrow_share,
    receivers,
    receiving_key,
    verify_escrow_commitments,
)
from belote_protocol.group import GENERATOR, Element, Scalar, generator_multiple, sum_of_elements
from belote_protocol.seed import Seed
from belote_protocol.transcript import Transcript, frame
from tests.protocol.prepared import deal, dealt_hand, own_hand, prepare
from tests.protocol.seeded import context, seeded

RANDOM = seeded("escrow")
SEEDS = tuple(Seed.fresh(seeded(f"escrow/{seat}")) for seat in range(8))
KEYS = tuple(map(receiving_key, SEEDS))


def place(sender: int = 0, *, game: bytes = b"g" * 32, chain: str = "deck/3") -> EntryContext:
    return EntryContext(game, chain, 5, b"p" * 32, Seat(sender), "key-escrow")


def route(sender: int, receiver: int) -> Route:
    return Route(b"g" * 32, "deck/3", Seat(sender), Seat(receiver))


HONEST = make_escrow(SEEDS[0], KEYS[:4], place())
PUBLIC = generator_multiple(SEEDS[0].key())


class TestReceivingKeys:
    def test_are_values(self) -> None:
        again = ReceivingKey.from_bytes(bytes(KEYS[0]))
        assert again == KEYS[0]
        assert hash(again) == hash(KEYS[0])
        assert again != KEYS[1]
        assert again != bytes(again)
        assert bytes(again).hex() in repr(again)

    def test_are_those_of_x25519(self) -> None:
        private = X25519PrivateKey.from_private_bytes(SEEDS[0].derive("receiving key")[:32])
        assert private.public_key().public_bytes_raw() == bytes(KEYS[0])

    @pytest.mark.parametrize("data", LOW_ORDER, ids=bytes.hex)
    def test_of_low_order_are_refused(self, data: bytes) -> None:
        with pytest.raises(InvalidEncoding, match="large order"):
            ReceivingKey.from_bytes(data)
        weak = X25519PublicKey.from_public_bytes(data)
        with pytest.raises(ValueError, match="shared key"):
            X25519PrivateKey.from_private_bytes(bytes(SEEDS[0])).exchange(weak)

    def test_of_low_order_are_all_that_there_are(self) -> None:
        """u = (1 + y) / (1 - y) of the points of small order, O at 0, and on the twist u = -1."""
        heights = {int.from_bytes(data, "little") % 2**255 for data in SMALL_ORDER}
        coordinates = {
            (1 + y) * pow(1 - y, -1, FIELD_PRIME) % FIELD_PRIME if y != 1 else 0 for y in heights
        }
        assert {int.from_bytes(data, "little") for data in LOW_ORDER} == {
            *coordinates,
            FIELD_PRIME - 1,
        }

    @pytest.mark.parametrize("residue", range(19))
    def test_not_below_the_prime_are_refused(self, residue: int) -> None:
        with pytest.raises(InvalidEncoding, match="below the field prime"):
            ReceivingKey.from_bytes((FIELD_PRIME + residue).to_bytes(32, "little"))

    def test_with_bit_255_are_refused(self) -> None:
        data = bytes(KEYS[0])
        with pytest.raises(InvalidEncoding, match="below the field prime"):
            ReceivingKey.from_bytes(data[:31] + bytes([data[31] | 0x80]))

    @pytest.mark.parametrize("size", [0, 31, 33])
    def test_of_another_length_are_refused(self, size: int) -> None:
        with pytest.raises(InvalidEncoding, match="32 bytes"):
            ReceivingKey.from_bytes(bytes([9]) * size)

    @given(st.binary(min_size=32, max_size=32))
    def test_whatever_is_taken_shares_a_secret(self, data: bytes) -> None:
        try:
            key = ReceivingKey.from_bytes(data)
        except InvalidEncoding:
            return
        assert bytes(key) == data
        private = X25519PrivateKey.from_private_bytes(bytes(SEEDS[0]))
        assert any(private.exchange(X25519PublicKey.from_public_bytes(data)))


class TestSharing:
    @settings(max_examples=25)
    @given(st.binary(min_size=32, max_size=32), st.integers(2, 8), st.data())
    def test_all_receivers_together_have_the_key(
        self, seed_bytes: bytes, seats: int, data: st.DataObject
    ) -> None:
        sender, seed = data.draw(st.integers(0, seats - 1)), Seed(seed_bytes)
        seeds = [*SEEDS[:sender], seed, *SEEDS[sender + 1 : seats]]
        keys = tuple(map(receiving_key, seeds))
        made = make_escrow(seed, keys, place(sender))
        verify_escrow_commitments(generator_multiple(seed.key()), made, seats)
        others = receivers(sender, seats)
        shares = [
            open_escrow_share(one, route(sender, receiver), keys, seeds[receiver])
            for one, receiver in zip(made, others, strict=True)
        ]
        assert sum(shares, Scalar(0)) == seed.key()
        assert [generator_multiple(share) for share in shares] == [one.commitment for one in made]

    def test_fewer_have_not(self) -> None:
        shares = [_opened(HONEST, receiver) for receiver in (1, 2, 3)]
        for few in (*itertools.combinations(shares, 1), *itertools.combinations(shares, 2)):
            assert generator_multiple(sum(few, Scalar(0))) != PUBLIC

    def test_the_same_seed_makes_the_same_bytes(self) -> None:
        assert make_escrow(SEEDS[0], KEYS[:4], place()) == HONEST
        elsewhere = replace(place(), seq=9, prev=b"q" * 32, kind="expose")
        assert make_escrow(SEEDS[0], KEYS[:4], elsewhere) == HONEST

    @pytest.mark.parametrize(
        "other",
        [place(game=b"h" * 32), place(chain="deck/4")],
        ids=["game", "chain"],
    )
    def test_another_place_makes_other_ciphertexts(self, other: EntryContext) -> None:
        for one, there in zip(HONEST, make_escrow(SEEDS[0], KEYS[:4], other), strict=True):
            assert one.ciphertext != there.ciphertext

    def test_is_what_the_specification_says(self) -> None:
        """Share and ciphertext for seat 2, from the formulas of §6.6."""

        def frames(*pairs: tuple[str, bytes]) -> bytes:
            label = ("protocol", b"belote-net/v1")
            return b"".join(frame(name, data) for name, data in (label, *pairs))

        private = X25519PrivateKey.from_private_bytes(SEEDS[0].derive("receiving key")[:32])
        secret = private.exchange(X25519PublicKey.from_public_bytes(bytes(KEYS[2])))
        extracted = hmac.digest(bytes(64), secret, "sha512")
        info = frames(("escrow", bytes(KEYS[0]) + bytes(KEYS[2])))
        key = hmac.digest(extracted, info + b"\x01", "sha512")[:32]
        share = Scalar.from_wide(SEEDS[0].derive("escrow share", bytes(7) + b"\x02"))
        there = (("from", bytes(8)), ("to", bytes(7) + b"\x02"))
        data = frames(("game", b"g" * 32), ("chain", b"deck/3"), *there)
        ciphertext = ChaCha20Poly1305(key).encrypt(bytes(12), bytes(share), data)
        assert HONEST[1] == SealedShare(generator_multiple(share), ciphertext)

    def test_each_direction_has_a_key_of_its_own(self) -> None:
        """Else two shares would be encrypted under one key, and their difference could be read."""
        there = escrow._cipher(SEEDS[0], KEYS[1], KEYS[0], KEYS[1])
        back = escrow._cipher(SEEDS[1], KEYS[0], KEYS[1], KEYS[0])
        read = escrow._cipher(SEEDS[1], KEYS[0], KEYS[0], KEYS[1])
        sent = there.encrypt(bytes(12), b"share", None)
        assert read.decrypt(bytes(12), sent, None) == b"share"
        assert back.encrypt(bytes(12), b"share", None) != sent

    def test_commitments_to_another_key_are_refused(self) -> None:
        with pytest.raises(InvalidProof, match="of the author's key"):
            verify_escrow_commitments(PUBLIC + GENERATOR, HONEST, 4)
        first, *others = HONEST
        shifted = alter(first, commitment=first.commitment + GENERATOR)
        with pytest.raises(InvalidProof, match="of the author's key"):
            verify_escrow_commitments(PUBLIC, (shifted, *others), 4)

    @pytest.mark.parametrize("count", [0, 2, 4])
    def test_another_number_of_shares_is_refused(self, count: int) -> None:
        some = (HONEST * 2)[:count]
        total = sum_of_elements(one.commitment for one in some)
        with pytest.raises(InvalidProof, match="3 escrow shares expected"):
            verify_escrow_commitments(total, some, 4)


def _opened(made: Escrow, receiver: int, *, sender: int = 0, opener: int | None = None) -> Scalar:
    seed = SEEDS[receiver if opener is None else opener]
    return open_escrow_share(made[receiver - 1], route(sender, receiver), KEYS, seed)


class TestOpening:
    def test_by_another_seat(self) -> None:
        with pytest.raises(InvalidProof, match="does not open"):
            _opened(HONEST, 2, opener=3)

    def test_as_of_another_sender(self) -> None:
        with pytest.raises(InvalidProof, match="does not open"):
            _opened(HONEST, 2, sender=1)

    @pytest.mark.parametrize("change", [{"game": b"h" * 32}, {"chain": "deck/4"}])
    def test_elsewhere(self, change: dict[str, object]) -> None:
        there = replace(route(0, 2), **change)  # type: ignore[arg-type]  # fields by name
        with pytest.raises(InvalidProof, match="does not open"):
            open_escrow_share(HONEST[1], there, KEYS, SEEDS[2])

    def test_another_commitment(self) -> None:
        other = alter(HONEST[1], commitment=HONEST[1].commitment + GENERATOR)
        with pytest.raises(InvalidProof, match="committed to"):
            open_escrow_share(other, route(0, 2), KEYS, SEEDS[2])

    @given(st.integers(0, 8 * escrow.SEALED_BYTES - 1))
    def test_any_bit_counts(self, bit: int) -> None:
        flipped = bytearray(HONEST[1].ciphertext)
        flipped[bit // 8] ^= 1 << bit % 8
        other = alter(HONEST[1], ciphertext=bytes(flipped))
        with pytest.raises(InvalidProof, match="does not open"):
            open_escrow_share(other, route(0, 2), KEYS, SEEDS[2])

    @given(st.binary(min_size=escrow.SEALED_BYTES, max_size=escrow.SEALED_BYTES))
    def test_foreign_bytes_raise_our_own_error(self, data: bytes) -> None:
        with pytest.raises(ProtocolError):
            open_escrow_share(alter(HONEST[1], ciphertext=data), route(0, 2), KEYS, SEEDS[2])

    def test_the_library_error_is_not_shown(self) -> None:
        with pytest.raises(InvalidProof) as caught:
            _opened(HONEST, 2, opener=3)
        assert caught.value.__suppress_context__

    def test_wire_form(self) -> None:
        assert decode(Escrow, encode(HONEST)) == HONEST
        assert len(encode(HONEST)) == 1 + 3 * (1 + 34 + 50)
        for size in (escrow.SEALED_BYTES - 1, escrow.SEALED_BYTES + 1):
            other = SealedShare(HONEST[0].commitment, bytes(size))
            with pytest.raises(InvalidEncoding):
                decode(SealedShare, encode(other))


class TestUse:
    """Three seats stand in for the fourth, together."""

    @settings(max_examples=15)
    @given(st.integers(0, 4))
    def test_all_partials_are_the_share_of_the_absent_seat(self, count: int) -> None:
        own = own_hand(3, 9, 20, 31)
        ciphertexts = own.hand.ciphertexts[:count]
        partials = []
        for receiver in (1, 2, 3):
            share, commitment = _opened(HONEST, receiver), HONEST[receiver - 1].commitment
            parts, proof = share_positions(share, commitment, ciphertexts, context(), RANDOM)
            verify_shares(commitment, ciphertexts, parts, proof, context())
            partials.append(parts)
        expected = tuple(decryption_share(one, SEEDS[0].key()) for one in ciphertexts)
        assert join_partials(partials, 4) == expected

    def test_the_hand_of_an_absent_seat_is_read(self) -> None:
        deck = prepare("escrow", 8)
        keys = tuple(map(receiving_key, deck.seeds))
        own = dealt_hand(deck, deal(deck, 8), 2)
        made = make_escrow(deck.seeds[2], keys, place(2))
        shares = [
            open_escrow_share(one, route(2, receiver), keys, deck.seeds[receiver])
            for one, receiver in zip(made, receivers(2, 4), strict=True)
        ]
        partials = [[one.a * share for one in own.hand.ciphertexts] for share in shares]
        joined = join_partials(partials, 4)
        cards = [
            card_number(remove_shares(one, [part]).b)
            for one, part in zip(own.hand.ciphertexts, joined, strict=True)
        ]
        assert tuple(cards) == own.cards
        without_last = [one.a * (shares[0] + shares[1]) for one in own.hand.ciphertexts]
        for one, part in zip(own.hand.ciphertexts, without_last, strict=True):
            with pytest.raises(InvalidProof, match="element of a card"):
                card_number(remove_shares(one, [part]).b)

    @pytest.mark.parametrize("wrong", [Scalar(1), SEEDS[0].key(), SEEDS[1].key()])
    def test_partials_under_another_scalar_are_refused(self, wrong: Scalar) -> None:
        ciphertexts = own_hand(3, 9).hand.ciphertexts
        parts, proof = share_positions(wrong, HONEST[0].commitment, ciphertexts, context(), RANDOM)
        with pytest.raises(InvalidProof):
            verify_shares(HONEST[0].commitment, ciphertexts, parts, proof, context())

    def test_partials_of_another_receiver_are_refused(self) -> None:
        ciphertexts = own_hand(3, 9).hand.ciphertexts
        share, commitment = _opened(HONEST, 1), HONEST[0].commitment
        parts, proof = share_positions(share, commitment, ciphertexts, context(), RANDOM)
        with pytest.raises(InvalidProof):
            verify_shares(HONEST[1].commitment, ciphertexts, parts, proof, context())

    @pytest.mark.parametrize("label", ["seat", "prev", "game", "kind"])
    def test_partials_elsewhere_are_refused(self, label: str) -> None:
        def transcript(*, elsewhere: bool) -> Transcript:
            at = EntryContext(b"g" * 32, "table", 90, b"p" * 32, Seat(1), "recover")
            other = EntryContext(b"h" * 32, "table", 90, b"q" * 32, Seat(2), "share")
            change = {label: getattr(other, label)} if elsewhere else {}
            return replace(at, **change).transcript()

        ciphertexts = own_hand(3, 9).hand.ciphertexts
        share, commitment = _opened(HONEST, 1), HONEST[0].commitment
        there = transcript(elsewhere=True)
        parts, proof = share_positions(share, commitment, ciphertexts, there, RANDOM)
        verify_shares(commitment, ciphertexts, parts, proof, transcript(elsewhere=True))
        with pytest.raises(InvalidProof):
            verify_shares(commitment, ciphertexts, parts, proof, transcript(elsewhere=False))

    def test_a_receiver_who_is_missing_or_says_less_is_noticed(self) -> None:
        row: tuple[Element, ...] = (GENERATOR, GENERATOR)
        with pytest.raises(InvalidProof, match="of 3 seats expected, got 2"):
            join_partials([row, row], 4)
        with pytest.raises(InvalidProof, match="of 3 seats expected, got 4"):
            join_partials([row] * 4, 4)
        with pytest.raises(InvalidProof, match="the same ciphertexts"):
            join_partials([row, row, row[:1]], 4)


class TestHasEscrow:
    @pytest.mark.parametrize(
        ("operators", "expected"),
        [
            ((0, 1, 2, 3), True),
            ((0, 0, 2, 3), False),  # one player with a bot: two would open the third
            ((0, 1, 2, 2), False),
            ((0, 0, 0, 3), False),  # the first would open the fourth
            ((0, 0, 2, 2), False),  # one of them gone, a share is gone with him
            ((0, 0, 0, 0), False),
            ((0, 1, 2), False),  # two would open the third
            ((0, 1), False),
            ((), False),
            ((0, 1, 2, 3, 4), True),
            ((0, 1, 1, 1, 1), False),
            ((0, 0, 1, 1, 2), False),
            ((0, 0, 1, 2, 3), True),
        ],
    )
    def test_tables(self, operators: tuple[int, ...], *, expected: bool) -> None:
        assert has_escrow([Seat(operator) for operator in operators]) is expected

    @given(st.lists(st.integers(0, 7), max_size=8))
    def test_it_takes_three_others_to_open_a_hand(self, numbers: list[int]) -> None:
        operators = [Seat(number) for number in numbers]
        holders = [
            {operators[seat] for seat in receivers(sender, len(operators))} - {own}
            for sender, own in enumerate(operators)
        ]
        enough = all(len(others) >= 3 for others in holders)
        assert has_escrow(operators) is (len(operators) >= 4 and enough)
