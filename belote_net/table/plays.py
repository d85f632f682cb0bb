"""What a play must prove, computed from the public record alone (docs/protocol.md §9.6).

Verifier and prover call the same function, so they cannot differ on what is to be shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import Card, Place
from belote_net.rules.trick import Trick
from belote_net.table.deal import Deal
from belote_net.table.events import Announcement
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
    contract, calls = deal.contract, deal.belote
    if contract is None or calls is None:
        raise LookupError("nobody has taken")
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


def announcement(deal: Deal, card: Card) -> Announcement:
    """The word that goes with `card`, king or queen of trumps: belote first, rebelote second."""
    first = deal.belote is None or not deal.belote.plays
    return Announcement.BELOTE if first else Announcement.REBELOTE
