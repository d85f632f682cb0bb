"""Every decoder, given what nobody honest would send; `python -m tests.fuzz.run` gives more."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.errors import InvalidEncoding
from tests.fuzz import samples
from tests.fuzz.mutation import MAX_INPUT_BYTES, TOKENS, Kept, answer_of, mutated
from tests.fuzz.readers import Lax
from tests.fuzz.run import CORPUS, Found, corpus_of, fuzz, main
from tests.fuzz.targets import TARGETS, Target

MAX_PEAK_BYTES = 4 * 1024 * 1024
"""What reading the worst input of 64 KiB may take in memory: 65,536 items of some bytes each."""

pytestmark = pytest.mark.usefixtures("toy")

EVERY = pytest.mark.parametrize("name", TARGETS)


@pytest.fixture(autouse=True)
def _samples() -> None:
    """They are made before a test measures what reading them takes."""
    samples.places()


@EVERY
def test_good_inputs_are_taken(name: str) -> None:
    target = TARGETS[name]
    assert target.samples()
    for data in target.samples():
        assert answer_of(target, data) == "taken"


@EVERY
def test_kept_inputs_are_answered_by_errors_of_ours(name: str) -> None:
    for data in corpus_of(TARGETS[name]):
        answer_of(TARGETS[name], data)


@EVERY
def test_bad_inputs_are_answered_by_errors_of_ours(name: str) -> None:
    target = TARGETS[name]
    corpus = target.samples()

    @settings(max_examples=max(5, 40 // target.costs), database=None)
    @given(st.one_of(st.binary(max_size=200), st.randoms().map(lambda dice: mutated(dice, corpus))))
    def answered(data: bytes) -> None:
        answer_of(target, data)

    answered()


@EVERY
def test_no_input_takes_much_memory(name: str) -> None:
    target = TARGETS[name]
    first = target.samples()[0]
    tracemalloc.start()
    try:
        for token in TOKENS if target.costs < 100 else TOKENS[:1]:
            bomb = token * (MAX_INPUT_BYTES // len(token))
            for data in (bomb, first[: len(first) // 2] + bomb):
                tracemalloc.reset_peak()
                answer_of(target, data)
                assert tracemalloc.get_traced_memory()[1] < MAX_PEAK_BYTES
    finally:
        tracemalloc.stop()


@EVERY
@pytest.mark.slow
def test_many_bad_inputs_are_answered_by_errors_of_ours(name: str) -> None:
    fuzz(TARGETS[name], max(100, 20_000 // TARGETS[name].costs), seed=7)


def test_every_kind_of_body_and_frame_is_fuzzed() -> None:
    assert {f"body-{kind}" for kind in samples.bodies()} <= set(TARGETS)
    entries = (*samples.game().table.log, *samples.complained(), *samples.left())
    assert set(samples.bodies()) == {one.entry.kind for one in entries}
    assert {path.stem for path in CORPUS.glob("*.txt")} == set(TARGETS)


def test_the_fuzzer_finds_an_error_of_another_kind() -> None:
    def read(data: bytes) -> None:
        if 200 in data:
            raise KeyError(200)

    with pytest.raises(Found, match="KeyError"):
        fuzz(Target("broken", read, (InvalidEncoding,), lambda: (b"abc",)), 2000, seed=1)


def test_the_fuzzer_finds_a_decoder_that_takes_two_encodings() -> None:
    frames = TARGETS["link"].samples()

    def read(data: bytes) -> None:
        if data.lower() == frames[0].lower() and data != frames[0]:
            raise Lax("two encodings")

    with pytest.raises(Found, match="Lax"):
        fuzz(Target("lax", read, (InvalidEncoding,), lambda: frames[:1]), 20_000, seed=1)


def test_mutations_depend_on_the_seed_alone() -> None:
    corpus = TARGETS["link"].samples()
    one, other = random.Random(5), random.Random(5)
    assert [mutated(one, corpus) for _ in range(200)] == [
        mutated(other, corpus) for _ in range(200)
    ]


def test_answers_that_differ_in_numbers_only_are_kept_once() -> None:
    kept = Kept([b"seed"])
    kept.note(b"a", "InvalidEncoding: 3 bytes expected, got 4")
    kept.note(b"b", "InvalidEncoding: 3 bytes expected, got 5")
    kept.note(b"c", "taken")
    assert kept.fresh == [b"a", b"c"]


def test_the_command_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--inputs=50", "--decoder=notation"]) == 0
    assert capsys.readouterr().out.startswith("notation: 50 inputs")
