from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.node.text import MAX_MARKS, clean_name, clean_say
from belote_net.table.messages import MAX_NAME_CHARACTERS


@given(st.text(max_size=300))
def test_cleaned_text_cannot_move_a_cursor(text: str) -> None:
    cleaned = clean_say(text)
    assert cleaned.isprintable()
    assert len(cleaned) <= 200
    assert clean_say(cleaned) == cleaned
    assert cleaned == cleaned.strip()


def test_the_suits_stay_without_their_variation_selectors() -> None:
    assert clean_say("9♠\ufe0f ♥\ufe0e") == "9♠ ♥"


def test_what_turns_or_hides_text_goes() -> None:
    assert clean_name("a\u202eb\u200bc\x1b[31m\x07\r\nd") == "abc[31m d"


def test_a_name_is_composed_and_cut() -> None:
    assert clean_name(unicodedata.normalize("NFD", "Léa")) == "Léa"
    assert clean_name("x" * 100) == "x" * MAX_NAME_CHARACTERS


BLANK = {
    "braille blank": "\u2800",
    "hangul filler": "\u3164",
    "hangul initial filler": "\u115f",
    "hangul middle filler": "\u1160",
    "halfwidth hangul filler": "\uffa0",
    "grapheme joiner": "\u034f",
    "khmer inherent vowel": "\u17b4",
    "mongolian selector": "\u180b",
    "supplementary selector": "\U000e0100",
    "tag space": "\U000e0020",
    "note without a head": "\U0001d159",
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "right to left override": "\u202e",
    "isolate": "\u2066",
    "arabic letter mark": "\u061c",
    "no-break space": "\u00a0",
    "ideographic space": "\u3000",
    "a mark on nothing": "\u0301",
}


@pytest.mark.parametrize("blank", BLANK.values(), ids=BLANK)
def test_a_name_that_looks_blank_is_none(blank: str) -> None:
    assert clean_name(blank * 3) == ""
    assert clean_name(f" {blank}Léa") == "Léa"
    assert clean_name(f"{blank} {blank}") == ""


def test_marks_do_not_pile_up_over_the_lines_above() -> None:
    tower = "\u0335\u0336\u0337\u0338\u0489" * 20
    cleaned = clean_name(f"L{tower}e{tower}a")
    assert [char for char in cleaned if char.isalpha()] == ["L", "e", "a"]
    assert len(cleaned) == 3 + 2 * MAX_MARKS
    assert clean_say(f"oui {tower} non") == "oui non"


@pytest.mark.parametrize("name", ["Thị Hiền", "สมศรี", "मुक्ति", "שָׁלוֹם", "Zoé 🂡", "山田"])
def test_names_of_all_scripts_stay(name: str) -> None:
    composed = unicodedata.normalize("NFC", name)
    assert clean_name(composed) == composed


@given(st.text(alphabet=st.characters(categories=["Mn", "Me", "Lo", "Ll", "Zs"]), max_size=60))
def test_cleaned_text_with_marks_stays_as_it_is(text: str) -> None:
    cleaned = clean_say(text)
    assert clean_say(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
