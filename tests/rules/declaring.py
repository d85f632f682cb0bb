"""Players who declare, honest and lying, and a round of declarations played among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from belote_net.rules.cards import Card, Hand, Place, Rank, Suit
from belote_net.rules.choices import AnnonceTie, Show
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep, StepKind
from belote_net.rules.declarations import (
    Claim,
    Declaration,
    InTrumps,
    claims_of,
    detect,
    height_of,
    in_trumps,
)
from belote_net.rules.options import Options

PLACES = tuple(map(Place, range(4)))
TEAMS = ((PLACES[0], PLACES[2]), (PLACES[1], PLACES[3]))


@dataclass(frozen=True, slots=True)
class Speaker:
    """What one player answers to all that he may be asked.

    Attributes:
        claims: what he says with his first card.
        height: what he tells as height.
        trumps: what he answers when asked for trumps.
        shows: what he shows; None if he cannot.
        is_discreet: whether he says "no better" when that is true.
    """

    claims: tuple[Claim, ...] = ()
    height: Rank = Rank.ACE
    trumps: InTrumps = InTrumps.NO
    shows: tuple[Declaration, ...] | None = ()
    is_discreet: bool = False


def honest(
    declarations: Sequence[Declaration], trump: Suit, *, is_discreet: bool = False
) -> Speaker:
    """Who holds these declarations and says the truth."""
    if not declarations:
        return Speaker()
    return Speaker(
        claims=claims_of(declarations),
        height=height_of(declarations),
        trumps=in_trumps(declarations, trump),
        shows=tuple(declarations),
        is_discreet=is_discreet,
    )


def liar(hand: Hand, trump: Suit, random: Random) -> Speaker:
    """Who says what his cards do not make: another claim, another height, another suit."""
    truth = honest(detect(hand), trump)
    claims = truth.claims
    if random.random() < 0.7 or not claims:
        claims = tuple(
            sorted(
                random.choices(list(Claim), k=random.randrange(1, 3)),
                key=lambda claim: claim.strength,
                reverse=True,
            )
        )
    height = random.choice(claims[0].heights)
    trumps = random.choice(list(InTrumps))
    if (claims, height, trumps) == (truth.claims, truth.height, truth.trumps):
        return truth
    return Speaker(claims=claims, height=height, trumps=trumps, shows=None)


def begin(
    trump: Suit = Suit.HEARTS,
    *,
    tie: AnnonceTie = AnnonceTie.FIRST_SPEAKER,
    show: Show = Show.TRICK_2,
    first: Place = PLACES[0],
) -> DeclarationRound:
    """The declarations of a deal that `first` leads, before the first card."""
    order = PLACES[first:] + PLACES[:first]
    options = Options(annonce_tie=tie, show=show)
    return DeclarationRound.start(trump, options, order=order, teams=TEAMS, hand_size=8)


def claimed(declarations: DeclarationRound, speakers: Mapping[Place, Speaker]) -> DeclarationRound:
    """The round after the first trick."""
    for place in declarations.order:
        declarations = declarations.with_claims(place, speakers[place].claims)
    return declarations


def answered(
    declarations: DeclarationRound, step: DeclarationStep, speaker: Speaker
) -> DeclarationRound:
    """The round after a player did what he owes."""
    match step.kind:
        case StepKind.HEIGHT:
            height: Rank | None = speaker.height
            if speaker.is_discreet and speaker.shows:
                height = declarations.height_to_tell(speaker.shows)
            return declarations.with_height(step.place, height)
        case StepKind.TRUMP:
            return declarations.with_trump(step.place, speaker.trumps)
        case StepKind.SHOW:
            return declarations.with_show(step.place, speaker.shows)


def all_answered(
    declarations: DeclarationRound, speakers: Mapping[Place, Speaker]
) -> DeclarationRound:
    """The round when nothing is owed before another card."""
    for _ in range(4 * len(declarations.order)):
        step = declarations.next
        if step is None:
            return declarations
        declarations = answered(declarations, step, speakers[step.place])
    raise AssertionError("the declarations do not end")


def before_second_card(
    declarations: DeclarationRound, place: Place, speakers: Mapping[Place, Speaker]
) -> DeclarationRound:
    """The round when the player at `place` may play his second card."""
    declarations = all_answered(declarations, speakers)
    if declarations.pending(place):
        declarations = declarations.with_show(place, speakers[place].shows)
    return all_answered(declarations, speakers)


def settled(
    declarations: DeclarationRound,
    speakers: Mapping[Place, Speaker],
    *,
    second_leader: Place = PLACES[0],
) -> DeclarationRound:
    """The round when all have played two cards."""
    declarations = claimed(declarations, speakers)
    for place in PLACES[second_leader:] + PLACES[:second_leader]:
        declarations = before_second_card(declarations, place, speakers)
    return declarations


def declaration(text: str) -> Declaration:
    """Read the cards of a declaration, separated by spaces."""
    return Declaration.of(map(Card.parse, text.split()))
