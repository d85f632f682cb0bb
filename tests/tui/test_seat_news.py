"""A seat that is silent or free, on the table's screen: what is shown, and what keys decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_cli.plain.inputs import BringBot, PlayOn, SeatSomebody, Vote
from belote_cli.plain.seat_face import SeatFace
from belote_cli.standstill import Part, Standstill
from belote_cli.tui.canvas import Size, text_width
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.seat_news import seat_news
from belote_cli.tui.table_scene import NO_SEAT_NEWS, Overlay, SeatNews, SeatQuestion
from belote_cli.tui.touches import ENTER, ESCAPE, Press
from belote_cli.words import Language
from belote_net.table.state import Phase
from tests.cli.test_seat_words import EMPTY, LATE, ODILE, OFFERED, ROBOT, WHERE
from tests.tui.scenes import look, watching_view
from tests.tui.sitter import Sitter, refusing_view

SIZE = Size(80, 24)


class Told(SeatFace):
    """The seats of a node that is not there."""

    def __init__(self, still: Standstill | None, *, has_bots: bool = True) -> None:
        self.still = still
        self._has_bots = has_bots

    @property
    def has_bots(self) -> bool:
        return self._has_bots


def news(
    still: Standstill | None, language: Language = Language.ENGLISH, *, has_bots: bool = True
) -> SeatNews:
    return seat_news(Told(still, has_bots=has_bots), look(language))


def sitter(still: Standstill) -> Sitter:
    """A player whose table stands still for this."""
    seat = Sitter()
    seat.screen.show_view(refusing_view())
    seat.screen.show_seat(news(still))
    return seat


FILLING = replace(EMPTY, is_mine_to_fill=True, sitters=(ODILE, ROBOT), code="7-trefle-capot")
ASKED = replace(OFFERED, waits_for=None, asks_me=True)


@pytest.mark.parametrize(
    ("still", "banner", "asks"),
    [
        (
            replace(LATE, lost_s=40),
            "Waiting for Marcel (not linked for 40 s).\n[a] propose to go on without Marcel",
            SeatQuestion.VOTE,
        ),
        (
            replace(LATE, voted=("Léa",), others=(None, "Inès")),
            "Léa proposes to go on without Marcel. Voted: Léa. Not yet: you, Inès.\n[a] agree",
            SeatQuestion.VOTE,
        ),
        (
            replace(LATE, missing=("Inès",)),
            "Waiting for Marcel (for 61 s). All the others have to vote, and Inès is not linked.",
            None,
        ),
        (replace(LATE, is_late=False), "", SeatQuestion.VOTE),  # one may vote before it is told
        (
            replace(LATE, part=Part.VOTED, voted=(None,), others=("Léa", "Inès")),
            "You propose to go on without Marcel. Voted: you. Not yet: Léa, Inès.",
            None,
        ),
        (
            replace(LATE, part=Part.ACCUSED, voted=("Léa",), others=("Jo", "Inès")),
            "The others propose to go on without you: speak now. Voted: Léa. Not yet: Jo, Inès.",
            None,
        ),
        (EMPTY, "Marcel's seat is free. Léa says who may have it.", None),
        (
            replace(EMPTY, is_mine_to_fill=True),
            "Marcel's seat is free.\n[a] choose who takes it",
            SeatQuestion.CHOOSE,
        ),
        (ASKED, "Odile is to take Marcel's seat.\n[Enter] play on", SeatQuestion.PLAY_ON),
        (
            OFFERED,
            "Odile is to take Marcel's seat. Waiting for the word of Inès.",
            None,
        ),
        (None, "", None),
    ],
)
def test_the_banner_and_what_one_may_do(
    still: Standstill | None, banner: str, asks: SeatQuestion | None
) -> None:
    found = news(still)
    assert (found.banner, found.asks) == (banner, asks)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("still", [replace(LATE, lost_s=40), FILLING, ASKED])
def test_the_banner_stands_whole_below_the_table(still: Standstill, language: Language) -> None:
    told = news(still, language)
    seat = Sitter()
    seat.screen.look = look(language)
    seat.screen.show_view(replace(watching_view(), phase=Phase.FILLING))
    seat.screen.show_seat(told)
    canvas = table_canvas(seat.screen.scene, look(language), SIZE)
    lines = canvas.lines()
    assert " ".join(" ".join(lines[20:23]).split()) == " ".join(told.banner.split())
    assert all(text_width(line) <= 80 for line in lines)
    expected = Press("enter") if told.asks is SeatQuestion.PLAY_ON else Press("a")
    assert canvas.touch_at(20, 3) == expected


@pytest.mark.parametrize("language", list(Language))
def test_a_line_to_copy_is_not_broken(language: Language) -> None:
    still = replace(FILLING, sitters=(), code="7-trefle-capot 192.168.100.200:22032")
    seat = Sitter()
    seat.screen.look = look(language)
    seat.screen.show_view(replace(watching_view(), phase=Phase.FILLING))
    seat.screen.show_seat(news(still, language))
    command = "belote-net join 7-trefle-capot 192.168.100.200:22032"
    assert any(command in line for line in seat.screen.draw(SIZE).lines())
    seat.type("a")
    assert sum(command in line for line in seat.screen.draw(SIZE).lines()) == 2


def test_the_vote_is_read_before_it_is_cast() -> None:
    seat = sitter(LATE)
    seat.type("a")
    assert seat.screen.scene.overlay is Overlay.VOTE
    text = "\n".join(seat.screen.draw(SIZE).lines())
    assert "Go on without a player?" in text
    assert "Marcel has seen the cards: the deal is forfeited" in text
    assert "A vote cannot be taken back." in text
    seat.type("s", "1", "b")
    seat.screen.handle(ENTER)
    assert seat.decided == [Vote(is_sure=False)]
    seat.screen.handle(ESCAPE)
    assert seat.screen.scene.overlay is None
    seat.type("a", "y")
    assert seat.decided[1:] == [Vote(is_sure=False), Vote(is_sure=True)]
    assert seat.screen.scene.overlay is None


def test_a_page_about_one_seat_is_never_answered_about_another() -> None:
    seat = sitter(LATE)
    seat.type("a")
    seat.screen.show_seat(news(replace(LATE, waited_s=62)))
    assert seat.screen.scene.overlay is Overlay.VOTE  # a second more changes nothing
    other = replace(LATE, name="Inès", context=replace(WHERE, seq=41))
    seat.screen.show_seat(news(other))
    assert seat.screen.scene.overlay is None
    seat.type("y")
    assert seat.decided == [Vote(is_sure=False)]
    seat.type("a")
    seat.screen.show_seat(NO_SEAT_NEWS)
    assert seat.screen.scene.overlay is None


def test_on_ones_own_turn_a_still_means_declarations() -> None:
    seat = Sitter()
    seat.ask(refusing_view())
    seat.screen.show_seat(news(LATE))
    seat.type("a")
    assert not seat.screen.scene.declares
    assert seat.decided == []


def test_who_may_have_the_seat_is_chosen_by_number_or_is_a_bot_of_this_machine() -> None:
    seat = sitter(FILLING)
    seat.type("a")
    assert seat.screen.scene.overlay is Overlay.FREE_SEAT
    text = "\n".join(seat.screen.draw(SIZE).lines())
    assert "Who takes the free seat?" in text
    assert "1: Odile, " in text
    assert "2: Jo, bot (on Léa's machine: it will see seats 1 and 3)" in text
    seat.type("3", "y", "2")
    assert seat.decided == [SeatSomebody(2)]
    assert seat.screen.scene.overlay is None
    seat.type("a", "b")
    assert seat.decided[1:] == [BringBot()]
    seat.screen.show_seat(news(FILLING, has_bots=False))
    seat.type("a", "b")
    assert len(seat.decided) == 2
    seat.screen.handle(ESCAPE)
    assert seat.screen.scene.overlay is None


def test_enter_plays_on_and_closes_a_page_first() -> None:
    seat = sitter(ASKED)
    seat.screen.end_deal()
    seat.screen.handle(ENTER)
    assert seat.decided == []
    seat.screen.handle(ENTER)
    assert seat.decided == [PlayOn()]


def test_a_seat_without_anything_to_decide_takes_no_key() -> None:
    seat = Sitter()
    seat.screen.show_view(refusing_view())
    stills: tuple[Standstill, ...] = (EMPTY, OFFERED, replace(LATE, part=Part.ONLOOKER))
    for still in stills:
        seat.screen.show_seat(news(still))
        seat.screen.handle(ENTER)
        seat.type("a")
        assert seat.screen.scene.overlay is None
    assert seat.decided == []
