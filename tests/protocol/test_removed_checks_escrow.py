"""Every check on escrows, complaints and exposed seeds, taken out one at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from msgspec.structs import replace as alter

from belote_protocol import deck, escrow, preparation
from belote_protocol.deck_state import Complain, DeckState, EscrowCommit, EscrowKey, Shuffle
from belote_protocol.entry import Body, Seat
from belote_protocol.errors import InvalidProof
from belote_protocol.escrow import FIELD_PRIME, LOW_ORDER, ReceivingKey, Route
from belote_protocol.group import GENERATOR, Scalar, generator_multiple, sum_of_elements
from belote_protocol.machine import Expect
from belote_protocol.preparation import make_expose, make_shuffle
from belote_protocol.transcript import frame
from tests.protocol.escrowed import (
    EscrowChain,
    with_other_commitment,
    with_other_receiving_key,
    with_wrong_escrow,
)
from tests.protocol.prepared import own_hand
from tests.protocol.removal import Cheat, Patch, Row, check, ignore, instead, no_raise
from tests.protocol.seeded import context
from tests.protocol.test_escrow import HONEST, KEYS, PUBLIC, SEEDS, place, route
from tests.protocol.test_preparation import RANDOM

Owed = TypeVar("Owed", bound=Body)


class _Anything:
    """Equal to whatever it is compared with."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # equal to everything, so without a hash


def never_compared(name: str) -> Patch:
    """What this function gives again from an exposed seed is taken for right, whatever it is."""
    compare = preparation.check_expose

    def check_expose(*arguments: Any) -> DeckState:  # noqa: ANN401 - those of the original
        with patch.object(preparation, name, lambda *_: _Anything()):
            return compare(*arguments)

    return instead(preparation, "check_expose", check_expose)


def without_frame(label: str) -> Patch:
    """Leave one frame out of what the cipher authenticates."""
    return instead(escrow, "frame", lambda name, data: b"" if name == label else frame(name, data))


def accept(*_: object) -> None:
    """In the place of a verifier: all is well."""


def key_of(data: bytes) -> Cheat:
    return lambda: ignore(ReceivingKey.from_bytes(data))


def opened(there: Route, keys: tuple[ReceivingKey, ...] = KEYS) -> Cheat:
    """Open as something else what seat 0 has sent to seat 2."""

    def cheat() -> None:
        made = escrow.make_escrow(SEEDS[0], keys[:4], place())
        escrow.open_escrow_share(made[1], there, keys, SEEDS[2])

    return cheat


def wrong_share() -> None:
    chain = with_wrong_escrow("wrong share")
    keys, sealed = chain.state.receiving_keys, chain.state.share_of(Seat(0), Seat(1))
    escrow.open_escrow_share(sealed, route(0, 1), keys, chain.seeds[1])


def garbled_share() -> None:
    garbled = alter(HONEST[1], ciphertext=HONEST[1].ciphertext[::-1])
    escrow.open_escrow_share(garbled, route(0, 2), KEYS, SEEDS[2])


def accepted_wrong_share() -> None:
    """Nobody complains of a wrong share, and the deck is dealt."""
    chain = with_wrong_escrow("wrong share")
    while chain.machine.expect is not None and not chain.state.is_complete:
        chain.accept(chain.honest())
    if not chain.state.is_complete:
        raise InvalidProof("somebody complained")


def lie(chain: EscrowChain, liar: int) -> None:
    """Raises if the liar is named."""
    if chain.death.culprit == liar:
        raise InvalidProof(f"seat {liar} was named")


def liar_with_a_wrong_escrow() -> None:
    lie(with_wrong_escrow("wrong share").finish(), 0)


def liar_with_a_wrong_complaint() -> None:
    lie(EscrowChain().to(Shuffle.kind, 1).complain(2).finish(), 1)


def liar_with_another_receiving_key() -> None:
    """It would frame the seat that cannot open what it was sent."""
    chain = with_other_receiving_key().to(Shuffle.kind, 0)
    chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[0], RANDOM))
    lie(chain.finish(), 0)


def liar_with_another_commitment() -> None:
    chain = with_other_commitment().to(Shuffle.kind, 1).complain(0)
    chain.accept(make_expose(chain.seeds[0]))
    lie(chain, 0)


def reveal_of_a_wrong_escrow() -> None:
    chain = with_wrong_escrow("wrong share").to(Shuffle.kind, 1)
    chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[1], RANDOM))
    chain.to("reveal", 0)
    chain.accept(chain.honest())


def complaint(seat: int, accused: int) -> Cheat:
    return lambda: ignore(EscrowChain().to(Shuffle.kind, seat).complain(accused))


def late_complaint() -> None:
    chain = EscrowChain().to(Shuffle.kind, 2)
    late = replace(chain.context, kind=Complain.kind, seat=Seat(0))
    chain.machine.advance(chain.machine.check(chain.say(Complain(1), late)))


def by_anybody(expect: Expect[Any, Any], seat: int, kind: str) -> Expect[Any, Any] | None:
    """What an entry of this kind would be, whoever brings it."""
    return next((one for one in (expect, *expect.instead) if one.kind == kind), None)


def owed(kind: type[Owed], seat: int) -> tuple[EscrowChain, Owed]:
    """A chain on which this seat owes an entry of this kind, and what it honestly owes."""
    chain = EscrowChain().to(kind.kind, seat)
    honest = chain.honest()
    assert isinstance(honest, kind)
    return chain, honest


def copied_receiving_key() -> None:
    chain, honest = owed(EscrowCommit, 2)
    chain.accept(alter(honest, receiving_key=chain.state.receiving_keys[0]))


def copied_commitment() -> None:
    chain, honest = owed(EscrowCommit, 2)
    chain.accept(alter(honest, commitment=chain.state.commitments[0]))


def key_with_foreign_escrow() -> None:
    chain, honest = owed(EscrowKey, 1)
    chain.accept(alter(honest, escrow=chain.state.escrows[0]))


def rogue_key_with_fitting_escrow() -> None:
    """The commitments add up to it, but nobody knows its secret."""
    chain, honest = owed(EscrowKey, 3)
    rogue = generator_multiple(Scalar(5)) - sum_of_elements(chain.state.keys)
    first, *others = honest.escrow
    fitting = alter(first, commitment=first.commitment + rogue - honest.public_key)
    chain.accept(EscrowKey(rogue, honest.proof, (fitting, *others)))


def commitments_to_another_key() -> None:
    escrow.verify_escrow_commitments(PUBLIC + GENERATOR, HONEST, 4)


def share_for_nobody() -> None:
    first, second, third = HONEST
    both = alter(second, commitment=second.commitment + third.commitment)
    escrow.verify_escrow_commitments(PUBLIC, (first, both), 4)


def partials_of_a_wrong_share() -> None:
    ciphertexts, commitment = own_hand(3, 9).hand.ciphertexts, HONEST[0].commitment
    parts, proof = deck.share_positions(Scalar(5), commitment, ciphertexts, context(), RANDOM)
    deck.verify_shares(commitment, ciphertexts, parts, proof, context())


_TWINS = (KEYS[0], KEYS[0], KEYS[2], KEYS[2])
"""Two seats with one receiving key, so that only the cipher's frames tell them apart."""

ROWS = [
    # Receiving keys.
    Row(
        "receiving key: length",
        no_raise(ReceivingKey, "from_bytes", "RECEIVING_KEY_BYTES"),
        key_of(bytes([9]) * 31),
    ),
    *(
        Row(
            f"receiving key: {name}",
            no_raise(ReceivingKey, "from_bytes", "below the field prime"),
            key_of(data),
        )
        for name, data in (
            ("bit 255", bytes([9]) + bytes(30) + bytes([0x80])),
            ("not canonical", (FIELD_PRIME + 9).to_bytes(32, "little")),
            ("not canonical, low order", FIELD_PRIME.to_bytes(32, "little")),
        )
    ),
    *(
        Row(
            f"receiving key: low order {data.hex()[:8]}",
            no_raise(ReceivingKey, "from_bytes", "large order"),
            key_of(data),
        )
        for data in LOW_ORDER
    ),
    Row(
        "receiving key: of one's own",
        no_raise(preparation, "check_escrow_commit", "got a copy"),
        copied_receiving_key,
    ),
    Row(
        "commitment: of one's own",
        no_raise(preparation, "check_commit", "got a copy"),
        copied_commitment,
    ),
    # What all see of an escrow.
    Row(
        "escrow: adds up to the key",
        no_raise(escrow, "verify_escrow_commitments", "of the author's key"),
        commitments_to_another_key,
    ),
    Row(
        "escrow: a share for every other seat",
        no_raise(escrow, "verify_escrow_commitments", "escrow shares expected"),
        share_for_nobody,
    ),
    Row(
        "escrow: checked with the key",
        instead(preparation, "verify_escrow_commitments", accept),
        key_with_foreign_escrow,
    ),
    Row(
        "escrow: the key is proven",
        instead(preparation, "verify_knowledge", accept),
        rogue_key_with_fitting_escrow,
    ),
    # What only the receiver sees.
    Row(
        "share: encrypted to its receiver",
        no_raise(escrow, "open_escrow_share", "does not open"),
        garbled_share,
        crash=UnboundLocalError,
    ),
    Row(
        "share: the one committed to",
        no_raise(escrow, "open_escrow_share", "committed to"),
        wrong_share,
    ),
    *(
        Row(f"share: bound to {label}", without_frame(label), cheat)
        for label, cheat in (
            ("game", opened(replace(route(0, 2), game=b"h" * 32))),
            ("chain", opened(replace(route(0, 2), chain="deck/4"))),
            ("from", opened(route(1, 2), _TWINS)),
            ("to", opened(route(0, 3), _TWINS)),
        )
    ),
    Row(
        "share: opened before one's own shuffle",
        instead(preparation, "own_escrow_share", lambda *_, **__: None),
        accepted_wrong_share,
    ),
    # Complaints, and what comes of them.
    Row(
        "complaint: not about oneself",
        no_raise(preparation, "check_complaint", "another seat"),
        complaint(1, 1),
    ),
    Row(
        "complaint: not about nobody",
        no_raise(preparation, "check_complaint", "another seat"),
        complaint(1, 4),
    ),
    Row(
        "complaint: in place of one's own shuffle",
        instead(Expect, "choose", by_anybody),
        late_complaint,
    ),
    Row(
        "complaint: may be false",
        instead(preparation, "_explains_escrow", lambda *_: False),
        liar_with_a_wrong_complaint,
    ),
    Row("exposed: escrow", never_compared("make_escrow"), liar_with_a_wrong_escrow),
    Row(
        "exposed: receiving key",
        never_compared("receiving_key"),
        liar_with_another_receiving_key,
    ),
    Row("exposed: commitment", never_compared("commit"), liar_with_another_commitment),
    Row(
        "revealed: escrow",
        no_raise(preparation, "check_reveal", "the escrow of"),
        reveal_of_a_wrong_escrow,
    ),
    # Use.
    Row(
        "partials: under the share",
        instead(deck, "verify_equality", accept),
        partials_of_a_wrong_share,
    ),
    Row(
        "partials: of all receivers",
        no_raise(escrow, "join_partials", "partial decryptions of {seats"),
        lambda: ignore(escrow.join_partials([[GENERATOR], [GENERATOR]], 4)),
    ),
    Row(
        "partials: for the same ciphertexts",
        no_raise(escrow, "join_partials", "the same ciphertexts"),
        lambda: ignore(escrow.join_partials([[GENERATOR], [GENERATOR], []], 4)),
        crash=ValueError,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_cheat_passes_only_without_its_check(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
