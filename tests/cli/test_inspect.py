"""`inspect`: every kind of entry field by field, good, wrong, damaged and of unknown making."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.inspection import inspect_record, inspection_json, inspection_lines
from belote_cli.inspection.entries import Finding
from belote_cli.inspection.equations import FORMULAS
from belote_cli.proof_words import PROVEN
from belote_cli.reason_words import reason_text
from belote_cli.words import Language
from belote_net.node.storage import StoredEntry
from belote_net.rules.cards import PACK
from belote_net.table.messages import Play, Share, Show
from belote_protocol.codec import decode
from belote_protocol.entry import Body, Entry, SignedEntry
from tests.cli.games import cheated, entries, finished_game, forked, pen, write_game
from tests.cli.support import Run
from tests.four_seats import FourSeats
from tests.protocol.toy_group import toy_group
from tests.table.leaving import leave, sit_down, taking_game
from tests.table.open_hands import help_open, leave_at, open_table


def stored(signed: tuple[SignedEntry, ...]) -> tuple[StoredEntry, ...]:
    return tuple(StoredEntry(one, 1_000 * number) for number, one in enumerate(signed))


def record_of(kind: str, count: int = 1) -> int:
    """The record of an entry of the short game, the first of its kind or a later one."""
    numbers = [at for at, one in enumerate(entries(), start=1) if one.entry.kind == kind]
    return numbers[count - 1]


@pytest.mark.parametrize("kind", list(dict.fromkeys(one.entry.kind for one in entries())))
def test_every_kind_of_the_short_game_is_right_and_told_by_name(kind: str) -> None:
    found = inspect_record(stored(entries()), record_of(kind))
    assert found.finding is Finding.RIGHT
    assert found.body is not None
    for language in Language:
        lines = list(inspection_lines(found, pen(language)))
        assert pen(language).text(PROVEN[kind]) in "\n".join(lines)
        for name in found.body.__struct_fields__:
            assert any(line.startswith(f"  {name}") for line in lines), name
        for formula in FORMULAS.get(kind, ()):
            assert f"  {formula}" in lines
    json.dumps(inspection_json(found))


def is_about_the_rest(play: Play) -> bool:
    """Whether the proof of a play says more than what one position holds."""
    return play.proof is not None and bool(play.proof.span_responses)


def test_a_play_shows_the_statement_that_it_proves() -> None:
    record = next(
        at
        for at, one in enumerate(entries(), start=1)
        if one.entry.kind == "play" and is_about_the_rest(decode(Play, one.entry.body))
    )
    found = inspect_record(stored(entries()), record)
    shown = found.equation.inputs
    play = found.body
    assert isinstance(play, Play)
    assert shown["mode"] == "void"
    assert shown["p"] == play.position
    assert shown["k"] == PACK[play.card]
    positions, span = shown["q"], shown["S"]
    assert isinstance(positions, tuple)
    assert isinstance(span, tuple)
    assert play.position not in positions
    assert play.proof is not None
    assert len(play.proof.span_responses) == len(span)
    forbidden = shown["F - absent"]
    assert isinstance(forbidden, tuple)
    assert forbidden
    assert not {*span} & {shown["k"], *forbidden}


def test_a_card_of_which_all_is_public_computes_nothing() -> None:
    record = next(
        at
        for at, one in enumerate(entries(), start=1)
        if one.entry.kind == "play" and decode(Play, one.entry.body).proof is None
    )
    found = inspect_record(stored(entries()), record)
    assert found.equation.inputs["mode"] == "nothing"
    assert found.equation.formulas == ()


def test_a_share_is_for_the_positions_that_were_due() -> None:
    found = inspect_record(stored(entries()), record_of("share"))
    positions = found.equation.inputs["positions"]
    assert isinstance(positions, tuple)
    assert len(positions) == 16
    assert isinstance(found.body, Share)
    assert len(found.body.shares) == len(positions)


def test_who_signed_and_what_it_links_to() -> None:
    for record in (2, record_of("play"), record_of("reveal", 4)):
        found = inspect_record(stored(entries()), record)
        assert found.signer == finished_game().table.members[found.entry.seat]
        assert found.previous is not None
        assert found.previous < record
        assert entries()[found.previous - 1].head == found.entry.prev
    first = inspect_record(stored(entries()), 1)
    assert first.previous is None
    assert "Link: none, as of a first entry." in list(inspection_lines(first, pen()))


def test_a_wrong_entry_is_refused_with_the_reason_and_nothing_after_it_is_judged() -> None:
    wrong = stored((*cheated(), cheated()[-1]))
    found = inspect_record(wrong, len(cheated()))
    assert found.finding is Finding.REFUSED
    assert found.equation.inputs["allowed"] == ("pass", "S")
    lines = list(inspection_lines(found, pen()))
    assert lines[-3:] == ["Refused.", "Expected: pass, spades.", "Came: hearts."]
    after = inspect_record(wrong, len(wrong))
    assert after.finding is Finding.UNJUDGED
    assert after.wrong_before == len(cheated())
    assert after.equation.inputs == {}


def test_another_hand_than_that_of_the_seat_signs_for_nobody() -> None:
    last = entries()[30]
    forged = SignedEntry(last.raw, bytes(64), last.entry, last.head)
    found = inspect_record(stored((*entries()[:30], forged)), 31)
    assert found.signer is None
    assert found.finding is Finding.REFUSED
    assert any("its signature is not that" in line for line in inspection_lines(found, pen()))


class Strange(Body):
    """What no version of the protocol knows."""

    kind: ClassVar[str] = "x\x1b"

    text: str


def test_what_no_version_knows_is_shown_without_moving_the_cursor() -> None:
    game = FourSeats(seed="strange")
    duty = game.table.waiting()[0]
    signed = SignedEntry.seal(
        replace(duty.context, kind=Strange.kind),
        Strange("\x1b[2J"),
        game.identities[duty.seat],
    )
    found = inspect_record(stored((*game.table.log, signed)), 2)
    assert found.body is None
    assert found.finding is Finding.REFUSED
    lines = list(inspection_lines(found, pen()))
    assert any("It cannot be read as what it says to be." in line for line in lines)
    assert [line for line in lines if not line.isprintable()] == []
    assert reason_text(found.reason, pen()).isprintable()


def test_where_somebody_left_and_a_hand_was_opened() -> None:
    with toy_group():
        game = open_table(5)
        leave_at(game, 5)
        help_open(game)
        kinds = {one.entry.kind: at for at, one in enumerate(game.table.log, start=1)}
        log = stored(tuple(game.table.log))
        recover = inspect_record(log, kinds["recover"])
        absence = inspect_record(log, kinds["absence"])
        escrow = inspect_record(log, kinds["key-escrow"])
    assert recover.finding is absence.finding is escrow.finding is Finding.RIGHT
    assert recover.equation.inputs["A"]
    lines = list(inspection_lines(absence, pen()))
    assert "  votes: 3 items" in lines
    assert "  sum over j of S_ij = H_i" in list(inspection_lines(escrow, pen()))


def test_a_newcomer_is_named_as_who_signed() -> None:
    with toy_group():
        game = taking_game()
        game.play_until(Play.kind, count=3)
        sit_down(game, leave(game))
        log = stored(tuple(game.table.log))
        kinds = {one.entry.kind: at for at, one in enumerate(game.table.log, start=1)}
        found = [inspect_record(log, kinds[kind]) for kind in ("reseat", "agree")]
    assert [one.finding for one in found] == [Finding.RIGHT] * 2
    assert all(one.signer is not None for one in found)


def test_inputs_are_given_only_for_what_is_due() -> None:
    early = SignedEntry.seal(
        entries()[4].entry.context,
        Show(None, None),
        finished_game().identities[0],
    )
    found = inspect_record(stored((*entries()[:4], early)), 5)
    assert found.finding is Finding.REFUSED
    assert found.equation.inputs == {}


def test_the_list_and_the_ways_to_choose(belote: Run, whole: Path) -> None:
    listed = belote("inspect", str(whole))
    assert listed.code == ExitCode.FINE
    assert len(listed.lines) == 1 + len(entries())
    record = record_of("bid")
    entry: Entry = entries()[record - 1].entry
    columns = listed.lines[record].split()
    assert columns[:3] == [str(record), "table", str(entry.seq)]
    assert columns[5:7] == [str(entry.seat + 1), "bid"]
    assert len(belote("inspect", str(whole), "deck/1").lines) == 1 + 16
    by_record = belote("inspect", str(whole), str(record))
    by_place = belote("inspect", str(whole), "table", str(entry.seq))
    assert by_record.out == by_place.out
    signer = finished_game().table.members[entry.seat].name
    assert f"Seat {entry.seat + 1}: signed by {signer}, " in by_record.out
    assert by_record.code == ExitCode.FINE
    for wrong in (("0",), ("100000",), ("deck/9",), ("table", "x"), ("table", "1", "2")):
        found = belote("inspect", str(whole), *wrong)
        assert found.code == ExitCode.USAGE, wrong
        assert "There is no such entry" in found.error


def test_two_entries_in_one_place_are_both_shown(belote: Run, tmp_path: Path) -> None:
    one, other = forked()
    path = write_game(tmp_path / "both.belote", (*one, other[-1]))
    found = belote("inspect", str(path), "table", str(one[-1].entry.seq), "--json")
    assert found.code == ExitCode.REFUSED
    first, second = json.loads(found.out)
    assert (first["finding"], second["finding"]) == ("right", "refused")
    assert first["place"] == second["place"]


def test_json_has_all_bytes(belote: Run, whole: Path) -> None:
    record = record_of("share")
    (found,) = json.loads(belote("inspect", str(whole), str(record), "--json").out)
    assert found["head"] == entries()[record - 1].head.hex()
    assert [len(one) for one in found["fields"]["shares"]] == [64] * 16
    assert len(found["inputs"]["A"]) == 16
    listed = json.loads(belote("inspect", str(whole), "--json").out)
    assert [one["head"] for one in listed] == [one.head.hex() for one in entries()]


def test_what_is_no_game(belote: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Once upon a time.")
    assert belote("inspect", str(tmp_path / "text")).code == ExitCode.ENVIRONMENT
