"""Players who leave a written game: their deal, their hand, their place."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from belote_net.notation import parse, tell_game, write
from belote_net.notation.record import (
    Cause,
    DealRecord,
    Departure,
    Ending,
    GameRecord,
    PlayedCard,
    Player,
)
from belote_net.rules.cards import Place, in_pack_order
from belote_net.rules.choices import Annonces, BeloteCall, OnAbsence
from belote_net.rules.declarations import detect
from belote_net.rules.open_hand import open_card
from belote_net.rules.options import Options
from belote_net.rules.scoring import Outcome
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from tests.notation.games import played_deal, random_game, refusal_of, told_play, with_deals


def opened(seed: int, *, played: int, annonces: Annonces = Annonces.OFF) -> GameRecord:
    """A game in which the last to play to a trick leaves, and his hand plays by the rules."""
    options = replace(
        Options(),
        on_absence=OnAbsence.OPEN_HAND,
        belote_call=BeloteCall.MANUAL_STRICT,
        annonces=annonces,
    )
    game = played_deal(options, seed)
    (deal,) = game.deals
    play, variant = told_play(game), variant_for(options)
    leader, trump = play.leaders[played], play.contract.trump
    place = variant.order_from(leader)[-1]
    hands = [set(hand.cards) for hand in deal.hands]
    for trick in (won.trick for won in play.tricks[:played]):
        for at, card in zip(variant.order_from(trick.leader), trick.cards, strict=True):
            hands[at].remove(card)
    left, tricks = frozenset(hands[place]), list(deal.tricks[:played])
    dice = Random(seed)
    for _ in range(played, variant.hand_size):
        trick = Trick(leader)
        for at in variant.order_from(leader):
            hand = frozenset(hands[at])
            legal = variant.legal_cards(hand, trick, trump)
            card = dice.choice(in_pack_order(legal))
            if at == place:
                card = open_card(variant, hand, trick, trump)
            hands[at].remove(card)
            trick = trick.with_card(card)
        tricks.append(tuple(map(PlayedCard, trick.cards)))
        leader = variant.trick_winner(trick, trump)
    departure = Departure(place, Cause.ABSENT, opened=left)
    tricks = [tuple(replace(one, announced=False) for one in cards) for cards in tricks]
    played_on = replace(deal, tricks=tuple(tricks), said=(), departure=departure)
    return with_deals(game, [played_on])


@pytest.mark.parametrize("played", range(8))
def test_an_open_hand_plays_on(played: int) -> None:
    for seed in range(20):
        game = opened(seed, played=played)
        told = tell_game(game)
        if told.refusal is not None:  # it would have said belote
            assert "of the open hand" in told.refusal.reason
            continue
        assert parse(write(game)) == game
        return
    raise AssertionError("no such game")


def right_open_game() -> GameRecord:
    """A game in which an open hand plays from the third trick on."""
    games = (opened(seed, played=2) for seed in range(20))
    return next(game for game in games if tell_game(game).refusal is None)


def test_an_open_hand_is_the_cards_that_were_left() -> None:
    game = right_open_game()
    (deal,) = game.deals
    departure = deal.departure
    assert departure is not None
    _, *others = in_pack_order(departure.opened)
    missing = replace(departure, opened=frozenset(others))
    cut = deal.tricks[:2]
    left = "the cards that were left in the hand expected"
    assert refusal_of(game, tricks=cut) is None
    assert refusal_of(game, tricks=cut, hands=()) is None
    assert refusal_of(game, departure=missing, tricks=cut) == left
    assert refusal_of(game, departure=missing, tricks=cut, hands=()) == left
    begun = (*cut, deal.tricks[2][:1])
    assert refusal_of(game, departure=missing, tricks=begun) == left
    assert refusal_of(game, departure=missing, tricks=begun, hands=()) == left
    played = deal.tricks[0][0].card
    wrong = replace(departure, opened=frozenset((*others, played)))
    assert refusal_of(game, departure=wrong) == f"{played} was played before"
    closed = replace(game, options=replace(game.options, on_absence=OnAbsence.FORFEIT))
    assert refusal_of(closed) == "no hand is opened at this table"
    ended = replace(departure, ending=Ending.FORFEIT)
    assert refusal_of(game, departure=ended) == "nothing expected, the hand was opened"


def test_an_open_hand_plays_by_the_rule() -> None:
    game = right_open_game()
    (deal,) = game.deals
    departure = deal.departure
    assert departure is not None
    leaders = told_play(game).leaders
    changed = 0
    for number in range(2, 8):
        trick = list(deal.tricks[number])
        index = (departure.place - leaders[number]) % 4
        for other in in_pack_order(departure.opened - {one.card for one in trick}):
            trick[index] = PlayedCard(other)
            tricks = (*deal.tricks[:number], tuple(trick[: index + 1]))
            reason = refusal_of(game, tricks=tricks)
            assert reason is not None
            changed += "of the open hand" in reason
    assert changed


def test_an_open_hand_declares_all_that_it_holds() -> None:
    reasons = set()
    for seed in range(40):
        game = opened(seed, played=0, annonces=Annonces.ON)
        departure = game.deals[0].departure
        assert departure is not None
        reason = refusal_of(game)
        declares = reason == "other declarations expected of the open hand"
        assert not declares or detect(departure.opened)
        assert reason is not None or not detect(departure.opened)
        reasons.add(reason)
    assert {None, "other declarations expected of the open hand"} <= reasons


def test_an_annulled_deal_is_dealt_again_and_the_place_is_taken() -> None:
    game = random_game(Options(), "annulled", deals=1)
    left = DealRecord(
        cut=5, departure=Departure(Place(2), Cause.FAULT, ending=Ending.ANNULLED),
        newcomer=Player("Zoé", "b" * 64, Place(1)),
    )  # fmt: skip
    twice = with_deals(game, [left, replace(left, newcomer=Player("Bob")), *game.deals])
    told = tell_game(twice)
    assert told.refusal is None
    assert parse(write(twice)) == twice
    assert [deal.dealer for deal in told.deals] == [game.first_dealer] * 3
    assert [deal.players[2].name for deal in told.deals[1:]] == ["Zoé", "Bob"]
    free = with_deals(game, [replace(left, newcomer=None), *game.deals])
    assert str(tell_game(free).refusal).count("sits expected, a place is free")
    name = replace(left, newcomer=replace(game.players[0]))
    assert str(tell_game(with_deals(game, [name])).refusal).count("a name of its own")


def test_who_comes_back_is_known_by_the_key() -> None:
    one = Player("Zoé", "a" * 64)
    assert one.is_same(Player("Zoe", "a" * 64, Place(1)))
    assert not one.is_same(Player("Zoé", "b" * 64))
    assert one.is_same(Player("Zoé"))
    assert not one.is_same(Player("Zoe"))


def test_who_had_seen_his_cards_forfeits_the_deal() -> None:
    game = played_deal(Options(), 3)
    (deal,) = game.deals
    departure = Departure(Place(1), Cause.ABSENT, ending=Ending.FORFEIT)
    tricks = deal.tricks[:3]
    left = with_deals(game, [replace(deal, tricks=tricks, said=(), departure=departure)])
    (told,) = tell_game(left).deals
    assert told.score is not None
    assert told.score.outcome is Outcome.FORFEITED
    assert told.match.scores[1] == 0
    assert parse(write(left)) == left
    over = "nothing expected, the deal was over"
    assert refusal_of(game, departure=departure) == over
    assert refusal_of(game, departure=replace(departure, ending=None)) == over
    annulled = replace(departure, ending=Ending.ANNULLED)
    assert refusal_of(left, departure=annulled) == "forfeit expected, the cards had been seen"
