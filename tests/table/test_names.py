from __future__ import annotations

import sys
import unicodedata

import pytest

from belote_net.node.text import clean_name
from belote_net.table.names import check_names, check_that_names_differ
from belote_protocol.errors import InvalidProof


@pytest.mark.parametrize(
    "name", ["Léa", "Marie-Ange 2", "王小明", "Ünal 🃏", "\u0378", "a\U0001fae8"]
)
def test_letters_and_pictures_of_every_version_of_unicode_may_stand_in_an_entry(name: str) -> None:
    check_names([name, "Jo"])


UNSHOWN = "\u00a0\x1b\x7f\u200b\u202e\u2066\ufe0f\ufeff\u3000\ue000\U000e0041\U0010fffd\ud800\u00ad"


@pytest.mark.parametrize("name", ["", " Jo", "Jo ", *(f"J{char}o" for char in UNSHOWN)])
def test_what_shows_nothing_or_moves_the_rest_may_not(name: str) -> None:
    with pytest.raises(InvalidProof, match="a printable name expected for seat 1"):
        check_names(["Léa", name])


def test_a_name_stands_there_once_whatever_its_capitals() -> None:
    with pytest.raises(InvalidProof, match="a name of its own"):
        check_names(["Jo", "Léa", "JO"])
    check_names(["É", "é"])  # for each node to say, not for the protocol


@pytest.mark.parametrize("other", ["É", "e\u0301", "ｅ\u0301"])
def test_nobody_agrees_to_names_that_look_alike(other: str) -> None:
    with pytest.raises(InvalidProof, match="told apart"):
        check_that_names_differ(["é", other])
    check_that_names_differ(["é", "e"])


def test_nobody_agrees_to_a_name_that_his_machine_cannot_show() -> None:
    with pytest.raises(InvalidProof, match="can show"):
        check_that_names_differ(["Jo", "\u0378"])


def test_a_name_that_a_lobby_shows_may_always_stand_in_an_entry() -> None:
    for point in range(sys.maxunicode + 1):
        name = clean_name(chr(point)) if unicodedata.category(chr(point)) != "Cn" else ""
        if name:
            check_names([name])
