"""Hypothesis strategies for the protocol's values, and for bytes that are nearly right."""

from __future__ import annotations

from hypothesis import strategies as st

from belote_protocol.group import ORDER, Element, Scalar, generator_multiple


def scalars() -> st.SearchStrategy[Scalar]:
    """Scalars, with the ends of the range often."""
    ends = st.sampled_from([0, 1, 2, ORDER - 2, ORDER - 1])
    return st.one_of(ends, st.integers(0, ORDER - 1)).map(Scalar)


def elements() -> st.SearchStrategy[Element]:
    """Elements, with O, G and -G often."""
    return scalars().map(generator_multiple)


def permutations(size: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Permutations of 0..size-1."""
    return st.permutations(range(size)).map(tuple)


@st.composite
def mutated(draw: st.DrawFn, valid: bytes) -> bytes:
    """`valid` with one bit flipped, a byte dropped, added or repeated, or cut short."""
    place = draw(st.integers(0, len(valid) - 1))
    kind = draw(st.sampled_from(["flip", "drop", "add", "repeat", "cut", "append"]))
    if kind == "flip":
        bit = 1 << draw(st.integers(0, 7))
        return valid[:place] + bytes([valid[place] ^ bit]) + valid[place + 1 :]
    if kind == "drop":
        return valid[:place] + valid[place + 1 :]
    if kind == "add":
        return valid[:place] + draw(st.binary(min_size=1, max_size=2)) + valid[place:]
    if kind == "repeat":
        return valid[:place] + valid[place : place + 1] + valid[place:]
    if kind == "cut":
        return valid[:place]
    return valid + draw(st.binary(min_size=1, max_size=3))
