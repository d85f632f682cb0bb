"""A seat that is silent, free or given to another: what is told of it, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_cli.seat_words import (
    COSTS,
    choice_lines,
    seats_words,
    sitter_words,
    standstill_lines,
    vote_lines,
)
from belote_cli.standstill import (
    Cost,
    EmptySeat,
    GivenSeat,
    OfferedSeat,
    Part,
    SilentSeat,
    Sitter,
    Standstill,
)
from belote_cli.words import Language
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.identity import Identity
from tests.cli.games import pen
from tests.four_seats import seeded_bytes

ENGLISH, FRENCH = pen(Language.ENGLISH), pen(Language.FRENCH)
WHERE = EntryContext(b"", "table", 40, b"", Seat(1), "play")
KEY = Identity.generate(seeded_bytes("odile")).public

LATE = SilentSeat(
    context=WHERE,
    name="Marcel",
    part=Part.VOTER,
    cost=Cost.FORFEIT,
    waited_s=61,
    lost_s=None,
    voted=(),
    others=("Léa", None, "Inès"),
    is_refused=False,
    is_late=True,
)
ODILE = Sitter(KEY, "Odile", None, ())
ROBOT = Sitter(KEY, "Jo", "Léa", (Seat(0), Seat(2)))
EMPTY = EmptySeat("Marcel", "Léa", False, False, False, (), None)  # noqa: FBT003 - by their order
OFFERED = OfferedSeat("Marcel", ODILE, "Inès", asks_me=False, is_mine=False)


@pytest.mark.parametrize(
    ("still", "told"),
    [
        (LATE, ("Waiting for Marcel (for 61 s).",)),
        (
            replace(LATE, missing=("Léa",)),
            (
                "Waiting for Marcel (for 61 s).",
                "All the others have to vote, and Léa is not linked.",
            ),
        ),
        (
            replace(LATE, missing=("Léa", "Inès")),
            (
                "Waiting for Marcel (for 61 s).",
                "All the others have to vote, and Léa and Inès are not linked.",
            ),
        ),
        (
            replace(LATE, part=Part.ONLOOKER, missing=("Léa",)),
            ("Waiting for Marcel (for 61 s).",),
        ),
        (replace(LATE, lost_s=40), ("Waiting for Marcel (not linked for 40 s).",)),
        (
            replace(LATE, voted=("Léa",), others=(None, "Inès")),
            ("Léa proposes to go on without Marcel.", "Voted: Léa. Not yet: you, Inès."),
        ),
        (
            replace(LATE, voted=("Léa", "Inès"), others=(None,), is_late=False),
            ("Léa and Inès propose to go on without Marcel.", "Voted: Léa, Inès. Not yet: you."),
        ),
        (
            replace(LATE, part=Part.VOTED, voted=(None,), others=("Léa", "Inès")),
            ("You propose to go on without Marcel.", "Voted: you. Not yet: Léa, Inès."),
        ),
        (
            replace(LATE, part=Part.ACCUSED, voted=("Léa",), others=("Jo", "Inès")),
            (
                "The others propose to go on without you: speak now.",
                "Voted: Léa. Not yet: Jo, Inès.",
            ),
        ),
        (
            replace(LATE, is_refused=True, part=Part.VOTED, voted=(None,), others=("Léa",)),
            (
                "What Marcel sent is wrong: the table goes on without Marcel once all others "
                "have refused it.",
                "Voted: you. Not yet: Léa.",
            ),
        ),
        (
            replace(LATE, is_refused=True, part=Part.ACCUSED, voted=("Jo",), others=("Léa",)),
            (
                "The others refuse what you sent, and go on without you.",
                "Voted: Jo. Not yet: Léa.",
            ),
        ),
        (
            replace(
                LATE, part=Part.VOTED, voted=(None, "Léa", "Inès"), others=(), missing=("Inès",)
            ),
            ("All have voted to go on without Marcel: that begins once Inès is linked again.",),
        ),
        (EMPTY, ("Marcel's seat is free. Léa says who may have it.",)),
        (
            replace(EMPTY, is_mine_to_fill=True, sitters=(ODILE, ROBOT), code="7-trefle-capot"),
            (
                "Marcel's seat is free. Asking for it: Odile, Jo, bot (on Léa's machine: it will "
                "see seats 1 and 3). Who wants it types: belote-net join 7-trefle-capot",
            ),
        ),
        (
            replace(EMPTY, i_wish=True),
            ("Marcel's seat is free. You have asked for it, and Léa says who may have it.",),
        ),
        (
            replace(EMPTY, is_mine=True),
            (
                "The others have gone on without you. Your seat is still free: you come back to "
                "it as soon as Léa is linked.",
            ),
        ),
        (OFFERED, ("Odile is to take Marcel's seat. Waiting for the word of Inès.",)),
        (replace(OFFERED, waits_for=None), ("Odile is to take Marcel's seat.",)),
        (
            replace(OFFERED, waits_for=None, sitter=ROBOT),
            ("Jo, bot (on Léa's machine: it will see seats 1 and 3) is to take Marcel's seat.",),
        ),
        (
            replace(OFFERED, is_mine=True, waits_for=None),
            ("You are to take Marcel's seat, if the others agree.",),
        ),
        (
            GivenSeat("Odile"),
            ("The others have gone on without you: Odile has your seat now.",),
        ),
    ],
)
def test_what_is_told(still: Standstill, told: tuple[str, ...]) -> None:
    assert standstill_lines(still, ENGLISH) == told
    french = standstill_lines(still, FRENCH)
    assert len(french) == len(told)
    assert not set(french) & set(told)


@pytest.mark.parametrize(
    "still",
    [
        None,
        replace(LATE, is_late=False),
        replace(LATE, part=Part.ACCUSED),  # one's own turn is told by the question
        replace(LATE, voted=("Léa", None, "Inès"), others=()),  # the table goes on at once
    ],
)
def test_what_is_as_usual_is_not_told(still: Standstill | None) -> None:
    assert standstill_lines(still, ENGLISH) == ()


@pytest.mark.parametrize("cost", list(Cost))
def test_what_follows_is_said_before_one_votes(cost: Cost) -> None:
    lines = vote_lines(replace(LATE, cost=cost), ENGLISH)
    assert ENGLISH.text(COSTS[cost], name="Marcel") in lines
    assert "A vote cannot be taken back." in lines
    assert lines[0] == "To go on without Marcel: all the others have to vote for it."
    assert "Voted: Léa. Not yet: you." in vote_lines(
        replace(LATE, cost=cost, voted=("Léa",), others=(None,)), ENGLISH
    )


def test_every_cost_has_words() -> None:
    assert set(COSTS) == set(Cost)


def test_who_may_be_chosen_is_told_by_name_and_by_what_tells_strangers_apart() -> None:
    empty = replace(EMPTY, sitters=(ODILE, ROBOT))
    odile, robot = choice_lines(empty, ENGLISH)
    assert odile.startswith("1: Odile, ")
    assert len(odile.split(", ")[1].split()) == 4
    assert robot == "2: Jo, bot (on Léa's machine: it will see seats 1 and 3)"
    assert choice_lines(EMPTY, ENGLISH) == ("Nobody has asked for it yet.",)


def test_seats_are_counted_from_one() -> None:
    assert seats_words([Seat(0)], ENGLISH) == "seat 1"
    assert seats_words([0, 2], FRENCH) == "les places 1 et 3"
    assert seats_words([0, 1, 3], ENGLISH) == "seats 1, 2 and 4"
    assert sitter_words(ROBOT, FRENCH) == (
        "Jo, robot (chez Léa, dont la machine verra les places 1 et 3)"
    )
