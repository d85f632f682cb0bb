"""Vectors of shared keys: right ones, what must be refused, and what an exposed seed shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as alter

from belote_protocol import escrow
from belote_protocol.codec import encode
from belote_protocol.deck import share_positions
from belote_protocol.deck_state import Commit, Complain, EscrowCommit, EscrowKey, Key, Shuffle
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.escrow import (
    Escrow,
    ReceivingKey,
    join_partials,
    receivers,
    receiving_key,
)
from belote_protocol.group import GENERATOR, Element, Scalar
from belote_protocol.preparation import make_expose, make_shuffle
from belote_protocol.seed import Seed
from tests.protocol.escrowed import (
    WRONG_ESCROWS,
    EscrowChain,
    with_other_commitment,
    with_other_receiving_key,
    with_wrong_escrow,
)
from tests.protocol.prepared import own_hand
from tests.protocol.seeded import context, seeded
from tests.protocol.test_preparation import IDENTITIES, SEATS, SIZE

Vector = dict[str, object]
Named = Iterator[tuple[str, Vector]]


def receiving_keys() -> Named:
    """Bytes that are, and are not, a receiving key; and a key of another seat."""
    good = bytes(receiving_key(Seed(bytes(range(32)))))
    keys = {
        "honest": (good, "success"),
        "base-point": (bytes([9]) + bytes(31), "success"),
        "bit-255": (good[:31] + bytes([good[31] | 0x80]), "encoding"),
        "too-short": (good[:-1], "encoding"),
        "too-long": (good + b"\x00", "encoding"),
        "empty": (b"", "encoding"),
    }
    for index, data in enumerate(escrow.LOW_ORDER):
        keys[f"low-order-{index}"] = (data, "encoding")
    for residue in (0, 1, 9, 18):
        data = (escrow.FIELD_PRIME + residue).to_bytes(32, "little")
        keys[f"not-canonical-{residue}"] = (data, "encoding")
    yield (
        "encoding-receiving-keys",
        {
            "kind": "receiving_key",
            "expect": "each its own",
            "cases": {
                name: {"bytes": data.hex(), "expect": expect}
                for name, (data, expect) in keys.items()
            },
        },
    )
    made = [receiving_key(Seed(bytes([number]) * 32)) for number in range(4)]
    for name, order, culprit in (
        ("receiving-keys", (0, 1, 2, 3), None),
        ("receiving-keys-copied", (0, 1, 0, 3), 2),
    ):
        yield (
            name,
            {
                "kind": "receiving_keys",
                "expect": "success" if culprit is None else "proof",
                "keys": [bytes(made[index]).hex() for index in order],
                "culprit": culprit,
            },
        )


def escrows() -> Named:
    """One seat's key shared among three, as a receiver opens it; and wrong ones."""
    chain = EscrowChain().to(Shuffle.kind, 0)
    for receiver in receivers(0, SEATS):
        share = chain.shares_of(0)[receiver - 1]
        known = {"share": bytes(share).hex(), "sender_seed": bytes(chain.seeds[0]).hex()}
        yield f"escrow-for-seat-{receiver}", {**_escrow(chain, receiver, "success"), **known}
    for name in WRONG_ESCROWS:
        layer = "encoding" if name == "share not reduced" else "proof"
        wrong = with_wrong_escrow(name).to(Shuffle.kind, 0)
        yield f"escrow-{name.replace(' ', '-')}", _escrow(wrong, 1, layer)

    honest = chain.state.escrows[0]
    other_seat = {"seed": bytes(chain.seeds[3]).hex()}
    yield "escrow-opened-by-another-seat", {**_escrow(chain, 2, "proof"), **other_seat}
    yield "escrow-of-another-sender", {**_escrow(chain, 2, "proof"), "sender": 1}
    first, second, third = honest
    both = alter(second, commitment=second.commitment + third.commitment)
    shifted = alter(first, commitment=first.commitment + GENERATOR)
    cut = alter(first, ciphertext=first.ciphertext[:-1])
    for name, changed, layer in (
        ("share-missing", (first, both), "proof"),
        ("share-added", (*honest, third), "proof"),
        ("of-another-key", (shifted, second, third), "proof"),
        ("ciphertext-cut", (cut, second, third), "encoding"),
    ):
        yield f"escrow-{name}", {**_escrow(chain, 1, layer), "escrow": encode(changed).hex()}


def _escrow(chain: EscrowChain, receiver: int, expect: str) -> Vector:
    """What seat 0 has sent, seen by one receiver."""
    return {
        "kind": "escrow",
        "expect": expect,
        "game": chain.machine.game.hex(),
        "chain": chain.machine.chain,
        "sender": 0,
        "receiver": receiver,
        "receiving_keys": [bytes(key).hex() for key in chain.state.receiving_keys],
        "public_key": bytes(chain.state.keys[0]).hex(),
        "escrow": encode(chain.state.escrows[0]).hex(),
        "seed": bytes(chain.seeds[receiver]).hex(),
    }


def partials() -> Named:
    """Three seats stand in for seat 0: their partial decryptions of two ciphertexts."""
    chain = EscrowChain().to(Shuffle.kind, 0)
    shares, made = chain.shares_of(0), chain.state.escrows[0]
    yield "escrow-used", _partials(shares, made, "success")
    yield "escrow-used-by-two", _partials(shares[:2], made, "proof")
    wrong = (shares[0], shares[1], shares[2] + Scalar(1))
    yield "escrow-used-with-a-wrong-share", _partials(wrong, made, "proof")


def _partials(shares: Sequence[Scalar], made: Escrow, expect: str) -> Vector:
    ciphertexts = own_hand(3, 9).hand.ciphertexts
    rows: list[tuple[Element, ...]] = []
    proofs = []
    for share, sealed in zip(shares, made, strict=False):
        parts, proof = share_positions(
            share, sealed.commitment, ciphertexts, context("escrow"), seeded("partials")
        )
        rows.append(parts)
        proofs.append(encode(proof).hex())
    vector: Vector = {
        "kind": "partials",
        "expect": expect,
        "context": "escrow",
        "seats": SEATS,
        "commitments": [bytes(one.commitment).hex() for one in made][: len(shares)],
        "ciphertexts": encode(ciphertexts).hex(),
        "partials": [[bytes(part).hex() for part in row] for row in rows],
        "proofs": proofs,
    }
    if expect == "success":
        vector["joined"] = [bytes(part).hex() for part in join_partials(rows, SEATS)]
    return vector


def deck_chains() -> Named:
    """Chains of decks whose keys are shared: up to their ends, or up to an entry to refuse."""
    for name, chain in (
        ("deck-with-escrow", EscrowChain(audited=False).finish()),
        ("complaint-false", EscrowChain().to(Shuffle.kind, 1).complain(3).finish()),
        ("complaint-of-a-wrong-share", with_wrong_escrow("wrong share").finish()),
        ("complaint-of-other-commitments", with_wrong_escrow("other commitments").finish()),
        ("complaint-of-a-share-for-another", with_wrong_escrow("for another receiver").finish()),
        ("complaint-of-another-receiving-key", _complained(with_other_receiving_key())),
        ("complaint-of-another-commitment", _complained(with_other_commitment())),
    ):
        dead = chain.state.dead
        outcome = "complete" if dead is None else dead.reason.value
        culprit = None if dead is None else dead.culprit
        yield name, _chain(chain, chain.entries, "success", outcome=outcome, culprit=culprit)
    for name, chain, signed, layer in _refused():
        entries = [*chain.entries, signed]
        yield name, _chain(chain, entries, layer, culprit=signed.entry.seat)


def _complained(chain: EscrowChain) -> EscrowChain:
    """Seat 0 shuffles, whatever it was sent, and seat 1 complains of seat 0."""
    chain.to(Shuffle.kind, 0)
    chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[0], chain.random_bytes))
    return chain.complain(0).finish()


def _refused() -> Iterator[tuple[str, EscrowChain, SignedEntry, str]]:
    """Entries that are refused, each after the chain that it comes on, and the layer."""
    chain = EscrowChain()
    _, weak, *_ = escrow.LOW_ORDER
    body = EscrowCommit(b"c" * 32, ReceivingKey(weak))
    yield "deck-weak-receiving-key", chain, chain.say(body), "encoding"
    yield "deck-commit-without-receiving-key", chain, chain.say(Commit(b"c" * 32)), "chain"
    chain = EscrowChain().to(EscrowCommit.kind, 2)
    body = EscrowCommit(b"c" * 32, chain.state.receiving_keys[0])
    yield "deck-copied-receiving-key", chain, chain.say(body), "proof"
    chain = EscrowChain().to(EscrowKey.kind, 1)
    key = chain.honest()
    if isinstance(key, EscrowKey):
        plain, foreign = Key(key.public_key, key.proof), alter(key, escrow=chain.state.escrows[0])
        yield "deck-key-without-escrow", chain, chain.say(plain), "chain"
        yield "deck-key-with-escrow-of-another", chain, chain.say(foreign), "proof"
    chain = EscrowChain().to(Shuffle.kind, 1)
    late = replace(chain.context, kind=Complain.kind, seat=Seat(0))
    yield "complaint-late", chain, chain.say(Complain(2), late), "chain"
    yield "complaint-about-oneself", chain, chain.say(Complain(1)), "proof"
    yield "complaint-about-nobody", chain, chain.say(Complain(SEATS)), "proof"
    chain.complain(2)
    foreign_seat = replace(chain.context, seat=Seat(3))
    by_another = chain.say(make_expose(chain.seeds[2]), foreign_seat)
    yield "expose-by-another-seat", chain, by_another, "chain"


def _chain(
    chain: EscrowChain,
    entries: Sequence[SignedEntry],
    expect: str,
    *,
    culprit: int | None,
    outcome: str | None = None,
) -> Vector:
    """Entries of a deck's chain; if it is refused, the last one is."""
    vector: Vector = {
        "kind": "deck_chain",
        "expect": expect,
        "game": chain.machine.game.hex(),
        "deck": chain.state.number,
        "first_prev": entries[0].entry.prev.hex(),
        "identities": [bytes(identity.public).hex() for identity in IDENTITIES],
        "size": SIZE,
        "entries": [[signed.raw.hex(), signed.signature.hex()] for signed in entries],
        "culprit": culprit,
    }
    return vector if outcome is None else {**vector, "outcome": outcome}
