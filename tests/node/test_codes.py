from __future__ import annotations

import unicodedata
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.node.codes import fingerprint_words, new_code, parse_code
from belote_net.node.errors import BadCode
from belote_net.node.words import WORDS
from tests.node.support import seeded


def test_words_are_256_easy_ones() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert all(4 <= len(word) <= 10 for word in WORDS)


def test_first_four_letters_name_a_word() -> None:
    assert len({word[:4] for word in WORDS}) == 256


def test_no_two_words_differ_by_one_letter() -> None:
    for one, other in combinations(WORDS, 2):
        if len(one) == len(other):
            assert sum(a != b for a, b in zip(one, other, strict=True)) > 1, (one, other)
        else:
            longer, shorter = sorted((one, other), key=len, reverse=True)
            cuts = {longer[:index] + longer[index + 1 :] for index in range(len(longer))}
            assert shorter not in cuts, (one, other)


@given(st.integers(0, 2**32))
def test_a_new_code_is_read_back(seed: int) -> None:
    code = new_code(seeded(seed))
    assert parse_code(code) == code


def test_every_digit_and_word_comes() -> None:
    draw = seeded(1)
    parts = [new_code(draw).split("-") for _ in range(4000)]
    assert {digit for digit, _, _ in parts} == set("0123456789")
    assert {word for _, *words in parts for word in words} == set(WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "7-trefle-capot",
        " 7 Trèfle CAPOT ",
        "7_trefle_capot",
        "7trefle capot",
        "7-tref-capo",
        "7 - trefle - capot",
        unicodedata.normalize("NFD", "7-trèfle-capot"),
    ],
)
def test_codes_are_read_leniently(text: str) -> None:
    assert parse_code(text) == "7-trefle-capot"


def test_a_ligature_is_two_letters() -> None:
    assert parse_code("1 cœur zèbre") == "1-coeur-zebre"


def test_a_mistyped_word_is_suggested() -> None:
    with pytest.raises(BadCode, match="did you mean 7-trefle-capot") as caught:
        parse_code("7-treffle-capot")
    assert caught.value.suggestion == "7-trefle-capot"


@pytest.mark.parametrize(
    "text", ["", "7", "trefle-capot", "77-trefle-capot", "7-trefle", "7-a-b-c"]
)
def test_what_is_no_code_says_what_is_expected(text: str) -> None:
    with pytest.raises(BadCode, match="a digit and two words expected"):
        parse_code(text)


def test_a_word_like_no_other_is_named() -> None:
    with pytest.raises(BadCode, match="'wwww' is not a word") as caught:
        parse_code("7-wwww-capot")
    assert caught.value.suggestion is None


@given(st.text(max_size=120))
def test_any_text_is_a_code_or_a_clear_error(text: str) -> None:
    try:
        code = parse_code(text)
    except BadCode:
        return
    assert parse_code(code) == code


def test_a_fingerprint_is_one_word_per_byte() -> None:
    assert fingerprint_words(bytes([0, 255, 0, 1])) == (WORDS[0], WORDS[255], WORDS[0], WORDS[1])
