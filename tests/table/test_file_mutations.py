"""Every changed byte of a log file, and every change of its order: the right verdict, each time.

The audit of a changed log goes as the audit of the unchanged one up to the change. So one table is
led through a log once, and every change is judged where it stands; that this is what the whole
audit says is checked on a few.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from belote_cli.exit_codes import ExitCode
from belote_cli.file_report import report_on
from belote_cli.words import Language
from belote_net.node.storage import (
    PREFIX_BYTES,
    LogContents,
    StoredEntry,
    read_sound_part,
    split_records,
    whole_log,
)
from belote_net.table.audit import Audit, Fault, Refusal, Verdict, _refusal, audit_log
from belote_net.table.messages import Call, Play
from belote_net.table.opening import UnknownVersion
from belote_net.table.statements import statements_of
from belote_net.table.table import Table
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry
from belote_protocol.machine import NotYet
from tests.cli.games import pen
from tests.four_seats import FourSeats
from tests.protocol.toy_group import toy_group
from tests.table.games import HOUSES, seated, toy_log
from tests.table.leaving import leave, newcomer, silent_place, sit_down, taking_game, vote_of
from tests.table.test_flow import shuffled_by_chain

GATE = 60
CAMPAIGN = 2000
FULL_AUDITS = 2
ENGLISH = pen(Language.ENGLISH)

ABSENCE = "somebody left"
GAMES = ("classique", "annonces", "concours", "king first", ABSENCE)


@functools.cache
def left() -> tuple[tuple[SignedEntry, ...], tuple[SignedBallot, ...]]:
    """A game in which a seat was left and filled again, with the ballots of that."""
    with toy_group():
        game = taking_game(deals=3)
        game.play_until(Play.kind, count=7)
        place = silent_place(game)
        ballots = [vote_of(game, seat, place) for seat in range(4) if seat != place.seat]
        seat = leave(game)
        newcomer(game, seat, "Odile")
        sit_down(game, seat)
        game.play_until(Call.kind)
        return tuple(game.table.log), tuple(ballots)


def game_of(name: str) -> tuple[tuple[SignedEntry, ...], tuple[SignedBallot, ...]]:
    """The entries of a game, and its ballots."""
    return left() if name == ABSENCE else (toy_log(name, 2), ())


@functools.cache
def file_of(name: str) -> bytes:
    """The log file of a game."""
    entries, ballots = game_of(name)
    stored = [StoredEntry(one, 1_700_000_000_000 + at) for at, one in enumerate(entries)]
    return whole_log(stored, ballots)


@dataclass(frozen=True)
class Change:
    """One byte of a file that is another one now."""

    offset: int
    value: int

    def made(self, data: bytes) -> bytes:
        return data[: self.offset] + bytes([self.value]) + data[self.offset + 1 :]


def changes(name: str, number: int) -> list[Change]:
    """So many changes, in the order of the file."""
    dice, data = random.Random(name), file_of(name)
    offsets = [dice.randrange(len(data)) for _ in range(number)]
    return [Change(at, data[at] ^ dice.randrange(1, 256)) for at in sorted(offsets)]


def record_at(data: bytes, offset: int) -> int:
    """Which record of a file, from 0 for the header, a byte belongs to."""
    for number, (start, payload) in enumerate(split_records(data)):
        if offset < start + PREFIX_BYTES + len(payload):
            return number
    raise IndexError(offset)


class Prefixes:
    """The tables of a log, one entry longer each time: each is there until the next is asked."""

    def __init__(self, entries: tuple[SignedEntry, ...]) -> None:
        self._entries = entries
        self._table = Table(entries[0])

    def before(self, index: int) -> Table:
        """The table after the first `index` entries; never asked for a shorter one than before."""
        for signed in self._entries[len(self._table.log) : index]:
            self._table.fold(signed)
        assert len(self._table.log) == index
        return self._table


def judge(table: Table, signed: SignedEntry) -> Refusal | None:
    """What the audit would say of an entry that came next; the table stays as it is."""
    try:
        table.check(signed)
    except (RejectedEntry, NotYet) as cause:
        return _refusal(table, len(table.log) + 1, signed, cause)
    return None


def is_same(contents: LogContents, name: str) -> bool:
    """Whether all that was signed is as it was: arrival times may be others."""
    entries, ballots = game_of(name)
    return (
        tuple(stored.signed for stored in contents.records) == entries
        and contents.ballots == ballots
        and contents.torn_bytes == 0
    )


def check_change(name: str, change: Change, path: Path, prefixes: Prefixes) -> Refusal | None:
    """Make a change, and check what the audit says of it; returns what it blames, if an entry."""
    entries, ballots = game_of(name)
    data = file_of(name)
    path.write_bytes(change.made(data))
    contents, damage = read_sound_part(path)
    index = record_at(data, change.offset) - 1
    if damage is not None:
        # What cannot be read proves nothing; all before it is as it was.
        assert damage.record == index + 1
        read = [one.signed for one in contents.records]
        assert read == list(entries[: max(index, 0)])
        return None
    assert index >= 0
    if is_same(contents, name):
        # Local and unsigned: the arrival time is the one thing that may be changed.
        return None
    if index >= len(entries):
        ballot = contents.ballots[index - len(entries)]
        assert ballot != ballots[index - len(entries)]
        table = prefixes.before(len(entries))
        assert statements_of(table, (ballot,)).foreign == 1
        return None
    changed = contents.records[index].signed
    assert [one.signed for one in contents.records[:index]] == list(entries[:index])
    if index == 0:
        with pytest.raises((RejectedEntry, UnknownVersion)):
            Table(changed)
        return None
    refusal = judge(prefixes.before(index), changed)
    assert refusal is not None, change
    assert refusal.culprit is None
    assert refusal.fault is Fault.FORGED
    assert refusal.record == index + 1
    return refusal


def check_campaign(name: str, number: int, tmp_path: Path) -> None:
    """Changes all over a file; of a few the whole audit, and what `verify` says."""
    entries, _ = game_of(name)
    path, prefixes = tmp_path / "changed.belote", Prefixes(entries)
    blamed: list[tuple[Change, Refusal]] = []
    sound = 0
    for change in changes(name, number):
        refusal = check_change(name, change, path, prefixes)
        if refusal is not None:
            blamed.append((change, refusal))
        else:
            sound += is_same(read_sound_part(path)[0], name)
    assert len(blamed) > number // 2
    assert sound < number // 10
    for change, refusal in blamed[:: max(1, len(blamed) // FULL_AUDITS)]:
        path.write_bytes(change.made(file_of(name)))
        contents, _ = read_sound_part(path)
        assert audit_log([one.signed for one in contents.records]).refusal == refusal
        report = report_on(path, pen=ENGLISH)
        assert report.code is ExitCode.REFUSED
        assert f"Wrong: record {refusal.record}, " in "\n".join(report.lines)


@pytest.mark.usefixtures("toy")
class TestBytes:
    @pytest.mark.parametrize("name", GAMES)
    def test_a_changed_byte(self, name: str, tmp_path: Path) -> None:
        check_campaign(name, GATE // len(GAMES), tmp_path)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", GAMES)
    def test_many_changed_bytes(self, name: str, tmp_path: Path) -> None:
        check_campaign(name, CAMPAIGN // len(GAMES), tmp_path)

    @pytest.mark.parametrize("name", GAMES)
    def test_a_file_that_is_cut_anywhere_is_never_more_than_it_was(
        self, name: str, tmp_path: Path
    ) -> None:
        data, (entries, _) = file_of(name), game_of(name)
        path, dice = tmp_path / "cut.belote", random.Random(name)
        for size in (0, 7, *(dice.randrange(8, len(data)) for _ in range(20))):
            path.write_bytes(data[:size])
            contents, damage = read_sound_part(path)
            read = [one.signed for one in contents.records]
            assert read == list(entries[: len(read)])
            assert contents.sound_bytes + contents.torn_bytes == size
            assert (damage is not None) == (contents.sound_bytes == 0)

    def test_what_verify_says_of_a_damaged_beginning_is_one_sentence(self, tmp_path: Path) -> None:
        path, data = tmp_path / "changed.belote", file_of("classique")
        _, header = next(split_records(data))
        for offset in range(PREFIX_BYTES + len(header)):
            path.write_bytes(Change(offset, data[offset] ^ 0x55).made(data))
            report = report_on(path, pen=ENGLISH)
            assert report.code is ExitCode.ENVIRONMENT
            assert report.failure is not None
            assert "\n" not in report.failure


def told(audit: Audit) -> tuple[Fault, int | None]:
    """What an audit blames, and whom."""
    assert audit.verdict is Verdict.REFUSED
    assert audit.refusal is not None
    return audit.refusal.fault, audit.refusal.culprit


def neighbours(entries: tuple[SignedEntry, ...]) -> Iterator[tuple[int, Table]]:
    """Each place of a log but the first, with the table before it."""
    prefixes = Prefixes(entries)
    for index in range(1, len(entries)):
        yield index, prefixes.before(index)


@functools.cache
def twin_of(name: str) -> tuple[SignedEntry, ...]:
    """Another game of the same four, by the same rules."""
    with toy_group():
        one = seated(name, 2)
        house = HOUSES[name]
        game = FourSeats(options=house.options, seed=one.seed, seats=house.seats, room=b"o" * 16)
        game.play()
        assert [member.identity for member in game.table.members] == [
            member.identity for member in one.table.members
        ]
        return tuple(game.table.log)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", GAMES)
class TestOrder:
    def test_an_entry_that_comes_twice_is_damage(self, name: str) -> None:
        entries, _ = game_of(name)
        for index, table in neighbours(entries):
            refusal = judge(table, entries[index - 1])
            assert refusal is not None
            assert (refusal.culprit, refusal.fault) == (None, Fault.GAP)

    def test_an_entry_that_is_missing_is_damage(self, name: str) -> None:
        """What follows it on its chain is refused, and nobody is blamed."""
        entries, _ = game_of(name)
        for index, table in neighbours(entries):
            chain = entries[index].entry.chain
            after = (one for one in entries[index + 1 :] if one.entry.chain == chain)
            following = next(after, None)
            if following is not None:
                refusal = judge(table, following)
                assert refusal is not None
                assert refusal.culprit is None
                assert refusal.fault in (Fault.GAP, Fault.FORGED)

    def test_entries_of_one_chain_that_are_swapped_are_damage(self, name: str) -> None:
        entries, _ = game_of(name)
        for index in range(1, len(entries) - 1, 23):
            one, other = entries[index : index + 2]
            audit = audit_log((*entries[:index], other, one))
            if one.entry.chain == other.entry.chain:
                assert told(audit) == (Fault.GAP, None)
            else:
                assert audit.refusal is None or audit.refusal.culprit is None

    def test_the_order_across_chains_does_not_matter(self, name: str) -> None:
        entries, _ = game_of(name)
        table = Table(entries[0])
        waiting = list(shuffled_by_chain(entries, random.Random(name)))[1:]
        while waiting:
            ready = next(one for one in waiting if judge(table, one) is None)
            waiting.remove(ready)
            table.fold(ready)
        assert table.state.digest() == Prefixes(entries).before(len(entries)).state.digest()

    def test_an_entry_that_another_has_signed_is_forged(self, name: str) -> None:
        entries, _ = game_of(name)
        other = taking_game(seed=99).identities[0]
        for index, table in neighbours(entries):
            signed = entries[index]
            forged = SignedEntry.from_wire(
                signed.raw, SignedEntry.seal(signed.entry.context, Call("pass"), other).signature
            )
            refusal = judge(table, forged)
            assert refusal is not None
            assert (refusal.fault, refusal.culprit) == (Fault.FORGED, None)

    def test_an_entry_of_another_game_of_the_same_four_is_not_held_against_them(
        self, name: str
    ) -> None:
        if name == ABSENCE:
            pytest.skip("who sits down later has another key in every game")
        entries, twin = game_of(name)[0], twin_of(name)
        for index, table in neighbours(entries[: len(twin)]):
            refusal = judge(table, twin[index])
            assert refusal is not None
            assert refusal.culprit is None
