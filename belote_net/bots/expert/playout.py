"""A deal played to its end from any moment, with all cards in the open and the habits of everybody.

Performance: about 30 µs for a whole deal. This is the loop in which the expert spends its time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_net.bots.expert.habits import follow, lead
from belote_net.bots.expert.slots import FIRST_TRUMP, POINTS, SUIT_OF, TRUMP_BITS, Slots
from belote_net.rules.auction import Contract
from belote_net.rules.counting import LAST_TRICK_BONUS
from belote_net.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Seats:
    """Who follows whom, and who plays with whom, by place.

    Attributes:
        following: who plays next.
        partner: the partner.
        against: the opponents.
        took: whether the side of this place has the contract.
    """

    following: tuple[int, ...]
    partner: tuple[int, ...]
    against: tuple[tuple[int, ...], ...]
    took: tuple[bool, ...]

    @staticmethod
    def at(variant: Variant, contract: Contract) -> Seats:
        """Return the seats of a deal with this contract."""
        attack, defence = variant.sides(contract)
        places = sorted((*attack, *defence))
        return Seats(
            following=tuple(variant.next_place(place) for place in places),
            partner=tuple(variant.partner_of(place) for place in places),
            against=tuple(defence if place in attack else attack for place in places),
            took=tuple(place in attack for place in places),
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the play, whatever the hands.

    Attributes:
        player: who plays the next card.
        lying: how many cards lie on the table; 0 when one is to be led.
        led: the suit that was led.
        best: the slot that is winning.
        winner: who played it; before a lead, who won the last trick.
        pot: the points of the cards on the table.
        points: of the taker's side in complete tricks, the bonus for the last one left aside.
        tricks: how many tricks that side has won.
    """

    player: int
    lying: int = 0
    led: int = 0
    best: int = 0
    winner: int = 0
    pot: int = 0
    points: int = 0
    tricks: int = 0

    def after(self, slot: int, seats: Seats) -> Moment:
        """Return the moment after the next card."""
        suit, pot = SUIT_OF[slot], self.pot + POINTS[slot]
        led, best, winner = self.led, self.best, self.winner
        if not self.lying:
            led, best, winner = suit, slot, self.player
        elif slot > best and (suit == led or slot >= FIRST_TRUMP):
            best, winner = slot, self.player
        if self.lying + 1 < len(seats.took):
            following = seats.following[self.player]
            return replace(
                self,
                player=following,
                lying=self.lying + 1,
                led=led,
                best=best,
                winner=winner,
                pot=pot,
            )
        took = seats.took[winner]
        points, tricks = self.points + pot * took, self.tricks + took
        return Moment(player=winner, winner=winner, points=points, tricks=tricks)


def play_out(moment: Moment, hands: list[int], slots: Slots, seats: Seats) -> tuple[int, int]:
    """Return the points and the tricks of the taker's side if all follow their habits from here.

    `hands`: by place, the bits of the slots in hand; they are used up. The bonus for the last trick
    is in the points, that for winning them all is not.
    """
    duties, following, partner, took = slots.duties, seats.following, seats.partner, seats.took
    player, lying, led, best = moment.player, moment.lying, moment.led, moment.best
    winner, pot, points, tricks = moment.winner, moment.pot, moment.points, moment.tricks
    last, left = len(took) - 1, sum(hands)
    while left:
        hand = hands[player]
        if not lying:
            trumps_against = sum(hands[place] for place in seats.against[player]) & TRUMP_BITS
            slot = lead(hand, left ^ hand, trumps_against, took=took[player])
            led, best, winner, pot = SUIT_OF[slot], slot, player, 0
        else:
            partner_wins = winner == partner[player]
            legal = 0
            for members, barred_by in duties[partner_wins][led][best]:
                if not hand & barred_by:
                    legal |= hand & members
            if legal & legal - 1:
                others = left ^ hand if lying < last else 0
                slot = follow(legal, others, led, best, partner_wins=partner_wins)
            else:
                slot = legal.bit_length() - 1
            if slot > best and (SUIT_OF[slot] == led or slot >= FIRST_TRUMP):
                best, winner = slot, player
        hands[player] ^= 1 << slot
        left ^= 1 << slot
        pot += POINTS[slot]
        if lying < last:
            lying, player = lying + 1, following[player]
        else:
            lying, player = 0, winner
            if took[winner]:
                points, tricks = points + pot, tricks + 1
    return points + LAST_TRICK_BONUS * took[winner], tricks
