"""A game told again on the table, and what is known of each of its moments."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from belote_cli.tui.canvas import Size
from belote_cli.tui.frames import Picture, pictures
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.touches import ESCAPE, INTERRUPT, Press
from belote_net.rules.cards import PACK, Place
from belote_net.rules.choices import Audit
from belote_net.table.messages import MAX_NAME_CHARACTERS, Call, MemberKind, Play
from tests.cli.games import finished_game, table_after
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.protocol.toy_group import toy_group
from tests.tui.scenes import look

SMALL = Size(80, 24)


@cache
def film() -> tuple[Picture, ...]:
    return pictures(finished_game().table)


def replay() -> ReplayScreen:
    table = finished_game().table
    names = [member.name for member in table.members]
    return ReplayScreen(look(), film(), table.state.played, names, verdict="Verdict: fine.")


def text_of(screen: ReplayScreen, size: Size = SMALL) -> str:
    return "\n".join(screen.draw(size).lines())


def test_there_is_a_picture_for_every_bid_and_every_card() -> None:
    table = finished_game().table
    entries = [signed.entry.kind for signed in table.log]
    decided = entries.count(Call.kind) + entries.count(Play.kind)
    dealt = len(table.state.played)
    assert len(film()) == decided + dealt
    kinds = [one.entry.entry.kind if one.entry is not None else None for one in film()]
    assert [kind for kind in kinds if kind] == [k for k in entries if k in (Call.kind, Play.kind)]


def test_every_card_is_somewhere_in_every_picture() -> None:
    for one in film():
        if not one.number:
            continue
        held = [card for hand in one.hands for card in hand]
        laid = [card for trick in one.view.tricks for card in trick.cards]
        if one.trick is not None and one.trick.winner is None:
            laid += one.trick.trick.cards
        assert sorted(card.number for card in held + laid) == list(range(len(PACK)))
        assert [player.cards_left for player in one.view.players] == [
            len(hand) for hand in one.hands
        ]


def test_during_the_auction_hands_have_five_cards() -> None:
    bidding = [one for one in film() if not one.number]
    assert bidding
    for one in bidding:
        assert {len(hand) for hand in one.hands} == {5}
        assert {player.cards_left for player in one.view.players} == {5}


def test_scores_are_those_of_the_moment() -> None:
    first, last = film()[0], film()[-1]
    assert first.view.match is not None
    assert first.view.match.scores == (0, 0)
    deals = finished_game().table.state.played
    assert last.view.match is not None
    scored = [one for one in deals[:-1] if one.score is not None]
    totals = [sum(one.score.points[team] for one in scored if one.score) for team in (0, 1)]
    assert list(last.view.match.scores) == totals


def test_without_revealed_seeds_no_hand_is_shown() -> None:
    with toy_group():
        seats = FourSeats(options=replace(short_game(), audit=Audit.NEVER), seed=3)
        seats.play()
        found = pictures(seats.table)
    assert found
    assert all(one.hands == () for one in found)


def test_a_game_in_its_middle_is_told_as_far_as_it_has_come() -> None:
    log = list(finished_game().table.log)
    third_play = [n for n, one in enumerate(log, start=1) if one.entry.kind == Play.kind][2]
    found = pictures(table_after(third_play))
    assert found[-1].entry == log[third_play - 1]
    assert found[-1].hands == ()
    assert pictures(table_after(1)) == ()


def test_steps_by_card_trick_and_deal() -> None:
    screen = replay()
    screen.handle(Press("right"))
    assert f"(2 of {len(film())})" in text_of(screen)
    screen.handle(Press("left"))
    screen.handle(Press("left"))
    assert f"(1 of {len(film())})" in text_of(screen)
    screen.handle(Press("pagedown"))
    screen.handle(Press("pageup"))
    assert "Deal 1, auction (1 of" in text_of(screen)
    screen.handle(Press("end"))
    assert f"({len(film())} of {len(film())})" in text_of(screen)
    assert "Score:" in text_of(screen, Size(120, 40))
    trick = film()[-1].number
    screen.handle(Press("up"))
    assert f"trick {trick} (" in text_of(screen)
    screen.handle(Press("up"))
    assert f"trick {trick - 1} (" in text_of(screen)
    screen.handle(Press("down"))
    assert f"trick {trick} (" in text_of(screen)
    screen.handle(Press("home"))
    assert "(1 of" in text_of(screen)


def test_the_proof_of_a_moment_on_demand() -> None:
    screen = replay()
    assert "Verdict: fine." in text_of(screen)
    screen.handle(Press("p"))
    assert "there is no entry to show" in text_of(screen)
    screen.handle(Press("right"))
    assert f"“{Call.kind}”" in text_of(screen)
    screen.handle(Press("end"))
    text = " ".join(text_of(screen).split())
    assert f"“{Play.kind}”" in text
    assert "It is proven" in text or "it needs no proof" in text


def test_pages_of_a_replay_and_the_way_back() -> None:
    screen = replay()
    for key, title in (("s", "Score sheet"), ("o", "Rules of this table")):
        screen.handle(Press(key))
        assert title in text_of(screen)
    screen.handle(Press("down"))
    screen.handle(Press("up"))
    screen.handle(ESCAPE)
    assert "Rules of this table" not in text_of(screen)
    assert not screen.done.is_set()
    screen.handle(Press("l"))
    assert not set("♠♥♦♣") & set(text_of(screen))
    screen.handle(INTERRUPT)
    assert screen.done.is_set()


def test_the_whole_result_of_a_deal_fits_the_smallest_screen() -> None:
    screen = replay()
    screen.handle(Press("end"))
    rows = [" ".join(row.split()) for row in screen.draw(SMALL).lines()]
    assert "Deal 1, ♥ hearts, taken by Marcel: contract made." in rows
    assert "Léa and Jo: cards 40 = 40" in rows
    assert "Score: Léa and Jo 40, Inès and Marcel 122." in rows
    assert "Tricks (points): Léa and Jo 3 (40), Inès and Marcel 5 (122)" in rows


def test_every_hand_is_whole_on_the_smallest_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(letter * MAX_NAME_CHARACTERS for letter in "WXYZ")
    monkeypatch.setattr("tests.four_seats.NAMES", names)
    with toy_group():
        game = FourSeats(
            options=short_game(),
            seed=5,
            choosers=dict.fromkeys(range(4), random_chooser(5, eagerness=1.0)),
        )
        game.play()
        shown = pictures(game.table)
        screen = ReplayScreen(look(), shown, game.table.state.played, names, verdict="")
        for one in shown:
            words = text_of(screen).split()
            for card in (card for hand in one.hands for card in hand):
                assert look().pen.card(card) in words
            screen.handle(Press("right"))


def test_whose_machine_a_bot_ran_on_takes_no_room() -> None:
    shown = [
        replace(
            one,
            view=replace(
                one.view,
                players=tuple(
                    replace(player, kind=MemberKind.BOT, operator=Place(0))
                    for player in one.view.players
                ),
            ),
        )
        for one in film()
    ]
    screen = ReplayScreen(look(), shown, finished_game().table.state.played, (), verdict="")
    assert "machine" not in text_of(screen)
    live = replace(screen.scene, linked=frozenset(one.identity for one in shown[0].view.players))
    assert "bot on" in "\n".join(table_canvas(live, look(), SMALL).lines())


def test_a_bid_is_told_with_its_player() -> None:
    screen = replay()
    screen.handle(Press("right"))
    assert "Marcel: pass" in [" ".join(row.split()) for row in text_of(screen).splitlines()]
