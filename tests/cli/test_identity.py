"""`identity`: a key is exported, imported, replaced; who was met is listed and forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_net.node.profile import Profile
from belote_protocol.identity import Identity
from tests.cli.games import entries, write_game
from tests.cli.support import Run

PASSPHRASE = "tièrce à carreau"


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What is typed at the questions without echo, in order."""

    def typed(*answers: str) -> None:
        left: Iterator[str] = iter(answers)
        monkeypatch.setattr("getpass.getpass", lambda question: next(left))

    return typed


def key_line(lines: list[str]) -> str:
    (line,) = [line for line in lines if line.startswith("Key: ")]
    return line


def test_a_key_travels_to_another_profile(
    belote: Run, tmp_path: Path, types: Callable[..., None]
) -> None:
    before = key_line(belote("identity", "--as", "Zoe").lines)
    path = tmp_path / "zoe.key"
    types(PASSPHRASE, PASSPHRASE)
    assert belote("identity", "export", str(path), "--as", "Zoe").code == ExitCode.FINE
    assert path.stat().st_mode & 0o077 == 0
    assert bytes.fromhex(before.removeprefix("Key: ")) not in path.read_bytes()
    types(PASSPHRASE)
    found = belote("identity", "import", str(path), "--as", "Copy")
    assert found.code == ExitCode.FINE
    assert key_line(found.lines) == before
    for text in (found.out, found.error):
        assert PASSPHRASE not in text


def test_a_wrong_passphrase_opens_nothing(
    belote: Run, tmp_path: Path, types: Callable[..., None]
) -> None:
    path = tmp_path / "zoe.key"
    types(PASSPHRASE, PASSPHRASE)
    belote("identity", "export", str(path), "--as", "Zoe")
    types("another one, much longer")
    found = belote("identity", "import", str(path), "--as", "Copy")
    assert found.code == ExitCode.ENVIRONMENT
    assert "passphrase is wrong" in found.error
    assert not (tmp_path / "home" / "Copy" / "identity.key").exists()
    changed = bytearray(path.read_bytes())
    changed[-1] ^= 1
    path.write_bytes(changed)
    types(PASSPHRASE)
    assert belote("identity", "import", str(path), "--as", "Copy").code == ExitCode.ENVIRONMENT


@pytest.mark.parametrize("answers", [("short",), (PASSPHRASE, "something else altogether")])
def test_a_weak_or_mistyped_passphrase_writes_nothing(
    belote: Run, tmp_path: Path, types: Callable[..., None], answers: tuple[str, ...]
) -> None:
    path = tmp_path / "zoe.key"
    types(*answers)
    assert belote("identity", "export", str(path)).code == ExitCode.USAGE
    assert not path.exists()


def test_nothing_is_overwritten(belote: Run, tmp_path: Path, types: Callable[..., None]) -> None:
    path = tmp_path / "zoe.key"
    types(PASSPHRASE, PASSPHRASE)
    belote("identity", "export", str(path))
    assert belote("identity", "export", str(path)).code == ExitCode.USAGE
    before = belote("identity").lines
    assert belote("identity", "import", str(path)).code == ExitCode.USAGE
    assert belote("identity").lines == before


def test_friends_learn_a_new_key_and_only_from_both(belote: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    belote("identity", "--as", "Zoe")
    zoe, paul = (Profile(home, name, secrets.token_bytes) for name in ("Zoe", "Paul"))
    paul.meet(zoe.identity.public, "Zoé", date(2026, 1, 1))
    old = zoe.identity
    zoe.close()
    paul.close()
    assert belote("identity", "rotate", "--as", "Zoe").code == ExitCode.FINE
    (statement,) = (home / "Zoe").glob("rotation-*")
    (kept,) = (home / "Zoe").glob("identity.key.until-*")
    assert kept.read_bytes() == old.private_bytes()
    assert kept.stat().st_mode & 0o077 == 0
    found = belote("identity", "known", "--accept", str(statement), "--as", "Paul")
    assert found.code == ExitCode.FINE
    assert found.lines[0].startswith("Zoé, since 2026-01-01: ")
    paul = Profile(home, "Paul", secrets.token_bytes)
    zoe = Profile(home, "Zoe", secrets.token_bytes)
    assert [known.identity for known in paul.known] == [zoe.identity.public]
    assert zoe.identity.public != old.public
    paul.close()
    zoe.close()
    forged = bytearray(statement.read_bytes())
    forged[-1] ^= 1
    statement.write_bytes(forged)
    code = belote("identity", "known", "--accept", str(statement), "--as", "Paul").code
    assert code == ExitCode.ENVIRONMENT


def test_a_key_that_a_game_needs_is_not_replaced(belote: Run, tmp_path: Path) -> None:
    belote("identity")
    (folder,) = (tmp_path / "home").iterdir()
    path = write_game(folder / "games" / "2026-01-01-cut.belote", entries()[:60])
    path.with_suffix(".secrets").touch()
    before = belote("identity").lines
    assert belote("identity", "rotate").code == ExitCode.USAGE
    assert belote("identity").lines == before
    assert belote("identity", "rotate", "--force").code == ExitCode.FINE
    assert belote("identity").lines != before


def test_who_was_met_can_be_forgotten(belote: Run, tmp_path: Path) -> None:
    belote("identity", "--as", "Zoe")
    profile = Profile(tmp_path / "home", "Zoe", secrets.token_bytes)
    for name in ("Paul", "Jo"):
        friend = Identity.generate(secrets.token_bytes)
        profile.meet(friend.public, name, date(2026, 1, 1))
    profile.close()
    found = belote("identity", "known", "--forget", "Paul", "--as", "Zoe")
    assert [line.split(",")[0] for line in found.lines] == ["Jo"]
    missing = belote("identity", "known", "--forget", "Paul", "--as", "Zoe")
    assert missing.code == ExitCode.USAGE
