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
from belote_net.rules.variant import Variant
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


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A complete trick, who won it, and what it is worth: the last one with its bonus."""

    trick: Trick
    winner: Place
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldPlay:
    """The play of a deal that somebody took.

    Attributes:
        declarations: what was said of them; None where none are played.
        tricks: those that are complete.
        trick: the one after them; without cards as long as nobody has led.
        moves: what happened, in order, and where it is written.
    """

    contract: Contract
    belote: BeloteCalls
    declarations: DeclarationRound | None
    tricks: tuple[WonTrick, ...]
    trick: Trick
    moves: tuple[tuple[Where, Move], ...]

    @property
    def leaders(self) -> tuple[Place, ...]:
        """Who leads each trick, and the next one."""
        return (*(won.trick.leader for won in self.tricks), self.trick.leader)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldDeal:
    """One deal, as far as it came or is right.

    Attributes:
        players: who sat at each place.
        play: None unless somebody took.
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
    play: ToldPlay | None
    is_passed: bool
    is_annulled: bool
    score: DealScore | None
    false_claimers: tuple[Place, ...]
    match: Match

    @property
    def variant(self) -> Variant:
        """How the cards are dealt and judged."""
        return variant_for(self.match.options)

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
