"""A written game as the rules tell it: values that `telling` makes, and that faces show."""

from __future__ import annotations

from dataclasses import dataclass

from belote_net.notation.record import (
    DealRecord,
    GameRecord,
    HeightSaid,
    PlayedCard,
    Player,
    Shown,
    TrumpSaid,
)
from belote_net.rules.auction import Auction, Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Hand, Place
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.declarations import Claim
from belote_net.rules.match import Match
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for


@dataclass(frozen=True, slots=True)
class Where:
    """The line that tells something: `trick`, say, the third one of the second deal.

    Attributes:
        deal: counts from 1; 0 for what belongs to no deal.
        part: the first word of the line.
        index: which of several in its deal, from 0.
    """

    deal: int
    part: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first thing that the rules refuse."""

    where: Where
    reason: str


class RecordRefused(Exception):
    """Something in a record is against the rules. Never leaves this package."""

    def __init__(self, where: Where, reason: str) -> None:
        super().__init__(reason)
        self.refusal = Refusal(where, reason)


def check(where: Where, reason: str | None) -> None:
    """Refuse what is at `where`, if there is a reason.

    Raises:
        RecordRefused: there is one.
    """
    if reason is not None:
        raise RecordRefused(where, reason)


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that a player put on the table, with what was said and declared with it."""

    place: Place
    played: PlayedCard
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The hand of who had left, when it was opened."""

    place: Place
    cards: Hand


Move = Laid | HeightSaid | TrumpSaid | Shown | Opened


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldDeal:
    """One deal, as far as it came or is right.

    Attributes:
        players: who sat at each place.
        moves: what happened once the hands were complete, in order, and where it is written.
        is_passed: whether nobody took.
        score: of a deal that was played to its end or forfeited.
        false_claimers: who declared what he did not hold, once every card is played.
        match: the match after the deal; as it was before while the deal is not over.
    """

    number: int
    dealer: Place
    players: tuple[Player, ...]
    record: DealRecord
    auction: Auction | None
    belote: BeloteCalls | None
    declarations: DeclarationRound | None
    tricks: tuple[Trick, ...]
    trick: Trick | None
    moves: tuple[tuple[Where, Move], ...]
    is_passed: bool
    is_annulled: bool
    score: DealScore | None
    false_claimers: tuple[Place, ...]
    match: Match

    @property
    def contract(self) -> Contract | None:
        """Who took, and at which trumps."""
        return self.auction.contract if self.auction is not None else None

    @property
    def leaders(self) -> tuple[Place, ...]:
        """Who leads each trick, and the next one."""
        variant, contract = variant_for(self.match.options), self.contract
        if contract is None:
            return ()
        first = variant.first_place(self.dealer)
        winners = (variant.trick_winner(trick, contract.trump) for trick in self.tricks)
        return (first, *winners)

    @property
    def is_over(self) -> bool:
        """Whether another deal may follow."""
        return self.is_passed or self.is_annulled or self.score is not None


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game, as far as it is right.

    Attributes:
        deals: all of them; if one is refused, that one as far as it is right, and none after it.
        refusal: the first thing that is wrong, if anything is.
    """

    record: GameRecord
    deals: tuple[ToldDeal, ...]
    refusal: Refusal | None

    @property
    def match(self) -> Match:
        """The match after the last deal."""
        if self.deals:
            return self.deals[-1].match
        return Match.start(self.record.options, self.record.first_dealer)
