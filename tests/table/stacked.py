"""Games whose decks are stacked: who gets which card is known before it is dealt.

Every seat shuffles with a permutation that is its seed's, as far as any table can tell: what a seed
gives is changed for all of them at once. So entries, proofs and audits are those of honest games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from belote_net.rules.auction import PASS, Bid, Contract
from belote_net.rules.cards import PACK, Card, Place, in_pack_order
from belote_net.rules.declarations import detect
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.messages import Call, Cut, Seats
from belote_net.table.view import TableView
from belote_protocol.deck_state import Shuffle, deck_chain
from belote_protocol.entry import SignedEntry
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats

LIFTED = 3


@dataclass(frozen=True)
class Stack:
    """A deal that is taken in the first round, by order of speaking: 0 is the dealer's neighbour.

    Attributes:
        hands: eight cards for each player.
        taker: who takes.
        turn_up: a card of his.
        silent: who declares nothing.
    """

    hands: tuple[tuple[Card, ...], ...]
    taker: int
    turn_up: Card
    silent: frozenset[int] = frozenset()


def stack(
    *hands: str, taker: int = 0, turn_up: str, silent: Sequence[int] = (), seed: object = 0
) -> Stack:
    """Hands as texts such as `KS QS`; what is missing to eight cards is drawn from the rest.

    What is drawn adds no declaration to those of the cards that are named.
    """
    turned = Card.parse(turn_up)
    named = [[*map(Card.parse, text.split())] for text in hands]
    if turned not in named[taker]:
        named[taker].append(turned)
    dice = random.Random(f"{seed}")
    while True:
        rest = [card for card in PACK if not any(card in cards for cards in named)]
        dice.shuffle(rest)
        dealt = [(*cards, *(rest.pop() for _ in range(8 - len(cards)))) for cards in named]
        if all(
            detect(frozenset(a)) == detect(frozenset(b)) for a, b in zip(named, dealt, strict=True)
        ):
            return Stack(tuple(dealt), taker, turned, frozenset(silent))


@dataclass
class StackedSeats(FourSeats):
    """Four seats at stacked decks: `stacks` in turn, one for each deal.

    Bids as the stack says; of the cards that may be played the first in the pack; belote said,
    declarations made.
    """

    stacks: Sequence[Stack] = ()
    seats: Seats = Seats.CHOSEN
    orders: dict[bytes, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.choosers = dict.fromkeys(range(4), self.choose)

    def stack_of(self, number: int) -> Stack:
        """The stack of a deal, which counts from 1."""
        return self.stacks[(number - 1) % len(self.stacks)]

    def choose(self, view: TableView, duty: Duty) -> Decision:
        """What the player who sees `view` does."""
        assert view.place is not None
        assert view.dealer is not None
        chosen = self.stack_of(view.deal_number)
        offset = self.offset(view.place)
        if duty.kind == Call.kind:
            return PlaceBid(Bid(chosen.turn_up.suit) if offset == chosen.taker else PASS)
        card = in_pack_order(view.legal)[0]
        announce = card in view.announceable
        return PlayCard(card, announce=announce, declare=offset not in chosen.silent)

    def offset(self, place: Place) -> int:
        """How many players speak before this one."""
        game = self.table.state
        first = game.variant.first_place(game.current_deal.dealer)
        return game.variant.order_from(first).index(place)

    def place(self, offset: int) -> Place:
        """Who speaks after `offset` others."""
        game = self.table.state
        return game.variant.order_from(game.variant.first_place(game.current_deal.dealer))[offset]

    def answer(self, duty: Duty) -> SignedEntry:
        """As always, but that everybody lifts the same number of cards."""
        if duty.kind == Cut.kind:
            return SignedEntry.seal(duty.context, Cut(LIFTED), self.identities[duty.seat])
        return super().answer(duty)

    def order(self, seed: bytes) -> tuple[int, ...] | None:
        """In which order the owner of a seed puts a deck; None if it is no seed of this game."""
        if seed not in self.orders:
            for seat, vault in enumerate(self.vaults):
                for purpose, known in vault.seeds.items():
                    if bytes(known) == seed:
                        self.orders[seed] = self._order(seat, purpose)
        return self.orders.get(seed)

    def _order(self, seat: int, purpose: str) -> tuple[int, ...]:
        number = self.table.state.decks_burnt + 1
        if seat != 0 or purpose != deck_chain(number):
            return tuple(range(len(PACK)))
        dealt = self._dealt(self.stack_of(self.table.state.current_deal.number))
        return (*dealt[-LIFTED:], *dealt[:-LIFTED])

    def _dealt(self, chosen: Stack) -> tuple[int, ...]:
        """Card numbers by deck position, after the cut."""
        game = self.table.state
        dealer, variant = game.current_deal.dealer, game.variant
        pattern = variant.deal_patterns[0]
        turned = variant.turn_up_position(dealer, pattern)
        assert turned is not None
        contract = Contract(self.place(chosen.taker), chosen.turn_up.suit)
        packets = zip(
            variant.first_hands(dealer, pattern), variant.completion(dealer, contract), strict=True
        )
        deck = {turned: chosen.turn_up.number}
        for place, (first, last) in enumerate(packets):
            hand = chosen.hands[self.offset(Place(place))]
            cards = [card.number for card in hand if card != chosen.turn_up]
            deck |= dict(zip((*first, *last), cards, strict=True))
        return tuple(deck[position] for position in range(len(PACK)))


@contextmanager
def stacked_decks(*games: StackedSeats) -> Iterator[None]:
    """Let seeds of these games shuffle as their stacks say, for everybody."""
    honest = Seed.permutation

    def permutation(seed: Seed, kind: str, prev: bytes, salt: bytes, size: int) -> tuple[int, ...]:
        if kind == Shuffle.kind:
            for game in games:
                order = game.order(bytes(seed))
                if order is not None:
                    return order
        return honest(seed, kind, prev, salt, size)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Seed, "permutation", permutation)
        yield
