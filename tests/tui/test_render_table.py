"""The table as text: complete at 80 × 24, larger where there is room, in every face."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_cli.settings import HandOrder, SuitSigns
from belote_cli.sides import Side, sides_of
from belote_cli.tui.canvas import Canvas, Size, text_width
from belote_cli.tui.look import Look
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.table_scene import Overlay, SeatNews, ShownTrick, TableScene
from belote_cli.tui.talk import ChatPage
from belote_cli.tui.touches import Pick, Press
from belote_cli.words import Language
from belote_net.rules.cards import Place
from belote_net.rules.choices import Direction
from belote_net.rules.trick import Trick
from belote_net.table.messages import MemberKind
from tests.tui.scenes import bidding_scene, look, playing_scene, watching_view

SMALL = Size(80, 24)
LARGE = Size(120, 40)


def text_of(scene: TableScene, reader: Look | None = None, size: Size = SMALL) -> str:
    return "\n".join(table_canvas(scene, reader or look(), size).lines())


def find(canvas: Canvas, text: str) -> tuple[int, int]:
    """Row and column where a text stands; there is only one cell to a character here."""
    for row, line in enumerate(canvas.lines()):
        if text in line:
            return row, line.index(text)
    raise AssertionError(f"{text!r} is not on the screen:\n" + "\n".join(canvas.lines()))


@pytest.mark.parametrize("size", [SMALL, LARGE, Size(100, 33), Size(200, 60)])
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_everything_that_matters_is_in_sight(size: Size, language: Language, encoding: str) -> None:
    scene, reader = playing_scene(), look(language, encoding=encoding)
    view = scene.view
    assert view is not None
    assert view.contract is not None
    text = text_of(scene, reader, size)
    turn = {Language.ENGLISH: "Your card.", Language.FRENCH: "vous de jouer."}[language]
    assert turn in text
    for card in view.hand:
        name = reader.pen.cards.card(card)
        rank = name.removesuffix(reader.pen.cards.suit(card.suit))
        assert name in text or rank in text
    for word in ("taker", "dealer") if language is Language.ENGLISH else ("preneur", "donneur"):
        assert word in text
    assert text.isascii() or encoding == "utf-8"
    lines = text.split("\n")
    assert len(lines) == size.rows
    assert all(text_width(line) <= size.columns for line in lines)


def test_whose_card_is_whose_follows_the_direction_of_play() -> None:
    view = playing_scene().view
    assert view is not None
    assert view.place is not None
    following = view.variant.next_place(view.place)
    for direction, side in (
        (Direction.COUNTER_CLOCKWISE, Side.EAST),
        (Direction.CLOCKWISE, Side.WEST),
    ):
        turned = replace(view, options=replace(view.options, direction=direction))
        sides = sides_of(turned.variant, direction, turned.place)
        assert sides[view.place] is Side.SOUTH
        assert sides[following] is side
        assert sides[view.variant.partner_of(view.place)] is Side.NORTH


def test_refused_cards_are_told_by_more_than_a_colour() -> None:
    scene = playing_scene()
    view = scene.view
    assert view is not None
    canvas = table_canvas(replace(scene, selected=5), look(), SMALL)
    marks = canvas.lines()[18].split()
    for card, mark in zip(scene.hand, marks, strict=True):
        assert ("-" in mark) == (card not in view.legal)
    refused = next(card for card in scene.hand if card not in view.legal)
    row, column = find(canvas, f"╎{look().pen.cards.card(refused).rjust(3)}╎")
    assert "dim" in canvas.styles_at(row, column)


def test_the_cards_and_the_keys_can_be_clicked() -> None:
    canvas = table_canvas(playing_scene(), look(), SMALL)
    assert canvas.touch_at(16, 3) == Pick(0)
    assert canvas.touch_at(15, 9) == Pick(1)
    row, column = find(canvas, "s score")
    assert row == 23
    assert canvas.touch_at(row, column) == Press("s")


def test_the_auction_shows_the_turned_card_the_bids_said_and_those_that_may_be_said() -> None:
    scene = replace(bidding_scene(), selected=1)
    view = scene.view
    assert view is not None
    assert view.turn_up is not None
    canvas = table_canvas(scene, look(), SMALL)
    row, column = find(canvas, f"│{look().pen.cards.card(view.turn_up).rjust(3)}│")
    assert (row, column) == (7, 38)
    row, column = find(canvas, "[ 2 ")
    assert canvas.touch_at(row, column) == Pick(1)
    assert "Your bid." in text_of(scene)


def test_a_complete_trick_names_its_winner() -> None:
    view = watching_view()
    trick = view.tricks[0]
    winner = Place(2)
    scene = TableScene(view, trick=ShownTrick(trick, winner), watches=True)
    text = text_of(scene)
    assert f"won by {view.players[winner].name}" in text
    assert "┏━━━┓" in text
    assert text.count("╭───╮") == len(trick.cards) - 1


def test_who_is_not_connected_is_marked_and_the_bot_has_a_machine() -> None:
    scene = playing_scene()
    view = scene.view
    assert view is not None
    missing = next(player for player in view.players if player.place != view.place)
    linked = frozenset(one.identity for one in view.players if one != missing)
    canvas = table_canvas(replace(scene, linked=linked), look(), SMALL)
    find(canvas, "✗ not connected")
    assert "✗" not in text_of(replace(scene, linked=None))


def test_on_the_own_turn_too_one_sees_who_is_missing() -> None:
    scene = replace(playing_scene(), missing="Not connected: Bob. The game waits for them.")
    assert "▶ Your card.  Not connected: Bob." in text_of(scene)


LONG_NAMES = "Not connected: " + ", ".join(["Maximilienne de la Tour"] * 3) + ". It waits for them."


@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize("notice", ["", "one two three " * 30])
def test_a_long_status_is_wrapped_and_not_cut(
    notice: str,
    is_asked: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    scene = replace(playing_scene(), waiting=LONG_NAMES, missing=LONG_NAMES, notice=notice)
    lines = text_of(replace(scene, is_asked=is_asked)).split("\n")
    said = " ".join(" ".join(lines[-5:-1]).split())
    assert said.count("Maximilienne") == 3
    assert "It waits for them." in said
    assert lines[-1].endswith("? help")


def test_long_names_hide_neither_cards_nor_whose_machine_it_is() -> None:
    scene = playing_scene()
    view = scene.view
    assert view is not None
    name = "Maximilienne-Alexandrine de la Tour"
    players = tuple(
        replace(one, name=name, kind=MemberKind.BOT, operator=Place(0)) for one in view.players
    )
    text = text_of(replace(scene, view=replace(view, players=players)), look(Language.FRENCH))
    held = [one.cards_left for one in view.players]
    assert text.count("▪") == sum(held)
    assert text.count("robot chez Max") == len(players)
    assert "(vous)" in text


@pytest.mark.parametrize(("place", "verdict"), [(0, "you lose."), (1, "you win!")])
def test_the_end_of_the_match_says_first_who_has_won(place: int, verdict: str) -> None:
    view = replace(watching_view(), place=Place(place))
    assert view.match is not None
    scores = tuple(points + 300 for points in view.match.scores)
    sheet = replace(view, played=view.played * 5, match=replace(view.match, scores=scores))
    lines = text_of(TableScene(sheet, overlay=Overlay.RESULT)).split("\n")
    assert f"The match is over: {verdict}" in lines[2]
    assert f"{max(scores)}" in lines[3]
    assert "\n".join(lines).count("Deal 1, ") == 1
    assert "more line" not in "\n".join(lines)


def test_a_spectator_is_told_the_sides_by_their_names() -> None:
    view = watching_view()
    text = text_of(TableScene(view, overlay=Overlay.RESULT, watches=True))
    assert "The match is over: Inès and Marcel win." in text
    assert "Tricks (points): Léa and Jo " in text


def test_who_is_waited_for_is_always_there_with_seconds() -> None:
    scene = replace(playing_scene(), is_asked=False, waiting="Waiting for Léa.", waited_s=12)
    for overlay in (None, *Overlay):
        assert "Waiting for Léa. 12 sec" in text_of(replace(scene, overlay=overlay))


def test_for_how_long_stands_there_once() -> None:
    told = SeatNews("Waiting for Léa (for 61 s).\n[a] propose to go on without Léa")
    scene = replace(playing_scene(), is_asked=False, waiting="Waiting for Léa.", waited_s=61)
    assert "Waiting for Léa. 61 sec" in text_of(scene)
    assert "61 sec" not in text_of(replace(scene, seat=told))


def test_who_asks_for_a_seat_reads_in_one_line_what_the_game_waits_for() -> None:
    view = replace(watching_view(), place=None)
    scene = TableScene(view, waiting="A seat is free: the game waits.")
    assert "\n  A seat is free: the game waits.\n" in text_of(scene)


@pytest.mark.parametrize("overlay", list(Overlay))
@pytest.mark.parametrize("language", list(Language))
def test_every_page_leaves_hand_turn_and_score_in_sight(
    overlay: Overlay, language: Language
) -> None:
    reader = look(language)
    scene = replace(playing_scene(), overlay=overlay)
    text = text_of(scene, reader)
    way_out = {Language.ENGLISH: "Esc: back", Language.FRENCH: "Échap : retour"}
    if overlay is Overlay.RESULT:
        way_out = {Language.ENGLISH: "Enter: go on", Language.FRENCH: "Entrée : continuer"}
    assert way_out[language] in text
    assert {Language.ENGLISH: "Us 0", Language.FRENCH: "Nous 0"}[language] in text
    assert {Language.ENGLISH: "Your card.", Language.FRENCH: "À vous de jouer."}[language] in text
    assert reader.pen.cards.card(scene.hand[0]) in text


@pytest.mark.parametrize("language", list(Language))
def test_help_fits_the_smallest_screen(language: Language) -> None:
    text = text_of(replace(playing_scene(), overlay=Overlay.HELP), look(language))
    assert "↑↓" not in text


def test_a_long_page_scrolls_to_its_end() -> None:
    view = watching_view()
    scene = TableScene(view, overlay=Overlay.SCORE, watches=True)
    sheet = replace(view, played=view.played * 10)
    first = text_of(replace(scene, view=sheet))
    last = text_of(replace(scene, view=sheet, scroll=999))
    assert "↓ " in first
    assert "↑ " not in first
    assert "↑ " in last
    assert "↓ " not in last
    assert " 0 more" not in first + last
    assert first != last


def test_every_rule_of_the_table_can_be_read() -> None:
    scene = replace(playing_scene(), overlay=Overlay.RULES)
    assert scene.view is not None
    read = " ".join(text_of(replace(scene, scroll=rows)) for rows in range(0, 60, 5))
    for option in scene.view.options.to_map():
        assert f"({option})" in read


def test_the_hand_can_lie_otherwise() -> None:
    scene = playing_scene()
    orders = {replace(scene, order=order).hand for order in HandOrder}
    assert len(orders) == len(HandOrder)
    assert {frozenset(order) for order in orders} == {frozenset(scene.hand)}


@pytest.mark.parametrize(
    ("language", "letters"), [(Language.FRENCH, "PCKT"), (Language.ENGLISH, "SHDC")]
)
def test_letters_instead_of_signs(language: Language, letters: str) -> None:
    text = text_of(playing_scene(), look(language, signs=SuitSigns.LETTERS))
    assert not set("♠♥♦♣") & set(text)
    for card in playing_scene().hand:
        assert any(f"{letter}╎" in text or f"{letter}│" in text for letter in letters), card


def test_a_name_from_hell_does_not_break_the_table() -> None:
    scene = playing_scene()
    view = scene.view
    assert view is not None
    nasty = replace(view.players[0], name="\x1b[31m世界" * 20)
    named = replace(scene, view=replace(view, players=(nasty, *view.players[1:])))
    lines = text_of(named).split("\n")
    assert len(lines) == SMALL.rows
    assert all(text_width(line) <= SMALL.columns for line in lines)
    assert "\x1b" not in text_of(named)


def test_too_small_a_window_says_so_and_still_shows_the_hand() -> None:
    scene = playing_scene()
    text = text_of(scene, size=Size(40, 8))
    assert "80 × 24 at least" in text.replace("\n", " ")
    assert look().pen.cards.card(scene.hand[0]) in text
    cards = [look().pen.cards.card(card) for card in scene.hand]
    chosen = text_of(replace(scene, selected=1), size=Size(40, 8))
    assert f"{cards[0]} [{cards[1]}] {cards[2]}" in chosen  # Enter would play this one
    bids = text_of(replace(bidding_scene(), selected=1), size=Size(40, 8))
    assert "\npass [" in bids
    for size in (Size(1, 1), Size(0, 0), Size(80, 3)):
        table_canvas(scene, look(), size)


def test_chat_shows_lines_or_says_that_they_are_hidden() -> None:
    chat = ChatPage(lines=("Léa says: hi",), unread=2)
    scene = replace(playing_scene(), chat=chat)
    assert "talk (2)" in text_of(scene)
    assert "Léa says: hi" in text_of(replace(scene, overlay=Overlay.CHAT))
    muted = replace(scene, overlay=Overlay.CHAT, chat=replace(chat, is_muted=True))
    assert "Léa says: hi" not in text_of(muted)


def test_while_talking_the_footer_has_the_keys_of_talk() -> None:
    talking = replace(playing_scene(), overlay=Overlay.CHAT)
    footer = " Enter say  ↑↓ set phrase  Tab hide the others  Esc back"
    assert text_of(talking).splitlines()[-1] == footer
    muted = replace(talking, chat=ChatPage(is_muted=True))
    assert text_of(muted).splitlines()[-1] == footer.replace("hide", "show")
    watching = replace(talking, watches=True)
    assert text_of(watching).splitlines()[-1] == " Esc back"
    assert " t listen " in text_of(replace(watching, overlay=None)).splitlines()[-1]


@pytest.mark.parametrize("page", [one for one in Overlay if one is not Overlay.CHAT])
def test_below_a_page_stands_what_its_keys_do_and_not_what_they_did_at_the_table(
    page: Overlay,
) -> None:
    footer = text_of(replace(playing_scene(), overlay=page)).splitlines()[-1]
    whole = {
        Overlay.LEAVE: " y leave  Esc stay",
        Overlay.VOTE: " y vote  Esc wait",
        Overlay.FREE_SEAT: " Esc wait",
    }
    if page in whole:
        assert footer == whole[page]
    else:
        assert footer.startswith(" Enter go on  d " if page is Overlay.RESULT else " Esc back  d ")


def test_a_bot_for_a_free_seat_is_a_key_below_the_page_too() -> None:
    scene = replace(playing_scene(), overlay=Overlay.FREE_SEAT)
    seat = replace(scene.seat, brings_bot=True)
    assert text_of(replace(scene, seat=seat)).splitlines()[-1] == " b bot  Esc wait"


def test_who_plays_with_bots_of_his_own_keeps_nobody_waiting() -> None:
    leaving = replace(playing_scene(), overlay=Overlay.LEAVE)
    assert "the others wait" in text_of(leaving)
    view = leaving.view
    assert view is not None
    assert view.place is not None
    alone = tuple(replace(one, operator=view.place) for one in view.players)
    text = text_of(replace(leaving, view=replace(view, players=alone)))
    assert "The game is adjourned. You come back with: belote-net resume" in text
    assert "the others wait" not in text


def test_before_the_places_are_drawn_there_is_a_word_about_it() -> None:
    assert "The places are being drawn." in text_of(TableScene(None))


def test_one_card_of_a_trick_lies_before_who_played_it() -> None:
    scene = playing_scene()
    view = scene.view
    assert view is not None
    for place, side in sides_of(view.variant, view.options.direction, view.place).items():
        trick = ShownTrick(Trick(place, (view.hand[0],)), None)
        canvas = table_canvas(replace(scene, trick=trick), look(), SMALL)
        row, column = {
            Side.NORTH: (3, 38),
            Side.WEST: (6, 30),
            Side.EAST: (6, 46),
            Side.SOUTH: (9, 38),
        }[side]
        assert canvas.lines()[row][column : column + 5] == "╭───╮"
