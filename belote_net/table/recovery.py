"""The hand of who has left, opened by the others, and how it plays (docs/protocol.md §9.11).

Each of the others may help, with its share of the absent seat's key; all of them are needed, so a
single one who does not help leaves the hand closed. Which cards are opened follows from the public
record. An open hand has no secrets left: what it plays and says, every node works out for itself.
"""

from __future__ import annotations

from dataclasses import replace

from belote_net.rules.cards import Place
from belote_net.rules.declaration_round import DeclarationStep, StepKind
from belote_net.rules.declarations import InTrumps, claims_of, detect, in_trumps
from belote_net.rules.open_hand import open_card, open_declarations, says_belote
from belote_net.rules.trick import Trick
from belote_net.table.deal import OpenedHand, calls_of, contract_of
from belote_net.table.declaring import round_of, with_round
from belote_net.table.events import (
    DeclarationsShown,
    HandOpened,
    HeightTold,
    OpeningDeclined,
    TrumpAnswered,
)
from belote_net.table.messages import Partials, Recover
from belote_net.table.plays import Move, after_move
from belote_net.table.state import Game, Phase
from belote_protocol.deck import card_number, share_positions, verify_shares
from belote_protocol.deck_state import DeckState
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.escrow import join_partials, receivers
from belote_protocol.preparation import own_escrow_share
from belote_protocol.seed import Seed
from belote_protocol.transcript import RandomBytes


def may_open(game: Game) -> bool:
    """Whether the others may open the hand of the seat that has just left."""
    return game.phase is Phase.PLAYING and bool(game.current_deal.escrows)


def begin(game: Game) -> Game:
    """The others are asked; but a hand with nothing hidden in it is open as it is."""
    game = replace(game, phase=Phase.RECOVERING)
    return game if game.current_deal.hidden_left(absent_place(game)) else _opened(game)


def helpers(game: Game) -> tuple[Seat, ...]:
    """Who is asked, in this order: all other seats, from the one after the absent seat."""
    if game.phase is not Phase.RECOVERING:
        return ()
    return game.seats_from(game.absent_seat)[1:]


def check_recover(game: Game, body: Recover, context: EntryContext) -> Game:
    """Partial decryptions of all hidden cards of the absent seat; or none, and all is over.

    With those of the last seat the hand lies open.
    """
    if body.partials is None:
        return replace(game, phase=Phase.FILLING).telling(OpeningDeclined(context.seat))
    deal = game.current_deal
    sender = game.absent_seat
    others = receivers(sender, len(game.seats))
    commitment = deal.escrows[sender][others.index(context.seat)].commitment
    shares = body.partials.shares
    verify_shares(
        commitment,
        deal.hidden_left(absent_place(game)),
        shares,
        body.partials.proof,
        context.transcript(),
    )
    game = game.with_deal(replace(deal, partials=(*deal.partials, shares)))
    return _opened(game) if len(deal.partials) + 1 == len(others) else game


def make_recover(
    game: Game, deck: DeckState, context: EntryContext, seed: Seed, random_bytes: RandomBytes
) -> Recover:
    """This seat's partial decryptions; `seed` is its own, of the deck that is played with."""
    sender = game.absent_seat
    secret = own_escrow_share(deck, game.game, seed, sender=sender, receiver=context.seat)
    commitment = deck.share_of(sender, context.seat).commitment
    hidden = game.current_deal.hidden_left(absent_place(game))
    shares, proof = share_positions(secret, commitment, hidden, context.transcript(), random_bytes)
    return Recover(Partials(shares, proof))


def absent_place(game: Game) -> Place:
    """The place of the seat that is free."""
    return game.seated.place_of(game.absent_seat)


def _opened(game: Game) -> Game:
    """The hand lies open: its cards are known from now on, as if they had been shown."""
    deal, place = game.current_deal, absent_place(game)
    hand, hidden = deal.hands[place], deal.hidden_left(place)
    removed = join_partials(deal.partials, len(game.seats)) if hidden else ()
    numbers = frozenset(
        card_number(ciphertext.b - share) for ciphertext, share in zip(hidden, removed, strict=True)
    )
    hand = replace(hand, known=numbers)
    cards = tuple(game.variant.pack[number] for number in sorted(numbers | hand.in_clear))
    deal = replace(
        deal,
        hands=(*deal.hands[:place], hand, *deal.hands[place + 1 :]),
        opened=OpenedHand(place, frozenset(cards)),
    )
    game = replace(game.with_deal(deal), phase=Phase.PLAYING)
    return game.telling(HandOpened(place, cards))


# How it plays.


def is_open(game: Game, place: Place) -> bool:
    """Whether the hand at `place` lies open and plays by itself."""
    opened = game.current_deal.opened
    return opened is not None and opened.place == place


def play_card(game: Game) -> Game:
    """The open hand plays the card that is due from it."""
    deal, place, cards = game.current_deal, absent_place(game), game.current_deal.in_the_open
    card = open_card(game.variant, cards, deal.trick or Trick(place), contract_of(deal).trump)
    nothing = frozenset[int]()
    hand = deal.hands[place].after_play(None, card.number, forbidden=nothing, announced=nothing)
    declares = deal.declarations is not None and not deal.tricks
    claims = claims_of(detect(cards)) if declares else None
    announce = says_belote(calls_of(deal), place, card, cards)
    return after_move(game, Move(place, card, hand, announce, claims))


def declare(game: Game, step: DeclarationStep) -> Game:
    """What the open hand owes about its declarations, as its cards show them.

    Its player may have claimed what he did not hold: then it forfeits when it has to show.
    """
    deal, place, said = game.current_deal, step.place, round_of(game.current_deal)
    spoken = next(one for one in said.spoken if one.place == place)
    cards = deal.in_the_open | frozenset(deal.played_by(place))
    shown = open_declarations(spoken, cards, said.trump)
    if step.kind is StepKind.HEIGHT:
        height = spoken.claims[0].heights[0] if said.best_height is None else None
        if shown is not None:
            height = said.height_to_tell(shown)
        return with_round(game, said.with_height(place, height)).telling(HeightTold(place, height))
    if step.kind is StepKind.TRUMP:
        answer = InTrumps.NO if shown is None else in_trumps(shown, said.trump)
        after = said.with_trump(place, answer)
        return with_round(game, after).telling(TrumpAnswered(place, answer))
    after = said.with_show(place, shown)
    return with_round(game, after).telling(DeclarationsShown(place, shown or ()))
