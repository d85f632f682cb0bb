"""The vectors of entries and of a whole game are up to date, and expect what this program does."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from belote_net.errors import RuleError
from belote_net.rules.cards import in_pack_order
from belote_net.table.audit import Fault, Verdict, audit_log
from belote_net.table.table import Table
from belote_protocol.ballot import Ballot, SignedBallot, SilentPlace, Stance
from belote_protocol.codec import decode, encode
from belote_protocol.entry import SignedEntry, hash_entry
from belote_protocol.errors import (
    BadSignature,
    BrokenChain,
    InvalidEncoding,
    InvalidProof,
    RejectedEntry,
    RuleBroken,
)
from belote_protocol.identity import PublicIdentity
from tests.table.generate_vectors import FOLDER, GROUPS, text

VECTORS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
RIGHT = sorted(name for name in VECTORS if name.startswith(("absence-", "reseat")))
REFUSED = sorted(name for name in VECTORS if name.startswith("refused-"))


def entries_of(vector: Mapping[str, Any]) -> list[SignedEntry]:
    return [
        SignedEntry.from_wire(bytes.fromhex(raw), bytes.fromhex(signature))
        for raw, signature in vector["entries"]
    ]


def layer_of(error: RejectedEntry) -> str:
    """The layer that refused."""
    layers = {
        BadSignature: "signature",
        BrokenChain: "chain",
        InvalidEncoding: "encoding",
        InvalidProof: "proof",
        RuleError: "rule",
    }
    reason = error.__cause__ if isinstance(error, RuleBroken) else error
    return next(layer for kind, layer in layers.items() if isinstance(reason, kind))


def test_regeneration_gives_the_same_bytes() -> None:
    made = {name: text(vector) for group in GROUPS for name, vector in group()}
    assert made == {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.json")}


def test_one_entry() -> None:
    vector = VECTORS["entry"]
    raw = bytes.fromhex(vector["raw"])
    signed = SignedEntry.from_wire(raw, bytes.fromhex(vector["signature"]))
    author = PublicIdentity.from_bytes(bytes.fromhex(vector["identity"]))
    signed.verify_signature(author)
    assert signed.head == hash_entry(raw) == bytes.fromhex(vector["head"])
    assert author.fingerprint().hex() == vector["fingerprint"]
    entry = signed.entry
    assert (entry.chain, entry.seq, entry.seat, entry.kind) == (
        vector["chain"], vector["seq"], vector["seat"], vector["kind"],
    )  # fmt: skip
    assert [entry.game.hex(), entry.prev.hex(), entry.body.hex()] == [
        vector["game"], vector["prev"], vector["body"],
    ]  # fmt: skip


def test_whole_game() -> None:
    vector = VECTORS["game"]
    audit = audit_log(entries_of(vector))
    assert audit.verdict is Verdict.FINISHED
    assert audit.table is not None
    assert audit.table.is_signed
    state = audit.table.state
    assert state.game.hex() == vector["game"]
    assert list(state.seated.by_place) == vector["seat_by_place"]
    assert [[str(card) for card in trick.cards] for trick in state.played[-1].tricks] == vector[
        "tricks"
    ]
    assert list(state.current_match.scores) == vector["scores"]
    assert state.digest().hex() == vector["digest"]


def test_game_with_an_opened_hand() -> None:
    vector = VECTORS["game-opened-hand"]
    audit = audit_log(entries_of(vector))
    assert audit.verdict is Verdict.FINISHED
    assert audit.table is not None
    state = audit.table.state
    (played,) = state.played
    assert played.deal.opened is not None
    assert state.absent == vector["absent"]
    assert [str(card) for card in in_pack_order(played.deal.opened.cards)] == vector["opened"]
    assert [[str(card) for card in trick.cards] for trick in played.tricks] == vector["tricks"]
    assert list(state.current_match.scores) == vector["scores"]
    assert state.digest().hex() == vector["digest"]


@pytest.fixture(scope="module")
def entries() -> list[SignedEntry]:
    return entries_of(VECTORS["game"])


def table_of(vector: Mapping[str, Any], entries: Sequence[SignedEntry]) -> Table:
    """The game after so many entries of `game.json`, and those that follow here."""
    then = entries_of({"entries": vector.get("then", [])})
    table = Table(entries[0])
    for entry in (*entries[1 : vector["after"]], *then):
        table.fold(entry)
    return table


@pytest.mark.parametrize("name", RIGHT)
def test_absences_that_are_right(name: str, entries: list[SignedEntry]) -> None:
    vector = VECTORS[name]
    assert vector["expect"] == "success"
    assert table_of(vector, entries).state.absent == vector["absent"]


def test_one_ballot() -> None:
    vector = VECTORS["ballot"]
    chain, seq, prev, seat = vector["place"]
    place = SilentPlace(chain, seq, bytes.fromhex(prev), seat)
    game, head = (bytes.fromhex(vector[name]) for name in ("game", "entry"))
    stance = Stance(vector["stance"])
    ballot = Ballot(game, place, vector["voter"], stance, head, vector["reason"])
    assert encode(ballot).hex() == vector["raw"]
    author = PublicIdentity.from_bytes(bytes.fromhex(vector["identity"]))
    SignedBallot(ballot, bytes.fromhex(vector["signature"])).verify(author)


@pytest.mark.parametrize("case", VECTORS["ballots"]["cases"], ids=lambda case: case["what"])
def test_ballots(case: Mapping[str, Any]) -> None:
    author = PublicIdentity.from_bytes(bytes.fromhex(VECTORS["ballots"]["identity"]))
    ballot = decode(Ballot, bytes.fromhex(case["raw"]))
    signed = SignedBallot(ballot, bytes.fromhex(case["signature"]))
    if case["expect"] == "success":
        signed.verify(author)
        return
    errors = {"encoding": InvalidEncoding, "proof": InvalidProof}
    with pytest.raises(errors[case["expect"]]):
        signed.verify(author)


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str, entries: list[SignedEntry]) -> None:
    vector = VECTORS[name]
    raw, signature = (bytes.fromhex(part) for part in vector["entry"])
    signed = SignedEntry.from_wire(raw, signature)
    table = table_of(vector, entries)
    before = (table.log.counts(), table.state)
    if vector["expect"] == "equivocation":
        audit = audit_log([*entries[: vector["after"]], signed])
        assert audit.refusal is not None
        assert audit.refusal.fault is Fault.EQUIVOCATION
        assert audit.refusal.culprit == vector["culprit"]
        return
    with pytest.raises(RejectedEntry) as caught:
        table.check(signed)
    assert layer_of(caught.value) == vector["expect"]
    assert caught.value.culprit == vector["culprit"]
    assert (table.log.counts(), table.state) == before
