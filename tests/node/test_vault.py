from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from belote_net.node.errors import GameInUse, LogCorrupt, SecretForgotten, StorageFailed
from belote_net.node.guard import Attempt
from belote_net.node.vault import Secret, Vault, _Slot
from tests.node.support import FailingFile, seeded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.secrets"


def test_a_seed_is_made_once_and_survives(path: Path) -> None:
    vault = Vault(path, seeded(1))
    first, second = vault.seed("coin"), vault.seed("deck/1")
    assert first != second
    assert vault.seed("coin") == first
    vault.close()
    again = Vault(path, seeded(2))
    assert (again.seed("coin"), again.seed("deck/1")) == (first, second)
    again.close()


def test_a_seed_is_on_the_disk_before_it_is_returned(path: Path) -> None:
    vault = Vault(path, seeded(1))
    assert bytes(vault.seed("coin")) in path.read_bytes()
    vault.close()


def test_a_seed_that_cannot_be_stored_is_not_returned(path: Path) -> None:
    file: list[FailingFile] = []

    def open_file(path: Path) -> FailingFile:
        file.append(FailingFile(path))
        return file[0]

    vault = Vault(path, seeded(1), open_file=open_file)
    kept = vault.seed("coin")
    file[0].room_bytes = 5
    with pytest.raises(StorageFailed, match="No space left"):
        vault.seed("deck/1")
    file[0].room_bytes, file[0].sync_fails = None, True
    with pytest.raises(StorageFailed, match="Input/output"):
        vault.seed("deck/2")
    file[0].sync_fails = False
    later = vault.seed("deck/2")
    vault.close()
    again = Vault(path, seeded(3))
    assert (again.seed("coin"), again.seed("deck/2")) == (kept, later)
    again.close()


def test_a_forgotten_seed_is_overwritten_and_never_made_again(path: Path) -> None:
    vault = Vault(path, seeded(1))
    doomed, kept = vault.seed("deck/1"), vault.seed("deck/2")
    vault.forget("deck/1")
    vault.forget("deck/1")
    vault.forget("never made")
    assert bytes(doomed) not in path.read_bytes()
    with pytest.raises(SecretForgotten, match="deck/1"):
        vault.seed("deck/1")
    vault.close()
    again = Vault(path, seeded(2))
    with pytest.raises(SecretForgotten):
        again.seed("deck/1")
    assert again.seed("deck/2") == kept
    again.close()


def test_two_openings_at_once_are_refused(path: Path) -> None:
    vault = Vault(path, seeded(1))
    with pytest.raises(GameInUse, match="another process"):
        Vault(path, seeded(2))
    vault.close()
    Vault(path, seeded(2)).close()


def test_a_seed_that_a_crash_cut_short_was_never_used(path: Path) -> None:
    vault = Vault(path, seeded(1))
    kept = vault.seed("coin")
    sound = path.stat().st_size
    vault.seed("deck/1")
    vault.close()
    path.write_bytes(path.read_bytes()[:-1])
    again = Vault(path, seeded(2))
    assert path.stat().st_size == sound
    assert again.seed("coin") == kept
    again.close()


def test_a_damaged_file_is_said_and_left_alone(path: Path) -> None:
    vault = Vault(path, seeded(1))
    vault.seed("coin")
    vault.seed("deck/1")
    vault.close()
    damaged = bytearray(path.read_bytes())
    damaged[8] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(LogCorrupt, match="secret 0 is damaged"):
        Vault(path, seeded(2))
    assert path.read_bytes() == damaged
    with pytest.raises(LogCorrupt):  # and not locked
        Vault(path, seeded(2))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes; the user's folder is private")
def test_only_its_owner_can_read_it(path: Path) -> None:
    vault = Vault(path, seeded(1))
    vault.seed("coin")
    vault.close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_opened_in_one_thread_is_closed_in_another(path: Path) -> None:
    opened: list[Vault] = []
    thread = threading.Thread(target=lambda: opened.append(Vault(path, seeded(1))))
    thread.start()
    thread.join()
    opened[0].close()
    Vault(path, seeded(2)).close()


def test_threads_that_ask_at_once_get_one_seed(path: Path) -> None:
    vault = Vault(path, seeded(1))
    with ThreadPoolExecutor(8) as pool:
        seeds = list(pool.map(lambda number: vault.seed(f"deck/{number % 4}"), range(64)))
    assert len({bytes(seed) for seed in seeds}) == 4
    vault.close()
    again = Vault(path, seeded(2))
    assert again.seed("deck/0") == seeds[0]
    again.close()


def test_no_representation_shows_a_secret() -> None:
    seed = bytes(range(32))
    for shown in (repr(Secret("coin", seed)), repr(_Slot(0, seed))):
        assert repr(seed) not in shown
        assert seed.hex() not in shown
    assert "7-trefle-capot" not in repr(Attempt("7-trefle-capot", 1))
