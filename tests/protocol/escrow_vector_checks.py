"""What this implementation does with the vectors of shared keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from belote_protocol.codec import decode
from belote_protocol.deck import verify_shares
from belote_protocol.deck_state import DeckState, EscrowCommit, deck_chain
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import RejectedEntry
from belote_protocol.escrow import (
    Escrow,
    ReceivingKey,
    Route,
    join_partials,
    make_escrow,
    open_escrow_share,
    receivers,
    receiving_key,
    verify_escrow_commitments,
)
from belote_protocol.group import Element
from belote_protocol.identity import PublicIdentity
from belote_protocol.machine import Machine
from belote_protocol.preparation import check_escrow_commit, prepare_deck
from belote_protocol.seed import Seed
from belote_protocol.sigma import EqualityProof
from tests.protocol.seeded import context

Fields = Mapping[str, Any]

_bytes = bytes.fromhex


def _keys(vector: Fields, name: str) -> tuple[ReceivingKey, ...]:
    return tuple(ReceivingKey.from_bytes(_bytes(key)) for key in vector[name])


def check_receiving_key(vector: Fields) -> None:
    assert bytes(ReceivingKey.from_bytes(_bytes(vector["bytes"]))).hex() == vector["bytes"]


def check_receiving_keys(vector: Fields) -> None:
    keys = _keys(vector, "keys")
    state = DeckState(1, len(keys), 0)
    for seat, key in enumerate(keys):
        place = EntryContext(b"", deck_chain(1), seat, b"", Seat(seat), EscrowCommit.kind)
        assert (key in keys[:seat]) == (seat == vector["culprit"])
        state = check_escrow_commit(state, EscrowCommit(bytes([seat]) * 32, key), place)


def check_escrow(vector: Fields) -> None:
    keys, made = _keys(vector, "receiving_keys"), decode(Escrow, _bytes(vector["escrow"]))
    public_key = Element.from_bytes(_bytes(vector["public_key"]))
    verify_escrow_commitments(public_key, made, len(keys))
    sender, receiver = Seat(vector["sender"]), Seat(vector["receiver"])
    route = Route(_bytes(vector["game"]), vector["chain"], sender, receiver)
    sealed = made[receivers(sender, len(keys)).index(receiver)]
    share = open_escrow_share(sealed, route, keys, Seed(_bytes(vector["seed"])))
    assert bytes(share).hex() == vector["share"]
    seed = Seed(_bytes(vector["sender_seed"]))
    place = EntryContext(route.game, route.chain, 0, b"", sender, "")
    assert receiving_key(seed) == keys[sender]
    assert make_escrow(seed, keys, place) == made


def check_partials(vector: Fields) -> None:
    ciphertexts = decode(tuple[Ciphertext, ...], _bytes(vector["ciphertexts"]))
    commitments = [Element.from_bytes(_bytes(one)) for one in vector["commitments"]]
    rows = [[Element.from_bytes(_bytes(part)) for part in row] for row in vector["partials"]]
    for commitment, row, proof in zip(commitments, rows, vector["proofs"], strict=True):
        equality = decode(EqualityProof, _bytes(proof))
        verify_shares(commitment, ciphertexts, row, equality, context(vector["context"]))
    joined = join_partials(rows, vector["seats"])
    assert [bytes(part).hex() for part in joined] == vector["joined"]


def check_deck_chain(vector: Fields) -> None:
    identities = [PublicIdentity.from_bytes(_bytes(one)) for one in vector["identities"]]
    machine = Machine(
        game=_bytes(vector["game"]),
        chain=deck_chain(vector["deck"]),
        steps=prepare_deck(
            vector["deck"],
            seats=len(identities),
            size=vector["size"],
            reveal_rule=None,
            escrow=True,
        ),
        identities=lambda _state: identities,
        first_seq=0,
        first_prev=_bytes(vector["first_prev"]),
    )
    *accepted, last = [
        SignedEntry.from_wire(_bytes(raw), _bytes(signature))
        for raw, signature in vector["entries"]
    ]
    for signed in accepted:
        machine.advance(machine.check(signed))
    if vector["expect"] != "success":
        with pytest.raises(RejectedEntry) as caught:
            machine.check(last)
        assert caught.value.culprit == vector["culprit"]
        raise caught.value.__cause__ or caught.value
    machine.advance(machine.check(last))
    state = machine.result
    assert state is not None
    assert vector["outcome"] == ("complete" if state.dead is None else state.dead.reason.value)
    assert vector["culprit"] == (None if state.dead is None else state.dead.culprit)
    assert state.is_complete == (state.dead is None)


ESCROW_CHECKS: dict[str, Callable[[Fields], None]] = {
    "receiving_key": check_receiving_key,
    "receiving_keys": check_receiving_keys,
    "escrow": check_escrow,
    "partials": check_partials,
    "deck_chain": check_deck_chain,
}
"""By kind of vector."""
