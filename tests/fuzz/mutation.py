"""Bad inputs out of good ones, and which of them are worth keeping."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from tests.fuzz.targets import Target

MAX_INPUT_BYTES = 16 * 1024
"""Longer inputs only make a decoder copy more: every limit of ours that counts is below, or is
tested by itself."""

MAX_KEPT = 500
MAX_SHAPE_WORDS = 8

TOKENS = (
    b"\xdd\xff\xff\xff\xff",  # an array of 2**32 - 1
    b"\xdf\xff\xff\xff\xff",  # a map of as many
    b"\xc6\xff\xff\xff\xff",  # so many bytes
    b"\xdb\xff\xff\xff\xff",  # so much text
    b"\xc9\xff\xff\xff\xff\x00",  # an extension
    b"\xd7\xff\x00\x00\x00\x00\x00\x00\x00\x00",  # a time
    b"\x91" * 600,  # a deep nest
    b"[" * 600,
    b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",  # not a number
    b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\xd3\x80\x00\x00\x00\x00\x00\x00\x00",
    b"\xc0", b"\xc2", b"\xc3", b"\xa0", b"\xc4\x00", b"\x90", b"\x80",
    b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff",
    b"\xed\xa0\x80", b"\xc0\x80", "\u202e".encode(), "\u0660".encode(), b"\x00",
)  # fmt: skip


def mutated(dice: random.Random, corpus: Sequence[bytes]) -> bytes:
    """One of these inputs with one to five things done to it."""
    data = bytearray(dice.choice(corpus))
    for _ in range(dice.choice((1, 1, 1, 2, 3, 5))):
        _change(dice, data, corpus)
    return bytes(data[:MAX_INPUT_BYTES])


def _change(dice: random.Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    place = dice.randrange(len(data) + 1)
    end = min(len(data), place + dice.choice((1, 1, 2, 4, 8, 33, 200)))
    kind = dice.randrange(8)
    if kind == 0 and place < len(data):
        data[place] ^= 1 << dice.randrange(8)
    elif kind == 1 and place < len(data):
        data[place] = dice.randrange(256)
    elif kind == 2:
        del data[place:end]
    elif kind == 3:
        data[place:place] = data[place:end] * dice.choice((1, 1, 2, 20))
    elif kind == 4:
        token = dice.choice(TOKENS)
        data[place : place + len(token) * dice.randrange(2)] = token
    elif kind == 5:
        other = dice.choice(corpus)
        start = dice.randrange(len(other) + 1)
        data[place:end] = other[start : start + end - place + dice.randrange(9)]
    elif kind == 6:
        del data[place:]
    else:
        data[place:place] = dice.randbytes(dice.choice((1, 2, 4, 16)))


class Kept:
    """Inputs that made a decoder answer as it had not before.

    Attributes:
        fresh: those of this run.
        counts: how often each kind of answer came.
    """

    def __init__(self, corpus: Sequence[bytes]) -> None:
        self.counts: Counter[str] = Counter()
        self.corpus = list(corpus)
        self.fresh: list[bytes] = []
        self._answers: set[str] = set()

    def note(self, data: bytes, answer: str) -> None:
        """Keep an input if its answer is new; numbers and quoted parts of it do not count."""
        said = re.sub(r"'.*'|\"[^\"]*\"|0x[0-9a-f]+|[0-9]+", "", answer.partition(" got ")[0])
        shape = " ".join(re.findall("[A-Za-z_]+", said)[:MAX_SHAPE_WORDS])
        if shape not in self._answers and len(self._answers) < MAX_KEPT:
            self._answers.add(shape)
            self.corpus.append(data)
            self.fresh.append(data)


def answer_of(target: Target, data: bytes) -> str:
    """What the decoder said: a value, or which of its own errors. Any other error comes out."""
    try:
        target.read(data)
    except target.errors as refusal:
        return f"{type(refusal).__name__}: {refusal}"
    return "taken"
