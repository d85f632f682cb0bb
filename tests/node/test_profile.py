from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from belote_net.node.errors import LogCorrupt, ProfileInUse, StorageFailed
from belote_net.node.profile import Meeting, Profile
from tests.node.support import identity, seeded

TODAY = date(2026, 1, 1)


def test_an_identity_is_made_once(tmp_path: Path) -> None:
    first = Profile(tmp_path, "lea", seeded(1))
    key = first.identity.public
    first.close()
    second = Profile(tmp_path, "lea", seeded(2))
    assert second.identity.public == key
    second.close()
    other = Profile(tmp_path, "paul", seeded(3))
    assert other.identity.public != key
    other.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes; the user's folder is private")
def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    Profile(tmp_path, "lea", seeded(1)).close()
    assert (tmp_path / "lea" / "identity.key").stat().st_mode & 0o777 == 0o600


def test_a_second_opening_is_refused_with_a_hint(tmp_path: Path) -> None:
    profile = Profile(tmp_path, "lea", seeded(1))
    with pytest.raises(ProfileInUse, match="--as NAME"):
        Profile(tmp_path, "lea", seeded(1))
    profile.close()


@pytest.mark.slow
def test_a_second_process_is_refused(tmp_path: Path) -> None:
    profile = Profile(tmp_path, "lea", seeded(1))
    program = (
        "import os, sys, pathlib\n"
        "from belote_net.node.profile import Profile\n"
        "Profile(pathlib.Path(sys.argv[1]), 'lea', os.urandom)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False
    )
    profile.close()
    assert "ProfileInUse" in done.stderr


def test_a_name_is_chosen_and_cleaned(tmp_path: Path) -> None:
    profile = Profile(tmp_path, "lea", seeded(1))
    assert profile.name is None
    assert profile.rename("  Lé\x1b[2Ja\u202e\n ") == "Lé[2Ja"
    assert profile.name == "Lé[2Ja"
    with pytest.raises(StorageFailed, match="visible"):
        profile.rename("\u200b \n")
    profile.close()


@pytest.mark.parametrize("name", ["", "..", "a/b", "-x", "a" * 33, "con", "COM1", "é", ".x"])
def test_a_profile_name_is_a_safe_folder_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageFailed, match="a profile name of letters"):
        Profile(tmp_path, name, seeded(1))
    assert list(tmp_path.iterdir()) == []


def test_players_are_remembered(tmp_path: Path) -> None:
    lea, paul = identity("lea").public, identity("paul").public
    profile = Profile(tmp_path, "me", seeded(1))
    assert profile.meet(lea, "Léa la grande", TODAY) is Meeting.FIRST
    assert profile.meet(lea, "Léa", TODAY) is Meeting.KNOWN
    assert profile.meet(paul, "Léa la grande", TODAY) is Meeting.NAME_OF_ANOTHER
    known = profile.known
    profile.close()
    again = Profile(tmp_path, "me", seeded(1))
    assert again.known == known
    assert [(one.identity, one.name, one.first_seen) for one in known] == [
        (lea, "Léa la grande", TODAY),
        (paul, "Léa la grande", TODAY),
    ]
    again.close()


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("identity.key", b"short", "is no key"),
        ("known", b"what\n", "line 1 of the known players"),
        ("known", b"00" * 32 + b" 2026-01-01 Lea\n", "line 1 of the known players"),
    ],
)
def test_a_damaged_profile_is_said_and_not_locked(
    tmp_path: Path, file: str, data: bytes, message: str
) -> None:
    Profile(tmp_path, "lea", seeded(1)).close()
    (tmp_path / "lea" / file).write_bytes(data)
    for _ in range(2):
        with pytest.raises(LogCorrupt, match=message):
            Profile(tmp_path, "lea", seeded(1))


def test_a_root_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="cannot create"):
        Profile(tmp_path / "file", "lea", seeded(1))


def test_players_met_are_bounded_and_the_first_are_forgotten_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("belote_net.node.profile.MAX_KNOWN", 3)
    profile = Profile(tmp_path, "lea", seeded(1))
    for number in range(5):
        profile.meet(identity(f"guest {number}").public, f"Guest {number}", TODAY)
    profile.close()
    again = Profile(tmp_path, "lea", seeded(1))
    assert [one.name for one in again.known] == ["Guest 2", "Guest 3", "Guest 4"]
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes; the user's folder is private")
def test_every_folder_that_is_made_is_its_owners_only(tmp_path: Path) -> None:
    root = tmp_path / "new" / "root"
    Profile(root, "lea", seeded(1)).close()
    for folder in (tmp_path / "new", root, root / "lea", root / "lea" / "games"):
        assert folder.stat().st_mode & 0o777 == 0o700
