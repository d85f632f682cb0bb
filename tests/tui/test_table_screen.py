"""What the player does at the table: choosing, playing, asking why, talking, leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_cli.plain.answers import why_line
from belote_cli.settings import BeloteHabit, HandOrder, Settings
from belote_cli.tui.canvas import Size
from belote_cli.tui.table_actions import Parting
from belote_cli.tui.table_scene import Overlay, Sequel, ShownTrick
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Pick, Press
from belote_cli.words import Language
from belote_net.rules.cards import Card, Rank
from belote_net.rules.choices import BeloteCall
from belote_net.table.decisions import PlaceBid, PlayCard
from belote_net.table.view import TableView
from tests.cli.games import bidding_views, playing_views
from tests.tui.scenes import look, watching_view
from tests.tui.sitter import Sitter, refusing_view


def belote_view(call: BeloteCall = BeloteCall.MANUAL_STRICT) -> TableView:
    """A view in which belote may be said with a king of trumps, which is legal."""
    for view in playing_views():
        if view.contract is None:
            continue
        king = Card(Rank.KING, view.contract.trump)
        hand = (king, *(card for card in view.hand if card != king))[: len(view.hand)]
        return replace(
            view,
            hand=hand,
            legal=frozenset(hand),
            announceable=frozenset({king}),
            options=replace(view.options, belote_call=call),
        )
    raise AssertionError("somebody plays in the short game")


def select(seat: Sitter, card: Card) -> None:
    seat.screen.handle(Press("home"))
    for _ in range(seat.screen.scene.hand.index(card)):
        seat.type("right")


def test_the_first_legal_card_is_offered_and_enter_plays_it() -> None:
    seat, view = Sitter(), refusing_view()
    question = seat.ask(view)
    offered = seat.screen.scene.selected_card
    assert offered in view.legal
    seat.screen.handle(ENTER)
    assert question.decisions == [PlayCard(offered)]
    assert not seat.screen.scene.is_asked
    seat.screen.handle(ENTER)
    assert len(question.decisions) == 1


def test_a_refused_card_says_why_with_the_rule_and_is_not_played() -> None:
    seat, view = Sitter(), refusing_view()
    question = seat.ask(view)
    refused = next(card for card in seat.screen.scene.hand if card not in view.legal)
    select(seat, refused)
    assert seat.notice == why_line(refused, view, look().pen)
    assert "(at every table)" in seat.notice or "(option " in seat.notice
    seat.screen.handle(ENTER)
    assert question.decisions == []
    assert "cannot be played" in seat.notice
    seat.screen.handle(ESCAPE)
    assert seat.notice == ""


def test_a_number_or_a_click_chooses_and_again_takes() -> None:
    seat, view = Sitter(), bidding_views()[0]
    question = seat.ask(view)
    seat.type("2")
    assert question.decisions == []
    seat.screen.handle(Pick(1))
    assert question.decisions == [PlaceBid(view.bids[1])]
    seat.type("9", "0")
    assert len(question.decisions) == 1


def test_the_cursor_goes_round_the_bids() -> None:
    seat, view = Sitter(), bidding_views()[0]
    question = seat.ask(view)
    seat.type("left")
    seat.screen.handle(ENTER)
    assert question.decisions == [PlaceBid(view.bids[-1])]


def test_belote_in_one_key_where_it_is_left_to_the_player() -> None:
    seat, view = Sitter(), belote_view()
    question = seat.ask(view)
    (king,) = view.announceable
    select(seat, king)
    assert seat.screen.scene.offers_belote
    seat.type("b")
    assert "Belote will be said" in seat.notice
    seat.screen.handle(ENTER)
    assert question.decisions == [PlayCard(king, announce=True)]


def test_forgetting_belote_is_asked_once_and_never_blocks() -> None:
    seat, view = Sitter(), belote_view()
    question = seat.ask(view)
    (king,) = view.announceable
    select(seat, king)
    seat.screen.handle(ENTER)
    assert question.decisions == []
    assert "belote may be said" in seat.notice
    seat.screen.handle(ENTER)
    assert question.decisions == [PlayCard(king, announce=False)]


@pytest.mark.parametrize(
    ("call", "habit", "said"),
    [
        (BeloteCall.AUTO, BeloteHabit.BY_KEY, False),
        (BeloteCall.MANUAL_STRICT, BeloteHabit.ALWAYS, True),
    ],
)
def test_where_nobody_has_to_say_it_enter_is_enough(
    call: BeloteCall,
    habit: BeloteHabit,
    said: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    seat, view = Sitter(Settings(belote=habit)), belote_view(call)
    question = seat.ask(view)
    (king,) = view.announceable
    select(seat, king)
    seat.type("b")
    assert "cannot be said by key" in seat.notice
    seat.screen.handle(ENTER)
    assert question.decisions == [PlayCard(king, announce=said)]


def test_declarations_are_made_unless_the_player_keeps_silent() -> None:
    seat, view = Sitter(), refusing_view()
    question = seat.ask(view)
    seat.type("a")
    seat.screen.handle(ENTER)
    (decision,) = question.decisions
    assert isinstance(decision, PlayCard)
    assert not decision.declare
    assert seat.screen.scene.declares  # the next question begins afresh


def test_a_complete_trick_stays_until_it_was_seen() -> None:
    seat, view = Sitter(), refusing_view()
    assert view.trick is not None
    held = ShownTrick(view.trick, view.place)
    seat.screen.hold(held)
    seat.screen.show_view(view)
    assert seat.screen.scene.trick == held
    seat.type(" ")
    assert seat.screen.scene.trick == ShownTrick(view.trick, None)


def test_the_result_comes_after_the_last_trick_was_seen_and_goes_with_any_key() -> None:
    seat, view = Sitter(), refusing_view()
    assert view.trick is not None
    seat.screen.show_view(view)
    seat.screen.hold(ShownTrick(view.trick, view.place))
    seat.screen.end_deal()
    assert seat.screen.scene.overlay is None
    seat.screen.release()
    assert seat.screen.scene.overlay is Overlay.RESULT
    seat.screen.handle(ENTER)
    assert seat.screen.scene.overlay is None
    assert not seat.screen.done.is_set()


def test_pages_open_close_and_scroll() -> None:
    seat = Sitter()
    seat.screen.show_view(refusing_view())
    for key, page in (("?", Overlay.HELP), ("s", Overlay.SCORE), ("d", Overlay.LAST_TRICK)):
        seat.type(key)
        assert seat.screen.scene.overlay is page
    seat.type("down", "down", "up", "pagedown", "pageup", "up", "up")
    assert seat.screen.scene.scroll == 0
    seat.type("d")
    assert seat.screen.scene.overlay is None
    seat.type("o")
    seat.screen.handle(ESCAPE)
    assert seat.screen.scene.overlay is None


@pytest.mark.parametrize("key", ["?", "s", "d", "o"])
def test_enter_on_a_page_closes_it_and_plays_no_card_below(key: str) -> None:
    seat = Sitter()
    question = seat.ask(refusing_view())
    seat.type("2", key)
    seat.screen.handle(ENTER)
    assert seat.screen.scene.overlay is None
    assert question.decisions == []
    assert not seat.screen.done.is_set()


def test_while_talking_every_letter_is_text() -> None:
    seat = Sitter()
    question = seat.ask(refusing_view())
    seat.type("t")
    seat.screen.handle(ENTER)
    assert (seat.said, seat.screen.scene.overlay) == ([], None)
    seat.type("t", "s", "q", "é", "♠", "1", "b")
    seat.screen.handle(ENTER)
    assert seat.said == ["sqé♠1b"]
    assert question.decisions == []
    seat.type("down", "down")
    seat.screen.handle(ENTER)
    assert seat.said[1:] == ["Well played!"]
    seat.type("up")
    seat.screen.handle(ENTER)
    assert seat.said[2:] == ["One more game?"]
    seat.screen.handle(ENTER)
    assert (len(seat.said), seat.screen.scene.overlay) == (3, None)  # nothing to say: back
    assert question.decisions == []


def test_the_others_can_be_muted_and_what_came_meanwhile_is_counted() -> None:
    seat = Sitter()
    seat.screen.hear("Léa says: one", is_mine=False)
    assert seat.screen.scene.chat.unread == 1
    seat.type("t", "tab")
    assert seat.screen.scene.chat.unread == 0
    seat.screen.hear("Léa says: two", is_mine=False)
    seat.screen.hear("Zoé says: three", is_mine=True)
    assert seat.screen.scene.chat.lines == ("Léa says: one", "Zoé says: three")
    assert "two" not in " ".join(seat.screen.scene.log)


def test_ctrl_c_asks_and_twice_leaves() -> None:
    seat = Sitter()
    seat.screen.handle(INTERRUPT)
    assert seat.screen.scene.overlay is Overlay.LEAVE
    seat.type("s", "1")
    assert seat.screen.scene.overlay is Overlay.LEAVE
    seat.screen.handle(ESCAPE)
    assert seat.screen.scene.overlay is None
    seat.screen.handle(INTERRUPT)
    seat.screen.handle(INTERRUPT)
    assert seat.screen.result is Parting.LEFT


def test_enter_never_leaves_the_table() -> None:
    seat = Sitter()
    seat.type("q")
    seat.screen.handle(ENTER)
    assert seat.screen.scene.overlay is Overlay.LEAVE
    assert not seat.screen.done.is_set()


def test_the_score_sheet_opens_at_its_end_and_scrolls_up_from_there() -> None:
    seat, view = Sitter(), watching_view()
    seat.screen.show_view(replace(view, played=view.played * 10))
    seat.type("s")
    text = "\n".join(seat.screen.draw(Size(80, 24)).lines())
    assert "↑ " in text
    assert "↓ " not in text
    seat.type("up")
    assert "↓ 1 more line" in "\n".join(seat.screen.draw(Size(80, 24)).lines())


def test_a_result_closes_by_itself_only_while_it_is_open() -> None:
    seat = Sitter()
    seat.screen.show_view(refusing_view())
    seat.type("o")
    seat.screen.close_result()
    assert seat.screen.scene.overlay is Overlay.RULES
    seat.screen.end_deal()
    seat.screen.close_result()
    assert seat.screen.scene.overlay is None
    assert not seat.screen.done.is_set()
    seat.screen.end_game(Sequel.LEAVING)
    seat.screen.close_result()
    assert seat.screen.result is Parting.OVER


@pytest.mark.parametrize("yes", ["y", "o"])
def test_q_asks_and_yes_leaves(yes: str) -> None:
    seat = Sitter()
    seat.type("q", yes)
    assert seat.screen.result is Parting.LEFT


def test_the_order_of_the_hand_is_kept_and_the_cursor_stays_on_its_card() -> None:
    seat = Sitter()
    seat.ask(refusing_view())
    card = seat.screen.scene.selected_card
    seat.type("r")
    assert seat.screen.scene.selected_card == card
    assert seat.kept[-1].order is HandOrder.TRUMPS_LAST
    assert seat.screen.scene.order is HandOrder.TRUMPS_LAST


def test_letters_by_one_key() -> None:
    seat = Sitter()
    seat.type("l")
    assert seat.screen.look.has_letters
    seat.type("l")
    assert not seat.screen.look.has_letters


def test_a_question_that_went_away_leaves_no_trace() -> None:
    seat = Sitter()
    question = seat.ask(refusing_view())
    seat.screen.ask(None)
    seat.screen.handle(ENTER)
    seat.type("1", "1")
    assert question.decisions == []


@pytest.mark.parametrize("language", list(Language))
def test_every_key_below_the_table_means_one_thing(language: Language) -> None:
    seat = Sitter()
    seat.screen.look = look(language)
    seat.ask(refusing_view())
    footer = seat.screen.draw(Size(80, 24)).lines()[-1]
    keys = [part.split()[0] for part in footer.split("  ")]
    assert len(keys) == len(set(keys)) >= 8
    assert footer.endswith({Language.ENGLISH: "? help", Language.FRENCH: "? aide"}[language])
