"""Named sets of house rules: where a table starts from, and how far it is from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from belote_net.rules.choices import (
    AllPass,
    Annonces,
    AnnoncesOnFail,
    CapotPoints,
    ContractRule,
    Direction,
    End,
    FailPoints,
    Litige,
    LitigeChain,
    Reach,
    Round2TurnedSuit,
    ScoringTotal,
)
from belote_net.rules.option_values import OptionValue
from belote_net.rules.options import Options

DEFAULT_PRESET: Final = "classique"

_CLASSIQUE: Final = Options()

PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {
        DEFAULT_PRESET: _CLASSIQUE,
        "classique-annonces": replace(_CLASSIQUE, annonces=Annonces.ON),
        "classique-501": replace(
            _CLASSIQUE,
            direction=Direction.CLOCKWISE,
            contract_rule=ContractRule.AT_LEAST_82_OR_92,
            litige=Litige.DEFENCE_ONLY,
            target=501,
            reach=Reach.OVER,
        ),
        "maison-1000": replace(
            _CLASSIQUE,
            annonces=Annonces.ON,
            annonces_on_fail=AnnoncesOnFail.ANNULLED,
            contract_rule=ContractRule.AT_LEAST_82,
            capot_points=CapotPoints.POINTS_250,
        ),
        "complement-160": replace(
            _CLASSIQUE,
            round2_turned_suit=Round2TurnedSuit.ALLOWED,
            annonces=Annonces.ON,
            contract_rule=ContractRule.AT_LEAST_82,
            scoring_total=ScoringTotal.COMPLEMENT_160,
            fail_points=FailPoints.POINTS_160,
            capot_points=CapotPoints.POINTS_250,
            target=500,
        ),
        "concours": replace(
            _CLASSIQUE,
            direction=Direction.CLOCKWISE,
            all_pass=AllPass.SAME_DEALER,
            litige_chain=LitigeChain.ACCUMULATE,
            end=End.FIXED_DEALS,
            target=0,
            deals=12,
        ),
        "arrondi": replace(
            _CLASSIQUE,
            scoring_total=ScoringTotal.ROUND_10_FIVE_UP,
            fail_points=FailPoints.POINTS_160,
        ),
    }
)
"""Complete sets of options by name; the default first."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One option that a table plays otherwise than a preset."""

    name: str
    preset_value: OptionValue
    value: OptionValue


def differences(options: Options, preset: Options) -> tuple[Difference, ...]:
    """Return what `options` changes in `preset`, in the order of the option map."""
    ours, theirs = options.to_map(), preset.to_map()
    return tuple(
        Difference(name=name, preset_value=theirs[name], value=value)
        for name, value in ours.items()
        if value != theirs[name]
    )


def nearest_preset(options: Options) -> tuple[str, tuple[Difference, ...]]:
    """Return the name of the preset with the fewest differences, and these."""
    compared = {name: differences(options, preset) for name, preset in PRESETS.items()}
    name = min(compared, key=lambda one: len(compared[one]))
    return name, compared[name]
