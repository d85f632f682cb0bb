"""What a deal is worth that somebody has left, and how a match goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from belote_net.rules.cards import Team
from belote_net.rules.choices import Annonces, AnnoncesOnFail, Audit, Tie
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.scoring import DealScore, Line, LineKind, Outcome
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.events import (
    DealAnnulled,
    DealForfeited,
)
from belote_net.table.messages import (
    Call,
    Height,
    InTrump,
    Play,
    Reseat,
    Share,
    Show,
)
from belote_protocol.entry import Seat
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.table.games import announcing
from tests.table.leaving import leave, sit_down, taking_game
from tests.table.stacked import StackedSeats, stack, stacked_decks
from tests.table.test_deals_that_matter import EQUAL

pytestmark = pytest.mark.usefixtures("toy")

BELOTE = stack("KS QS", "", "", "", turn_up="9S")
"""The first to speak takes, and holds the belote."""


def last_score(game: FourSeats) -> DealScore:
    """Of the deal that was left."""
    score = game.table.state.played[-1].score
    assert score is not None
    assert score.outcome is Outcome.FORFEITED
    return score


def team_of(game: FourSeats, seat: int) -> Team:
    state = game.table.state
    return state.variant.team_of(state.seated.place_of(Seat(seat)))


def other_side(team: Team) -> Team:
    return Team(1 - team)


def points_of(score: DealScore, team: Team) -> dict[LineKind, int]:
    """What a team writes, line by line."""
    return {line.kind: line.points for line in score.formula if line.team == team}


def verified(game: FourSeats) -> None:
    """The log is right for whoever reads it, and ends with this state."""
    audit = audit_log(tuple(game.table.log))
    assert audit.refusal is None
    assert audit.verdict is Verdict.FINISHED
    assert audit.table is not None
    assert audit.table.state.digest() == game.table.state.digest()


def play_while(game: FourSeats, going_on: Callable[[FourSeats], bool]) -> None:
    while going_on(game):
        game.deliver(game.answer(game.table.waiting()[0]))


class TestForfeit:
    @pytest.mark.parametrize("offset", range(4))
    @pytest.mark.parametrize("taker", [0, 1])
    def test_of_any_seat_whoever_took(self, offset: int, taker: int) -> None:
        chosen = stack("", "", "", "", turn_up="9S", taker=taker)
        game = StackedSeats(options=short_game(deals=2), stacks=[chosen], seed="left")
        with stacked_decks(game):
            duty = game.play_until(Play.kind, count=6)
            while game.offset(game.table.state.seated.place_of(duty.seat)) != offset:
                game.deliver(game.answer(duty))
                duty = game.table.waiting()[0]
            took = team_of(game, game.table.state.seated.seat_at(game.place(taker)))
            seat = leave(game)
        absent = team_of(game, seat)
        score = last_score(game)
        assert points_of(score, absent) == {}
        assert points_of(score, other_side(absent)) == {LineKind.FORFEITED: 162}
        assert (score.taker, score.belote, score.held_after) == (took, None, 0)
        assert game.table.state.current_match.scores == score.points
        (forfeited,) = [one for one in game.events if isinstance(one, DealForfeited)]
        assert forfeited.place == game.table.state.seated.place_of(seat)

    @pytest.mark.parametrize("own", [True, False])
    @pytest.mark.parametrize("untakeable", [True, False])
    def test_with_a_belote_that_was_shown(self, *, own: bool, untakeable: bool) -> None:
        """That of the side which left is lost, or changes hands as after a failed contract."""
        options = replace(short_game(deals=2), belote_untakeable=untakeable)
        game = StackedSeats(options=options, stacks=[BELOTE], seed="left")
        with stacked_decks(game):
            game.play_until(Play.kind)
            holder = team_of(game, game.table.state.seated.seat_at(game.place(0)))
            play_while(
                game, lambda game: not _is_shown(game) or _on_turn(game) != holder ^ (not own)
            )
            seat = leave(game)
        assert (team_of(game, seat) == holder) is own
        winner = other_side(team_of(game, seat))
        belote = {} if own and untakeable else {LineKind.BELOTE: 20}
        score = last_score(game)
        assert score.belote == holder
        assert points_of(score, winner) == {LineKind.FORFEITED: 162, **belote}
        assert points_of(score, team_of(game, seat)) == {}

    def test_with_half_a_belote(self) -> None:
        """Nobody knows yet whether the other word would have come."""
        game = StackedSeats(options=short_game(deals=2), stacks=[BELOTE], seed="left")
        with stacked_decks(game):
            game.play_until(Play.kind)
            play_while(game, lambda game: not _belote_plays(game))
            leave(game)
        assert _belote_plays(game) == 1
        assert last_score(game).belote is None

    def test_with_points_that_were_held(self) -> None:
        game = StackedSeats(
            options=short_game(replace(Options(), tie=Tie.DRAW), deals=3),
            stacks=[EQUAL],
            seed="matter",
        )
        with stacked_decks(game):
            play_while(game, lambda game: len(game.table.state.played) < 1)
            assert game.table.state.current_match.held_points == 81
            before = game.table.state.current_match.scores
            game.play_until(Play.kind, count=2)
            seat = leave(game)
        winner = other_side(team_of(game, seat))
        score = last_score(game)
        assert points_of(score, winner) == {LineKind.FORFEITED: 162, LineKind.HELD_WON: 81}
        assert (score.held_before, score.held_after) == (81, 0)
        assert game.table.state.current_match.held_points == 0
        after = game.table.state.current_match.scores
        assert after[winner] - before[winner] == 162 + 81

    def test_in_the_auction(self) -> None:
        game = taking_game()
        game.play_until(Call.kind)
        leave(game)
        score = last_score(game)
        assert (score.taker, score.belote) == (None, None)
        assert sum(score.points) == 162

    @pytest.mark.parametrize("given", range(4))
    def test_who_has_all_shares_of_his_cards_has_seen_them(self, given: int) -> None:
        """The last to give shares has those of all others; before him nobody has all of his."""
        game = taking_game()
        game.play_until(Share.kind, count=given + 1)
        leave(game)
        played = game.table.state.played[-1]
        if given == 3:
            assert last_score(game).points.count(162) == 1
            return
        assert (played.score, played.is_annulled) == (None, True)
        assert any(isinstance(one, DealAnnulled) for one in game.events)

    def test_an_annulled_deal_is_dealt_again_by_the_same_dealer(self) -> None:
        game = taking_game(deals=1)
        game.play_until(Share.kind)
        dealer = game.table.state.current_deal.dealer
        sit_down(game, leave(game))
        assert game.table.state.current_deal.dealer == dealer
        game.play()
        assert [played.is_annulled for played in game.table.state.played] == [True, False]
        assert game.table.state.current_match.deals_played == 1
        verified(game)

    def test_a_forfeit_counts_as_a_deal(self) -> None:
        game = taking_game(deals=2)
        game.play_until(Play.kind)
        dealer = game.table.state.current_deal.dealer
        sit_down(game, leave(game))
        assert game.table.state.current_deal.dealer != dealer
        assert game.table.state.current_match.deals_played == 1
        game.play()
        verified(game)

    @pytest.mark.parametrize("audit", Audit)
    def test_no_seed_of_a_deal_that_was_left_is_ever_shown(self, audit: Audit) -> None:
        game = taking_game(deals=2, options=replace(Options(), audit=audit))
        game.play_until(Play.kind, count=30)
        sit_down(game, leave(game))
        game.play()
        assert game.table.decks.played_out(1) is None
        assert game.table.log.count("deck/1") == 12
        assert game.table.log.count("deck/4") == (16 if audit is Audit.REVEAL else 12)


def _belote_plays(game: FourSeats) -> int:
    deal = game.table.state.current_deal
    return len(deal.belote.plays) if deal.belote else 0


def _is_shown(game: FourSeats) -> bool:
    return _belote_plays(game) == 2


def _on_turn(game: FourSeats) -> int:
    return team_of(game, game.table.waiting()[0].seat)


CLAIMING = stack("AH KH QH", "7C 8C 9C", "", "9D 10D JD QD", turn_up="JS", taker=1)
"""A tierce of the first speaker's side, a fifty and a tierce of the other."""


class TestDeclarations:
    def left_at(self, game: StackedSeats, kind: str, count: int = 1) -> tuple[Team, DealScore]:
        """The team that was left without somebody when this fell due, and the score."""
        with stacked_decks(game):
            game.play_until(kind, count=count)
            seat = leave(game)
        return team_of(game, seat), last_score(game)

    def table(self, on_fail: AnnoncesOnFail = AnnoncesOnFail.TO_DEFENCE) -> StackedSeats:
        options = replace(Options(), annonces=Annonces.ON, annonces_on_fail=on_fail)
        return StackedSeats(options=short_game(options, deals=2), stacks=[CLAIMING], seed="left")

    def test_before_they_are_shown_they_count_for_nobody(self) -> None:
        absent, score = self.left_at(self.table(), Show.kind)
        assert points_of(score, other_side(absent)) == {LineKind.FORFEITED: 162}

    @pytest.mark.parametrize("on_fail", AnnoncesOnFail)
    def test_those_of_who_left_change_hands_as_after_a_failed_contract(
        self, on_fail: AnnoncesOnFail
    ) -> None:
        """One of two has shown, then the other one leaves."""
        absent, score = self.left_at(self.table(on_fail), Show.kind, count=2)
        won = {LineKind.DECLARATIONS_WON: 20} if on_fail is AnnoncesOnFail.TO_DEFENCE else {}
        assert score.declarations[absent] == 20
        assert points_of(score, other_side(absent)) == {LineKind.FORFEITED: 162, **won}
        assert points_of(score, absent) == {}

    def test_those_of_the_other_side_stay(self) -> None:
        game = self.table()
        with stacked_decks(game):
            game.play_until(Show.kind, count=2)
            game.deliver(game.answer(game.table.waiting()[0]))
            declaring = team_of(game, game.table.state.seated.seat_at(game.place(1)))
            play_while(game, lambda game: _on_turn(game) == declaring)
            seat = leave(game)
        score = last_score(game)
        assert team_of(game, seat) != declaring
        assert score.declarations[declaring] == 70
        assert points_of(score, declaring) == {LineKind.FORFEITED: 162, LineKind.DECLARATIONS: 70}

    @pytest.mark.parametrize(
        "preset",
        [
            "classique-annonces",
            *(
                pytest.param(name, marks=pytest.mark.slow)
                for name in ("maison-1000", "complement-160")
            ),
        ],
    )
    def test_at_every_question_of_a_preset(self, preset: str) -> None:
        """Who does not answer what is asked of his declarations forfeits the deal."""
        found = set[str]()
        for seed in range(1, 60):
            for kind in {Height.kind, InTrump.kind, Show.kind} - found:
                game = _table(preset, seed)
                if not _reaches(game, kind):
                    continue
                found.add(kind)
                absent = team_of(game, leave(game))
                score = last_score(game)
                assert points_of(score, absent) == {}
                expected = PRESETS[preset].fail_points.value
                assert Line(LineKind.FORFEITED, other_side(absent), expected) in score.formula
                game.play_until(Reseat.kind)
            if {Height.kind, Show.kind} <= found:
                return
        pytest.fail(f"only {found} found")


def _table(preset: str, seed: int) -> FourSeats:
    chooser = announcing(random_chooser(seed, eagerness=1.0))
    options = short_game(PRESETS[preset], deals=2)
    return FourSeats(options=options, seed=seed, choosers=dict.fromkeys(range(4), chooser))


def _reaches(game: FourSeats, kind: str) -> bool:
    """Play until this is due in the first deal."""
    while not game.table.state.played:
        duty = game.table.waiting()[0]
        if duty.kind == kind:
            return True
        game.deliver(game.answer(duty))
    return False
