"""`export`: a game as text and as JSON, and `replay` of such a text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.replay_json import replay_json, written_replay_json
from belote_cli.replay_words import replay_lines, tale_lines
from belote_cli.rule_words import ILLEGALITIES
from belote_cli.words import Language, Words
from belote_cli.written.export_json import export_json
from belote_cli.written.from_log import day_of, record_of
from belote_cli.written.reasons import REASONS, written_reason
from belote_cli.written.tale import tale_of
from belote_net.notation import WrittenGame, read_game, write
from belote_net.rules.choices import Annonces, Show
from belote_net.rules.trick import Illegality
from belote_net.table.audit import Audit, audit_log
from belote_net.table.messages import Call, Cut, Play, Reseat
from belote_protocol.entry import SignedEntry
from tests.cli.games import cheated, entries, finished_game, pen, write_game
from tests.cli.schemas import violations
from tests.cli.support import Run
from tests.four_seats import FourSeats
from tests.notation.refusals import EXAMPLE, ON_PAPER, WRONG
from tests.protocol.toy_group import toy_group
from tests.table.games import HOUSES, toy_log
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.open_hands import OPEN_HAND, help_open, leave_at, open_table

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schema/export.schema.json").read_text(encoding="utf-8")
)
REPLAY_SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/schema/replay.schema.json").read_text(encoding="utf-8")
)
ENGLISH = pen(Language.ENGLISH)
ONLY_IN_LOGS = {
    *("agreed", "seats_taken", "hands_completed", "opening_declined", "seat_offered"),
    *("deck_ready", "deck_died", "seed_revealed"),
}
"""Events of which a written game says nothing."""


def audited(log: tuple[SignedEntry, ...]) -> Audit:
    """A log of the toy group, verified."""
    with toy_group():
        found = audit_log(log)
    assert found.refusal is None
    return found


def exported(audit: Audit) -> WrittenGame:
    """The game as it is written, read again."""
    assert audit.table is not None
    with toy_group():
        record = record_of(audit.table, audit.steps, date="2026-11-30")
    assert record is not None
    text = write(record)
    game = read_game(text)
    assert game.told.record == record
    return game


def verified(game: FourSeats) -> tuple[SignedEntry, ...]:
    return tuple(game.table.log)


def _left(until: str, count: int) -> tuple[SignedEntry, ...]:
    """Somebody leaves the first deal, another comes; the second who leaves comes back."""
    with toy_group():
        game = taking_game(deals=3)
        game.play_until(until, count=count)
        seat = leave(game)
        newcomer(game, seat, "Odile")
        sit_down(game, seat)
        game.play_until(Play.kind, count=3)
        sit_down(game, leave(game))
        game.play()
        return verified(game)


def _opened(seed: int, show: Show) -> tuple[SignedEntry, ...]:
    """Somebody leaves after so many cards, his hand is opened, and he comes back."""
    with toy_group():
        game = open_table(seed, replace(OPEN_HAND, annonces=Annonces.ON, show=show))
        leave_at(game, seed)
        help_open(game)
        while game.table.waiting() and game.table.waiting()[0].kind != Reseat.kind:
            game.deliver(game.answer(game.table.waiting()[0]))
        absent = game.table.state.absent
        if absent is not None and game.table.waiting():
            sit_down(game, absent)
            game.play()
        return verified(game)


@cache
def stories() -> dict[str, tuple[SignedEntry, ...]]:
    """Logs in which things happen that no house rule brings."""
    return {
        "cut short": _left(Cut.kind, 1),
        "left in the auction": _left(Call.kind, 1),
        "left in the play": _left(Play.kind, 7),
        **{f"opened after {cards}": _opened(cards, Show.TRICK_2) for cards in (0, 1, 4, 5, 13, 30)},
        "opened at once": _opened(6, Show.AT_ONCE),
    }


# What is exported of a log.


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_rules_tell_of_a_text_what_the_table_told(house: str, seed: int) -> None:
    check_against_table(audited(toy_log(house, seed)))


def test_so_they_do_where_somebody_leaves() -> None:
    for log in stories().values():
        check_against_table(audited(log))


@pytest.mark.parametrize("story", ["left in the play", "opened after 5"])
def test_so_they_do_wherever_a_game_was_adjourned(story: str) -> None:
    log = stories()[story]
    for count in range(1, len(log), 7):
        with toy_group():
            audit = audit_log(log[:count])
        assert audit.table is not None
        if audit.table.state.seating is None:
            assert record_of(audit.table, audit.steps, date=None) is None
        else:
            check_against_table(audit)


def check_against_table(audit: Audit) -> None:
    """The text of a log tells the same scores, the same events and the same words."""
    assert audit.table is not None
    written, game = exported(audit), audit.table.state
    told = written.told
    assert told.match == game.match
    over = [deal for deal in told.deals if deal.is_over]
    assert [deal.score for deal in over] == [one.score for one in game.played]
    assert [deal.is_annulled for deal in over] == [one.is_annulled for one in game.played]
    assert json.loads(json.dumps(export_json(told))) == export_json(told)
    assert violations(export_json(told), SCHEMA, SCHEMA) == []
    replayed = written_replay_json(written)
    assert violations(replayed, REPLAY_SCHEMA, REPLAY_SCHEMA) == []
    *events, signed = _at_places(replay_json(audit), game.seated.by_place)
    *others, signed_too = _at_places(replayed, range(4))
    assert others == events
    assert signed_too == signed


def _at_places(told: dict[str, Any], by_place: Sequence[int]) -> list[object]:
    """The events that both tell, without their records, seats as places; last, who signed."""
    found: list[object] = []
    signed = set[int]()
    for event in (one for deal in told["deals"] for one in deal["events"]):
        kept = {name: value for name, value in event.items() if name != "record"}
        if "seat" in kept:
            kept["seat"] = by_place.index(kept["seat"])
        if kept["event"] == "result_signed":
            signed.add(kept["seat"])
        elif kept["event"] not in ONLY_IN_LOGS:
            found.append(kept)
    return [*found, signed]


@pytest.mark.parametrize("house", ["classique", "annonces", "never revealed", "a match"])
def test_a_text_is_replayed_in_the_words_of_its_log(house: str) -> None:
    with toy_group():
        audit = audit_log(toy_log(house, 1))
        assert audit.table is not None
        lines = list(replay_lines(audit.table, ENGLISH))
    told = list(tale_lines(tale_of(exported(audit).told, ENGLISH), ENGLISH))
    if house == "never revealed":
        lines, told = map(_without_hands, (lines, told))
    assert told == lines


def _without_hands(lines: list[str]) -> list[str]:
    """All but what is said of the hands as they were dealt."""
    return [line for line in lines if not line.startswith(("Hand of ", "The hands were not shown"))]


def test_a_replay_says_who_left_and_who_came() -> None:
    told = exported(audited(stories()["left in the play"])).told
    lines = list(tale_lines(tale_of(told, ENGLISH), ENGLISH))
    assert any(line.endswith("left it, there was no answer. Odile took it.") for line in lines)
    assert any(line.endswith("came back.") for line in lines)


# The commands.


def test_a_log_is_exported_and_its_text_replayed(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    target = tmp_path / "whole.txt"
    printed = belote("export", str(path), lang="fr")
    assert (printed.code, printed.error) == (ExitCode.FINE, "")
    assert belote("export", str(path), "-o", str(target)).out == f"The game is in {target}.\n"
    assert target.read_text(encoding="utf-8") == printed.out
    told = read_game(printed.out).told
    game = finished_game().table.state
    assert told.match == game.match
    assert told.record.date == "1970-01-01"
    assert told.record.game == game.game.hex()
    keys = {bytes(member.identity).hex() for member in game.members}
    assert {player.key for player in told.record.players} == keys
    assert belote("replay", str(target)).out == belote("replay", str(path)).out
    assert belote("export", str(target)).out == printed.out


def test_json_of_a_log_and_of_its_text_are_the_same(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    text = tmp_path / "whole.txt"
    belote("export", str(path), "-o", str(text))
    printed = belote("export", str(path), "--json")
    assert violations(json.loads(printed.out), SCHEMA, SCHEMA) == []
    assert belote("export", str(text), "--json").out == printed.out
    target = tmp_path / "whole.json"
    belote("export", str(path), "--json", "-o", str(target))
    assert target.read_text(encoding="utf-8") == printed.out
    replayed = json.loads(belote("replay", str(text), "--json").out)
    assert replayed["verdict"] == "finished"
    assert replayed["deals"][0]["events"][0]["record"] == 14


@pytest.mark.parametrize(
    "change",
    [
        {"game": "xyz"},
        {"scores": [1]},
        {"letters": ["N", "X", "S", "E"]},
        {"players": []},
        {"deals": [{"number": 1}]},
        {"winner": 2},
        {"more": 1},
    ],
)
def test_what_the_schema_does_not_promise_does_not_fit(change: dict[str, object]) -> None:
    good = export_json(read_game(EXAMPLE).told)
    assert violations(good, SCHEMA, SCHEMA) == []
    assert violations({**good, **change}, SCHEMA, SCHEMA)


def test_a_game_on_paper_is_completed(belote: Run, tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_bytes(b"\xef\xbb\xbf" + ON_PAPER.replace("\n", "\r\n").encode())
    printed = belote("export", str(path))
    assert printed.code == ExitCode.UNFINISHED
    assert "contract D S" in printed.lines
    assert "trick 1 N AS 9S 7S KS = N 15" in printed.lines
    replayed = belote("replay", str(path))
    assert replayed.code == ExitCode.UNFINISHED
    assert replayed.lines[-1] == "Here the game was adjourned."
    assert "The hands were not shown." in replayed.lines


def test_what_is_refused_is_not_exported(belote: Run, tmp_path: Path) -> None:
    path, target = write_game(tmp_path / "bad.belote", cheated()), tmp_path / "bad.txt"
    printed = belote("export", str(path), "-o", str(target))
    assert (printed.code, printed.out) == (ExitCode.REFUSED, "")
    assert printed.error.startswith("The file is refused: nothing is exported.\nWrong: record ")
    assert not target.exists()


def test_a_game_that_was_hardly_begun_is_not_exported(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "early.belote", entries()[:3])
    printed = belote("export", str(path))
    assert printed.code == ExitCode.UNFINISHED
    assert printed.error == "belote-net: The places are not drawn yet.\n"


def test_the_game_itself_is_not_written_over(belote: Run, tmp_path: Path) -> None:
    path = write_game(tmp_path / "whole.belote", entries())
    before = path.read_bytes()
    assert belote("export", str(path), "-o", str(path)).code == ExitCode.USAGE
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["export", "replay"])
def test_a_wrong_text_is_refused_with_its_line(belote: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(EXAMPLE.replace("trick 3 E 8S QS!", "trick 3 E 8S AD"), encoding="utf-8")
    printed = belote(command, str(path))
    assert (printed.code, printed.out) == (ExitCode.REFUSED, "")
    assert printed.error == (
        "belote-net: Line 32: AD may not be played: you have the suit that was led, "
        "so you must follow suit.\n"
    )
    assert belote(command, str(path), lang="fr").error.startswith("belote-net : Ligne 32 : AD ")


def test_a_text_in_another_encoding_or_too_large_is_refused(belote: Run, tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(EXAMPLE.encode("latin-1"))
    printed = belote("replay", str(path))
    assert printed.code == ExitCode.REFUSED
    assert printed.error == "belote-net: Line 7: text in UTF-8 expected.\n"
    path.write_bytes(EXAMPLE.encode() + b"\n" * 2**21)
    assert belote("replay", str(path)).code == ExitCode.ENVIRONMENT


def test_a_file_that_is_no_game_is_no_text(belote: Run, tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("bread, wine", encoding="utf-8")
    for command in ("export", "replay"):
        assert belote(command, str(path)).code == ExitCode.ENVIRONMENT
        assert belote(command, str(tmp_path / "missing")).code == ExitCode.ENVIRONMENT


@pytest.mark.parametrize("command", ["verify", "inspect", "report"])
def test_a_text_has_no_signatures_to_verify(belote: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "whole.txt"
    path.write_text(EXAMPLE, encoding="utf-8")
    found = belote(command, str(path))
    assert found.code == ExitCode.ENVIRONMENT
    assert "A game as text, which nobody has signed, is for replay" in found.error
    assert "que personne n'a signée" in belote(command, str(path), lang="fr").error


def test_the_day_of_a_clock_that_is_no_clock() -> None:
    assert day_of(1_796_000_000_000) == "2026-11-30"
    assert day_of(2**63) is None


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_every_reason_is_told_in_french(wrong: Any) -> None:  # noqa: ANN401 - ids need no type
    french, english = Words(Language.FRENCH), Words(Language.ENGLISH)
    assert written_reason(wrong.reason, french) != wrong.reason
    if "may not be played" not in wrong.reason:
        assert written_reason(wrong.reason, english) == wrong.reason


@pytest.mark.parametrize("reason", REASONS)
def test_no_reason_is_taken_for_another(reason: str) -> None:
    """The first template that fits is its own, or the general one that says the same."""
    given = {"rule": "must_follow", "number": "8", "least": "1", "most": "31"}
    fields = {
        name: given.get(name, f"<{name}>") for _, name, _, _ in Formatter().parse(reason) if name
    }
    words = Words(Language.FRENCH)
    shown = {**fields, "rule": words.text(ILLEGALITIES[Illegality.MUST_FOLLOW])}
    told = written_reason(reason.format(**fields), words)
    assert told == words.text(reason, **{name: shown[name] for name in fields})
