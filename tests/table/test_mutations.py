"""A log of which anything was changed is refused, and only whoever signed the change is blamed."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

import pytest
from msgspec import structs

from belote_net.table.audit import Audit, Fault, Verdict, audit_log
from belote_net.table.opening import UnknownVersion
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidEncoding
from tests.four_seats import FourSeats, short_game
from tests.protocol.toy_group import toy_group
from tests.table.stage import resealed

CHUNK = 10
GATE = 30
SLOW = 200


@functools.cache
def played() -> tuple[FourSeats, tuple[SignedEntry, ...]]:
    """A game of one deal, with its audit."""
    with toy_group():
        game = FourSeats(options=short_game(), seed="mutations")
        game.play()
        return game, tuple(game.table.log)


def flipped(data: bytes, dice: random.Random) -> bytes:
    """The same bytes but for one to eight bits of one of them."""
    place = dice.randrange(len(data))
    return data[:place] + bytes([data[place] ^ dice.randrange(1, 256)]) + data[place + 1 :]


def read(log: Sequence[SignedEntry], index: int, raw: bytes, signature: bytes) -> Audit:
    """The audit of a log in which one record has these bytes."""
    try:
        changed = SignedEntry.from_wire(raw, signature)
    except InvalidEncoding as cause:
        return audit_log(log[:index], unreadable=str(cause))
    return audit_log((*log[:index], changed, *log[index + 1 :]))


def check_flips(seed: int) -> None:
    """Flip bytes of entries and signatures: refused in that place, and nobody is blamed."""
    dice, (_, log) = random.Random(seed), played()
    for _ in range(CHUNK):
        index = dice.randrange(len(log))
        raw, signature = log[index].raw, log[index].signature
        if dice.random() < 0.2:
            signature = flipped(signature, dice)
        else:
            raw = flipped(raw, dice)
        try:
            audit = read(log, index, raw, signature)
        except UnknownVersion:
            # Who changed the version in the first entry says that another program is needed.
            assert index == 0
            continue
        assert audit.verdict is Verdict.REFUSED
        assert audit.refusal is not None
        assert audit.refusal.record == index + 1
        assert audit.refusal.fault is Fault.FORGED
        assert audit.refusal.culprit is None


def check_resigned_flips(seed: int) -> None:
    """Flip bytes of bodies, signed again by their author: who may be blamed, and nobody else."""
    dice, (game, log) = random.Random(seed), played()
    for _ in range(CHUNK):
        index = dice.randrange(1, len(log))
        entry = log[index].entry
        if not entry.body:
            continue
        changed = resealed(structs.replace(entry, body=flipped(entry.body, dice)), game)
        audit = audit_log((*log[:index], changed, *log[index + 1 :]))
        assert audit.verdict is Verdict.REFUSED
        assert audit.refusal is not None
        if audit.refusal.record == index + 1:
            assert audit.refusal.culprit in (entry.seat, None)
        else:
            # Another right entry: what was built on the first one does not fit.
            assert audit.refusal.culprit is None
            assert audit.refusal.fault is Fault.GAP


@pytest.mark.usefixtures("toy")
class TestFlips:
    @pytest.mark.parametrize("seed", range(GATE))
    def test_any_byte(self, seed: int) -> None:
        check_flips(seed)

    @pytest.mark.parametrize("seed", range(GATE // 2))
    def test_any_byte_signed_again(self, seed: int) -> None:
        check_resigned_flips(seed)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(GATE, SLOW))
    def test_more(self, seed: int) -> None:
        check_flips(seed)
        check_resigned_flips(seed)


@pytest.mark.usefixtures("toy")
class TestStructure:
    @pytest.mark.parametrize("field", ["game", "chain", "seq", "prev", "seat", "kind"])
    def test_every_field_of_an_entry_signed_again(self, field: str) -> None:
        game, log = played()
        fixed = {"game": b"h" * 32, "chain": "deck/7", "prev": b"p" * 32, "kind": "else"}
        for index in range(1, len(log), 7):
            entry = log[index].entry
            change = fixed[field] if field in fixed else (getattr(entry, field) + 1) % 4
            changed = resealed(structs.replace(entry, **{field: change}), game)
            audit = audit_log((*log[:index], changed, *log[index + 1 :]))
            assert audit.verdict is Verdict.REFUSED
            assert audit.refusal is not None
            assert audit.refusal.record == index + 1
            expected = changed.entry.seat if field in ("seat", "kind") else None
            assert audit.refusal.culprit == expected

    def test_a_cut_at_any_entry_is_not_wrong(self) -> None:
        _, log = played()
        verdicts = [audit_log(log[:length]).verdict for length in range(1, len(log) + 1, 4)]
        assert verdicts == sorted(verdicts, key=lambda one: one is Verdict.FINISHED)
        assert set(verdicts) == {Verdict.FINISHED, Verdict.UNFINISHED}

    def test_an_unreadable_end(self) -> None:
        _, log = played()
        audit = audit_log(log[:30], unreadable="a record expected, got noise")
        assert audit.refusal is not None
        assert (audit.verdict, audit.refusal.culprit) == (Verdict.REFUSED, None)
        assert (audit.refusal.record, audit.refusal.signed) == (31, None)
        assert audit.refusal.seat is not None

    def test_an_empty_log(self) -> None:
        audit = audit_log(())
        assert audit.verdict is Verdict.REFUSED
        assert audit.table is None
        assert audit.refusal is not None
        assert audit.refusal.culprit is None

    def test_a_log_without_its_beginning(self) -> None:
        _, log = played()
        audit = audit_log(log[1:])
        assert audit.table is None
        assert audit.refusal is not None
        assert (audit.refusal.record, audit.refusal.culprit) == (1, None)
