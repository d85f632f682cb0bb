"""Deals that seldom come, played through the whole chain at stacked decks, and audited.

The toy group computes; every rule and every entry is the real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from belote_net.rules.cards import Card, Rank, Team
from belote_net.rules.choices import AllPass, Annonces, AnnonceTie, Litige, LitigeChain, Show, Tie
from belote_net.rules.declarations import Claim, InTrumps
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore, LineKind, Outcome
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.decisions import Decision, Duty, PlaceBid
from belote_net.table.events import (
    AllPassed,
    Announcement,
    CardPlayed,
    DealBegan,
    DealScored,
    DeclarationsShown,
    Event,
    GameOver,
    HeightTold,
    TrickWon,
    TrumpAnswered,
)
from belote_net.table.messages import Call
from belote_net.table.view import TableView
from tests.four_seats import short_game
from tests.protocol.toy_group import toy_group
from tests.table.stacked import Stack, StackedSeats, stack, stacked_decks

ANNONCES = replace(Options(), annonces=Annonces.ON)


@dataclass(frozen=True)
class Played:
    """A game to its end, with its log verified.

    Attributes:
        events: of the whole game; places are told as offsets in their deal by `offset`.
    """

    game: StackedSeats
    events: tuple[Event, ...]

    @property
    def scores(self) -> list[DealScore]:
        return [event.score for event in self.events if isinstance(event, DealScored)]

    def by_deal(self) -> Iterator[tuple[list[int], list[Event]]]:
        """For each deal, the places in order of speaking, and its events."""
        variant, deals = self.game.table.state.variant, list[list[Event]]()
        for event in self.events:
            if isinstance(event, DealBegan):
                deals.append([])
            if deals:
                deals[-1].append(event)
        for events in deals:
            began = events[0]
            assert isinstance(began, DealBegan)
            yield list(variant.order_from(variant.first_place(began.dealer))), events


def play(*stacks: Stack, options: Options = ANNONCES, deals: int = 1) -> Played:
    """Play these deals, in turn, and audit the log."""
    game = StackedSeats(options=short_game(options, deals=deals), stacks=stacks, seed="matter")
    return finish(game)


def finish(game: StackedSeats) -> Played:
    with toy_group(), stacked_decks(game):
        game.play()
        audit = audit_log(tuple(game.table.log))
    assert audit.verdict is Verdict.FINISHED, audit.refusal
    told = tuple(event for step in audit.steps for event in step.events)
    assert told == tuple(game.events)
    return Played(game, told)


def said(played: Played) -> list[tuple[int, object]]:
    """What was said of declarations in the only deal: by offset, in order."""
    ((places, events),) = played.by_deal()
    lines: list[tuple[int, object]] = []
    for event in events:
        match event:
            case CardPlayed(claims=claims) if claims:
                lines.append((places.index(event.place), claims))
            case HeightTold():
                lines.append((places.index(event.place), event.height))
            case TrumpAnswered():
                lines.append((places.index(event.place), event.answer))
            case DeclarationsShown():
                shown = " ".join(str(card) for one in event.declarations for card in one.cards)
                lines.append((places.index(event.place), shown))
    return lines


def team(played: Played, offset: int) -> Team:
    ((places, _),) = played.by_deal()
    return played.game.table.state.variant.team_of(
        played.game.table.state.current_deal.places[places[offset]]
    )


def declared(played: Played) -> tuple[int, int]:
    """What the declarations of the first speaker's side and of the other are worth."""
    (score,) = played.scores
    points = score.declarations or (0, 0)
    return points[team(played, 0)], points[team(played, 1)]


TIERCE, FIFTY = Claim.TIERCE, Claim.FIFTY
NO, YES = InTrumps.NO, InTrumps.YES


class TestDeclarations:
    def test_two_by_one_player(self) -> None:
        played = play(stack("KS QS JS 9H 8H 7H", "", "", "", turn_up="9D"))
        assert said(played) == [(0, (TIERCE, TIERCE)), (0, "JS QS KS 7H 8H 9H")]
        assert declared(played) == (40, 0)

    def test_two_by_partners_against_one(self) -> None:
        """Each of the side shows all of his; the other side shows nothing."""
        played = play(stack("KS QS JS", "9C 8C 7C", "10H 9H 8H 7H", "", turn_up="9D"))
        assert said(played) == [
            (0, (TIERCE,)),
            (1, (TIERCE,)),
            (2, (FIFTY,)),
            (0, "JS QS KS"),
            (2, "7H 8H 9H 10H"),
        ]
        assert declared(played) == (70, 0)

    def test_two_tierces_to_the_ace_of_one_side_do_not_cancel(self) -> None:
        """Oliboy50/coinche issue 53, ANN-26."""
        options = replace(ANNONCES, annonce_tie=AnnonceTie.CANCEL)
        played = play(stack("AS KS QS", "", "AH KH QH", "", turn_up="9D"), options=options)
        assert said(played) == [(0, (TIERCE,)), (2, (TIERCE,)), (0, "QS KS AS"), (2, "QH KH AH")]
        assert declared(played) == (40, 0)

    def test_the_height_decides(self) -> None:
        played = play(stack("KS QS JS", "AH KH QH", "", "", turn_up="9D"))
        assert said(played) == [
            *((0, (TIERCE,)), (1, (TIERCE,))),
            *((0, Rank.KING), (1, Rank.ACE)),
            (1, "QH KH AH"),
        ]
        assert declared(played) == (0, 20)

    def test_no_better_keeps_its_height_to_itself(self) -> None:
        played = play(stack("KS QS JS", "9H 8H 7H", "", "", turn_up="9D"))
        assert said(played) == [
            *((0, (TIERCE,)), (1, (TIERCE,))),
            *((0, Rank.KING), (1, None)),
            (0, "JS QS KS"),
        ]
        assert declared(played) == (20, 0)

    def test_the_one_in_trumps_wins_between_equals(self) -> None:
        played = play(stack("KS QS JS", "KH QH JH", "", "", turn_up="8H", taker=2))
        assert said(played) == [
            *((0, (TIERCE,)), (1, (TIERCE,))),
            *((0, Rank.KING), (1, Rank.KING)),
            *((0, NO), (1, YES)),
            (1, "JH QH KH"),
        ]
        assert declared(played) == (0, 20)

    @pytest.mark.parametrize(
        ("tie", "points", "shows"),
        [
            (AnnonceTie.FIRST_SPEAKER, (20, 0), [(0, "JS QS KS")]),
            (AnnonceTie.CANCEL, (0, 0), []),
        ],
    )
    def test_equals_out_of_trumps(
        self, tie: AnnonceTie, points: tuple[int, int], shows: list[tuple[int, object]]
    ) -> None:
        options = replace(ANNONCES, annonce_tie=tie)
        played = play(stack("KS QS JS", "KC QC JC", "", "", turn_up="8H"), options=options)
        assert said(played) == [
            *((0, (TIERCE,)), (1, (TIERCE,))),
            *((0, Rank.KING), (1, Rank.KING)),
            *((0, NO), (1, NO)),
            *shows,
        ]
        assert declared(played) == points

    @pytest.mark.parametrize("show", Show)
    def test_when_they_are_shown(self, show: Show) -> None:
        options = replace(ANNONCES, show=show)
        chosen = stack("KS QS JS", "", "10H 9H 8H 7H", "", turn_up="9D")
        ((_, events),) = play(chosen, options=options).by_deal()
        shows = [n for n, event in enumerate(events) if isinstance(event, DeclarationsShown)]
        cards = [n for n, event in enumerate(events) if isinstance(event, CardPlayed)]
        assert all(cards[3] < at < cards[7] for at in shows)
        before_all = all(at < cards[4] for at in shows)
        assert before_all == (show is Show.AT_ONCE)
        for at in shows:
            event = events[at]
            assert isinstance(event, DeclarationsShown)
            second = [card for card in cards if events[card].place == event.place][1]  # type: ignore[union-attr]  # cards only
            assert at < second

    def test_who_keeps_silent_has_nothing(self) -> None:
        chosen = stack("KS QS JS", "9C 8C 7C", "", "", turn_up="9D", silent=[0])
        played = play(chosen)
        assert said(played) == [(1, (TIERCE,)), (1, "7C 8C 9C")]
        assert declared(played) == (0, 20)


@pytest.mark.parametrize("offset", range(4))
def test_belote_in_each_hand(offset: int) -> None:
    """At every place; the words are said once for each card, and never after (ElysiumDisc)."""
    hands = ["", "", "", ""]
    hands[offset] = "KS QS"
    chosen = stack(*hands, turn_up="9S", taker=(offset + 1) % 4, seed=offset)
    played = play(chosen, options=Options(), deals=4)
    holders = set()
    for (places, events), score in zip(played.by_deal(), played.scores, strict=True):
        words = [
            (places.index(event.place), event.announcement, event.card.rank)
            for event in events
            if isinstance(event, CardPlayed) and event.announcement
        ]
        assert [word[:2] for word in words] == [
            (offset, Announcement.BELOTE),
            (offset, Announcement.REBELOTE),
        ]
        assert {word[2] for word in words} == {Rank.KING, Rank.QUEEN}
        assert score.belote == places[offset] % 2
        assert sum(line.points for line in score.formula if line.kind is LineKind.BELOTE) == 20
        holders.add(places[offset])
    assert holders == {0, 1, 2, 3}


ALL_TRUMPS = "7S 8S 9S 10S JS QS KS AS"


class TestCapot:
    """By both teams: the deal comes twice, and the first speaker changes teams between."""

    @pytest.mark.parametrize("offset", range(4))
    def test_by_the_taker(self, offset: int) -> None:
        hands = ["", "", "", ""]
        hands[offset] = ALL_TRUMPS
        chosen = stack(*hands, turn_up="JS", taker=offset)
        played = play(chosen, options=Options(), deals=2)
        winners = set()
        for (places, events), score in zip(played.by_deal(), played.scores, strict=True):
            winner = places[offset] % 2
            assert score.outcome is Outcome.CAPOT
            assert score.points[winner] == 252 + 20
            assert score.points[1 - winner] == 0
            assert {event.winner % 2 for event in events if isinstance(event, TrickWon)} == {winner}
            winners.add(winner)
        assert winners == {0, 1}

    @pytest.mark.parametrize("taker", [1, 3])
    def test_by_the_defence(self, taker: int) -> None:
        hands = ["8H 9H 10H JH QH KH AH AS", "", "", ""]
        hands[taker] = "7H 7S"
        played = play(stack(*hands, turn_up="7H", taker=taker), options=Options(), deals=2)
        winners = set()
        for (places, _), score in zip(played.by_deal(), played.scores, strict=True):
            winner = places[0] % 2
            assert score.outcome is Outcome.FAILED_CAPOT
            assert score.taker == 1 - winner
            assert score.points[winner] == 252 + 20
            assert score.points[1 - winner] == 0
            winners.add(winner)
        assert winners == {0, 1}


EQUAL = stack("", "", "", "", turn_up="JS", seed=238)
"""Both sides make 81 of it, as the cards are played here."""

EQUAL_WITH_BELOTE = stack("", "", "", "", turn_up="JS", seed=647)
"""Both sides make 91 of it; the defence has the belote."""

MADE = stack(ALL_TRUMPS, "", "", "", turn_up="JS")
DRAWS = replace(Options(), tie=Tie.DRAW)


class TestLitige:
    def test_in_the_last_deal_each_side_writes_its_own(self) -> None:
        played = play(EQUAL, options=DRAWS)
        (score,) = played.scores
        assert score.outcome is Outcome.LITIGE_LAST
        assert score.points == (81, 81)
        assert score.held_after == 0
        assert GameOver(None, (81, 81)) in played.events

    def test_one_more_deal_decides_where_the_rules_say_so(self) -> None:
        played = play(EQUAL, MADE, options=Options())
        assert [score.outcome for score in played.scores] == [Outcome.LITIGE_LAST, Outcome.CAPOT]

    def test_in_the_last_deal_with_belote(self) -> None:
        (score,) = play(EQUAL_WITH_BELOTE, options=DRAWS).scores
        assert score.outcome is Outcome.LITIGE_LAST
        assert score.points == (91, 91)
        assert score.reason is not None
        assert (score.reason.taker_total, score.reason.defence_total) == (91, 91)

    def test_what_waits_goes_to_the_defence_when_no_deal_follows(self) -> None:
        first, last = play(EQUAL, options=DRAWS, deals=2).scores
        assert (first.outcome, first.held_after) == (Outcome.LITIGE, 81)
        assert last.outcome is Outcome.LITIGE_LAST
        assert last.taker is not None
        assert last.points[last.taker] == 81
        assert last.points[1 - last.taker] == 81 + 81

    @pytest.mark.parametrize(
        ("chain", "held"),
        [(LitigeChain.ACCUMULATE, [81, 162, 0]), (LitigeChain.DEFENCE_TAKES_POOL, [81, 81, 0])],
    )
    def test_chains(self, chain: LitigeChain, held: list[int]) -> None:
        options = replace(DRAWS, litige_chain=chain)
        scores = play(EQUAL, options=options, deals=3).scores
        assert [score.held_after for score in scores] == held
        assert sum(sum(score.points) for score in scores) == 3 * 162

    @pytest.mark.parametrize(
        ("litige", "outcome"),
        [
            (Litige.FAIL, Outcome.FAILED),
            (Litige.TAKER_SUCCESS, Outcome.MADE),
            (Litige.DEFENCE_ONLY, Outcome.LITIGE),
        ],
    )
    def test_by_option(self, litige: Litige, outcome: Outcome) -> None:
        options = replace(DRAWS, litige=litige)
        (score,) = play(EQUAL, options=options).scores
        assert score.outcome is outcome
        assert score.reason is not None
        assert score.reason.decided_by == "litige"

    def test_replayed_by_the_same_dealer(self) -> None:
        options = replace(Options(), litige=Litige.REPLAY)
        played = play(EQUAL, MADE, options=options)
        assert [score.outcome for score in played.scores] == [Outcome.REPLAYED, Outcome.CAPOT]
        first, second = (places for places, _ in played.by_deal())
        assert first == second


class Passing(StackedSeats):
    """Nobody takes in the second, third and fourth deal."""

    def choose(self, view: TableView, duty: Duty) -> Decision:
        if duty.kind == Call.kind and 2 <= view.deal_number <= 4:
            return PlaceBid(view.bids[0])
        return super().choose(view, duty)


@pytest.mark.parametrize("all_pass", AllPass)
def test_points_in_litige_survive_three_deals_that_all_pass(all_pass: AllPass) -> None:
    """ElysiumDisc 0.9.6: the dealer moves as the option says, the pool stays."""
    options = short_game(replace(Options(), all_pass=all_pass), deals=2)
    game = Passing(options=options, stacks=[EQUAL, MADE, MADE, MADE, MADE], seed="passing")
    played = finish(game)
    assert sum(isinstance(event, AllPassed) for event in played.events) == 3
    _, score = played.scores
    assert score.held_before == 81
    dealers = [event.dealer for event in played.events if isinstance(event, DealBegan)]
    step = 1 if all_pass is AllPass.NEXT_DEALER else 0
    for before, after in pairwise(dealers[1:]):
        assert after == (before + step) % 4
    assert dealers[1] == (dealers[0] + 1) % 4


def test_a_stack_is_what_is_dealt() -> None:
    chosen = stack("KS QS JS", "", "", "", turn_up="9D", taker=3)
    game = StackedSeats(options=short_game(), stacks=[chosen], seed="dealt")
    with toy_group(), stacked_decks(game):
        game.play_until("play")
        for seat, player in enumerate(game.players):
            place = game.table.state.seated.place_of(player.seat)
            hand = player.hand(game.table_of(seat))
            assert hand == frozenset(chosen.hands[game.offset(place)])
        assert game.table.state.current_deal.turn_up == Card.parse("9D")
