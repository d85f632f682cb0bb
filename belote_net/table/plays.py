"""What a play must prove, computed from the public record alone (docs/protocol.md §9.6).

Verifier and prover call the same function, so they cannot differ on what is to be shown. What
follows from a card is here too, whoever put it on the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import Card, Place
from belote_net.rules.counting import trick_points
from belote_net.rules.declarations import Claim
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal, calls_of, contract_of
from belote_net.table.events import Announcement, CardPlayed, TrickWon
from belote_net.table.state import Game
from belote_protocol.hand import HiddenHand
from belote_protocol.holding import HoldingStatement


@dataclass(frozen=True, slots=True)
class PlayClaim:
    """What a play claims.

    Attributes:
        statement: what is to be proven; None when everything about the play is public already.
        hand: the public record of the hand after the play.
    """

    statement: HoldingStatement | None
    hand: HiddenHand


def play_claim(
    game: Game, place: Place, position: int | None, card: Card, *, announce: bool
) -> PlayClaim:
    """What the player at `place` claims by playing `card` from `position` now.

    Args:
        game: the public state; it is this player's turn.
        place: who plays.
        position: index in his gathered hand, or None for the turned card.
        card: what he plays.
        announce: whether he says belote or rebelote with it.

    Raises:
        RuleError: the words said with the card are out of place.
        InvalidProof: the public record alone shows that the play is not possible.
    """
    deal = game.current_deal
    contract, calls = contract_of(deal), calls_of(deal)
    trick = deal.trick or Trick(place)
    forbidden = game.variant.forbidden(card, trick, contract.trump)
    announced = frozenset[Card]()
    calls.with_play(place, card, announced=announce)
    partner = belote_partner(card, contract.trump)
    if announce and partner is not None and partner not in deal.played:
        announced = frozenset({partner})
    elif not announce and (excluded := calls.excluded_by_silence(card)) is not None:
        forbidden |= {excluded}

    hand, located = deal.hands[place], deal.located()
    claims = {
        "forbidden": frozenset(item.number for item in forbidden),
        "announced": frozenset(item.number for item in announced),
    }
    if position is None:
        statement = hand.clear_play_statement(card.number, located=located, **claims)
    else:
        statement = hand.play_statement(position, card.number, located=located, **claims)
    return PlayClaim(statement, hand.after_play(position, card.number, **claims))


def announcement(deal: Deal) -> Announcement:
    """The word that goes with the next king or queen of trumps: belote first, rebelote second."""
    first = deal.belote is None or not deal.belote.plays
    return Announcement.BELOTE if first else Announcement.REBELOTE


@dataclass(frozen=True, slots=True)
class Move:
    """A card that may be put on the table.

    Attributes:
        hand: the public record of the hand after it.
        announce: whether belote or rebelote is said with it.
        claims: declarations made with it; None where none can be made.
    """

    place: Place
    card: Card
    hand: HiddenHand
    announce: bool
    claims: tuple[Claim, ...] | None


def after_move(game: Game, move: Move) -> Game:
    """The game with one more card on the table, and the trick won if it was the last of one.

    Raises:
        RuleError: the declarations cannot be made.
    """
    deal, place, card = game.current_deal, move.place, move.card
    said = announcement(deal) if move.announce else None
    after = deal.with_play(place, card, move.hand, announce=move.announce)
    if after.declarations is not None and move.claims is not None:
        declarations = after.declarations.with_claims(place, move.claims)
        after = replace(after, declarations=declarations)
    game = game.with_deal(after).telling(CardPlayed(place, card, said, move.claims or ()))
    if len(after.tricks) == len(deal.tricks) or after.contract is None:
        return game
    trick, number = after.tricks[-1], len(after.tricks)
    trump = after.contract.trump
    points = trick_points(trick, trump, is_last=number == game.variant.hand_size)
    return game.telling(TrickWon(game.variant.trick_winner(trick, trump), points, number))
