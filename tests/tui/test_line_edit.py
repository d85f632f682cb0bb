"""A line that is typed, key by key."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.touches import Press

KEYS = st.sampled_from(
    [
        *(Press(key) for key in "aé♠世 "),
        *(Press(key) for key in ("left", "right", "home", "end", "backspace", "delete", "c-u")),
        *(Press(key) for key in ("up", "f5", "enter", "c-x", "\x07")),
        Press("paste", "ab\n\x1b[2Jc e\u0301"),
    ]
)


def typed(*keys: str, limit: int = 200) -> LineEdit:
    edit = LineEdit(limit=limit)
    for key in keys:
        edit = edit.pressed(Press(key))
    return edit


def test_letters_of_any_alphabet_are_typed_and_taken_back_whole() -> None:
    assert typed("é", "♠", "t", "T").text == "é♠tT"
    assert typed("é", "♠", "backspace").text == "é"
    assert LineEdit("e\u0301x", 2).pressed(Press("backspace")).text == "x"


def test_the_cursor_goes_where_the_next_letter_will_stand() -> None:
    edit = typed("a", "c", "left", "b")
    assert (edit.text, edit.at) == ("abc", 2)
    assert typed("a", "b", "home", "delete").text == "b"
    assert typed("a", "b", "home", "right", "end").at == 2
    assert typed("a", "b", "c-u").text == ""


def test_a_paste_becomes_one_clean_line() -> None:
    edit = LineEdit().pressed(Press("paste", "7-trefle\n\x1b[2J capot\x07"))
    assert edit.text == "7-trefle [2J capot"


@given(st.lists(KEYS, max_size=40))
def test_whatever_is_pressed_the_line_stays_sound(keys: list[Press]) -> None:
    edit = LineEdit(limit=10)
    for key in keys:
        edit = edit.pressed(key)
        assert len(edit.text) <= 10
        assert 0 <= edit.at <= len(edit.text)
        assert edit.text.isprintable()
        canvas = Canvas(Size(12, 1))
        edit.draw(canvas, 0, 2, 8)
        assert canvas.cursor is not None
        assert 2 <= canvas.cursor[1] < 10
        assert canvas.lines()[0][:2].strip() == ""
