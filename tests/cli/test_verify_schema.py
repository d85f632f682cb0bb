"""What `verify --json` prints is what docs/schema/verify.schema.json promises."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

from belote_cli.commands.verify import as_json, pairs_of
from belote_cli.file_report import FileReport, report_on
from belote_cli.trust import Trust
from belote_cli.words import Language
from belote_net.node.evidence import EVIDENCE_FORMAT
from belote_net.node.storage import StoredEntry, whole_log
from belote_net.table.messages import Call
from tests.cli.games import cheated, entries, forked, pen, write_game
from tests.cli.schemas import violations
from tests.cli.test_verify_many import log_with
from tests.protocol.toy_group import toy_group
from tests.table.leaving import leave, newcomer, silent_place, sit_down, taking_game, vote_of

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "verify.schema.json").read_text("utf-8")
)
ENGLISH = pen(Language.ENGLISH)


def printed(*reports: FileReport) -> dict[str, object]:
    """What the command prints of these files."""
    found: dict[str, object] = json.loads(json.dumps(as_json(reports, pairs_of(reports))))
    return found


def left(path: Path) -> FileReport:
    """A game in which somebody left and voted twice, and another came."""
    with toy_group():
        game = taking_game(deals=3)
        game.play_until(Call.kind)
        place = silent_place(game)
        voter = (place.seat + 1) % 4
        ballots = [vote_of(game, voter, place), vote_of(game, voter, place, reason="")]
        seat = leave(game)
        newcomer(game, seat, "Odile")
        sit_down(game, seat)
        return report_on(log_with(path, game, *ballots), pen=ENGLISH, trust=Trust(()))


def test_every_kind_of_report_fits(tmp_path: Path) -> None:
    logs = {
        "whole": entries(),
        "cut": entries()[:30],
        "early": entries()[:3],
        "cheat": cheated(),
        "headless": entries()[1:5],
        "one": forked()[0],
        "other": forked()[1],
    }
    reports = [
        report_on(write_game(tmp_path / name, log), pen=ENGLISH) for name, log in logs.items()
    ]
    first, one, other = entries()[0], forked()[0][-1], forked()[1][-1]
    for name, kept in (
        ("proof", (forked()[0][0], one, other)),
        ("no-proof", (first, one, other)),
    ):
        path = tmp_path / name
        path.write_bytes(
            whole_log([StoredEntry(signed, 7) for signed in kept], form=EVIDENCE_FORMAT)
        )
        reports.append(report_on(path, pen=ENGLISH))
    reports += [left(tmp_path / "left"), report_on(tmp_path / "missing", pen=ENGLISH)]
    for report in reports:
        assert violations(printed(report), SCHEMA, SCHEMA) == [], report.name
    assert violations(printed(*reports), SCHEMA, SCHEMA) == []
    verdicts = {json.dumps(report.json["verdict"]) for report in reports}
    forms = ("finished", "unfinished", "refused", "proof", "no proof", None)
    assert verdicts == set(map(json.dumps, forms))


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "perhaps"},
        {"records": "30"},
        {"game": "xyz"},
        {"players": [{"seat": 0}]},
        {"more": 1},
        {"statements": None},
    ],
)
def test_what_the_schema_does_not_promise_does_not_fit(
    tmp_path: Path, change: dict[str, object]
) -> None:
    good = printed(report_on(write_game(tmp_path / "cut", entries()[:30]), pen=ENGLISH))
    assert violations({**deepcopy(good), **change}, SCHEMA, SCHEMA)
