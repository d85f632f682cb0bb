"""A second verifier, written from docs/protocol.md and docs/rules.md alone, comes to the same.

`main.mjs` shares no line with the program. What both accept, refuse, and blame on somebody is what
the document says; where they differ, one of them, or the document, is wrong.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from belote_net.node.storage import StoredEntry, frame_record, whole_log
from belote_net.rules.choices import Annonces, OnAbsence
from belote_net.rules.presets import PRESETS
from belote_net.table.messages import (
    Absence,
    Call,
    Coin,
    Cut,
    Gather,
    MemberKind,
    Opening,
    Play,
    Share,
)
from belote_net.table.opening import OPENING_CONTEXT
from belote_protocol.ballot import SignedBallot
from belote_protocol.codec import encode
from belote_protocol.entry import SignedEntry
from belote_protocol.preparation import Shuffle
from tests.four_seats import FourSeats, short_game
from tests.protocol.toy_group import toy_group
from tests.second_opinion.evenings import evening
from tests.second_opinion.false_words import (
    absence_without_votes,
    false_shows,
    false_words,
    wrong_seeds,
)
from tests.second_opinion.verifier import (
    VECTORS,
    Opinion,
    node,
    opinion_of,
    our_opinion,
    second_opinions,
    set_up,
)
from tests.table import test_cheats, test_dead_decks, test_vote_cheats
from tests.table.games import HOUSES, announcing, seated
from tests.table.leaving import leave, newcomer, sit_down, taking_game
from tests.table.open_hands import help_open, leave_at, open_table
from tests.table.recover_cheats import HELP
from tests.table.seat_cheats import next_stage
from tests.table.test_file_mutations import Prefixes, check_change, file_of, game_of
from tests.table.test_file_mutations import changes as changes_of

pytestmark = pytest.mark.usefixtures("second_verifier")

ARRIVAL_MS = 1_700_000_000_000
GATE_CHANGES = 200
GATE_HOUSES = ("manual belote", "annonces at once")


@pytest.fixture
def second_verifier() -> None:
    set_up()


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


class TestVectors:
    def test_every_case_ends_as_it_says(self) -> None:
        run = node("vectors", VECTORS, "--json")
        assert run.stderr == ""
        cases = json.loads(run.stdout)
        assert [one for one in cases if one["outcome"] != one["expected"]] == []
        tried = {one["name"].split(" ")[0] for one in cases}
        assert tried == {path.relative_to(VECTORS).as_posix() for path in VECTORS.rglob("*.json")}

    def test_a_case_that_says_something_else_is_found(self, tmp_path: Path) -> None:
        for name in ("knowledge.json", "shuffle-scaled.json", "coin.json"):
            shutil.copy(VECTORS / name, tmp_path)
        for name, key, value in (
            ("knowledge.json", "expect", "proof"),
            ("shuffle-scaled.json", "expect", "success"),
            ("coin.json", "index_below_4", 3),
        ):
            path = tmp_path / name
            path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
        run = node("vectors", tmp_path)
        assert run.returncode == 1
        assert "0 of 3 vectors agree" in run.stdout


@pytest.mark.usefixtures("toy")
class TestWholeGames:
    def test_by_several_rules(self, tmp_path: Path) -> None:
        check_houses(GATE_HOUSES, tmp_path)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOUSES)
    def test_by_all_rules(self, name: str, tmp_path: Path) -> None:
        check_houses([name] * 4, tmp_path)

    def test_seats_that_are_left(self, tmp_path: Path) -> None:
        found = agree_on((make() for make in LEFT), tmp_path)
        assert {one.verdict for one in found} == {"finished", "unfinished"}

    def test_an_evening_with_everything(self, tmp_path: Path) -> None:
        check_evenings(range(3, 5), tmp_path, deals=1)

    @pytest.mark.slow
    @pytest.mark.parametrize("block", range(8))
    def test_many_evenings(self, block: int, tmp_path: Path) -> None:
        check_evenings(range(100 + 25 * block, 125 + 25 * block), tmp_path, deals=3)


def check_houses(names: Iterable[str], folder: Path) -> None:
    """A game by each of these rules, finished for both verifiers."""
    games = [seated(name, seed) for seed, name in enumerate(names, start=1)]
    for game in games:
        game.play()
    for found in agree_on(games, folder):
        assert (found.verdict, found.signed) == ("finished", 4)


def check_evenings(seeds: Iterable[int], folder: Path, *, deals: int) -> None:
    """Evenings by any rules, with liars, and with people who come and go."""
    games = [evening(seed, deals=deals) for seed in seeds]
    assert {found.verdict for found in agree_on(games, folder)} == {"finished"}


# Seats that are left, at every stage of a deal.


def left_at(kind: str, count: int = 1) -> Callable[[], FourSeats]:
    """Whoever owes an entry leaves; if the match goes on somebody else sits down."""

    def make() -> FourSeats:
        game = taking_game(deals=1)
        game.play_until(kind, count=count)
        seat = leave(game)
        if not game.table.is_over:
            newcomer(game, seat, "Odile")
            sit_down(game, seat)
        game.play()
        return game

    return make


def left_before_the_seating() -> FourSeats:
    """Then there is no game."""
    game = taking_game(deals=1)
    game.play_until(Coin.kind, count=3)
    leave(game)
    return game


def left_while_a_deck_is_made() -> FourSeats:
    """The deal waits for a deck, and the deck for who has left."""
    game = test_vote_cheats.at_a_deck().game
    leave(game)
    return game


def deck_killed() -> FourSeats:
    """Who complains falsely of a deck loses his seat without a vote."""
    game = open_table(options=replace(short_game(deals=1), on_absence=OnAbsence.OPEN_HAND))
    test_dead_decks.complain_falsely(game, 3, 0)
    test_dead_decks.go_on_to(game, Absence.kind)
    game.deliver(game.answer(game.table.waiting()[0]))
    newcomer(game, 3, "Odile")
    sit_down(game, 3)
    game.play()
    return game


def hand_opened(*, unwilling: Collection[int] = ()) -> Callable[[], FourSeats]:
    """The hand of who leaves is opened by the three others, or by two of them: not at all."""

    def make() -> FourSeats:
        options = replace(short_game(deals=1), on_absence=OnAbsence.OPEN_HAND, annonces=Annonces.ON)
        game = open_table(options=options, unwilling=unwilling)
        leave_at(game, 2)
        help_open(game)
        game.play()
        return game

    return make


LEFT: tuple[Callable[[], FourSeats], ...] = (
    left_before_the_seating,
    left_at(Cut.kind),
    left_at(Share.kind, 2),
    left_at(Share.kind, 4),
    left_at(Call.kind),
    left_at(Gather.kind, 3),
    left_at(Play.kind, 7),
    left_while_a_deck_is_made,
    deck_killed,
    hand_opened(),
    hand_opened(unwilling=range(4)),
)


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


DEAD_DECKS = (
    test_dead_decks.other_culprit,
    test_dead_decks.other_deck,
    test_dead_decks.in_the_middle,
    test_dead_decks.by_another,
    test_dead_decks.deal_it_all_the_same,
)


def with_options(**options: str | int | bool) -> Callable[[Opening], Opening]:
    """The first entry with other house rules."""
    return lambda body: structs.replace(body, options=dict(body.options) | options)


def with_member(seat: int, **fields: object) -> Callable[[Opening], Opening]:
    """The first entry with a member who is another."""

    def change(body: Opening) -> Opening:
        members = list(body.members)
        members[seat] = structs.replace(members[seat], **fields)
        return structs.replace(body, members=tuple(members))

    return change


OPENINGS: tuple[Callable[[Opening], Opening], ...] = (
    lambda body: structs.replace(body, rules=2),
    lambda body: structs.replace(body, members=body.members[:3]),
    lambda body: structs.replace(body, members=(*body.members, *body.members)),
    lambda body: structs.replace(body, options=dict(reversed(body.options.items()))),
    lambda body: structs.replace(body, options=dict(list(body.options.items())[1:])),
    with_options(another="rule"),
    with_options(direction="up"),
    with_options(fail_points=161),
    with_options(belote_untakeable=1),
    with_options(target=0),
    with_options(target=10001),
    with_options(deals=3),
    with_options(end="fixed_deals"),
    with_options(end="fixed_deals", target=0, deals=101),
    with_options(partner_master_void="must_trump", partner_trumped="any", annonces=True),
    with_options(partner_master_void="must_trump", partner_trumped="must_rise"),
    with_options(contract_rule="82_92", belote_in_contract=False),
    with_member(1, name="JO"),
    with_member(1, name="a\u200bb"),
    with_member(1, name=" Marcel"),
    with_member(1, name="a\u00a0b"),
    with_member(1, operator=2),
    with_member(1, operator=7),
    with_member(1, kind=MemberKind.BOT, operator=4),
)


@pytest.mark.usefixtures("toy")
class TestCheats:
    """Entries that are signed by their seat in their place, and wrong: both name who did it."""

    @pytest.mark.slow
    def test_with_entries(self, tmp_path: Path) -> None:
        trials = [trial for found in test_cheats.trials().values() for trial in found]
        assert len(trials) > 100
        found = agree([written((*one.prefix, one.signed)) for one in trials], tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_votes_and_seats(self, tmp_path: Path) -> None:
        logs = []
        for make, cheat in test_vote_cheats.CHEATS.values():
            stage = make()
            signed = cheat.forge(stage)
            assert signed is not None
            logs.append(written((*stage.table.log, signed)))
        found = agree(logs, tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_dead_decks_and_with_help(self, tmp_path: Path) -> None:
        stage = test_dead_decks.dead(open_table(1))
        logs = [written((*stage.table.log, cheat(stage))) for cheat in DEAD_DECKS]
        game = open_table(7)
        leave_at(game, 5)
        game.deliver(game.answer(game.table.waiting()[0]))
        stage = next_stage(game)
        for cheat in HELP:
            signed = cheat.forge(stage)
            assert signed is not None
            logs.append(written((*stage.table.log, signed)))
        found = agree(logs, tmp_path)
        assert {one.verdict for one in found} == {"refused"}

    @pytest.mark.slow
    def test_with_words_and_seeds(self, tmp_path: Path) -> None:
        logs = (*false_words(), *false_shows(), *wrong_seeds(), absence_without_votes())
        found = agree(map(written, logs), tmp_path)
        assert len(found) > 10
        assert {one.verdict for one in found} == {"refused"}

    def test_with_the_first_entry(self, tmp_path: Path) -> None:
        game = FourSeats()
        body = game.opening_body()
        bodies = [change(body) for change in OPENINGS]
        opened = [SignedEntry.seal(OPENING_CONTEXT, one, game.identities[0]) for one in bodies]
        found = agree((written([one]) for one in opened), tmp_path)
        assert found[0].verdict is None
        assert {(one.verdict, *one.refusal[4:]) for one in found[1:]} == {("refused", 0, 0)}

    def test_with_names_that_only_a_table_of_unicode_can_tell_apart(self, tmp_path: Path) -> None:
        """They are right, whatever versions the two have: each player decides for himself."""
        game = FourSeats()
        names = ("LÉA", "Le\u0301a", "Jo\u0378", "Jo\U0001fae8")
        bodies = [with_member(1, name=name)(game.opening_body()) for name in names]
        opened = [SignedEntry.seal(OPENING_CONTEXT, one, game.identities[0]) for one in bodies]
        found = agree((written([one]) for one in opened), tmp_path)
        assert {one.verdict for one in found} == {"unfinished"}

    def test_with_a_first_entry_that_is_none(self, tmp_path: Path) -> None:
        game = FourSeats()
        body, host = game.opening_body(), game.identities[0]
        found = agree(
            (
                written([SignedEntry.seal(context, opening, signer)])
                for context, opening, signer in (
                    (OPENING_CONTEXT, body, game.identities[1]),
                    (replace(OPENING_CONTEXT, seq=1), body, host),
                    (OPENING_CONTEXT, structs.replace(body, members=()), host),
                    (OPENING_CONTEXT, with_member(1, identity=bytes(32))(body), host),
                )
            ),
            tmp_path,
        )
        assert {(one.verdict, one.refusal[1]) for one in found} == {("refused", "forged")}


class TestRealGroup:
    def test_the_game_of_the_vectors(self, tmp_path: Path) -> None:
        vector = json.loads((VECTORS / "games" / "game.json").read_text())
        entries = [SignedEntry.from_wire(*map(bytes.fromhex, pair)) for pair in vector["entries"]]
        (found,) = agree([written(entries)], tmp_path, toy=False)
        assert (found.verdict, found.scores) == ("finished", tuple(vector["scores"]))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", PRESETS)
    def test_a_match(self, name: str, tmp_path: Path) -> None:
        options = short_game(PRESETS[name], deals=2)
        chooser = announcing(seated(name, 3).choosers[0])
        game = FourSeats(options=options, seed=name, choosers=dict.fromkeys(range(4), chooser))
        game.play()
        (found,) = agree([written(game.table.log)], tmp_path, toy=False)
        assert found.verdict == "finished"

    def test_what_is_right_in_the_toy_group_is_refused(self, tmp_path: Path) -> None:
        with toy_group():
            game = taking_game(deals=1)
            game.play_until(Shuffle.kind)
        (found,) = agree([written(game.table.log)], tmp_path, toy=False)
        assert found.verdict == "refused"
