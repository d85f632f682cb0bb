"""A seat that is silent or free, as the table's screen shows it."""

from __future__ import annotations

from dataclasses import replace

from belote_cli.card_text import typed_number
from belote_cli.plain.inputs import BringBot, SeatInput, SeatSomebody, Vote
from belote_cli.plain.seat_face import SeatFace
from belote_cli.seat_words import (
    choice_lines,
    join_line,
    late_line,
    standstill_lines,
    vote_lines,
)
from belote_cli.standstill import EmptySeat, OfferedSeat, SilentSeat, Standstill
from belote_cli.tui.look import Look
from belote_cli.tui.table_scene import NO_SEAT_NEWS, Overlay, SeatNews, SeatQuestion, TableScene
from belote_cli.tui.touches import Press, Touch

PAGES = {SeatQuestion.VOTE: Overlay.VOTE, SeatQuestion.CHOOSE: Overlay.FREE_SEAT}
"""Questions that are answered on a page of their own."""


def seat_news(seats: SeatFace, look: Look) -> SeatNews:
    """What is shown of what the game stands still for."""
    still, pen = seats.still, look.pen
    told = _told(still, look)
    match still:
        case SilentSeat():
            return _silent_news(still, told, look)
        case EmptySeat() if still.is_mine_to_fill:
            # The page tells who asks for it; the banner must have room for its key.
            free = _told(replace(still, sitters=()), look)
            keys = [look.text("Esc: wait")]
            if seats.has_bots:
                keys.insert(0, look.text("b: a bot of this machine"))
            if still.sitters:
                keys.insert(0, look.text("a number: this one"))
            return SeatNews(
                banner=f"{free}\n{look.text('[a] choose who takes it')}",
                asks=SeatQuestion.CHOOSE,
                about=still.left,
                page=(*told.split("\n"), "", *choice_lines(still, pen), "", " · ".join(keys)),
                choices=len(still.sitters),
                brings_bot=seats.has_bots,
            )
        case OfferedSeat() if still.asks_me:
            banner = f"{told}\n{look.text('[Enter] play on')}"
            return SeatNews(banner, SeatQuestion.PLAY_ON, still.sitter)
    return SeatNews(told) if told else NO_SEAT_NEWS


def _told(still: Standstill | None, look: Look) -> str:
    """What is told of it. A command that is to be copied has a line of its own."""
    if not isinstance(still, EmptySeat) or still.code is None:
        return " ".join(standstill_lines(still, look.pen))
    told = " ".join(standstill_lines(replace(still, code=None), look.pen))
    return f"{told}\n{join_line(still.code, look.pen)}"


def _silent_news(silent: SilentSeat, told: str, look: Look) -> SeatNews:
    if not silent.may_vote:
        return SeatNews(told)
    if told and silent.voted:
        told = f"{told}\n{look.text('[a] agree')}"
    elif told:
        told = f"{told}\n{look.text('[a] propose to go on without {name}', name=silent.name)}"
    page = (
        late_line(silent, look.pen),
        *vote_lines(silent, look.pen),
        "",
        look.text("y: vote · Esc: wait"),
    )
    return SeatNews(told, SeatQuestion.VOTE, silent.context, page)


def page_answer(scene: TableScene, touch: Touch) -> SeatInput | None:
    """What a key decides on the page of a vote or of a free seat; None if nothing."""
    if not isinstance(touch, Press):
        return None
    if scene.overlay is Overlay.VOTE:
        return Vote(is_sure=True) if touch in (Press("y"), Press("o")) else None
    if touch == Press("b") and scene.seat.brings_bot:
        return BringBot()
    number = typed_number(touch.key, scene.seat.choices)
    return None if number is None else SeatSomebody(number)
