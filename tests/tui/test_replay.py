"""A game told again on the table, and what is known of each of its moments."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from belote_cli.tui.canvas import Size
from belote_cli.tui.frames import Picture, pictures
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.touches import ESCAPE, INTERRUPT, Press
from belote_net.rules.cards import PACK
from belote_net.rules.choices import Audit
from belote_net.table.messages import Call, Play
from tests.cli.games import finished_game, table_after
from tests.four_seats import FourSeats, short_game
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
