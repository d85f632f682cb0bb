"""What goes on without a seat, and fills it again, has one encoding and its limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from belote_net.table.messages import (
    MAX_COPY_BYTES,
    MAX_NAME_CHARACTERS,
    Absence,
    EntryCopy,
    Member,
    MemberKind,
    Reseat,
)
from belote_protocol.ballot import MAX_REASON_CHARACTERS, NO_ENTRY, SilentPlace, Stance, Vote
from belote_protocol.codec import MAX_VALUE_BYTES, decode, encode
from belote_protocol.entry import HEAD_BYTES, MAX_SEATS, Entry
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import SIGNATURE_BYTES, Identity
from tests.four_seats import seeded_bytes
from tests.protocol.strategies import mutated

IDENTITY = Identity.generate(seeded_bytes("bodies")).public
HEAD, SIGNATURE = bytes(HEAD_BYTES), bytes(SIGNATURE_BYTES)
PLACE = SilentPlace("table", 57, HEAD, 2)
VOTE = Vote(Stance.ABSENT, NO_ENTRY, "", SIGNATURE)
COPY = EntryCopy(b"entry", SIGNATURE)
ABSENCE = Absence(PLACE, (VOTE,) * 3, (COPY,))
MEMBER = Member(IDENTITY, "Odile", MemberKind.PERSON, 2, HEAD)


def exactly(size_bytes: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size_bytes, max_size=size_bytes)


def votes() -> st.SearchStrategy[Vote]:
    heads = st.one_of(st.just(NO_ENTRY), exactly(HEAD_BYTES))
    reasons = st.text(max_size=MAX_REASON_CHARACTERS)
    return st.builds(Vote, st.sampled_from(Stance), heads, reasons, exactly(SIGNATURE_BYTES))


def absences() -> st.SearchStrategy[Absence]:
    seqs, seats = st.integers(0, 2**32 - 1), st.integers(0, MAX_SEATS - 1)
    places = st.builds(
        SilentPlace, st.text(min_size=1, max_size=24), seqs, exactly(HEAD_BYTES), seats
    )
    copies = st.builds(EntryCopy, st.binary(min_size=1, max_size=64), exactly(SIGNATURE_BYTES))
    return st.builds(
        Absence,
        places,
        st.lists(votes(), max_size=MAX_SEATS).map(tuple),
        st.lists(copies, max_size=2).map(tuple),
    )


def reseats() -> st.SearchStrategy[Reseat]:
    names = st.text(min_size=1, max_size=MAX_NAME_CHARACTERS)
    kinds, operators = st.sampled_from(MemberKind), st.integers(0, MAX_SEATS - 1)
    members = st.builds(Member, st.just(IDENTITY), names, kinds, operators, exactly(32))
    return st.builds(Reseat, members)


@given(st.one_of(absences(), reseats()))
def test_one_encoding(body: Absence | Reseat) -> None:
    assert decode(type(body), encode(body)) == body


@settings(max_examples=200)
@given(st.one_of(absences(), reseats()), st.data())
def test_other_bytes_are_no_body_or_another(body: Absence | Reseat, data: st.DataObject) -> None:
    raw = data.draw(mutated(encode(body)))
    try:
        other = decode(type(body), raw)
    except InvalidEncoding:
        return
    assert encode(other) == raw


@pytest.mark.parametrize(
    "body",
    [
        structs.replace(ABSENCE, votes=(VOTE,) * (MAX_SEATS + 1)),
        structs.replace(ABSENCE, votes=(structs.replace(VOTE, signature=SIGNATURE[1:]),)),
        structs.replace(ABSENCE, votes=(structs.replace(VOTE, entry=HEAD + b"h"),)),
        structs.replace(ABSENCE, votes=(structs.replace(VOTE, reason="x" * 201),)),
        structs.replace(ABSENCE, refused=(COPY,) * 3),
        structs.replace(ABSENCE, refused=(structs.replace(COPY, raw=b""),)),
        structs.replace(ABSENCE, refused=(structs.replace(COPY, raw=bytes(MAX_COPY_BYTES + 1)),)),
        structs.replace(ABSENCE, refused=(structs.replace(COPY, signature=b""),)),
        structs.replace(ABSENCE, place=structs.replace(PLACE, seat=MAX_SEATS)),
        structs.replace(ABSENCE, place=structs.replace(PLACE, prev=b"")),
        structs.replace(ABSENCE, place=structs.replace(PLACE, chain="")),
        Reseat(structs.replace(MEMBER, name="")),
        Reseat(structs.replace(MEMBER, name="x" * (MAX_NAME_CHARACTERS + 1))),
        Reseat(structs.replace(MEMBER, nonce=HEAD[1:])),
        Reseat(structs.replace(MEMBER, operator=MAX_SEATS)),
    ],
)
def test_limits(body: Absence | Reseat) -> None:
    with pytest.raises(InvalidEncoding):
        decode(type(body), encode(body))


def test_a_field_is_neither_left_out_nor_added() -> None:
    several: tuple[list[list[object]], ...] = ([], [[]], [[], []], [[], [], [], []])
    for fields in several:
        with pytest.raises(InvalidEncoding):
            decode(Absence, encode(fields))
        with pytest.raises(InvalidEncoding):
            decode(Reseat, encode(fields))


def test_the_largest_absence_fits_into_an_entry() -> None:
    """With the longest reasons, and two entries as large as can be shown."""
    largest = Vote(Stance.REFUSED, HEAD, "\U0001f0a1" * MAX_REASON_CHARACTERS, SIGNATURE)
    copy = EntryCopy(bytes(MAX_COPY_BYTES), SIGNATURE)
    body = Absence(PLACE, (largest,) * (MAX_SEATS - 1), (copy, copy))
    raw = encode(Entry(HEAD, "table", 57, HEAD, 3, Absence.kind, encode(body)))
    assert decode(Absence, encode(body)) == body
    assert len(raw) < MAX_VALUE_BYTES
