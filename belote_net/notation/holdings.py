"""Who holds what in a written deal: as its hands say, or as far as its other lines tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from belote_net.notation.compass import Compass
from belote_net.notation.record import DealRecord, Shown
from belote_net.rules.auction import Contract
from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import Card, Hand, Place
from belote_net.rules.trick import Trick
from belote_net.rules.variant import Variant


class Holdings:
    """Cards and whose they are. Every card belongs to whom the first line gives it that names it.

    What is wrong is returned as a reason, None if nothing is.
    """

    def __init__(self, variant: Variant, compass: Compass) -> None:
        self._hand_size = variant.hand_size
        self._places = variant.places
        self._compass = compass
        self._owners: dict[Card, Place] = {}
        self._played: set[Card] = set()

    def give(self, card: Card, place: Place) -> bool:
        """Give a card to who is not known to have it yet, and has room; returns whether it is his.

        What finds no room is nobody's.
        """
        if card not in self._owners and len(self.whole(place)) < self._hand_size:
            self._owners[card] = place
        return self._owners.get(card) == place

    def whole(self, place: Place) -> Hand:
        """Return all that a player is known to hold, or to have held."""
        return frozenset(card for card, owner in self._owners.items() if owner == place)

    def whole_hands(self) -> dict[Place, Hand]:
        """Return the same of everybody, by place."""
        return {Place(place): self.whole(Place(place)) for place in range(self._places)}

    def held(self, place: Place) -> Hand:
        """Return what a player is known to hold now."""
        return self.whole(place).difference(self._played)

    def play(self, card: Card) -> None:
        """Put a card on the table."""
        self._played.add(card)

    def why_not_his(self, card: Card, place: Place) -> str | None:
        """Return why the player at `place` never had this card."""
        owner = self._owners.get(card)
        if owner is None:
            if len(self.whole(place)) < self._hand_size:
                return None
            letter = self._compass.letter(place)
            return f"at most {self._hand_size} cards in the hand of {letter} expected"
        return None if owner == place else f"{card} is in the hand of {self._compass.letter(owner)}"

    def why_not_held(self, cards: Iterable[Card], place: Place) -> str | None:
        """Return why the player at `place` has not all of these cards in his hand now."""
        for card in cards:
            if card in self._played:
                return f"{card} was played before"
            if (reason := self.why_not_his(card, place)) is not None:
                return reason
        return None

    def why_not_announced(self, card: Card, place: Place, contract: Contract) -> str | None:
        """Return why belote cannot be said with this card: somebody else has the other one."""
        partner = belote_partner(card, contract.trump)
        if partner is None or partner in self._played:
            return None
        return self.why_not_his(partner, place)


def written_cards(
    record: DealRecord, variant: Variant, dealer: Place, contract: Contract
) -> Iterator[tuple[Card, Place]]:
    """Yield whose cards are, by the lines of a deal after its hands, in their order.

    Who plays what follows from the cards alone, whether they may be played or not.
    """
    leader = variant.first_place(dealer)
    if record.turn_up is not None:
        yield record.turn_up, contract.taker
    shown = [one for one in record.said if isinstance(one, Shown)]
    for cards in record.tricks[: variant.hand_size]:
        trick = Trick(leader, tuple(one.card for one in cards))
        yield from zip(trick.cards, variant.order_from(leader), strict=False)
        leader = variant.trick_winner(trick, contract.trump)
        for one in shown:
            for declaration in one.declarations or ():
                yield from ((card, one.place) for card in declaration.cards)
        shown = []
    if record.departure is not None:
        yield from ((card, record.departure.place) for card in record.departure.opened)
