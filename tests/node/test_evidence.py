"""Files of evidence: small where two entries say all, and never more than they prove."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from belote_net.node.errors import LogCorrupt
from belote_net.node.evidence import (
    EVIDENCE_FORMAT,
    MAX_EVIDENCE_OF_SEAT,
    Accusation,
    keep_evidence,
    read_double_signature,
)
from belote_net.node.storage import (
    Header,
    LogFile,
    StoredEntry,
    frame_record,
    read_log,
    whole_log,
)
from belote_net.table.messages import Call, Cut
from belote_protocol.ballot import Ballot, SilentPlace, Stance
from belote_protocol.codec import encode
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import Equivocation, RuleBroken
from tests.four_seats import FourSeats
from tests.node.culprits import culprit_of
from tests.table.leaving import leave, newcomer, sit_down, taking_game

pytestmark = pytest.mark.usefixtures("toy")

MINE = 1_700_000_000_000


def log_of(game: FourSeats, folder: Path) -> Path:
    """The file of a game."""
    path = folder / "game.belote"
    LogFile.create(path, [StoredEntry(one, MINE) for one in game.table.log]).close()
    return path


def twice(game: FourSeats, *, lifted: int = 10) -> Accusation:
    """An accusation of who cuts next, in the words of a node that accepted the first of two."""
    duty = game.play_until(Cut.kind)
    one, other = (
        SignedEntry.seal(duty.context, Cut(cards), game.identities[duty.seat])
        for cards in (lifted, lifted + 1)
    )
    game.deliver(one)
    refusal = Equivocation("twice", culprit=duty.seat, head=other.head)
    return Accusation(other, refusal, tuple(game.table.log), one)


def test_two_entries_in_one_place_need_no_history(tmp_path: Path) -> None:
    game = taking_game()
    accusation = twice(game)
    path = keep_evidence(log_of(game, tmp_path), accusation, MINE + 5)
    kept = read_double_signature(path)
    assert kept is not None
    assert [one.signed for one in kept] == [game.opening, accusation.other, accusation.signed]
    assert [one.arrival_ms for one in kept] == [MINE, MINE, MINE + 5]
    assert path.stat().st_size < 2500
    assert culprit_of(path) == accusation.signed.entry.seat
    assert path.name == f"game.evidence-{accusation.signed.entry.seat}-1.belote"
    with pytest.raises(LogCorrupt, match="not a log"):
        read_log(path)


def test_it_holds_who_sat_down_later(tmp_path: Path) -> None:
    game = taking_game(deals=3)
    game.play_until(Call.kind)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    accusation = twice(game)
    path = keep_evidence(log_of(game, tmp_path), accusation, MINE)
    kept = read_double_signature(path)
    assert kept is not None
    assert [one.signed.entry.kind for one in kept] == ["table", "reseat", "cut", "cut"]
    assert culprit_of(path) == accusation.signed.entry.seat


def test_a_broken_rule_needs_its_history(tmp_path: Path) -> None:
    game = taking_game()
    duty = game.play_until(Call.kind)
    wrong = SignedEntry.seal(duty.context, Call("Z"), game.identities[duty.seat])
    refusal = RuleBroken("no bid", culprit=duty.seat, head=wrong.head)
    accusation = Accusation(wrong, refusal, tuple(game.table.log))
    path = keep_evidence(log_of(game, tmp_path), accusation, MINE)
    assert read_double_signature(path) is None
    assert [one.signed for one in read_log(path).records] == [*game.table.log, wrong]
    assert culprit_of(path) == duty.seat


def test_a_log_with_nothing_wrong_blames_nobody(tmp_path: Path) -> None:
    game = taking_game()
    game.play_until(Call.kind)
    assert culprit_of(log_of(game, tmp_path)) is None


def test_the_same_is_kept_once_and_no_more_than_enough(tmp_path: Path) -> None:
    game = taking_game()
    accusation = twice(game)
    log = log_of(game, tmp_path)
    assert keep_evidence(log, accusation, MINE) == keep_evidence(log, accusation, MINE + 9)
    one = accusation.other
    assert one is not None
    for lifted in range(12, 20):
        third = SignedEntry.seal(one.entry.context, Cut(lifted), game.identities[one.entry.seat])
        more = Accusation(third, accusation.refusal, accusation.history, one)
        assert culprit_of(keep_evidence(log, more, MINE)) == one.entry.seat
    assert len(list(tmp_path.glob("*.evidence-*"))) == MAX_EVIDENCE_OF_SEAT


@pytest.mark.parametrize("end", [0, 40, -1])
def test_what_is_damaged_gives_way_to_what_proves_it(tmp_path: Path, end: int) -> None:
    game = taking_game()
    accusation = twice(game)
    log = log_of(game, tmp_path)
    path = keep_evidence(log, accusation, MINE)
    good = path.read_bytes()
    path.write_bytes(good[:end])
    assert keep_evidence(log, accusation, MINE) == path
    assert path.read_bytes() == good


@pytest.mark.parametrize("seed", range(4))
def test_whatever_byte_is_changed_it_blames_the_same_seat_or_nobody(
    tmp_path: Path, seed: int
) -> None:
    game = taking_game()
    accusation = twice(game)
    path = keep_evidence(log_of(game, tmp_path), accusation, MINE)
    good, dice = path.read_bytes(), random.Random(seed)
    whole = read_double_signature(path)
    assert whole is not None
    for _ in range(60):
        offset = dice.randrange(len(good))
        changed = bytes([good[offset] ^ dice.randrange(1, 256)])
        path.write_bytes(good[:offset] + changed + good[offset + 1 :])
        try:
            kept = read_double_signature(path)
            culprit = culprit_of(path)
        except LogCorrupt:
            continue
        is_same = kept is not None and [one.signed for one in kept] == [one.signed for one in whole]
        # Arrival times are local and unsigned: they alone may be changed.
        assert culprit == (accusation.signed.entry.seat if is_same else None)


def test_a_file_that_is_cut_proves_nothing(tmp_path: Path) -> None:
    game = taking_game()
    path = keep_evidence(log_of(game, tmp_path), twice(game), MINE)
    good = path.read_bytes()
    for size in range(0, len(good), 29):
        path.write_bytes(good[:size])
        try:
            assert culprit_of(path) is None
        except LogCorrupt:
            continue


def test_what_cannot_be_read_is_damage_and_not_a_log(tmp_path: Path) -> None:
    game = taking_game()
    path = keep_evidence(log_of(game, tmp_path), twice(game), MINE)
    good = path.read_bytes()
    place = SilentPlace("table", 5, b"p" * 32, 0)
    ballot = Ballot(game.table.game, place, 1, Stance.ABSENT, b"", "")
    signed = game.players[1].vote(ballot)
    other_version = frame_record(encode(Header(EVIDENCE_FORMAT, 2)))
    for damaged, reason in (
        (good[:-1], "incomplete"),
        (good + b"\0\0\1", "incomplete"),
        (good + whole_log((), (signed,))[len(whole_log(())) :], "no entry"),
        (good + frame_record(b"\xc1"), "is damaged"),
        (other_version, "another version"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(LogCorrupt, match=reason):
            read_double_signature(path)
