"""`verify` with many files, with players whom the reader knows, and with what seats have signed."""

from __future__ import annotations

import json
import pickle
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from belote_cli.audit_words import refusal_lines
from belote_cli.entry_words import claim_line
from belote_cli.exit_codes import ExitCode
from belote_cli.file_report import report_on
from belote_cli.words import Language
from belote_net.node.evidence import EVIDENCE_FORMAT
from belote_net.node.profile import Profile
from belote_net.node.storage import LogFile, StoredEntry, whole_log
from belote_net.table.audit import audit_log
from belote_net.table.messages import Call, Cut, Play
from belote_net.table.statements import statements_of
from belote_protocol.ballot import NO_ENTRY, SignedBallot, SilentPlace, Stance
from belote_protocol.entry import SignedEntry
from belote_protocol.identity import PublicIdentity
from tests.cli.games import cheated, entries, finished_game, forked, pen, write_game
from tests.cli.support import Run
from tests.four_seats import FourSeats, seeded_bytes
from tests.table.leaving import (
    absence_at,
    leave,
    newcomer,
    silent_place,
    sit_down,
    taking_game,
    vote_of,
)

ENGLISH = pen(Language.ENGLISH)


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    return write_game(tmp_path / "cut.belote", entries()[:40])


def test_several_processes_say_what_one_says(belote: Run, tmp_path: Path, cut: Path) -> None:
    cheat = write_game(tmp_path / "cheat.belote", cheated())
    found = belote("verify", str(cut), str(cheat), str(cut), "--json", lang="fr")
    assert found.code == ExitCode.REFUSED
    french = pen(Language.FRENCH)
    alone = [report_on(path, pen=french) for path in (cut, cheat, cut)]
    assert json.loads(found.out)["files"] == [json.loads(json.dumps(one.json)) for one in alone]


@pytest.mark.usefixtures("one_process")
class TestManyFiles:
    def test_what_is_no_log_is_one_line_and_the_others_go_on(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        text = tmp_path / "text"
        text.write_text("Once upon a time there was a game of belote.")
        found = belote("verify", str(text), str(cut), str(tmp_path / "missing"))
        assert found.code == ExitCode.ENVIRONMENT
        first, second = found.error.splitlines()
        assert first.startswith(f"belote-net: {text}: This file is not a game of belote-net")
        assert "there is no such file" in second
        assert any(line.startswith("Verdict: unfinished.") for line in found.lines)
        report = json.loads(belote("verify", str(text), str(cut), "--json").out)
        assert [one["verdict"] for one in report["files"]] == [None, "unfinished"]

    def test_the_worst_of_all_is_the_exit_code(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        whole = write_game(tmp_path / "whole.belote", entries())
        cheat = write_game(tmp_path / "cheat.belote", cheated())
        other = write_game(tmp_path / "other.belote", forked()[0])
        missing = tmp_path / "missing"
        for files, code in (
            ((whole, whole, cut), ExitCode.FINE),
            ((whole, cut, other), ExitCode.UNFINISHED),
            ((whole, cut, missing), ExitCode.ENVIRONMENT),
            ((whole, missing, cheat), ExitCode.REFUSED),
        ):
            assert belote("verify", *map(str, files)).code == code

    def test_copies_that_agree_and_the_one_that_goes_furthest(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        whole = write_game(tmp_path / "whole.belote", entries())
        found = belote("verify", str(cut), str(whole), str(cut))
        name = finished_game().table.game.hex()[:12]
        assert found.lines[-1] == f"3 files tell the game {name} alike; {whole} goes furthest."

    def test_a_fork_among_many_names_both_files_and_who_signed(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        one, other = (
            write_game(tmp_path / f"{number}.belote", log) for number, log in enumerate(forked())
        )
        found = belote("verify", str(one), str(cut), str(other))
        assert found.code == ExitCode.REFUSED
        assert f"{one} and {other}:" in found.lines
        assert found.lines[-1].endswith(" signed two different entries in one place.")
        report = json.loads(belote("verify", str(one), str(cut), str(other), "--json").out)
        relations = {tuple(pair["files"]): pair["relation"] for pair in report["comparisons"]}
        assert relations == {(str(one), str(other)): "fork"}

    def test_the_sound_part_of_a_refused_file_is_compared(
        self, belote: Run, tmp_path: Path
    ) -> None:
        cheat = write_game(tmp_path / "cheat.belote", cheated())
        sound = write_game(tmp_path / "sound.belote", cheated()[:-1])
        found = belote("verify", str(cheat), str(sound))
        assert found.code == ExitCode.REFUSED
        assert found.lines[-1] == "The two files tell the same game, entry for entry."

    def test_a_report_travels_between_processes(self, tmp_path: Path) -> None:
        path = write_game(tmp_path / "cheat.belote", cheated())
        report = report_on(path, pen=ENGLISH)
        assert pickle.loads(pickle.dumps(report)) == report


def known_file(tmp_path: Path, *lines: tuple[PublicIdentity, str]) -> Path:
    path = tmp_path / "friends"
    text = "".join(f"{bytes(key).hex()} 2025-03-01 {name}\n" for key, name in lines)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("one_process")
class TestTrust:
    def test_known_new_and_false_names(self, belote: Run, tmp_path: Path, cut: Path) -> None:
        members = finished_game().table.members
        stranger = forked()[0][0]
        other = audit_log((stranger,)).table
        assert other is not None
        friends = known_file(
            tmp_path,
            (members[0].identity, members[0].name),
            (members[1].identity, "Papi"),
            (other.members[2].identity, members[2].name),
        )
        found = belote("verify", str(cut), "--trust", str(friends))
        assert found.code == ExitCode.REFUSED
        at = [
            next(i for i, x in enumerate(found.lines) if f"Player {m.name}:" in x) for m in members
        ]
        notes = [found.lines[index + 1] for index in at]
        assert notes[0] == "  Known since 2025-03-01."
        assert notes[1] == "  Known since 2025-03-01, as Papi."
        assert notes[2].startswith("  Warning: the Jo whom you know since 2025-03-01 has ANOTHER")
        assert notes[3] == "  New: you have not met this key."
        report = json.loads(belote("verify", str(cut), "--trust", str(friends), "--json").out)
        assert [player["trust"] for player in report["players"]] == [
            "known",
            "known",
            "name-of-another",
            "first",
        ]
        assert report["players"][3]["known_since"] is None

    def test_strangers_are_no_cheats(self, belote: Run, tmp_path: Path, cut: Path) -> None:
        friends = known_file(tmp_path)
        found = belote("verify", str(cut), "--trust", str(friends))
        assert found.code == ExitCode.UNFINISHED
        assert found.out.count("  New: you have not met this key.") == 4

    def test_without_the_option_the_profile_s_acquaintances_count_and_refuse_nothing(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        assert "New:" not in belote("verify", str(cut)).out
        me, met, namesake, _ = finished_game().table.members
        profile = Profile(tmp_path / "home", "default", seeded_bytes("profile"))
        profile.take_identity(finished_game().identities[0])
        profile.meet(met.identity, met.name, date(2024, 1, 2))
        other = audit_log((forked()[0][0],)).table
        assert other is not None
        profile.meet(other.members[3].identity, namesake.name, date(2024, 1, 3))
        found = belote("verify", str(cut))  # while the profile plays
        profile.close()
        assert found.code == ExitCode.UNFINISHED
        assert me.name in found.lines[found.lines.index("  This is you.") - 1]
        assert "  Known since 2024-01-02." in found.lines
        assert "ANOTHER key" in found.out

    def test_a_file_that_is_no_list_of_players(
        self, belote: Run, tmp_path: Path, cut: Path
    ) -> None:
        friends = tmp_path / "friends"
        friends.write_text("nonsense\n")
        found = belote("verify", str(cut), "--trust", str(friends))
        assert (found.code, found.out) == (ExitCode.ENVIRONMENT, "")
        (tmp_path / "home" / "default").mkdir(parents=True)
        friends.rename(tmp_path / "home" / "default" / "known")
        found = belote("verify", str(cut))
        assert found.code == ExitCode.UNFINISHED
        assert found.error.count("\n") == 1


def log_with(path: Path, game: FourSeats, *ballots: SignedBallot) -> Path:
    """The file of a game with ballots beside its chains."""
    write_game(path, tuple(game.table.log))
    log, _ = LogFile.open(path)
    for signed in ballots:
        log.append_ballot(signed, 7)
    log.close()
    return path


@pytest.mark.usefixtures("one_process", "toy")
class TestStatements:
    def test_a_dispute_ends_in_the_same_word_of_all_others(
        self, belote: Run, tmp_path: Path
    ) -> None:
        game = taking_game()
        duty = game.play_until(Call.kind)
        wrong = SignedEntry.seal(duty.context, Call("Z"), game.identities[duty.seat])
        context, absence = absence_at(game, silent_place(game), (wrong,))
        game.deliver(game.players[context.seat].tell_absence(context, absence))
        path = log_with(tmp_path / "dispute.belote", game)
        found = belote("verify", str(path))
        assert found.code == ExitCode.UNFINISHED
        said = [line for line in found.lines if f" refuses {wrong.head.hex()[:12]}: " in line]
        assert len(said) == 3
        assert all(line.endswith(": it is wrong") for line in said)
        assert "  All other seats have signed the same verdict." in found.lines
        report = json.loads(belote("verify", str(path), "--json").out)
        signed = report["statements"]["signed"]
        assert {one["voter"] for one in signed} == set(range(4)) - {duty.seat}
        for one in signed:
            assert one["about"] == duty.seat
            assert (one["stance"], one["entry"]) == ("refused", wrong.head.hex())
        assert [change["cause"] for change in report["changes"]] == ["fault"]

    def test_what_was_refused_and_lies_beside_the_chains_changes_no_verdict(
        self, belote: Run, tmp_path: Path
    ) -> None:
        game = taking_game()
        duty = game.play_until(Call.kind)
        wrong = SignedEntry.seal(duty.context, Call("Z"), game.identities[duty.seat])
        path = log_with(tmp_path / "refused.belote", game)
        before = json.loads(belote("verify", str(path), "--json").out)
        log, _ = LogFile.open(path)
        log.append_aside(wrong)
        log.close()
        found = belote("verify", str(path), "--json")
        assert (found.code, json.loads(found.out)) == (ExitCode.UNFINISHED, before)
        assert belote("inspect", str(path)).code == ExitCode.FINE

    def test_ballots_before_all_have_spoken(self, belote: Run, tmp_path: Path) -> None:
        game = taking_game()
        game.play_until(Call.kind)
        place = silent_place(game)
        voters = [seat for seat in range(4) if seat != place.seat]
        ballots = [vote_of(game, voter, place) for voter in voters[:2]]
        found = belote("verify", str(log_with(tmp_path / "early.belote", game, *ballots)))
        assert found.out.count("nothing of that seat is here") == 2
        assert "the same verdict" not in found.out

    def test_who_voted_twice_is_named_once(self, belote: Run, tmp_path: Path) -> None:
        game = taking_game()
        game.play_until(Call.kind)
        place = silent_place(game)
        voter = (place.seat + 1) % 4
        ballots = (
            vote_of(game, voter, place),
            vote_of(game, voter, place, Stance.REFUSED, b"e" * 32, "bad \x1b[2J"),
            vote_of(game, voter, place, Stance.SEEN, b"e" * 32),
        )
        path = log_with(tmp_path / "double.belote", game, *ballots, *ballots)
        found = belote("verify", str(path))
        name = game.names[voter]
        twice = f"{name} voted twice about one place: chain table, place {place.seq}."
        assert found.lines.count(twice) == 1
        assert "\x1b" not in found.out
        report = json.loads(belote("verify", str(path), "--json").out)
        (double,) = report["statements"]["double_votes"]
        assert (double["voter"], double["place"]) == (voter, place.seq)
        assert len(report["statements"]["signed"]) == 3

    def test_who_saw_an_entry_and_refuses_its_twin_did_not_vote_twice(self) -> None:
        game = taking_game()
        game.play_until(Call.kind)
        place = silent_place(game)
        voter = (place.seat + 1) % 4
        found = statements_of(
            game.table,
            (
                vote_of(game, voter, place, Stance.SEEN, b"e" * 32),
                vote_of(game, voter, place, Stance.REFUSED, b"f" * 32, "twin"),
            ),
        )
        assert (len(found.signed), found.doubles()) == (2, ())

    def test_ballots_that_nobody_signed_say_nothing(self, belote: Run, tmp_path: Path) -> None:
        game, other = taking_game(), taking_game(seed=2)
        game.play_until(Call.kind)
        other.play_until(Call.kind)
        place = silent_place(game)
        true = vote_of(game, (place.seat + 1) % 4, place)
        foreign = (
            SignedBallot(true.ballot, bytes(64)),
            SignedBallot(structs.replace(true.ballot, voter=place.seat), true.signature),
            SignedBallot(structs.replace(true.ballot, voter=7), true.signature),
            SignedBallot(structs.replace(true.ballot, entry=b"e"), true.signature),
            vote_of(other, (place.seat + 1) % 4, silent_place(other)),
        )
        path = log_with(tmp_path / "foreign.belote", game, *foreign)
        found = belote("verify", str(path))
        assert found.code == ExitCode.UNFINISHED
        assert (
            "5 ballots in the file are signed by nobody at the table: they say nothing."
            in found.lines
        )
        assert "Statements about" not in found.out

    def test_the_vote_of_one_who_has_left_since_keeps_its_author(self) -> None:
        game = taking_game(deals=3)
        game.play_until(Play.kind, count=2)
        place = silent_place(game)
        voter = (place.seat + 1) % 4
        old = vote_of(game, voter, place)
        before = game.table.members[voter].identity
        game.play_until(Cut.kind, count=2)
        place = silent_place(game)
        while game.table.waiting()[0].seat != voter:
            game.deliver(game.answer(game.table.waiting()[0]))
        assert leave(game) == voter
        newcomer(game, voter, "Odile")
        sit_down(game, voter)
        assert game.table.members[voter].identity != before
        authors = {
            one.author
            for one in statements_of(game.table, (old,)).signed
            if one.ballot == old.ballot
        }
        assert authors == {before}

    def test_places_are_told_in_order_and_the_table_first(self) -> None:
        game = taking_game()
        game.play_until(Call.kind)
        place = silent_place(game)
        places = [
            SilentPlace("deck/2", 1, b"p" * 32, place.seat),
            structs.replace(place, seq=place.seq + 1),
            place,
        ]
        ballots = [vote_of(game, (place.seat + 1) % 4, one) for one in places]
        found = statements_of(game.table, ballots).by_place()
        assert list(found) == places[::-1]
        assert all(one.ballot.entry == NO_ENTRY for (one,) in found.values())


@pytest.mark.usefixtures("one_process")
class TestEvidence:
    def kept(self, path: Path, *signed: SignedEntry) -> str:
        records = [StoredEntry(one, 7) for one in signed]
        path.write_bytes(whole_log(records, form=EVIDENCE_FORMAT))
        return str(path)

    def test_two_entries_in_one_place(self, belote: Run, tmp_path: Path) -> None:
        one, other = (log[-1] for log in forked())
        path = self.kept(tmp_path / "evidence", forked()[0][0], one, other)
        found = belote("verify", path)
        assert (found.code, found.error) == (ExitCode.REFUSED, "")
        assert "It is evidence: Jo signed two different entries in one place." in found.lines
        assert [line for line in found.lines if line.startswith("  It says: ")] == [
            "  It says: pass.",
            "  It says: ♠ spades.",
        ]
        report = json.loads(belote("verify", path, "--json").out)
        assert report["culprit"] == one.entry.seat
        assert report["entries"] == [one.head.hex(), other.head.hex()]

    def test_what_proves_nothing(self, belote: Run, tmp_path: Path, cut: Path) -> None:
        one = forked()[0][-1]
        path = self.kept(tmp_path / "evidence", forked()[0][0], one, one)
        found = belote("verify", path, lang="fr")
        assert (found.code, found.error) == (ExitCode.ENVIRONMENT, "")
        assert found.lines == [
            "Cette preuve ne prouve rien contre personne.",
            "Attendu : deux inscriptions différentes.",
            "Reçu : deux fois la même.",
        ]
        several = belote("verify", path, str(cut))
        assert several.code == ExitCode.ENVIRONMENT
        assert any(line.startswith("Verdict: unfinished.") for line in several.lines)


@pytest.mark.parametrize("arrival_ms", [2**53 - 1, 2**48])
def test_a_time_that_no_clock_shows(arrival_ms: int) -> None:
    audit = audit_log(cheated())
    assert audit.refusal is not None
    lines = refusal_lines(audit.refusal, None, ENGLISH, arrival_ms=arrival_ms)
    assert "No clock of today shows the time at which it is said to have come." in lines


@pytest.mark.parametrize("kind", ["bid", "play", "cut", "deal", "share", "show", "absence"])
def test_a_claim_that_cannot_be_read(kind: str) -> None:
    entry = structs.replace(cheated()[-1].entry, kind=kind, body=b"\xc1")
    assert claim_line(entry, ENGLISH) == "It cannot be read as what it says to be."


def test_every_entry_of_a_game_has_its_claim_on_one_line() -> None:
    claims = {one.entry.kind: claim_line(one.entry, ENGLISH) for one in entries()}
    assert claims["agree"] is None
    assert claims["deal"] == "It says: deck 1 is dealt, 3-2."
    assert all(line is None or line.isprintable() for line in claims.values())
