"""Bots of every strength as a whole: always legal, always the same, and each better than the last.

What they do against each other over many deals is measured by `belote-net bench --bots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_cli.bench.arena import Decide, at_random, play_deal
from belote_cli.bench.duels import play_duels
from belote_net.bots.bidding import best_bids
from belote_net.bots.bot import Bot
from belote_net.bots.dice import Dice
from belote_net.bots.expert import bidding as expert_bidding
from belote_net.bots.expert import playing as expert_playing
from belote_net.bots.playing import best_cards
from belote_net.bots.strength import Strength
from belote_net.errors import OptionError, OutOfTurn
from belote_net.rules.cards import Card, Place
from belote_net.rules.choices import BeloteCall, BeloteOrder, Round2TurnedSuit
from belote_net.rules.match import Match
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.messages import Call, Play
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.entry import Seat
from tests.bots.positions import EVERYBODY, ME, deals_of, mixed, to_bid, to_play
from tests.four_seats import Chooser, FourSeats, MemoryVault, seeded_bytes, short_game
from tests.protocol.toy_group import toy_group
from tests.rules.playing import legality_option_sets

OPTION_SETS = (*PRESETS.values(), *legality_option_sets())
DRAWN = ((0, "JH 10H KH 8D"), (0, "9H 7D 8H 7C"))


@contextmanager
def hasty() -> Iterator[None]:
    """The expert tries each decision in a few deals only: it plays worse, and by the same rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(expert_playing, "WORLDS", (3, 2))
        patch.setattr(expert_bidding, "DEALS", 3)
        yield


def bots(strength: Strength) -> Mapping[Place, Decide]:
    return {place: Bot(strength, seed=place).choose for place in EVERYBODY}


def random_options(dice: Dice) -> Options:
    """House rules at random, among those that do not contradict themselves."""
    while True:
        chosen = {
            name: dice.one_of(info.values) for name, info in OPTION_INFO.items() if info.values
        }
        try:
            return Options.from_map(Options().to_map() | chosen)
        except OptionError:
            continue


def decide_legally(decisions: int, seed: object) -> None:
    """Bots of all strengths play by rules at random; the arena refuses what is illegal."""
    dice, made = Dice(f"{seed}"), 0

    def counted(bot: Bot) -> Decide:
        def choose(view: TableView) -> Decision:
            nonlocal made
            made += 1
            return bot.choose(view)

        return choose

    while made < decisions:
        options = random_options(dice)
        match = Match.start(options, dice.one_of(EVERYBODY))
        if not options.deals:
            match = replace(match, scores=(dice.below(490), dice.below(490)))
        players = {
            place: counted(Bot(dice.one_of(list(Strength)), seed=made)) for place in EVERYBODY
        }
        players[dice.one_of(EVERYBODY)] = at_random(dice, eagerness=0.5)
        play_deal(match, mixed(f"{seed}/{made}"), players)


def test_some_hundred_decisions_are_legal_whatever_the_rules() -> None:
    with hasty():
        decide_legally(400, "gate")


@pytest.mark.slow
def test_ten_thousand_decisions_are_legal_whatever_the_rules() -> None:
    with hasty():
        decide_legally(10_000, "slow")


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize("name", PRESETS)
def test_whole_matches_are_legal(name: str, strength: Strength) -> None:
    players = {**bots(strength), Place(3): at_random(Dice(name))}
    with hasty():
        played = list(deals_of(Match.start(PRESETS[name], ME), players, seed=name, deals=4))
    assert any(match.deals_played for _, match in played)


@settings(max_examples=12)
@given(
    st.integers(0, 10_000),
    st.sampled_from(OPTION_SETS),
    st.sampled_from(Strength),
    st.tuples(*[st.integers(0, 490)] * 2),
)
def test_decisions_are_legal_at_every_table(
    seed: int, options: Options, strength: Strength, scores: tuple[int, int]
) -> None:
    options = replace(
        options,
        belote_call=list(BeloteCall)[seed % 3],
        belote_order=list(BeloteOrder)[seed // 3 % 2],
    )
    match = replace(Match.start(options, Place(seed % 4)), scores=scores)
    eager = at_random(Dice(f"{seed}"), eagerness=0.5)
    with hasty():
        play_deal(match, mixed(seed), {**bots(strength), Place(1): eager})


def chooser(bot: Bot, asked: list[tuple[TableView, Decision]]) -> Chooser:
    """A seat of a real table that plays as `bot` does, and writes down what it saw and did."""

    def choose(view: TableView, duty: Duty) -> Decision:
        decision = bot.choose(view)
        asked.append((view, decision))
        return decision

    return choose


def replayed(game: FourSeats, seat: int) -> Iterator[TableView]:
    """What a seat saw at each of its decisions, found again from the log and its own secrets."""
    vault = MemoryVault(seeded_bytes("none"))
    vault.seeds = game.kept_seeds[seat] | game.vaults[seat].seeds
    player = Player(Seat(seat), game.identities[seat], vault, seeded_bytes("none"))
    entries = list(game.table.log)
    table = Table(entries[0])
    for signed in entries[1:]:
        if signed.entry.seat == seat and signed.entry.kind in (Call.kind, Play.kind):
            view = player.view(table)
            assert view is not None
            yield view
        table.fold(signed)


@pytest.mark.parametrize("preset", ["classique", "classique-annonces"])
def test_a_recorded_game_shows_that_bots_see_their_view_and_no_more(preset: str) -> None:
    """From the log, one seat's secrets and the seed, every decision comes out again."""
    strengths = (Strength.EXPERT, Strength.BEGINNER, Strength.EXPERT, Strength.REGULAR)
    seats = [Bot(strength, seed=7 + seat) for seat, strength in enumerate(strengths)]
    asked: dict[int, list[tuple[TableView, Decision]]] = {seat: [] for seat in range(4)}
    with toy_group(), hasty():
        game = FourSeats(
            options=short_game(PRESETS[preset], deals=2),
            seed=f"replay/{preset}",
            choosers={seat: chooser(bot, asked[seat]) for seat, bot in enumerate(seats)},
        )
        game.play()
        for seat, bot in enumerate(seats):
            views = list(replayed(game, seat))
            assert views == [view for view, _ in asked[seat]]
            # In another order, by another bot of the same strength and seed: nothing is remembered.
            again = [Bot(bot.strength, bot.seed).choose(view) for view in reversed(views)]
            assert again[::-1] == [decision for _, decision in asked[seat]]
    assert game.table.is_signed
    assert sum(len(decisions) for decisions in asked.values()) > 64


@pytest.mark.parametrize("strength", Strength)
def test_a_real_table_accepts_every_decision(strength: Strength) -> None:
    asked: list[tuple[TableView, Decision]] = []
    options = replace(short_game(PRESETS["concours"]), belote_call=BeloteCall.MANUAL_STRICT)
    with toy_group(), hasty():
        game = FourSeats(
            options=options,
            seed="bots",
            choosers={seat: chooser(Bot(strength, seed=seat), asked) for seat in range(4)},
        )
        game.play()
    assert game.table.is_signed
    assert sum(isinstance(decision, PlayCard) for _, decision in asked) == 32


def test_the_seed_of_a_regular_player_chooses_among_equals_only() -> None:
    view = to_play("8C 9C JD 9D 10C KC", "8S 9S AS", earlier=DRAWN)
    equal = best_cards(view)
    assert len(equal) == 3
    decisions = [Bot(seed=seed).choose(view) for seed in range(40)]
    assert {str(one) for one in decisions} == {str(PlayCard(card)) for card in equal}


def test_equal_suits_are_both_taken() -> None:
    options = replace(Options(), round2_turned_suit=Round2TurnedSuit.ALLOWED)
    view = to_bid("JS 9S 8S JC 9C", "8C", passes=4, options=options)
    bids = {str(Bot(seed=seed).choose(view)) for seed in range(20)}
    assert bids == {str(PlaceBid(bid)) for bid in best_bids(view)}
    assert len(bids) == 2


@pytest.mark.parametrize("strength", Strength)
def test_belote_is_said_with_the_card_that_counts(strength: Strength) -> None:
    options = replace(Options(), belote_call=BeloteCall.MANUAL_STRICT)
    said = to_play("KH QH 7S 8S KD 8C QC 7C", "9H 8H AH", taker=1, options=options)
    silent = to_play("QH 7S 8S KD 8C QC 7C 9D", "9H 8H AH", taker=1, options=options)
    decision = Bot(strength).choose(said)
    assert isinstance(decision, PlayCard)
    assert str(decision.card) in ("QH", "KH")
    assert decision.announce
    assert Bot(strength).choose(silent) == PlayCard(Card.parse("QH"), announce=False)


@pytest.mark.parametrize("strength", Strength)
def test_the_king_goes_first_where_only_that_counts(strength: Strength) -> None:
    options = replace(Options(), belote_order=BeloteOrder.KING_FIRST)
    view = to_play("KH QH 7S 8S KD 8C QC 7C", "9H 8H AH", taker=1, options=options)
    assert Bot(strength).choose(view) == PlayCard(Card.parse("KH"), announce=True)


@pytest.mark.parametrize("strength", Strength)
def test_a_spectator_is_not_asked(strength: Strength) -> None:
    with pytest.raises(OutOfTurn):
        Bot(strength).choose(replace(to_bid("JH 9H AS 8D 7C", "8H"), place=None))


AT_950_TO_200 = (
    (Strength.REGULAR, "9H AH 10H 8D 7C", "8H", 0, (950, 200)),
    (Strength.REGULAR, "AH QH 8D 9D KC", "9H", 0, (200, 950)),
    (Strength.EXPERT, "JD AC JC QC 9D", "JH", 3, (950, 200)),
    (Strength.EXPERT, "JH 10H AS 8D 7C", "8H", 0, (200, 950)),
)


@pytest.mark.parametrize(("strength", "held", "turn_up", "passes", "scores"), AT_950_TO_200)
def test_the_score_of_the_match_changes_bids(
    strength: Strength, held: str, turn_up: str, passes: int, scores: tuple[int, int]
) -> None:
    """Both of those who lead and of those who are behind, for all but beginners."""
    bot = Bot(strength)
    late = bot.choose(to_bid(held, turn_up, passes=passes, scores=scores))
    assert late != bot.choose(to_bid(held, turn_up, passes=passes))


def differences(
    stronger: Strength, weaker: Strength | None, options: Options, pairs: int, seed: int
) -> list[float]:
    duels = play_duels(stronger, weaker, options, pairs=pairs, seed=seed, workers=1)
    return [duel.difference for duel in duels]


@pytest.mark.parametrize(
    ("stronger", "weaker", "deals"),
    [
        (Strength.BEGINNER, None, 30),
        (Strength.REGULAR, None, 30),
        (Strength.REGULAR, Strength.BEGINNER, 60),
    ],
)
def test_the_stronger_one_wins(stronger: Strength, weaker: Strength | None, deals: int) -> None:
    """A few mirrored deals; the whole figures come from the benchmark."""
    assert sum(differences(stronger, weaker, Options(), deals, 1)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_each_strength_beats_the_one_below_at_every_table(name: str) -> None:
    for weaker, stronger in pairwise((None, *Strength)):
        assert stronger is not None
        found = differences(stronger, weaker, PRESETS[name], 60, 2)
        assert sum(found) / len(found) > (30 if weaker is None else 0)
