"""Lists, pages, lines to fill in, rules, and the lobby."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from belote_cli.option_words import PRESET_MEANINGS
from belote_cli.plain.situation import rule_line, rules_lines
from belote_cli.rule_words import option_meaning, option_source
from belote_cli.tui.canvas import Size, text_width
from belote_cli.tui.frames import pictures
from belote_cli.tui.line_edit import LineEdit
from belote_cli.tui.render_lobby import LobbyScene, lobby_canvas
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.screens.join import JoinScreen, Wanted
from belote_cli.tui.screens.lists import BusyScreen, EntryScreen, Item, ListScreen, PageScreen
from belote_cli.tui.screens.lobby import LobbyOutcome, LobbyScreen
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.screens.rules import RulesScreen
from belote_cli.tui.stage import Screen
from belote_cli.tui.talk import ChatPage
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press
from belote_cli.words import Language
from belote_net.node.discovery import FoundTable
from belote_net.node.frames import LobbyFrame
from belote_net.node.node import Node
from belote_net.node.transport import Address
from belote_net.rules.choices import Direction, End, Litige
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.messages import Seats
from tests.cli.games import finished_game
from tests.tui.scenes import HOSTING, LOBBY, ME, OTHER, lobby, look, member, playing_scene

SMALL = Size(80, 24)
LANGUAGES = pytest.mark.parametrize("language", list(Language))


def text_of(screen: Screen[Any]) -> str:
    return "\n".join(screen.draw(SMALL).lines())


# Lists.


def numbers(count: int) -> ListScreen:
    return ListScreen(look(), "Numbers", [Item(f"item {n}", "note") for n in range(count)])


def test_a_list_is_chosen_from_by_arrows_number_or_click() -> None:
    for touches in (
        [Press("down"), Press("down"), ENTER],
        [Press("3")],
        [Pick(2)],
        [Press("end"), ENTER],
        [Press("up"), ENTER],
    ):
        screen = numbers(3)
        for touch in touches:
            screen.handle(touch)
        assert screen.result == 2


@pytest.mark.parametrize("touch", [ESCAPE, INTERRUPT, Press("q")])
def test_a_list_is_left_without_choosing(touch: Press) -> None:
    screen = numbers(3)
    screen.handle(Press("9"))
    screen.handle(touch)
    assert screen.done.is_set()
    assert screen.result is None


def test_a_long_list_follows_the_cursor_and_an_empty_one_waits() -> None:
    screen = numbers(60)
    assert "item 40" not in text_of(screen)
    for _ in range(4):
        screen.handle(Press("pagedown"))
    assert "▶     item 40" in text_of(screen)
    screen.handle(Press("home"))
    assert "▶  1  item 0" in text_of(screen)
    assert "   9  item 8" in text_of(screen)
    empty = numbers(0)
    empty.handle(Press("down"))
    empty.handle(ENTER)
    assert not empty.done.is_set()


def test_a_word_about_a_line_that_is_cut_stands_whole_below() -> None:
    note = "a word that is much too long to stand beside the line that it is about"
    screen = ListScreen(look(), "Long", [Item("a short line", note), Item("another", "short")])
    assert f"\n   {note}\n" in text_of(screen)
    screen.handle(Press("down"))
    assert f"\n   {note}\n" not in text_of(screen)


def test_a_page_is_read_on_and_never_past_its_end() -> None:
    screen = PageScreen(look(), "Page", [f"line {n}" for n in range(50)])
    for _ in range(20):
        screen.handle(Press("pagedown"))
    assert "line 49" in text_of(screen)
    screen.handle(Press("home"))
    assert "line 0" in text_of(screen)
    screen.handle(ENTER)
    assert screen.done.is_set()


def test_an_entry_takes_only_what_will_do() -> None:
    screen = EntryScreen(look(), "Title", "Question?", accepts=lambda text: text == "é♠")
    screen.handle(Press("é"))
    screen.handle(ENTER)
    assert not screen.done.is_set()
    screen.handle(Press("♠"))
    screen.handle(Press(" "))
    screen.handle(ENTER)
    assert screen.result == "é♠"


def test_giving_up_is_one_key() -> None:
    given_up = []
    screen = BusyScreen(look(), "One moment…", lambda: given_up.append(True))
    screen.handle(Press("x"))
    assert not given_up
    screen.handle(ESCAPE)
    assert given_up


# Joining.


def test_a_table_is_found_chosen_and_its_code_typed() -> None:
    screen = JoinScreen(look())
    assert "Looking for tables" in text_of(screen)
    tables = tuple(
        FoundTable(name, "host", (Address("192.0.2.7", 22032),)) for name in ("Léa", "Jo")
    )
    screen.found(tables)
    screen.handle(Press("down"))
    for key in "7 trefle capot":
        screen.handle(Press(key))
    assert "▶ Jo (192.0.2.7:22032)" in text_of(screen)
    screen.handle(ENTER)
    assert screen.result == Wanted(tables[1], "7 trefle capot")


def test_with_nothing_found_and_nothing_typed_enter_waits() -> None:
    screen = JoinScreen(look())
    screen.found(())
    screen.handle(ENTER)
    assert not screen.done.is_set()
    assert "Still looking" in text_of(screen)
    screen.handle(ESCAPE)
    assert screen.result is None


ALONE = (FoundTable("Léa", "host", (Address("192.0.2.7", 22032),)),)


def test_with_a_code_the_only_table_is_joined_without_a_key() -> None:
    screen = JoinScreen(look(), code="7-trefle-capot")
    assert "Code 7-trefle-capot. The table is joined as soon as it is found" in text_of(screen)
    screen.found(())
    assert not screen.done.is_set()
    screen.found(ALONE)
    assert screen.result == Wanted(ALONE[0], "")


def test_with_several_tables_or_something_typed_the_player_decides() -> None:
    screen = JoinScreen(look(), code="7-trefle-capot")
    screen.found(ALONE * 2)
    assert "choose one, Enter joins it" in text_of(screen)
    screen.handle(Press("1"))
    screen.found(ALONE)
    without_code = JoinScreen(look())
    without_code.found(ALONE)
    assert not screen.done.is_set()
    assert not without_code.done.is_set()


# Rules.


@LANGUAGES
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_option_of_every_preset_is_shown(preset: str, language: Language) -> None:
    pen = look(language).pen
    screen = RulesScreen(look(language), PRESETS[preset], is_editable=False)
    values = PRESETS[preset].to_map()
    assert set(values) == set(OPTION_INFO)
    for name, value in values.items():
        text = " ".join(text_of(screen).split())
        assert rule_line(name, value, pen) in text
        assert f"{option_meaning(name, pen.words)} ({option_source(name, pen.words)})" in text
        screen.handle(Press("down"))
    assert preset in text
    assert pen.text(PRESET_MEANINGS[preset]) in text


def test_only_the_host_changes_rules() -> None:
    screen = RulesScreen(look(), Options(), is_editable=False)
    screen.handle(Press("right"))
    screen.handle(Press("p"))
    assert screen.options == Options()
    screen.handle(ENTER)
    assert screen.result is None


def test_rules_are_changed_by_arrows_and_by_preset() -> None:
    screen = RulesScreen(look(), Options(), is_editable=True)
    screen.handle(Press("right"))
    assert screen.options.direction is Direction.CLOCKWISE
    assert "1 rule differs" in text_of(screen)
    screen.handle(Press("left"))
    screen.handle(Press("p"))
    assert screen.options == list(PRESETS.values())[1]
    screen.handle(ENTER)
    assert screen.result == list(PRESETS.values())[1]


@LANGUAGES
def test_every_option_can_be_changed_round_and_the_set_stays_sound(language: Language) -> None:
    reader = look(language)
    refusal = {Language.ENGLISH: "cannot be changed", Language.FRENCH: "ne peut pas"}[language]
    screen = RulesScreen(reader, Options(), is_editable=True)
    for name in Options().to_map():
        for _ in range(8):
            before = screen.options
            screen.handle(Press("right"))
            after, text = screen.options, " ".join(text_of(screen).split())
            assert Options.from_map(after.to_map()) == after
            assert after != before or refusal in text, name
            assert rule_line(name, after.to_map()[name], reader.pen) in text
        screen.handle(Press("down"))


def test_an_arrow_stands_on_both_sides_of_a_value_that_is_cut() -> None:
    screen = RulesScreen(look(Language.FRENCH), Options(), is_editable=True)
    for _ in range(list(Options().to_map()).index("litige")):
        screen.handle(Press("down"))
    (line,) = (line for line in text_of(screen).split("\n") if "▶" in line)
    assert re.search("← .+… →$", line)


def test_why_a_rule_cannot_be_changed_is_said_in_the_own_language() -> None:
    options = replace(Options(), end=End.FIXED_DEALS, target=0, deals=12)
    screen = RulesScreen(look(Language.FRENCH), options, is_editable=True)
    for _ in range(list(options.to_map()).index("target")):
        screen.handle(Press("down"))
    screen.handle(Press("right"))
    assert screen.options == options
    assert "target vaut 0 avec end=fixed_deals" in text_of(screen)


def test_the_end_of_the_match_brings_what_goes_with_it() -> None:
    screen = RulesScreen(look(), Options(), is_editable=True)
    for _ in range(list(Options().to_map()).index("end")):
        screen.handle(Press("down"))
    screen.handle(Press("right"))
    assert (screen.options.end, screen.options.deals) == (End.FIXED_DEALS, 12)
    screen.handle(Press("right"))
    assert (screen.options.end, screen.options.target) == (End.TARGET, 1000)


# The lobby.


@LANGUAGES
def test_the_host_sees_how_to_come_in_and_who_is_here(language: Language) -> None:
    text = "\n".join(lobby_canvas(HOSTING, look(language), SMALL).lines())
    assert "┃   7-trefle-capot   ┃" in text
    assert "belote-net join 7-trefle-capot" in text
    assert "belote-net join 192.168.1.20:22032" in text
    assert "belote-net join 127.0.0.1:22032 --as" in text
    french = language is Language.FRENCH
    assert ("Zoé (vous)" if french else "Zoé (you)") in text
    assert ("robot chez Zoé" if french else "bot on Zoé's machine") in text
    assert ("1 place est libre." if french else "1 seat is free.") in text
    assert all(text_width(line) <= 80 for line in text.split("\n"))


@LANGUAGES
def test_of_a_long_name_the_lobby_cuts_the_end_and_never_that_it_is_the_readers(
    language: Language,
) -> None:
    scene = replace(HOSTING, lobby=lobby(member(ME, "Marie-Antoinette"), member(OTHER, "Léa")))
    text = "\n".join(lobby_canvas(scene, look(language), SMALL).lines())
    assert ("Marie-Anto… (vous) " if language is Language.FRENCH else "Marie-Antoi… (you) ") in text
    scene = replace(scene, me=OTHER)
    assert "Marie-Antoinette " in "\n".join(lobby_canvas(scene, look(language), SMALL).lines())


def test_a_guest_sees_no_code_and_the_same_table() -> None:
    scene = replace(HOSTING, me=OTHER, code=None, addresses=())
    text = "\n".join(lobby_canvas(scene, look(), SMALL).lines())
    assert "7-trefle-capot" not in text
    assert "Léa (you)" in text
    assert "Zoé and Marcel against Léa and …" in text


def test_the_lobby_shows_what_differs_from_the_preset() -> None:
    options = replace(Options(), target=501, direction=Direction.CLOCKWISE)
    changed = lobby(*LOBBY.members)
    changed = LobbyFrame(
        changed.room, 2, 2, changed.members, Seats.DRAWN, dict(options.to_map()), b"", None
    )
    text = "\n".join(lobby_canvas(replace(HOSTING, lobby=changed), look(), SMALL).lines())
    assert "(direction): clockwise instead of counter-clockwise" in text
    assert "The places will be drawn." in text
    scene = replace(HOSTING, lobby=changed, told=("Léa says: hello",))
    assert "Léa says: hello" in "\n".join(lobby_canvas(scene, look(), SMALL).lines())


@LANGUAGES
def test_where_there_is_room_the_lobby_shows_the_rules_whole(language: Language) -> None:
    pen, options = look(language).pen, replace(Options(), litige=Litige.FAIL)
    scene = replace(HOSTING, lobby=structs.replace(LOBBY, options=dict(options.to_map())))
    (_, difference) = rules_lines(options, pen)

    def shown(size: Size) -> str:
        return " ".join(" ".join(lobby_canvas(scene, look(language), size).lines()).split())

    assert difference in shown(Size(80, 30))
    assert difference in shown(SMALL) or pen.text("… and more: o shows all rules.") in shown(SMALL)


def test_the_lobby_has_room_for_talk_and_for_a_question() -> None:
    talking = replace(HOSTING, edit=LineEdit("hello", 5), told=("Léa says: hi",))
    canvas = lobby_canvas(talking, look(), SMALL)
    assert "> hello" in "\n".join(canvas.lines())
    assert canvas.cursor == (22, 10)
    leaving = lobby_canvas(replace(HOSTING, asks_to_leave=True), look(), SMALL)
    assert "Leave the table?" in "\n".join(leaving.lines())


class Hall:
    """As much of a node as the lobby looks at."""

    lobby, identity = LOBBY, ME
    config = SimpleNamespace(bot=None)
    room = SimpleNamespace(host=OTHER)
    linked = frozenset({OTHER})


@pytest.mark.parametrize("key", [ESCAPE, INTERRUPT, Press("q")])
def test_the_lobby_is_left_only_after_a_yes(key: Press) -> None:
    screen = LobbyScreen(look(), cast(Node, Hall()), lambda line: None)
    for stay in (ESCAPE, Press("n")):
        screen.handle(key)
        screen.handle(ENTER)
        assert "Leave the table?" in text_of(screen)
        screen.handle(stay)
        assert "Leave the table?" not in text_of(screen)
    screen.handle(key)
    screen.handle(Press("y"))
    assert screen.result is LobbyOutcome.LEFT


def test_escape_from_talk_only_ends_the_talk() -> None:
    screen = LobbyScreen(look(), cast(Node, Hall()), lambda line: None)
    screen.handle(Press("t"))
    screen.handle(Press("q"))
    screen.handle(ESCAPE)
    assert not screen.scene.asks_to_leave
    assert screen.scene.edit is None
    screen.handle(Press("t"))
    screen.handle(INTERRUPT)
    assert "Leave the table?" in text_of(screen)
    assert not screen.done.is_set()


def test_before_the_host_shows_it_there_is_a_word_about_it() -> None:
    text = "\n".join(lobby_canvas(LobbyScene(None, ME), look(), SMALL).lines())
    assert "The host has not shown the table yet." in text


def test_whose_host_is_away_learns_what_can_be_done() -> None:
    hall = Hall()
    screen = LobbyScreen(look(), cast(Node, hall), lambda line: None)
    assert "The host is not here" not in text_of(screen)
    hall.linked = frozenset()
    assert "The host is not here: wait, or leave (q) and open a table" in text_of(screen)


def test_at_a_full_table_the_code_is_for_who_watches() -> None:
    full = structs.replace(LOBBY, members=(LOBBY.members * 4)[:4])

    def shown(lobby: LobbyFrame) -> str:
        return "\n".join(lobby_canvas(replace(HOSTING, lobby=lobby), look(), SMALL).lines())

    everybody = tuple(structs.replace(one, present=True) for one in full.members)
    full = structs.replace(full, members=everybody, watchers=None)
    assert "belote-net join" in shown(LOBBY)
    assert "The table is full." in shown(full)
    assert "belote-net" not in shown(full).partition("\n")[2]
    watched = shown(structs.replace(full, watchers=()))
    assert "To watch, one types:" in watched
    assert "belote-net watch " in watched
    assert "belote-net join" not in watched
    away = (*everybody[:3], structs.replace(everybody[3], present=False))
    assert "belote-net join" in shown(structs.replace(full, members=away))


@LANGUAGES
def test_the_words_of_a_key_stand_whole(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("dinosaure", "phoque", "papillon", "coccinelle")
    monkeypatch.setattr("belote_cli.tui.render_lobby.fingerprint_words", lambda _: words)
    lines = lobby_canvas(HOSTING, look(language), SMALL).lines()
    assert any(line.endswith(f" {' '.join(words)}") for line in lines)
    assert any(f" {look(language).text('not ready yet')} " in line for line in lines)


# The keys below every screen.


@LANGUAGES
def test_all_keys_are_in_sight_at_eighty_columns(language: Language) -> None:
    reader = look(language)
    playing = playing_scene()
    film = pictures(finished_game().table)[:1]
    canvases = {
        "leave": lobby_canvas(HOSTING, reader, SMALL),
        "back": RulesScreen(reader, Options(), is_editable=True).draw(SMALL),
        "help": table_canvas(replace(playing, offers_belote=True), reader, SMALL),
    }
    for canvas in (
        lobby_canvas(replace(HOSTING, me=OTHER, code=None), reader, SMALL),
        table_canvas(replace(playing, chat=ChatPage(unread=12)), reader, SMALL),
        ReplayScreen(reader, film, (), (), verdict="").draw(SMALL),
    ):
        assert canvas.lines()[-1].split()[-1] in {reader.text(word) for word in canvases}
    for word, canvas in canvases.items():
        assert canvas.lines()[-1].endswith(f" {reader.text(word)}")
