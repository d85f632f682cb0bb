"""Opening the hand of who has left: what is asked, answered, shown and told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from belote_cli.plain.desk import Question
from belote_cli.plain.face import question_lines
from belote_cli.plain.lobby import machine_lines
from belote_cli.plain.narrate import narrate
from belote_cli.plain.opening import opening_answer
from belote_cli.plain.situation import table_lines, waiting_line
from belote_cli.replay_words import replay_lines
from belote_cli.scene import Scene
from belote_cli.seat_words import COSTS
from belote_cli.standstill import Cost, _cost
from belote_cli.tui.canvas import Size
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.table_scene import TableScene
from belote_cli.tui.touches import ENTER
from belote_cli.words import Language
from belote_net.rules.choices import OnAbsence
from belote_net.rules.options import Options
from belote_net.table.decisions import OpenHand
from belote_net.table.events import DeckDied, HandOpened, OpeningDeclined
from belote_net.table.messages import Play, Recover, Reseat
from belote_net.table.view import TableView
from belote_protocol.deck_state import Fault
from tests.cli.games import pen
from tests.four_seats import FourSeats
from tests.table.open_hands import help_open, leave_at, left_deal, open_table
from tests.tui.scenes import LOBBY, look
from tests.tui.sitter import Noted, Sitter

pytestmark = pytest.mark.usefixtures("toy")

ENGLISH, FRENCH = pen(Language.ENGLISH), pen(Language.FRENCH)


def asked() -> tuple[FourSeats, Question, TableView]:
    """A table at which somebody is asked to help, as he sees it."""
    game = open_table(5)
    leave_at(game, 5)
    duty = game.table.waiting()[0]
    view = game.players[duty.seat].view(game.table)
    assert view is not None
    return game, Question(view, duty), view


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("o", OpenHand(is_willing=True)),
        (" Open ", OpenHand(is_willing=True)),
        ("ouvrir", OpenHand(is_willing=True)),
        ("d", OpenHand(is_willing=False)),
        ("décliner", OpenHand(is_willing=False)),
        ("", None),
        ("od", None),
        ("1", None),
    ],
)
def test_what_a_line_answers(line: str, decision: OpenHand | None) -> None:
    _, question, _ = asked()
    assert opening_answer(question, line) == decision


def test_nothing_is_answered_that_is_not_asked() -> None:
    game = open_table(5)
    duty = game.play_until(Play.kind)
    view = game.players[duty.seat].view(game.table)
    assert view is not None
    assert opening_answer(Question(view, duty), "o") is None
    assert opening_answer(None, "o") is None


def test_the_question_says_whose_hand_it_is_and_what_follows() -> None:
    game, question, view = asked()
    assert view.absent is not None
    name = view.players[view.absent].name
    what, prompt = question_lines(question, ENGLISH)
    assert what.startswith(f"{name} has left the deal. If all of you open the hand,")
    assert prompt == f"Open {name}'s hand? [o]pen / [d]ecline > "
    in_french = f"Étaler le jeu de {name} ? [o]uvrir / [d]écliner > "
    assert question_lines(question, FRENCH)[1] == in_french
    assert waiting_line(view, ENGLISH) == f"Is the hand of {name} to be opened?"
    assert game.table.waiting()[0].kind == Recover.kind


def test_the_open_hand_is_shown_to_all() -> None:
    game, _, view = asked()
    help_open(game)
    opened = left_deal(game).opened
    assert opened is not None
    name = view.players[opened.place].name
    for player in game.players:
        seen = player.view(game.table)
        assert seen is not None
        (line,) = [one for one in table_lines(seen, ENGLISH) if "lies open" in one]
        assert line.startswith(f"{name}'s hand lies open: ")
        assert all(ENGLISH.card(card) in line for card in seen.open_hand)
        scene = TableScene(seen)
        drawn = "\n".join(table_canvas(scene, look(), Size(120, 40)).lines())
        if player.seat != game.table.state.absent:
            assert all(str(look().pen.card(card)) in drawn for card in seen.open_hand)


def test_what_is_told() -> None:
    game, _, view = asked()
    help_open(game)
    scene = Scene.of_game(game.table.state, view.place)
    (event,) = [one for one in game.events if isinstance(one, HandOpened)]
    name = scene.name(event.place)
    assert narrate(event, scene, ENGLISH)[0].startswith(f"{name}'s hand lies open: ")
    others = [seat for seat in range(4) if not scene.is_me(seat)]
    mine = next(seat for seat in range(4) if scene.is_me(seat))
    other = scene.members[others[0]]
    assert narrate(OpeningDeclined(mine), scene, ENGLISH) == ("You do not open the hand.",)
    assert narrate(OpeningDeclined(others[0]), scene, ENGLISH) == (
        f"{other} does not open the hand.",
    )
    assert narrate(DeckDied(1, others[0], Fault.WRONG_ESCROW), scene, ENGLISH) == (
        f"{other} has cheated while the cards were shuffled: this is proven.",
    )
    assert narrate(DeckDied(1, others[0], Fault.FALSE_COMPLAINT), scene, ENGLISH) == (
        f"{other} has accused another falsely while the cards were shuffled: this is proven.",
    )


def test_a_replay_tells_of_it() -> None:
    game, _, view = asked()
    while game.table.waiting()[0].kind != Reseat.kind:
        game.deliver(game.answer(game.table.waiting()[0]))
    assert view.absent is not None
    name = view.players[view.absent].name
    lines = list(replay_lines(game.table, ENGLISH))
    assert f"{name} left this deal, and the others opened the hand." in lines
    assert any(line.startswith(f"{name}'s hand lies open: ") for line in lines)


def test_a_vote_says_that_the_hand_may_be_opened() -> None:
    for on_absence, cost in ((OnAbsence.OPEN_HAND, Cost.OPEN), (OnAbsence.FORFEIT, Cost.FORFEIT)):
        game = open_table(5, replace(open_table(5).options, on_absence=on_absence))
        duty = game.play_until(Play.kind, count=3)
        assert _cost(game.table.state, duty.seat) is cost
        assert cost in COSTS


def test_a_lobby_with_a_bot_says_that_nobody_can() -> None:
    options = replace(Options(), on_absence=OnAbsence.OPEN_HAND)
    text = "With a bot at the table nobody can open the hand of a player who leaves."
    me = LOBBY.members[0].identity
    opened = structs.replace(LOBBY, options=dict(options.to_map()))
    assert text in machine_lines(opened, me, ENGLISH)
    assert text not in machine_lines(LOBBY, me, ENGLISH)
    people = structs.replace(opened, members=opened.members[:2])
    assert machine_lines(people, me, ENGLISH) == ()


def test_on_the_full_screen_a_key_answers() -> None:
    _, question, view = asked()
    for key, willing in (("o", True), ("d", False)):
        seat = Sitter()
        noted = Noted(view)
        noted.duty = question.duty
        seat.screen.show_view(view)
        seat.screen.ask(noted)
        assert "[o]pen" in seat.notice
        seat.screen.handle(ENTER)
        assert noted.decisions == []
        seat.type(key)
        assert noted.decisions == [OpenHand(willing)]
        assert seat.screen.question is None
