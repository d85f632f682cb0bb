"""Files that are damaged, cut or put together wrongly: both verifiers say the same of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belote_net.node.storage import frame_record
from belote_protocol.codec import encode
from belote_protocol.entry import SignedEntry
from tests.second_opinion.verifier import agree, our_opinion, second_opinions, written
from tests.table.test_file_mutations import Prefixes, check_change, file_of, game_of
from tests.table.test_file_mutations import changes as changes_of

GATE_CHANGES = 200


@pytest.mark.usefixtures("toy")
class TestWrongFiles:
    def test_a_changed_byte(self, tmp_path: Path) -> None:
        check_changes("somebody left", GATE_CHANGES, tmp_path)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["annonces", "classique", "concours", "king first"])
    def test_many_changed_bytes(self, name: str, tmp_path: Path) -> None:
        check_changes(name, 5 * GATE_CHANGES, tmp_path)

    def test_entries_missing_doubled_and_swapped(self, tmp_path: Path) -> None:
        entries, ballots = game_of("somebody left")
        agree([written(one, ballots) for one in rearranged(entries, step=61)], tmp_path)

    @pytest.mark.slow
    def test_every_entry_missing_doubled_and_swapped(self, tmp_path: Path) -> None:
        entries, ballots = game_of("somebody left")
        agree([written(one, ballots) for one in rearranged(entries, step=3)], tmp_path)

    def test_entries_beside_the_chains_change_nothing(self, tmp_path: Path) -> None:
        data, entry = file_of("somebody left"), game_of("somebody left")[0][9]
        wrong = SignedEntry.from_wire(entry.raw, bytes(64))
        beside = [frame_record(encode([3, one.raw, one.signature])) for one in (entry, wrong)]
        plain, *others = agree([data, *(data + record for record in beside)], tmp_path)
        assert others == [plain, plain]

    def test_files_that_are_cut_or_no_logs(self, tmp_path: Path) -> None:
        data, dice = file_of("somebody left"), random.Random("cuts")
        sizes = (0, 3, 8, 30, 33, *(dice.randrange(34, len(data)) for _ in range(8)))
        entry = game_of("somebody left")[0][5]
        fields = [entry.entry.game, "table", 5, entry.entry.prev, entry.entry.seat, "coin", None]
        no_body = frame_record(encode([1, 0, encode(fields), entry.signature]))
        odd = [
            data + no_body,
            data[:4000] + bytes(64),
            data + b"\x00",
            bytes(40),
            b"no log",
            data[:33] + data,
        ]
        agree([*(data[:size] for size in sizes), *odd], tmp_path)


def rearranged(entries: tuple[SignedEntry, ...], *, step: int) -> Iterator[list[SignedEntry]]:
    """The log with an entry missing, twice, before its time, or signed by who signed another."""
    for at in range(0, len(entries) - 1, step):
        one, other = entries[at : at + 2]
        before, after = list(entries[:at]), list(entries[at + 2 :])
        yield [*before, other, *after]
        yield [*before, one, one, other, *after]
        yield [*before, other, one, *after]
        yield [*before, SignedEntry.from_wire(one.raw, other.signature), other, *after]


def check_changes(name: str, number: int, folder: Path) -> None:
    """Change single bytes: what ours says is known from the table before the change."""
    entries, ballots = game_of(name)
    prefixes = Prefixes(entries)
    paths, refusals = [], []
    changes = changes_of(name, number)
    for at, change in enumerate(changes):
        path = folder / f"{at:04}.belote"
        refusals.append(check_change(name, change, path, prefixes))
        paths.append(path)
    sound = second_opinions([sound_file(name, folder)])[0]
    for path, refusal, theirs in zip(paths, refusals, second_opinions(paths), strict=True):
        if refusal is not None:
            entry = refusal.signed.entry if refusal.signed is not None else None
            assert entry is not None
            place = (entry.chain, entry.seq, refusal.culprit, refusal.seat)
            assert theirs.refusal == (refusal.record, refusal.fault.value, *place)
        elif theirs.verdict == sound.verdict:
            assert replace(theirs, foreign=0) == sound, path
            assert theirs.foreign in range(len(ballots) + 1)
        else:
            assert theirs == our_opinion(path)
    assert sum(refusal is not None for refusal in refusals) > number // 2


def sound_file(name: str, folder: Path) -> Path:
    """The file before any change."""
    path = folder / "sound.belote"
    path.write_bytes(file_of(name))
    return path
