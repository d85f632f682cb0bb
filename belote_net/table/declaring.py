"""What makes entries about declarations (annonces) right (docs/protocol.md §9.7).

A claim is a promise when it is made and proven when it is shown: cards that the player has already
played are public, the others are proven to be in his hand, and nobody learns in which positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belote_net.errors import RuleError
from belote_net.rules.cards import Place, Rank
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep, StepKind
from belote_net.rules.declarations import Claim, Declaration, InTrumps
from belote_net.table.deal import Deal
from belote_net.table.events import DeclarationsShown, HeightTold, TrumpAnswered
from belote_net.table.messages import Height, InTrump, Play, Show
from belote_net.table.state import Game
from belote_protocol.entry import EntryContext
from belote_protocol.errors import InvalidProof
from belote_protocol.hand import HiddenHand
from belote_protocol.holding import HoldingStatement, verify_holding


def step_due(game: Game, place: Place) -> DeclarationStep | None:
    """What is owed about declarations before the player at `place` plays his next card."""
    deal = game.current_deal
    declarations = deal.declarations
    if declarations is None:
        return None
    if declarations.next is not None:
        return declarations.next
    is_second_card = len(deal.tricks) == 1
    if is_second_card and declarations.pending(place):
        return DeclarationStep(StepKind.SHOW, place)
    return None


def claims_of_play(deal: Deal, body: Play) -> tuple[Claim, ...] | None:
    """The claims made with a card; None where none can be made.

    Raises:
        RuleError: there are claims where none can be made, or a word that claims nothing.
    """
    if deal.declarations is None or deal.tricks:
        if body.claims:
            raise RuleError("declarations are made with the first card, at tables that play them")
        return None
    words = {claim.value: claim for claim in Claim}
    unknown = [word for word in body.claims if word not in words]
    if unknown:
        raise RuleError(f"a declaration expected, got {unknown[0]!r}")
    return tuple(words[word] for word in body.claims)


def check_height(game: Game, body: Height, context: EntryContext) -> Game:
    """The height of the best declaration, or "no better"."""
    place = game.seated.place_of(context.seat)
    height = None
    if body.height is not None:
        height = next((rank for rank in Rank if rank.value == body.height), None)
        if height is None:
            raise RuleError(f"a rank expected, got {body.height!r}")
    after = round_of(game.current_deal).with_height(place, height)
    return with_round(game, after).telling(HeightTold(place, height))


def check_in_trump(game: Game, body: InTrump, context: EntryContext) -> Game:
    """Whether the best declaration is in trumps."""
    place = game.seated.place_of(context.seat)
    answer = next((item for item in InTrumps if item.value == body.answer), None)
    if answer is None:
        raise RuleError(f"yes or no expected, got {body.answer!r}")
    after = round_of(game.current_deal).with_trump(place, answer)
    return with_round(game, after).telling(TrumpAnswered(place, answer))


def check_show(game: Game, body: Show, context: EntryContext) -> Game:
    """The declarations, proven; or none, and they are forfeited."""
    deal, place = game.current_deal, game.seated.place_of(context.seat)
    if body.declarations is None:
        if body.proof is not None:
            raise InvalidProof("no proof expected, since nothing is shown")
        after = round_of(deal).with_show(place, None)
        return with_round(game, after).telling(DeclarationsShown(place, ()))
    shown = [_declaration(game, numbers) for numbers in body.declarations]
    after = round_of(deal).with_show(place, shown)
    claim = show_claim(deal, place, shown)
    if claim.statement is None:
        if body.proof is not None:
            raise InvalidProof("no proof expected, since there is nothing to prove")
    elif body.proof is None:
        raise InvalidProof("a proof expected, got none")
    else:
        verify_holding(claim.statement, body.proof, context.transcript())
    deal = replace(deal, hands=(*deal.hands[:place], claim.hand, *deal.hands[place + 1 :]))
    told = DeclarationsShown(place, tuple(shown))
    return with_round(game.with_deal(deal), after).telling(told)


@dataclass(frozen=True, slots=True)
class ShowClaim:
    """What a show claims: the statement to prove, if any, and the public hand after it."""

    statement: HoldingStatement | None
    hand: HiddenHand


def show_claim(deal: Deal, place: Place, shown: Sequence[Declaration]) -> ShowClaim:
    """What the player at `place` claims to hold by showing these declarations.

    Raises:
        InvalidProof: one of the cards cannot be his.
    """
    cards = {card.number for one in shown for card in one.cards}
    remaining = cards - {card.number for card in deal.played_by(place)}
    hand = deal.hands[place]
    statement = hand.contains_statement(remaining, located=deal.located())
    return ShowClaim(statement, hand.after_show(remaining))


def round_of(deal: Deal) -> DeclarationRound:
    """The declarations of a deal where they are played."""
    if deal.declarations is None:
        raise LookupError("no declarations are played at this table")
    return deal.declarations


def _declaration(game: Game, numbers: tuple[int, ...]) -> Declaration:
    pack = game.variant.pack
    if any(number >= len(pack) for number in numbers):
        raise RuleError(f"cards of the pack expected, got {list(numbers)}")
    if list(numbers) != sorted(set(numbers)):
        raise RuleError("the cards of a declaration expected once each, in order of the pack")
    return Declaration.of(pack[number] for number in numbers)


def with_round(game: Game, declarations: DeclarationRound) -> Game:
    """The same game, further on in its declarations."""
    return game.with_deal(replace(game.current_deal, declarations=declarations))
