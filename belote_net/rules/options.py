"""The house rules: one named option for every point on which tables disagree.

`Options` is the whole set. It is written into the first signed entry of a game as a map of plain
values (`to_map`) and read back strictly (`from_map`): a set that is incomplete, has a word more, or
contradicts itself is not a set of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields

from belote_net.errors import OptionError
from belote_net.rules.choices import (
    AllPass,
    Annonces,
    AnnoncesCapot,
    AnnoncesOnFail,
    AnnonceTie,
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
    OnAbsence,
    Overtrump,
    PartnerMasterVoid,
    PartnerTrumped,
    Reach,
    Round2TurnedSuit,
    ScoringTotal,
    Show,
    Tie,
    TrumpLedPartnerMaster,
)
from belote_net.rules.option_values import (
    OptionValue,
    check_end,
    plain_value,
    read_value,
    told,
)


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
        metadata=told(
            meaning="which way the turn goes; first speaker, lead and next dealer follow",
            french="sens du jeu",
            source="ccw: FFB, Pagat, Wikipedia; cw: most village concours",
        ),
    )
    deal_pattern: DealRule = field(
        default=DealRule.DEALER_CHOICE,
        metadata=told(
            meaning="in which packets the first five cards are dealt",
            french="distribution",
            source="FFB: 3-2 or 2-3, as the dealer likes",
        ),
    )
    round2_turned_suit: Round2TurnedSuit = field(
        default=Round2TurnedSuit.EXCLUDED,
        metadata=told(
            meaning="whether the turned suit may still be taken in the second round",
            french="couleur retournée au second tour",
            source="FFB: another suit; one-page rules do not exclude it",
        ),
    )
    all_pass: AllPass = field(
        default=AllPass.NEXT_DEALER,
        metadata=told(
            meaning="who deals when all have passed twice",
            french="tout le monde passe",
            source="next_dealer: FFB; same_dealer: ASCEE 79, art. 8",
        ),
    )
    cannot_overtrump: CannotOvertrump = field(
        default=CannotOvertrump.UNDERTRUMP,
        metadata=told(
            meaning="what is left to who must ruff but cannot beat an opponent's trump",
            french="sous-coupe",
            source="undertrump: FFB belote 2016, Pagat; discard: FFB contrée",
        ),
    )
    partner_master_void: PartnerMasterVoid = field(
        default=PartnerMasterVoid.FREE,
        metadata=told(
            meaning="what is asked of who cannot follow suit while his partner is winning; "
            "with must_trump he ruffs as if an opponent were",
            french="partenaire maître",
            source="free: nearly unanimous; must_trump: house rule",
        ),
    )
    trump_led_partner_master: TrumpLedPartnerMaster = field(
        default=TrumpLedPartnerMaster.RISE,
        metadata=told(
            meaning="whether, when trump is led, a player must rise over his partner too",
            french="monter sur son partenaire",
            source="rise: FFB, Pagat, Wikipedia; free: La Fontaine de Jouvence",
        ),
    )
    overtrump: Overtrump = field(
        default=Overtrump.REQUIRED,
        metadata=told(
            meaning="whether who ruffs must beat the opponent's trump if he can",
            french="surcoupe",
            source="required: unanimous; optional: house rule",
        ),
    )
    partner_trumped: PartnerTrumped = field(
        default=PartnerTrumped.ANY,
        metadata=told(
            meaning="which trumps may be put on the partner's winning trump: any, a lower one only "
            "without a higher (must_rise), a lower one only without any other card (no_undertrump)",
            french="sous-couper son partenaire",
            source="any: FFB 2015, 2016; must_rise: an FFB reprint; no_undertrump: Casimir, Pagat",
        ),
    )
    belote_call: BeloteCall = field(
        default=BeloteCall.AUTO,
        metadata=told(
            meaning="who says belote and rebelote: the game (auto), or the player, who loses the "
            "points if he forgets either word (manual_strict), or whose side is forgiven one "
            "rebelote in a match, the belote having been said (manual_tolerant)",
            french="annonce de la belote",
            source="manual_strict: FFB 2016, 7; manual_tolerant: FFB 2015",
        ),
    )
    belote_order: BeloteOrder = field(
        default=BeloteOrder.ANY,
        metadata=told(
            meaning="which card of the pair must be played first for the belote to count",
            french="ordre de la belote",
            source="any: FFB; king_first: Belgium",
        ),
    )
    annonces: Annonces = field(
        default=Annonces.OFF,
        metadata=told(
            meaning="whether sequences and fours of a kind are declared with the first card",
            french="annonces",
            source="off: FFB belote 2016, concours; on: beginners' rule, FFB coinche 2015",
        ),
    )
    annonce_tie: AnnonceTie = field(
        default=AnnonceTie.FIRST_SPEAKER,
        metadata=told(
            meaning="whose declarations count when the best of both sides are equal in kind and "
            "height and neither is in trumps: those of who spoke first, or nobody's (cancel)",
            french="annonces égales",
            source="first_speaker: belotegame.fr, some (Pagat); cancel: FFB coinche 2015",
        ),
    )
    show: Show = field(
        default=Show.TRICK_2,
        metadata=told(
            meaning="when the declarations that count are shown: by each player just before his "
            "second card (trick2), or before anybody's (at_once)",
            french="montrer ses annonces",
            source="trick2: contree.org; at_once: Pagat, FFB coinche 2015 (after the second lead)",
        ),
    )
    annonces_in_contract: bool = field(
        default=True,
        metadata=told(
            meaning="whether declarations help to make or to beat the contract",
            french="annonces comptées dans le contrat",
            source="true: FFB coinche 2015, beginners' and one-page rules; false: Belote.com",
        ),
    )
    annonces_on_fail: AnnoncesOnFail = field(
        default=AnnoncesOnFail.TO_DEFENCE,
        metadata=told(
            meaning="what becomes of the taker's declarations after a failed contract: the defence "
            "writes them, nobody does (annulled), or the taker's side does (kept)",
            french="annonces en cas de chute",
            source="to_defence: FFB, Pagat; annulled: beginners' rule; kept: house rule",
        ),
    )
    annonces_capot: AnnoncesCapot = field(
        default=AnnoncesCapot.TO_WINNER,
        metadata=told(
            meaning="what becomes of the declarations of a side that won no trick, whoever took: "
            "the other side writes them, nobody does (annulled), or their side does (kept)",
            french="annonces d'un camp capot",
            source="to_winner: FFB; annulled, kept: house rules",
        ),
    )
    contract_rule: ContractRule = field(
        default=ContractRule.MAJORITY,
        metadata=told(
            meaning="what the taker's side must make: more than the other side (majority), 82 with "
            "its belote (at_least_82), 82 or, if it has the belote, 92 (82_92)",
            french="contrat",
            source="majority: FFB; at_least_82: beginners' rule; 82_92: 501-point article",
        ),
    )
    belote_in_contract: bool = field(
        default=True,
        metadata=told(
            meaning="whether the belote helps to make or to beat the contract",
            french="belote comptée dans le contrat",
            source="FFB, all four texts: yes",
        ),
    )
    scoring_total: ScoringTotal = field(
        default=ScoringTotal.EXACT_162,
        metadata=told(
            meaning="how card points are written: as they are, the defence the rest to 160, or "
            "the nearest ten, 5 up or down; points of a failed contract and of capot stand as set",
            french="marque",
            source="exact162: FFB; complement160: one-page rule; rounding: FFB (chips), Cannes",
        ),
    )
    fail_points: FailPoints = field(
        default=FailPoints.POINTS_162,
        metadata=told(
            meaning="what the defence writes after a failed contract",
            french="points du dedans",
            source="162: FFB; 160: one-page rule, belotejeu.fr",
        ),
    )
    capot_points: CapotPoints = field(
        default=CapotPoints.POINTS_252,
        metadata=told(
            meaning="what a side writes that has won every trick",
            french="points du capot",
            source="252: FFB; 250: beginners' rule; 162: two concours",
        ),
    )
    belote_untakeable: bool = field(
        default=True,
        metadata=told(
            meaning="whether the taker's side keeps its belote after a failed contract",
            french="belote imprenable",
            source="true: FFB belote; false: FFB contrée",
        ),
    )
    litige: Litige = field(
        default=Litige.CARRY,
        metadata=told(
            meaning="when both sides have the same points: the defence writes its own, and the "
            "taker's wait for the winner of the next deal (carry) or are lost (defence_only); or "
            "the contract has failed (fail), is made (taker_success), or is replayed (replay)",
            french="litige",
            source="carry: FFB; fail: TCVB; defence_only: 501-point article; replay: JWEBARTEAM",
        ),
    )
    litige_belote: LitigeBelote = field(
        default=LitigeBelote.IN_POOL,
        metadata=told(
            meaning="whether the taker's belote goes with his points in a litige, or is kept",
            french="belote en litige",
            source="in_pool: FFB 2016",
        ),
    )
    litige_chain: LitigeChain = field(
        default=LitigeChain.DEFENCE_TAKES_POOL,
        metadata=told(
            meaning="who gets points already held when the next deal is a litige too: the defence, "
            "or nobody yet (accumulate)",
            french="litiges successifs",
            source="contested between tables",
        ),
    )
    end: End = field(
        default=End.TARGET,
        metadata=told(
            meaning="what ends the match: a score, or a number of deals",
            french="fin de partie",
            source="target: FFB; fixed_deals: concours",
        ),
    )
    target: int = field(
        default=1000,
        metadata=told(
            meaning="the score to reach, 1 to 10000; 0 when the number of deals is fixed",
            french="points à atteindre",
            source="1000: FFB; 501: 501-point article",
        ),
    )
    deals: int = field(
        default=0,
        metadata=told(
            meaning="the number of deals, 1 to 100; 0 when a score ends the match",
            french="nombre de donnes",
            source="12: ASCEE 79",
        ),
    )
    reach: Reach = field(
        default=Reach.AT_LEAST,
        metadata=told(
            meaning="whether the target must be reached or passed (no effect on a number of deals)",
            french="atteindre ou dépasser",
            source=">=: FFB; >: 501-point article",
        ),
    )
    both_over: BothOver = field(
        default=BothOver.HIGHEST,
        metadata=told(
            meaning="who wins when one deal takes both sides to the target (no effect on a number "
            "of deals)",
            french="les deux camps au but",
            source="highest: FFB; taker: Ducale; draw: Pagat",
        ),
    )
    tie: Tie = field(
        default=Tie.EXTRA_DEAL,
        metadata=told(
            meaning="what follows when the scores that should decide are equal",
            french="égalité",
            source="extra_deal: FFB 2016; draw: Pagat",
        ),
    )
    belote_alone_wins: bool = field(
        default=True,
        metadata=told(
            meaning="whether who won no trick may reach the target by belote or by declarations",
            french="gagner sur sa seule belote",
            source="true: FFB 2016; false: FFB 2015",
        ),
    )
    audit: Audit = field(
        default=Audit.REVEAL,
        metadata=told(
            meaning="whether the seeds of the shuffle are shown once a deal is played to its end",
            french="révéler les donnes jouées",
            source="of this program",
        ),
    )
    on_absence: OnAbsence = field(
        default=OnAbsence.FORFEIT,
        metadata=told(
            meaning="when a player leaves a deal that is being played: the other side writes it "
            "(forfeit), or the three others may open his hand, which then plays by a fixed rule",
            french="départ d'un joueur",
            source="of this program",
        ),
    )

    def __post_init__(self) -> None:
        check_end(self.end, target=self.target, deals=self.deals)
        must_trump = self.partner_master_void is PartnerMasterVoid.MUST_TRUMP
        if must_trump and self.partner_trumped is not PartnerTrumped.ANY:
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
        if unknown := [ascii(name)[1:-1] for name in values if name not in defaults]:
            raise OptionError(f"unknown option: {', '.join(sorted(unknown))}")
        if missing := [name for name in defaults if name not in values]:
            raise OptionError(f"missing option: {', '.join(missing)}")
        read = {name: read_value(name, default, values[name]) for name, default in defaults.items()}
        return Options(**read)


def default_values() -> dict[str, Choice | int]:
    """Return the default of every option by name, in the order of the map."""
    return {one.name: one.default for one in fields(Options) if one.default is not MISSING}
