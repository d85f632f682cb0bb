"""The comparison of the sources, line by line: every point of dispute has its option.

What has none: the sources agree on it, or the one that differs contradicts itself (follow suit, a
void against an opponent's card, what the taker is dealt, who leads, ten for the last trick); and
shuffling, which a table of machines does before every deal.
"""

from __future__ import annotations

import pytest

from belote_net.rules.option_info import OPTION_INFO

DISPUTES: dict[str, dict[str, tuple[object, ...]]] = {
    "direction": {"direction": ("ccw", "cw")},
    "deal": {"deal_pattern": ("dealer_choice", "3-2", "2-3")},
    "round 2": {"round2_turned_suit": ("excluded", "allowed")},
    "all pass twice": {"all_pass": ("next_dealer", "same_dealer")},
    "void, partner master": {"partner_master_void": ("free", "must_trump")},
    "overtrump opponent": {"overtrump": ("required", "optional")},
    "cannot overtrump": {"cannot_overtrump": ("undertrump", "discard")},
    "trump led: rise over partner": {"trump_led_partner_master": ("rise", "free")},
    "partner trumped and is master": {"partner_trumped": ("any", "must_rise", "no_undertrump")},
    "belote": {
        "belote_call": ("auto", "manual_strict", "manual_tolerant"),
        "belote_order": ("any", "king_first"),
    },
    "belote on chute": {"belote_untakeable": (True, False)},
    "contract": {
        "contract_rule": ("majority", "at_least_82", "82_92"),
        "belote_in_contract": (True, False),
    },
    "card total": {
        "scoring_total": ("exact162", "complement160", "round10_5up", "round10_6up"),
    },
    "dedans": {
        "fail_points": (162, 160),
        "annonces_on_fail": ("to_defence", "annulled", "kept"),
    },
    "litige": {
        "litige": ("carry", "fail", "defence_only", "taker_success", "replay"),
        "litige_chain": ("defence_takes_pool", "accumulate"),
        "litige_belote": ("in_pool", "kept"),
    },
    "capot": {
        "capot_points": (252, 250, 162),
        "annonces_capot": ("to_winner", "annulled", "kept"),
    },
    "annonces": {"annonces": ("off", "on"), "show": ("trick2", "at_once")},
    "comparison": {"annonce_tie": ("first_speaker", "cancel")},
    "count to contract": {"annonces_in_contract": (True, False)},
    "end": {"end": ("target", "fixed_deals"), "reach": (">=", ">")},
    "both pass": {
        "both_over": ("highest", "taker", "draw"),
        "tie": ("extra_deal", "draw"),
    },
    "finish on belote when capot": {"belote_alone_wins": (True, False)},
}
"""By point of the comparison: its options, each with its values, the default first."""


@pytest.mark.parametrize("dispute", DISPUTES)
def test_every_dispute_has_its_values(dispute: str) -> None:
    for name, values in DISPUTES[dispute].items():
        assert OPTION_INFO[name].values == values
        assert OPTION_INFO[name].default == values[0]


def test_every_option_settles_a_dispute() -> None:
    settled = [name for options in DISPUTES.values() for name in options]
    assert len(settled) == len(set(settled))
    numbers = {"target", "deals"}
    assert set(settled) | numbers | {"audit", "on_absence"} == set(OPTION_INFO)
    assert all(OPTION_INFO[name].values is None for name in numbers)
