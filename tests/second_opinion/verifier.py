"""The second verifier, as tests run it: what it says of files, and what ours says of them."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from belote_cli.audit_json import audit_json, statements_json
from belote_cli.game_files import audit_file
from belote_net.errors import NodeError
from belote_net.node.storage import StoredEntry, whole_log
from belote_net.table.audit import Audit, Step, Verdict
from belote_net.table.opening import UnknownVersion
from belote_net.table.table import Table
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats

HERE = Path(__file__).parent
MAIN = HERE / "main.mjs"
VECTORS = HERE.parents[1] / "protocol" / "vectors"
SET_UP = "npm ci --prefix tests/second_opinion"
OLDEST_NODE = (20, 19)
ARRIVAL_MS = 1_700_000_000_000
"""When the first entry of a file came; the clock of no verifier matters."""

REQUIRED = "BELOTE_NET_REQUIRE_NODE"
"""Set in continuous integration, where a second opinion that is not heard is a failure."""


def set_up() -> None:
    """Skip the test where the second verifier cannot run; fail it where it has to."""
    reason = _what_is_missing()
    if reason is None:
        return
    if os.environ.get(REQUIRED):
        pytest.fail(reason)
    pytest.skip(reason)


@functools.cache
def _what_is_missing() -> str | None:
    if shutil.which("node") is None:
        return "node is not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    if tuple(map(int, version.stdout.strip().lstrip("v").split(".")[:2])) < OLDEST_NODE:
        return f"node {version.stdout.strip()} is too old"
    if not (HERE / "node_modules" / "@noble" / "curves").is_dir():
        return f"its packages are not installed: {SET_UP}"
    return None


def node(*arguments: str | Path, toy: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the second verifier, in the toy group if it is to follow `tests.protocol.toy_group`."""
    group = ["--conditions=toy"] if toy else []
    command = ["node", *group, str(MAIN), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Opinion:
    """What a verifier says of a log, as far as the protocol says it.

    Attributes:
        signed: how many have signed the result.
        foreign: ballots that nobody at the table has signed.
        refusal: which entry is wrong, how, and whose fault it is.
    """

    verdict: str | None
    records: int = 0
    torn_bytes: int = 0
    foreign: int = 0
    game: str | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    signed: int = 0
    refusal: tuple[object, ...] = ()


def second_opinions(paths: Sequence[Path], *, toy: bool = True) -> list[Opinion]:
    """What the second verifier says of these files."""
    run = node("verify", "--json", *paths, toy=toy)
    assert run.stderr == ""
    return [_opinion(found, found.get("foreign", 0)) for found in json.loads(run.stdout)]


def opinion_of(table: Table) -> Opinion:
    """What a table has come to, which is right and has no ballots beside it."""
    verdict = Verdict.FINISHED if table.is_over else Verdict.UNFINISHED
    steps = tuple(Step(signed, ()) for signed in table.log)
    return _opinion(audit_json(Audit(verdict, table, steps, None)) | {"torn_bytes": 0}, 0)


def our_opinion(path: Path) -> Opinion:
    """What our own verifier says of a file, in the group that is computed in."""
    try:
        found = audit_file(path)
    except (NodeError, UnknownVersion):
        return Opinion(None)
    told = audit_json(found.audit) | {"torn_bytes": found.torn_bytes}
    foreign = statements_json(found.statements)["foreign"]
    assert isinstance(foreign, int)
    return _opinion(told, foreign)


def _opinion(found: dict[str, Any], foreign: int) -> Opinion:
    if found["verdict"] is None:
        return Opinion(None)
    refusal = found.get("refusal", {})
    # Of what cannot be read each tells who was due, or nobody: only an entry names a seat.
    names = ("record", "fault", "chain", "place", "culprit")
    seat = refusal["seat"] if refusal.get("chain") is not None else None
    return Opinion(
        verdict=found["verdict"],
        records=found["records"],
        torn_bytes=found["torn_bytes"],
        foreign=foreign,
        game=found.get("game"),
        scores=None if found.get("scores") is None else tuple(found["scores"]),
        winner=found.get("winner"),
        signed=found.get("signed", 0),
        refusal=(*(refusal[name] for name in names), seat) if refusal else (),
    )


def written(entries: Iterable[SignedEntry], ballots: Sequence[SignedBallot] = ()) -> bytes:
    """A log file with these entries."""
    return whole_log([StoredEntry(one, ARRIVAL_MS + at) for at, one in enumerate(entries)], ballots)


def written_to(folder: Path, files: Iterable[bytes]) -> list[Path]:
    """The paths of these files, in order."""
    paths = []
    for number, data in enumerate(files):
        paths.append(folder / f"{number:04}.belote")
        paths[-1].write_bytes(data)
    return paths


def agree(files: Iterable[bytes], folder: Path, *, toy: bool = True) -> list[Opinion]:
    """Have both verifiers read these files, and check that they say the same."""
    paths = written_to(folder, files)
    ours = [our_opinion(path) for path in paths]
    assert second_opinions(paths, toy=toy) == ours
    return ours


def agree_on(games: Iterable[FourSeats], folder: Path) -> list[Opinion]:
    """The second verifier comes to what the tables of these games came to as they were played."""
    played = list(games)
    theirs = second_opinions(written_to(folder, (written(game.table.log) for game in played)))
    assert theirs == [opinion_of(game.table) for game in played]
    return theirs
