"""The closed sets of values that the options of the game may take.

Each value is what is written in the option map, so it never changes once published. What each
option is for, is said where `Options` declares it.
"""

from __future__ import annotations

from enum import Enum

__all__ = [
    "AllPass",
    "AnnonceTie",
    "Annonces",
    "AnnoncesCapot",
    "AnnoncesOnFail",
    "Audit",
    "BeloteCall",
    "BeloteOrder",
    "BothOver",
    "CannotOvertrump",
    "CapotPoints",
    "Choice",
    "ContractRule",
    "DealRule",
    "Direction",
    "End",
    "FailPoints",
    "Litige",
    "LitigeBelote",
    "LitigeChain",
    "OnAbsence",
    "Overtrump",
    "PartnerMasterVoid",
    "PartnerTrumped",
    "Reach",
    "Round2TurnedSuit",
    "ScoringTotal",
    "Show",
    "Tie",
    "TrumpLedPartnerMaster",
]


class Choice(Enum):
    """Base of every option's set of values."""

    # Members are singletons, so identity will do; Enum's own hash runs in Python for each look-up.
    __hash__ = object.__hash__


class Direction(Choice):
    """Which way the turn goes round the table."""

    COUNTER_CLOCKWISE = "ccw"
    CLOCKWISE = "cw"


class DealRule(Choice):
    """In which packets the first five cards are dealt."""

    DEALER_CHOICE = "dealer_choice"
    THREE_TWO = "3-2"
    TWO_THREE = "2-3"


class Round2TurnedSuit(Choice):
    """Whether the turned suit may still be taken in the second round."""

    EXCLUDED = "excluded"
    ALLOWED = "allowed"


class AllPass(Choice):
    """Who deals when all have passed twice."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"


class CannotOvertrump(Choice):
    """What is left to who must ruff but cannot beat an opponent's trump."""

    UNDERTRUMP = "undertrump"
    DISCARD = "discard"


class PartnerMasterVoid(Choice):
    """What is asked of who cannot follow suit while his partner is winning."""

    FREE = "free"
    MUST_TRUMP = "must_trump"


class TrumpLedPartnerMaster(Choice):
    """Whether, when trump is led, a player must rise over his partner too."""

    RISE = "rise"
    FREE = "free"


class Overtrump(Choice):
    """Whether who ruffs must beat the opponent's trump if he can."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class PartnerTrumped(Choice):
    """Which trumps may be put under the partner's winning trump, on a plain suit led."""

    ANY = "any"
    MUST_RISE = "must_rise"
    NO_UNDERTRUMP = "no_undertrump"


class BeloteCall(Choice):
    """Who says belote and rebelote."""

    AUTO = "auto"
    MANUAL_STRICT = "manual_strict"
    MANUAL_TOLERANT = "manual_tolerant"


class BeloteOrder(Choice):
    """Which card of the pair must be played first."""

    ANY = "any"
    KING_FIRST = "king_first"


class Annonces(Choice):
    """Whether sequences and fours of a kind are declared (annonces)."""

    OFF = "off"
    ON = "on"


class AnnonceTie(Choice):
    """Whose declarations count when the best of both sides are equal in everything."""

    FIRST_SPEAKER = "first_speaker"
    CANCEL = "cancel"


class Show(Choice):
    """When the declarations that count are shown."""

    TRICK_2 = "trick2"
    AT_ONCE = "at_once"


class AnnoncesOnFail(Choice):
    """What becomes of the taker's declarations after a failed contract."""

    TO_DEFENCE = "to_defence"
    ANNULLED = "annulled"
    KEPT = "kept"


class AnnoncesCapot(Choice):
    """What becomes of the declarations of a side that won no trick."""

    TO_WINNER = "to_winner"
    ANNULLED = "annulled"
    KEPT = "kept"


class ContractRule(Choice):
    """What the taker's side must make."""

    MAJORITY = "majority"
    AT_LEAST_82 = "at_least_82"
    AT_LEAST_82_OR_92 = "82_92"


class ScoringTotal(Choice):
    """How card points are written on the sheet."""

    EXACT_162 = "exact162"
    COMPLEMENT_160 = "complement160"
    ROUND_10_FIVE_UP = "round10_5up"
    ROUND_10_SIX_UP = "round10_6up"


class FailPoints(Choice):
    """What the defence writes after a failed contract (dedans)."""

    POINTS_162 = 162
    POINTS_160 = 160


class CapotPoints(Choice):
    """What a side writes that has won every trick."""

    POINTS_252 = 252
    POINTS_250 = 250
    POINTS_162 = 162


class Litige(Choice):
    """What happens when both sides have the same points."""

    CARRY = "carry"
    FAIL = "fail"
    DEFENCE_ONLY = "defence_only"
    TAKER_SUCCESS = "taker_success"
    REPLAY = "replay"


class LitigeBelote(Choice):
    """Where the taker's belote goes in a litige."""

    IN_POOL = "in_pool"
    KEPT = "kept"


class LitigeChain(Choice):
    """What becomes of points already held when the next deal is a litige too."""

    DEFENCE_TAKES_POOL = "defence_takes_pool"
    ACCUMULATE = "accumulate"


class Reach(Choice):
    """When a score has reached the target."""

    AT_LEAST = ">="
    OVER = ">"


class BothOver(Choice):
    """Who wins when one deal takes both sides to the target."""

    HIGHEST = "highest"
    TAKER = "taker"
    DRAW = "draw"


class Tie(Choice):
    """What follows when the scores that should decide are equal."""

    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"


class End(Choice):
    """What ends the match."""

    TARGET = "target"
    FIXED_DEALS = "fixed_deals"


class Audit(Choice):
    """Whether the players' secrets of a deal are shown once it is played."""

    REVEAL = "reveal"
    NEVER = "never"


class OnAbsence(Choice):
    """What becomes of a deal that a player leaves while it is played."""

    FORFEIT = "forfeit"
    OPEN_HAND = "open_hand"
