"""Options, their map, their words, and the presets."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_net.errors import OptionError
from belote_net.rules.choices import (
    ContractRule,
    Direction,
    End,
    PartnerMasterVoid,
    PartnerTrumped,
)
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.options import Options
from belote_net.rules.presets import DEFAULT_PRESET, PRESETS, Difference, differences


@st.composite
def option_sets(draw: st.DrawFn) -> Options:
    """Any valid set of options."""
    values: dict[str, object] = {
        name: draw(st.sampled_from(info.values))
        for name, info in OPTION_INFO.items()
        if info.values is not None
    }
    fixed = values["end"] == "fixed_deals"
    values["target"] = 0 if fixed else draw(st.integers(1, 10_000))
    values["deals"] = draw(st.integers(1, 100)) if fixed else 0
    if values["partner_master_void"] == "must_trump":
        values["partner_trumped"] = "any"
    if values["contract_rule"] == "82_92":
        values["belote_in_contract"] = True
    return Options.from_map(values)


@given(option_sets())
def test_the_map_is_lossless(options: Options) -> None:
    values = options.to_map()
    assert Options.from_map(values) == options
    assert list(values) == list(OPTION_INFO)
    assert all(type(value) in (str, int, bool) for value in values.values())
    assert pickle.loads(pickle.dumps(options)) == options


@given(option_sets(), st.randoms())
def test_the_map_is_read_in_any_order(options: Options, random: Any) -> None:  # noqa: ANN401 - hypothesis' own
    items = list(options.to_map().items())
    random.shuffle(items)
    assert list(Options.from_map(dict(items)).to_map()) == list(options.to_map())


@given(option_sets(), st.sampled_from(sorted(OPTION_INFO)))
def test_a_missing_option_is_refused(options: Options, name: str) -> None:
    values: dict[str, object] = {**options.to_map()}
    del values[name]
    with pytest.raises(OptionError, match=f"missing option: {name}"):
        Options.from_map(values)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown option: contre"):
        Options.from_map(Options().to_map() | {"contre": "in_turn"})


@pytest.mark.parametrize("wrong", ["", "ANY", None, 3, -1, 1.5, b"any", [], 10**9])
@pytest.mark.parametrize("name", OPTION_INFO)
def test_a_wrong_value_is_refused(name: str, wrong: object) -> None:
    values: dict[str, object] = {**Options().to_map(), name: wrong}
    if name == "target" and wrong == 3:
        assert Options.from_map(values).target == 3
        return
    with pytest.raises(OptionError, match=f"{name} is "):
        Options.from_map(values)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("belote_in_contract", 1),
        ("belote_in_contract", "true"),
        ("fail_points", 162.0),
        ("fail_points", "162"),
        ("target", True),
        ("target", 1000.0),
        ("deals", False),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, like: object) -> None:
    with pytest.raises(OptionError, match=f"{name} is .*, got {like!r}"):
        Options.from_map({**Options().to_map(), name: like})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"target": 0}, "target is 1 to 10000 with end=target, got 0"),
        ({"target": 10_001}, "target is 1 to 10000 with end=target, got 10001"),
        ({"deals": 12}, "deals is 0 with end=target"),
        ({"end": "fixed_deals", "deals": 12}, "target is 0 with end=fixed_deals"),
        (
            {"end": "fixed_deals", "target": 0},
            "deals is 1 to 100 with end=fixed_deals, got 0",
        ),
        (
            {"end": "fixed_deals", "target": 0, "deals": 101},
            "deals is 1 to 100 with end=fixed_deals, got 101",
        ),
        (
            {"partner_master_void": "must_trump", "partner_trumped": "must_rise"},
            "partner_trumped=must_rise has no meaning with partner_master_void=must_trump",
        ),
        (
            {"contract_rule": "82_92", "belote_in_contract": False},
            "contract_rule=82_92 counts the belote: belote_in_contract is false",
        ),
    ],
)
def test_contradictions_are_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        Options.from_map(Options().to_map() | changes)
    assert str(refused.value) == sentence


def test_contradictions_cannot_be_built_either() -> None:
    with pytest.raises(OptionError):
        Options(
            partner_master_void=PartnerMasterVoid.MUST_TRUMP,
            partner_trumped=PartnerTrumped.NO_UNDERTRUMP,
        )
    with pytest.raises(OptionError):
        replace(Options(), contract_rule=ContractRule.AT_LEAST_82_OR_92, belote_in_contract=False)
    with pytest.raises(OptionError):
        replace(Options(), end=End.FIXED_DEALS)


@pytest.mark.parametrize("name", OPTION_INFO)
def test_every_option_is_explained(name: str) -> None:
    info = OPTION_INFO[name]
    assert info.default == Options().to_map()[name]
    assert info.meaning
    assert info.french
    assert info.source
    if info.values is None:
        assert type(info.default) is int
    else:
        assert info.values[0] == info.default
        assert len(set(info.values)) == len(info.values) >= 2


def test_presets() -> None:
    assert list(PRESETS) == [
        *("classique", "classique-annonces", "classique-501", "maison-1000"),
        *("complement-160", "concours", "arrondi"),
    ]
    assert PRESETS[DEFAULT_PRESET] == Options()
    for options in PRESETS.values():
        assert Options.from_map(options.to_map()) == options


def test_differences() -> None:
    classique = PRESETS["classique"]
    assert differences(classique, classique) == ()
    changed = replace(classique, direction=Direction.CLOCKWISE, target=2000)
    assert differences(changed, classique) == (
        Difference(name="direction", preset_value="ccw", value="cw"),
        Difference(name="target", preset_value=1000, value=2000),
    )


@settings(max_examples=40)
@given(option_sets(), option_sets())
def test_differences_lead_from_the_preset_to_the_options(ours: Options, theirs: Options) -> None:
    changes = {one.name: one.value for one in differences(ours, theirs)}
    assert Options.from_map(theirs.to_map() | changes) == ours
