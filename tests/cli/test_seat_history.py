"""Games in which somebody left: what the log tells of it, in every place where it is told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from belote_cli.audit_json import audit_json
from belote_cli.audit_words import result_lines, table_lines
from belote_cli.game_list import Progress, summarize
from belote_cli.plain.manner import End, Ending, ending_of
from belote_cli.plain.narrate import narrate
from belote_cli.plain.news import end_lines, waiting_for
from belote_cli.plain.situation import score_lines, waiting_line
from belote_cli.replay_words import replay_lines
from belote_cli.scene import Scene
from belote_cli.seat_history import change_lines, changes_of, who_left
from belote_cli.tui.canvas import Size
from belote_cli.tui.frames import pictures
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.touches import Press
from belote_cli.words import Language, Words
from belote_net.node.games import OpenGame
from belote_net.node.node import Node
from belote_net.rules.cards import Place
from belote_net.table.audit import audit_log
from belote_net.table.decisions import SeatMember
from belote_net.table.events import (
    Cause,
    DealAnnulled,
    DealForfeited,
    SeatFilled,
    SeatLeft,
    SeatOffered,
)
from belote_net.table.messages import Agree, Cut, Play
from belote_net.table.state import Phase
from belote_net.table.view import view_of
from belote_protocol.entry import Seat, SignedEntry
from tests.cli.games import pen, write_game
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.table.leaving import (
    absence_at,
    leave,
    member_for,
    newcomer,
    silent_place,
    sit_down,
)
from tests.tui.scenes import look

pytestmark = pytest.mark.usefixtures("toy")

ENGLISH, FRENCH = pen(Language.ENGLISH), pen(Language.FRENCH)
SIZE = Size(120, 40)


def taking_game(deals: int = 2) -> FourSeats:
    chooser = random_chooser(1, eagerness=1.0)
    return FourSeats(
        options=short_game(deals=deals), seed=1, choosers=dict.fromkeys(range(4), chooser)
    )


def left_in_a_trick() -> tuple[FourSeats, Seat]:
    """Somebody has left in the first deal, in the middle of a trick."""
    game = taking_game()
    game.play_until(Play.kind, count=7)
    return game, leave(game)


def replaced() -> tuple[FourSeats, Seat, str]:
    """Odile has taken the seat of who left, and the game was played to its end."""
    game, seat = left_in_a_trick()
    name = game.table.members[seat].name
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    game.play()
    return game, seat, name


def log_of(game: FourSeats) -> tuple[SignedEntry, ...]:
    return tuple(game.table.log)


def test_who_left_and_who_sat_down() -> None:
    game, seat = left_in_a_trick()
    name = game.table.members[seat].name
    (change,) = changes_of(game.table)
    assert (change.seat, change.left.name, change.cause) == (seat, name, Cause.ABSENT)
    assert change.taken_by is None
    assert who_left(game.table) == change.left
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    (change,) = changes_of(game.table)
    assert change.taken_by == game.table.members[seat]
    assert not change.is_return
    assert who_left(game.table) is None
    assert change_lines(game.table, ENGLISH) == (
        f"Seat {seat + 1}: {name} left it, there was no answer (entry {change.place}). "
        "Odile took it.",
    )


def test_who_comes_back_is_told_as_such_and_a_fault_too() -> None:
    game = taking_game()
    duty = game.play_until(Play.kind, count=3)
    wrong = SignedEntry.seal(duty.context, Agree(), game.identities[duty.seat])
    context, absence = absence_at(game, silent_place(game), (wrong,))
    game.deliver(game.players[context.seat].tell_absence(context, absence))
    sit_down(game, duty.seat)
    (change,) = changes_of(game.table)
    assert change.cause is Cause.FAULT
    assert change.is_return
    (line,) = change_lines(game.table, ENGLISH)
    assert "all others refused what came" in line
    assert line.endswith(f"{change.left.name} came back.")


def test_who_was_offered_the_seat_and_did_not_speak_never_had_it() -> None:
    game, seat = left_in_a_trick()
    name = game.table.members[seat].name
    newcomer(game, seat, "Odile")
    duty = game.table.waiting()[0]
    game.deliver(
        game.players[duty.seat].answer(game.table, duty, SeatMember(member_for(game, seat)))
    )
    leave(game)
    (change,) = changes_of(game.table)
    assert (change.left.name, change.taken_by) == (name, None)


def test_the_score_sheet_and_the_replay_name_who_played_then() -> None:
    game, _seat, name = replaced()
    view = view_of(game.table.state, None, frozenset())
    assert view is not None
    assert "Odile" in {player.name for player in view.players}
    sheet = "\n".join(score_lines(view, ENGLISH))
    assert "Deal 1: forfeit: a player has left the table." in sheet or (
        "forfeit: a player has left the table." in sheet
    )
    assert "forfeit by the other side 162" in sheet
    scores = [line for line in sheet.split("\n") if line.startswith("Score: ")]
    assert [("Odile" in line, name in line) for line in scores] == [(False, True), (True, False)]
    told = list(replay_lines(game.table, ENGLISH))
    first, *later = "\n".join(told).split("Deal 2.")
    assert f"{name} " in first
    assert "Odile" not in first.split("Odile took it.")[-1]
    assert name not in "".join(later)
    assert "Odile" in "".join(later)


def test_the_replay_on_the_screen_has_the_names_of_each_deal() -> None:
    game, _seat, name = replaced()
    found = pictures(game.table)
    first = [one for one in found if one.view.deal_number == 1]
    last = [one for one in found if one.view.deal_number == 2]
    then = {player.name for player in first[0].view.players}
    assert then == {*game.names, name} - {"Odile"}
    assert "Odile" in {player.name for player in last[0].view.players}
    names = [member.name for member in game.table.members]
    screen = ReplayScreen(look(), found, game.table.state.played, names, verdict="")
    screen.handle(Press("pagedown"))
    screen.handle(Press("left"))
    text = "\n".join(screen.draw(SIZE).lines())
    assert "forfeit: a player has left the table." in text


def test_an_annulled_deal_is_on_the_sheet_and_before_the_next_one_in_the_replay() -> None:
    game = taking_game()
    game.play_until(Cut.kind)
    seat = leave(game)
    sit_down(game, seat)
    game.play()
    state = game.table.state
    assert state.played[0].is_annulled
    view = view_of(state, None, frozenset())
    assert view is not None
    assert "Deal 1: annulled, a player had left." in score_lines(view, ENGLISH)
    assert "Deal 1: annulled, a player had left." in list(replay_lines(game.table, ENGLISH))
    found = pictures(game.table)
    names = [member.name for member in game.table.members]
    screen = ReplayScreen(look(), found, state.played, names, verdict="")
    assert "Deal 1: annulled" in "\n".join(screen.draw(SIZE).lines())
    scores = found[-1].view.match
    assert scores is not None


def test_verify_tells_both_members_who_signed_and_what_became_of_the_deals() -> None:
    game, seat, name = replaced()
    audit = audit_log(log_of(game))
    assert audit.table is not None
    state = audit.table.state
    players = [line for line in table_lines(state, ENGLISH) if line.startswith("Player ")]
    assert len(players) == 5
    assert any(line.startswith("Player Odile: ") for line in players)
    assert any(line.startswith(f"Player {name}: ") for line in players)
    signed = result_lines(state, ENGLISH)[-1]
    assert "Odile" in signed
    assert name not in signed
    found = audit_json(audit)
    assert found["changes"] == [
        {
            "seat": seat,
            "left": name,
            "cause": "absent",
            "place": changes_of(game.table)[0].place,
            "taken_by": "Odile",
            "is_return": False,
        }
    ]
    deals = found["deals"]
    assert isinstance(deals, list)
    assert deals[0]["outcome"] == "forfeit"


def test_an_annulled_deal_in_json() -> None:
    game = taking_game()
    game.play_until(Cut.kind)
    leave(game)
    deals = audit_json(audit_log(log_of(game)))["deals"]
    assert isinstance(deals, list)
    assert deals[0]["outcome"] == "annulled"


def test_with_the_last_seat_empty_the_others_sign_and_are_named() -> None:
    game = taking_game(deals=1)
    game.play_until(Play.kind, count=7)
    seat = leave(game)
    game.play()
    assert game.table.is_signed
    line = result_lines(game.table.state, ENGLISH)[-1]
    assert game.table.members[seat].name not in line
    assert line.count(",") == 2


def test_the_list_of_games_has_who_plays_now_and_no_score_that_it_cannot_count(
    tmp_path: Path,
) -> None:
    game, _seat, name = replaced()
    path = write_game(tmp_path / "2026-01-01-a.belote", log_of(game))
    found = summarize(path, Words(Language.ENGLISH))
    assert "Odile" in found.players
    assert name not in found.players
    assert found.scores == ()


def test_a_game_that_never_began_is_listed_as_such(tmp_path: Path) -> None:
    game = taking_game()
    game.play_until(Agree.kind, count=2)
    leave(game)
    assert game.table.is_void
    path = write_game(tmp_path / "2026-01-01-a.belote", log_of(game))
    path.with_suffix(".secrets").touch()
    found = summarize(path, Words(Language.ENGLISH))
    assert found.progress is Progress.VOID
    assert not found.goes_on


@pytest.mark.parametrize(
    ("me", "cause", "told"),
    [
        (0, Cause.ABSENT, "does not answer: the table goes on without"),
        (0, Cause.FAULT, "All others have refused what"),
        (None, Cause.ABSENT, "does not answer: the table goes on without"),
    ],
)
def test_why_the_table_goes_on_is_narrated(me: int | None, cause: Cause, told: str) -> None:
    game, seat = left_in_a_trick()
    state = game.table.state
    place = None if me is None else state.seated.place_of(Seat((seat + 1) % 4))
    (line,) = narrate(SeatLeft(seat, cause), Scene.of_game(state, place), ENGLISH)
    assert told in line
    assert state.members[seat].name in line


def test_who_left_reads_what_happened_to_him() -> None:
    game, seat = left_in_a_trick()
    state = game.table.state
    scene = Scene.of_game(state, state.seated.place_of(seat))
    assert narrate(SeatLeft(seat, Cause.ABSENT), scene, ENGLISH) == (
        "The others have gone on without you: no answer of yours had come.",
    )
    assert narrate(SeatLeft(seat, Cause.FAULT), scene, ENGLISH) == (
        "All others have refused what you sent, and go on without you.",
    )
    (forfeited,) = (one for one in game.events if isinstance(one, DealForfeited))
    assert narrate(forfeited, scene, ENGLISH)[0] == "You have forfeited deal 1."
    name = state.members[seat].name
    assert narrate(SeatFilled(seat, name, is_return=True), scene, ENGLISH) == (
        "You are back: the game goes on.",
    )
    assert narrate(SeatFilled(seat, name, is_return=False), scene, ENGLISH) == (
        "The seat is yours: the game goes on.",
    )


def test_the_others_read_what_became_of_the_deal_and_the_seat() -> None:
    game, seat = left_in_a_trick()
    state = game.table.state
    scene, name = Scene.of_game(state), state.members[seat].name
    (forfeited,) = (one for one in game.events if isinstance(one, DealForfeited))
    head, *lines = narrate(forfeited, scene, ENGLISH)
    assert head == f"{name} has forfeited deal 1."
    assert "Deal 1: forfeit: a player has left the table." in lines
    assert any("forfeit by the other side 162 = 162" in line for line in lines)
    assert lines[-1].startswith("Score: ")
    for event, told in (
        (DealAnnulled(3), "Deal 3 is annulled."),
        (SeatOffered(seat, "Odile"), "Odile is to take the free seat."),
        (SeatFilled(seat, "Odile", is_return=False), "Odile has taken the free seat"),
        (SeatFilled(seat, name, is_return=True), f"{name} is back: the game goes on."),
    ):
        (line,) = narrate(event, scene, ENGLISH)
        assert line.startswith(told)
        assert narrate(event, scene, FRENCH) != (line,)


def test_a_table_with_a_free_seat_says_so() -> None:
    game, seat = left_in_a_trick()
    state = game.table.state
    assert state.phase is Phase.FILLING
    place = Place(state.seated.place_of(Seat((seat + 1) % 4)))
    view = view_of(state, place, frozenset())
    assert view is not None
    text = "A seat is free: the game waits."
    assert waiting_line(view, ENGLISH) == text
    assert not any(line.startswith("In progress") for line in score_lines(view, ENGLISH))


def test_a_game_that_never_began_ends_as_none_and_is_not_offered_to_be_resumed() -> None:
    game = taking_game()
    game.play_until(Agree.kind, count=2)
    leave(game)
    opened = SimpleNamespace(table=game.table, path=Path("a.belote"))
    told = "There is no game: a player left before the places were drawn."
    assert end_lines(cast(OpenGame, opened), ENGLISH) == (told,)
    node = cast(Node, SimpleNamespace(game=opened))
    assert ending_of(node, is_refused=False) == Ending(End.NO_GAME, opened.path)
    assert waiting_for(cast(Node, SimpleNamespace(game=opened, view=None)), ENGLISH) == (told,)
