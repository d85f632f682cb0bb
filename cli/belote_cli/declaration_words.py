"""Declarations (annonces) as people say them: claimed, compared, shown, forfeited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from belote_cli.pen import Pen
from belote_cli.scene import Scene
from belote_cli.words import msg
from belote_net.rules.cards import Card, Place, Rank
from belote_net.rules.declaration_round import DeclarationRound, Spoken
from belote_net.rules.declarations import Claim, Declaration, DeclarationKind, InTrumps

CLAIMS: Final[Mapping[Claim, tuple[str, str]]] = MappingProxyType(
    {
        Claim.TIERCE: (msg("a tierce"), msg("two tierces")),
        Claim.FIFTY: (msg("a fifty"), msg("two fifties")),
        Claim.HUNDRED: (msg("a hundred"), msg("two hundreds")),
        Claim.FOUR_100: (msg("a four of a kind"), msg("two fours of a kind")),
        Claim.FOUR_150: (msg("four nines"), msg("four nines twice")),
        Claim.FOUR_200: (msg("four jacks"), msg("four jacks twice")),
    }
)
"""One of them, and two: eight cards hold no more."""

SHOWN: Final[Mapping[DeclarationKind, str]] = MappingProxyType(
    {
        DeclarationKind.TIERCE: msg("tierce"),
        DeclarationKind.FIFTY: msg("fifty"),
        DeclarationKind.HUNDRED: msg("hundred"),
        DeclarationKind.FOUR_OF_A_KIND: msg("four of a kind"),
    }
)
HEIGHTS: Final[Mapping[Rank, str]] = MappingProxyType(
    {
        Rank.SEVEN: msg("seven high"),
        Rank.EIGHT: msg("eight high"),
        Rank.NINE: msg("nine high"),
        Rank.TEN: msg("ten high"),
        Rank.JACK: msg("jack high"),
        Rank.QUEEN: msg("queen high"),
        Rank.KING: msg("king high"),
        Rank.ACE: msg("ace high"),
    }
)
TRUMPS: Final[Mapping[InTrumps, str]] = MappingProxyType(
    {InTrumps.YES: msg("in trumps"), InTrumps.NO: msg("not in trumps")}
)


def claims_words(claims: Iterable[Claim], pen: Pen) -> str:
    """What is said with the first card: `a fifty and a tierce`."""
    said = tuple(claims)
    words = [
        pen.text(CLAIMS[claim][min(said.count(claim), 2) - 1]) for claim in dict.fromkeys(said)
    ]
    return pen.listed(words)


def declared_words(declarations: Sequence[Declaration], pen: Pen) -> str:
    """Declarations with their cards, the highest first: `tierce K♠ Q♠ J♠`."""
    return ", ".join(
        f"{pen.text(SHOWN[one.kind])} {_cards(one.cards, pen)}" for one in declarations
    )


def _cards(cards: Sequence[Card], pen: Pen) -> str:
    return " ".join(pen.card(card) for card in reversed(cards))


def height_words(height: Rank | None, pen: Pen) -> str:
    """The answer of who is asked how high his declaration is."""
    return pen.text("no better") if height is None else pen.text(HEIGHTS[height])


def trump_words(answer: InTrumps, pen: Pen) -> str:
    """The answer of who is asked whether it is in trumps."""
    return pen.text(TRUMPS[answer])


def answer_line(place: Place, answer: str, scene: Scene, pen: Pen) -> str:
    """An answer with who gives it."""
    if place == scene.me:
        return pen.text("You: {answer}.", answer=answer)
    return pen.text("{name}: {answer}.", name=scene.name(place), answer=answer)


def shown_line(place: Place, shown: Sequence[Declaration], scene: Scene, pen: Pen) -> str:
    """What a player lays open; nothing if he cannot, and what he claimed is void."""
    mine, name = place == scene.me, scene.name(place)
    if not shown:
        if mine:
            return pen.text("You cannot show what you declared: it does not count.")
        return pen.text("{name} cannot show what was declared: it does not count.", name=name)
    words = declared_words(shown, pen)
    if mine:
        return pen.text("You show: {declarations}.", declarations=words)
    return pen.text("{name} shows: {declarations}.", name=name, declarations=words)


def false_claim_line(place: Place, scene: Scene, pen: Pen) -> str:
    """Whose cards were not what he had said of them."""
    if place == scene.me:
        return pen.text("You had declared what was not in your hand.")
    return pen.text("{name} had declared what was not in the hand.", name=scene.name(place))


def said_lines(said: DeclarationRound | None, scene: Scene, pen: Pen) -> tuple[str, ...]:
    """The declarations of a deal so far, one line for each who has any; and whose side is ahead."""
    if said is None:
        return ()
    lines = [_said_line(one, scene, pen) for one in said.spoken if one.claims]
    team = said.scoring_team
    if lines and team is not None:
        lines.append(pen.text("The declarations of {side} count.", side=scene.team(team, pen)))
    return tuple(lines)


def _said_line(one: Spoken, scene: Scene, pen: Pen) -> str:
    parts = [claims_words(one.claims, pen)]
    if one.height is not None:
        parts.append(height_words(one.height, pen))
    elif one.no_better_than is not None:
        parts.append(height_words(None, pen))
    if one.in_trumps is not None:
        parts.append(trump_words(one.in_trumps, pen))
    if one.shown:
        parts.append(pen.text("shown: {cards}", cards=declared_words(one.shown, pen)))
    if one.is_void:
        parts.append(pen.text("not shown, so it does not count"))
    return pen.text(
        "Declared by {name}: {words}.", name=scene.name(one.place), words=", ".join(parts)
    )
