"""Signed entries: one encoding, one head, one author."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.codec import encode
from belote_protocol.entry import (
    HEAD_BYTES,
    MAX_SEATS,
    NO_GAME,
    Body,
    Entry,
    EntryContext,
    Seat,
    SignedEntry,
    hash_entry,
)
from belote_protocol.errors import BadSignature, InvalidEncoding, ProtocolError
from belote_protocol.identity import Identity
from tests.protocol.seeded import seeded
from tests.protocol.strategies import mutated

AUTHOR = Identity.generate(seeded("author"))
STRANGER = Identity.generate(seeded("stranger"))


class Remark(Body):
    kind: ClassVar[str] = "remark"

    text: str


CONTEXT = EntryContext(b"g" * 32, "deck/7", 5, b"p" * 32, Seat(2), Remark.kind)
SIGNED = SignedEntry.seal(CONTEXT, Remark("hello"), AUTHOR)


def heads() -> st.SearchStrategy[bytes]:
    return st.one_of(st.just(NO_GAME), st.binary(min_size=HEAD_BYTES, max_size=HEAD_BYTES))


def entries() -> st.SearchStrategy[Entry]:
    return st.builds(
        Entry,
        heads(),
        st.text(min_size=1, max_size=24),
        st.integers(0, 2**32 - 1),
        heads(),
        st.integers(0, MAX_SEATS - 1),
        st.text(min_size=1, max_size=16),
        st.binary(max_size=64),
    )


@given(entries())
def test_reading_gives_what_was_written(entry: Entry) -> None:
    raw = encode(entry)
    signed = SignedEntry.from_wire(raw, bytes(64))
    assert signed.entry == entry
    assert signed.head == hash_entry(raw)
    assert signed.entry.context.seq == entry.seq


def test_seal_and_read_again() -> None:
    again = SignedEntry.from_wire(SIGNED.raw, SIGNED.signature)
    assert again == SIGNED
    assert again.entry.context == CONTEXT
    again.verify_signature(AUTHOR.public)


def test_only_the_author_signed() -> None:
    with pytest.raises(BadSignature) as caught:
        SIGNED.verify_signature(STRANGER.public)
    assert caught.value.culprit is None
    assert caught.value.head == SIGNED.head


@given(mutated(SIGNED.raw))
def test_any_other_bytes_are_refused_or_not_signed(raw: bytes) -> None:
    if raw == SIGNED.raw:
        return
    with pytest.raises(ProtocolError):
        SignedEntry.from_wire(raw, SIGNED.signature).verify_signature(AUTHOR.public)


@given(mutated(SIGNED.signature))
def test_any_other_signature_is_refused(signature: bytes) -> None:
    if signature == SIGNED.signature:
        return
    with pytest.raises(ProtocolError):
        SignedEntry.from_wire(SIGNED.raw, signature).verify_signature(AUTHOR.public)


@given(st.binary(max_size=80))
def test_noise_is_refused_by_an_error_of_our_own(raw: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        SignedEntry.from_wire(raw, bytes(64))


@pytest.mark.parametrize("field", ["game", "prev"])
@pytest.mark.parametrize("size", [1, 31])
def test_a_head_is_whole_or_absent(field: str, size: int) -> None:
    changed: dict[str, bytes] = {"game": b"g" * 32, "prev": b"p" * 32, field: bytes(size)}
    entry = Entry(changed["game"], "table", 0, changed["prev"], 0, "remark", b"")
    with pytest.raises(InvalidEncoding, match=f"{field} of 32 bytes expected, got {size}"):
        SignedEntry.from_wire(encode(entry), bytes(64))


@pytest.mark.parametrize(
    "entry",
    [
        Entry(bytes(33), "table", 0, b"", 0, "remark", b""),
        Entry(b"", "", 0, b"", 0, "remark", b""),
        Entry(b"", "c" * 25, 0, b"", 0, "remark", b""),
        Entry(b"", "table", 2**32, b"", 0, "remark", b""),
        Entry(b"", "table", -1, b"", 0, "remark", b""),
        Entry(b"", "table", 0, b"", MAX_SEATS, "remark", b""),
        Entry(b"", "table", 0, b"", 0, "", b""),
        Entry(b"", "table", 0, b"", 0, "k" * 17, b""),
    ],
)
def test_values_out_of_bounds_are_refused(entry: Entry) -> None:
    with pytest.raises(InvalidEncoding):
        SignedEntry.from_wire(encode(entry), bytes(64))


@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_signature_has_sixty_four_bytes(size: int) -> None:
    with pytest.raises(InvalidEncoding, match="signature of 64 bytes"):
        SignedEntry.from_wire(SIGNED.raw, bytes(size))


def test_a_signature_is_of_an_entry_and_nothing_else() -> None:
    """The bytes of an entry, signed without their prefix, are no signed entry."""
    signed = SignedEntry.from_wire(SIGNED.raw, AUTHOR.sign(SIGNED.raw))
    with pytest.raises(BadSignature):
        signed.verify_signature(AUTHOR.public)


@pytest.mark.parametrize(
    "other",
    [
        replace(CONTEXT, game=b"h" * 32),
        replace(CONTEXT, chain="deck/8"),
        replace(CONTEXT, seq=6),
        replace(CONTEXT, prev=b"q" * 32),
        replace(CONTEXT, seat=Seat(3)),
        replace(CONTEXT, kind="other"),
    ],
)
def test_every_part_of_the_place_is_in_head_and_transcript(other: EntryContext) -> None:
    assert SignedEntry.seal(other, Remark("hello"), AUTHOR).head != SIGNED.head
    assert other.transcript().challenge("x") != CONTEXT.transcript().challenge("x")
    assert CONTEXT.transcript().challenge("x") == CONTEXT.transcript().challenge("x")
