"""docs/rules.md says what the program plays: every option, value, default and preset."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.rules.cards import PACK, Card, Rank, Suit, card_points
from belote_net.rules.declarations import Claim
from belote_net.rules.option_info import OPTION_INFO, OptionInfo
from belote_net.rules.option_values import OptionValue
from belote_net.rules.presets import DEFAULT_PRESET, PRESETS, differences
from belote_net.rules.trick import Illegality

_TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
_LINES = _TEXT.splitlines()


def shown(value: OptionValue) -> str:
    """A value as the document writes it."""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def row(info: OptionInfo) -> str:
    """The line of the table of options that tells of one of them."""
    values = "a number" if info.values is None else ", ".join(map(shown, info.values))
    cells = (f"`{info.name}`", values, shown(info.default), info.meaning, info.french, info.source)
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("name", OPTION_INFO)
def test_every_option_has_its_row(name: str) -> None:
    assert row(OPTION_INFO[name]) in _LINES


def test_the_rows_are_in_the_order_of_the_map_and_there_are_no_others() -> None:
    named = [line.split("`")[1] for line in _LINES if line.startswith("| `")]
    assert [name for name in named if name in OPTION_INFO] == list(OPTION_INFO)
    reasons = [illegality.value for illegality in Illegality]
    assert set(named) == {*OPTION_INFO, *PRESETS, *reasons}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_what_it_changes(name: str) -> None:
    changed = differences(PRESETS[name], PRESETS[DEFAULT_PRESET])
    told = ", ".join(f"`{one.name}={shown(one.value)[1:-1]}`" for one in changed)
    rows = [line for line in _LINES if line.startswith(f"| `{name}` |")]
    assert len(rows) == 1
    _, _, changes, source, _ = rows[0].split("|")
    assert changes.strip() == (told or "the default")
    assert source.strip()


@pytest.mark.parametrize("claim", Claim)
def test_the_table_of_declarations(claim: Claim) -> None:
    heights = " ".join(rank.value for rank in reversed(claim.heights))
    rows = [line for line in _LINES if line.startswith(f"| {claim.value} |")]
    assert len(rows) == 1
    assert rows[0].endswith(f"| {claim.points} | {heights} |")


@pytest.mark.parametrize("illegality", Illegality)
def test_every_refusal_names_its_option(illegality: Illegality) -> None:
    option = f"`{illegality.option}`" if illegality.option else "no option"
    rows = [line for line in _LINES if line.startswith(f"| `{illegality.value}` |")]
    assert len(rows) == 1
    assert rows[0].endswith(f"| {option} |")


@pytest.mark.parametrize("trump", [Suit.HEARTS, Suit.SPADES])
def test_the_table_of_cards(trump: Suit) -> None:
    for title, suit in (("trump", trump), ("another suit", Suit.CLUBS)):
        cells = next(line for line in _LINES if line.startswith(f"| {title} |")).split("|")[2:-1]
        told = [cell.split() for cell in cells]
        assert {Card.parse(f"{rank}{suit}") for rank, _ in told} == {
            card for card in PACK if card.suit is suit
        }
        for rank, points in told:
            assert card_points(Card(Rank(rank), suit), trump) == int(points)
