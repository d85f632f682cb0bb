"""`replay --json`: every event of a game by its deal, and the schema that says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from belote_cli.exit_codes import ExitCode
from belote_cli.replay_json import event_name, replay_json
from belote_net.table.audit import audit_log
from belote_net.table.events import Event
from belote_net.table.messages import Play
from tests.cli.games import cheated, entries, finished_game, write_game
from tests.cli.schemas import violations
from tests.cli.support import Run
from tests.four_seats import FourSeats
from tests.protocol.toy_group import toy_group
from tests.table.leaving import leave, sit_down, taking_game
from tests.table.open_hands import help_open, leave_at, open_table

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schema/replay.schema.json").read_text(encoding="utf-8")
)


def told(game: FourSeats) -> Any:  # noqa: ANN401 - JSON
    """What is printed of a game, read again."""
    found = json.loads(json.dumps(replay_json(audit_log(tuple(game.table.log)))))
    assert violations(found, SCHEMA, SCHEMA) == []
    return found


def test_every_card_and_score_of_a_game(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    printed = belote("replay", str(path), "--json")
    assert printed.code == ExitCode.FINE
    found = json.loads(printed.out)
    assert violations(found, SCHEMA, SCHEMA) == []
    game = finished_game().table.state
    assert found["members"] == [member.name for member in game.members]
    assert [deal["number"] for deal in found["deals"]] == [one.deal.number for one in game.played]
    for deal, played in zip(found["deals"], game.played, strict=True):
        assert deal["events"][0]["event"] == "deal_began"
        cards = [one["card"] for one in deal["events"] if one["event"] == "card_played"]
        assert cards == [str(card) for trick in played.tricks for card in trick.cards]
        (scored,) = (one for one in deal["events"] if one["event"] == "deal_scored")
        assert played.score is not None
        assert scored["score"]["points"] == list(played.score.points)
        records = [one["record"] for one in deal["events"]]
        assert records == sorted(records)
        assert all(
            entries()[one["record"] - 1].entry.kind == "play"
            for one in deal["events"]
            if one["event"] == "card_played"
        )


def test_a_refused_game_is_told_as_far_as_it_is_right(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "bad.belote", cheated())
    printed = belote("replay", str(path), "--json")
    assert printed.code == ExitCode.REFUSED
    found = json.loads(printed.out)
    assert violations(found, SCHEMA, SCHEMA) == []
    assert found["verdict"] == "refused"
    assert found["refused_record"] == len(cheated())


def test_nothing_that_is_right_is_told_as_nothing() -> None:
    found = replay_json(audit_log(entries()[1:]))
    assert violations(found, SCHEMA, SCHEMA) == []
    assert (found["game"], found["deals"]) == (None, [])


def test_leaving_coming_back_and_an_open_hand() -> None:
    with toy_group():
        game = taking_game()
        game.play_until(Play.kind, count=7)
        sit_down(game, leave(game))
        game.play()
        first, *_ = told(game)["deals"]
        names = [one["event"] for one in first["events"]]
        assert {"seat_left", "deal_forfeited", "seat_offered", "seat_filled"} <= {*names}
        opened = open_table(5)
        leave_at(opened, 5)
        help_open(opened)
        (shown,) = (
            one
            for deal in told(opened)["deals"]
            for one in deal["events"]
            if one["event"] == "hand_opened"
        )
        assert shown["cards"]


def test_the_schema_names_every_event() -> None:
    names = [event_name(kind) for kind in get_args(Event)]
    assert SCHEMA["$defs"]["event"]["properties"]["event"]["enum"] == names
