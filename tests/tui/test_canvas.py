"""Cells: widths, colours, clicks, and characters that never reach a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from belote_cli.tui.canvas import Canvas, Size, clip, clusters, text_width, wrap
from belote_cli.tui.touches import Press

ANYTHING = st.text(max_size=60)


def test_text_stands_where_it_is_put_and_is_cut_at_the_edges() -> None:
    canvas = Canvas(Size(8, 2))
    assert canvas.put(0, 6, "abcd") == 10
    canvas.put(1, -2, "xyz")
    canvas.put(5, 0, "below")
    assert canvas.lines() == ["      ab", "z"]


def test_a_wide_character_takes_two_cells_and_is_never_halved() -> None:
    canvas = Canvas(Size(3, 1))
    canvas.put(0, 0, "世界")
    assert canvas.lines() == ["世"]
    assert canvas.put(0, 0, "世") == 2


def test_a_suit_has_its_own_colour_unless_it_is_dimmed() -> None:
    canvas = Canvas(Size(10, 2))
    canvas.put(0, 0, "A♥", "bold")
    canvas.put(1, 0, "A♥", "dim")
    assert canvas.styles_at(0, 1) == ("bold", "suit-hearts")
    assert canvas.styles_at(1, 1) == ("dim",)
    assert canvas.fragments(0)[:2] == [
        ("class:bold", "A"),
        ("class:bold class:suit-hearts", "♥"),
    ]


def test_a_click_finds_what_stands_there_and_nothing_else() -> None:
    canvas = Canvas(Size(10, 2))
    canvas.put(1, 2, "ok", touch=Press("enter"))
    assert canvas.touch_at(1, 3) == Press("enter")
    assert canvas.touch_at(1, 4) is None
    assert canvas.touch_at(7, 99) is None


def test_what_ascii_lacks_is_written_as_it_can_be_sign_for_sign() -> None:
    canvas = Canvas(Size(30, 2), encoding="ascii")
    assert canvas.put(0, 0, "╭─╮ ┏━┓ é ▶ ·") == 13
    canvas.right(1, 30, "Échap : « œuf »")
    assert canvas.lines()[0] == "+-+ #=# e > -"
    assert "\n".join(canvas.lines()).isascii()


@given(ANYTHING)
def test_nothing_that_moves_a_cursor_gets_through(text: str) -> None:
    canvas = Canvas(Size(40, 1))
    end = canvas.put(0, 0, text)
    assert end == text_width(text)
    shown = "".join(part for _, part in canvas.fragments(0))
    assert all(char.isprintable() for char in shown)
    assert sum(max(0, get_cwidth(char)) for char in shown) == 40


@given(ANYTHING, st.integers(1, 30))
def test_clipped_text_fits(text: str, columns: int) -> None:
    assert text_width(clip(text, columns)) <= columns
    if text_width(text) <= columns:
        assert clip(text, columns) == text


@given(ANYTHING, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_no_word(text: str, columns: int) -> None:
    lines = wrap(text, columns)
    assert all(text_width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join("".join(clusters(text)).split())


def test_a_sign_that_french_sets_off_never_begins_a_line() -> None:
    assert wrap("voici : « oui » ; non !", 9) == ["voici :", "« oui » ;", "non !"]
    assert wrap("a  b\N{NO-BREAK SPACE}c", 3) == ["a b", "c"]


@pytest.mark.parametrize("text", ["♠\ufe0f", "a\u200db", "\x1b[2J", "e\u0301"])
def test_signs_without_width_take_no_cell(text: str) -> None:
    canvas = Canvas(Size(10, 1))
    canvas.put(0, 0, text)
    shown = "".join(part for _, part in canvas.fragments(0))
    assert "\ufe0f" not in shown
    assert "\x1b" not in shown
    assert "\u200d" not in shown
