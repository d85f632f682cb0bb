"""The course of the declarations: what is asked of whom, who shows, who writes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.errors import IllegalPlay, OutOfTurn
from belote_net.rules.cards import PACK, Hand, Place, Rank, Suit, Team
from belote_net.rules.choices import AnnonceTie, Show
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep, StepKind
from belote_net.rules.declarations import Claim, Declaration, InTrumps, detect, rank_order
from tests.rules.declaring import (
    PLACES,
    TEAMS,
    Speaker,
    all_answered,
    answered,
    before_second_card,
    begin,
    claimed,
    declaration,
    honest,
    liar,
    settled,
)
from tests.rules.playing import hand

A, B, C, D = PLACES
OURS, THEIRS = Team(0), Team(1)
HEIGHT, TRUMP, SHOW = StepKind.HEIGHT, StepKind.TRUMP, StepKind.SHOW
HEARTS = Suit.HEARTS
MOST_QUESTIONS = 16
"""More than can be asked in one deal."""
NOBODY = {place: Speaker() for place in PLACES}


def holding(**texts: str) -> dict[Place, Speaker]:
    """Honest players: a="7S 8S 9S, 7H 8H 9H" and so on; the others have nothing."""
    return NOBODY | {
        {"a": A, "b": B, "c": C, "d": D}[name]: honest(
            [declaration(one) for one in text.split(", ")], HEARTS
        )
        for name, text in texts.items()
    }


def discreet(speakers: Mapping[Place, Speaker]) -> dict[Place, Speaker]:
    """The same players, who say "no better" where they can."""
    return {
        place: Speaker(one.claims, one.height, one.trumps, one.shows, is_discreet=True)
        for place, one in speakers.items()
    }


def questions(
    declarations: DeclarationRound, speakers: Mapping[Place, Speaker]
) -> list[tuple[StepKind, Place]]:
    """What is asked before the second trick, in order."""
    asked: list[tuple[StepKind, Place]] = []
    while (step := declarations.next) is not None and len(asked) < MOST_QUESTIONS:
        asked.append((step.kind, step.place))
        declarations = answered(declarations, step, speakers[step.place])
    return asked


def test_nothing_is_asked_when_nobody_declares() -> None:
    declarations = begin()
    assert not declarations.is_settled
    declarations = claimed(declarations, NOBODY)
    assert declarations.next is None
    assert declarations.is_settled
    assert declarations.scoring_team is None
    assert not any(declarations.pending(place) for place in PLACES)
    assert [declarations.points(team) for team in (OURS, THEIRS)] == [0, 0]


@pytest.mark.parametrize("show", Show)
def test_the_only_side_that_declares_tells_no_more(show: Show) -> None:
    speakers = holding(a="7S 8S 9S", c="AS AH AD AC")
    declarations = claimed(begin(show=show), speakers)
    steps = [(SHOW, A), (SHOW, C)] if show is Show.AT_ONCE else []
    assert questions(declarations, speakers) == steps
    assert [declarations.pending(place) for place in PLACES] == [True, False, True, False]
    done = settled(begin(show=show), speakers)
    assert done.is_settled
    assert (done.scoring_team, done.points(OURS), done.points(THEIRS)) == (OURS, 120, 0)


@pytest.mark.parametrize(
    ("texts", "asked", "team"),
    [
        # A stronger claim: no question.
        ({"a": "7S 8S 9S 10S", "b": "QH KH AH"}, [], OURS),
        ({"a": "7S 8S 9S 10S JS", "b": "10S 10H 10D 10C"}, [], THEIRS),
        # Equal claims: the heights, in order of speaking.
        ({"a": "7S 8S 9S", "b": "8H 9H 10H"}, [(HEIGHT, A), (HEIGHT, B)], THEIRS),
        ({"d": "QS KS AS", "c": "8H 9H 10H"}, [(HEIGHT, C), (HEIGHT, D)], THEIRS),
        ({"a": "KS KH KD KC", "b": "10S 10H 10D 10C"}, [(HEIGHT, A), (HEIGHT, B)], OURS),
        # Equal heights: trumps, until one has them.
        (
            {"a": "JS QS KS", "b": "JH QH KH"},
            [(HEIGHT, A), (HEIGHT, B), (TRUMP, A), (TRUMP, B)],
            THEIRS,
        ),
        ({"a": "JH QH KH", "b": "JS QS KS"}, [(HEIGHT, A), (HEIGHT, B), (TRUMP, A)], OURS),
        # Who is ahead alone is not asked what his partner has.
        ({"a": "QS KS AS", "b": "7S 8S 9S", "c": "7D 8D 9D"}, [(HEIGHT, A), (HEIGHT, B)], OURS),
        (
            {"a": "7S 8S 9S", "b": "8H 9H 10H", "c": "QC KC AC", "d": "9D 10D JD"},
            [(HEIGHT, A), (HEIGHT, B), (HEIGHT, C), (HEIGHT, D)],
            OURS,
        ),
        # Only those with the strongest claim are asked.
        (
            {"a": "7S 8S 9S 10S", "b": "8H 9H 10H JH", "c": "QC KC AC", "d": "9D 10D JD"},
            [(HEIGHT, A), (HEIGHT, B)],
            THEIRS,
        ),
    ],
)
def test_what_is_asked(
    texts: dict[str, str], asked: list[tuple[StepKind, Place]], team: Team
) -> None:
    speakers = holding(**texts)
    declarations = claimed(begin(), speakers)
    assert questions(declarations, speakers) == asked
    assert questions(declarations, discreet(speakers)) == asked
    assert settled(begin(), speakers).scoring_team == team
    assert settled(begin(), discreet(speakers)).scoring_team == team


def test_two_equal_tierces_of_one_side_do_not_cancel_each_other() -> None:
    for speakers in (
        holding(a="QS KS AS, QD KD AD", b="JC QC KC"),
        holding(a="QS KS AS", c="QD KD AD", b="JC QC KC"),
    ):
        for tie in AnnonceTie:
            done = settled(begin(tie=tie), speakers)
            assert (done.scoring_team, done.points(OURS)) == (OURS, 40)


@pytest.mark.parametrize("first", PLACES)
def test_a_tie(first: Place) -> None:
    speakers = holding(a="JS QS KS, 7S 8S 9S", b="JD QD KD", c="7C 8C 9C")
    speaks_first = begin(first=first)
    done = settled(speaks_first, speakers)
    winner = THEIRS if first == B else OURS
    assert done.scoring_team == winner
    assert done.points(winner) == (20 if winner == THEIRS else 60)
    cancelled = settled(begin(first=first, tie=AnnonceTie.CANCEL), speakers)
    assert cancelled.is_settled
    assert cancelled.scoring_team is None
    assert cancelled.points(OURS) == cancelled.points(THEIRS) == 0
    assert all(one.shown is None for one in cancelled.spoken)


@pytest.mark.parametrize("tie", AnnonceTie)
@pytest.mark.parametrize("claim", [Claim.FOUR_100, Claim.FOUR_150, Claim.FOUR_200])
def test_the_same_four_claimed_twice(claim: Claim, tie: AnnonceTie) -> None:
    """One of them lies; the first to speak shows first, and neither draw nor lie is written."""
    height = claim.heights[-1]
    four = Declaration.of(card for card in PACK if card.rank is height)
    true = honest([four], HEARTS)
    false = Speaker(claims=(claim,), height=height, shows=None)
    for speakers, winner in (({A: true, B: false}, OURS), ({A: false, B: true}, THEIRS)):
        done = settled(begin(tie=tie), NOBODY | speakers)
        assert (done.scoring_team, done.points(winner)) == (winner, claim.points)


def test_shows_just_before_the_second_card() -> None:
    speakers = holding(a="7S 8S 9S", b="7D 8D 9D 10D", d="JC QC KC")
    declarations = claimed(begin(show=Show.TRICK_2), speakers)
    assert declarations.next is None
    assert [declarations.pending(place) for place in PLACES] == [False, True, False, True]
    assert declarations.points(THEIRS) == 0
    declarations = declarations.with_show(D, speakers[D].shows)
    assert declarations.points(THEIRS) == 20
    assert not declarations.is_settled
    assert not declarations.pending(D)
    declarations = declarations.with_show(B, speakers[B].shows)
    assert declarations.is_settled
    assert (declarations.points(THEIRS), declarations.points(OURS)) == (70, 0)


def test_shows_at_once_in_order_of_speaking() -> None:
    speakers = holding(b="7D 8D 9D 10D", d="JC QC KC")
    declarations = claimed(begin(show=Show.AT_ONCE, first=C), speakers)
    assert declarations.next == DeclarationStep(SHOW, D)
    assert declarations.pending(B)
    with pytest.raises(OutOfTurn, match="nothing to be shown by place 1"):
        declarations.with_show(B, speakers[B].shows)
    declarations = declarations.with_show(D, speakers[D].shows)
    assert declarations.next == DeclarationStep(SHOW, B)
    assert declarations.with_show(B, speakers[B].shows).is_settled


@pytest.mark.parametrize("show", Show)
def test_a_forfeit_turns_to_the_other_side_at_once(show: Show) -> None:
    speakers = holding(b="7S 8S 9S", d="JD QD KD") | {
        A: Speaker(claims=(Claim.HUNDRED,), shows=None)
    }
    declarations = claimed(begin(show=show), speakers)
    assert declarations.scoring_team == OURS
    assert not declarations.pending(B)
    declarations = declarations.with_show(A, None)
    assert declarations.scoring_team == THEIRS
    assert declarations.next == DeclarationStep(SHOW, B)
    declarations = declarations.with_show(B, speakers[B].shows)
    assert declarations.next == DeclarationStep(SHOW, D)
    declarations = declarations.with_show(D, speakers[D].shows)
    assert declarations.is_settled
    assert (declarations.points(OURS), declarations.points(THEIRS)) == (0, 40)


def test_a_forfeit_leaves_the_partner_his_own_time() -> None:
    speakers = holding(c="7S 8S 9S 10S", b="JD QD KD") | {
        A: Speaker(claims=(Claim.HUNDRED,), shows=None)
    }
    declarations = claimed(begin(show=Show.TRICK_2), speakers).with_show(A, None)
    assert declarations.next is None
    assert declarations.pending(C)
    assert not declarations.pending(B)
    done = declarations.with_show(C, speakers[C].shows)
    assert (done.is_settled, done.points(OURS)) == (True, 50)


def test_after_two_forfeits_the_first_side_shows_at_once() -> None:
    speakers = holding(c="7S 8S 9S") | {
        A: Speaker(claims=(Claim.HUNDRED,), shows=None),
        B: Speaker(claims=(Claim.FIFTY,), shows=None),
    }
    declarations = claimed(begin(show=Show.TRICK_2), speakers).with_show(A, None)
    assert declarations.next == DeclarationStep(SHOW, B)
    declarations = declarations.with_show(B, None)
    assert declarations.pending(C)
    done = before_second_card(declarations, C, speakers)
    assert (done.is_settled, done.points(OURS)) == (True, 20)


def test_a_forfeit_asks_again_only_for_what_is_missing() -> None:
    """A told a height that is not his; B said "no better" to it and is asked once more."""
    speakers = holding(b="JS QS KS", c="8C 9C 10C", d="7D 8D 9D") | {
        A: Speaker(claims=(Claim.TIERCE,), height=Rank.ACE, shows=None)
    }
    declarations = claimed(begin(show=Show.AT_ONCE), discreet(speakers))
    declarations = declarations.with_height(A, Rank.ACE).with_height(B, None).with_height(D, None)
    assert declarations.next == DeclarationStep(SHOW, A)
    declarations = declarations.with_show(A, None)
    assert declarations.best_height is None
    assert questions(declarations, discreet(speakers)) == [
        (HEIGHT, B),
        (HEIGHT, C),
        (SHOW, B),
        (SHOW, D),
    ]
    done = all_answered(declarations, discreet(speakers))
    assert (done.scoring_team, done.points(THEIRS)) == (THEIRS, 40)
    told = {one.place: one.height for one in done.spoken}
    assert told == {A: Rank.ACE, B: Rank.KING, C: None, D: None}


def test_no_better_holds_as_long_as_the_best_is_as_high() -> None:
    speakers = holding(b="JS QS KS", c="QD KD AD", d="7D 8D 9D")
    lying = speakers | {A: Speaker(claims=(Claim.TIERCE,), height=Rank.ACE, shows=None)}
    declarations = claimed(begin(show=Show.AT_ONCE), lying).with_height(A, Rank.ACE)
    declarations = declarations.with_height(B, Rank.ACE)
    declarations = declarations.with_height(C, Rank.ACE).with_height(D, None)
    declarations = declarations.with_trump(A, InTrumps.YES)
    after = declarations.with_show(A, None)
    # D still has nothing better than the aces of B and C: only trumps are asked.
    assert after.next == DeclarationStep(TRUMP, B)


def test_heights_to_tell() -> None:
    speakers = holding(a="JS QS KS", b="8H 9H 10H")
    declarations = claimed(begin(), speakers)
    held = [declaration("8H 9H 10H")]
    assert declarations.best_height is None
    assert declarations.height_to_tell(held) is Rank.TEN
    declarations = declarations.with_height(A, Rank.KING)
    assert declarations.best_height is Rank.KING
    assert declarations.height_to_tell(held) is None
    assert declarations.height_to_tell([declaration("JD QD KD")]) is Rank.KING
    assert declarations.height_to_tell([declaration("QD KD AD")]) is Rank.ACE


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ([Claim.TIERCE, Claim.FIFTY], "claims expected best first"),
        ([Claim.HUNDRED, Claim.FOUR_100], "claims expected best first"),
        ([Claim.FOUR_200, Claim.FOUR_200], "four_200 claimed too often"),
        ([Claim.FOUR_150, Claim.FOUR_150], "four_150 claimed too often"),
        ([Claim.HUNDRED, Claim.FIFTY], "claims of 8 cards at most expected"),
        ([Claim.TIERCE] * 3, "claims of 8 cards at most expected"),
        ([Claim.FOUR_200, Claim.HUNDRED], "claims of 8 cards at most expected"),
    ],
)
def test_claims_that_no_hand_has(claims: list[Claim], sentence: str) -> None:
    with pytest.raises(IllegalPlay, match=sentence):
        begin().with_claims(A, claims)


@pytest.mark.parametrize(
    "claims",
    [
        [],
        [Claim.HUNDRED, Claim.TIERCE],
        [Claim.FIFTY, Claim.FIFTY],
        [Claim.FOUR_100, Claim.FOUR_100],
        [Claim.FOUR_200, Claim.FOUR_150],
        [Claim.FOUR_100, Claim.FIFTY],
    ],
)
def test_claims_that_a_hand_may_have(claims: list[Claim]) -> None:
    assert begin().with_claims(A, claims).spoken[0].claims == tuple(claims)


def test_each_speaks_once_and_in_turn() -> None:
    with pytest.raises(OutOfTurn, match="no claims expected from place 1"):
        begin().with_claims(B, [])
    one = begin().with_claims(A, [])
    with pytest.raises(OutOfTurn, match="no claims expected from place 0"):
        one.with_claims(A, [])
    with pytest.raises(OutOfTurn):
        claimed(begin(), NOBODY).with_claims(A, [])
    assert one.next is None
    assert one.scoring_team is None


def test_nothing_is_compared_before_all_have_spoken() -> None:
    declarations = begin().with_claims(A, [Claim.TIERCE])
    assert declarations.next is None
    assert not declarations.pending(A)
    with pytest.raises(OutOfTurn):
        declarations.with_show(A, None)
    with pytest.raises(OutOfTurn, match="no height expected from place 3"):
        declarations.with_height(D, Rank.ACE)


def test_only_who_is_asked_answers() -> None:
    declarations = claimed(begin(), holding(a="JS QS KS", b="JD QD KD"))
    assert declarations.next == DeclarationStep(HEIGHT, A)
    with pytest.raises(OutOfTurn, match="no height expected from place 1"):
        declarations.with_height(B, Rank.KING)
    with pytest.raises(OutOfTurn, match="no trump expected from place 0"):
        declarations.with_trump(A, InTrumps.NO)
    with pytest.raises(OutOfTurn, match="nothing to be shown by place 0 now"):
        declarations.with_show(A, [declaration("JS QS KS")])


@pytest.mark.parametrize(
    ("claim", "height"),
    [
        (Claim.TIERCE, Rank.EIGHT),
        (Claim.FIFTY, Rank.NINE),
        (Claim.HUNDRED, Rank.TEN),
        (Claim.FOUR_100, Rank.NINE),
    ],
)
def test_heights_that_cannot_be(claim: Claim, height: Rank) -> None:
    both = Speaker(claims=(claim,))
    declarations = claimed(begin(), NOBODY | {A: both, B: both})
    with pytest.raises(IllegalPlay, match=f"{claim.value} has no height {height}"):
        declarations.with_height(A, height)


def test_the_first_must_tell_a_height() -> None:
    declarations = claimed(begin(), holding(a="JS QS KS", b="JD QD KD"))
    with pytest.raises(IllegalPlay, match="a height expected, none was told before"):
        declarations.with_height(A, None)


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["7S 8S 9S 10S"],
        ["9S 10S JS"],
        ["10H JH QH"],
        ["QS KS AS", "7C 8C 9C"],
    ],
)
def test_what_is_shown_must_be_what_was_said(texts: list[str]) -> None:
    """A said: a tierce to the queen, and not in trumps."""
    speakers = holding(a="10S JS QS", b="10D JD QD")
    declarations = all_answered(claimed(begin(), speakers), speakers)
    assert declarations.spoken[0].in_trumps is InTrumps.NO
    with pytest.raises(IllegalPlay, match="not those that were claimed"):
        declarations.with_show(A, [declaration(text) for text in texts])
    shown = declarations.with_show(A, [declaration("10C JC QC")])
    assert shown.points(OURS) == 20


def test_what_is_shown_must_be_a_valid_set() -> None:
    speakers = NOBODY | {A: Speaker(claims=(Claim.HUNDRED, Claim.TIERCE))}
    declarations = claimed(begin(), speakers)
    with pytest.raises(IllegalPlay, match="one sequence, got two"):
        declarations.with_show(A, [declaration("7S 8S 9S"), declaration("10S JS QS KS AS")])
    good = [declaration("7H 8H 9H"), declaration("10S JS QS KS AS")]
    shown = declarations.with_show(A, good)
    assert shown.spoken[0].shown == (good[1], good[0])
    with pytest.raises(OutOfTurn):
        shown.with_show(A, good)


def test_who_said_what_his_hand_does_not_justify() -> None:
    speakers = {
        A: Speaker(claims=(Claim.TIERCE,), height=Rank.ACE, trumps=InTrumps.NO),
        B: Speaker(claims=(Claim.TIERCE,), height=Rank.ACE, trumps=InTrumps.YES),
        C: Speaker(claims=(Claim.TIERCE,), height=Rank.ACE, trumps=InTrumps.NO),
        D: Speaker(),
    }
    declarations = all_answered(claimed(begin(), speakers), speakers)
    assert declarations.scoring_team == THEIRS
    tierce = hand("QS KS AS 7H 9H 7D 9D 7C")
    in_hearts = hand("QH KH AH 7S 9S 8D 10D 8C")
    lower = hand("JC QC KC 8S 10S 8H 10H JD")
    nothing = hand("JS JH QD KD AD 9C 10C AC") - hand("KD") | hand("10S")
    hands = {A: tierce, B: in_hearts, C: lower, D: nothing}
    assert declarations.false_claims(hands) == (C,)
    assert declarations.false_claims(hands | {B: tierce}) == (B, C)
    # A was asked for trumps and said no: a tierce to the ace of hearts is not what he said.
    assert declarations.false_claims(hands | {A: in_hearts}) == (A, C)
    assert declarations.false_claims(hands | {C: nothing}) == (C,)
    assert declarations.false_claims(hands | {C: tierce}) == ()


def expected(
    speakers: Mapping[Place, Speaker], order: tuple[Place, ...], tie: AnnonceTie
) -> tuple[Team | None, set[Place]]:
    """Who writes and who forfeits, from what everybody would answer, all at once."""
    standing = [place for place in order if speakers[place].claims]
    forfeited: set[Place] = set()
    while standing:
        winner = ahead(speakers, standing, tie)
        lying = {
            place for place in standing if place % 2 == winner and speakers[place].shows is None
        }
        if winner is None or not lying:
            return winner, forfeited
        # Whoever of the side shows first: the comparison is made again after each.
        first = next(place for place in order if place in lying)
        forfeited.add(first)
        standing.remove(first)
    return None, forfeited


def ahead(speakers: Mapping[Place, Speaker], standing: list[Place], tie: AnnonceTie) -> Team | None:
    """The side with the best of all claims."""
    best = max(speakers[place].claims[0].strength for place in standing)
    level = [place for place in standing if speakers[place].claims[0].strength == best]
    if len({place % 2 for place in level}) > 1:
        top = max(rank_order(speakers[place].height) for place in level)
        level = [place for place in level if rank_order(speakers[place].height) == top]
    if len({place % 2 for place in level}) > 1 and best < Claim.FOUR_100.strength:
        in_trumps = [place for place in level if speakers[place].trumps is InTrumps.YES]
        if not in_trumps and tie is AnnonceTie.CANCEL:
            return None
        level = in_trumps or level
    return Team(level[0] % 2)


def random_hands(random: Random) -> dict[Place, Hand]:
    """Four hands, from a pack that is more or less sorted, so that there is much to declare."""
    pack = list(PACK)
    if random.random() < 0.5:
        pack.sort(key=lambda card: card.rank.value)
    for _ in range(random.choice([4, 8, 12, 100])):
        one, other = random.sample(range(32), 2)
        pack[one], pack[other] = pack[other], pack[one]
    return {place: frozenset(pack[8 * place : 8 * place + 8]) for place in PLACES}


def check_round(random: Random, *, lies: float) -> tuple[int, int]:
    """Play a round among honest and lying players; say how many declared and how many lied."""
    hands, trump = random_hands(random), random.choice(list(Suit))
    speakers = {
        place: liar(held, trump, random)
        if random.random() < lies
        else honest(detect(held), trump, is_discreet=random.random() < 0.5)
        for place, held in hands.items()
    }
    tie, show = random.choice(list(AnnonceTie)), random.choice(list(Show))
    first, second = random.choice(PLACES), random.choice(PLACES)
    try:
        start = claimed(begin(trump, tie=tie, show=show, first=first), speakers)
    except IllegalPlay:
        return 0, 0
    done = settled(begin(trump, tie=tie, show=show, first=first), speakers, second_leader=second)
    assert done.is_settled
    check_result(done, speakers, hands)
    winner, forfeited = expected(speakers, start.order, tie)
    if show is Show.AT_ONCE or tie is AnnonceTie.FIRST_SPEAKER:
        # Who forfeits depends on who shows first; who writes does not, unless a lie makes a draw.
        assert done.scoring_team == winner
    if show is Show.AT_ONCE:
        assert {one.place for one in done.spoken if one.is_void} == forfeited
    lying = [place for place in PLACES if speakers[place].shows is None]
    return sum(bool(one.claims) for one in speakers.values()), len(lying)


def check_result(
    done: DeclarationRound, speakers: Mapping[Place, Speaker], hands: Mapping[Place, Hand]
) -> None:
    """What holds of every round that is over."""
    false = done.false_claims(hands)
    for one in done.spoken:
        speaker = speakers[one.place]
        if one.shown is not None:
            # Only the truth is ever shown, and by the side that is ahead or was before a forfeit.
            assert one.place not in false
            assert speaker.shows is not None
            assert {card for some in one.shown for card in some.cards} <= hands[one.place]
        if one.team == done.scoring_team and one.stands:
            assert one.shown is not None
    for team in (OURS, THEIRS):
        shown = [
            sum(some.points for some in speakers[place].shows or ())
            for place in TEAMS[team]
            if speakers[place].shows and not done.spoken[done.order.index(place)].is_void
        ]
        assert done.points(team) == (sum(shown) if done.scoring_team == team else 0)
    assert {one.place for one in done.spoken if one.is_void} <= {
        place for place in PLACES if speakers[place].shows is None
    }
    assert set(false) <= {place for place in PLACES if speakers[place].shows is None}


@pytest.mark.parametrize("seed", range(4))
def test_honest_rounds(seed: int) -> None:
    random = Random(f"honest {seed}")
    declared = sum(check_round(random, lies=0)[0] for _ in range(150))
    assert declared > 200


@pytest.mark.parametrize("seed", range(6))
def test_rounds_with_liars(seed: int) -> None:
    random = Random(f"liars {seed}")
    lied = sum(check_round(random, lies=0.5)[1] for _ in range(120))
    assert lied > 60


@pytest.mark.slow
def test_many_rounds() -> None:
    random = Random("rounds")
    for _ in range(20_000):
        check_round(random, lies=random.choice([0, 0.3, 0.6, 1]))


@given(st.integers(0, 2**32), st.sampled_from([0, 0.5, 1]))
def test_any_round(seed: int, lies: float) -> None:
    check_round(Random(seed), lies=lies)


@pytest.mark.parametrize("seed", range(3))
def test_the_honest_winner_is_the_best_of_all_cards(seed: int) -> None:
    """The side that writes holds the best declaration of the table, by hand and not by claim."""
    random = Random(f"best {seed}")
    decided = 0
    for _ in range(120):
        hands, trump = random_hands(random), random.choice(list(Suit))
        held = {place: detect(some) for place, some in hands.items()}
        done = settled(
            begin(trump, tie=AnnonceTie.CANCEL),
            {place: honest(some, trump) for place, some in held.items()},
        )
        keys = [
            max((one.claim.strength, rank_order(one.height), one.is_in(trump)) for one in some)
            if (some := [one for place in places for one in held[place]])
            else (-1, -1, False)
            for places in TEAMS
        ]
        if keys[0] == keys[1]:
            assert done.scoring_team is None
            continue
        decided += 1
        winner = Team(keys.index(max(keys)))
        assert done.scoring_team == winner
        assert done.points(winner) == sum(
            one.points for place in TEAMS[winner] for one in held[place]
        )
    assert decided > 40
