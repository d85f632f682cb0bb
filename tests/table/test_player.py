"""The private half of a seat, where it chooses by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from belote_net.errors import IllegalBid, IllegalPlay
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import PACK, Suit
from belote_net.table.decisions import Duty, PlaceBid, PlayCard
from belote_net.table.messages import Cut, Play
from belote_protocol.codec import decode
from tests.four_seats import FourSeats
from tests.table.games import seated


@pytest.mark.usefixtures("toy")
def test_cuts_differ() -> None:
    lifted = set()
    for seed in range(8):
        four = FourSeats(seed=seed)
        signed = four.answer(four.play_until(Cut.kind))
        lifted.add(decode(Cut, signed.entry.body).lifted)
    assert len(lifted) > 4


def every_play(name: str, seed: int) -> Iterator[tuple[FourSeats, Duty]]:
    """Every moment of a game at which a card is due; the caller must not move."""
    game = seated(name, seed)
    while duties := game.table.waiting():
        if duties[0].kind == Play.kind:
            yield game, duties[0]
        game.deliver(game.answer(duties[0]))


@pytest.mark.usefixtures("toy")
class TestWhatNeverLeavesTheMachine:
    @pytest.mark.parametrize("seed", [2, 4])
    @pytest.mark.parametrize("name", ["classique", "manual belote", "annonces"])
    def test_an_illegal_card(self, name: str, seed: int) -> None:
        """Also where the public record alone shows that it is illegal."""
        refused = 0
        for game, duty in every_play(name, seed):
            player = game.players[duty.seat]
            view = player.view(game.table)
            assert view is not None
            for card in set(view.hand) - view.legal:
                with pytest.raises(IllegalPlay):
                    player.answer(game.table, duty, PlayCard(card))
                refused += 1
        assert refused > 20

    def test_a_card_that_is_not_in_hand(self) -> None:
        game, duty = next(every_play("classique", 2))
        player = game.players[duty.seat]
        card = next(card for card in PACK if card not in player.hand(game.table))
        with pytest.raises(IllegalPlay, match="a card in hand expected"):
            player.answer(game.table, duty, PlayCard(card))

    @pytest.mark.parametrize("seed", [2, 4])
    def test_belote_that_is_not_held(self, seed: int) -> None:
        refused = 0
        for game, duty in every_play("manual belote", seed):
            player = game.players[duty.seat]
            view = player.view(game.table)
            assert view is not None
            for card in view.legal - view.announceable:
                with pytest.raises(IllegalPlay):
                    player.answer(game.table, duty, PlayCard(card, announce=True))
                refused += 1
            for card in view.announceable:
                signed = player.answer(game.table, duty, PlayCard(card, announce=True))
                assert game.table.check(signed)
        assert refused > 20

    def test_an_illegal_bid(self) -> None:
        game = seated("classique", 2)
        duty = game.play_until("bid")
        turned = game.table.state.current_deal.turn_up
        assert turned is not None
        other = next(suit for suit in Suit if suit is not turned.suit)
        with pytest.raises(IllegalBid):
            game.players[duty.seat].answer(game.table, duty, PlaceBid(Bid(other)))

    def test_a_decision_of_another_kind(self) -> None:
        game, duty = next(every_play("classique", 2))
        with pytest.raises(LookupError, match="another decision"):
            game.players[duty.seat].answer(game.table, duty, PlaceBid(PASS))

    @pytest.mark.parametrize("kind", ["deal", "reveal"])
    def test_what_is_not_due_yet(self, kind: str) -> None:
        """Asked by a node that is ahead of its own table."""
        game = seated("classique", 2)
        duty = game.play_until(Cut.kind)
        chain = "table" if kind == "deal" else "deck/1"
        context = replace(duty.context, kind=kind, chain=chain)
        with pytest.raises(LookupError):
            game.players[duty.seat].answer(game.table, Duty(context))
