"""What a hand says that its player has left: belote, and what was declared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.rules.cards import Hand
from belote_net.rules.choices import Annonces, BeloteCall, Show
from belote_net.table.deal import Deal
from belote_net.table.events import (
    Announcement,
    CardPlayed,
    FalseClaimsFound,
)
from belote_net.table.messages import (
    Height,
    InTrump,
    Play,
)
from belote_net.table.messages import Show as ShowBody
from tests.four_seats import short_game
from tests.table.leaving import leave
from tests.table.open_hands import (
    OPEN_HAND,
    left_deal,
    open_table,
)
from tests.table.stage import Stage
from tests.table.test_open_hand import finish

toy = pytest.mark.usefixtures("toy")


def has_pair(hand: Hand, deal: Deal) -> bool:
    assert deal.contract is not None
    trumps = {card.rank.value for card in hand if card.suit is deal.contract.trump}
    return trumps >= {"K", "Q"}


@toy
@pytest.mark.parametrize(
    ("call", "seed"),
    [(BeloteCall.AUTO, 14), (BeloteCall.MANUAL_STRICT, 24), (BeloteCall.MANUAL_TOLERANT, 61)],
)
def test_it_says_belote_where_it_counts(call: BeloteCall, seed: int) -> None:
    game = open_table(seed, replace(OPEN_HAND, belote_call=call))
    duty = game.play_until(Play.kind, count=3)
    assert has_pair(game.players[duty.seat].hand(game.table), left_deal(game))
    finish(game, leave(game))
    deal = game.table.state.played[0].deal
    assert deal.belote is not None
    assert deal.opened is not None
    assert deal.belote.holder == deal.opened.place
    said = [
        one.announcement
        for one in game.events
        if isinstance(one, CardPlayed) and one.place == deal.opened.place and one.announcement
    ]
    assert said[:2] == [Announcement.BELOTE, Announcement.REBELOTE]


@toy
@pytest.mark.parametrize(
    ("kind", "show", "seed"),
    [
        *((Play.kind, Show.TRICK_2, seed) for seed in range(4)),
        *((Play.kind, Show.AT_ONCE, seed) for seed in range(4)),
        *((Height.kind, Show.TRICK_2, seed) for seed in (18, 31, 55)),
        *((Height.kind, Show.AT_ONCE, seed) for seed in (30, 32, 38)),
        *((InTrump.kind, Show.TRICK_2, seed) for seed in (100, 169)),
        *((InTrump.kind, Show.AT_ONCE, seed) for seed in (53, 88)),
        *((ShowBody.kind, Show.TRICK_2, seed) for seed in (1, 4, 5)),
        *((ShowBody.kind, Show.AT_ONCE, seed) for seed in (0, 1, 2)),
    ],
)
def test_who_leaves_where_declarations_are_due(kind: str, show: Show, seed: int) -> None:
    options = replace(short_game(OPEN_HAND, deals=1), annonces=Annonces.ON, show=show)
    game, honest = (open_table(seed, options) for _ in range(2))
    game.play_until(kind)
    leave(game)
    game.play()
    honest.play()
    assert game.table.is_signed
    ours, theirs = (one.table.state.played[0].deal.declarations for one in (game, honest))
    assert ours is not None
    assert theirs is not None
    # What is declared does not depend on who plays the cards.
    assert ours.spoken == theirs.spoken


@toy
def test_it_forfeits_what_its_player_had_claimed_and_does_not_hold() -> None:
    options = replace(short_game(OPEN_HAND, deals=1), annonces=Annonces.ON)
    liars = 0
    for seed in range(8):
        game = open_table(seed, options)
        duty = game.play_until(Play.kind)
        stage = Stage(game, duty, game.answer(duty))
        body = stage.body(Play)
        if body.claims:
            continue
        game.deliver(stage.seal(structs.replace(body, claims=("hundred",))))
        liar = duty.seat
        while game.table.waiting()[0].seat != liar or game.table.waiting()[0].chain != "table":
            game.deliver(game.answer(game.table.waiting()[0]))
        leave(game)
        game.play()
        state = game.table.state
        place = state.seated.place_of(liar)
        found = [one.places for one in game.events if isinstance(one, FalseClaimsFound)]
        assert found == [(place,)]
        declarations = state.played[0].deal.declarations
        assert declarations is not None
        assert not next(one for one in declarations.spoken if one.place == place).shown
        liars += 1
    assert liars > 3
