"""Chains, the order of their entries, and what proves that somebody spoke twice."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from belote_protocol.entry import NO_GAME, Body, EntryContext, Seat, SignedEntry
from belote_protocol.identity import Identity
from belote_protocol.log import Log, Placement, is_equivocation
from tests.protocol.seeded import seeded

GAME = b"g" * 32
AUTHOR = Identity.generate(seeded("log"))


class Remark(Body):
    kind: ClassVar[str] = "remark"

    text: str


def entry(
    seq: int,
    prev: bytes,
    *,
    chain: str = "table",
    seat: int = 0,
    text: str = "",
    game: bytes = GAME,
) -> SignedEntry:
    context = EntryContext(game, chain, seq, prev, Seat(seat), Remark.kind)
    return SignedEntry.seal(context, Remark(text), AUTHOR)


FIRST = entry(0, b"s" * 32)
SECOND = entry(1, FIRST.head, seat=1)
DECK = entry(0, FIRST.head, chain="deck/1")


@pytest.fixture
def log() -> Log:
    made = Log(GAME)
    for signed in (FIRST, DECK, SECOND):
        made.append(signed)
    return made


def test_what_a_log_holds(log: Log) -> None:
    assert list(log) == [FIRST, DECK, SECOND]
    assert len(log) == 3
    assert log.chains == ("table", "deck/1")
    assert log.counts() == {"table": (2, SECOND.head), "deck/1": (1, DECK.head)}
    assert (log.count("table"), log.count("deck/2")) == (2, 0)
    assert DECK.head in log
    assert bytes(32) not in log
    assert log.by_head(SECOND.head) is SECOND
    assert log.by_head(bytes(32)) is None
    assert log.entry("table", 1) is SECOND
    assert log.entry("table", 2) is None
    assert log.entry("table", -1) is None
    assert log.entry("deck/2", 0) is None


@pytest.mark.parametrize(
    ("signed", "placement"),
    [
        (entry(2, SECOND.head), Placement.NEXT),
        (entry(0, bytes(32), chain="deck/2"), Placement.NEXT),
        (SECOND, Placement.DUPLICATE),
        (entry(3, bytes(32)), Placement.AHEAD),
        (entry(1, bytes(32), chain="deck/2"), Placement.AHEAD),
        (entry(1, FIRST.head, seat=1, text="else"), Placement.FORK),
        (entry(2, FIRST.head), Placement.FORK),
        (entry(2, SECOND.head, game=b"h" * 32), Placement.FOREIGN),
    ],
)
def test_where_an_entry_falls(log: Log, signed: SignedEntry, placement: Placement) -> None:
    assert log.place(signed) is placement


def test_two_entries_in_one_place_are_an_equivocation() -> None:
    other = entry(1, FIRST.head, seat=1, text="else")
    assert is_equivocation(SECOND, other)
    assert is_equivocation(other, SECOND)


@pytest.mark.parametrize(
    "other",
    [
        SECOND,
        replace(SECOND, signature=bytes(64)),
        entry(1, FIRST.head, seat=2),
        entry(1, DECK.head, seat=1),
        entry(1, FIRST.head, seat=1, chain="deck/1"),
        entry(1, FIRST.head, seat=1, game=b"h" * 32),
    ],
    ids=["itself", "other signature", "other seat", "other prev", "other chain", "other game"],
)
def test_anything_else_is_none(other: SignedEntry) -> None:
    assert not is_equivocation(SECOND, other)


def test_a_host_may_open_many_games() -> None:
    """All first entries stand in one place, without a game: they prove nothing."""
    openings = [entry(0, NO_GAME, game=NO_GAME, text=text) for text in ("today", "tomorrow")]
    assert not is_equivocation(*openings)
