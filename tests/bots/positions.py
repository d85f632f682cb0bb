"""Made-up moments of a deal, as the player at place 0 sees them; and matches of bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from belote_cli.bench.arena import Decide, OpenDeal, play_deal
from belote_net.bots.dice import Dice
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import PACK, Card, Hand, Place, Suit
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from belote_net.table.state import Phase
from belote_net.table.view import TableView
from tests.rules.playing import cards, hand

ME = Place(0)
"""Whose decision is asked; the partner is 2, the opponents are 1 and 3."""

LEFT, PARTNER, RIGHT = Place(1), Place(2), Place(3)
EVERYBODY = (ME, LEFT, PARTNER, RIGHT)

_NOTHING: Hand = frozenset()


def to_bid(
    held: str,
    turn_up: str,
    *,
    passes: int = 0,
    scores: tuple[int, int] = (0, 0),
    options: Options | None = None,
) -> TableView:
    """The view of who is to bid with these five cards, after so many passes."""
    options = options or Options()
    variant = variant_for(options)
    dealer = Place((ME - 1 - passes) % variant.places)
    match = replace(Match.start(options, dealer), scores=scores)
    auction = variant.start_auction(dealer, Card.parse(turn_up))
    for _ in range(passes):
        auction = auction.with_bid(PASS)
    blank = OpenDeal.start(match, PACK)
    deal = replace(blank.deal, turn_up=Card.parse(turn_up), auction=auction)
    hands = (hand(held), *[_NOTHING] * 3)
    return OpenDeal(blank.game.with_deal(deal), hands).view(ME)


def to_play(
    held: str,
    on_table: str = "",
    *,
    taker: int = 0,
    earlier: tuple[tuple[int, str], ...] = (),
    options: Options | None = None,
    scores: tuple[int, int] = (0, 0),
) -> TableView:
    """The view of who holds `held` and is next to play to the cards `on_table`; hearts are trump.

    `earlier` tricks are given by leader and cards; who leads now must have won the last. The turned
    card was the lowest trump that the taker may still hold; where there is none, any such card.
    """
    options = options or Options()
    variant = variant_for(options)
    tricks = tuple(Trick(Place(leader), cards(text)) for leader, text in earlier)
    lying, mine = cards(on_table), hand(held)
    assert len(mine) + len(tricks) == variant.hand_size, "a whole hand expected"
    shown = {*lying, *(card for trick in tricks for card in trick.cards)}
    assert mine.isdisjoint(shown)
    taken = mine if taker == ME else frozenset(PACK) - mine - shown
    turn_up = min(taken, key=lambda card: (card.suit is not Suit.HEARTS, card.number))
    leader = Place((ME - len(lying)) % variant.places)
    first = tricks[0].leader if tricks else leader
    match = Match.start(options, Place((first - 1) % variant.places))
    match = replace(match, scores=scores)
    auction = variant.start_auction(match.dealer, turn_up)
    auction = replace(auction, bids=((Place(taker), Bid(Suit.HEARTS)),))
    blank = OpenDeal.start(match, PACK)
    deal = replace(
        blank.deal,
        turn_up=turn_up,
        auction=auction,
        belote=BeloteCalls.start(Suit.HEARTS, options),
        declarations=variant.start_declarations(match.dealer, Suit.HEARTS),
        trick=Trick(leader, lying) if lying else None,
        tricks=tricks,
    )
    assert deal.to_play == ME
    game = replace(blank.game, deal=deal, phase=Phase.PLAYING)
    return OpenDeal(game, (mine, *[_NOTHING] * 3)).view(ME)


def mixed(seed: object) -> list[Card]:
    """The pack, well mixed."""
    return Dice(f"{seed}").shuffled(PACK)


def deals_of(
    match: Match, players: Mapping[Place, Decide], *, seed: object, deals: int
) -> Iterator[tuple[OpenDeal, Match]]:
    """Each deal of a match as it was played, with the match after it, up to so many deals."""
    for number in range(deals):
        deal, score = play_deal(match, mixed(f"{seed}/{number}"), players)
        contract = deal.deal.contract
        match = match.after_all_pass() if score is None else match.after(score, contract)
        yield deal, match
        if match.is_over:
            return
