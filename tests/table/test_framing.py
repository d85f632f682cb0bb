"""Nobody is blamed who did what the design asks, whatever the others sign, drop or mix."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.rules.choices import Annonces
from belote_net.table.audit import Fault, Relation, Verdict, audit_log, compare_logs
from belote_net.table.messages import Agree, Distribution, Play
from belote_net.table.table import Table
from belote_protocol.deck_state import Shuffle, completing_seq
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import RejectedEntry
from belote_protocol.log import Log
from belote_protocol.machine import Checked, Machine, NotYet
from belote_protocol.preparation import make_reveal
from tests.four_seats import FourSeats, seeded_bytes, short_game
from tests.table.games import seated, toy_log
from tests.table.hostile import Framed, Hostile
from tests.table.stage import refusal_of, resealed

CONSPIRACIES = ((0,), (1,), (3,), (0, 2), (1, 3), (2, 3), (0, 1, 2), (1, 2, 3))


def check_evening(seed: int, cheats: tuple[int, ...], *, logs: int = 2) -> Hostile:
    """A hostile evening, and some logs made up of it, in which no honest seat is blamed."""
    options = replace(short_game(), annonces=Annonces.ON if seed % 3 == 0 else Annonces.OFF)
    evening = Hostile(seed, cheats, options)
    evening.run()
    tables = [evening.game.tables[seat] for seat in evening.honest]
    tables += [evening.any_log() for _ in range(logs)]
    for one in tables:
        for other in tables:
            comparison = compare_logs(one.log, other.log)
            assert comparison.culprit is None or comparison.culprit in evening.cheats
            if comparison.relation is Relation.FORK:
                assert comparison.one is not None
        found = audit_log(tuple(one.log))
        assert found.refusal is None
    return evening


@pytest.mark.usefixtures("toy")
class TestHostileEvenings:
    @pytest.mark.parametrize("cheats", CONSPIRACIES)
    def test_no_honest_seat_is_blamed(self, cheats: tuple[int, ...]) -> None:
        evening = check_evening(1, cheats, logs=1)
        assert evening.blamed
        assert len(evening.pool) > 60

    def test_evenings_come_to_their_end_and_have_forks(self) -> None:
        over, forked = False, False
        for seed in range(1, 20):
            evening = check_evening(seed, (3,), logs=0)
            tables = [evening.game.tables[seat] for seat in evening.honest]
            over |= any(table.is_over for table in tables)
            relations = {compare_logs(tables[0].log, other.log).relation for other in tables}
            forked |= Relation.FORK in relations
            if over and forked:
                return
        pytest.fail("no evening was played to its end, or none had a fork")

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(2, 42))
    @pytest.mark.parametrize("cheats", CONSPIRACIES)
    def test_many_evenings(self, seed: int, cheats: tuple[int, ...]) -> None:
        check_evening(seed, cheats, logs=4)

    def test_the_test_notices_a_framed_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With a table that takes another history for a broken rule, honest seats are blamed."""

        def blame(table: Table, signed: SignedEntry) -> object:
            raise RejectedEntry("blamed", culprit=signed.entry.seat, head=signed.head)

        evening = Hostile(1, (3,))
        monkeypatch.setattr(Table, "check", blame)
        with pytest.raises(Framed):
            evening.run()


@pytest.mark.usefixtures("toy")
class TestAttacks:
    """Each was tried to have somebody blamed for what he did not do."""

    def test_the_last_shuffle_signed_twice_does_not_blame_the_dealer(self) -> None:
        """The dealer cites the shuffle that he saw; the others hold its twin."""
        game = seated("classique", 2)
        duty = game.play_until(Distribution.kind)
        table = Table(game.opening)
        other = None
        for signed in tuple(game.table.log)[1:]:
            entry = signed.entry
            if (entry.chain, entry.seq) == ("deck/1", completing_seq(4)):
                player = game.players[entry.seat]
                player._random_bytes = seeded_bytes("twin")
                due = next(one for one in table.waiting() if one.kind == Shuffle.kind)
                other = player.answer(table, due)
                assert other.head != signed.head
                table.fold(other)
            else:
                table.fold(signed)
        assert other is not None
        deal = game.answer(duty)
        assert isinstance(refusal_of(table, deal), NotYet)
        audit = audit_log((*table.log, deal))
        assert audit.refusal is not None
        assert (audit.refusal.fault, audit.refusal.culprit) == (Fault.GAP, None)
        # With both shuffles in hand, it is clear who lied.
        first = game.table.log.entry("deck/1", completing_seq(4))
        assert first is not None
        audit = audit_log((*table.log, first))
        assert audit.refusal is not None
        assert (audit.refusal.fault, audit.refusal.culprit) == (Fault.EQUIVOCATION, 3)

    def test_the_last_play_signed_twice_does_not_blame_who_reveals(self) -> None:
        game = seated("classique", 2)
        game.play_until(Play.kind, count=32)
        table = Table(game.opening)
        for signed in tuple(game.table.log)[1:]:
            table.fold(signed)
        duty = game.table.waiting()[0]
        play = game.answer(duty)
        game.players[duty.seat]._random_bytes = seeded_bytes("twin")
        twin = game.answer(duty)
        game.deliver(play)
        table.fold(twin)
        reveal = game.answer(next(one for one in game.table.waiting() if one.kind == "reveal"))
        assert refusal_of(game.table, reveal) is None
        # A full plain proof makes the twin another entry; a card with nothing to prove has none.
        expected = NotYet if twin.head != play.head else type(None)
        assert isinstance(refusal_of(table, reveal), expected)

    def test_a_reveal_checked_while_the_last_play_is_applied(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Chains are applied in parallel: at no moment is a right reveal wrong."""
        game = seated("classique", 2)
        game.play_until(Play.kind, count=32)
        duty = game.table.waiting()[0]
        play = game.answer(duty)
        machine = game.table.decks._chains[1]
        context = machine.context()
        assert context is not None
        seed = game.vaults[context.seat].seed("deck/1")
        reveal = SignedEntry.seal(
            context, make_reveal(seed, play.head), game.identities[context.seat]
        )
        seen: list[object] = []
        append = Log.append

        def observed(log: Log, signed: SignedEntry) -> None:
            seen.append(refusal_of(game.table, reveal))
            append(log, signed)
            seen.append(refusal_of(game.table, reveal))

        monkeypatch.setattr(Log, "append", observed)
        game.table.fold(play)
        before, after = seen
        assert isinstance(before, NotYet)
        assert after is None

    def test_right_entries_checked_in_the_middle_of_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What comes next on every chain, checked halfway through every step."""
        log = list(toy_log("classique", 2))
        table = Table(log.pop(0))
        checked = 0

        def look() -> None:
            nonlocal checked
            for chain in {signed.entry.chain for signed in log}:
                following = next(one for one in log if one.entry.chain == chain)
                refusal = refusal_of(table, following)
                assert getattr(refusal, "culprit", None) is None
                checked += refusal is None

        append, advance = Log.append, Machine.advance

        def observed_append(self: Log, signed: SignedEntry) -> None:
            look()
            append(self, signed)
            look()

        def observed_advance(self: Machine[object], checked: Checked) -> None:
            advance(self, checked)
            look()

        monkeypatch.setattr(Log, "append", observed_append)
        monkeypatch.setattr(Machine, "advance", observed_advance)
        while log:
            table.fold(log.pop(0))
        assert table.is_signed
        assert checked > 200

    def test_a_chain_of_another_program_does_not_blame_its_author(self) -> None:
        """What a later version may rightly say in another game, replayed in this one."""
        game = seated("classique", 2)
        duty = game.play_until("cut")
        context = replace(duty.context, game=b"h" * 32, chain="side")
        entry = SignedEntry.seal(context, Agree(), game.identities[duty.seat])
        refusal = refusal_of(game.table, entry)
        assert isinstance(refusal, RejectedEntry)
        assert refusal.culprit is None
        here = resealed(structs.replace(entry.entry, game=game.table.game), game)
        refusal = refusal_of(game.table, here)
        assert isinstance(refusal, RejectedEntry)
        assert refusal.culprit == duty.seat

    def test_two_first_entries_do_not_blame_the_host(self) -> None:
        one = FourSeats(options=short_game(), seed="host")
        other = FourSeats(options=short_game(), seed="host", room=b"o" * 16)
        audit = audit_log((one.opening, other.opening))
        assert audit.refusal is not None
        assert audit.refusal.culprit is None
        assert compare_logs(one.table.log, other.table.log).relation is Relation.DIFFERENT_GAMES

    def test_holes_blame_nobody(self) -> None:
        """Every entry of an honest game alone left out: what follows was built on it."""
        log = toy_log("classique", 2)
        for index in range(1, len(log), 5):
            audit = audit_log((*log[:index], *log[index + 1 :]))
            if audit.refusal is not None:
                assert audit.refusal.culprit is None
                assert audit.refusal.fault is Fault.GAP
            else:
                # Only what ends its chain can be missed by nobody.
                assert log[index].entry.kind in ("result", "reveal", "commit")

    def test_swapped_neighbours_blame_nobody(self) -> None:
        log = list(toy_log("classique", 2))
        for index in range(1, len(log) - 1, 4):
            swapped = [*log[:index], log[index + 1], log[index], *log[index + 2 :]]
            audit = audit_log(swapped)
            chains = {one.entry.chain for one in log[index : index + 2]}
            if len(chains) == 1:
                assert audit.verdict is Verdict.REFUSED
            assert audit.refusal is None or audit.refusal.culprit is None

    def test_repeated_entries_blame_nobody(self) -> None:
        log = toy_log("classique", 2)
        for index in range(1, len(log), 6):
            audit = audit_log((*log[: index + 1], *log[index:]))
            assert audit.refusal is not None
            assert audit.refusal.culprit is None

    def test_an_honest_entry_cannot_be_signed_by_another_for_its_author(self) -> None:
        log = toy_log("classique", 2)
        game = seated("classique", 2)
        for index in range(1, len(log), 9):
            entry = log[index].entry
            other = game.identities[(entry.seat + 1) % 4]
            forged = SignedEntry.seal(entry.context, Agree(), other)
            audit = audit_log((*log[:index], forged))
            assert audit.refusal is not None
            assert (audit.refusal.fault, audit.refusal.culprit) == (Fault.FORGED, None)
