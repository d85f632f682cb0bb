"""The command itself: help, languages, exit codes, errors, what is imported and when."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import belote_net.node
from belote_cli import failures
from belote_cli.console import Console, plainer
from belote_cli.exit_codes import ExitCode
from belote_cli.failures import CommandFailed, UnknownFailure, explain
from belote_cli.main import run
from belote_cli.words import Language, Words
from belote_net.errors import IllegalBid, NodeError
from belote_net.node import errors
from belote_net.rules.presets import PRESETS
from belote_net.table.opening import UnknownVersion
from belote_protocol.backend import GroupUnsound
from belote_protocol.errors import InvalidEncoding
from tests.cli.games import entries, write_game
from tests.cli.support import Run

COMMANDS = (
    *("host", "join", "resume", "games", "demo", "verify", "replay", "rules", "identity", "bench"),
    *("watch", "inspect", "report", "export", "concours"),
)
HEAVY = (
    *("trio", "prompt_toolkit", "cryptography", "nacl", "zeroconf", "msgspec", "msgpack"),
    *("spake2", "belote_protocol", "belote_net.node", "belote_net.table"),
)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_help_names_every_command(belote: Run, lang: str) -> None:
    found = belote("--help", lang=lang)
    assert found.code == ExitCode.FINE
    for command in COMMANDS:
        assert f"\n    {command} " in found.out
        assert belote(command, "--help", lang=lang).code == ExitCode.FINE
    assert found.out.startswith({"fr": "usage : ", "en": "usage: "}[lang])


def test_french_help_sets_its_colons_off_and_begins_no_line_with_one(
    belote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("60", "80", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        for command in ((), *((one,) for one in COMMANDS)):
            lines = belote(*command, "--help", lang="fr").lines
            assert [line for line in lines if re.search(r"\w:$", line)] == []
            assert [line for line in lines if re.match(r"\s*[:;!?»]", line)] == []


def test_lang_beats_the_locale(belote: Run) -> None:
    for arguments in (["--lang", "fr", "rules"], ["rules", "--lang", "fr"], ["rules", "--lang=fr"]):
        assert belote(*arguments, lang="en").lines[0] == "Règles de maison :"


@pytest.mark.parametrize(
    "arguments",
    [
        ["frob"],
        ["verify"],
        ["host", "--bots", "4"],
        ["host", "--port", "0"],
        ["host", "--port", "port"],
        ["demo", "--seed", "x"],
        ["--lang", "de"],
        ["rules", "--nonsense"],
    ],
)
def test_a_command_that_is_not_understood(belote: Run, arguments: list[str]) -> None:
    for lang in ("fr", "en"):
        found = belote(*arguments, lang=lang)
        assert found.code == ExitCode.USAGE
        assert {"fr": "erreur : ", "en": "error: "}[lang] in found.error


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from belote_cli.main import run; run(['--help']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_plain_is_accepted_everywhere(belote: Run) -> None:
    assert belote("--plain", "rules").code == ExitCode.FINE
    assert belote("rules", "--plain").code == ExitCode.FINE


def test_rules(belote: Run) -> None:
    listed = belote("rules")
    assert [name for name in PRESETS if f"  {name}: " in listed.out] == list(PRESETS)
    shown = belote("rules", "show", "concours")
    assert "  deals=12 — number of deals: 12 (" in shown.out
    options = [line for line in shown.lines if "=" in line and line[2] != " "]
    assert len(options) == len(PRESETS["concours"].to_map())
    assert shown.out.count("\n      source: ") == len(options)
    differ = belote("rules", "diff", "classique", "arrondi")
    assert len(differ.lines) == 3
    assert belote("rules", "diff", "arrondi", "arrondi").lines == ["Nothing differs."]
    for arguments in (["list", "x"], ["show", "x"], ["show", "a", "b"], ["diff", "x"]):
        found = belote("rules", *arguments)
        assert found.code == ExitCode.USAGE
        assert found.error.startswith("belote-net: ")


def test_rules_as_json(belote: Run) -> None:
    listed = json.loads(belote("rules", "--json").out)
    assert listed == {name: options.to_map() for name, options in PRESETS.items()}
    assert json.loads(belote("rules", "show", "--json").out)["target"]["value"] == 1000
    differ = json.loads(belote("rules", "diff", "classique", "arrondi", "--json").out)
    assert differ["fail_points"] == {"classique": 162, "arrondi": 160}


def test_identity_is_made_once(belote: Run) -> None:
    first, second = belote("identity"), belote("identity")
    assert first.out == second.out
    assert len(first.lines[1].removeprefix("Your four words: ").split()) == 4
    assert belote("identity", "--as", "Other").lines[2] != first.lines[2]
    assert belote("identity", "--as", "Zoé !").lines[3].endswith("Zoe")
    assert belote("identity", "--as", "../x").lines[3].endswith(f"home{os.sep}x")
    assert belote("identity", "--as", "♠").code == ExitCode.USAGE
    assert belote("identity", "--as", "con").code == ExitCode.ENVIRONMENT


def test_games(belote: Run, tmp_path: Path) -> None:
    assert belote("games").lines == ["No games yet."]
    folder = tmp_path / "home" / "default" / "games"
    folder.mkdir(parents=True)
    write_game(folder / "2026-01-01-a.belote", entries())
    write_game(folder / "2026-01-02-b.belote", entries()[:60])
    write_game(folder / "2026-01-02-b.evidence-1-1.belote", entries()[:60])
    (folder / "2026-01-03-c.belote").write_bytes(b"nonsense of no use")
    damaged = write_game(folder / "2026-01-04-d.belote", entries()[:60])
    data = bytearray(damaged.read_bytes())
    data[-2000] ^= 0xFF
    damaged.write_bytes(data[:-200] + bytes(100))
    for played in ("2026-01-01-a", "2026-01-02-b"):
        (folder / f"{played}.secrets").touch()
    write_game(folder / "2026-01-05-e.belote", entries()[:60])
    write_game(folder / "2026-01-06-f.belote", entries())
    found = belote("games")
    assert found.code == ExitCode.FINE
    listed = json.loads(belote("games", "--json").out)
    states = [item["state"] for item in listed]
    assert states[:3] == ["finished", "unfinished", "unreadable"]
    assert states[4:] == ["watched", "watched-to-the-end"]
    assert len(listed) == len(found.lines) == 6
    assert listed[0]["players"] == ["Léa", "Marcel", "Jo", "Inès"]
    assert "finished" in found.lines[0]
    assert "can be resumed" in found.lines[1]
    assert "not a game of belote-net" in found.lines[2]
    assert "watched, not to its end" in found.lines[4]
    assert "watched to its end" in found.lines[5]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["host", "--preset", "x"], "There is no preset x."),
        (["host", "--set", "target"], "is no option of the game"),
        (["host", "--set", "colour=red"], "is no option of the game"),
        (["host", "--set", "litige=x"], "litige is one of: carry, fail"),
        (["host", "--set", "target=-1"], "target is a whole number"),
        (["demo", "--set", "target=0"], "The rules are not well given"),
        (["resume", "x"], "is not one of yours"),
    ],
)
def test_bad_arguments_of_tables(belote: Run, arguments: list[str], words: str) -> None:
    found = belote(*arguments)
    assert found.code == ExitCode.USAGE
    assert words in found.error
    assert "Traceback" not in found.error


def test_nothing_to_resume(belote: Run) -> None:
    found = belote("resume", lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert found.error == "belote-net : Il n'y a pas de partie à reprendre.\n"


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m belote_cli rules show | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=True, env=utf8_environ()
    )
    assert done.stdout.startswith("classique")
    assert done.stderr == ""


def test_a_pipe_that_was_never_open_is_quiet() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "belote_cli", "rules", "show"],
        stdout=write_end,
        stderr=subprocess.PIPE,
        env=utf8_environ(),
        check=False,
    )
    os.close(write_end)
    assert done.returncode == ExitCode.FINE
    assert done.stderr == b""


def utf8_environ() -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", "LANG": "en"}


class Ascii(io.TextIOWrapper):
    """A terminal that knows ASCII only."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="ascii")

    def isatty(self) -> bool:
        return True


def test_ascii_terminals_get_letters_and_no_accents(
    belote: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_game(tmp_path / "game.belote", entries())
    stream = Ascii()
    monkeypatch.setattr(sys, "stdout", stream)
    run(["replay", str(path), "--lang", "fr"], environ={"NO_COLOR": "1"})
    stream.seek(0)
    text = stream.read()
    assert "\x1b" not in text
    assert "Lea" in text
    assert "Encheres : " in text
    assert "?" not in text


@pytest.mark.parametrize(
    ("environ", "is_coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colour_only_where_it_is_wanted(
    environ: dict[str, str], *, is_coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Ascii())
    pen = Console(Words(Language.ENGLISH), environ=environ).pen
    assert ("\x1b" in pen.bold("x")) == is_coloured
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    pen = Console(Words(Language.ENGLISH), environ=environ).pen
    assert pen.bold("x") == "x"


def test_text_is_kept_as_far_as_it_can_be() -> None:
    assert plainer("Léa — cœur « ♠ » …", "ascii") == 'Lea - coeur " ? " ...'
    assert plainer("Léa — cœur", "latin-1") == "Léa - coeur"
    assert plainer("Léa", "utf-8") == "Léa"
    assert plainer("\udcff", "utf-8") == "?"


ERRORS: list[NodeError] = [
    errors.StorageFailed("cannot do it"),
    errors.LogCorrupt("record 3", record=3),
    errors.LogCorrupt("no header", record=0),
    errors.SecretForgotten("gone"),
    errors.ProfileInUse("in use"),
    errors.GameInUse("in use"),
    errors.LobbyError("not now"),
    errors.BadAddress("no"),
    errors.BadCode("no"),
    errors.BadCode("no", suggestion="7-trefle-capot"),
    errors.PortInUse("no"),
    errors.TableNotFound("no"),
    errors.PeerLost("no"),
    errors.HandshakeFailed("no"),
    errors.CodeRefused("no"),
    errors.CodeRefused("no", attempts_left=1),
    *(errors.PeerRefused(reason, "no") for reason in errors.Refusal),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}-{error}")
def test_every_error_of_the_node_has_a_sentence(error: NodeError) -> None:
    texts = {explain(error, Words(language)).text for language in Language}
    assert len(texts) == len(Language)
    for text in texts:
        assert text[0].isupper()
        assert text[-1] in ".?T" or text.endswith("PORT") or "7-trefle-capot" in text
    assert explain(error, Words(Language.ENGLISH)).code == ExitCode.ENVIRONMENT


def test_errors_in_groups_and_of_the_system() -> None:
    words = Words(Language.FRENCH)
    group = ExceptionGroup("x", [ExceptionGroup("y", [errors.GameInUse("in use")])])
    assert "autre fenêtre" in explain(group, words).text
    full = errors.StorageFailed("cannot write")
    full.__cause__ = OSError(28, "No space left on device")
    assert explain(full, words).text == ("Le disque est plein. Ce qui était écrit avant est sauf.")
    missing = FileNotFoundError(2, "No such file", "a.belote")
    assert explain(missing, words).text == "a.belote : ce fichier n'existe pas."
    unsound = explain(GroupUnsound("self-test"), words)
    assert unsound.code == ExitCode.ENVIRONMENT
    assert explain(KeyboardInterrupt(), words).code == ExitCode.UNFINISHED
    failed = CommandFailed("Non.", ExitCode.USAGE)
    assert explain(failed, words).text == "Non."
    with pytest.raises(UnknownFailure):
        explain(ValueError("our own fault"), words)


@pytest.mark.parametrize(
    ("error", "french"),
    [
        (
            errors.StorageFailed("a.belote is larger than 10 bytes"),
            "A.belote a plus de 10 octets.",
        ),
        (
            errors.LogCorrupt("/x/identity.key is no key: 32 bytes expected", record=0),
            "/x/identity.key n'est pas une clé : il faut 32 octets.",
        ),
        (
            errors.LogCorrupt("line 3 of the known players is damaged", record=2),
            "La ligne 3 des joueurs déjà rencontrés est abîmée.",
        ),
        (
            errors.LogCorrupt(
                "log format 1 expected, got 2: another version of belote-net wrote it", record=0
            ),
            "Le journal est au format 2, ce programme lit le format 1 : il vient d'une autre "
            "version de belote-net.",
        ),
        (UnknownVersion("x expected, got y"), "(x expected, got y)."),
        (GroupUnsound("self-test"), "n'est pas fiable (self-test)."),
        (InvalidEncoding("not a Call: detail"), "Call ne se lit pas ainsi (detail)."),
        (IllegalBid("the auction is over, got pass"), "les enchères sont finies ; reçu : passe."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_lies_below_says_is_translated_or_a_detail(error: Exception, french: str) -> None:
    assert explain(error, Words(Language.FRENCH)).text.endswith(french)


def test_every_sentence_of_the_node_about_files_is_one_that_it_says() -> None:
    folder = Path(str(belote_net.node.__path__[0]))
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    joined = re.sub(r'"\s*\n\s*f?"', "", text)
    for template in (*failures._STORAGE, *failures._CORRUPT):
        pattern = re.sub(r"\\{\w+\\}", r"\\{[^\"\\n]+\\}", re.escape(template))
        assert re.search(pattern, joined), template


def test_a_name_that_no_system_takes_is_one_sentence(belote: Run) -> None:
    found = belote("identity", "--as", "con", lang="fr")
    assert found.code == ExitCode.ENVIRONMENT
    assert found.error == (
        "belote-net : 'con' ne peut pas être le nom d'un dossier de joueur : choisissez-en un "
        "autre.\n"
    )


def test_an_unsound_library_is_one_sentence() -> None:
    code = (
        "import sys, belote_protocol.backend as backend\n"
        "def fail(tested): raise backend.GroupUnsound('it accepts a point of order 8')\n"
        "backend.self_test = fail\n"
        "from belote_cli.main import run\n"
        "sys.exit(run(['verify', 'x', '--lang', 'fr']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=utf8_environ(),
        check=False,
    )
    assert done.returncode == ExitCode.ENVIRONMENT
    assert done.stderr.startswith("belote-net : La bibliothèque de cryptographie")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            "nobody listens at 10.0.0.2:22032",
            "No table was found. Nobody listens at 10.0.0.2:22032: is that still the address",
            "Aucune table trouvée. Personne n'écoute à 10.0.0.2:22032",
        ),
        (
            "10.0.0.2:22032 does not answer: is a firewall in the way?",
            "No table was found. 10.0.0.2:22032 does not answer: a firewall of the host's machine",
            "Aucune table trouvée. 10.0.0.2:22032 ne répond pas : un pare-feu",
        ),
        (
            "no machine is called salon",
            "No table was found. There is no machine salon on this network",
            "Aucune table trouvée. Il n'y a pas de machine salon sur ce réseau",
        ),
    ],
)
def test_an_address_without_a_table_is_named_with_what_may_be_in_the_way(
    reason: str, english: str, french: str
) -> None:
    for language, expected in ((Language.ENGLISH, english), (Language.FRENCH, french)):
        text = explain(errors.TableNotFound(reason), Words(language)).text
        assert text.startswith(expected)
