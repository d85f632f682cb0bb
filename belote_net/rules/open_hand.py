"""How a hand plays that lies in the open because its player has left: the same for everyone.

No skill and no choice: who stays neither wins nor loses by a judgement of ours.
"""

from __future__ import annotations

from belote_net.rules.belote import BeloteCalls, belote_partner
from belote_net.rules.cards import Card, Hand, Place, Suit, card_points
from belote_net.rules.declaration_round import Spoken
from belote_net.rules.declarations import Declaration, detect, justifications
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant


def open_card(variant: Variant, hand: Hand, trick: Trick, trump: Suit) -> Card:
    """Return the card that an open hand plays: the legal one with the fewest points.

    Of several, the first in the pack.
    """
    legal = variant.legal_cards(hand, trick, trump)
    return min(legal, key=lambda card: (card_points(card, trump), card.number))


def says_belote(calls: BeloteCalls, place: Place, card: Card, hand: Hand) -> bool:
    """Whether an open hand says belote or rebelote with `card`: wherever it counts."""
    partner = belote_partner(card, calls.trump)
    if partner is None or not calls.may_announce(place, card):
        return False
    said = calls.with_play(place, card, announced=True)
    if not calls.plays:
        if partner not in hand:
            return False
        said = said.with_play(place, partner, announced=True)
    return said.holder == place


def open_declarations(spoken: Spoken, hand: Hand, trump: Suit) -> tuple[Declaration, ...] | None:
    """Return what an open hand shows for what its player has said; None if he said too much.

    `hand`: all the cards that he held when the first trick began.
    """
    ways = (detect(hand), *justifications(spoken.claims, hand))
    return next((one for one in ways if spoken.is_justified_by(one, trump)), None)
