"""Who sits where: signing seats of the protocol and places of the game (docs/protocol.md §9.2).

A *seat* is the position of a member in the first entry; proofs and signatures know only seats. A
*place* counts in the order of play, whatever the table's direction; the rules know only places.
"""

from __future__ import annotations

from dataclasses import dataclass

from belote_net.rules.cards import Place
from belote_net.rules.choices import Direction
from belote_net.rules.options import Options
from belote_net.table.messages import Opening, Seats
from belote_protocol.commitment import uniform_index, uniform_permutation
from belote_protocol.entry import Seat


@dataclass(frozen=True, slots=True)
class Seating:
    """The seat at each place, in order of play."""

    by_place: tuple[Seat, ...]

    def seat_at(self, place: Place) -> Seat:
        """The seat that sits at `place`."""
        return self.by_place[place]

    def place_of(self, seat: Seat) -> Place:
        """The place where `seat` sits."""
        return Place(self.by_place.index(seat))


def seat_members(opening: Opening, options: Options, coin: bytes) -> tuple[Seating, Place]:
    """Seat everybody, and choose the first dealer, from the coin that all seats made together.

    Returns:
        The seating, and the place that deals first.
    """
    count = len(opening.members)
    clockwise = [Seat(index) for index in range(count)]
    if opening.seats is Seats.DRAWN:
        clockwise = [Seat(index) for index in uniform_permutation(coin, "seats", count)]
    if options.direction is Direction.COUNTER_CLOCKWISE:
        clockwise = [clockwise[0], *reversed(clockwise[1:])]
    return Seating(tuple(clockwise)), Place(uniform_index(coin, "dealer", count))
