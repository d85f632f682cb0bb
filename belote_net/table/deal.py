"""The public record of one deal: what every node, and every reader of the log, knows of it.

Frozen; each `with_…` returns the record after one accepted entry. Private cards appear nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_net.rules.auction import Auction, Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Card, Hand, Place
from belote_net.rules.declaration_round import DeclarationRound
from belote_net.rules.trick import Trick
from belote_net.rules.variant import DealPattern, Variant
from belote_net.table.seating import Seating
from belote_protocol.deck import PublicDeck
from belote_protocol.elgamal import Ciphertext
from belote_protocol.escrow import Escrow
from belote_protocol.group import Element
from belote_protocol.hand import HiddenHand


@dataclass(frozen=True, slots=True)
class GatherRecord:
    """What made the randomness of a gather unique: the audit makes it again from the seed."""

    salt: bytes
    prev: bytes


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """The hand of a player who has left, as the others opened it: the cards he had not played."""

    place: Place
    cards: Hand


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, as far as it has come.

    Attributes:
        number: counts from 1; deals that were passed out count too.
        dealer: the place that deals.
        lifted: cards that were cut, once they are.
        pattern: how the dealer deals, once he does.
        deck_number: the deck that serves this deal, and no other.
        deck: its ciphertexts after the cut, who owns which position, and all shares so far.
        turn_up: the turned card, once it is open.
        auction: the bids, once the turned card is open.
        hands: by place, the gathered hidden hand; `gathers` how each was shuffled.
        trick: the trick on the table; `tricks` are the complete ones.
        belote: what was said of king and queen of trumps.
        declarations: what was claimed and shown, where declarations are played.
        escrows: by seat, the shares of its key of this deck; empty on a table without an escrow.
        partials: of those who help to open the hand of who has left, as they spoke.
        opened: that hand, once it is open.
        names: by place, what those were called who began it; a seat can change hands later.
    """

    number: int
    dealer: Place
    variant: Variant
    seating: Seating
    lifted: int | None = None
    pattern: DealPattern | None = None
    deck_number: int | None = None
    deck: PublicDeck | None = None
    turn_up: Card | None = None
    auction: Auction | None = None
    hands: tuple[HiddenHand, ...] = ()
    gathers: tuple[GatherRecord, ...] = ()
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    belote: BeloteCalls | None = None
    declarations: DeclarationRound | None = None
    escrows: tuple[Escrow, ...] = ()
    partials: tuple[tuple[Element, ...], ...] = ()
    opened: OpenedHand | None = None
    names: tuple[str, ...] = ()

    @property
    def contract(self) -> Contract | None:
        """Who took, and at which trumps; None before, and when all passed."""
        return self.auction.contract if self.auction else None

    @property
    def turn_up_position(self) -> int | None:
        """Deck position of the card that is turned for all to see."""
        if self.pattern is None:
            return None
        return self.variant.turn_up_position(self.dealer, self.pattern)

    @property
    def holds_turn_up(self) -> Place | None:
        """Who has the turned card in hand and has not played it yet."""
        if self.contract is None or self.turn_up is None or self.turn_up in self.played:
            return None
        return self.contract.taker

    @property
    def played(self) -> frozenset[Card]:
        """Every card played so far in this deal."""
        cards = {card for trick in self.tricks for card in trick.cards}
        if self.trick is not None:
            cards.update(self.trick.cards)
        return frozenset(cards)

    @property
    def to_play(self) -> Place | None:
        """Who plays the next card, once all hands are complete; None after the last."""
        if self.trick is not None:
            return self.trick.turn(len(self.places))
        if len(self.tricks) == self.variant.hand_size or self.contract is None:
            return None
        if self.tricks:
            return self.variant.trick_winner(self.tricks[-1], self.contract.trump)
        return self.variant.first_place(self.dealer)

    @property
    def in_the_open(self) -> Hand:
        """The cards left in the hand that was opened, if one was."""
        return self.opened.cards - self.played if self.opened is not None else frozenset()

    def hidden_left(self, place: Place) -> tuple[Ciphertext, ...]:
        """The cards of a gathered hand that nobody but its owner can read, by position."""
        hand = self.hands[place]
        return tuple(
            ciphertext
            for position, ciphertext in enumerate(hand.ciphertexts)
            if position not in hand.opened
        )

    def played_by(self, place: Place) -> tuple[Card, ...]:
        """The cards that the player at `place` has played, in order."""
        tricks = (*self.tricks, *([self.trick] if self.trick is not None else []))
        return tuple(
            card
            for trick in tricks
            for offset, card in enumerate(trick.cards)
            if (trick.leader + offset) % self.variant.places == place
        )

    def located(self) -> frozenset[int]:
        """Numbers of the cards of which everybody knows where they are, or were."""
        numbers = {card.number for card in self.played}
        if self.turn_up is not None:
            numbers.add(self.turn_up.number)
        for hand in self.hands:
            numbers |= hand.known
        return frozenset(numbers)

    @property
    def places(self) -> tuple[Place, ...]:
        """All places, from the first."""
        return tuple(Place(index) for index in range(self.variant.places))

    def readable_positions(self, place: Place) -> tuple[int, ...]:
        """Hidden deck positions of one player for which all the others have sent their shares."""
        if self.deck is None:
            return ()
        seat = self.seating.seat_at(place)
        given = [shares for other, shares in enumerate(self.deck.shares) if other != seat]
        return tuple(
            position
            for position, owner in sorted(self.deck.owners.items())
            if owner == seat and given and all(position in shares for shares in given)
        )

    def has_cards(self, place: Place) -> bool:
        """Whether the player at `place` could read all of the first cards that he was dealt."""
        if self.deck is None:
            return False
        seat = self.seating.seat_at(place)
        owned = [position for position, owner in self.deck.owners.items() if owner == seat]
        return bool(self.hands or self.contract) or (
            len(self.readable_positions(place)) == len(owned)
        )

    def hidden_cards(self, place: Place) -> tuple[Ciphertext, ...]:
        """A player's readable cards under his own key, by deck position, before the gather."""
        if self.deck is None:
            return ()
        seat = self.seating.seat_at(place)
        return tuple(
            self.deck.personal(position, seat) for position in self.readable_positions(place)
        )

    def false_claimers(self) -> tuple[Place, ...]:
        """Who claimed what he did not hold, once every card is played."""
        if self.declarations is None:
            return ()
        hands: dict[Place, Hand] = {
            place: frozenset(self.played_by(place)) for place in self.places
        }
        return self.declarations.false_claims(hands)

    def with_packets(self, deck: PublicDeck, packets: tuple[tuple[int, ...], ...]) -> Deal:
        """Hand out deck positions, by place; decryption shares for them are due from all others."""
        owners: dict[int, int | None] = {
            position: self.seating.seat_at(Place(place))
            for place, packet in enumerate(packets)
            for position in packet
        }
        return replace(self, deck=deck.with_owners(owners))

    def with_shares(self, deck: PublicDeck) -> Deal:
        """Take over the shares of one more seat; open the turned card when all have shared it."""
        deal = replace(self, deck=deck)
        position = self.turn_up_position
        if self.turn_up is not None or position is None:
            return deal
        if any(position not in shares for shares in deck.shares):
            return deal
        card = self.variant.pack[deck.open_public(position)]
        auction = self.variant.start_auction(self.dealer, card)
        return replace(deal, turn_up=card, auction=auction)

    def with_hand(
        self, place: Place, ciphertexts: tuple[Ciphertext, ...], key: Element, record: GatherRecord
    ) -> Deal:
        """Add the gathered hand of the player at `place`; hands come in order of places."""
        in_clear = frozenset[int]()
        if place == self.holds_turn_up and self.turn_up is not None:
            in_clear = frozenset({self.turn_up.number})
        hand = HiddenHand(
            public_key=key,
            ciphertexts=ciphertexts,
            in_clear=in_clear,
            pack_size=len(self.variant.pack),
        )
        return replace(self, hands=(*self.hands, hand), gathers=(*self.gathers, record))

    def with_play(self, place: Place, card: Card, hand: HiddenHand, *, announce: bool) -> Deal:
        """Put a card on the table; a complete trick stays until the next card is led."""
        hands = (*self.hands[:place], hand, *self.hands[place + 1 :])
        trick = (self.trick or Trick(place)).with_card(card)
        calls = self.belote.with_play(place, card, announced=announce) if self.belote else None
        deal = replace(self, hands=hands, trick=trick, belote=calls)
        if len(trick.cards) < len(self.places):
            return deal
        return replace(deal, trick=None, tricks=(*self.tricks, trick))


# Parts of a deal, once it has come so far; before that, asking is a fault of our own.


def deck_of(deal: Deal) -> PublicDeck:
    """The deck of a deal that was dealt."""
    if deal.deck is None:
        raise LookupError("nothing is dealt yet")
    return deal.deck


def auction_of(deal: Deal) -> Auction:
    """The auction of a deal whose turned card is open."""
    if deal.auction is None:
        raise LookupError("the auction has not begun")
    return deal.auction


def contract_of(deal: Deal) -> Contract:
    """The contract of a deal that somebody took."""
    if deal.contract is None:
        raise LookupError("nobody has taken")
    return deal.contract


def calls_of(deal: Deal) -> BeloteCalls:
    """What was said of king and queen of trumps in a deal that somebody took."""
    if deal.belote is None:
        raise LookupError("nobody has taken")
    return deal.belote
