"""Declarations at the table: what is claimed must be shown, and what has lost is never seen."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.rules.cards import PACK, Card, Rank, Suit
from belote_net.rules.choices import Annonces
from belote_net.rules.choices import Show as ShowWhen
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.declarations import Claim, Declaration, InTrumps
from belote_net.rules.options import Options
from belote_net.table import checks, declaring
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.decisions import Decision, Duty, PlayCard
from belote_net.table.declaring import show_claim
from belote_net.table.events import DealScored, DeclarationsShown, FalseClaimsFound
from belote_net.table.messages import Height, InTrump, Play, Show
from belote_net.table.view import TableView
from belote_protocol.codec import decode
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.errors import InvalidProof, RejectedEntry
from tests.four_seats import short_game
from tests.protocol.removal import instead, no_raise
from tests.protocol.toy_group import toy_group
from tests.table.card_cheats import proof_of
from tests.table.curious import Curious
from tests.table.declaring_cheats import DECLARING
from tests.table.scenarios import Scenario, occasions
from tests.table.stacked import Stack, StackedSeats, stack, stacked_decks
from tests.table.stage import Cheat, Stage
from tests.table.taking_out import accept, edited
from tests.table.test_removed_table_checks import Row, check

ANNONCES = short_game(replace(Options(), annonces=Annonces.ON))


def seats(chosen: Stack, options: Options = ANNONCES) -> StackedSeats:
    return StackedSeats(options=options, stacks=[chosen], seed="declarations")


def stage_at(game: StackedSeats, kind: str) -> Stage:
    """The next time that an entry of this kind is due."""
    duty = game.play_until(kind)
    return Stage(game, duty, game.answer(duty))


def lie(game: StackedSeats, offset: int, *claims: Claim) -> None:
    """Let one player claim what he likes with his first card."""
    while game.offset((stage := stage_at(game, Play.kind)).place) != offset:
        game.deliver(stage.honest)
    words = tuple(claim.value for claim in claims)
    game.deliver(stage.seal(structs.replace(stage.body(Play), claims=words)))


def refusal_of(stage: Stage, body: Body) -> str:
    """Why a body is refused in the place that is due; its author is named, nothing has moved."""
    before = stage.state
    with pytest.raises(RejectedEntry) as refused:
        stage.table.fold(stage.seal(body))
    assert refused.value.culprit == stage.seat
    assert stage.state is before
    return str(refused.value)


def scored(game: StackedSeats) -> DealScored:
    """Play to the end and verify the log; the score of the only deal."""
    game.play()
    assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED
    return next(event for event in game.events if isinstance(event, DealScored))


def hundreds() -> Iterator[Declaration]:
    """Every hundred of five cards."""
    for suit in Suit:
        cards = [card for card in PACK if card.suit is suit]
        for start in range(len(cards) - 4):
            yield Declaration.of(cards[start : start + 5])


LIAR = stack("", "KS QS JS", "", "9C 8C 7C", turn_up="9D", seed=3)
"""The first speaker holds nothing; both of the others' side hold a tierce."""


def test_who_cannot_show_what_he_claimed_forfeits_it() -> None:
    """In the real group; the comparison is made again, and the others' tierces are owed at once."""
    game = seats(LIAR)
    with stacked_decks(game):
        lie(game, 0, Claim.HUNDRED)
        stage = stage_at(game, Show.kind)
        liar = stage.place
        assert game.offset(liar) == 0
        lied = 0
        for one in hundreds():
            cards = tuple(card.number for card in one.cards)
            try:
                statement = show_claim(stage.deal, liar, [one]).statement
            except InvalidProof:
                continue  # a card of it is public: no proof could be about this hand
            assert statement is not None
            body = Show((cards,), proof_of(stage, statement))
            assert "the proof about the hand does not hold" in refusal_of(stage, body)
            assert "a proof expected" in refusal_of(stage, Show((cards,), None))
            lied += 1
        assert lied
        assert "not those that were claimed" in refusal_of(stage, Show((), None))
        game.deliver(stage.seal(Show(None, None)))
        assert game.events[-1] == DeclarationsShown(liar, ())
        for _ in range(2):
            duty = game.table.waiting()[0]
            assert duty.kind == Show.kind
            game.deliver(game.answer(duty))
        score = scored(game).score
    team = game.table.state.variant.team_of(liar)
    assert (score.declarations[team], score.declarations[1 - team]) == (0, 40)
    assert FalseClaimsFound((liar,)) in game.events


def test_what_is_held_but_was_not_claimed_is_not_shown() -> None:
    """He holds a fifty and says a hundred: the fifty does not save him."""
    chosen = stack("10S 9S 8S 7S", "KH QH JH", "", "", turn_up="9D", seed=1)
    game = seats(chosen)
    with toy_group(), stacked_decks(game):
        lie(game, 0, Claim.HUNDRED)
        stage = stage_at(game, Show.kind)
        held = Declaration.of(Card.parse(text) for text in ("7S", "8S", "9S", "10S"))
        statement = show_claim(stage.deal, stage.place, [held]).statement
        assert statement is not None
        cards = tuple(card.number for card in held.cards)
        body = Show((cards,), proof_of(stage, statement))
        assert "not those that were claimed" in refusal_of(stage, body)


@pytest.mark.parametrize(
    ("told", "answer", "is_forfeited"),
    [
        (Rank.KING, InTrumps.NO, False),
        (Rank.ACE, None, True),
        (Rank.KING, InTrumps.YES, True),
    ],
)
def test_details_must_be_shown_as_they_were_told(
    told: Rank, answer: InTrumps | None, *, is_forfeited: bool
) -> None:
    """A tierce to the king out of trumps, against another: called higher, or in trumps, in vain."""
    game = seats(stack("KS QS JS", "KC QC JC", "", "", turn_up="9D", seed=1))
    with toy_group(), stacked_decks(game):
        stage = stage_at(game, Height.kind)
        game.deliver(stage.seal(Height(told.value)))
        if answer is not None:
            stage = stage_at(game, InTrump.kind)
            game.deliver(stage.seal(InTrump(answer.value)))
        while game.offset((stage := stage_at(game, Show.kind)).place) != 0:
            game.deliver(stage.honest)
        if is_forfeited:
            assert "not those that were claimed" in refusal_of(stage, stage.body(Show))
            game.deliver(stage.seal(Show(None, None)))
        liar, score = stage.place, scored(game).score
    ahead = game.table.state.variant.team_of(liar)
    assert score.declarations[ahead] == (0 if is_forfeited else 20)
    assert score.declarations[1 - ahead] == (20 if is_forfeited else 0)
    assert (FalseClaimsFound((liar,)) in game.events) == is_forfeited


def test_a_false_claim_that_has_lost_is_named_after_the_deal() -> None:
    game = seats(stack("", "10H 9H 8H 7H", "", "", turn_up="9D", seed=2))
    with toy_group(), stacked_decks(game):
        lie(game, 0, Claim.TIERCE)
        score = scored(game).score
        (liar,) = game.table.state.played[0].deal.false_claimers()
    assert game.offset(liar) == 0
    assert sum(score.declarations) == 50
    assert not any(
        isinstance(event, DeclarationsShown) and event.place == liar for event in game.events
    )
    found = game.events.index(FalseClaimsFound((liar,)))
    assert isinstance(game.events[found + 1], DealScored)


def test_what_is_not_claimed_is_never_false() -> None:
    game = seats(stack("KS QS JS", "10H 9H 8H 7H", "", "", turn_up="9D", silent=[0]))
    with toy_group(), stacked_decks(game):
        assert sum(scored(game).score.declarations) == 50
    assert not any(isinstance(event, FalseClaimsFound) for event in game.events)


LOSER = stack("KS QS JS", "10H 9H 8H 7H", "9C 8C 7C", "", turn_up="9D", seed=1)
"""A fifty beats two tierces, which only their owners know."""


def test_declarations_that_lose_stay_hidden() -> None:
    """In the real group: the side that wins, together, and the table learn nothing of them."""
    game = seats(LOSER, replace(ANNONCES, show=ShowWhen.AT_ONCE))
    hidden = {card.number for offset in (0, 2) for card in LOSER.hands[offset][:3]}
    with stacked_decks(game):
        game.play_until("bid")
        winners = [game.table.state.seated.seat_at(game.place(offset)) for offset in (1, 3)]
        curious = Curious(game, *winners)
        for entry in game.table.log:
            curious.hear(entry)
        while not game.table.is_over:
            signed = game.answer(game.table.waiting()[0])
            curious.hear(signed)
            game.deliver(signed)
            deal = game.table.state.current_deal
            played = {card.number for card in deal.played}
            if signed.entry.kind == Show.kind or len(played) in (4, 10):
                found = curious.findings(newest=5)
                assert all(curious.may_know(one) for one in found)
                assert not {one.card for one in found} & (hidden - played)
            assert not deal.located() & (hidden - played)
    said = game.table.state.played[0].deal.declarations
    assert said is not None
    for one in said.spoken:
        is_loser = game.offset(one.place) in (0, 2)
        assert one.claims == ((Claim.TIERCE,) if is_loser else one.claims)
        assert (one.shown is None) == (is_loser or not one.claims)
        assert one.height is None


# Every check of `declaring`, taken out.

CHEATS = {cheat.name: cheat for cheat in DECLARING}


def cheating(name: str, house: str = "annonces") -> Scenario:
    """The first occasion of a cheat with declarations."""
    return occasion_of(CHEATS[name], house)


def occasion_of(cheat: Cheat, house: str = "annonces") -> Scenario:
    def scenario() -> None:
        for signed, game in occasions(cheat, house, range(2, 100, 2)):
            game.table.fold(signed)
            return
        raise LookupError(f"no occasion for {cheat.name}")

    return scenario


def second_height_of_no_rank(stage: Stage) -> SignedEntry | None:
    """Where "no better" could be said."""
    told = stage.deal.declarations
    if told is None or told.best_height is None:
        return None
    return stage.seal(Height("XII"))


def another_suit(stage: Stage) -> SignedEntry | None:
    """The same in a suit where none of its cards is public, which the hand does not hold."""
    for step in (8, 16, 24):
        moved = [
            Declaration.of(PACK[(number + step) % len(PACK)] for number in one)
            for one in stage.body(Show).declarations or ()
        ]
        hidden = {card for one in moved for card in one.cards} - stage.hand(stage.seat)
        try:
            statement = show_claim(stage.deal, stage.place, moved).statement
        except InvalidProof:
            continue
        if statement is not None and hidden:
            cards = tuple(tuple(card.number for card in one.cards) for one in moved)
            return stage.seal(Show(cards, proof_of(stage, statement)))
    return None


def neither_yes_nor_no() -> None:
    """Two tierces to the king, so that trumps are asked."""
    game = seats(stack("KS QS JS", "KC QC JC", "", "", turn_up="9D", seed=1))
    with stacked_decks(game):
        stage = stage_at(game, InTrump.kind)
        game.table.fold(stage.seal(InTrump("perhaps")))


def nothing_shown(stage: Stage) -> SignedEntry | None:
    return stage.seal(Show((), None)) if stage.body(Show).declarations else None


class KingFirst(StackedSeats):
    """The king of trumps is led, so that his queen is known."""

    def choose(self, view: TableView, duty: Duty) -> Decision:
        decision = super().choose(view, duty)
        king = Card.parse("KS")
        return PlayCard(king, announce=True) if king in view.legal else decision


def needless_proof() -> None:
    """King played, queen told by belote, jack turned: the tierce is public already."""
    chosen = stack("KS QS JS", "", "", "", turn_up="JS", seed=1)
    game = KingFirst(options=ANNONCES, stacks=[chosen], seed="needless")
    with stacked_decks(game):
        stage = stage_at(game, Show.kind)
        assert stage.body(Show).proof is None
        plays = [entry for entry in game.table.log if entry.entry.kind == Play.kind]
        proof = decode(Play, plays[-1].entry.body).proof
        assert proof is not None
        game.table.fold(stage.seal(structs.replace(stage.body(Show), proof=proof)))


_CLAIMS = functools.partial(edited, declaring, "claims_of_play", also=(checks,))
ROWS = (
    Row("claims: only with the first card", _CLAIMS("if body.claims:", "if False:"),
        cheating("claims with the second card")),
    Row("claims: only where declarations are played", _CLAIMS("if body.claims:", "if False:"),
        occasion_of(CHEATS["claims where none are played"], "classique")),
    Row("claims: known words", _CLAIMS("if unknown:", "if False:"), cheating("unknown claim"),
        KeyError),
    Row("height: a rank", no_raise(declaring, "check_height", "a rank expected"),
        occasion_of(Cheat("height of no rank", Height.kind, second_height_of_no_rank))),
    Row("trump: yes or no", no_raise(declaring, "check_in_trump", "yes or no expected"),
        neither_yes_nor_no),
    Row("show: the proof holds", instead(declaring, "verify_holding", accept),
        cheating("altered show")),
    Row("show: cards of the hand", instead(declaring, "verify_holding", accept),
        occasion_of(Cheat("another suit", Show.kind, another_suit))),
    Row("show: proof there", no_raise(declaring, "check_show", "a proof expected"),
        cheating("show without proof")),
    Row("show: no proof of nothing",
        no_raise(declaring, "check_show", "since nothing is shown"), cheating("proof of nothing")),
    Row("show: no needless proof",
        no_raise(declaring, "check_show", "since there is nothing to prove"), needless_proof),
    Row("show: cards of the pack", no_raise(declaring, "_declaration", "cards of the pack"),
        cheating("cards out of the pack"), IndexError),
    Row("show: in order", no_raise(declaring, "_declaration", "in order of the pack"),
        cheating("cards in disorder")),
    Row("show: what was claimed",
        no_raise(DeclarationRound, "with_show", "not those that were claimed"),
        occasion_of(Cheat("nothing shown", Show.kind, nothing_shown))),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_without_its_check_the_cheat_passes(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy_group():
        check(row, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_in_the_real_group(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
