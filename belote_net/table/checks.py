"""What makes each entry of the chain `table` right (docs/protocol.md §9).

Each check is pure: it takes the state before the entry, the entry's body and its context, and
returns the state after it. It refuses by raising `ProtocolError` or `RuleError`, which the machine
turns into a `RejectedEntry` that names the seat; nothing has changed then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from belote_net.errors import RuleError
from belote_net.rules.auction import Bid
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Card
from belote_net.table.absence import SilentDecks
from belote_net.table.deal import GatherRecord, auction_of, contract_of, deck_of
from belote_net.table.declaring import claims_of_play
from belote_net.table.events import (
    Agreed,
    BidMade,
    CardsDealt,
    CardTurned,
    ContractMade,
    PackCut,
    ResultSigned,
)
from belote_net.table.messages import (
    Agree,
    Call,
    Coin,
    Cut,
    Distribution,
    Flip,
    Gather,
    Play,
    Result,
    Share,
)
from belote_net.table.plays import Move, after_move, play_claim
from belote_net.table.state import Game, Phase
from belote_protocol.commitment import verify_opening
from belote_protocol.deck import PUBLIC, PublicDeck, verify_shares
from belote_protocol.deck_state import DeckState
from belote_protocol.entry import EntryContext
from belote_protocol.errors import InvalidProof
from belote_protocol.holding import verify_holding
from belote_protocol.shuffle import verify_shuffle

COIN_COMMITMENT = "coin"
"""Label of the commitments to coins."""

SHORTEST_CUT = 3
"""Fewest cards that may be lifted, or left: the custom at French tables."""


class Decks(SilentDecks, Protocol):
    """What the deck chains have come to; the table chain cites them by head."""

    def completed(self, number: int, head: bytes) -> DeckState:
        """The deck that was complete with the entry `head`.

        Raises:
            NotYet: that entry is not here: not yet, or another one is in its place.
            InvalidProof: it is here, and it is not what completed that deck.
        """


def check_agree(game: Game, body: Agree, context: EntryContext) -> Game:
    """To speak is to accept: the link to the first entry says all."""
    return game.telling(Agreed(context.seat))


def check_coin(game: Game, body: Coin, context: EntryContext) -> Game:
    """A commitment that no other seat has made."""
    if body.commitment in game.coins:
        raise InvalidProof("a commitment of one's own expected, got a copy")
    return replace(game, coins=(*game.coins, body.commitment))


def check_flip(game: Game, body: Flip, context: EntryContext) -> Game:
    """The opening of the coin committed to."""
    verify_opening(
        game.coins[context.seat],
        COIN_COMMITMENT,
        context.game,
        context.chain,
        context.seat,
        body.opening,
    )
    return replace(game, flips=(*game.flips, body.opening), seated_seq=context.seq)


def check_cut(game: Game, body: Cut, context: EntryContext) -> Game:
    """At least three cards are lifted, and at least three stay."""
    deal, size = game.current_deal, len(game.variant.pack)
    if not SHORTEST_CUT <= body.lifted <= size - SHORTEST_CUT:
        raise RuleError(
            f"a cut of {SHORTEST_CUT} to {size - SHORTEST_CUT} cards expected, got {body.lifted}"
        )
    cut = PackCut(game.seated.place_of(context.seat), body.lifted)
    return game.with_deal(replace(deal, lifted=body.lifted)).telling(cut)


def check_distribution(decks: Decks, game: Game, body: Distribution, context: EntryContext) -> Game:
    """The lowest complete unburnt deck, in a pattern of this table, from the same state."""
    deal = game.current_deal
    if body.digest != game.digest():
        raise InvalidProof("the digest of the public state expected, got another")
    if body.deck != game.decks_burnt + 1:
        raise InvalidProof(f"deck {game.decks_burnt + 1} expected, got {body.deck}")
    pattern = next(
        (item for item in game.variant.deal_patterns if item.value == body.pattern), None
    )
    if pattern is None:
        raise RuleError(f"a way of dealing of this table expected, got {body.pattern!r}")
    prepared = decks.completed(body.deck, body.deck_head)
    lifted = deal.lifted or 0
    ciphertexts = (*prepared.ciphertexts[lifted:], *prepared.ciphertexts[:lifted])
    deck = PublicDeck(keys=prepared.keys, ciphertexts=ciphertexts)
    deal = replace(deal, pattern=pattern, deck_number=body.deck, escrows=prepared.escrows)
    if (turned := deal.turn_up_position) is not None:
        deck = deck.with_owners({turned: PUBLIC})
    deal = deal.with_packets(deck, game.variant.first_hands(deal.dealer, pattern))
    return replace(game, deal=deal, decks_burnt=body.deck).telling(
        CardsDealt(deal.dealer, pattern.value)
    )


def complete_hands(game: Game) -> Game:
    """Somebody took: the rest of the pack is handed out."""
    deal = game.current_deal
    contract = contract_of(deal)
    packets = game.variant.completion(deal.dealer, contract)
    deal = deal.with_packets(deck_of(deal), packets)
    deal = replace(
        deal,
        belote=BeloteCalls.start(
            contract.trump, game.options, forgivable=game.current_match.forgivable
        ),
        declarations=game.variant.start_declarations(deal.dealer, contract.trump),
    )
    return replace(game, deal=deal, phase=Phase.COMPLETING)


def check_share(game: Game, body: Share, context: EntryContext) -> Game:
    """Decryption shares for all positions that are due from this seat, and no others."""
    deal, seat = game.current_deal, context.seat
    deck = deck_of(deal)
    positions = deck.positions_owed(seat)
    ciphertexts = [deck.ciphertexts[position] for position in positions]
    verify_shares(deck.keys[seat], ciphertexts, body.shares, body.proof, context.transcript())
    after = deal.with_shares(deck.with_shares(seat, positions, body.shares))
    game = game.with_deal(after)
    if deal.turn_up is None and after.turn_up is not None:
        game = game.telling(CardTurned(after.turn_up))
    return game


def check_call(game: Game, body: Call, context: EntryContext) -> Game:
    """A bid that the auction allows."""
    deal, auction = game.current_deal, auction_of(game.current_deal)
    bid = Bid.parse(body.bid)
    after = auction.with_bid(bid)
    place = game.seated.place_of(context.seat)
    game = game.with_deal(replace(deal, auction=after)).telling(BidMade(place, bid, auction.round))
    return game.telling(ContractMade(after.contract)) if after.contract else game


def check_gather(game: Game, body: Gather, context: EntryContext) -> Game:
    """The same hidden cards, shuffled by their owner under his own key."""
    deal = game.current_deal
    place = game.seated.place_of(context.seat)
    key = deck_of(deal).keys[context.seat]
    transcript = context.transcript()
    transcript.append("salt", body.salt)
    verify_shuffle(key, deal.hidden_cards(place), body.deck, body.proof, transcript)
    record = GatherRecord(body.salt, context.prev)
    return game.with_deal(deal.with_hand(place, body.deck, key, record))


def check_play(game: Game, body: Play, context: EntryContext) -> Game:
    """A card of this hand that may be played now; all of it proven."""
    deal = game.current_deal
    place = game.seated.place_of(context.seat)
    card = card_numbered(game, body.card)
    claim = play_claim(game, place, body.position, card, announce=body.announce)
    if claim.statement is None:
        if body.proof is not None:
            raise InvalidProof("no proof expected, since there is nothing to prove")
    elif body.proof is None:
        raise InvalidProof("a proof expected, got none")
    else:
        verify_holding(claim.statement, body.proof, context.transcript())
    move = Move(place, card, claim.hand, body.announce, claims_of_play(deal, body))
    return after_move(game, move)


def check_result(game: Game, body: Result, context: EntryContext) -> Game:
    """A signature under the final state as this log has it."""
    if body.digest != game.digest():
        raise InvalidProof("the digest of the final state expected, got another")
    return replace(game, signed=game.signed + 1).telling(ResultSigned(context.seat))


def card_numbered(game: Game, number: int) -> Card:
    """The card of this pack with that number.

    Raises:
        RuleError: the pack has no such card.
    """
    if number >= len(game.variant.pack):
        raise RuleError(f"a card of the pack expected, got number {number}")
    return game.variant.pack[number]
