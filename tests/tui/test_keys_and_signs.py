"""Keys mean one thing in both languages, and signs take the cells that they are given."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.utils import get_cwidth

from belote_cli.plain.situation import hand_trump
from belote_cli.settings import HandOrder, Settings, SuitSigns
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.frames import pictures
from belote_cli.tui.hand_order import ordered_hand
from belote_cli.tui.look import Look, look_for
from belote_cli.tui.menu import menu_screen
from belote_cli.tui.render_lobby import lobby_canvas
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.screens.join import JoinScreen
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.screens.rules import RulesScreen
from belote_cli.tui.screens.settings import SettingsScreen
from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.stage import Stage
from belote_cli.tui.table_actions import TableActions
from belote_cli.tui.table_scene import Overlay, Sequel, TableScene
from belote_cli.tui.touches import ENTER, Pick, Press, as_shortcut
from belote_cli.words import Language
from belote_net.rules.cards import Card, Suit
from belote_net.rules.options import Options
from tests.cli.games import finished_game
from tests.tui.houses import Program, choose, run
from tests.tui.scenes import HOSTING, OTHER, bidding_scene, look, playing_scene, watching_view
from tests.tui.sitter import Sitter, refusing_view
from tests.tui.terminal import DOWN, RIGHT, Script, Terminal, sit, until

SMALL = Size(80, 24)
LANGUAGES = pytest.mark.parametrize("language", list(Language))


def every_screen(reader: Look) -> list[Canvas]:
    """All that this reader could be shown."""
    film = pictures(finished_game().table)[-1:]
    scenes = [
        *(replace(playing_scene(), overlay=overlay) for overlay in (None, *Overlay)),
        replace(playing_scene(), offers_belote=True),
        bidding_scene(),
        *(TableScene(watching_view(), sequel=sequel) for sequel in Sequel),
        TableScene(watching_view(), watches=True),
    ]
    return [
        *(table_canvas(scene, reader, SMALL) for scene in scenes),
        lobby_canvas(HOSTING, reader, SMALL),
        lobby_canvas(replace(HOSTING, me=OTHER, code=None, addresses=()), reader, SMALL),
        menu_screen(reader, "Zoé").draw(SMALL),
        JoinScreen(reader).draw(SMALL),
        RulesScreen(reader, Options(), is_editable=True).draw(SMALL),
        SettingsScreen(reader, Settings(), lambda settings: reader).draw(SMALL),
        ReplayScreen(reader, film, (), (), verdict="").draw(SMALL),
    ]


# Keys.


@LANGUAGES
def test_below_every_screen_each_key_stands_once_and_does_what_a_click_does(
    language: Language,
) -> None:
    for canvas in every_screen(look(language)):
        row = len(canvas.lines()) - 1
        shown = canvas.lines()[row]
        names = [part.split()[0] for part in shown.split("  ") if part]
        assert len(names) == len(set(names)) >= 1, shown
        for name in names:
            touch = canvas.touch_at(row, shown.index(f" {name} ") + 1)
            assert len(name) > 1 or touch == Press(name), shown


@pytest.mark.parametrize("key", list("badsotrlq?"))
def test_every_shortcut_does_something_and_as_a_capital_letter_the_same(key: str) -> None:
    after = []
    for typed in (key, key.upper()):
        seat = Sitter()
        seat.ask(refusing_view())
        before = (seat.screen.scene, seat.screen.look)
        seat.screen.handle(as_shortcut(Press(typed)))
        after.append((seat.screen.scene, seat.screen.look))
        assert after[-1] != before
    assert after[0] == after[1]


def test_clicks_and_keys_with_names_are_no_capital_letters() -> None:
    for touch in (Pick(3), ENTER, Press("c-c"), Press("paste", "Été")):
        assert as_shortcut(touch) == touch


def test_caps_lock_is_no_other_keyboard_but_talk_keeps_its_capitals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And a letter that comes byte by byte is one letter."""
    read = PosixStdinReader.read
    monkeypatch.setattr(PosixStdinReader, "read", lambda reader, count=1024: read(reader, 1))
    said: list[str] = []
    reader = look()
    actions = TableActions(said.append, lambda settings: None, lambda typed: None)
    screen = TableScreen(reader, Settings(), actions)
    screen.show_view(refusing_view())

    def program(terminal: Terminal) -> object:
        stage = Stage(reader, keys=terminal.keys, screen=terminal)
        return stage.run(lambda: stage.show(screen))

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "? help")
        terminal.type("S")
        yield from until(terminal, "Score sheet")
        terminal.type("T")
        yield from until(terminal, "Enter say  ↑↓")
        terminal.keys.send_bytes("Été é♠ TS\r".encode())
        while not said:
            yield
        terminal.type("\x1b")
        yield from until(terminal, "? help")
        terminal.type("QY")

    sit(script, program)
    assert said == ["Été é♠ TS"]


# Letters for signs.


def test_letters_reach_every_line_that_was_written_before() -> None:
    seat = Sitter()
    seat.screen.show_view(refusing_view())
    seat.screen.tell("Léa plays K♥.", "Trick 1 goes to Léa.")
    seat.screen.update(hint="I would play 7♠.")
    seat.screen.hear("Léa says: ♦ !", is_mine=False)
    for spades, hearts, diamonds in (("S", "H", "D"), ("♠", "♥", "♦"), ("S", "H", "D")):
        seat.type("l")
        text = "\n".join(seat.screen.draw(SMALL).lines())
        assert f"Léa plays K{hearts}." in text
        assert f"I would play 7{spades}." in text
        assert f"Léa says: {diamonds} !" in text
        assert bool(set("♠♥♦♣") & set(text)) == (spades == "♠")
    french = replace(look(Language.FRENCH), has_letters=True).canvas(SMALL)
    french.put(0, 0, "R♥ 7♠ 8♦ 9♣")
    assert french.lines()[0] == "RC 7P 8K 9T"


# How wide signs are.


@LANGUAGES
def test_every_sign_takes_one_cell_and_there_is_a_way_without_doubtful_ones(
    language: Language,
) -> None:
    drawn = set("".join("".join(canvas.lines()) for canvas in every_screen(look(language))))
    assert {get_cwidth(char) for char in drawn} == {1}
    # Terminals disagree on these: some give them two cells.
    doubtful = {char for char in drawn if unicodedata.east_asian_width(char) == "A"}
    assert {"♠", "♥", "─", "▶"} <= doubtful
    reader = look_for(Settings(signs=SuitSigns.ASCII), language, "utf-8", {})
    assert reader.with_letters_toggled().has_letters
    for canvas in every_screen(reader):
        assert "".join(canvas.lines()).isascii()


class WideTerminal(Terminal):
    """A terminal that gives two cells to what it may give one or two."""

    def width_of(self, char: str) -> int:
        return 2 if unicodedata.east_asian_width(char) == "A" else super().width_of(char)


@pytest.mark.slow
def test_where_signs_are_wide_one_setting_makes_the_screen_whole(tmp_path: Path) -> None:
    def column(terminal: Terminal, text: str) -> int:
        (line,) = (line for line in terminal.lines if text in line)
        return line.index(text)

    def doubtful(terminal: Terminal) -> set[str]:
        return {char for char in terminal.text if unicodedata.east_asian_width(char) == "A"}

    def script(terminal: Terminal) -> Script:
        yield from choose(terminal, "  settings")
        yield from until(terminal, "four colours, one for each suit")
        assert doubtful(terminal)
        terminal.type(DOWN + DOWN + RIGHT + RIGHT)
        yield from until(terminal, "letters, and no other signs")
        assert not doubtful(terminal)
        assert column(terminal, "letters, and no other signs") == 42
        assert column(terminal, "trumps on the left") == 42
        terminal.type("q")
        yield from until(terminal, "  open a table")
        assert not doubtful(terminal)
        terminal.type("q")

    run(Program(tmp_path, ("--as", "Zoe")), script, kind=WideTerminal)


# The hand.


@pytest.mark.parametrize("keys", ["", "r", "rr"])
def test_the_order_of_the_hand_lasts_over_tricks_and_deals_and_games(keys: str) -> None:
    seat, view = Sitter(), refusing_view()
    seat.ask(view)
    seat.type(*keys)
    order, trump = seat.screen.scene.order, hand_trump(view)
    for card in view.hand[:3]:
        view = replace(view, hand=tuple(one for one in view.hand if one != card))
        seat.screen.show_view(view)
        assert seat.screen.scene.hand == ordered_hand(view.hand, trump, order)
    seat.screen.end_deal()
    seat.screen.show_view(refusing_view())
    assert seat.screen.scene.order is order
    later = Sitter(seat.kept[-1] if seat.kept else Settings())
    assert later.screen.scene.order is order


BLACK = {Suit.SPADES, Suit.CLUBS}


@pytest.mark.parametrize("suits", ["HDS", "SCH", "HDC", "SCD"])
def test_with_three_suits_the_odd_colour_lies_in_the_middle(suits: str) -> None:
    hand = [Card.parse(rank + suit) for suit in suits for rank in ("7", "A")]
    for order in (HandOrder.TRUMPS_FIRST, HandOrder.TRUMPS_LAST):
        lying = list(dict.fromkeys(card.suit for card in ordered_hand(hand, None, order)))
        colours = [suit in BLACK for suit in lying]
        assert colours[0] == colours[2] != colours[1]
