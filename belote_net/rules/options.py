"""The house rules: one named option for every point on which tables disagree.

`Options` is the whole set. It is written into the first signed entry of a game as a map of plain
values (`to_map`) and read back strictly (`from_map`): a set that is incomplete, has a word more, or
contradicts itself is not a set of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final

from belote_net.errors import OptionError
from belote_net.rules import choices
from belote_net.rules.choices import (
    AllPass,
    Audit,
    BeloteCall,
    BeloteOrder,
    BothOver,
    CannotOvertrump,
    CapotPoints,
    Choice,
    ContractRule,
    DealRule,
    Direction,
    End,
    FailPoints,
    Litige,
    LitigeBelote,
    LitigeChain,
    Overtrump,
    PartnerMasterVoid,
    PartnerTrumped,
    Reach,
    Round2TurnedSuit,
    ScoringTotal,
    Tie,
    TrumpLedPartnerMaster,
)

__all__ = ["DEALS_LIMIT", "TARGET_LIMIT", "OptionValue", "Options"]
__all__ += ["allowed_values", "default_values", "plain_value"]
__all__ += choices.__all__

OptionValue = str | int | bool
"""A value as it stands in the option map."""

TARGET_LIMIT: Final = 10_000
"""Highest target, in points: beyond this nobody finishes an evening."""

DEALS_LIMIT: Final = 100
"""Highest fixed number of deals."""


def _told(*, meaning: str, french: str, source: str) -> Mapping[str, str]:
    """The words that explain one option."""
    return {"meaning": meaning, "french": french, "source": source}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A complete set of house rules; the defaults are the preset `classique`.

    Every attribute carries its meaning, its French words and where the rule is found (see
    `OPTION_INFO`). Sources are named in docs/rules.md.

    Raises:
        OptionError: the values are out of bounds or contradict one another.
    """

    direction: Direction = field(
        default=Direction.COUNTER_CLOCKWISE,
        metadata=_told(
            meaning="which way the turn goes; first speaker, lead and next dealer follow",
            french="sens du jeu",
            source="ccw: FFB, Pagat, Wikipedia; cw: most village concours",
        ),
    )
    deal_pattern: DealRule = field(
        default=DealRule.DEALER_CHOICE,
        metadata=_told(
            meaning="in which packets the first five cards are dealt",
            french="distribution",
            source="FFB: 3-2 or 2-3, as the dealer likes",
        ),
    )
    round2_turned_suit: Round2TurnedSuit = field(
        default=Round2TurnedSuit.EXCLUDED,
        metadata=_told(
            meaning="whether the turned suit may still be taken in the second round",
            french="couleur retournée au second tour",
            source="FFB: another suit; one-page rules do not exclude it",
        ),
    )
    all_pass: AllPass = field(
        default=AllPass.NEXT_DEALER,
        metadata=_told(
            meaning="who deals when all have passed twice",
            french="tout le monde passe",
            source="next_dealer: FFB; same_dealer: ASCEE 79, art. 8",
        ),
    )
    cannot_overtrump: CannotOvertrump = field(
        default=CannotOvertrump.UNDERTRUMP,
        metadata=_told(
            meaning="what is left to who must ruff but cannot beat an opponent's trump",
            french="sous-coupe",
            source="undertrump: FFB belote 2016, Pagat; discard: FFB contrée",
        ),
    )
    partner_master_void: PartnerMasterVoid = field(
        default=PartnerMasterVoid.FREE,
        metadata=_told(
            meaning="what is asked of who cannot follow suit while his partner is winning; "
            "with must_trump he ruffs as if an opponent were",
            french="partenaire maître",
            source="free: nearly unanimous; must_trump: house rule",
        ),
    )
    trump_led_partner_master: TrumpLedPartnerMaster = field(
        default=TrumpLedPartnerMaster.RISE,
        metadata=_told(
            meaning="whether, when trump is led, a player must rise over his partner too",
            french="monter sur son partenaire",
            source="rise: FFB, Pagat, Wikipedia; free: La Fontaine de Jouvence",
        ),
    )
    overtrump: Overtrump = field(
        default=Overtrump.REQUIRED,
        metadata=_told(
            meaning="whether who ruffs must beat the opponent's trump if he can",
            french="surcoupe",
            source="required: unanimous; optional: house rule",
        ),
    )
    partner_trumped: PartnerTrumped = field(
        default=PartnerTrumped.ANY,
        metadata=_told(
            meaning="which trumps may be put on the partner's winning trump: any, a lower one only "
            "without a higher (must_rise), a lower one only without any other card (no_undertrump)",
            french="sous-couper son partenaire",
            source="any: FFB 2015, 2016; must_rise: an FFB reprint; no_undertrump: Casimir, Pagat",
        ),
    )
    belote_call: BeloteCall = field(
        default=BeloteCall.AUTO,
        metadata=_told(
            meaning="who says belote and rebelote: the game (auto), or the player, who loses the "
            "points if he forgets either word (manual_strict)",
            french="annonce de la belote",
            source="manual_strict: FFB 2016, 7",
        ),
    )
    belote_order: BeloteOrder = field(
        default=BeloteOrder.ANY,
        metadata=_told(
            meaning="which card of the pair must be played first for the belote to count",
            french="ordre de la belote",
            source="any: FFB; king_first: Belgium",
        ),
    )
    contract_rule: ContractRule = field(
        default=ContractRule.MAJORITY,
        metadata=_told(
            meaning="what the taker's side must make: more than the other side (majority), 82 with "
            "its belote (at_least_82), 82 or, if it has the belote, 92 (82_92)",
            french="contrat",
            source="majority: FFB; at_least_82: beginners' rule; 82_92: 501-point article",
        ),
    )
    belote_in_contract: bool = field(
        default=True,
        metadata=_told(
            meaning="whether the belote helps to make or to beat the contract",
            french="belote comptée dans le contrat",
            source="FFB, all four texts: yes",
        ),
    )
    scoring_total: ScoringTotal = field(
        default=ScoringTotal.EXACT_162,
        metadata=_told(
            meaning="how card points are written: as they are, the defence the rest to 160, or "
            "the nearest ten, 5 up or down; points of a failed contract and of capot stand as set",
            french="marque",
            source="exact162: FFB; complement160: one-page rule; rounding: FFB (chips), Cannes",
        ),
    )
    fail_points: FailPoints = field(
        default=FailPoints.POINTS_162,
        metadata=_told(
            meaning="what the defence writes after a failed contract",
            french="points du dedans",
            source="162: FFB; 160: one-page rule, belotejeu.fr",
        ),
    )
    capot_points: CapotPoints = field(
        default=CapotPoints.POINTS_252,
        metadata=_told(
            meaning="what a side writes that has won every trick",
            french="points du capot",
            source="252: FFB; 250: beginners' rule; 162: two concours",
        ),
    )
    belote_untakeable: bool = field(
        default=True,
        metadata=_told(
            meaning="whether the taker's side keeps its belote after a failed contract",
            french="belote imprenable",
            source="true: FFB belote; false: FFB contrée",
        ),
    )
    litige: Litige = field(
        default=Litige.CARRY,
        metadata=_told(
            meaning="when both sides have the same points: the defence writes its own, and the "
            "taker's wait for the winner of the next deal (carry) or are lost (defence_only); or "
            "the contract has failed (fail), is made (taker_success), or is replayed (replay)",
            french="litige",
            source="carry: FFB; fail: TCVB; defence_only: 501-point article; replay: JWEBARTEAM",
        ),
    )
    litige_belote: LitigeBelote = field(
        default=LitigeBelote.IN_POOL,
        metadata=_told(
            meaning="whether the taker's belote goes with his points in a litige, or is kept",
            french="belote en litige",
            source="in_pool: FFB 2016",
        ),
    )
    litige_chain: LitigeChain = field(
        default=LitigeChain.DEFENCE_TAKES_POOL,
        metadata=_told(
            meaning="who gets points already held when the next deal is a litige too: the defence, "
            "or nobody yet (accumulate)",
            french="litiges successifs",
            source="contested between tables",
        ),
    )
    end: End = field(
        default=End.TARGET,
        metadata=_told(
            meaning="what ends the match: a score, or a number of deals",
            french="fin de partie",
            source="target: FFB; fixed_deals: concours",
        ),
    )
    target: int = field(
        default=1000,
        metadata=_told(
            meaning="the score to reach, 1 to 10000; 0 when the number of deals is fixed",
            french="points à atteindre",
            source="1000: FFB; 501: 501-point article",
        ),
    )
    deals: int = field(
        default=0,
        metadata=_told(
            meaning="the number of deals, 1 to 100; 0 when a score ends the match",
            french="nombre de donnes",
            source="12: ASCEE 79",
        ),
    )
    reach: Reach = field(
        default=Reach.AT_LEAST,
        metadata=_told(
            meaning="whether the target must be reached or passed (no effect on a number of deals)",
            french="atteindre ou dépasser",
            source=">=: FFB; >: 501-point article",
        ),
    )
    both_over: BothOver = field(
        default=BothOver.HIGHEST,
        metadata=_told(
            meaning="who wins when one deal takes both sides to the target (no effect on a number "
            "of deals)",
            french="les deux camps au but",
            source="highest: FFB; taker: Ducale; draw: Pagat",
        ),
    )
    tie: Tie = field(
        default=Tie.EXTRA_DEAL,
        metadata=_told(
            meaning="what follows when the scores that should decide are equal",
            french="égalité",
            source="extra_deal: FFB 2016; draw: Pagat",
        ),
    )
    belote_alone_wins: bool = field(
        default=True,
        metadata=_told(
            meaning="whether a side that won no trick may reach the target by its belote",
            french="gagner sur sa seule belote",
            source="true: FFB 2016; false: FFB 2015",
        ),
    )
    audit: Audit = field(
        default=Audit.REVEAL,
        metadata=_told(
            meaning="whether the seeds of the shuffle are shown once a deal is played to its end",
            french="révéler les donnes jouées",
            source="of this program",
        ),
    )

    def __post_init__(self) -> None:
        _check_end(self)
        if (
            self.partner_master_void is PartnerMasterVoid.MUST_TRUMP
            and self.partner_trumped is not PartnerTrumped.ANY
        ):
            raise OptionError(
                f"partner_trumped={self.partner_trumped.value} has no meaning "
                "with partner_master_void=must_trump"
            )
        if self.contract_rule is ContractRule.AT_LEAST_82_OR_92 and not self.belote_in_contract:
            raise OptionError("contract_rule=82_92 counts the belote: belote_in_contract is false")

    def to_map(self) -> dict[str, OptionValue]:
        """Return every option by name, as plain values, always in the same order."""
        return {one.name: plain_value(getattr(self, one.name)) for one in fields(self)}

    @staticmethod
    def from_map(values: Mapping[str, object]) -> Options:
        """Read a complete map of options: `from_map(o.to_map()) == o`.

        Raises:
            OptionError: an option is missing or unknown, a value is not one of its values (a text
                for a number, or 1 for true, is not), or the values contradict one another.
        """
        defaults = default_values()
        if unknown := [str(name) for name in values if name not in defaults]:
            raise OptionError(f"unknown option: {', '.join(sorted(unknown))}")
        if missing := [name for name in defaults if name not in values]:
            raise OptionError(f"missing option: {', '.join(missing)}")
        read = {name: _read(name, default, values[name]) for name, default in defaults.items()}
        return Options(**read)


def default_values() -> dict[str, Choice | int]:
    """Return the default of every option by name, in the order of the map."""
    return {one.name: one.default for one in fields(Options) if one.default is not MISSING}


def _read(name: str, default: Choice | int, value: object) -> Any:  # noqa: ANN401 - any option's type
    """Turn one value of the map into an attribute of the same kind as the default."""
    allowed = allowed_values(default)
    # True == 1 == 1.0 in Python: the type must be the same as well.
    if type(value) is type(plain_value(default)) and (allowed is None or value in allowed):
        return type(default)(value)
    wanted = "a whole number" if allowed is None else " or ".join(map(repr, allowed))
    raise OptionError(f"{name} is {wanted}, got {value!r}")


def plain_value(value: Choice | int) -> OptionValue:
    """Return an attribute of `Options` as it stands in the map."""
    plain: OptionValue = value.value if isinstance(value, Choice) else value
    return plain


def allowed_values(default: Choice | int) -> tuple[OptionValue, ...] | None:
    """Return what an option with this default may be in the map; None: a bounded whole number."""
    if isinstance(default, Choice):
        return tuple(choice.value for choice in type(default))
    return (True, False) if isinstance(default, bool) else None


def _check_end(options: Options) -> None:
    wanted, unwanted, limit = "target", "deals", TARGET_LIMIT
    if options.end is End.FIXED_DEALS:
        wanted, unwanted, limit = "deals", "target", DEALS_LIMIT
    number = getattr(options, wanted)
    if not 1 <= number <= limit:
        raise OptionError(f"{wanted} is 1 to {limit} with end={options.end.value}, got {number}")
    if getattr(options, unwanted) != 0:
        raise OptionError(f"{unwanted} is 0 with end={options.end.value}")
