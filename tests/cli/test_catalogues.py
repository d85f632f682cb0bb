"""Both languages are complete, fresh, and say the same things."""

from __future__ import annotations

import re
import string

import pytest

from belote_cli.declaration_words import CLAIMS, HEIGHTS, SHOWN, TRUMPS
from belote_cli.option_sources import OPTION_SOURCES
from belote_cli.option_words import OPTION_MEANINGS, OPTION_NAMES, PRESET_MEANINGS, VALUE_WORDS
from belote_cli.rule_words import ILLEGALITIES, LINE_KINDS, OUTCOMES, SUIT_NAMES
from belote_cli.words import Language, Words, detect_language
from belote_net.rules.cards import Rank, Suit
from belote_net.rules.declarations import Claim, DeclarationKind, InTrumps
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.presets import PRESETS
from belote_net.rules.scoring import LineKind, Outcome
from belote_net.rules.trick import Illegality
from tests.cli.catalogues import compiled, forms, messages, mo_path, read_catalogue

BOTH = pytest.mark.parametrize("language", list(Language))


@BOTH
def test_compiled_catalogues_are_fresh(language: Language) -> None:
    assert mo_path(language).read_bytes() == compiled(language)


@BOTH
def test_no_message_is_missing_or_unused(language: Language) -> None:
    catalogue = {
        item.id if isinstance(item.id, str) else tuple(item.id)
        for item in read_catalogue(language)
        if item.id
    }
    assert catalogue == set(messages())


@BOTH
def test_every_message_is_translated(language: Language) -> None:
    for item in read_catalogue(language):
        assert all(forms(item)), item.id
        assert not item.fuzzy or not item.id, item.id


def fields_of(text: str) -> set[str]:
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return named | set(re.findall(r"%\(\w+\)\w|%s", text))


@BOTH
def test_translations_have_the_fields_of_their_message(language: Language) -> None:
    for item in read_catalogue(language):
        if not item.id:
            continue
        source = item.id if isinstance(item.id, str) else item.id[1]
        for form in forms(item):
            assert fields_of(form) == fields_of(source), item.id


def test_french_is_not_english() -> None:
    french = read_catalogue(Language.FRENCH)
    same = [item.id for item in french if item.id and item.string == item.id]
    shared = {
        *("PORT", "belote", "capot", "litige", "tierce", "{reason}."),
        *("Capots", "Points", "experts"),
        "belote-net --help",
    }
    assert set(same) == shared


def test_french_punctuation_has_its_spaces() -> None:
    for item in read_catalogue(Language.FRENCH):
        for form in forms(item) if item.id else []:
            text = re.sub(r"HÔTE:PORT|\d+:\d+", "", form)
            assert not re.search(r"[^\s(][:;!?](\s|$)", text.replace("%(prog)s :", "")), form


def test_every_value_of_the_rules_has_words() -> None:
    assert set(ILLEGALITIES) == set(Illegality)
    assert set(OUTCOMES) == set(Outcome)
    assert set(LINE_KINDS) == set(LineKind)
    assert set(SUIT_NAMES) == set(Suit)
    assert set(CLAIMS) == set(Claim)
    assert set(SHOWN) == set(DeclarationKind)
    assert set(HEIGHTS) == set(Rank)
    assert set(TRUMPS) == set(InTrumps)
    assert set(PRESET_MEANINGS) == set(PRESETS)
    assert set(OPTION_NAMES) == set(OPTION_MEANINGS) == set(OPTION_INFO)
    assert {name: info.source for name, info in OPTION_INFO.items()} == OPTION_SOURCES
    # 162 and True are values of several options: only those in words are listed.
    expected = {
        (name, value)
        for name, info in OPTION_INFO.items()
        for value in info.values or ()
        if isinstance(value, str | bool)
    }
    assert set(VALUE_WORDS) == expected


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, Language.FRENCH),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, Language.ENGLISH),
        ({"LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, Language.FRENCH),
        ({"LANG": "C"}, Language.ENGLISH),
        ({"LANG": "French_France.1252"}, Language.FRENCH),
    ],
)
def test_the_language_of_the_system(environ: dict[str, str], language: Language) -> None:
    assert detect_language(environ) is language


def test_numbers_choose_their_form() -> None:
    french = Words(Language.FRENCH)
    assert french.count("{number} point", "{number} points", 0) == "0 point"
    assert french.count("{number} point", "{number} points", 2) == "2 points"
    english = Words(Language.ENGLISH)
    assert english.count("{number} point", "{number} points", 0) == "0 points"
