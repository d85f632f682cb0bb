"""The guides show the screens as they are, and name the keys that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from belote_cli.tui.canvas import text_width
from tests.tui.pictures import DOCS, README, SCENES, drawn, guides, with_pictures

GUIDES = pytest.mark.parametrize("guide", guides(), ids=lambda path: path.stem)


def test_the_pictures_are_fresh() -> None:
    for name, text in drawn().items():
        kept = (DOCS / "pictures" / f"{name}.txt").read_text(encoding="utf-8")
        assert kept == f"{text}\n", "run python -m tests.tui.pictures"
        assert all(text_width(line) <= 80 for line in text.split("\n"))


@GUIDES
def test_the_guides_show_them_all(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert with_pictures(text, drawn()) == text, "run python -m tests.tui.pictures"
    language = guide.suffixes[0]
    assert set(re.findall(r"<!-- picture: (\S+) -->", text)) == {
        f"{name}{language}" for name in SCENES
    }


def test_the_readme_shows_the_screen_as_it_is() -> None:
    text = README.read_text(encoding="utf-8")
    assert "<!-- picture: why.en -->\n\n```text\n" in text
    assert with_pictures(text, drawn()) == text, "run python -m tests.tui.pictures"


def test_both_guides_have_the_same_parts_and_the_same_keys() -> None:
    texts = [guide.read_text(encoding="utf-8") for guide in guides()]
    assert len({text.count("\n## ") for text in texts}) == 1
    keys = [re.findall(r"^\| `(.)`", text, re.MULTILINE) for text in texts]
    assert keys[0] == keys[1] == list("badsotrl?qc")


@GUIDES
def test_links_lead_somewhere(guide: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", guide.read_text(encoding="utf-8")):
        assert (guide.parent / target).exists(), target
