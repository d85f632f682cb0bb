"""What is asked of whoever decides for a seat, and what he answers.

All that screens and bots need besides a `TableView`; no key and no table is within reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card
from belote_net.rules.variant import DealPattern
from belote_net.table.messages import Member
from belote_net.table.view import TableView
from belote_protocol.entry import EntryContext, Seat


@dataclass(frozen=True, slots=True)
class Duty:
    """What one chain waits for.

    Attributes:
        context: where the entry that is due stands; it names chain, seat and kind.
    """

    context: EntryContext

    @property
    def chain(self) -> str:
        """The chain that waits."""
        return self.context.chain

    @property
    def seat(self) -> Seat:
        """Who owes the entry."""
        return self.context.seat

    @property
    def kind(self) -> str:
        """The kind of entry that is due."""
        return self.context.kind


@dataclass(frozen=True, slots=True)
class PlaceBid:
    """A decision: what to say in the auction."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A decision: which card to play, and whether belote is said with it.

    Attributes:
        announce: whether it is said; counts where the option leaves it to the player, else the
            game says it.
        declare: whether the declarations of the hand are made, with the first card.
    """

    card: Card
    announce: bool = False
    declare: bool = True


@dataclass(frozen=True, slots=True)
class CutPack:
    """A decision: how many cards to lift, where a player cuts by hand."""

    lifted: int


@dataclass(frozen=True, slots=True)
class DealPacks:
    """A decision: in which packets to deal, where a player deals by hand."""

    pattern: DealPattern


@dataclass(frozen=True, slots=True)
class SeatMember:
    """A decision: who is asked to take the free seat."""

    member: Member


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A decision: whether to help open the hand of who has left, so that the deal is played on."""

    is_willing: bool


Decision = PlaceBid | PlayCard | CutPack | DealPacks | SeatMember | OpenHand


class Decider(Protocol):
    """Whoever decides for a seat: a screen, a line of text, a script or a bot."""

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        """The decision that `duty` asks for; cancelled if the duty goes away."""
