"""House rules from the command line and from files, and how every player sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from belote_cli.arguments import parse_arguments
from belote_cli.exit_codes import ExitCode
from belote_cli.invocation import Invocation
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.situation import all_rules_lines
from belote_cli.rule_arguments import options_from
from belote_cli.rule_words import CONTRADICTIONS, option_name, value_words
from belote_cli.templates import fields_in
from belote_cli.words import Language, Words
from belote_net.errors import OptionError
from belote_net.node.lobby import Settings
from belote_net.rules.choices import Litige
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.option_values import option_text
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS, differences, nearest_preset
from tests.cli.games import pen
from tests.cli.support import Run
from tests.node.tables import Four, four_players

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)
HOUSE = """
preset = "maison-1000"

[options]
litige = "fail"
target = 500
capot_points = 252
annonces_in_contract = false
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def shown(belote: Run, *arguments: str) -> dict[str, object]:
    found = belote("rules", "show", *arguments, "--json")
    return {name: item["value"] for name, item in json.loads(found.out).items()}


class TestFiles:
    def test_a_file_changes_a_preset(self, belote: Run, house: Path) -> None:
        values = shown(belote, str(house))
        assert values == PRESETS["maison-1000"].to_map() | {
            "litige": "fail",
            "target": 500,
            "capot_points": 252,
            "annonces_in_contract": False,
        }

    def test_an_empty_file_is_the_first_preset(self, belote: Run, tmp_path: Path) -> None:
        path = tmp_path / "EMPTY.TOML"
        path.touch()
        assert shown(belote, str(path)) == PRESETS["classique"].to_map()

    def test_what_a_file_says_is_told(self, belote: Run, house: Path) -> None:
        found = belote("rules", "show", str(house))
        assert found.lines[0] == "Rules: preset maison-1000. Match to 500 points."
        differ = belote("rules", "diff", "maison-1000", str(house)).out
        assert "Points for a capot (capot_points): 252 instead of 250." in differ
        assert len(differ.splitlines()) == 1 + 4

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ('preset = "x"', "There is no preset x."),
            ("preset = 1", "preset must be a name in quotes"),
            ("rules = 1", "only preset and [options] are expected, got rules"),
            ("options = 3", "[options] must be a table"),
            ("[options]\ncolour = 'red'", "colour is no option of the game"),
            ("[options]\nlitige = 'x'", "litige is one of: carry, fail"),
            ("[options]\nlitige = ['carry']", "litige is one of: carry, fail"),
            ("[options]\ntarget = true", "target is a whole number; got true"),
            ("[options]\ntarget = 1.5", "target is a whole number; got 1.5"),
            ("[options]\ntarget = 0", "target is 1 to 10000 with end=target, got 0"),
            ("[options", "is no TOML file"),
            ("litige: carry", "is no TOML file"),
            ("\udcff", "is no text in UTF-8 (byte 0)"),
            ("x = " + "[" * 20_000, "is nested too deeply"),
        ],
    )
    def test_a_bad_file_is_one_sentence(
        self, belote: Run, tmp_path: Path, text: str, words: str
    ) -> None:
        path = tmp_path / "bad.toml"
        path.write_bytes(text.encode(errors="surrogateescape"))
        for lang in ("en", "fr"):
            found = belote("host", "--rules", str(path), lang=lang)
            assert found.code == ExitCode.USAGE
            assert len(found.error.splitlines()) == 1
            assert "Traceback" not in found.error
            assert (words in found.error) == (lang == "en")

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("[options]\nlitige: carry", "ligne 2, colonne 7 ("),
            ("[options]\n\ntarget = 0x", "ligne 3, colonne 11 ("),
            ("x = 1\nx = 2\n", "ligne 2, colonne 6 ("),
            ('preset = "', ": la fin en est fausse (Unterminated string)."),
            ("x = 1\n\udcff", "n'est pas un texte en UTF-8 (octet 6)."),
        ],
    )
    def test_where_a_file_is_wrong_is_said_in_the_own_language(
        self, belote: Run, tmp_path: Path, text: str, place: str
    ) -> None:
        path = tmp_path / "bad.toml"
        path.write_bytes(text.encode(errors="surrogateescape"))
        error = belote("rules", "show", str(path), lang="fr").error
        assert error.startswith(f"belote-net : {path} n'est pas un ")
        assert place in error

    def test_no_file(self, belote: Run, tmp_path: Path) -> None:
        found = belote("host", "--rules", str(tmp_path / "none.toml"))
        assert found.code == ExitCode.ENVIRONMENT
        assert "there is no such file" in found.error


def chosen(*arguments: str) -> Options:
    words = Words(Language.ENGLISH)
    parsed = parse_arguments(["host", *arguments], words)
    invocation = Invocation(parsed, None, {})  # type: ignore[arg-type]  # nothing is printed
    return options_from(invocation, parsed.rules, parsed.changes)


def test_rules_and_preset_are_one_option() -> None:
    for name, options in PRESETS.items():
        assert chosen("--rules", name) == chosen("--preset", name) == options
    assert chosen() == PRESETS["classique"]


def test_single_options_come_last(house: Path) -> None:
    options = chosen("--rules", str(house), "--set", "litige=replay", "--set", "target=501")
    assert options.litige is Litige.REPLAY
    assert options.target == 501


def test_options_that_only_go_together() -> None:
    options = chosen("--set", "end=fixed_deals", "--set", "target=0", "--set", "deals=4")
    assert (options.deals, options.target) == (4, 0)


@pytest.mark.parametrize("name", list(OPTION_INFO))
def test_every_value_can_be_set_by_name(name: str) -> None:
    together = {
        ("end", "fixed_deals"): ("target=0", "deals=12"),
        ("partner_master_void", "must_trump"): ("partner_trumped=any",),
    }
    for value in OPTION_INFO[name].values or (3,):
        others = together.get((name, str(value)), ())
        if name == "deals":
            others = ("end=fixed_deals", "target=0")
        changes = (f"{name}={option_text(value)}", *others)
        arguments = [word for change in changes for word in ("--set", change)]
        assert chosen(*arguments).to_map()[name] == value


CONTRADICTORY: tuple[dict[str, object], ...] = (
    {"partner_master_void": "must_trump", "partner_trumped": "must_rise"},
    {"contract_rule": "82_92", "belote_in_contract": False},
    {"target": 0},
    {"deals": 3},
)


@pytest.mark.parametrize("changes", CONTRADICTORY, ids=str)
def test_contradictions_say_why_in_both_languages(belote: Run, changes: dict[str, object]) -> None:
    with pytest.raises(OptionError) as refused:
        Options.from_map({**Options().to_map(), **changes})
    assert any(fields_in(str(refused.value), one) is not None for one in CONTRADICTIONS)
    sets = [
        word
        for name, value in changes.items()
        for word in ("--set", f"{name}={str(value).lower()}")
    ]
    for lang in ("en", "fr"):
        found = belote("host", *sets, lang=lang)
        assert found.code == ExitCode.USAGE
        assert len(found.error.splitlines()) == 1
        assert (str(refused.value) in found.error) == (lang == "en")


def test_all_contradictions_are_of_the_rules() -> None:
    found = set[str]()
    for changes in CONTRADICTORY:
        with pytest.raises(OptionError) as refused:
            Options.from_map({**Options().to_map(), **changes})
        found |= {one for one in CONTRADICTIONS if fields_in(str(refused.value), one) is not None}
    assert found == set(CONTRADICTIONS)


class TestTheWholeMap:
    def test_every_option_stands_once_and_changes_are_first_and_marked(self) -> None:
        for options in (*PRESETS.values(), chosen("--rules", "concours", "--set", "litige=fail")):
            _, changes = nearest_preset(options)
            for reader in (FRENCH, ENGLISH):
                _head, told, *lines = all_rules_lines(options, reader)
                assert len(lines) == len(OPTION_INFO)
                marked = [change.name for change in changes]
                others = [name for name in OPTION_INFO if name not in marked]
                stars = [line.startswith("* ") for line in lines]
                assert stars == [True] * len(marked) + [False] * len(others)
                assert str(len(marked) or "") in told
                values = options.to_map()
                for name, line in zip((*marked, *others), lines, strict=True):
                    value = values[name]
                    assert f"({name})" in line
                    assert value_words(name, value, reader.words) in line

    def test_what_differs_is_told_with_the_value_of_the_preset(self) -> None:
        options = chosen("--rules", "maison-1000", "--set", "annonces_on_fail=kept")
        lines = all_rules_lines(options, FRENCH)
        assert (
            "* Annonces en cas de chute (annonces_on_fail) : le camp preneur les garde, au lieu"
            " de : personne ne les marque." in lines
        )
        assert (
            "  Litige (litige) : les points du preneur attendent le gagnant de la donne"
            " suivante." in lines
        )


def test_rules_are_shown_before_anybody_is_ready_and_when_they_change(tmp_path: Path) -> None:
    """The whole map, to guests too; and again on demand."""
    trio.run(_gather_and_look, tmp_path)


async def _gather_and_look(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather(Settings(chosen("--rules", "concours", "--set", "litige=fail")))
        guest = four.players[1]
        lobby = guest.live.lobby
        assert lobby is not None
        assert guest.config is not None
        face = LobbyFace(guest.live, guest.config, FRENCH)
        expected = all_rules_lines(Options.from_map(lobby.options), FRENCH)
        assert sum(line.startswith("* Litige (litige)") for line in expected) == 1
        first, again = face.changed(lobby), face.changed(lobby)
        assert set(expected) <= set(first)
        assert not set(expected) & set(again)
        changed = structs.replace(lobby, options={**lobby.options, "litige": "replay"})
        assert any("la donne est rejouée" in line for line in face.changed(changed))
        assert await face.take("règles") == expected
        await _host_and_begin(four)


async def _host_and_begin(four: Four) -> None:
    """The code stands below the rules too; who wants to begin waits for the others only."""
    config, lobby = four.players[0].config, four.host.lobby
    assert config is not None
    assert lobby is not None
    face = LobbyFace(four.host, config, FRENCH)
    code = f"Le joueur suivant tape : belote-net join {four.host.code}"
    *_, last_rule = all_rules_lines(Options.from_map(lobby.options), FRENCH)
    shown = face.changed(lobby)
    assert shown.index(code) > shown.index(last_rule)
    assert code not in face.changed(lobby)
    assert await face.take("commencer") == ("On attend encore : Marcel, Jo, Inès.",)


@pytest.mark.parametrize("language", list(Language))
def test_every_option_is_explained(belote: Run, language: Language) -> None:
    words = Words(language)
    text = belote("rules", "show", "complement-160", lang=language.value).out
    explained = json.loads(belote("rules", "show", "--json", lang=language.value).out)
    for name, info in OPTION_INFO.items():
        assert option_name(name, words) in text
        assert explained[name]["source"] in text
        for value in info.values or ():
            assert value_words(name, value, words) in text
            assert explained[name]["words"][option_text(value)] == value_words(name, value, words)


def test_every_pair_of_presets_is_compared(belote: Run) -> None:
    for one, first in PRESETS.items():
        for other, second in PRESETS.items():
            found = json.loads(belote("rules", "diff", one, other, "--json").out)
            assert set(found) == {change.name for change in differences(first, second)}


@given(st.text(), st.text())
def test_fields_are_found_again(one: str, other: str) -> None:
    template = "seat {one} said {other}"
    text = template.format(one=one or "x", other=other or "y")
    found = fields_in(text, template)
    if "\n" not in text:
        assert found is not None
        assert template.format(**found) == text
