"""The pictures of the report in the documents: there, small, and shown."""

from __future__ import annotations

import pytest

from belote_cli.words import Language
from tests.report.pictures import FOLDER, MAX_BYTES, NAMES, picture_path

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", NAMES)
def test_a_guide_shows_every_picture(name: str, language: Language) -> None:
    path = picture_path(name, language)
    data = path.read_bytes()
    assert data.startswith(PNG)
    assert len(data) <= MAX_BYTES
    guide = FOLDER.parent / f"guide.{language.value}.md"
    assert f"](pictures/{path.name})" in guide.read_text(encoding="utf-8")


def test_there_are_no_others() -> None:
    known = {picture_path(name, language) for name in NAMES for language in Language}
    assert set(FOLDER.glob("*.png")) == known
