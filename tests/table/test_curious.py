"""Hand privacy, as far as somebody who only listens and computes can break it."""

from __future__ import annotations

import pytest
from msgspec import structs

from belote_net.rules.cards import Card
from belote_net.table.messages import Cut, Distribution, Gather, Play, Share
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.codec import decode
from belote_protocol.entry import SignedEntry
from belote_protocol.group import Scalar
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.table.curious import Curious, Finding, values
from tests.table.deck_cheats import own_position
from tests.table.games import passing_first
from tests.table.stage import Stage

SEATS = range(4)


def listened(*seats: int, passed: int = 0, seed: str = "curious") -> tuple[FourSeats, Curious]:
    """A game of the real group, and somebody who listens from its first entry."""
    chooser = passing_first(random_chooser(seed, eagerness=0.5), deals=passed)
    game = FourSeats(options=short_game(), seed=seed, choosers=dict.fromkeys(SEATS, chooser))
    return game, Curious(game, *seats)


def go_on(game: FourSeats, *ears: Curious) -> str:
    """One entry more; its kind."""
    signed = game.answer(game.table.waiting()[0])
    for one in ears:
        one.hear(signed)
    game.deliver(signed)
    return signed.entry.kind


def go_to(kind: str, game: FourSeats, *ears: Curious, count: int = 1) -> None:
    """Go on until the `count`-th time that this kind is due."""
    while True:
        if game.table.waiting()[0].kind == kind:
            count -= 1
            if not count:
                return
        go_on(game, *ears)


def check_blind(curious: Curious, *, newest: int | None = 20) -> frozenset[Finding]:
    """Check that nothing was read but what a person would have seen, and all of that."""
    findings = curious.findings(newest=newest)
    strange = [finding for finding in findings if not curious.may_know(finding)]
    assert not strange
    return findings


class TestCurious:
    def test_one_reads_its_own_cards_and_the_turned_one(self) -> None:
        game, curious = listened(1)
        go_to("bid", game, curious)
        findings = check_blind(curious)
        turned = game.table.state.current_deal.turn_up
        assert turned is not None
        assert {one.card for one in findings} == {*curious.own_cards(), turned.number}
        assert len(findings) == 6

    def test_nothing_before_all_have_shared(self) -> None:
        game, curious = listened(1)
        go_to("share", game, curious)
        assert check_blind(curious) == frozenset()

    @pytest.mark.slow
    @pytest.mark.parametrize("seats", [(0,), (0, 1), (0, 2), (2, 3)])
    def test_at_every_moment_of_a_game(self, seats: tuple[int, ...]) -> None:
        """Every element and every scalar ever sent, after every entry of the deal."""
        game, curious = listened(*seats, passed=1, seed=f"moments/{seats}")
        while game.table.waiting():
            kind = go_on(game, curious)
            if not game.table.is_over:
                check_blind(curious, newest=None if kind in ("gather", "bid") else 10)
                assert all(place_of(game, link[0]) in seats for link in curious.links())

    def test_after_every_card(self) -> None:
        game, curious = listened(2)
        go_to("play", game, curious)
        for count in range(31):
            if count % 6 == 0:
                findings = check_blind(curious, newest=2)
                assert {one.card for one in findings} >= curious.own_cards()
            go_on(game, curious)

    def test_a_deal_that_all_pass_stays_closed(self) -> None:
        game, curious = listened(0, passed=1)
        go_to(Cut.kind, game, curious, count=2)
        assert game.table.state.played[0].contract is None
        findings = check_blind(curious)
        assert len({one.position for one in findings}) <= 6

    def test_three_know_no_card_of_the_fourth_without_its_share(self) -> None:
        game, curious = listened(0, 1, 2, seed="three")
        go_to("bid", game, curious)
        assert {one.card for one in check_blind(curious, newest=2)} >= curious.own_cards()

    @pytest.mark.parametrize("seats", [(0, 2), (1, 2), (3, 0)])
    def test_two_know_no_card_of_a_third(self, seats: tuple[int, int]) -> None:
        game, curious = listened(*seats, seed="two")
        go_to("bid", game, curious)
        assert {one.card for one in check_blind(curious, newest=2)} >= curious.own_cards()
        go_to("play", game, curious)
        findings = check_blind(curious, newest=2)
        hands = {one.card for one in findings if one.where == "hand"}
        assert hands == curious.own_cards()

    def test_gathered_positions_do_not_tell_where_they_come_from(self) -> None:
        game, curious = listened(1)
        go_to("play", game, curious)
        assert curious.links() == frozenset()


def place_of(game: FourSeats, place: int) -> int:
    deal = game.table.state.current_deal
    return deal.seating.seat_at(deal.places[place])


class TestLeaks:
    """The curious node does find what there is to find."""

    def test_a_share_of_ones_own_cards(self) -> None:
        """The entry is refused at every table, but it has been heard."""
        game, _ = listened()
        go_to(Share.kind, game)
        duty = game.table.waiting()[0]
        leaker = duty.seat
        curious = Curious(game, (leaker + 1) % 4)
        curious.hear(own_position(Stage(game, duty, game.answer(duty))))
        go_to("bid", game, curious)
        leaked = [one for one in curious.findings(newest=2) if not curious.may_know(one)]
        deck = game.table.state.current_deal.deck
        assert deck is not None
        assert len(leaked) == 5
        assert {deck.owners[one.position] for one in leaked} == {leaker}
        assert {one.card for one in leaked} == {
            card.number for card in game.players[leaker].hand(game.table)
        }

    def test_a_key_sent_as_salt(self) -> None:
        """A gather that every table accepts, whose salt is the secret key."""
        game, _ = listened()
        go_to(Gather.kind, game)
        duty = game.table.waiting()[0]
        curious = Curious(game, (duty.seat + 1) % 4)
        player, secret = game.players[duty.seat], game.vaults[duty.seat].seed("deck/1").key()
        fresh = player._random_bytes
        # The salt is the first thing that is drawn for a gather.
        drawn = iter([bytes(secret)])
        player._random_bytes = lambda size: next(drawn, None) or fresh(size)
        signed = game.answer(duty)
        curious.hear(signed)
        game.deliver(signed)
        go_to(Play.kind, game, curious)
        leaked = {one.card for one in curious.findings() if not curious.may_know(one)}
        assert leaked >= {
            card.number for card in game.players[duty.seat]._hidden_cards(game.table.state)
        }

    def test_shares_for_two_deals_of_one_deck(self) -> None:
        """Why a deck serves one deal: dealt again otherwise, it opens what was hidden before."""
        game, _ = listened()
        duty = game.play_until(Distribution.kind)
        again = Table(game.opening)
        for signed in tuple(game.table.log)[1:]:
            again.fold(signed)
        dealer, deal = duty.seat, game.answer(duty)
        body = structs.replace(decode(Distribution, deal.entry.body), pattern="2-3")
        game.deliver(deal)
        again.fold(SignedEntry.seal(duty.context, body, game.identities[dealer]))
        victim = next(duty.seat for duty in again.waiting() if duty.kind == Share.kind)
        curious = Curious(game, dealer)
        curious.hear(game.players[victim].answer(again, again.duties(victim)[0]))
        go_to("bid", game, curious)
        leaked = [one for one in curious.findings(newest=2) if not curious.may_know(one)]
        deck = game.table.state.current_deal.deck
        assert deck is not None
        assert leaked
        assert {deck.owners[one.position] for one in leaked} == {victim}

    def test_a_gather_with_a_known_randomizer(self) -> None:
        """The links between deck and hand are found when there are any."""
        game, curious = listened(3)
        go_to(Play.kind, game, curious)
        deal = game.table.state.current_deal
        seed: Seed = game.vaults[0].seed("deck/1")
        place = deal.seating.by_place.index(0)
        record = deal.gathers[place]
        size = len(deal.hands[place].ciphertexts)
        for scalar in seed.randomizers(Gather.kind, record.prev, record.salt, size):
            curious.scalars[scalar] = None
        links = curious.links()
        assert {link[0] for link in links} == {place}
        assert len(links) == size


def cards_in(view: TableView) -> set[Card]:
    """Every card that can be reached from a view, but for those of the pack and the rules."""
    shown = [
        getattr(view, name)
        for name in TableView.__dataclass_fields__
        if name not in ("variant", "options", "match")
    ]
    return {value for value in values(shown) if isinstance(value, Card)}


@pytest.mark.usefixtures("toy")
class TestViews:
    @pytest.mark.parametrize("seat", SEATS)
    def test_a_view_shows_own_cards_and_those_on_the_table(self, seat: int) -> None:
        game, _ = listened(passed=1)
        while game.table.waiting():
            view = game.players[seat].view(game.table)
            if view is not None:
                state = game.table.state
                deals = [*(played.deal for played in state.played), state.current_deal]
                allowed = set(game.players[seat].hand(game.table))
                for deal in deals:
                    allowed |= {*deal.played, *([deal.turn_up] if deal.turn_up else [])}
                assert cards_in(view) <= allowed
                assert not any(isinstance(one, Scalar | Seed) for one in values(view))
            game.deliver(game.answer(game.table.waiting()[0]))
