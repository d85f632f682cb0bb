"""The bot as a whole: always legal, always the same, and better than chance."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.bots import SimpleBot, choose_bid, choose_card
from belote_net.bots.bidding import best_bids
from belote_net.bots.playing import best_cards
from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card, Place
from belote_net.rules.choices import BeloteCall, BeloteOrder, Round2TurnedSuit
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.messages import Call, Play
from belote_net.table.view import TableView
from belote_protocol.entry import EntryContext, Seat
from tests.bots.arena import BOT, Strategy, at_random, duel, play_out, shuffled, to_bid, to_play
from tests.four_seats import Chooser, FourSeats
from tests.protocol.toy_group import toy_group
from tests.rules.playing import legality_option_sets

OPTION_SETS = (*PRESETS.values(), *legality_option_sets())
DRAWN = ((0, "JH 10H KH 8D"), (0, "9H 7D 8H 7C"))
EVERYBODY = [Place(place) for place in range(4)]


def duty(kind: str) -> Duty:
    return Duty(EntryContext(bytes(32), "table", 20, bytes(32), Seat(0), kind))


def decided(bot: SimpleBot, view: TableView, kind: str = Play.kind) -> Decision:
    """What the bot decides, at once: it never waits."""
    deciding = bot.decide(view, duty(kind))
    with pytest.raises(StopIteration) as stopped:
        deciding.send(None)
    decision: Decision = stopped.value.value
    return decision


def careful_bid(view: TableView) -> Bid:
    bids = best_bids(view)
    assert set(bids) <= set(view.bids)
    assert choose_bid(view) == bids[0] == choose_bid(view)
    return bids[0]


def careful_card(view: TableView) -> Card:
    cards = best_cards(view)
    assert set(cards) <= view.legal
    assert choose_card(view) == cards[0] == choose_card(replace(view, digest=b"another"))
    return cards[0]


CAREFUL = Strategy(careful_bid, careful_card)


@pytest.mark.parametrize("name", PRESETS)
def test_whole_matches_are_legal(name: str) -> None:
    match, number = Match.start(PRESETS[name], Place(0)), 0
    while not match.is_over and number < 12:
        sides = {
            place: CAREFUL if (place + number) % 3 else at_random(place) for place in EVERYBODY
        }
        deal, score = play_out(match, shuffled(f"{name}/{number}"), sides)
        match = (
            match.after_all_pass() if score is None else match.after(score, deal.auction.contract)
        )
        number += 1
    assert match.deals_played > 3


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(OPTION_SETS), st.tuples(*[st.integers(0, 999)] * 2))
def test_decisions_are_legal_at_every_table(
    seed: int, options: Options, scores: tuple[int, int]
) -> None:
    options = replace(
        options,
        belote_call=list(BeloteCall)[seed % 2],
        belote_order=list(BeloteOrder)[seed // 2 % 2],
    )
    match = replace(Match.start(options, EVERYBODY[seed % 4]), scores=scores)
    eager = replace(CAREFUL, bid=at_random(seed, takes=0.5).bid)
    sides = {place: eager if place == 1 else CAREFUL for place in EVERYBODY}
    play_out(match, shuffled(seed), sides)


def test_a_real_table_accepts_every_decision() -> None:
    bots = {seat: SimpleBot(seed=seat) for seat in range(4)}
    kinds: list[str] = []

    def chooser(seat: int) -> Chooser:
        def choose(view: TableView, owed: Duty) -> Decision:
            kinds.append(owed.kind)
            return decided(bots[seat], view, owed.kind)

        return choose

    with toy_group():
        four = FourSeats(
            options=replace(PRESETS["concours"], deals=2, belote_call=BeloteCall.MANUAL_STRICT),
            seed="bots",
            choosers={seat: chooser(seat) for seat in range(4)},
        )
        four.play()
    assert four.table.is_signed
    assert kinds.count(Play.kind) == 64
    assert kinds.count(Call.kind) >= 2


def test_the_seed_chooses_among_equals_only() -> None:
    view = to_play("8C 9C JD 9D 10C KC", "8S 9S AS", earlier=DRAWN)
    equal = best_cards(view)
    assert len(equal) == 3
    decisions = [decided(SimpleBot(seed=seed), view) for seed in range(40)]
    assert {str(one) for one in decisions} == {str(PlayCard(card)) for card in equal}
    assert decisions == [decided(SimpleBot(seed=seed), view) for seed in range(40)]


def test_equal_suits_are_both_taken() -> None:
    options = replace(Options(), round2_turned_suit=Round2TurnedSuit.ALLOWED)
    view = to_bid("JS 9S 8S JC 9C", "8C", passes=4, options=options)
    bids = {str(decided(SimpleBot(seed=seed), view, Call.kind)) for seed in range(20)}
    assert bids == {str(PlaceBid(bid)) for bid in best_bids(view)}
    assert len(bids) == 2


def test_belote_is_said_with_the_card_that_counts() -> None:
    options = replace(Options(), belote_call=BeloteCall.MANUAL_STRICT)
    said = to_play("KH QH 7S 8S KD 8C QC 7C", "9H 8H AH", taker=1, options=options)
    silent = to_play("QH 7S 8S KD 8C QC 7C 9D", "9H 8H AH", taker=1, options=options)
    assert decided(SimpleBot(), said) == PlayCard(Card.parse("QH"), announce=True)
    assert decided(SimpleBot(), silent) == PlayCard(Card.parse("QH"), announce=False)


def test_a_spectator_is_not_asked() -> None:
    deciding = SimpleBot().decide(replace(to_bid("JH 9H AS 8D 7C", "8H"), place=None), duty("bid"))
    with pytest.raises(OutOfTurn):
        deciding.send(None)


def test_bots_beat_chance() -> None:
    """Over 25 mirrored deals; the whole figure is in the slow test."""
    ours, theirs = duel(BOT, at_random("chance"), deals=25, options=Options(), seed="duel")
    assert ours > 1.8 * theirs


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_bots_beat_chance_clearly(name: str) -> None:
    """Over 200 mirrored deals, at every table, they write more than twice the points."""
    ours, theirs = duel(BOT, at_random("chance"), deals=200, options=PRESETS[name], seed="duel")
    assert ours > 2 * theirs


@pytest.mark.slow
def test_the_cards_alone_beat_chance() -> None:
    """With the auction left to chance, on both sides, the play still wins."""
    bids = at_random("bids").bid
    cards_only = Strategy(bids, choose_card)
    ours, theirs = duel(cards_only, at_random("chance"), deals=200, options=Options(), seed="duel")
    assert ours > 1.3 * theirs


@pytest.mark.slow
def test_the_bids_alone_beat_chance() -> None:
    """With the play left to chance, on both sides, the auction still wins."""
    bids_only = Strategy(choose_bid, at_random("cards").card)
    ours, theirs = duel(bids_only, at_random("chance"), deals=200, options=Options(), seed="duel")
    assert ours > 1.2 * theirs
