"""The rules of belote, pure: cards, options, auction, tricks, declarations, scores, the match."""

from __future__ import annotations

from belote_net.rules.auction import PASS, Auction, Bid, Contract
from belote_net.rules.belote import BELOTE_POINTS, BeloteCalls, PairPlay, belote_partner
from belote_net.rules.cards import (
    PACK,
    Card,
    Hand,
    Place,
    Rank,
    Suit,
    Team,
    card_points,
    in_pack_order,
    plain_strength,
    trump_strength,
)
from belote_net.rules.contract_check import ContractCheck
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep, Spoken, StepKind
from belote_net.rules.declarations import (
    Claim,
    Declaration,
    DeclarationKind,
    InTrumps,
    claims_of,
    detect,
    false_claims,
    height_of,
    in_trumps,
)
from belote_net.rules.match import Match
from belote_net.rules.option_info import OPTION_INFO, OptionInfo
from belote_net.rules.option_values import OptionValue
from belote_net.rules.options import Options
from belote_net.rules.presets import DEFAULT_PRESET, PRESETS, Difference, differences
from belote_net.rules.scoring import DealScore, Line, LineKind, Outcome
from belote_net.rules.trick import Illegality, Trick, forbidden, legal_cards, why_not
from belote_net.rules.variant import DealPattern, Positions, Variant
from belote_net.rules.variants import variant_for

__all__ = [
    "BELOTE_POINTS",
    "DEFAULT_PRESET",
    "OPTION_INFO",
    "PACK",
    "PASS",
    "PRESETS",
    "Auction",
    "BeloteCalls",
    "Bid",
    "Card",
    "Claim",
    "Contract",
    "ContractCheck",
    "DealPattern",
    "DealScore",
    "Declaration",
    "DeclarationKind",
    "DeclarationRound",
    "DeclarationStep",
    "Difference",
    "Hand",
    "Illegality",
    "InTrumps",
    "Line",
    "LineKind",
    "Match",
    "OptionInfo",
    "OptionValue",
    "Options",
    "Outcome",
    "PairPlay",
    "Place",
    "Positions",
    "Rank",
    "Spoken",
    "StepKind",
    "Suit",
    "Team",
    "Trick",
    "Variant",
    "belote_partner",
    "card_points",
    "claims_of",
    "detect",
    "differences",
    "false_claims",
    "forbidden",
    "height_of",
    "in_pack_order",
    "in_trumps",
    "legal_cards",
    "plain_strength",
    "trump_strength",
    "variant_for",
    "why_not",
]
