"""Games as text: written and read back, strictly, and told again by the rules."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.notation import Where, WrittenGameRefused, parse, read_game, tell_game, write
from belote_net.notation.answers import SAID_WORDS
from belote_net.notation.lines import MAX_LINE_CHARACTERS, MAX_TEXT_CHARACTERS
from belote_net.notation.reading import DERIVED
from belote_net.notation.record import (
    Cause,
    Claimed,
    DealRecord,
    Departure,
    GameRecord,
    PlayedCard,
    Player,
)
from belote_net.rules.cards import PACK, Place
from belote_net.rules.choices import Annonces, BeloteCall, Direction, Litige, OnAbsence, Show
from belote_net.rules.declarations import Claim
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.messages import MAX_NAME_CHARACTERS
from belote_net.table.names import check_names
from tests.notation.games import (
    cut_short,
    played_deal,
    random_game,
    refusal_of,
    told_play,
    with_deals,
)
from tests.notation.refusals import DOCUMENT, EXAMPLE, ON_PAPER, WRONG, Wrong

HOUSES = {
    **PRESETS,
    "at once": replace(PRESETS["classique-annonces"], show=Show.AT_ONCE),
    "manual": replace(Options(), belote_call=BeloteCall.MANUAL_STRICT),
    "tolerant": replace(Options(), belote_call=BeloteCall.MANUAL_TOLERANT),
    "replay": replace(Options(), litige=Litige.REPLAY, direction=Direction.CLOCKWISE),
}


def refused(text: str) -> tuple[int, str]:
    """Where and why a text is refused."""
    with pytest.raises(WrittenGameRefused) as caught:
        read_game(text)
    return caught.value.line, caught.value.reason


def by_hand(text: str) -> str:
    """The same game as somebody writes it who leaves out all that he may."""
    magic, *lines = text.splitlines()
    written = [
        line.partition(" = ")[0] if line.startswith("trick") else f"  {line}"
        for line in lines
        if line.partition(" ")[0] not in DERIVED
    ]
    assert len(written) < len(lines)
    return "\r\n# a remark\r\n\r\n".join((magic, *written))


# Written and read back.


@pytest.mark.parametrize("house", HOUSES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), lies=st.sampled_from((0.0, 0.4)))
def test_a_game_is_read_as_it_was_written(house: str, seed: int, lies: float) -> None:
    for game in (
        whole := random_game(HOUSES[house], seed, deals=4, lies=lies),
        cut_short(whole, seed),
    ):
        text = write(game)
        assert parse(text) == game
        assert write(parse(text)) == text
        assert max(map(len, text.splitlines())) <= MAX_LINE_CHARACTERS


@pytest.mark.parametrize("house", HOUSES)
def test_what_follows_from_the_rest_may_be_left_out(house: str) -> None:
    game = random_game(HOUSES[house], "by hand", deals=4)
    assert parse(by_hand(write(game))) == game


def test_a_match_is_told_to_its_end() -> None:
    game = random_game(replace(Options(), target=300), "end")
    told = tell_game(game)
    assert told.match.is_over
    assert "result " in write(game)


@pytest.mark.parametrize("text", [EXAMPLE, ON_PAPER], ids=["exported", "on paper"])
def test_the_document_shows_right_games(text: str) -> None:
    read_game(text)


def test_the_example_of_the_document_is_what_is_written() -> None:
    assert write(parse(EXAMPLE)) == EXAMPLE


def test_the_document_names_every_line() -> None:
    """And marks those that follow from the others."""
    rows = re.findall(r"^\| `(\w+)[^|]*\|", DOCUMENT.partition("## The lines")[2], re.MULTILINE)
    marked = re.findall(r"^\| `(\w+)[^|]*` • \|", DOCUMENT, re.MULTILINE)
    assert set(marked) == DERIVED
    assert {"contract", "left", "sits", "signed", *SAID_WORDS.values()} <= set(rows)
    written = set[str]()
    for house, options in HOUSES.items():
        game = random_game(options, house, deals=12, lies=0.3)
        written.update(line.partition(" ")[0] for line in write(game).splitlines()[1:])
    assert written <= {*rows, "adjourned"}
    assert len(written) > 25


def test_every_line_is_known_by_its_number() -> None:
    game = read_game(EXAMPLE)
    lines = EXAMPLE.splitlines()
    for where, number in game.lines.items():
        word = lines[number - 1].partition(" ")[0]
        assert word == (where.part if where.part != "end" else "result")
    assert game.lines[Where(2, "trick", 3)] == 1 + lines.index("trick 4 S 7S")


def test_every_name_of_a_log_can_be_written() -> None:
    """Capitals beyond ASCII tell two apart, and a letter may be newer than this machine."""
    names = ("LÉA", "Léa", "Jo\u0378", "#" * MAX_NAME_CHARACTERS)
    check_names(names)
    game = replace(random_game(Options(), 1, deals=1), players=tuple(map(Player, names)))
    assert parse(write(game)) == game


# Refused.


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_the_first_wrong_line_is_named(wrong: Wrong) -> None:
    assert refused(wrong.text) == (wrong.line, wrong.reason)


def test_every_cut_is_noticed() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    for count in range(len(lines) - 2):
        refused("".join(lines[:count]))


def test_one_character_more_or_less_is_noticed_or_changes_nothing_that_follows() -> None:
    dice, told = Random(5), read_game(EXAMPLE).told
    taken = 0
    for _ in range(400):
        at = dice.randrange(len(EXAMPLE))
        text = EXAMPLE[:at] + dice.choice(("", "A", "7", " ", "\n")) + EXAMPLE[at + 1 :]
        try:
            found = read_game(text).told
        except WrittenGameRefused:
            continue
        taken += 1
        assert found.match.scores == told.match.scores
    assert taken < 100


def test_texts_are_bounded() -> None:
    many = f"at most {MAX_TEXT_CHARACTERS} characters expected"
    assert refused("\n" * (MAX_TEXT_CHARACTERS + 1)) == (1, many)
    long = f"a line of at most {MAX_LINE_CHARACTERS} characters expected"
    assert refused("belote 1\n" + "#" * (MAX_LINE_CHARACTERS + 1)) == (2, long)
    assert refused("") == (1, "belote expected, got the end")


def test_a_text_of_many_deals_is_read_to_its_end() -> None:
    head, _, _ = ON_PAPER.partition("deal 1")
    deals = (f"deal {number} N\nleft N absent\nannulled\nsits N Zoé" for number in range(1, 3_000))
    text = "\n".join((head, *deals))
    assert len(text) < MAX_TEXT_CHARACTERS
    number, reason = refused(text)
    assert (number, reason) == (text.count("\n") + 1, "result or adjourned expected, got the end")
    deals_told = read_game(f"{text}\nadjourned").told.deals
    assert deals_told[-1].number == 2_999


@pytest.mark.slow
@pytest.mark.parametrize("line", ["trick 1 N AS 9S 7S KS", "claim N tierce", "points NS 1"])
def test_a_deal_of_very_many_lines_is_refused_in_no_time(line: str) -> None:
    """Time grows as the text does: if it grew as its square, this would be ten seconds and more."""
    head, _, _ = ON_PAPER.partition("trick 1")
    many = (MAX_TEXT_CHARACTERS - len(head)) // (len(line) + 1)
    began_s = time.process_time()
    number, _ = refused(head + f"{line}\n" * many)
    assert number == head.count("\n") + many
    assert time.process_time() - began_s < 6


# Hands that are not written.


def revoking(game: GameRecord) -> GameRecord | None:
    """The same game with a revoke in it: who followed suit second keeps that card for later."""
    (deal,), whole = game.deals, [won.trick for won in told_play(game).tricks]
    for number, trick in enumerate(whole):
        led, followed = trick.cards[:2]
        for later, other in enumerate(whole[number + 1 :], start=number + 1):
            at = (trick.leader + 1 - other.leader) % 4
            kept = other.cards[at]
            if followed.suit is led.suit and kept.suit is not led.suit:
                tricks = [list(cards) for cards in deal.tricks]
                tricks[number][1], tricks[later][at] = PlayedCard(kept), PlayedCard(followed)
                return with_deals(game, [replace(deal, tricks=tuple(map(tuple, tricks)))])
    return None


def test_a_revoke_is_found_by_what_is_played_later() -> None:
    options = replace(Options(), belote_call=BeloteCall.MANUAL_STRICT)
    found = 0
    for seed in range(12):
        (deal,) = (game := played_deal(options, seed)).deals
        wrong = revoking(with_deals(game, [replace(deal, hands=())]))
        if wrong is not None:
            refusal = tell_game(wrong).refusal
            assert refusal is not None
            assert refusal.where.part == "trick"
            found += "may not be played" in refusal.reason
    assert found > 3


def test_nothing_follows_a_deal_that_is_not_over() -> None:
    game = cut_short(random_game(Options(), "cut", deals=1), 1)
    refusal = tell_game(with_deals(game, [*game.deals, DealRecord()])).refusal
    assert refusal is not None
    assert (refusal.where, refusal.reason) == (Where(2, "deal"), "the rest of deal 1 expected")


def test_until_somebody_takes_nothing_is_declared_and_no_hand_opened() -> None:
    game = played_deal(replace(Options(), on_absence=OnAbsence.OPEN_HAND), 1)
    begun = replace(game.deals[0], hands=(), bids=(), tricks=(), said=())
    game = with_deals(game, [begun])
    assert refusal_of(game) is None
    said = (Claimed(Place(0), (Claim.TIERCE,)),)
    assert refusal_of(game, said=said) == "nothing expected, got claim N"
    left = Departure(Place(0), Cause.ABSENT, opened=frozenset(PACK[:8]))
    assert refusal_of(game, departure=left) == "the cards that were left in the hand expected"


def test_what_is_against_the_rules_cannot_be_written() -> None:
    game = random_game(replace(Options(), annonces=Annonces.ON), "bad", deals=1)
    bad = with_deals(game, [replace(game.deals[0], cut=99)])
    with pytest.raises(WrittenGameRefused, match="a cut of 1 to 31 cards"):
        write(bad)


def test_belote_is_not_said_without_the_other_card() -> None:
    text = ON_PAPER.replace("adjourned", "trick 3 N KD! QD 9D JD\nadjourned")
    line = text[: text.index("trick 3")].count("\n") + 1
    assert refused(text) == (line, "QD is in the hand of W")


def test_a_hand_has_eight_cards() -> None:
    """Of a deal that is not over, what a player showed and what he played may be too much."""
    head, _, _ = ON_PAPER.replace("rules classique", "rules classique-annonces").partition("turn")
    text = f"""{head}turn KD
bids D
trick 1 N 7H 8H 9H 10H
claim W hundred
show W 7S 8S 9S 10S JS QS KS{{more}}
trick 2 E 7C 8C
adjourned
"""
    read_game(text.format(more=""))
    line = text.splitlines().index("claim W hundred") + 2
    assert refused(text.format(more=" AS")) == (
        line,
        "at most 8 cards in the hand of W expected",
    )


def test_who_took_has_the_turned_card_to_the_end() -> None:
    """He may have played eight others, as long as the last trick is not complete."""
    reasons = set()
    for seed in range(60):
        game = played_deal(Options(), seed)
        (deal,), play = game.deals, told_play(game)
        last = play.tricks[-1].trick
        index = (play.contract.taker - last.leader) % 4
        for unplayed in last.cards[index + 1 :]:
            if unplayed.suit is play.contract.trump:
                tricks = (*deal.tricks[:-1], deal.tricks[-1][: index + 1])
                reasons.add(refusal_of(game, hands=(), turn_up=unplayed, tricks=tricks))
    assert any(str(reason).startswith("at most 8 cards in the hand") for reason in reasons)
    assert None not in reasons
