"""Where the values of each option are found, as messages to be translated.

The English is that of `OPTION_INFO`; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from belote_cli.words import msg

OPTION_SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "direction": msg("ccw: FFB, Pagat, Wikipedia; cw: most village concours"),
        "deal_pattern": msg("FFB: 3-2 or 2-3, as the dealer likes"),
        "round2_turned_suit": msg("FFB: another suit; one-page rules do not exclude it"),
        "all_pass": msg("next_dealer: FFB; same_dealer: ASCEE 79, art. 8"),
        "cannot_overtrump": msg("undertrump: FFB belote 2016, Pagat; discard: FFB contrée"),
        "partner_master_void": msg("free: nearly unanimous; must_trump: house rule"),
        "trump_led_partner_master": msg(
            "rise: FFB, Pagat, Wikipedia; free: La Fontaine de Jouvence"
        ),
        "overtrump": msg("required: unanimous; optional: house rule"),
        "partner_trumped": msg(
            "any: FFB 2015, 2016; must_rise: an FFB reprint; no_undertrump: Casimir, Pagat"
        ),
        "belote_call": msg("manual_strict: FFB 2016, 7; manual_tolerant: FFB 2015"),
        "belote_order": msg("any: FFB; king_first: Belgium"),
        "annonces": msg("off: FFB belote 2016, concours; on: beginners' rule, FFB coinche 2015"),
        "annonce_tie": msg("first_speaker: belotegame.fr, some (Pagat); cancel: FFB coinche 2015"),
        "show": msg(
            "trick2: contree.org; at_once: Pagat, FFB coinche 2015 (after the second lead)"
        ),
        "annonces_in_contract": msg(
            "true: FFB coinche 2015, beginners' and one-page rules; false: Belote.com"
        ),
        "annonces_on_fail": msg(
            "to_defence: FFB, Pagat; annulled: beginners' rule; kept: house rule"
        ),
        "annonces_capot": msg("to_winner: FFB; annulled, kept: house rules"),
        "contract_rule": msg(
            "majority: FFB; at_least_82: beginners' rule; 82_92: 501-point article"
        ),
        "belote_in_contract": msg("FFB, all four texts: yes"),
        "scoring_total": msg(
            "exact162: FFB; complement160: one-page rule; rounding: FFB (chips), Cannes"
        ),
        "fail_points": msg("162: FFB; 160: one-page rule, belotejeu.fr"),
        "capot_points": msg("252: FFB; 250: beginners' rule; 162: two concours"),
        "belote_untakeable": msg("true: FFB belote; false: FFB contrée"),
        "litige": msg(
            "carry: FFB; fail: TCVB; defence_only: 501-point article; replay: JWEBARTEAM"
        ),
        "litige_belote": msg("in_pool: FFB 2016"),
        "litige_chain": msg("contested between tables"),
        "end": msg("target: FFB; fixed_deals: concours"),
        "target": msg("1000: FFB; 501: 501-point article"),
        "deals": msg("12: ASCEE 79"),
        "reach": msg(">=: FFB; >: 501-point article"),
        "both_over": msg("highest: FFB; taker: Ducale; draw: Pagat"),
        "tie": msg("extra_deal: FFB 2016; draw: Pagat"),
        "belote_alone_wins": msg("true: FFB 2016; false: FFB 2015"),
        "audit": msg("of this program"),
        "on_absence": msg("of this program"),
    }
)
"""By option."""
