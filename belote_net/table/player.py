"""`Player`: the private half of a seat. It has the keys, reads its own cards and pays its duties.

It decides nothing: bids and cards come from a `Decider`, which sees a `TableView` and no more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from belote_net.errors import IllegalPlay
from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import Card, Hand, Place
from belote_net.rules.choices import Audit, BeloteCall
from belote_net.rules.declarations import Declaration, claims_of, detect, in_trumps
from belote_net.rules.trick import Trick
from belote_net.table.absence import DECKS_AHEAD
from belote_net.table.ballots import is_settled
from belote_net.table.checks import (
    COIN_COMMITMENT,
    SHORTEST_CUT,
)
from belote_net.table.deal import auction_of, contract_of, deck_of
from belote_net.table.decisions import (
    CutPack,
    DealPacks,
    Decision,
    Duty,
    OpenHand,
    PlaceBid,
    PlayCard,
    SeatMember,
)
from belote_net.table.deck_duties import deck_body
from belote_net.table.declaring import round_of, show_claim
from belote_net.table.messages import (
    Absence,
    Agree,
    Call,
    Coin,
    Cut,
    Distribution,
    Flip,
    Gather,
    Height,
    InTrump,
    Play,
    Recover,
    Reseat,
    Result,
    Share,
    Show,
)
from belote_net.table.plays import play_claim
from belote_net.table.recovery import make_recover
from belote_net.table.state import Game
from belote_net.table.table import Table
from belote_net.table.view import TableView, view_of
from belote_protocol.ballot import NO_ENTRY, Ballot, SignedBallot, SilentPlace
from belote_protocol.commitment import commit
from belote_protocol.deck import read, share_positions
from belote_protocol.deck_state import completing_seq, deck_chain, deck_number
from belote_protocol.entry import Body, EntryContext, Seat, SignedEntry
from belote_protocol.hand import prove_play
from belote_protocol.identity import Identity
from belote_protocol.seed import DRAW_BYTES, SALT_BYTES, Seed, uniform_below
from belote_protocol.shuffle import prove_shuffle, shuffle
from belote_protocol.transcript import RandomBytes


class Vault(Protocol):
    """Where the seeds of one game are kept, durably, before anything depends on them."""

    def seed(self, purpose: str) -> Seed:
        """The seed for this purpose; a fresh one the first time, stored before it is returned."""

    def forget(self, purpose: str) -> None:
        """Overwrite a seed that will never be needed again."""


COIN_PURPOSE = "coin"
"""Purpose of the coin's seed; a deck's purpose is the name of its chain."""


class Player:
    """The private half of one seat in one game."""

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        vault: Vault,
        random_bytes: RandomBytes,
        *,
        deals_by_hand: bool = False,
    ) -> None:
        """The player who signs as `seat`; `deals_by_hand`: he also decides how to cut and deal."""
        self.seat = seat
        self._identity = identity
        self._vault = vault
        self._random_bytes = random_bytes
        self._deals_by_hand = deals_by_hand
        self._read_cards: tuple[object, tuple[Card, ...]] = (None, ())

    def hand(self, table: Table) -> Hand:
        """The own cards that can be read now, without those played."""
        game = table.state
        deal = game.deal
        if deal is None or deal.deck_number is None or game.seating is None:
            return frozenset()
        if len(game.played) >= deal.number:
            return frozenset()  # the deal is over; who left it may have had cards
        place = game.seated.place_of(self.seat)
        cards = set(self._hidden_cards(game))
        if deal.holds_turn_up == place and deal.turn_up is not None:
            cards.add(deal.turn_up)
        return frozenset(cards - deal.played)

    def view(self, table: Table) -> TableView | None:
        """What this player may see; None until places are drawn."""
        game = table.state
        place = game.seating.place_of(self.seat) if game.seating else None
        return view_of(game, place, self.hand(table))

    def needs_decision(self, duty: Duty) -> bool:
        """Whether a person or a bot decides; all else is automatic and immediate."""
        by_hand = (Cut.kind, Distribution.kind) if self._deals_by_hand else ()
        return duty.kind in (Call.kind, Play.kind, Recover.kind, *by_hand)

    def answer(self, table: Table, duty: Duty, decision: Decision | None = None) -> SignedEntry:
        """The signed entry that pays `duty`. Takes milliseconds of CPU: run it in a thread.

        Raises:
            IllegalPlay, IllegalBid: the decision is against the rules; nothing leaves the machine.
            LookupError: the duty is not this table's any more.
        """
        body = self._body(table, duty.context, decision)
        # Of a complaint, which comes in place of a shuffle, the kind is another than was asked for.
        return SignedEntry.seal(replace(duty.context, kind=body.kind), body, self._identity)

    def tell_absence(self, context: EntryContext, absence: Absence) -> SignedEntry:
        """The entry with which the table goes on without a seat."""
        return SignedEntry.seal(context, absence, self._identity)

    def vote(self, ballot: Ballot) -> SignedBallot:
        """A ballot of this seat, signed. It binds: see `BallotBox.may_build_on`."""
        return SignedBallot.seal(ballot, self._identity)

    def spent_purposes(self, table: Table) -> tuple[str, ...]:
        """Purposes of seeds that will never be needed again, and ought to be forgotten."""
        game = table.state
        coins = (COIN_PURPOSE,) if game.seating is not None else ()
        begun = range(1, game.decks_burnt + DECKS_AHEAD + 1)
        return coins + tuple(
            deck_chain(number) for number in begun if self._is_spent(table, number)
        )

    def _is_spent(self, table: Table, number: int) -> bool:
        """Whether a deck is dead, or played or thrown in, and its seed revealed or never to be.

        Until all others have built on the last play of its deal, who has signed another one there
        may still be refused, and his hand opened.
        """
        game, deck = table.state, table.decks.deck(number)
        if number > game.decks_burnt:
            return deck is not None and deck.dead is not None
        in_play = game.deal is not None and game.deal.deck_number == number
        if in_play and len(game.played) < game.current_deal.number:
            return False
        last_play = table.log.by_head(table.decks.played_out(number) or NO_ENTRY)
        if last_play is None:
            return True
        if not is_settled(table, SilentPlace.of(last_play.entry.context)):
            return False
        if game.options.audit is Audit.NEVER:
            return True
        return deck is not None and len(deck.revealed) > self.seat

    def _body(self, table: Table, context: EntryContext, decision: Decision | None) -> Body:
        """What to say at the place that `context` names."""
        number = deck_number(context.chain)
        if number is not None:
            seed = self._vault.seed(context.chain)
            return deck_body(table, context, seed, self._random_bytes)
        game = table.state
        if context.kind == Agree.kind:
            return Agree()
        if context.kind == Reseat.kind and isinstance(decision, SeatMember):
            return Reseat(decision.member)
        if context.kind == Absence.kind and (killer := table.decks.killer()) is not None:
            return Absence(killer, (), ())
        if context.kind == Recover.kind and isinstance(decision, OpenHand):
            return self._recover(table, context, decision)
        if context.kind == Coin.kind:
            return self._coin(context)
        if context.kind == Flip.kind:
            return Flip(bytes(self._vault.seed(COIN_PURPOSE)))
        if context.kind == Cut.kind:
            return self._cut(game, decision)
        if context.kind == Distribution.kind:
            return self._distribution(table, decision)
        if context.kind == Share.kind:
            return self._share(game, context)
        if context.kind == Gather.kind:
            return self._gather(game, context)
        if context.kind == Call.kind and isinstance(decision, PlaceBid):
            auction_of(game.current_deal).with_bid(decision.bid)
            return Call(str(decision.bid))
        if context.kind == Play.kind and isinstance(decision, PlayCard):
            return self._play(table, context, decision)
        if context.kind in (Height.kind, InTrump.kind, Show.kind):
            return self._about_declarations(game, context)
        if context.kind == Result.kind:
            return Result(game.digest())
        raise LookupError(f"{context.kind} asks for another decision than {decision}")

    def _coin(self, context: EntryContext) -> Coin:
        seed = self._vault.seed(COIN_PURPOSE)
        return Coin(commit(COIN_COMMITMENT, context.game, context.chain, self.seat, seed))

    def _cut(self, game: Game, decision: Decision | None) -> Cut:
        if isinstance(decision, CutPack):
            return Cut(decision.lifted)
        choices = len(game.variant.pack) - 2 * SHORTEST_CUT + 1
        lifted = uniform_below(choices, lambda _attempt: self._random_bytes(DRAW_BYTES))
        return Cut(SHORTEST_CUT + lifted)

    def _distribution(self, table: Table, decision: Decision | None) -> Distribution:
        game = table.state
        number = game.decks_burnt + 1
        last = table.log.entry(deck_chain(number), completing_seq(len(table.members)))
        deck = table.decks.deck(number)
        if last is None or deck is None or not deck.is_complete:
            raise LookupError(f"deck {number} is not complete yet")
        pattern = game.variant.deal_patterns[0]  # the usual one
        if isinstance(decision, DealPacks):
            pattern = decision.pattern
        return Distribution(pattern.value, number, last.head, game.digest())

    def _share(self, game: Game, context: EntryContext) -> Share:
        deck, secret = deck_of(game.current_deal), self._seed(game).key()
        ciphertexts = [deck.ciphertexts[index] for index in deck.positions_owed(self.seat)]
        shares, proof = share_positions(
            secret, deck.keys[self.seat], ciphertexts, context.transcript(), self._random_bytes
        )
        return Share(shares, proof)

    def _gather(self, game: Game, context: EntryContext) -> Gather:
        deal, seed = game.current_deal, self._seed(game)
        before = deal.hidden_cards(game.seated.place_of(self.seat))
        key = deck_of(deal).keys[self.seat]
        salt = self._random_bytes(SALT_BYTES)
        permutation = seed.permutation(Gather.kind, context.prev, salt, len(before))
        randomizers = seed.randomizers(Gather.kind, context.prev, salt, len(before))
        after = shuffle(before, key, permutation, randomizers)
        transcript = context.transcript()
        transcript.append("salt", salt)
        proof = prove_shuffle(
            key, before, after, permutation, randomizers, transcript, self._random_bytes
        )
        return Gather(salt, tuple(after), proof)

    def _recover(self, table: Table, context: EntryContext, decision: OpenHand) -> Recover:
        game = table.state
        if not decision.is_willing:
            return Recover(None)
        deck = table.decks.deck(game.current_deal.deck_number or 0)
        if deck is None:
            raise LookupError("nothing is dealt yet")
        return make_recover(game, deck, context, self._seed(game), self._random_bytes)

    def _play(self, table: Table, context: EntryContext, decision: PlayCard) -> Play:
        game = table.state
        deal, place, card = game.current_deal, game.seated.place_of(self.seat), decision.card
        hand, trick = self.hand(table), deal.trick or Trick(place)
        if card not in hand:
            raise IllegalPlay(f"a card in hand expected, got {card}")
        reason = game.variant.why_not(card, hand, trick, contract_of(deal).trump)
        if reason is not None:
            raise IllegalPlay(f"{card} may not be played: {reason.value}")
        announce = self._announces(table, card, decision)
        cards = self._hidden_cards(game)
        position = cards.index(card) if card in cards else None
        claim = play_claim(game, place, position, card, announce=announce)
        proof = None
        if claim.statement is not None:
            proof = prove_play(
                claim.statement,
                self._seed(game).key(),
                [item.number for item in cards],
                context.transcript(),
                self._random_bytes,
            )
        return Play(position, card.number, announce, self._claims(game, decision), proof)

    def _claims(self, game: Game, decision: PlayCard) -> tuple[str, ...]:
        """What is declared with the first card."""
        deal, place = game.current_deal, game.seated.place_of(self.seat)
        if deal.declarations is None or deal.tricks or not decision.declare:
            return ()
        return tuple(claim.value for claim in claims_of(self._declarations(game, place)))

    def _declarations(self, game: Game, place: Place) -> tuple[Declaration, ...]:
        """The declarations of the hand as it was before its first card was played."""
        deal = game.current_deal
        cards = set(self._hidden_cards(game)) | set(deal.played_by(place))
        if deal.holds_turn_up == place and deal.turn_up is not None:
            cards.add(deal.turn_up)
        return detect(frozenset(cards))

    def _about_declarations(self, game: Game, context: EntryContext) -> Body:
        """The height, the trumps or the cards of what was claimed."""
        deal, place = game.current_deal, game.seated.place_of(self.seat)
        declared = self._declarations(game, place)
        if context.kind == Height.kind:
            height = round_of(deal).height_to_tell(declared)
            return Height(None if height is None else height.value)
        if context.kind == InTrump.kind:
            return InTrump(in_trumps(declared, contract_of(deal).trump).value)
        statement = show_claim(deal, place, declared).statement
        proof = None
        if statement is not None:
            cards = [item.number for item in self._hidden_cards(game)]
            proof = prove_play(
                statement, self._seed(game).key(), cards, context.transcript(), self._random_bytes
            )
        shown = tuple(tuple(card.number for card in one.cards) for one in declared)
        return Show(shown, proof)

    def _announces(self, table: Table, card: Card, decision: PlayCard) -> bool:
        """Whether belote or rebelote is said: by the game, or as the player decided.

        Raises:
            IllegalPlay: the player would say it where it is not true.
        """
        game = table.state
        place, calls = game.seated.place_of(self.seat), game.current_deal.belote
        if calls is None:
            return False
        may_say = calls.may_announce(place, card) and (
            bool(calls.plays) or belote_partner(card, calls.trump) in self.hand(table)
        )
        if game.options.belote_call is BeloteCall.AUTO:
            return may_say
        if decision.announce and not may_say:
            raise IllegalPlay(f"neither belote nor rebelote can be said with {card} here")
        return decision.announce

    def _hidden_cards(self, game: Game) -> tuple[Card, ...]:
        """The own hidden cards by position: of the gathered hand, or before it of the deck."""
        deal, place = game.current_deal, game.seated.place_of(self.seat)
        if len(deal.hands) > place:
            ciphertexts = deal.hands[place].ciphertexts
        else:
            ciphertexts = deal.hidden_cards(place)
        known, cards = self._read_cards  # once: views and answers are made in several threads
        if known != ciphertexts:
            secret = self._seed(game).key()
            cards = tuple(game.variant.pack[read(item, secret)] for item in ciphertexts)
            self._read_cards = (ciphertexts, cards)
        return cards

    def _seed(self, game: Game) -> Seed:
        """The seed of the deck that is being played with."""
        number = game.current_deal.deck_number
        if number is None:
            raise LookupError("nothing is dealt yet")
        return self._vault.seed(deck_chain(number))
