"""Reasons of the protocol, translated; and still those that the protocol gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import belote_net.table
import belote_protocol
from belote_cli import reason_words
from belote_cli.reason_words import reason_lines, reason_text
from belote_cli.words import Language
from tests.cli.games import pen

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)


@pytest.mark.parametrize(
    ("reason", "french"),
    [
        ("seq 7 expected, got 9", ("Attendu : rang 7.", "Reçu : 9.")),
        ("pass or H expected, got C", ("Attendu : passe, cœur.", "Reçu : trèfle.")),
        ("a card in hand expected, got 9S", ("Attendu : une carte en main.", "Reçu : 9♠.")),
        (
            "frame of at most 4096 bytes expected, got 1213486160",
            (
                "Raison : ce qui répond n'est pas belote-net (message de 4096 octets au plus "
                "attendu, et il en annonce 1213486160).",
            ),
        ),
        ("a proof expected, got none", ("Attendu : une preuve.", "Reçu : rien.")),
        (
            "rebelote expected with KH, got silence",
            ("Attendu : rebelote avec R♥.", "Reçu : le silence."),
        ),
        (
            "card 8 is illegal here, whatever else is in the hand",
            ("Raison : 7♥ est injouable ici, quelle que soit la main.",),
        ),
        ("the auction is over, got pass", ("Raison : les enchères sont finies ; reçu : passe.",)),
        ("a first entry expected", ("Attendu : une première inscription.",)),
        ("there is no seat 4", ("Raison : il n'y a pas de place 5.",)),
        ("not signed by seat 0", ("Raison : pas signée par la place 1.",)),
        (
            "bid by seat 3 expected, got share by seat 0",
            ("Attendu : bid par la place 4.", "Reçu : share par la place 1."),
        ),
        (
            "something nobody foresaw",
            ("Raison, dans les mots anglais du protocole : something nobody foresaw.",),
        ),
    ],
)
def test_reasons_in_french(reason: str, french: tuple[str, ...]) -> None:
    assert reason_lines(reason, FRENCH) == french


def test_english_keeps_the_words_of_the_protocol() -> None:
    assert reason_lines("the shuffle argument does not hold", ENGLISH) == (
        "Reason: the shuffle argument does not hold.",
    )
    assert reason_lines("deck 2 expected, got 3", ENGLISH)[0] == "Expected: deck 2."


def test_people_count_seats_from_one_in_whatever_is_quoted() -> None:
    whole = "position 7 has been shared by seat 0 already, and seat 9 is not seated"
    said = "position 7 has been shared by seat 1 already, and seat 10 is not seated"
    assert reason_text(whole, ENGLISH) == said
    assert said in reason_lines(whole, ENGLISH)[0]
    assert reason_text("seat " + "9" * 5000, ENGLISH) == "seat " + "9" * 5000


def sources() -> str:
    """The text of all modules that give reasons, each string joined with the one after it."""
    folders = [
        Path(str(belote_protocol.__path__[0])),
        Path(str(belote_net.table.__path__[0])),
        Path(str(belote_net.table.__path__[0])).parent / "rules",
        Path(str(belote_net.table.__path__[0])).parent / "node",
    ]
    text = "".join(
        path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")
    )
    return re.sub(r'"\s*\n\s*f?"', "", text)


def test_every_known_reason_is_one_that_the_protocol_gives() -> None:
    text = sources()
    for template in reason_words._WHOLE:
        pattern = re.sub(r"\\{\w+\\}", r"\\{[^\"\\n]+\\}", re.escape(template))
        assert re.search(pattern, text), template
