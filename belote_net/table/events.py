"""What happened at the table, in the past tense: what screens tell and replays show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from belote_net.rules.auction import Bid, Contract
from belote_net.rules.cards import Card, Place, Rank
from belote_net.rules.declarations import Claim, Declaration, InTrumps
from belote_net.rules.scoring import DealScore
from belote_protocol.deck_state import Fault


class Announcement(Enum):
    """What is said with the king or queen of trumps."""

    BELOTE = "belote"
    REBELOTE = "rebelote"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A member accepted the first entry."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """Everybody knows his place, and who deals first."""


@dataclass(frozen=True, slots=True)
class DealBegan:
    """A deal begins; its deck is ready or being made."""

    number: int
    dealer: Place


@dataclass(frozen=True, slots=True)
class PackCut:
    """The player before the dealer has cut."""

    place: Place
    lifted: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The dealer has dealt in this pattern (`3-2` or `2-3`); hands become readable one by one."""

    dealer: Place
    pattern: str


@dataclass(frozen=True, slots=True)
class CardTurned:
    """The turned card (retourne) lies open."""

    card: Card


@dataclass(frozen=True, slots=True)
class BidMade:
    """A player has passed or taken."""

    place: Place
    bid: Bid
    round: int


@dataclass(frozen=True, slots=True)
class AllPassed:
    """Nobody took: the cards are thrown in unseen."""


@dataclass(frozen=True, slots=True)
class ContractMade:
    """The auction is over."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class HandsCompleted:
    """Every hand is complete, shuffled once more, and readable by its owner."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played, proven to be legal.

    Attributes:
        announcement: None, or which of the two was said with it.
        claims: declarations made with it, best first.
    """

    place: Place
    card: Card
    announcement: Announcement | None
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class HeightTold:
    """A player told the height of his best declaration; None: it is no better."""

    place: Place
    height: Rank | None


@dataclass(frozen=True, slots=True)
class TrumpAnswered:
    """A player said whether his best declaration is in trumps."""

    place: Place
    answer: InTrumps


@dataclass(frozen=True, slots=True)
class DeclarationsShown:
    """A player showed his declarations, proven; none: he could not, and forfeits them."""

    place: Place
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class FalseClaimsFound:
    """The cards of a deal that is over show that these players claimed what they did not hold."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete."""

    winner: Place
    points: int
    number: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was played out."""

    number: int
    contract: Contract
    score: DealScore
    totals: tuple[int, ...]


class Cause(Enum):
    """Why the table goes on without a seat."""

    ABSENT = "absent"
    """It did not speak, as all others signed."""
    FAULT = "fault"
    """It signed what all others refuse."""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """All others went on without a seat, which is free now."""

    seat: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class OpeningDeclined:
    """A seat does not help to open the hand of who has left."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandOpened:
    """The others opened what was left in the hand of who has left, and it plays by itself now.

    Attributes:
        cards: in order of the pack.
    """

    place: Place
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealForfeited:
    """The player at `place` left a deal whose cards he had seen: the other side writes it."""

    number: int
    place: Place
    score: DealScore
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """A deal ended before the player who left had seen his cards: it is dealt again."""

    number: int


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """A member is proposed for the free seat; the newcomer and all others have to agree."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatFilled:
    """Everybody agreed: the free seat is taken, by who left it (`is_return`) or by another."""

    seat: int
    name: str
    is_return: bool


@dataclass(frozen=True, slots=True)
class GameOver:
    """The match is decided; `winner` is a team, or None for a draw."""

    winner: int | None
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultSigned:
    """A seat signed the final state."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeckReady:
    """A deck was shuffled by all seats."""

    number: int


@dataclass(frozen=True, slots=True)
class DeckDied:
    """A complaint ended a deck, which nobody deals; the seat at fault is proven to have lied."""

    number: int
    seat: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """A seat opened its seed of a deal that was played out: its part of the audit."""

    deck: int
    seat: int


Event = (
    Agreed
    | SeatsTaken
    | DealBegan
    | PackCut
    | CardsDealt
    | CardTurned
    | BidMade
    | AllPassed
    | ContractMade
    | HandsCompleted
    | CardPlayed
    | HeightTold
    | TrumpAnswered
    | DeclarationsShown
    | FalseClaimsFound
    | TrickWon
    | DealScored
    | SeatLeft
    | OpeningDeclined
    | HandOpened
    | DealForfeited
    | DealAnnulled
    | SeatOffered
    | SeatFilled
    | GameOver
    | ResultSigned
    | DeckReady
    | DeckDied
    | SeedRevealed
)
