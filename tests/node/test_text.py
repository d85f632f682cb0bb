from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from belote_net.node.text import MAX_NAME_CHARS, clean_name, clean_say


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
    assert clean_name("x" * 100) == "x" * MAX_NAME_CHARS
