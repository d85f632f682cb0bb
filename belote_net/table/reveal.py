"""The audit of a deal that was played out, from the revealed seeds (docs/protocol.md §9.9).

It rests on no proof code: keys, permutations and decks are made again and compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belote_net.rules.cards import Card, Place, in_pack_order
from belote_net.table.deal import Deal
from belote_net.table.messages import Gather
from belote_protocol.deck import read
from belote_protocol.entry import Seat
from belote_protocol.errors import InvalidProof
from belote_protocol.group import generator_multiple
from belote_protocol.seed import Seed
from belote_protocol.shuffle import shuffle


def check_gather_again(deal: Deal, seat: Seat, seed: Seed) -> None:
    """Make the gather of `seat` again from its seed.

    Raises:
        InvalidProof: it gives another hand than the one that was played from.
    """
    place = deal.seating.place_of(seat)
    record, before = deal.gathers[place], deal.hidden_cards(place)
    permutation = seed.permutation(Gather.kind, record.prev, record.salt, len(before))
    randomizers = seed.randomizers(Gather.kind, record.prev, record.salt, len(before))
    after = shuffle(before, generator_multiple(seed.key()), permutation, randomizers)
    if tuple(after) != deal.hands[place].ciphertexts:
        raise InvalidProof("the gather of the revealed seed expected, got another")


@dataclass(frozen=True, slots=True)
class DealtHand:
    """One player's cards as they were dealt, in order of the pack.

    Attributes:
        bid_on: the cards in hand during the auction.
        completed: those that came after it, without the turned card.
    """

    bid_on: tuple[Card, ...]
    completed: tuple[Card, ...]


def dealt_hands(deal: Deal, seeds: Sequence[Seed]) -> tuple[DealtHand, ...]:
    """All hands of a deal by place, given the revealed seeds of all seats in signing order."""
    return tuple(
        _dealt_hand(deal, place, seeds[deal.seating.seat_at(place)]) for place in deal.places
    )


def _dealt_hand(deal: Deal, place: Place, seed: Seed) -> DealtHand:
    if deal.pattern is None:
        raise LookupError("nothing was dealt")
    secret = seed.key()
    first = deal.variant.first_hands(deal.dealer, deal.pattern)[place]
    cards = {
        position: deal.variant.pack[read(ciphertext, secret)]
        for position, ciphertext in zip(
            deal.readable_positions(place), deal.hidden_cards(place), strict=True
        )
    }
    return DealtHand(
        bid_on=in_pack_order(card for position, card in cards.items() if position in first),
        completed=in_pack_order(card for position, card in cards.items() if position not in first),
    )
