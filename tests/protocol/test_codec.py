from __future__ import annotations

from typing import Annotated

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from belote_protocol.codec import MAX_VALUE_BYTES, Wire, decode, encode
from belote_protocol.elgamal import Ciphertext
from belote_protocol.errors import InvalidEncoding, ProtocolError
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
)
from belote_protocol.holding import HoldingProof
from belote_protocol.shuffle import ShuffleProof
from belote_protocol.sigma import EqualityProof, KnowledgeProof
from tests.protocol.strategies import mutated, scalars


class Sample(Wire):
    """A record with every kind of field."""

    element: Element
    scalars: tuple[Scalar, ...]
    number: Annotated[int, Meta(ge=0, lt=32)]
    name: str
    note: bytes | None


SAMPLE = Sample(GENERATOR, (Scalar(1), Scalar(2)), 7, "é", b"\x00")
PLAIN = [bytes(GENERATOR), [bytes(Scalar(1)), bytes(Scalar(2))], 7, "é", b"\x00"]
WIRE_TYPES = (Sample, Ciphertext, KnowledgeProof, EqualityProof, HoldingProof, ShuffleProof)


@settings(max_examples=50)
@given(
    st.lists(scalars(), max_size=3).map(tuple),
    st.integers(0, 31),
    st.text(max_size=4),
    st.none() | st.binary(max_size=4),
)
def test_decode_inverts_encode(
    values: tuple[Scalar, ...], number: int, name: str, note: bytes | None
) -> None:
    sample = Sample(hash_to_group("codec"), values, number, name, note)
    assert decode(Sample, encode(sample)) == sample


def test_encoding_is_an_array_in_field_order() -> None:
    assert encode(SAMPLE) == msgpack.packb(PLAIN)


def _changed(index: int, value: object) -> list[object]:
    return [*PLAIN[:index], value, *PLAIN[index + 1 :]]


@pytest.mark.parametrize(
    "plain",
    [
        PLAIN[:-1],
        [*PLAIN, 1],
        [],
        None,
        7,
        dict(zip(Sample.__struct_fields__, PLAIN, strict=True)),
        _changed(0, bytes(IDENTITY)),
        _changed(0, bytes(31)),
        _changed(0, bytes(33)),
        _changed(0, bytes(GENERATOR).hex()),
        _changed(0, None),
        _changed(1, [b"\xff" * 32]),
        _changed(1, [b""]),
        _changed(1, {}),
        _changed(2, 7.0),
        _changed(2, value=True),
        _changed(2, -1),
        _changed(2, 32),
        _changed(2, "7"),
        _changed(3, b"name"),
        _changed(4, "note"),
        _changed(4, [0]),
    ],
    ids=repr,
)
def test_other_values_are_refused(plain: object) -> None:
    with pytest.raises(InvalidEncoding):
        decode(Sample, msgpack.packb(plain))


def test_what_stands_for_bytes_is_told_from_what_they_say() -> None:
    """Text of the right length is refused for being text, before any type looks at it."""
    with pytest.raises(InvalidEncoding, match=r"^bytes expected for Element$"):
        decode(Sample, msgpack.packb(_changed(0, "x" * 32)))


class Unwired(Wire):
    """A record with a field of a type that has no wire form."""

    number: complex


def test_a_type_without_a_wire_form_is_never_read() -> None:
    with pytest.raises(InvalidEncoding, match=r"^bytes expected for complex$"):
        decode(Unwired, msgpack.packb([b"1"]))


def _spliced(old: bytes, new: bytes) -> bytes:
    encoded = encode(SAMPLE)
    assert encoded.count(old) == 1
    return encoded.replace(old, new)


@pytest.mark.parametrize(
    "data",
    [
        encode(SAMPLE) + b"\x00",
        encode(SAMPLE) + encode(SAMPLE),
        encode(SAMPLE)[:-1],
        b"",
        b"\xdc\x00\x05" + encode(SAMPLE)[1:],
        _spliced(b"\x07", b"\xcc\x07"),
        _spliced(b"\x07", b"\xd0\x07"),
        _spliced(b"\xa2\xc3\xa9", b"\xd9\x02\xc3\xa9"),
        _spliced(b"\xa2\xc3\xa9", b"\xa2\xff\xff"),
        _spliced(b"\xc4\x01\x00", b"\xc5\x00\x01\x00"),
        _spliced(b"\x07", b"\xc7\x01\x05\x00"),
        b"\x91" * 4000,
        b"\xdd\xff\xff\xff\xff",
        b"\xc1",
    ],
    ids=[
        "trailing byte",
        "twice",
        "cut",
        "empty",
        "long array",
        "long number",
        "signed number",
        "long text",
        "bad utf-8",
        "long bytes",
        "extension",
        "deep",
        "huge array",
        "reserved",
    ],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        decode(Sample, data)


def test_oversized_value_is_refused() -> None:
    data = msgpack.packb(bytes(MAX_VALUE_BYTES))
    with pytest.raises(InvalidEncoding, match=f"at most {MAX_VALUE_BYTES} bytes"):
        decode(bytes, data)


@given(st.data())
def test_changed_bytes_decode_to_themselves_or_not_at_all(data: st.DataObject) -> None:
    changed = data.draw(mutated(encode(SAMPLE)))
    try:
        value = decode(Sample, changed)
    except InvalidEncoding:
        return
    assert encode(value) == changed


@given(st.binary(max_size=200), st.sampled_from(WIRE_TYPES))
def test_any_bytes_raise_only_our_error(data: bytes, kind: type[Wire]) -> None:
    try:
        assert encode(decode(kind, data)) == data
    except ProtocolError:
        return


PLAIN_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.binary(max_size=40)
    | st.text(max_size=5)
    | st.sampled_from([bytes(GENERATOR), bytes(generator_multiple(Scalar(3)))]),
    lambda inner: (
        st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=20,
)


@settings(max_examples=60)
@given(PLAIN_VALUES, st.sampled_from(WIRE_TYPES))
def test_any_value_raises_only_our_error(plain: object, kind: type[Wire]) -> None:
    data = msgpack.packb(plain)
    try:
        assert encode(decode(kind, data)) == data
    except ProtocolError:
        return
