"""Whole games: over the toy group with many house rules, and over the real group."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from belote_net.table.audit import Relation, Verdict, audit_log, compare_logs
from belote_net.table.events import AllPassed, DealScored, GameOver, ResultSigned, SeedRevealed
from belote_net.table.reveal import dealt_hands
from belote_net.table.state import Phase
from belote_net.table.table import Table
from belote_protocol.deck_state import deck_number
from belote_protocol.entry import SignedEntry
from belote_protocol.machine import NotYet
from tests.four_seats import FourSeats, short_game
from tests.table.games import HOUSES, seated, toy_log

REVEALING = sorted(name for name in HOUSES if name != "never revealed")


def check_finished(game: FourSeats) -> None:
    """What is true of every game that was played to its end."""
    table = game.table
    match = table.state.current_match
    assert table.state.phase is Phase.OVER
    assert table.is_over
    assert table.is_signed
    assert match.is_over
    assert table.waiting() == ()
    assert len({one.state.digest() for one in game.tables}) == 1
    assert len({tuple(sorted(one.log.counts().items())) for one in game.tables}) == 1
    scored = [event for event in game.events if isinstance(event, DealScored)]
    passed = [event for event in game.events if isinstance(event, AllPassed)]
    assert len(scored) + len(passed) == len(table.state.played) == table.state.decks_burnt
    assert scored[-1].totals == match.scores
    assert sum(isinstance(event, GameOver) for event in game.events) == 1
    assert sum(isinstance(event, ResultSigned) for event in game.events) == 4
    for played in table.state.played:
        cards = [card for trick in played.tricks for card in trick.cards]
        assert len(cards) == len(set(cards)) == (32 if played.contract else 0)


@pytest.mark.usefixtures("toy")
class TestToyGames:
    @pytest.mark.parametrize("seed", [1, 2])
    @pytest.mark.parametrize("name", HOUSES)
    def test_one_table(self, name: str, seed: int) -> None:
        game = seated(name, seed)
        game.play()
        check_finished(game)
        assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED

    @pytest.mark.parametrize("name", ["classique", "manual belote", "never revealed"])
    def test_four_private_tables(self, name: str) -> None:
        game = seated(name, 3, private_tables=True)
        digests = set()
        for signed in game.steps():
            assert len({one.state.phase for one in game.tables}) == 1
            if signed.entry.kind == "deal":
                digests.add(tuple(one.state.digest() for one in game.tables))
        assert all(len(set(each)) == 1 for each in digests)
        check_finished(game)
        # What four tables agree on is what one table says.
        assert [one.head for one in game.table.log] == [one.head for one in toy_log(name, 3)]

    @pytest.mark.parametrize("name", REVEALING)
    def test_the_audit_shows_all_hands_of_played_deals_only(self, name: str) -> None:
        game = seated(name, 1)
        game.play()
        revealed = {event.deck for event in game.events if isinstance(event, SeedRevealed)}
        for played in game.table.state.played:
            number = played.deal.deck_number
            assert number is not None
            assert (number in revealed) == (played.contract is not None)
            if number not in revealed:
                continue
            deck = game.table.decks.deck(number)
            assert deck is not None
            hands = dealt_hands(played.deal, deck.revealed)
            cards = [card for hand in hands for card in (*hand.bid_on, *hand.completed)]
            assert len({*cards, played.deal.turn_up}) == 32

    def test_without_audit_nothing_is_ever_revealed(self) -> None:
        log = toy_log("never revealed", 2)
        assert all(signed.entry.kind != "reveal" for signed in log)

    def test_passed_out_deals_are_never_revealed(self) -> None:
        game = seated("classique", 1)
        game.play()
        passed = [played for played in game.table.state.played if played.contract is None]
        assert passed
        for played in passed:
            assert game.table.decks.played_out(played.deal.deck_number or 0) is None
            assert f"deck/{played.deal.deck_number}" in game.vaults[0].forgotten

    def test_every_spent_secret_is_forgotten(self) -> None:
        game = seated("classique", 1)
        game.play()
        for vault in game.vaults:
            assert not vault.seeds

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(10, 30))
    @pytest.mark.parametrize("name", HOUSES)
    def test_many(self, name: str, seed: int) -> None:
        game = seated(name, seed, private_tables=True)
        game.play()
        check_finished(game)
        assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED


def shuffled_by_chain(log: Sequence[SignedEntry], dice: random.Random) -> list[SignedEntry]:
    """The log in another order that keeps every chain's own, whatever chains cite."""
    names = [signed.entry.chain for signed in log[1:]]
    dice.shuffle(names)
    queues = {name: [one for one in log[1:] if one.entry.chain == name] for name in set(names)}
    return [log[0], *(queues[name].pop(0) for name in names)]


def fold_with_holding(entries: Sequence[SignedEntry]) -> tuple[Table, int]:
    """Fold entries as they come; hold those that cite what is not here, and try them again."""
    table = Table(entries[0])
    held: list[SignedEntry] = []
    retries = 0
    for arrived in entries[1:]:
        held.append(arrived)
        moved = True
        while moved:
            moved = False
            for signed in list(held):
                if table.log.count(signed.entry.chain) < signed.entry.seq:
                    continue
                try:
                    table.fold(signed)
                except NotYet:
                    retries += 1
                    continue
                held.remove(signed)
                moved = True
    assert not held
    return table, retries


@pytest.mark.usefixtures("toy")
class TestOrder:
    @pytest.mark.parametrize("seed", range(6))
    def test_any_arrival_order_across_chains_gives_one_digest(self, seed: int) -> None:
        log = toy_log("classique", 1 + seed % 2)
        expected = Table(log[0])
        for signed in log[1:]:
            expected.fold(signed)
        table, _ = fold_with_holding(shuffled_by_chain(log, random.Random(seed)))
        assert table.state.digest() == expected.state.digest()
        assert table.log.counts() == expected.log.counts()
        assert compare_logs(table.log, expected.log).relation is Relation.SAME

    def test_deck_chains_last_holds_the_deal_until_its_deck_is_there(self) -> None:
        log = toy_log("never revealed", 2)
        main = [one for one in log if deck_number(one.entry.chain) is None]
        decks = [one for one in log if deck_number(one.entry.chain) is not None]
        table, retries = fold_with_holding([*main, *decks])
        assert table.is_signed
        assert retries > 0

    def test_an_old_log_gives_the_same_digest_after_every_entry(self) -> None:
        game = seated("classique", 2)
        digests = [
            game.table.state.digest() for _ in game.steps() if game.table.state.match is not None
        ]
        table = Table(game.opening)
        again = []
        for signed in list(game.table.log)[1:]:
            table.fold(signed)
            if table.state.match is not None:
                again.append(table.state.digest())
        assert again == digests
        assert len(set(again)) > 2

    def test_a_log_cut_at_an_entry_border_is_unfinished(self) -> None:
        log = toy_log("classique", 2)
        for length in range(1, len(log), 13):
            audit = audit_log(log[:length])
            assert audit.refusal is None
            over = audit.table is not None and audit.table.is_over
            assert audit.verdict is (Verdict.FINISHED if over else Verdict.UNFINISHED)


class TestRealGames:
    def test_a_whole_short_game(self) -> None:
        game = FourSeats(options=short_game(deals=1), seed="real")
        game.play()
        check_finished(game)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", HOUSES)
    def test_every_house(self, name: str) -> None:
        game = seated(name, 1, private_tables=True)
        game.play()
        check_finished(game)
        assert audit_log(tuple(game.table.log)).verdict is Verdict.FINISHED
