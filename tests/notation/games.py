"""Random games as records, played by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from belote_net.notation.record import (
    Claimed,
    DealRecord,
    DealtCards,
    GameRecord,
    HeightSaid,
    PlayedCard,
    Player,
    Said,
    Shown,
    TrumpSaid,
)
from belote_net.notation.telling import tell_game
from belote_net.notation.told import ToldPlay
from belote_net.rules.auction import Auction, Bid, Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import PACK, Card, Hand, Place, in_pack_order
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep
from belote_net.rules.declarations import detect
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for
from tests.rules.declaring import Speaker, answered, honest, liar
from tests.rules.playing import says_belote

PLAYERS = (
    Player("Léa", "a" * 64),
    Player("Jo Le  Bras"),
    Player("Marcel", operator=Place(0)),
    Player("♠ #1 = + !", "0123456789abcdef" * 4, Place(3)),
)


class RandomDeal:
    """One deal, played at random as the rules allow, and what is written of it."""

    def __init__(self, match: Match, dice: Random, *, lies: float = 0.0) -> None:
        self.match, self.dice, self.lies = match, dice, lies
        self.variant = variant_for(match.options)
        self.tricks: list[tuple[PlayedCard, ...]] = []
        self.said: list[Said] = []

    def record(self) -> DealRecord:
        """The whole deal; its hands are written in one of three ways."""
        dice, variant, dealer = self.dice, self.variant, self.match.dealer
        deck = dice.sample(PACK, len(PACK))
        pattern = dice.choice(variant.deal_patterns)
        first = variant.first_hands(dealer, pattern)
        turned = variant.turn_up_position(dealer, pattern)
        assert turned is not None
        auction = variant.start_auction(dealer, deck[turned])
        while not auction.is_over:
            auction = auction.with_bid(dice.choice(auction.legal_bids()))
        hands = [DealtCards(frozenset(deck[at] for at in ats)) for ats in first]
        contract = auction.contract
        if contract is not None:
            hands = self._completed(deck, hands, contract, deck[turned])
            self._play(contract, [one.cards for one in hands])
        if contract is not None and dice.random() < 0.3:
            hands = [DealtCards(one.cards) for one in hands]
        return DealRecord(
            cut=dice.choice((None, 3, 31)),
            pattern=dice.choice((None, pattern)),
            hands=tuple(hands) if dice.random() < 0.7 else (),
            turn_up=deck[turned],
            bids=_bids(auction),
            tricks=tuple(self.tricks),
            said=tuple(self.said),
        )

    def _completed(
        self, deck: Sequence[Card], hands: list[DealtCards], contract: Contract, turn_up: Card
    ) -> list[DealtCards]:
        then = self.variant.completion(self.match.dealer, contract)
        completed = [
            DealtCards(one.first, frozenset(deck[at] for at in ats))
            for one, ats in zip(hands, then, strict=True)
        ]
        taker = completed[contract.taker]
        completed[contract.taker] = DealtCards(taker.first, taker.later | {turn_up})
        return completed

    def _play(self, contract: Contract, hands: list[Hand]) -> None:
        variant, dealer, dice = self.variant, self.match.dealer, self.dice
        calls = BeloteCalls.start(contract.trump, variant.options, forgivable=self.match.forgivable)
        declarations = variant.start_declarations(dealer, contract.trump)
        speakers = [self._speaker(held, contract) for held in hands]
        leader = variant.first_place(dealer)
        for number in range(variant.hand_size):
            trick, played = Trick(leader), list[PlayedCard]()
            for place in variant.order_from(leader):
                declarations = self._answers(declarations, speakers, place, number)
                legal = variant.legal_cards(hands[place], trick, contract.trump)
                card = dice.choice(in_pack_order(legal))
                says = says_belote(calls, place, card, hands[place])
                may_forget = not calls.must_announce(place, card) and bool(calls.plays)
                says = says and not (may_forget and dice.random() < 0.3)
                calls = calls.with_play(place, card, announced=says)
                if declarations is not None and number == 0:
                    claims = speakers[place].claims
                    declarations = declarations.with_claims(place, claims)
                    self.said += [Claimed(place, claims)] * bool(claims)
                hands[place] -= {card}
                trick = trick.with_card(card)
                played.append(PlayedCard(card, says))
            self.tricks.append(tuple(played))
            leader = variant.trick_winner(trick, contract.trump)

    def _speaker(self, held: Hand, contract: Contract) -> Speaker:
        while self.dice.random() < self.lies:
            told = liar(held, contract.trump, self.dice)
            is_four = [one for one in told.claims if len(one.heights) == 1 or one.least_cards == 4]
            needed = sum(claim.least_cards for claim in told.claims)
            if needed <= self.variant.hand_size and len(set(is_four)) == len(is_four):
                return told
        is_discreet = self.dice.random() < 0.5
        return honest(detect(held), contract.trump, is_discreet=is_discreet)

    def _answers(
        self,
        declarations: DeclarationRound | None,
        speakers: Sequence[Speaker],
        place: Place,
        trick: int,
    ) -> DeclarationRound | None:
        """What is owed before a card; `tests/rules` and the table have their own ways to say it."""
        while declarations is not None:
            step = declarations.next
            if step is None and trick == 1 and declarations.pending(place):
                shows = speakers[place].shows
                self.said.append(Shown(place, shows))
                declarations = declarations.with_show(place, shows)
                continue
            if step is None:
                break
            after = answered(declarations, step, speakers[step.place])
            self.said.append(_said(after, step))
            declarations = after
        return declarations


def _said(after: DeclarationRound, step: DeclarationStep) -> Said:
    one = next(spoken for spoken in after.spoken if spoken.place == step.place)
    match step.kind.value:
        case "height":
            return HeightSaid(step.place, one.height)
        case "trump":
            assert one.in_trumps is not None
            return TrumpSaid(step.place, one.in_trumps)
    return Shown(step.place, None if one.is_void else one.shown)


def _bids(auction: Auction) -> tuple[Bid, ...]:
    return tuple(bid for _, bid in auction.bids)


def random_game(
    options: Options, seed: object, *, deals: int = 40, lies: float = 0.0
) -> GameRecord:
    """A match to its end, or so many deals of it; the last one may be cut anywhere."""
    dice = Random(f"{seed}")
    record = GameRecord(
        options=options,
        players=tuple(dice.sample(PLAYERS, 4)),
        first_dealer=Place(dice.randrange(4)),
        deals=(),
        game=dice.choice((None, "f" * 64)),
        date=dice.choice((None, "2026-11-30")),
    )
    match, done = Match.start(options, record.first_dealer), list[DealRecord]()
    while not match.is_over and len(done) < deals:
        done.append(RandomDeal(match, dice, lies=lies).record())
        told = tell_game(with_deals(record, done))
        assert told.refusal is None, told.refusal
        match = told.match
    signed = tuple(map(Place, range(dice.randrange(5)))) if match.is_over else ()
    return with_deals(record, done, signed=signed)


def cut_short(record: GameRecord, seed: object) -> GameRecord:
    """The same game, adjourned somewhere in its last deal."""
    dice, last = Random(f"{seed}"), record.deals[-1]
    tricks = dice.randrange(2, 8)
    begun = last.tricks[tricks : tricks + 1]
    if not begun or dice.random() < 0.3:
        bids = last.bids[: dice.randrange(len(last.bids))]
        cut = replace(last, hands=(), bids=bids, tricks=(), said=())
    else:
        cards = begun[0][: dice.randrange(5)]
        whole = last.tricks[:tricks]
        cut = replace(last, hands=(), tricks=(*whole, cards) if cards else whole)
    return with_deals(record, (*record.deals[:-1], cut))


def with_deals(
    record: GameRecord, deals: Sequence[DealRecord], *, signed: tuple[Place, ...] = ()
) -> GameRecord:
    """The same game with these deals."""
    return replace(record, deals=tuple(deals), signed=signed)


def played_deal(options: Options, seed: int) -> GameRecord:
    """A game of one deal that somebody took, with hands."""
    for number in range(100):
        game = random_game(options, (seed, number), deals=1)
        if game.deals[0].tricks and game.deals[0].hands:
            return replace(game, signed=())
    raise AssertionError("nobody takes")


def told_play(game: GameRecord) -> ToldPlay:
    """The play of a game's only deal."""
    (deal,) = tell_game(game).deals
    assert deal.play is not None
    return deal.play


def refusal_of(game: GameRecord, **changes: object) -> str | None:
    """Why a game is refused with its only deal changed."""
    refusal = tell_game(with_deals(game, [replace(game.deals[0], **changes)])).refusal  # type: ignore[arg-type]  # any field
    return None if refusal is None else refusal.reason
