from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol import backend, group
from belote_protocol.errors import InvalidEncoding, ProtocolError
from belote_protocol.group import (
    GENERATOR,
    IDENTITY,
    ORDER,
    Element,
    GroupUnsound,
    Scalar,
    counting,
    generator_multiple,
    hash_to_group,
    inner_product,
    sum_of_elements,
    sum_of_products,
)
from tests.protocol.strategies import elements, mutated, scalars
from tests.protocol.toy_group import ToyGroup, toy_group

FOREIGN = (
    *backend.SMALL_ORDER,
    *backend.TORSION_TRANSLATES,
    *backend.NON_CANONICAL,
    backend.OFF_CURVE,
    bytes([0xFF]) * 32,
    b"",
    bytes(31),
    bytes(33),
)


@pytest.mark.parametrize("data", FOREIGN, ids=bytes.hex)
def test_foreign_bytes_are_no_element(data: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        Element.from_bytes(data)
    with pytest.raises(InvalidEncoding):
        group.check_point(data)


def test_small_order_points_are_eight() -> None:
    assert len(set(backend.SMALL_ORDER)) == 8
    assert len(set(backend.TORSION_TRANSLATES)) == 7


@given(scalars())
def test_element_round_trip(scalar: Scalar) -> None:
    element = generator_multiple(scalar)
    if element.is_identity:
        with pytest.raises(InvalidEncoding):
            Element.from_bytes(bytes(element))
    else:
        assert Element.from_bytes(bytes(element)) == element


@given(scalars())
def test_scalar_round_trip(scalar: Scalar) -> None:
    assert Scalar.from_bytes(bytes(scalar)) == scalar
    assert hash(Scalar.from_bytes(bytes(scalar))) == hash(scalar)


@given(st.integers(ORDER, 2**256 - 1))
def test_scalar_not_below_the_order_is_refused(value: int) -> None:
    with pytest.raises(InvalidEncoding):
        Scalar.from_bytes(value.to_bytes(32, "little"))


@given(st.binary(max_size=70))
def test_decoders_raise_only_our_error(data: bytes) -> None:
    for decode in (Scalar.from_bytes, Scalar.from_wide, Element.from_bytes):
        try:
            decode(data)
        except ProtocolError:
            continue


@given(st.data())
def test_changed_bytes_are_refused_or_another_element(data: st.DataObject) -> None:
    element = hash_to_group("mutated")
    changed = data.draw(mutated(bytes(element)))
    try:
        other = Element.from_bytes(changed)
    except InvalidEncoding:
        return
    assert bytes(other) == changed
    assert (other == element) == (changed == bytes(element))


@given(scalars(), scalars())
def test_scalars_are_integers_modulo_the_order(left: Scalar, right: Scalar) -> None:
    assert int(left + right) == (int(left) + int(right)) % ORDER
    assert int(left - right) == (int(left) - int(right)) % ORDER
    assert int(left * right) == (int(left) * int(right)) % ORDER
    assert left + -left == Scalar(0)
    assert not -left + left


@given(scalars(), scalars())
def test_multiples_follow_the_scalars(left: Scalar, right: Scalar) -> None:
    first, second = generator_multiple(left), generator_multiple(right)
    assert first + second == generator_multiple(left + right)
    assert first - second == generator_multiple(left - right)
    assert first * right == generator_multiple(left * right)
    assert -first == generator_multiple(-left)


@given(elements())
def test_identity_is_neutral(element: Element) -> None:
    assert element + IDENTITY == IDENTITY + element == element
    assert element - element == IDENTITY
    assert element * Scalar(0) == IDENTITY
    assert element * Scalar(1) == element
    assert IDENTITY * Scalar(5) == -IDENTITY == IDENTITY


def test_sums() -> None:
    three = [hash_to_group(str(number)) for number in range(3)]
    weights = [Scalar(2), Scalar(0), Scalar(-1)]
    assert sum_of_elements(three) == three[0] + three[1] + three[2]
    assert sum_of_products(weights, three) == three[0] + three[0] - three[2]
    assert sum_of_products((), ()) == sum_of_elements(()) == IDENTITY
    assert inner_product(weights, weights) == Scalar(5)
    with pytest.raises(ValueError, match="shorter"):
        sum_of_products(weights, three[:2])


def test_values_of_other_types_are_unequal() -> None:
    assert bytes(GENERATOR) != GENERATOR
    assert Scalar(1) != 1
    assert len({GENERATOR, Element.from_bytes(bytes(GENERATOR)), IDENTITY}) == 2


def test_scalar_hides_its_value() -> None:
    assert repr(Scalar(1234567)) == "Scalar(hidden)"
    assert repr(GENERATOR) == f"Element({bytes(GENERATOR).hex()})"


def test_element_has_no_public_constructor() -> None:
    with pytest.raises(TypeError, match="from_bytes"):
        Element()


def test_all_constants_differ() -> None:
    constants = {hash_to_group(label) for label in backend.constant_labels()}
    assert len(constants | {GENERATOR, IDENTITY}) == 67


def test_label_that_maps_to_the_identity_is_refused() -> None:
    class Empty(ToyGroup):
        def from_uniform(self, data: bytes) -> bytes:
            return bytes(IDENTITY)

    with group.use_backend(Empty()), pytest.raises(InvalidEncoding):
        hash_to_group("label")


def test_self_test_refuses_another_group() -> None:
    backend.self_test(group._EDWARDS25519)
    with pytest.raises(GroupUnsound):
        backend.self_test(ToyGroup())


def test_library_without_a_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(self: object, data: bytes) -> bool:
        raise AttributeError("no such function")

    monkeypatch.setattr(group._Edwards25519, "is_element", lacking)
    with pytest.raises(GroupUnsound, match="no such function"):
        group._sound_library()


def test_counts_every_thread() -> None:
    label = hash_to_group("counted")
    with counting() as counts:
        worker = threading.Thread(target=lambda: sum_of_products([Scalar(3)] * 2, [label] * 2))
        worker.start()
        worker.join()
        generator_multiple(Scalar(3))
        Element.from_bytes(bytes(-label))
        hash_to_group("new label")
    label * Scalar(3)
    assert counts == group.OperationCounts(
        multiplications=2, generator_multiplications=1, additions=1, decodings=1
    )


def test_toy_group_has_the_same_laws_and_other_constants() -> None:
    real = hash_to_group("label")
    with toy_group():
        toy = hash_to_group("label")
        assert toy != real
        assert generator_multiple(Scalar(3)) + GENERATOR == GENERATOR * Scalar(4)
        assert toy - toy == IDENTITY
        assert -toy + toy == IDENTITY
        assert Element.from_bytes(bytes(toy)) == toy
        with pytest.raises(InvalidEncoding):
            Element.from_bytes(bytes(IDENTITY))
        # Identity keys belong to another scheme and stay real.
        group.check_point(bytes(real))
    assert hash_to_group("label") == real
