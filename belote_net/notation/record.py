"""A game of belote as it is written down: what was done, and nothing that follows from it.

Dealers after the first, contracts, winners and points are the rules' to tell (see `telling`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from belote_net.rules.auction import Bid
from belote_net.rules.cards import Card, Hand, Place, Rank
from belote_net.rules.declarations import Claim, Declaration, InTrumps
from belote_net.rules.options import Options
from belote_net.rules.variant import DealPattern


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a place.

    Attributes:
        key: the key that signs for this player, in hexadecimal; None if nothing was signed.
        operator: of a bot, the place whose machine runs it; None for a person.
    """

    name: str
    key: str | None = None
    operator: Place | None = None

    def is_same(self, other: Player) -> bool:
        """Whether this is the other one, come back: by the keys; without one, by the names."""
        if self.key is None or other.key is None:
            return self.name == other.name
        return self.key == other.key


@dataclass(frozen=True, slots=True)
class DealtCards:
    """One player's cards.

    Attributes:
        first: those that were bid on; or the whole hand, if nobody knows which came first.
        later: those that came after the auction, the turned card among them for who took it.
    """

    first: Hand
    later: Hand = frozenset()

    @property
    def cards(self) -> Hand:
        """All of them."""
        return self.first | self.later


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the table; `announced`: belote or rebelote was said with it."""

    card: Card
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a player declared with his first card, best first; who said nothing has none."""

    place: Place
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class HeightSaid:
    """The height of a player's best declaration; None: no better."""

    place: Place
    height: Rank | None


@dataclass(frozen=True, slots=True)
class TrumpSaid:
    """Whether a player's best declaration is in trumps."""

    place: Place
    answer: InTrumps


@dataclass(frozen=True, slots=True)
class Shown:
    """The declarations that a player showed; None: he could not, and forfeited them."""

    place: Place
    declarations: tuple[Declaration, ...] | None


Said = Claimed | HeightSaid | TrumpSaid | Shown


class Cause(Enum):
    """Why the others went on without a player."""

    ABSENT = "absent"
    FAULT = "fault"


class Ending(Enum):
    """What became of a deal that a player left."""

    FORFEIT = "forfeit"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Departure:
    """A player left a deal.

    Attributes:
        opened: what was left in his hand, if the others opened it: from then on it plays by rule.
        ending: None while it is not settled, and where an open hand plays on.
    """

    place: Place
    cause: Cause
    opened: Hand = frozenset()
    ending: Ending | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal, as far as it came.

    Attributes:
        cut: how many cards were lifted, if that is known; `pattern` likewise.
        hands: by place; empty if they are not known.
        turn_up: the turned card; None if the deal ended before.
        bids: from the place after the dealer on.
        tricks: each from its leader on; only the last one may be incomplete.
        said: what was said of declarations, in order.
        newcomer: who sat down, after this deal, where a player had left.
    """

    cut: int | None = None
    pattern: DealPattern | None = None
    hands: tuple[DealtCards, ...] = ()
    turn_up: Card | None = None
    bids: tuple[Bid, ...] = ()
    tricks: tuple[tuple[PlayedCard, ...], ...] = ()
    said: tuple[Said, ...] = ()
    departure: Departure | None = None
    newcomer: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A whole game.

    Attributes:
        players: who sat at each place in the first deal.
        deals: in order; only the last one may not be over.
        game: the id of the signed log, 64 hexadecimal digits; None if there is no log.
        date: when it began, `2026-11-30`; None if nobody knows.
        signed: the places that signed the result.
    """

    options: Options
    players: tuple[Player, ...]
    first_dealer: Place
    deals: tuple[DealRecord, ...]
    game: str | None = None
    date: str | None = None
    signed: tuple[Place, ...] = ()
